"""Quadrilaterals of cards in millimetres: lines fitted to a contour's sides, corners put in order, sizes judged. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_SIDE_PART = 0.74  # of a side: the rounded corners are left out of its line


@dataclass(frozen=True)
class Outline:
    """A card's outline in one frame. `corners_*` clockwise from the upper left of the card held upright (either way up).

    `whole`: all four sides are seen. `seen`: the share of its outline that is seen; what lacks is covered by another card.
    """

    corners_px: Points
    corners_mm: Points
    whole: bool
    seen: float

    @property
    def centre_mm(self) -> tuple[float, float]:
        x, y = self.corners_mm.mean(axis=0)
        return float(x), float(y)

    @property
    def angle_deg(self) -> float:
        """Of the long side against the y axis, clockwise, -90 to 90."""
        along = self.corners_mm[3] - self.corners_mm[0]
        angle = float(np.rad2deg(np.arctan2(-along[0], along[1])))
        return (angle + 90) % 180 - 90


def clockwise(corners: Points) -> Points:
    """Corners in the order upper left, upper right, lower right, lower left of an upright card: the first side is a short one.

    Of the two ways up the one whose first corner lies higher in the picture is taken.
    """
    middle = corners.mean(axis=0)
    order = np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))
    ring = corners[order]
    sides = np.linalg.norm(ring - np.roll(ring, -1, axis=0), axis=1)
    first = 0 if sides[0] + sides[2] <= sides[1] + sides[3] else 1
    other = (first + 2) % 4
    start = min((first, other), key=lambda at: (ring[at] + ring[(at + 1) % 4])[1])
    return np.asarray(np.roll(ring, -start, axis=0))


def median(values: NDArray[np.float64]) -> float:
    """`np.median` of one row without its care for other shapes, which takes longer than the median itself."""
    low, high = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(values, (low, high))
    return float(parted[low] + parted[high]) / 2


def fit_line(points: Points, stray: float) -> tuple[Points, Points] | None:
    """A point and a unit direction of the line through points, those farther off than `stray` (and most) left out.

    `stray` is a pixel or more: trimming a side's steps from one row of pixels to the next would straighten it. None when too
    few points agree.
    """
    for _ in range(2):
        if len(points) < 4:
            return None
        middle = points.mean(axis=0)
        centred = points - middle
        spread = centred.T @ centred
        angle = 0.5 * np.arctan2(2 * spread[0, 1], spread[0, 0] - spread[1, 1])
        along = np.array([np.cos(angle), np.sin(angle)])
        off = np.abs(centred @ np.array([-along[1], along[0]]))
        keep = off <= max(median(off) * 2.5, stray)
        if keep.all():
            break
        points = points[keep]
    return middle, along


def cross(first: tuple[Points, Points], second: tuple[Points, Points]) -> Points | None:
    """Where two lines meet; None when they are nearly parallel."""
    (p, u), (q, v) = first, second
    across = u[0] * v[1] - u[1] * v[0]
    if abs(across) < 0.2:
        return None
    t = ((q - p)[0] * v[1] - (q - p)[1] * v[0]) / across
    return np.asarray(p + t * u)


def fit_quad(contour_mm: Points, stray: float) -> tuple[Points, float] | None:
    """The four corners of a contour that is one convex card, and how far its points stray from its sides (mm, 90th centile)."""
    box = cv2.boxPoints(cv2.minAreaRect(contour_mm.astype(np.float32))).astype(np.float64)
    lines, strays = [], []
    for at in range(4):
        start, end = box[at], box[(at + 1) % 4]
        length = float(np.linalg.norm(end - start))
        if length < 1:
            return None
        along = (end - start) / length
        offset = contour_mm - start
        part, off = offset @ along, np.abs(offset @ np.array([-along[1], along[0]]))
        inside = np.abs(part / length - 0.5) < _SIDE_PART / 2
        points = contour_mm[inside & (off < 0.14 * length + 1)]
        # Of the points over this side only the outermost stretch belongs to it.
        line = fit_line(points, stray)
        if line is None:
            return None
        lines.append(line)
        strays.append(np.abs((points - line[0]) @ np.array([-line[1][1], line[1][0]])))
    corners = [cross(lines[at - 1], lines[at]) for at in range(4)]
    if any(corner is None for corner in corners):
        return None
    return clockwise(np.array(corners)), float(np.percentile(np.concatenate(strays), 90))


def grown(corners: Points, by: float) -> Points:
    """The convex quadrilateral with every side moved outward by `by`."""
    middle = corners.mean(axis=0)
    moved = []
    for at in range(4):
        start, end = corners[at], corners[(at + 1) % 4]
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
        out = np.array([along[1], -along[0]])
        if out @ (start - middle) < 0:
            out = -out
        moved.append((start + by * out, along))
    result = [cross(moved[at - 1], moved[at]) for at in range(4)]
    return corners if any(each is None for each in result) else np.array(result)


def is_card(corners: Points, width: float, height: float, tolerance: float = 0.045) -> bool:
    """True for a rectangle of a card's size: sides within `tolerance` and 1 mm, angles within 5 degrees."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    wanted = np.array([width, height, width, height])
    if (np.abs(sides - wanted) > tolerance * wanted + 1.0).any():
        return False
    edges = np.roll(corners, -1, axis=0) - corners
    edges /= np.linalg.norm(edges, axis=1, keepdims=True)
    return bool((np.abs((edges * np.roll(edges, 1, axis=0)).sum(axis=1)) < 0.09).all())


def same_card(first: Points, second: Points, near_mm: float = 9.0) -> bool:
    """True when two outlines are one card's: every corner lies near one of the other's."""
    gaps = np.linalg.norm(first[:, None] - second[None], axis=2)
    return bool((gaps.min(axis=1) < near_mm).all())
