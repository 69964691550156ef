"""Read the cards of a photograph against enrolled decks. Pure.

Every card-like outline is tried; one that nearly fits an enrolled face is laid upon it exactly and judged again. Two readings
of one place that differ make it unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rulebook.cards import Card
from vision.appearance import Image, turned, upright, whitened, whole_picture
from vision.calibration import map_points
from vision.deck import Deck
from vision.identify import Reading, judge_whole, read_with
from vision.loose import CARD_LIKE, Candidate, find_candidates, overlap
from vision.outline import Points
from vision.register import RECTANGLE, ink_of, register
from vision.sightings import Face

_MOST_TRIED = 60
_WORTH_LAYING = 0.4  # likeness from which an outline that is off may still be that card's
_FARTHEST_PX = 9.0  # of the upright card: farther off it was another outline's business
_SAME_PLACE = 0.3


@dataclass(frozen=True)
class SeenCard:
    """One card of a photograph. `corners_px` clockwise from the upper left of the card held upright, either way up."""

    card: Card | None
    face: Face
    confidence: float
    corners_px: Points
    why: str = ""


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
        rival = next((at for at, each in enumerate(chosen) if overlap(card.corners_px, each.corners_px) > _SAME_PLACE), None)
        if rival is None:
            chosen.append(card)
        elif card.card is not None and chosen[rival].card not in (None, card.card):
            chosen[rival] = SeenCard(None, "unknown", 0.0, chosen[rival].corners_px, f"{chosen[rival].card} or {card.card}")
    return sorted(chosen, key=lambda each: float(each.corners_px[:, 0].mean()))


def _rank(reading: Reading, candidate: Candidate) -> float:
    """Named before face down before unknown; then the surer, then the likelier outline."""
    kind = 2.0 if reading.card is not None else 1.0 if reading.face == "down" else 0.0
    return 100 * kind + 10 * reading.confidence + candidate.likely


def read_outline(image: Image, corners: Points, decks: Sequence[Deck]) -> tuple[Reading, Points]:
    """Read what lies in an outline; where nothing is accepted, lay it upon the nearest enrolled face and read again."""
    width_px = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    card = upright(image, corners)
    reading = read_with(card, decks, width_px)
    if reading.card is not None:
        return reading, corners
    for deck in decks:
        moved = _laid_upon(card, deck, width_px)
        if moved is None:
            continue
        matrix = cv2.getPerspectiveTransform(RECTANGLE.astype(np.float32), corners.astype(np.float32))
        better = map_points(np.asarray(matrix, dtype=np.float64), moved)
        again = read_with(upright(image, better), decks, width_px)
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
