"""Take labelled cards for a deck where their outlines do not show clearly, as on white ground: by the print of other cards.

Pure. The label says what to look for. A card is taken only where both its indices lie to a pixel where this deck prints them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from vision.appearance import Floats, Image, corner_picture, reduced, turned, upright, whitened
from vision.calibration import map_points
from vision.deck import Deck
from vision.glyphs import index_symmetry
from vision.loose import find_candidates, paper_border
from vision.outline import Points
from vision.prints import marks_of, placed
from vision.register import RECTANGLE, ink_of, register

_MOST_MARKS = 2500
_WORKING_SIDE_PX = 1000
_MOST_POSES, _MOST_OUTLINES = 8, 40
_FARTHEST_PX = 16.0
_SURE_MARGIN, _SURE_LIKENESS = 0.12, 0.8  # of rank and suit, in both indices
_LEAST_SYMMETRY = 0.75
_LEAST_PAPER = 0.9
_BEYOND_PX = 2.0  # that an outline may be off


def cards_by_print(image: Image, labels: Collection[str], deck: Deck) -> dict[str, Image]:
    """The cards of those labels cut out upright, without those of which it is not certain where they lie.

    `deck`: what is taught so far. Tried are the places of the print of each rank's other cards, and what may be an outline.
    """
    if not labels:
        return {}
    small, scale = reduced(image, _WORKING_SIDE_PX)
    marks = marks_of(small, _MOST_MARKS)
    outlines = [each.corners_px for each in find_candidates(image)[:_MOST_OUTLINES]]
    found: dict[str, Image] = {}
    for label in labels:
        like = [at for at, other in enumerate(deck.labels) if other[0] == label[0] and len(other) == 2]
        poses = placed(marks, [deck.marks[at] for at in like], ())[:_MOST_POSES]
        begun = [((each.corners_px + 0.5) / scale - 0.5, deck.templates().picture(like[each.at])) for each in poses]
        places = [*(_laid(image, corners, template) for corners, template in begun), *outlines]
        if (cut := _surest(image, places, label, deck)) is not None:
            found[label] = cut
    return found


def _surest(image: Image, places: Sequence[Points | None], label: str, deck: Deck) -> Image | None:
    """The place at which both indices are the label's most surely, cut out upright; None where none is sure."""
    best, most = None, 0.0
    for corners in places:
        if corners is None or not _inside(image, corners) or paper_border(image, corners) < _LEAST_PAPER:
            continue
        card = upright(image, corners)
        sure = _sure(corner_picture(whitened(card)), label, deck)
        if sure > most:
            best, most = card, sure
    return best


def _inside(image: Image, corners: Points) -> bool:
    """Whether the whole card is in the picture: what lies beyond it would be taught as streaks."""
    high, wide = image.shape[:2]
    return bool((corners > -_BEYOND_PX).all() and (corners < np.array((wide, high)) + _BEYOND_PX).all())


def _laid(image: Image, corners: Points, template: Floats) -> Points | None:
    """The outline after the print of another card of the rank was laid upon it, twice; None where it does not fit."""
    for _ in range(2):
        moved = register(ink_of(template), ink_of(whitened(upright(image, corners))))
        if moved is None or np.abs(moved - RECTANGLE).max() > _FARTHEST_PX:
            return None
        matrix = cv2.getPerspectiveTransform(RECTANGLE.astype(np.float32), corners.astype(np.float32))
        corners = map_points(np.asarray(matrix, dtype=np.float64), moved)
    return corners


def _sure(picture: Floats, label: str, deck: Deck) -> float:
    """How alike both indices are to those of the label's rank and suit; 0 where either names another, or is not sure."""
    if index_symmetry(picture) < _LEAST_SYMMETRY:
        return 0.0
    least = 1.0
    for glyphs, own in zip(deck.templates().glyphs, label, strict=True):
        if own not in glyphs.classes:
            return 0.0
        for corner in (picture, turned(picture)):
            said = glyphs.judge(corner)
            if said.best != own or said.margin < _SURE_MARGIN or said.likeness < _SURE_LIKENESS:
                return 0.0
            least = min(least, said.likeness)
    return least
