"""Which decks can have anything to say about a picture: bounds of the whole-card witness at a quarter of its cost. Pure.

A picture is a part that a coarse one keeps and a rest. The likeness of two pictures is that of their coarse parts, give or take
the product of the lengths of their rests: a bound, not a guess, so no reading is another for it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rulebook.cards import Card
from vision.appearance import Floats, likeness, turned, whole_vector
from vision.deck import Deck, Templates, coarse

_ROUNDING = 1e-4  # of a likeness in 32 bits


class Bounds:
    """One picture (`vision.appearance.whole_picture`) before any number of decks."""

    def __init__(self, picture: Floats) -> None:
        self._vectors = np.stack([whole_vector(picture), whole_vector(turned(picture))])
        self._coarse = np.stack([coarse(each) for each in self._vectors])
        self._rest = float(np.sqrt(max(0.0, 1.0 - float((self._coarse[0] ** 2).sum()))))
        self._kept: dict[int, Floats] = {}

    def likely_first(self, decks: Sequence[Deck], width_px: float) -> list[Deck]:
        """The decks, the likeliest first; in the order given where they are alike."""
        return sorted(decks, key=lambda deck: -float(self._best(deck, width_px).max()))

    def could_name_another(self, deck: Deck, width_px: float, card: Card) -> bool:
        """Whether this deck's whole-card witness might name a card, and another one than `card`: False is certain."""
        templates = deck.templates(width_px)
        most = self.most(deck, width_px)
        may = most >= deck.naming_likeness
        own = -1.0
        if card in deck.members:
            may[deck.members[card]] = False
            if may.any():
                own = float(self._exactly(templates, deck.members[card]).max())
        others = np.flatnonzero(may & (most >= own))
        exact = self._exactly(templates, others) + _ROUNDING
        return bool(((exact >= own) & (exact >= deck.naming_likeness[others])).any())

    def most(self, deck: Deck, width_px: float) -> Floats:
        """What no likeness to the deck's pictures exceeds."""
        return self._best(deck, width_px) + self._rest * deck.templates(width_px).rests + np.float32(_ROUNDING)

    def _best(self, deck: Deck, width_px: float) -> Floats:
        """The likeness of the coarse pictures, the better of upright and turned."""
        if id(deck) not in self._kept:
            self._kept[id(deck)] = likeness(self._coarse, deck.templates(width_px).coarse).max(axis=0)
        return self._kept[id(deck)]

    def _exactly(self, templates: Templates, pictures: NDArray[np.intp]) -> Floats:
        if not len(pictures):
            return np.zeros(0, dtype=np.float32)
        return np.asarray(likeness(self._vectors, templates.vectors[pictures]).max(axis=0), dtype=np.float32)
