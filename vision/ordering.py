"""Which of a photograph's cards is which of its labels: as labelled from left to right, unless the cards deny it. Pure.

Evidence is the colour of each index (red or black) and its glyphs beside those of photographs that are settled already. What is
decided by it settles further photographs. What is not is taken as labelled, but not from a folder of which some photograph was
found to be labelled in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

import numpy as np

from rulebook.cards import DECK
from vision.appearance import Floats, Image, corner_picture, turned, whitened
from vision.glyphs import GlyphSet, find_boxes, glyph_set

ENOUGH = 4  # other pictures that a judgement on a label must rest on
_MOST_SHUFFLED = 6  # cards of a photograph whose order is tried in all ways
_CLEARLY_BETTER = 0.35  # summed likeness by which another order must be better
_INDEX = (slice(5, 42), slice(3, 15))  # rows and columns of the upright card that hold any deck's index
_INK, _LEAST_INK_PX = 0.3, 8
_RED, _NOT_RED = 0.45, 0.3  # red against green, per ink: measured 0.5 to 1.2 and under 0.27
_USUAL = {"h": "red", "d": "red", "c": "black", "s": "black"}
_CONTRADICTED = 1.0  # likeness that a label loses on a card of the other colour
Face = tuple[str, Floats]


@dataclass(frozen=True)
class Taken:
    """The cards found in one photograph, cut out, from left to right, with the labels that it was given (never fewer)."""

    name: str
    labels: tuple[str, ...]
    cards: tuple[Image, ...]

    @property
    def pictures(self) -> list[Floats]:
        return [corner_picture(whitened(card)) for card in self.cards]

    @property
    def faces(self) -> list[Face]:
        """Labels and corner pictures of its faces; none unless every card was found."""
        if len(self.cards) != len(self.labels):
            return []
        return [(label, picture) for label, picture in zip(self.labels, self.pictures, strict=True) if label in DECK]


@dataclass
class Ordered:
    """The photographs with a label for each card, and what was left out or taken otherwise than labelled, and why. Those with
    fewer cards than labels of which it is not clear which are there are in neither."""

    taken: list[Taken] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


def index_colour(picture: Floats) -> str:
    """``red`` or ``black`` by the ink of both indices of a corner picture; empty where it is neither, or too little."""
    shades = []
    for corner in (picture, turned(picture)):
        part = corner[_INDEX]
        ink = part[..., 0]
        dark = ink > _INK
        if np.count_nonzero(dark) >= _LEAST_INK_PX:
            shades.append(float((part[..., 1][dark] / ink[dark]).mean()))
    if not shades or min(shades) < _RED < max(shades):
        return ""
    return "red" if min(shades) > _RED else "black" if max(shades) < _NOT_RED else ""


def suit_colours(photographs: Sequence[Taken]) -> dict[str, str]:
    """The colour of each suit: the usual one, unless the photographs' own labels say clearly that this deck has another."""
    votes = {suit: {"red": 0, "black": 0} for suit in _USUAL}
    for each in photographs:
        for label, picture in each.faces:
            colour = index_colour(picture)
            if colour:
                votes[label[1]][colour] += 3 if len(each.labels) == 1 else 1
    other = {"red": "black", "black": "red"}
    return {suit: usual for suit, usual in _USUAL.items() if votes[suit][other[usual]] <= 2 * (votes[suit][usual] + 2)}


