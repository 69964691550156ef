"""What lies on the simulated felt, for whoever draws it or reads it: truth, which no runtime package ever sees."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.cards import Card


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
    that shows in the stub's mouth). `covered` names zones under a hand."""

    cards: tuple[SceneCard, ...] = ()
    covered: tuple[str, ...] = ()
