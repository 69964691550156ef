"""Keys: who a table and a hub are, and who may read a deck's tags.

A process has one key file with two pairs of X25519 keys: `curve` proves who it is on the wire (ZeroMQ's CURVE), `pack` opens
the deck packs made for it. A table's identity is its curve public key, written in z85 as ZeroMQ does. Secret keys never
appear in a text, a log or an exception.
"""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import msgspec
from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey, SealedBox

from rulebook.cards import DECK, Card

KEY_BYTES = 32
_Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
_Z85_VALUE = {character: value for value, character in enumerate(_Z85)}


class KeyFileError(ValueError):
    """A key or key file that cannot be used: which, why, and what to do. Never quotes a secret."""


class PackError(ValueError):
    """A deck pack that does not open or is no deck. Never quotes a tag."""


def z85_encode(raw: bytes) -> str:
    """ZeroMQ's text form of binary keys (RFC 32/Z85): 32 bytes are 40 characters."""
    if len(raw) % 4:
        raise ValueError("z85 needs a multiple of 4 bytes")
    text = []
    for at in range(0, len(raw), 4):
        value = int.from_bytes(raw[at : at + 4], "big")
        text.append("".join(_Z85[value // 85**power % 85] for power in (4, 3, 2, 1, 0)))
    return "".join(text)


def z85_decode(text: str) -> bytes:
    """The bytes of a z85 text. Raises ValueError."""
    if len(text) % 5:
        raise ValueError("z85 needs a multiple of 5 characters")
    raw = bytearray()
    for at in range(0, len(text), 5):
        value = 0
        for character in text[at : at + 5]:
            if character not in _Z85_VALUE:
                raise ValueError(f"character {at + 1} or one of the four after it is not of z85")
            value = 85 * value + _Z85_VALUE[character]
        if value >= 1 << 32:
            raise ValueError(f"the group at character {at + 1} is too large for z85")
        raw += value.to_bytes(4, "big")
    return bytes(raw)


def check_public_key(text: str) -> str:
    """`text` if it is a public key in z85. Raises `KeyFileError`."""
    try:
        if len(z85_decode(text)) == KEY_BYTES:
            return text
    except ValueError:
        pass
    raise KeyFileError("that is no public key: expected the 40 characters that the key file's line `public` holds")


class KeyPair(msgspec.Struct, frozen=True):
    """One X25519 pair in z85. Its text shows the public half alone."""

    public: str
    secret: str

    def __repr__(self) -> str:
        return f"KeyPair(public={self.public!r})"


def make_pair(seed: bytes) -> KeyPair:
    """The pair of 32 random bytes, which become the secret key."""
    if len(seed) != KEY_BYTES:
        raise KeyFileError(f"a key is made of {KEY_BYTES} random bytes, not of {len(seed)}")
    key = PrivateKey(seed)
    return KeyPair(z85_encode(bytes(key.public_key)), z85_encode(bytes(key)))


class Keys(msgspec.Struct, frozen=True):
    """All keys of one process."""

    curve: KeyPair
    pack: KeyPair

    def __repr__(self) -> str:
        return f"Keys(curve={self.curve!r}, pack={self.pack!r})"


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    curve: KeyPair
    pack: KeyPair


_HEAD = "# dealer-table key file. Whoever reads it can be this machine: keep it here alone, mode 0600.\n"


def make_keys(seed: bytes) -> Keys:
    """Both pairs from 64 random bytes."""
    if len(seed) != 2 * KEY_BYTES:
        raise KeyFileError(f"keys are made of {2 * KEY_BYTES} random bytes, not of {len(seed)}")
    return Keys(make_pair(seed[:KEY_BYTES]), make_pair(seed[KEY_BYTES:]))


def write_keys(path: Path, keys: Keys) -> None:
    """Create the key file with mode 0600. Never overwrites: the old key may be all that names this table."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise KeyFileError(f"{path} exists; move it away first if this machine really is to become another one") from None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be created: {error.strerror}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)  # whatever the umask said
        file.write(_HEAD)
        file.write("version = 1\n")
        for name, pair in (("curve", keys.curve), ("pack", keys.pack)):
            file.write(f'\n[{name}]\npublic = "{pair.public}"\nsecret = "{pair.secret}"\n')
        file.flush()
        os.fsync(file.fileno())


def load_keys(path: Path) -> Keys:
    """Read a key file. Raises `KeyFileError` if it is missing, damaged or readable by others."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise KeyFileError(f"{path} does not exist; make it with `dealer-table keys make {path}`") from None
    except (OSError, UnicodeDecodeError):
        raise KeyFileError(f"{path} cannot be read as this user") from None
    if mode & 0o077:
        raise KeyFileError(
            f"{path} can be read by others (mode {mode:04o}); run `chmod 600 {path}`, and replace it if they may have"
        )
    try:
        file = msgspec.toml.decode(text, type=_File)
        if file.version != 1:
            raise KeyFileError(f"{path} is a key file of version {file.version}, this program reads version 1")
        for pair in (file.curve, file.pack):
            if make_pair(z85_decode(pair.secret)).public != pair.public:
                raise KeyFileError(f"{path} is damaged: a public key does not belong to its secret key")
    except KeyFileError:
        raise
    except ValueError:
        raise KeyFileError(f"{path} is no key file or damaged; bring it back from its copy") from None
    return Keys(file.curve, file.pack)


class DeckPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tags of one deck: UID (16 upper-case hex digits) -> card, and the tag of its cut card ("" if it has none)."""

    deck: str
    cards: dict[str, Card]
    cut_card: str = ""

    def __repr__(self) -> str:
        return f"DeckPack(deck={self.deck!r})"


def _check_pack(pack: DeckPack) -> DeckPack:
    if sorted(pack.cards.values()) != sorted(DECK):
        raise PackError(f"the pack of deck {pack.deck!r} is no full deck: enroll the deck anew")
    return pack


def seal_pack(pack: DeckPack, pack_public: str, seed: bytes) -> bytes:
    """Encrypt a deck's pack to a node's `pack` key, with 32 random bytes; whoever relays it reads nothing.

    The bytes are those of libsodium's sealed box, whose ephemeral key is made of `seed`.
    """
    _check_pack(pack)
    to = PublicKey(z85_decode(check_public_key(pack_public)))
    ephemeral = PrivateKey(seed)
    public = bytes(ephemeral.public_key)
    nonce = hashlib.blake2b(public + bytes(to), digest_size=Box.NONCE_SIZE).digest()
    return public + Box(ephemeral, to).encrypt(msgspec.json.encode(pack), nonce).ciphertext


def open_pack(sealed: bytes, pack_keys: KeyPair) -> DeckPack:
    """The pack in `sealed`, made for this key. Raises `PackError`."""
    try:
        plain = SealedBox(PrivateKey(z85_decode(pack_keys.secret))).decrypt(sealed)
        pack = msgspec.json.decode(plain, type=DeckPack)
    except (CryptoError, ValueError, TypeError):
        raise PackError(
            f"this deck pack was not made for the key {pack_keys.public}, or is damaged: ask for a new one"
        ) from None
    return _check_pack(pack)