def in_order(photographs: Sequence[Taken]) -> Ordered:
    """Find the order of every photograph's cards."""
    colours, result = suit_colours(photographs), Ordered()
    waiting: list[Taken] = []
    for each in photographs:
        if len(each.labels) > 1:
            waiting.append(each)
        elif _denied(each.pictures[0], each.labels[0], colours):
            seen = index_colour(each.pictures[0])
            result.doubts.append(
                f"{each.name}: labelled {each.labels[0]}, but its indices are {seen}; left out. Check the label"
            )
        else:
            result.taken.append(each)
    otherwise = False
    settled = True
    while settled and waiting:
        settled = False
        for each in list(waiting):
            order = _decided(each, [face for other in result.taken for face in other.faces], colours)
            if order is None:
                continue
            waiting.remove(each)
            settled = True
            labels = tuple(each.labels[at] for at in order)
            result.taken.append(replace(each, labels=labels))
            if len(each.cards) == len(each.labels) and labels != each.labels:
                otherwise = True
                result.doubts.append(
                    f"{each.name}: its cards lie as {' '.join(labels)} from left to right; taken so, not as labelled"
                )
    for each in waiting:
        _undecided(each, colours, otherwise, result)
    places = {each.name: at for at, each in enumerate(photographs)}
    result.taken.sort(key=lambda each: places[each.name])
    return result


def _undecided(photograph: Taken, colours: dict[str, str], otherwise: bool, result: Ordered) -> None:
    """Take as labelled what nothing denies and no other photograph makes doubtful."""
    wanted = len(photograph.labels)
    if len(photograph.cards) < wanted:
        return
    if any(_denied(picture, label, colours) for picture, label in zip(photograph.pictures, photograph.labels, strict=True)):
        result.doubts.append(
            f"{photograph.name}: its cards do not lie as {' '.join(photograph.labels)} from left to right, and how they lie "
            "is not clear; left out. Label them from left to right"
        )
    elif otherwise and wanted <= _MOST_SHUFFLED:
        result.doubts.append(
            f"{photograph.name}: how its cards lie is not clear, and other photographs are not labelled from left to right; "
            "left out. Label them so, or photograph its cards singly"
        )
    else:
        result.taken.append(photograph)


def _denied(picture: Floats, label: str, colours: dict[str, str]) -> bool:
    """The index has the other colour than this label's suit."""
    wanted = colours.get(label[1]) if label in DECK else None
    seen = index_colour(picture) if wanted else ""
    return bool(seen) and seen != wanted


def _decided(photograph: Taken, others: list[Face], colours: dict[str, str]) -> tuple[int, ...] | None:
    """The order of labels that is clearly better than any other; None when none is."""
    wanted, got = len(photograph.labels), len(photograph.cards)
    if wanted > _MOST_SHUFFLED:
        return None
    likely = np.zeros((got, wanted), dtype=np.float32)
    if len(others) >= ENOUGH:
        likely += label_likeness(photograph, others)
    for at, picture in enumerate(photograph.pictures):
        for to, label in enumerate(photograph.labels):
            likely[at, to] -= _CONTRADICTED * _denied(picture, label, colours)
    orders = list(permutations(range(wanted), got))
    worth = [sum(float(likely[at, to]) for at, to in enumerate(order)) for order in orders]
    # Two cards of one name may change places.
    shown = {tuple(photograph.labels[to] for to in order): value for value, order in sorted(zip(worth, orders, strict=True))}
    first, *rest = sorted(shown, key=lambda labels: -shown[labels])
    if rest and shown[first] - shown[rest[0]] < _CLEARLY_BETTER:
        return None
    return next(order for order in orders if tuple(photograph.labels[to] for to in order) == first)


def glyph_sets(others: Sequence[Face]) -> tuple[GlyphSet, GlyphSet]:
    """Ranks and suits of these faces' indices."""
    rank_box, suit_box = find_boxes([picture for _, picture in others])
    return glyph_set(list(others), rank_box, "rank"), glyph_set(list(others), suit_box, "suit")


def label_likeness(photograph: Taken, others: list[Face]) -> Floats:
    """How well each card (rows) fits each label (columns), by the glyphs of both indices; what no other shows is neutral."""
    likely = np.zeros((len(photograph.cards), len(photograph.labels)), dtype=np.float32)
    for glyphs, place in zip(glyph_sets(others), (0, 1), strict=True):
        for card, picture in enumerate(photograph.pictures):
            scores = glyphs.class_scores(picture)
            for at, label in enumerate(photograph.labels):
                likely[card, at] += scores.get(label[place], 0.5) if label in DECK else 0.5
    return likely
