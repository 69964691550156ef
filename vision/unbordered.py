"""Take a labelled card for a deck where its outline does not show, as on white ground: by the print of its rank's other cards.

Pure. The label says what to look for. The card is taken only where both its indices lie to a pixel where this deck prints them.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.appearance import Floats, Image, corner_picture, reduced, turned, upright, whitened
from vision.calibration import map_points
from vision.deck import Deck
from vision.glyphs import index_symmetry
from vision.loose import paper_border
from vision.outline import Points
from vision.prints import marks_of, placed
from vision.register import RECTANGLE, ink_of, register

_MOST_MARKS = 2500
_WORKING_SIDE_PX = 1000
_MOST_POSES = 8
_FARTHEST_PX = 16.0
_SURE_MARGIN, _SURE_LIKENESS = 0.12, 0.8  # of rank and suit, in both indices
_LEAST_SYMMETRY = 0.75
_LEAST_PAPER = 0.9


def card_by_print(image: Image, label: str, deck: Deck) -> Image | None:
    """The card of that label cut out upright; None where it is not certain where it lies. `deck`: what is taught so far."""
    like = [at for at, other in enumerate(deck.labels) if other[0] == label[0] and len(other) == 2]
    small, scale = reduced(image, _WORKING_SIDE_PX)
    poses = placed(marks_of(small, _MOST_MARKS), [deck.marks[at] for at in like], ())
    best, most = None, 0.0
    for pose in poses[:_MOST_POSES]:
        begin = (pose.corners_px + 0.5) / scale - 0.5
        corners = _laid(image, begin, deck.templates().picture(like[pose.at]))
        if corners is None or paper_border(image, corners) < _LEAST_PAPER:
            continue
        card = upright(image, corners)
        sure = _sure(corner_picture(whitened(card)), label, deck)
        if sure > most:
            best, most = card, sure
    return best


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
