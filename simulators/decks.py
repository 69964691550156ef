"""The simulator's decks: which tag is in which card. Made from a seed, the same for every depth.

Each face has one tag and a few spare ones that the deck's pack registers too: a card that turns up twice is then known by
RFID as what it is. A foreign card carries a tag of no pack.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rulebook.cards import DECK, Card

COLOURS = ("red", "blue")
SPARES = 3
CUT_CARD = "cut card"


@cache
def tag(deck: str, card: str, copy: int = 0, seed: int = 0) -> str:
    """The UID of a card's tag, 16 hex digits as ISO 15693 has them (E0, then a maker's byte; HARDWARE). `copy` 0: the first."""
    name = f"{seed}/{deck}/{card}/{copy}"
    return "E004" + hashlib.sha256(name.encode()).hexdigest()[:12].upper()


@cache
def pack(deck: str, seed: int = 0) -> Mapping[str, Card]:
    """UID -> card of one deck, spare tags included; what `deck enroll` of a real deck yields. The cut card is not in it."""
    return MappingProxyType({tag(deck, card, copy, seed): card for card in DECK for copy in range(1 + SPARES)})


def foreign_tag(card: Card, seed: int = 0) -> str:
    """The UID of a card that no pack knows."""
    return tag("foreign", card, 0, seed)
