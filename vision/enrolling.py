"""Make a deck of labelled photographs: find the cards, match them with their labels, check one by the others.

Pure: pictures in, a deck and plain messages out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from rulebook.cards import DECK
from vision.appearance import Floats, Image, corner_picture, turned, upright, whitened
from vision.deck import Deck, DeckError, enrol
from vision.glyphs import GlyphSet, find_boxes, glyph_set
from vision.loose import CARD_LIKE, find_candidates, likeliest

_MOST_SHUFFLED = 6  # cards of a photograph whose order is tried in all ways
_ENOUGH = 4  # other pictures that a judgement on a label must rest on
_CLEARLY_BETTER = 0.35  # summed likeness by which another order must be better
_SURELY_OTHER = 0.12  # margin by which both indices must name another glyph for a label to be doubted


@dataclass(frozen=True)
class Photograph:
    """A picture and what it shows, from left to right (`vision.deck.LABELS`)."""

    name: str
    image: Image
    labels: tuple[str, ...]


@dataclass(frozen=True)
class _Taken:
    """The cards found in one photograph, cut out, from left to right, with the labels that it was given (never fewer)."""

    name: str
    labels: tuple[str, ...]
    cards: tuple[Image, ...]

    @property
    def pictures(self) -> list[Floats]:
        return [corner_picture(whitened(card)) for card in self.cards]


@dataclass
class Enrolment:
    """What has been taken so far. `problems`: photographs that were left out, and why; `doubts`: labels that looked wrong."""

    taken: list[_Taken] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def add(self, photograph: Photograph) -> int:
        """Take the cards of one photograph; how many were found. Too few of several are sorted out at the end."""
        wanted = len(photograph.labels)
        cards = [each for each in likeliest(find_candidates(photograph.image), wanted) if each.likely >= CARD_LIKE]
        if not cards:
            self.problems.append(
                f"{photograph.name}: no card found where the labels say {' '.join(photograph.labels)}; left out. "
                "Show each card whole, flat and apart from others, on a plain ground"
            )
            return 0
        cards.sort(key=lambda each: float(each.corners_px[:, 0].mean()))
        uprights = tuple(upright(photograph.image, each.corners_px) for each in cards)
        self.taken.append(_Taken(photograph.name, photograph.labels, uprights))
        return len(cards)

    @property
    def missing(self) -> tuple[str, ...]:
        """Cards of the 52, and the back, of which no picture is there yet."""
        shown = {label for each in self.taken if len(each.cards) == len(each.labels) for label in each.labels}
        return tuple(str(label) for label in (*DECK, "back") if label not in shown)

    def finish(self, name: str) -> Deck:
        """The deck. Raises `DeckError` when nothing was taken or two faces are too close; doubted pictures are left out."""
        if not any(label in DECK for each in self.taken for label in each.labels):
            raise DeckError(f"deck {name!r}: no card was found in any photograph. " + " ".join(self.problems[:3]))
        sorted_out = [each for each in map(self._in_order, self.taken) if each is not None]
        pictures: dict[str, list[Image]] = {}
        for photograph in sorted_out:
            for at, (label, card) in enumerate(zip(photograph.labels, photograph.cards, strict=True)):
                if not self._doubted(photograph, at, sorted_out):
                    pictures.setdefault(label, []).append(card)
        return enrol(name, pictures)

    def _in_order(self, photograph: _Taken) -> _Taken | None:
        """The photograph with a label for each card found, as the indices in the other photographs say.

        As labelled when all were found and no other order is clearly better; None when some were missed and which is not clear.
        """
        wanted, got = len(photograph.labels), len(photograph.cards)
        others = _faces([each for each in self.taken if len(each.labels) == 1], photograph)
        if wanted == 1 or (got == wanted and (len(others) < _ENOUGH or wanted > _MOST_SHUFFLED)):
            return photograph
        best: tuple[int, ...] = ()
        if len(others) >= _ENOUGH and wanted <= _MOST_SHUFFLED:
            likely = _label_likeness(photograph, others)
            orders = {
                order: sum(float(likely[at, to]) for at, to in enumerate(order)) for order in permutations(range(wanted), got)
            }
            best, second = sorted(orders, key=lambda order: -orders[order])[:2]
            given = tuple(range(wanted))
            if got == wanted and orders[best] - orders[given] < _CLEARLY_BETTER:
                return photograph
            if got < wanted and orders[best] - orders[second] < _CLEARLY_BETTER:
                best = ()
        if not best:
            self.problems.append(
                f"{photograph.name}: {_cards(got)} found where the labels say {wanted}, and which is not clear; left out. "
                "Show each card whole, flat and apart from others, on a plain ground"
            )
            return None
        labels = tuple(photograph.labels[at] for at in best)
        if got == wanted:
            self.doubts.append(
                f"{photograph.name}: its cards lie as {' '.join(labels)} from left to right; taken so, not as labelled"
            )
        return _Taken(photograph.name, labels, photograph.cards)

    def _doubted(self, photograph: _Taken, at: int, everything: list[_Taken]) -> bool:
        """A card whose two indices both look like another's: a wrong label would poison the deck."""
        label = photograph.labels[at]
        others = _faces(everything, photograph)
        if label not in DECK or len(others) < _ENOUGH:
            return False
        said = _indices_say(photograph.pictures[at], label, others)
        wrong = [name for name, own in zip(said, label, strict=True) if name and name != own]
        if wrong:
            self.doubts.append(
                f"{photograph.name}: labelled {label}, but its indices look like {wrong[0]}; left out. Check the label"
            )
        return bool(wrong)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _faces(photographs: Sequence[_Taken], but: _Taken) -> list[tuple[str, Floats]]:
    """Faces (card and corner picture) of all photographs but one."""
    return [
        (label, picture)
        for each in photographs
        if each.name != but.name and len(each.cards) == len(each.labels)
        for label, picture in zip(each.labels, each.pictures, strict=True)
        if label in DECK
    ]


def _glyph_sets(others: Sequence[tuple[str, Floats]]) -> tuple[GlyphSet, GlyphSet]:
    rank_box, suit_box = find_boxes([picture for _, picture in others])
    return glyph_set(list(others), rank_box, "rank"), glyph_set(list(others), suit_box, "suit")


def _label_likeness(photograph: _Taken, others: list[tuple[str, Floats]]) -> Floats:
    """How well each card (rows) fits each label (columns), by the glyphs of both indices; what no other shows is neutral."""
    likely = np.zeros((len(photograph.cards), len(photograph.labels)), dtype=np.float32)
    for glyphs, place in zip(_glyph_sets(others), (0, 1), strict=True):
        for card, picture in enumerate(photograph.pictures):
            scores = glyphs.class_scores(picture)
            for at, label in enumerate(photograph.labels):
                likely[card, at] += scores.get(label[place], 0.5) if label in DECK else 0.5
    return likely


def _indices_say(picture: Floats, label: str, others: list[tuple[str, Floats]]) -> tuple[str, str]:
    """Rank and suit as both indices surely name them by the glyphs of the other pictures; empty where they do not.

    Nothing is said where no other picture bears the label's own glyph: the nearest of the wrong ones would be taken for it.
    """
    said = []
    for glyphs, own in zip(_glyph_sets(others), label, strict=True):
        if own not in glyphs.classes:
            said.append("")
            continue
        first, second = glyphs.judge(picture), glyphs.judge(turned(picture))
        sure = first.best == second.best and min(first.margin, second.margin) > _SURELY_OTHER
        said.append(first.best if sure and min(first.likeness, second.likeness) > 0.75 else "")
    return said[0], said[1]
