"""Key files, public keys in z85, deck packs, tokens."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
import zmq
from hypothesis import given
from hypothesis import strategies as st

from link.keys import (
    DeckPack,
    KeyFileError,
    KeyPair,
    PackError,
    check_public_key,
    load_keys,
    make_keys,
    make_pair,
    open_pack,
    seal_pack,
    write_keys,
    z85_decode,
    z85_encode,
)
from link.keys_command import make, show
from rulebook.cards import DECK

SEED = bytes(range(64))
PACK = DeckPack("red", {f"E0168000000000{at:02X}": card for at, card in enumerate(DECK)}, "E0168000000000FF")


def test_z85_is_that_of_the_specification() -> None:
    """The literal test case of ZeroMQ RFC 32."""
    assert z85_encode(bytes.fromhex("864FD26FB559F75B")) == "HelloWorld"
    assert z85_decode("HelloWorld") == bytes.fromhex("864FD26FB559F75B")


@given(st.binary(max_size=64).filter(lambda raw: len(raw) % 4 == 0))
def test_z85_comes_back(raw: bytes) -> None:
    assert z85_decode(z85_encode(raw)) == raw


@pytest.mark.parametrize("text", ["abcd", "ab d~", "#####", "ab\x00de"])
def test_what_is_no_z85_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="z85"):
        z85_decode(text)


def test_a_public_key_is_the_one_that_zeromq_makes_of_the_secret() -> None:
    pair = make_pair(SEED[:32])
    assert zmq.curve_public(pair.secret.encode()).decode() == pair.public


def test_a_key_file_is_private_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "hub.key"
    keys = make_keys(SEED)
    write_keys(path, keys)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_keys(path) == keys
    assert keys.curve.secret not in repr(keys)
    assert keys.pack.secret not in repr(keys)


def test_a_key_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "hub.key"
    write_keys(path, make_keys(SEED))
    before = path.read_bytes()
    with pytest.raises(KeyFileError, match="exists"):
        write_keys(path, make_keys(SEED[::-1]))
    assert path.read_bytes() == before


def test_a_missing_key_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="does not exist; make it with"):
        load_keys(tmp_path / "none.key")
    with pytest.raises(KeyFileError, match="cannot be created"):
        write_keys(tmp_path / "no" / "folder.key", make_keys(SEED))


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hub.key"
    write_keys(path, make_keys(SEED))
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match=r"mode 0640.*chmod 600"):
        load_keys(path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("version = 1", "version = 2", "version 2"),
        ("[pack]", "[packs]", "no key file or damaged"),
        ('secret = "', 'secret = "!', "no key file or damaged"),
        ("version = 1", "version = 1\nmore = 1", "no key file or damaged"),
    ],
)
def test_a_damaged_key_file_is_refused_without_quoting_it(tmp_path: Path, old: str, new: str, says: str) -> None:
    path = tmp_path / "hub.key"
    keys = make_keys(SEED)
    write_keys(path, keys)
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(KeyFileError, match=says) as raised:
        load_keys(path)
    assert keys.curve.secret not in str(raised.value)
    assert raised.value.__suppress_context__ or raised.value.__context__ is None


def test_a_public_key_of_another_pair_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hub.key"
    keys = make_keys(SEED)
    write_keys(path, keys)
    path.write_text(path.read_text().replace(keys.curve.public, make_keys(SEED[::-1]).curve.public))
    with pytest.raises(KeyFileError, match="does not belong to its secret"):
        load_keys(path)


@pytest.mark.parametrize("text", ["", "short", "~" * 40, "a" * 39, "a" * 45])
def test_what_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(KeyFileError, match="no public key"):
        check_public_key(text)


def test_a_pack_opens_for_its_node_alone() -> None:
    node, other = make_keys(SEED).pack, make_keys(SEED[::-1]).pack
    sealed = seal_pack(PACK, node.public, SEED[5:37])
    assert open_pack(sealed, node) == PACK
    for uid in PACK.cards:
        assert uid.encode() not in sealed
    with pytest.raises(PackError, match="not made for the key"):
        open_pack(sealed, other)
    with pytest.raises(PackError, match="or is damaged"):
        open_pack(sealed[:-1] + bytes([sealed[-1] ^ 1]), node)


def test_a_pack_that_is_no_full_deck_is_refused_at_both_ends() -> None:
    node = make_keys(SEED).pack
    short = DeckPack("red", dict(list(PACK.cards.items())[1:]))
    with pytest.raises(PackError, match="no full deck"):
        seal_pack(short, node.public, SEED[:32])
    assert "E016" not in repr(PACK)


def test_keys_need_their_random_bytes() -> None:
    with pytest.raises(KeyFileError, match="32 random bytes, not of 5"):
        make_pair(b"short")
    with pytest.raises(KeyFileError, match="64 random bytes, not of 32"):
        make_keys(SEED[:32])


def test_a_pair_shows_its_public_half_alone() -> None:
    assert repr(KeyPair("public-half", "secret-half")) == "KeyPair(public='public-half')"


def test_the_command_makes_a_file_once_and_shows_its_public_keys_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "node.keys"
    assert make(path) == 0
    made = capsys.readouterr().out
    keys = load_keys(path)
    assert made == f"curve {keys.curve.public}\npack  {keys.pack.public}\n"
    assert show(path) == 0
    assert capsys.readouterr().out == made
    assert make(path) == 2
    assert "exists" in capsys.readouterr().err
    assert show(tmp_path / "none") == 2
    assert "make it with" in capsys.readouterr().err
