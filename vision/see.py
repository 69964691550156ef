"""Read the cards of a photograph against enrolled decks. Pure.

Every card-like outline is tried; one that nearly fits an enrolled face is laid upon it exactly and judged again. Then the print
of the enrolled faces is looked for where nothing was read: cards without a visible outline, and partly covered ones. Two
readings of one place that differ make it unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rulebook.cards import Card, parse_card
from vision.appearance import Image, reduced, turned, upright, whitened, whole_picture
from vision.calibration import map_points
from vision.deck import Deck
from vision.evened import evenly_lit
from vision.identify import Reading, judge_whole, read_with
from vision.loose import CARD_LIKE, Candidate, find_candidates, overlap
from vision.outline import Points
from vision.partial import hidden_share, read_part
from vision.prints import Placed, marks_of, placed
from vision.register import RECTANGLE, ink_of, register
from vision.sightings import Face

_MOST_TRIED = 60
_WORTH_LAYING = 0.4  # likeness from which an outline that is off may still be that card's
_FARTHEST_PX = 9.0  # of the upright card: farther off it was another outline's business
_SAME_PLACE = 0.3
_WORKING_SIDE_PX = 1000  # photographs are searched for print at this size
_MOST_ENLARGED = 2.0
_MOST_POSES, _MOST_OF_A_LABEL = 48, 3  # tried in a photograph; of one label in one place
_SAME_POSE = 0.8  # of the smaller one's area
_LAID_UPON = 0.1  # of a card that is hidden
_ROUNDS = 3
_MOST_MARKS = 4000
_MAY_BE_WHOLE = 0.45  # hidden, by the first rough place
_CERTAINLY_PRINT = 25  # marks from which a card lies there, whether it can be named or not


@dataclass(frozen=True)
class SeenCard:
    """One card of a photograph. `corners_px` clockwise from the upper left of the card held upright, either way up.

    `hidden`: the share of it that is covered or lies beyond the picture, where that is known; the corners are then inferred.
    `disputed`: two readings named it differently, and no third one settles that.
    """

    card: Card | None
    face: Face
    confidence: float
    corners_px: Points
    why: str = ""
    hidden: float = 0.0
    disputed: bool = False

    @property
    def settled(self) -> bool:
        """Nothing more is asked of this place."""
        return self.card is not None or self.face == "down" or self.disputed


def see_picture(image: Image, decks: Sequence[Deck]) -> list[SeenCard]:
    """The cards of a picture, from left to right. What looks like a card and is not recognised is there too, unknown."""
    found: list[tuple[float, SeenCard]] = []
    for candidate in find_candidates(image)[:_MOST_TRIED]:
        reading, corners = read_outline(image, candidate.corners_px, decks)
        if reading.card is None and reading.face == "unknown" and candidate.likely < CARD_LIKE:
            continue
        found.append(
            (_rank(reading, candidate), SeenCard(reading.card, reading.face, reading.confidence, corners, reading.why))
        )
    chosen: list[SeenCard] = []
    for _, card in sorted(found, key=lambda each: -each[0]):
        take(card, chosen)
    known = [each.corners_px for each in chosen if each.settled]
    for card in by_print(image, decks, known):
        # An outline that says nothing yields to the print that lies there.
        chosen = [each for each in chosen if each.settled or not _one_place(card, each)]
        take(card, chosen)
    return sorted(chosen, key=lambda each: float(each.corners_px[:, 0].mean()))


def _one_place(first: SeenCard, second: SeenCard) -> bool:
    """Whether two outlines cannot be two cards: of those that lie one upon the other, the lower shows in part."""
    most = _SAME_POSE if max(first.hidden, second.hidden) > _LAID_UPON else _SAME_PLACE
    return overlap(first.corners_px, second.corners_px) > most


def take(card: SeenCard, chosen: list[SeenCard]) -> None:
    """Add a card where none is yet; one that is named otherwise than what is there already makes that unknown."""
    rival = next((at for at, each in enumerate(chosen) if _one_place(card, each)), None)
    if rival is None:
        chosen.append(card)
    elif card.card is not None and chosen[rival].card not in (None, card.card):
        why = f"{chosen[rival].card} or {card.card}"
        chosen[rival] = SeenCard(None, "unknown", 0.0, chosen[rival].corners_px, why, disputed=True)


def by_print(image: Image, decks: Sequence[Deck], known: Sequence[Points]) -> list[SeenCard]:
    """The cards that the print of the enrolled faces shows outside of what is `known`; unnamed where the print is certain and
    too little of the card shows."""
    at_work, scale = _at_working_size(image)
    marks = marks_of(at_work, _MOST_MARKS)
    chosen: list[SeenCard] = []
    for _ in range(_ROUNDS):
        # What a card that has been named shows is taken for no other's print.
        done = [*known, *(each.corners_px for each in chosen)]
        inside = [(each + 0.5) * scale - 0.5 for each in done]
        poses = [(deck, each) for deck in decks for each in placed(marks, deck.marks, inside)]
        poses = [(deck, replace(each, corners_px=(each.corners_px + 0.5) / scale - 0.5)) for deck, each in poses]
        named, unnamed = _judged(image, decks, poses, done)
        before = len(chosen)
        for card in named:
            take(card, chosen)
        if len(chosen) == before:
            for card in unnamed:
                take(card, chosen)
            break
    return chosen


def _at_working_size(image: Image) -> tuple[Image, float]:
    """The picture as it is searched for print, and its scale: pips of a card of 100 px have too few marks of their own."""
    scale = min(_MOST_ENLARGED, _WORKING_SIDE_PX / max(image.shape[:2]))
    if scale <= 1:
        return reduced(image, _WORKING_SIDE_PX)
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), dtype=np.uint8), scale


def _judged(
    image: Image, decks: Sequence[Deck], poses: list[tuple[Deck, Placed]], known: Sequence[Points]
) -> tuple[list[SeenCard], list[SeenCard]]:
    """What the witnesses say of the places where print was found: cards with a name, and without where the print is certain."""
    named: list[SeenCard] = []
    unnamed: list[SeenCard] = []
    tried: list[tuple[str, Points]] = []
    for deck, pose in sorted(poses, key=lambda each: -each[1].agreeing):
        corners, label = pose.corners_px, deck.labels[pose.at]
        before = sum(label == other and overlap(corners, there) > _SAME_POSE for other, there in tried)
        again = any(label == str(each.card) and overlap(corners, each.corners_px) > _SAME_POSE for each in named)
        if again or before >= _MOST_OF_A_LABEL or any(overlap(corners, each) > _SAME_POSE for each in known):
            continue
        tried.append((label, corners))
        if len(tried) > _MOST_POSES:
            break
        card = _read_pose(image, decks, deck, pose.at, corners)
        if card.card is not None:
            named.append(card)
        elif pose.agreeing >= _CERTAINLY_PRINT:
            unnamed.append(card)
    return named, unnamed


def _read_pose(image: Image, decks: Sequence[Deck], deck: Deck, at: int, corners: Points) -> SeenCard:
    """Judge the enrolled picture number `at` of a deck where its print seems to lie: as a whole card, then by what shows."""
    if hidden_share(image, corners, deck, at) < _MAY_BE_WHOLE:
        reading, whole = read_outline(image, corners, decks)
        if reading.card is not None:
            return SeenCard(reading.card, reading.face, reading.confidence, whole)
    part = read_part(image, corners, deck, at)
    if part.label:
        return SeenCard(parse_card(part.label), "up", part.confidence, part.corners_px, hidden=part.hidden)
    face: Face = "unknown" if deck.labels[at] == "back" else "up"
    return SeenCard(None, face, 0.0, part.corners_px, part.why, part.hidden)


def _rank(reading: Reading, candidate: Candidate) -> float:
    """Named before face down before unknown; then the surer, then the likelier outline."""
    kind = 2.0 if reading.card is not None else 1.0 if reading.face == "down" else 0.0
    return 100 * kind + 10 * reading.confidence + candidate.likely


def read_outline(image: Image, corners: Points, decks: Sequence[Deck]) -> tuple[Reading, Points]:
    """Read what lies in an outline; where nothing is accepted, lay it upon the nearest enrolled face and read again; where that
    says nothing either and a shadow's edge lies across the card, once more without it."""
    reading, where = _read_as(_as_it_is, image, corners, decks)
    if reading.card is None and reading.face != "down" and evenly_lit(upright(image, where)) is not None:
        evened, there = _read_as(evenly_lit, image, where, decks)
        if evened.card is not None:
            return evened, there
    return reading, where


