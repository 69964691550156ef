"""What lies on the simulated felt, for whoever draws it or reads it: truth, which no runtime package ever sees."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from rulebook.cards import Card
from rulebook.seats import seat_zone, zone_row


class SceneCard(msgspec.Struct, frozen=True):
    """One physical card. `slot` counts the places within a zone from 0 (board slots left to right; a pile stacks).

    `tag` is its UID (None: no or a dead tag); `back` is the deck's colour; `printed` is False for a face that no camera can
    read (a smudged card, ``??``).
    """

    id: int
    card: Card
    zone: str
    slot: int
    face: Literal["up", "down"]
    tag: str | None = None
    back: str = "red"
    printed: bool = True


class Scene(msgspec.Struct, frozen=True):
    """All cards that lie in a zone (the stub's own pile is in the dealer's hand and unseen; zone ``stub`` here is the card
    that shows in the stub's mouth). `covered` names zones under a hand; `lost` are the ids of cards that lie nowhere any more
    and are not in the stub either, which no sensor sees."""

    cards: tuple[SceneCard, ...] = ()
    covered: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()


def at_seats(scene: Scene) -> Scene:
    """The scene as the antennas of a table see it: what is set in rows of open-face lies before its seat, behind the cards in
    hand, and no more is known."""
    rows = [card for card in scene.cards if zone_row(card.zone) is not None]
    if not rows:
        return scene
    taken = Counter(card.zone for card in scene.cards)
    moved: dict[int, SceneCard] = {}
    for card in sorted(rows, key=lambda card: (card.zone, card.slot)):
        row = zone_row(card.zone)
        assert row is not None
        zone = seat_zone(row[0])
        moved[card.id] = msgspec.structs.replace(card, zone=zone, slot=taken[zone])
        taken[zone] += 1
    return msgspec.structs.replace(scene, cards=tuple(moved.get(card.id, card) for card in scene.cards))
