"""Take a heap of touching or overlapping cards apart at its outer right angles. Pure.

Each such corner must belong to a card of known size, lying one way or the other, whose sides show.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Image
from vision.calibration import Calibration, ViewGeometry, map_points, matrix_to_mm, matrix_to_px
from vision.edges import has_paper_border, refined, sides_seen
from vision.outline import Outline, Points, clockwise, cross, fit_line, same_card

_SIDE_SEEN = 0.72
_SHORTEST_STRETCH_MM = 7.0
_ROUNDING_MM = 8.0  # a card's rounded corner and what the polygon cuts off beside it
_MOST_CORNERS = 40  # of one heap; a bigger thing is no heap of cards


@dataclass(frozen=True)
class _Corner:
    """A right-angled outer corner of a heap: the point, the two directions away from it, how long each side shows (mm)."""

    at: Points
    along: tuple[Points, Points]
    shows_mm: tuple[float, float]


def _outer_corners(contour: Points, half_px: float) -> list[_Corner]:
    """Right angles of the contour between two straight stretches; a rounded corner may lie between them."""
    rough = cv2.approxPolyDP(contour.astype(np.float32), 1.6 + half_px, True).reshape(-1, 2)
    if len(rough) < 3 or len(rough) > 4 * _MOST_CORNERS:
        return []
    sides = _straight_stretches(contour, np.asarray(rough, dtype=np.float32), half_px)
    corners = []
    for at in range(len(sides)):
        before, after = sides[at - 1], sides[at]
        (first, second) = before.line, after.line
        point = cross(first, second)
        turn = first[1][0] * second[1][1] - first[1][1] * second[1][0]
        if point is None or abs(float(first[1] @ second[1])) > 0.14 or turn < 0:
            continue
        if max(np.linalg.norm(before.end - point), np.linalg.norm(after.start - point)) < _ROUNDING_MM + 2 * half_px:
            corners.append(_Corner(point, (-first[1], second[1]), (before.long_mm, after.long_mm)))
    return corners[:_MOST_CORNERS]


@dataclass(frozen=True)
class _Stretch:
    """A straight part of a contour: the line fitted to it (in the contour's direction), its ends, its length."""

    line: tuple[Points, Points]
    start: Points
    end: Points
    long_mm: float


def _straight_stretches(contour: Points, rough: NDArray[np.float32], half_px: float) -> list[_Stretch]:
    places = [int(np.argmin(((contour - vertex) ** 2).sum(axis=1))) for vertex in rough]
    found = []
    for at, start in enumerate(places):
        end = places[(at + 1) % len(places)]
        stretch = contour[start : end + 1] if end > start else np.concatenate([contour[start:], contour[: end + 1]])
        long = float(np.linalg.norm(stretch[-1] - stretch[0]))
        if long <= _SHORTEST_STRETCH_MM:
            continue
        skip = int(min(3.5 / long, 0.3) * len(stretch))
        line = fit_line(stretch[skip : len(stretch) - skip], 2.4 * half_px)
        if line is None:
            continue
        along = line[1] if (stretch[-1] - stretch[0]) @ line[1] > 0 else -line[1]
        found.append(_Stretch((line[0], along), stretch[0], stretch[-1], long))
    return found


def take_apart(image: Image, contour: Points, calibration: Calibration, geometry: ViewGeometry) -> list[Outline]:
    half_px = 0.5 / geometry.px_per_mm
    if float(cv2.contourArea(contour.astype(np.float32), oriented=True)) < 0:
        contour = contour[::-1]
    corners = _outer_corners(contour, half_px)
    to_px = matrix_to_px(geometry.to_mm)
    heap = contour.astype(np.float32)
    tries: list[tuple[float, float, Points, _Corner]] = []
    for corner in corners:
        for wide, tall in ((0, 1), (1, 0)):
            lengths = {wide: calibration.card_width_mm, tall: calibration.card_height_mm}
            quad = _card_from(corner, lengths, half_px)
            if not _lies_in(quad, heap, 2.0 + 2 * half_px):
                continue
            quad_px = map_points(to_px, quad)
            sides = sides_seen(image, quad_px)
            tries.append((float(sides.min()), float(sides.mean()), quad, corner))
    return _choose(tries, image, geometry)


def _card_from(corner: _Corner, lengths: dict[int, float], half_px: float) -> Points:
    u, v = corner.along
    u = u - 0.5 * (u @ v) * v  # a contour's right angle is a degree or two off: share the error between both sides
    u /= np.linalg.norm(u)
    v = np.array([-u[1], u[0]]) if (u[0] * v[1] - u[1] * v[0]) > 0 else np.array([u[1], -u[0]])
    at = corner.at - half_px * (u + v)
    return clockwise(np.array([at, at + lengths[0] * u, at + lengths[0] * u + lengths[1] * v, at + lengths[1] * v]))


def _lies_in(quad: Points, heap: NDArray[np.float32], slack_mm: float) -> bool:
    """All of the card lies within the heap: its corners and the middles of its sides."""
    points = np.concatenate([quad, (quad + np.roll(quad, -1, axis=0)) / 2])
    return all(cv2.pointPolygonTest(heap, (float(x), float(y)), True) >= -slack_mm for x, y in points)


def _choose(tries: list[tuple[float, float, Points, _Corner]], image: Image, geometry: ViewGeometry) -> list[Outline]:
    """Whole cards first; then for each corner that none of them explains, the likelier of its two cards, partly covered."""
    to_px, to_mm = matrix_to_px(geometry.to_mm), matrix_to_mm(geometry.to_mm)
    chosen: list[Outline] = []
    for worst, mean, quad, _ in sorted(tries, key=lambda each: (-each[0], -each[1])):
        if worst < _SIDE_SEEN or any(same_card(quad, each.corners_mm) for each in chosen):
            continue
        if not any(_overlap(quad, each.corners_mm) for each in chosen):
            corners = refined(image, map_points(to_px, quad))
            chosen.append(Outline(corners, map_points(to_mm, corners), True, mean))
    whole = list(chosen)
    partly: list[tuple[float, Points]] = []
    for _, mean, quad, corner in tries:
        explained = any(np.linalg.norm(each.corners_mm - corner.at, axis=1).min() < 4 for each in whole)
        if not explained and mean > 0.4:
            partly.append((mean, quad))
    # A card that two corners speak for is likelier than one that lies across the heap from a single corner.
    partly = [(mean + 0.3 * sum(same_card(quad, other, 4.0) for _, other in partly), quad) for mean, quad in partly]
    for mean, quad in sorted(partly, key=lambda each: -each[0]):
        known = any(same_card(quad, each.corners_mm) for each in chosen)
        others = [each.corners_mm for each in chosen if not each.whole]
        shared = any(np.linalg.norm(quad[:, None] - other[None], axis=2).min() < 4 for other in others)
        if not known and not shared:
            corners = map_points(to_px, quad)
            if has_paper_border(image, corners):
                chosen.append(Outline(corners, quad, False, min(mean, 0.9)))
    return sorted(chosen, key=lambda each: each.centre_mm)


def _overlap(first: Points, second: Points) -> bool:
    """Two whole cards cannot lie in one place: a quarter of a card in common is too much."""
    area, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return bool(area > 0.25 * cv2.contourArea(first.astype(np.float32)))