def _as_it_is(card: Image) -> Image:
    return card


def _read_as(
    seen: Callable[[Image], Image | None], image: Image, corners: Points, decks: Sequence[Deck]
) -> tuple[Reading, Points]:
    """Read an outline, its upright card made `seen` first, as it is found and as laid upon the nearest enrolled face."""
    width_px = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2

    def made(where: Points) -> Image:
        card = upright(image, where)
        better = seen(card)
        return card if better is None else better

    card = made(corners)
    reading = read_with(card, decks, width_px)
    if reading.card is not None:
        return reading, corners
    for deck in decks:
        moved = _laid_upon(card, deck, width_px)
        if moved is None:
            continue
        matrix = cv2.getPerspectiveTransform(RECTANGLE.astype(np.float32), corners.astype(np.float32))
        better = map_points(np.asarray(matrix, dtype=np.float64), moved)
        again = read_with(made(better), decks, width_px)
        if again.card is not None or (again.face != "unknown" and reading.face == "unknown"):
            return again, better
    return reading, corners


def _laid_upon(card: Image, deck: Deck, width_px: float) -> Points | None:
    """Where, in the upright picture, the corners of the nearest enrolled card lie; None when it fits nowhere."""
    white = whitened(card)
    templates = deck.templates(width_px)
    whole = judge_whole(whole_picture(white), deck, templates)
    if whole.likeness < _WORTH_LAYING:
        return None
    picture = templates.picture(whole.at)
    target = ink_of(turned(picture) if whole.turned else picture)
    moved = register(target, ink_of(white))
    return None if moved is None or np.abs(moved - RECTANGLE).max() > _FARTHEST_PX else moved
