"""The seal on hole cards (DESIGN 4): a fresh key per hand, payloads of one length, and a clock that only ever waits longer.

The key of a hand lives in the node's memory alone until it goes out at max(hand over, hand opened + delay), on boot time,
which nobody can set. Until then a sealed name tells nothing, not even to the hub that keeps it.
"""

from __future__ import annotations

import hashlib

import msgspec
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from rulebook.cards import Card, CardError, parse_card
from rulebook.core import Tick
from rulebook.events import Handle, KeyReleased

MS = 1_000_000
KEY_BYTES = 32
SEALED_BYTES = 24 + 16 + 2  # nonce, authenticator, the two characters of a card

SHORTEST_MS = 15 * 60_000
LONGEST_MS = 60 * 60_000
LOST_KEYS = "key"  # the `DoubtOpened` by which a node that was started again says that the keys in its memory are lost


class SealError(ValueError):
    """A sealed name that does not open: wrong key, damaged, or moved from another card. Never quotes key or name."""


def _derive(key: bytes, purpose: bytes, text: str = "", size: int = KEY_BYTES) -> bytes:
    if len(key) != KEY_BYTES:
        raise SealError(f"a hand's key has {KEY_BYTES} bytes, this one has {len(key)}")
    return hashlib.blake2b(text.encode(), key=key, digest_size=size, person=purpose).digest()


def seal_card(key: bytes, hand: int, handle: Handle, card: Card) -> bytes:
    """Seal the name of a card: `SEALED_BYTES` bytes, the same for the same arguments.

    The nonce depends on the name too, under the key: a handle that is named anew (a misread put right) is sealed under
    another nonce, for two names under one nonce would give both away.
    """
    parse_card(card)
    nonce = _derive(key, b"nonce", f"{hand}/{handle}/{card}", SecretBox.NONCE_SIZE)
    return bytes(SecretBox(_derive(key, b"name")).encrypt(card.encode(), nonce))


def open_card(key: bytes, hand: int, handle: Handle, sealed: bytes) -> Card:
    """The name in `sealed`, which must have been made for this hand and handle. Raises `SealError`."""
    try:
        name = SecretBox(_derive(key, b"name")).decrypt(sealed).decode("ascii")
        card = parse_card(name)
    except (CryptoError, CardError, ValueError, TypeError):
        raise SealError(f"the sealed name of {handle} in hand {hand} does not open: wrong key or damaged") from None
    if sealed != seal_card(key, hand, handle, card):
        raise SealError(f"the sealed name of {handle} in hand {hand} belongs to another card or hand")
    return card


class HandBegan(msgspec.Struct, frozen=True, tag=True):
    """A hand opened under this fresh key. Ends every earlier hand."""

    hand: int
    key: bytes

    def __repr__(self) -> str:
        return f"HandBegan(hand={self.hand})"


class HandOver(msgspec.Struct, frozen=True, tag=True):
    """The hand is over: the pot pushed, or the dealing annulled."""

    hand: int


class DelaySet(msgspec.Struct, frozen=True, tag=True):
    """The table's settings ask for this delay."""

    delay_ms: int


class DelayKept(msgspec.Struct, frozen=True, tag=True):
    """A setting was not followed: it would shorten the delay, or is beyond `LONGEST_MS` and could never be taken back."""

    asked_ms: int
    kept_ms: int


SealInput = HandBegan | HandOver | DelaySet | Tick
SealOutput = KeyReleased | DelayKept


class _Held(msgspec.Struct):
    key: bytes
    opened_ns: int
    over: bool = False

    def __repr__(self) -> str:
        return "_Held()"


class SealClock:
    """Holds the keys of the hands and says when each goes out.

    The delay is that of the settings, at least `shortest_ms` (0 in a demo, which is watermarked); it may grow at any time,
    for hands already open too, and never shrinks. Longer than `LONGEST_MS` it never grows.
    """

    def __init__(self, delay_ms: int = 0, *, shortest_ms: int = SHORTEST_MS) -> None:
        self._shortest_ms = shortest_ms
        self._delay_ms = max(delay_ms, shortest_ms)
        self._held: dict[int, _Held] = {}

    @property
    def delay_ms(self) -> int:
        """The delay in force."""
        return self._delay_ms

    def key(self, hand: int) -> bytes:
        """The key of a hand that is still sealed, to seal its cards with. Raises KeyError afterwards."""
        return self._held[hand].key

    def deadline(self) -> int | None:
        """When the next key is due; None while no finished hand waits."""
        return min((self._due(held) for held in self._held.values() if held.over), default=None)

    def step(self, now_ns: int, given: SealInput) -> list[SealOutput]:
        """Take a hand's beginning or end, a setting or the time."""
        out: list[SealOutput] = []
        if isinstance(given, HandBegan):
            if len(given.key) != KEY_BYTES:
                raise SealError(f"a hand's key has {KEY_BYTES} bytes, this one has {len(given.key)}")
            if given.hand in self._held:
                raise SealError(f"hand {given.hand} is already sealed: a second key would leave its cards shut for ever")
            for held in self._held.values():
                held.over = True
            self._held[given.hand] = _Held(given.key, now_ns)
        elif isinstance(given, HandOver):
            if given.hand in self._held:
                self._held[given.hand].over = True
        elif isinstance(given, DelaySet):
            if self._delay_ms <= given.delay_ms <= LONGEST_MS:
                self._delay_ms = given.delay_ms
            else:
                out.append(DelayKept(given.delay_ms, self._delay_ms))
        for hand in [hand for hand, held in self._held.items() if held.over and self._due(held) <= now_ns]:
            out.append(KeyReleased(hand, self._held.pop(hand).key))
        return out

    def _due(self, held: _Held) -> int:
        return held.opened_ns + self._delay_ms * MS
