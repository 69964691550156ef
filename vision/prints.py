"""Find cards by their print where no outline shows: white on white, at the picture's edge, under something. Pure.

Marks of the enrolled pictures are looked for in the photograph. Marks of one picture that agree on one place, turn and size say
where that card would lie. They name nothing: what lies there is judged by the two witnesses like any other outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Image
from vision.calibration import map_points
from vision.outline import Points
from vision.register import RECTANGLE

_LEAST_CONTRAST = 0.02  # of a mark; half of what OpenCV asks, since enrolled pictures are small
_FARTHEST_MARKS = 300.0  # distance of two descriptors (each of length 512) beyond which they are not alike
_NEAREST = 2  # places of the photograph that each enrolled mark may be: a court card shows most of its print twice
_LEAST_AGREEING = 7
_APART = 0.3  # of a card's width, between the middles that two marks of one card tell
_TURNED_APART, _SIZE_APART = 0.35, 0.35  # radians; logarithm of the size
_STRAY_PX = 3.0  # of the upright card
_ENOUGH_FOR_TILT = 16
_MIDDLE = np.array([UPRIGHT_WIDTH / 2 - 0.5, UPRIGHT_HEIGHT / 2 - 0.5])
_FLATTEST, _SLIMMEST = 1.1, 1.9
_MOST_UNEQUAL = 1.5  # a side to the one opposite


@dataclass(frozen=True)
class Marks:
    """Marks of a picture: places (px), sizes (px), turns (radians), descriptors."""

    places: NDArray[np.float64]
    sizes: NDArray[np.float64]
    turns: NDArray[np.float64]
    descriptors: NDArray[np.float32]


@dataclass(frozen=True)
class Placed:
    """Where the enrolled picture number `at` would lie: its corners, from its own upper left on, and how many marks say so."""

    at: int
    corners_px: Points
    agreeing: int


def marks_of(image: Image, most: int = 0) -> Marks:
    """The marks of a picture, the strongest `most` of them where there are more."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    found, descriptors = cv2.SIFT.create(nfeatures=most, contrastThreshold=_LEAST_CONTRAST).detectAndCompute(grey, None)
    if descriptors is None:
        descriptors = np.zeros((0, 128), dtype=np.float32)
    places = np.array([each.pt for each in found], dtype=np.float64).reshape(-1, 2)
    sizes = np.array([each.size for each in found], dtype=np.float64)
    turns = np.deg2rad(np.array([each.angle for each in found], dtype=np.float64))
    return Marks(places, sizes, turns, np.asarray(descriptors, dtype=np.float32))


def placed(seen: Marks, enrolled: Sequence[Marks], known: Sequence[Points]) -> list[Placed]:
    """Where cards of a deck, given by the marks of its pictures, seem to lie in a photograph, given by its own; those that most
    marks speak for first. `known`: outlines of cards that have been read already; what lies in them is left out."""
    seen = _outside(seen, known)
    if len(seen.places) < _LEAST_AGREEING:
        return []
    found: list[Placed] = []
    matcher = cv2.BFMatcher(cv2.NORM_L2)
    for at, marks in enumerate(enrolled):
        if len(marks.places) < _LEAST_AGREEING:
            continue
        pairs = [
            (match.queryIdx, match.trainIdx)
            for nearest in matcher.knnMatch(marks.descriptors, seen.descriptors, k=_NEAREST)
            for match in nearest
            if match.distance < _FARTHEST_MARKS
        ]
        if len(pairs) >= _LEAST_AGREEING:
            found += _agreed(at, marks, seen, np.array(pairs, dtype=np.intp))
    return sorted(found, key=lambda each: -each.agreeing)


def _outside(marks: Marks, known: Sequence[Points]) -> Marks:
    keep = np.ones(len(marks.places), dtype=bool)
    for corners in known:
        outline = corners.astype(np.float32)
        keep &= [cv2.pointPolygonTest(outline, (float(x), float(y)), False) < 0 for x, y in marks.places]
    return Marks(marks.places[keep], marks.sizes[keep], marks.turns[keep], marks.descriptors[keep])


def _agreed(at: int, marks: Marks, seen: Marks, pairs: NDArray[np.intp]) -> list[Placed]:
    """The places on which most pairs of marks agree, either way up."""
    own, there = pairs.T
    size = seen.sizes[there] / marks.sizes[own]
    turn = seen.turns[there] - marks.turns[own]
    off = _MIDDLE - marks.places[own]
    cos, sin = np.cos(turn) * size, np.sin(turn) * size
    middle = seen.places[there] + np.stack([cos * off[:, 0] - sin * off[:, 1], sin * off[:, 0] + cos * off[:, 1]], axis=1)
    away = np.linalg.norm(middle[:, None] - middle[None], axis=2) < _APART * UPRIGHT_WIDTH * size[:, None]
    turned = np.abs((turn[:, None] - turn[None] + np.pi) % (2 * np.pi) - np.pi) < _TURNED_APART
    agree = away & turned & (np.abs(np.log(size[:, None] / size[None])) < _SIZE_APART)
    free = np.ones(len(pairs), dtype=bool)
    found: list[Placed] = []
    for _ in range(_NEAREST):
        votes = (agree & free[None]).sum(axis=1)
        members = agree[int(np.argmax(votes))] & free
        if members.sum() < _LEAST_AGREEING:
            break
        free &= ~members
        scale = float(np.median(size[members]))
        corners, count = _fitted(marks.places[own[members]], seen.places[there[members]], max(1.0, scale))
        if corners is not None and count >= _LEAST_AGREEING:
            found.append(Placed(at, corners, count))
    return found


def _fitted(own: Points, there: Points, scale: float) -> tuple[Points | None, int]:
    """The corners of the card by the marks that fit one plane; None when they make no card."""
    affine, fits = cv2.estimateAffine2D(own, there, ransacReprojThreshold=_STRAY_PX * scale)
    if affine is None:
        return None, 0
    kept = fits.ravel() > 0
    matrix = np.vstack([affine, [0.0, 0.0, 1.0]])
    corners, count = map_points(matrix, RECTANGLE), int(kept.sum())
    if count >= _ENOUGH_FOR_TILT:
        tilted, fit = cv2.findHomography(own, there, cv2.RANSAC, _STRAY_PX * scale)
        if tilted is not None and int(fit.sum()) >= count:
            better = map_points(np.asarray(tilted, dtype=np.float64), RECTANGLE)
            if _card_like(better):
                return better, int(fit.sum())
    return (corners, count) if _card_like(corners) else (None, 0)


def _card_like(corners: Points) -> bool:
    """Proportions and angles of a card seen from not too flat."""
    edges = np.roll(corners, -1, axis=0) - corners
    sides = np.linalg.norm(edges, axis=1)
    if sides.min() < 1 or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    unit = edges / sides[:, None]
    square = bool((np.abs((unit * np.roll(unit, 1, axis=0)).sum(axis=1)) < 0.35).all())
    unequal = max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1])
    ratio = (sides[1] + sides[3]) / (sides[0] + sides[2])
    return square and bool(unequal < _MOST_UNEQUAL and _FLATTEST < ratio < _SLIMMEST)
