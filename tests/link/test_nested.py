"""Two officials together open a hand's key, neither alone (DESIGN 4)."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest

from link.keys import KeyFileError, make_keys, make_pair, write_keys
from link.nested import NESTED_BYTES, nest, unnest
from link.seal import SealError, seal_card
from link.seal_command import open_seal
from rulebook.cards import Card

KEY = bytes(range(32))
FIRST, SECOND, STRANGER = (make_keys(letter * 64) for letter in (b"a", b"b", b"c"))


def nested() -> bytes:
    return nest(KEY, 7, FIRST.pack.public, SECOND.pack.public)


def test_both_together_open_it_one_after_the_other() -> None:
    assert len(nested()) == NESTED_BYTES
    assert unnest(unnest(nested(), FIRST.pack), SECOND.pack) == KEY


@pytest.mark.parametrize("own", [SECOND, STRANGER], ids=["the second alone", "a stranger"])
def test_nobody_else_begins(own) -> None:
    with pytest.raises(SealError, match="made for another official"):
        unnest(nested(), own.pack)


@pytest.mark.parametrize("own", [FIRST, STRANGER], ids=["the first alone", "a stranger"])
def test_nobody_else_ends(own) -> None:
    with pytest.raises(SealError, match="made for another official"):
        unnest(unnest(nested(), FIRST.pack), own.pack)


def test_a_damaged_seal_does_not_open() -> None:
    for at in (0, 40, NESTED_BYTES - 1):
        damaged = bytearray(nested())
        damaged[at] ^= 1
        with pytest.raises(SealError):
            unnest(bytes(damaged), FIRST.pack)
    with pytest.raises(SealError, match="no sealed key"):
        unnest(nested()[:-1], FIRST.pack)


def test_no_two_hands_and_no_two_keys_are_sealed_alike() -> None:
    pair = FIRST.pack.public, SECOND.pack.public
    assert nest(KEY, 7, *pair) == nested()
    assert len({nest(KEY, 7, *pair), nest(KEY, 8, *pair), nest(bytes(32), 7, *pair)}) == 3


def test_one_person_is_no_two_officials() -> None:
    with pytest.raises(SealError, match="same key"):
        nest(KEY, 7, FIRST.pack.public, FIRST.pack.public)
    with pytest.raises(KeyFileError):
        nest(KEY, 7, FIRST.pack.public, "nobody")


def test_no_secret_is_in_what_is_sealed() -> None:
    assert KEY not in nested()
    assert make_pair(KEY).secret not in str(nested())


def case_file(folder: Path) -> Path:
    cards = [{"card": "k3", "places": ["seat 3", "muck"], "sealed": b64encode(seal_card(KEY, 7, "k3", Card("7h"))).decode()}]
    path = folder / "case.json"
    given = {"case": 1, "table": "Table 7", "hand": 7, "nested": b64encode(nested()).decode(), "cards": cards}
    path.write_text(json.dumps(given))
    return path


def test_the_officials_open_a_case_file_on_their_own_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, keys in (("first", FIRST), ("second", SECOND)):
        write_keys(tmp_path / name, keys)
    assert open_seal(case_file(tmp_path), key=tmp_path / "first") == 0
    half_open = tmp_path / "half-open.json"
    half_open.write_text(capsys.readouterr().out)
    assert open_seal(half_open, key=tmp_path / "second") == 0
    assert capsys.readouterr().out == "Table 7, hand 7\n7h  seat 3, muck\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [("second", "made for another official"), ("nowhere", "does not exist")],
)
def test_what_does_not_open_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    write_keys(tmp_path / "second", SECOND)
    assert open_seal(case_file(tmp_path), key=tmp_path / name) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1
