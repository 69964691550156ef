"""Find cards in a photograph that no calibration goes with: any size, any turn, some tilt, any background. Pure.

Many cuts of the picture into light and dark are tried, since no single one parts white paper from tiles, cloth and newspaper
alike. What has four straight sides, a card's proportions and a border of paper is a candidate; the witnesses judge it further.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Image, corner_picture, turned, upright, whitened
from vision.calibration import map_points
from vision.edges import refined, sides_seen
from vision.glyphs import index_symmetry
from vision.outline import Points, clockwise, cross, fit_quad, grown
from vision.register import RECTANGLE, ink_of, register

_SMALLEST_SIDE_PX = 34.0
_LARGEST_SHARE = 0.9  # of the picture's width or height
_FLATTEST, _SLIMMEST = 1.18, 1.75  # long side to short one: a poker card is 1.40, a bridge card 1.56, tilt does the rest
_WORKING_SIDE_PX = 1000  # larger photographs are searched at this size
CLEARLY_A_CARD = 3.9  # of `Candidate.likely`
CARD_LIKE = 3.5  # of `Candidate.likely`: real cards score from 3.7, what is none stays under 3 (../shared photographs)
_LEVELS = (70, 90, 110, 130, 150, 165, 180, 195, 210, 225)
_MOST_SEGMENTS, _MOST_GUESSES = 220, 200
_RATIO = 1.4
_FARTHEST_CENTRING_PX = 24.0  # of the upright card, twice what the outline is off
_MOST_WIDENED = 8
_WIDER, _TALLER = (1.05, 1.2, 1.35), (1.02, 1.1, 1.18)
_ROUGHLY_PX = 7.0
_SAME_PX = 0.12  # of a card's width: two outlines of one card


@dataclass(frozen=True)
class Candidate:
    """A card-like quadrilateral: corners clockwise from the upper left of a short side, and how much of its border is paper."""

    corners_px: Points
    paper: float
    likely: float


def find_candidates(image: Image) -> list[Candidate]:
    """All card-like quadrilaterals, the likelier first; several may be outlines of one card or lie in one another."""
    scale = min(1.0, _WORKING_SIDE_PX / max(image.shape[:2]))
    small = image
    if scale < 1:
        small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    found: list[Candidate] = []
    half = np.asarray(cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    for contour in _contours(small):
        _consider(_quad_of(contour), small, half, found)
    # What a contour has shown clearly is not looked for again by its edges.
    clear = [each.corners_px for each in found if each.likely >= CLEARLY_A_CARD]
    for guess in _from_segments(small, clear):
        _consider(guess, small, half, found)
    doubtful = sorted((each for each in found if each.likely < CARD_LIKE), key=lambda each: -each.likely)
    for each in doubtful[:_MOST_WIDENED]:
        if not _within(each.corners_px, clear):
            for guess in _widened(each.corners_px):
                _consider(guess, small, half, found)
    for each in sorted((each for each in found if each.likely < CARD_LIKE), key=lambda each: -each.likely)[:_MOST_WIDENED]:
        centred = None if _within(each.corners_px, clear) else _centred(small, each.corners_px)
        if centred is not None and (paper := paper_border(small, centred)) > 0.5:
            found.append(Candidate(centred, paper, _likely(small, centred, paper)))
    if scale < 1:
        found = [Candidate(refined(image, (each.corners_px + 0.5) / scale - 0.5), each.paper, each.likely) for each in found]
    return sorted(found, key=lambda each: -each.likely)


def _widened(corners: Points) -> list[Points]:
    """Larger outlines about the same middle: the frame within a court card is stronger than the card's edge on pale ground."""
    middle = corners.mean(axis=0)
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 4
    return [
        middle + np.array([-across * w - down * h, across * w - down * h, across * w + down * h, -across * w + down * h])
        for w in _WIDER
        for h in _TALLER
    ]


def _centred(image: Image, corners: Points) -> Points | None:
    """The outline moved so that the print is alike on its head, as every indexed card's is; None where it is not at all."""
    ink = ink_of(whitened(upright(image, corners)))
    moved = register(turned(ink), ink)
    if moved is None or np.abs(moved - RECTANGLE).max() > _FARTHEST_CENTRING_PX:
        return None
    matrix = cv2.getPerspectiveTransform(RECTANGLE.astype(np.float32), corners.astype(np.float32))
    better = map_points(np.asarray(matrix, dtype=np.float64), (moved + RECTANGLE) / 2)
    return better if _card_like(better, (image.shape[0], image.shape[1])) else None


def _consider(guess: Points | None, image: Image, half: Image, found: list[Candidate]) -> None:
    corners = None if guess is None else _settled(image, half, guess)
    if corners is None or any(_same(corners, each.corners_px) for each in found):
        return
    paper = paper_border(image, corners)
    if paper > 0.5:
        found.append(Candidate(corners, paper, _likely(image, corners, paper)))


def likeliest(candidates: list[Candidate], most: int) -> list[Candidate]:
    """At most so many candidates that do not overlap, the likeliest first: cards, as far as one can say without a deck."""
    chosen: list[Candidate] = []
    for each in candidates:
        if len(chosen) < most and not any(overlap(each.corners_px, other.corners_px) > 0.15 for other in chosen):
            chosen.append(each)
    return chosen


def overlap(first: Points, second: Points) -> float:
    """The area in common, as a share of the smaller one's."""
    a, b = first.astype(np.float32), second.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area) / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1.0)


def _likely(image: Image, corners: Points, paper: float) -> float:
    """How much like a card: paper along the border, steps along the sides, proportions, size, two like indices."""
    card = upright(image, corners)
    alike = index_symmetry(corner_picture(whitened(card)))
    sides = sides_seen(image, corners)
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    ratio = (edges[1] + edges[3]) / (edges[0] + edges[2])
    return float(
        paper + sides.min() + 0.5 * sides.mean() - 1.5 * abs(np.log(ratio / 1.42)) + 0.15 * np.log(edges.min()) + alike
    )


def _contours(image: Image) -> list[NDArray[np.int32]]:
    """Closed contours of many cuts: by the dimmest channel (paper is bright in all), by its surroundings, by edges."""
    dim = np.asarray(image.min(axis=2), dtype=np.uint8)
    soft = cv2.GaussianBlur(dim, (3, 3), 0)
    spread = image.max(axis=2).astype(np.int16) - dim
    white = np.where(spread > 0.35 * image.max(axis=2), 0, soft).astype(np.uint8)
    masks = [cv2.threshold(white, level, 255, cv2.THRESH_BINARY)[1] for level in _LEVELS]
    for block, offset in ((51, -8), (101, -12), (181, -18)):
        masks.append(cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, offset))
    for low, high in ((30, 80), (60, 150)):
        edges = cv2.max(*(cv2.Canny(channel, low, high) for channel in (soft, cv2.GaussianBlur(image[:, :, 0], (3, 3), 0))))
        masks.append(cv2.dilate(edges, np.ones((2, 2), np.uint8)))
        masks.append(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))
    result: list[NDArray[np.int32]] = []
    for mask in masks:
        for opened in (np.asarray(mask), cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))):
            found = cv2.findContours(opened, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
            result += [np.asarray(each, dtype=np.int32).reshape(-1, 2) for each in found]
    return [each for each in result if len(each) > 4 * _SMALLEST_SIDE_PX * 0.8]


def _quad_of(contour: NDArray[np.int32]) -> Points | None:
    """The quadrilateral of a contour; None when it is none."""
    (_, _), (a, b), _ = cv2.minAreaRect(contour)
    short, long = min(a, b), max(a, b)
    if short < _SMALLEST_SIDE_PX * 0.9 or not 1.1 < long / max(short, 1) < 1.9:
        return None
    hull = cv2.convexHull(contour)
    if cv2.contourArea(hull) < 0.72 * a * b:
        return None
    fitted = fit_quad(contour.astype(np.float64), 1.2)
    return None if fitted is None else grown(fitted[0], 0.5)


@dataclass(frozen=True)
class _Segments:
    """Straight edges, the longest first: ends (n×2×2), unit directions, unit normals to the brighter side, lengths."""

    ends: NDArray[np.float64]
    along: NDArray[np.float64]
    bright: NDArray[np.float64]
    lengths: NDArray[np.float64]


def _segments(image: Image) -> _Segments | None:
    dim = np.ascontiguousarray(image.min(axis=2))
    found = cv2.createLineSegmentDetector().detect(dim)[0]
    if found is None:
        return None
    ends = np.asarray(found, dtype=np.float64).reshape(-1, 2, 2)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    order = np.argsort(-lengths)[:_MOST_SEGMENTS]
    order = order[lengths[order] > 0.5 * _SMALLEST_SIDE_PX]
    if len(order) < 2:
        return None
    ends, lengths = ends[order], lengths[order]
    along = (ends[:, 1] - ends[:, 0]) / lengths[:, None]
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    beside = ends.mean(axis=1)[:, None] + np.array([-3.0, 3.0])[None, :, None] * normal[:, None]
    levels = cv2.remap(dim, beside[..., 0].astype(np.float32), beside[..., 1].astype(np.float32), cv2.INTER_LINEAR)
    sign = np.where(levels[:, 1] > levels[:, 0], 1.0, -1.0)
    return _Segments(ends, along, normal * sign[:, None], lengths)


def _from_segments(image: Image, clear: list[Points]) -> list[Points | None]:
    """Cards whose contour runs into its surroundings: from two of their straight edges, each with its bright side inward."""
    lines = _segments(image)
    if lines is None:
        return []
    corners = [each for each in _from_corners(lines) if not _within(each, clear)]
    return [*corners[:_MOST_GUESSES], *_from_strips(lines, image, clear)[:_MOST_GUESSES]]


def _within(guess: Points | None, clear: list[Points]) -> bool:
    if guess is None:
        return True
    middle = (float(guess[:, 0].mean()), float(guess[:, 1].mean()))
    return any(cv2.pointPolygonTest(each.astype(np.float32), middle, False) > 0 for each in clear)


def _from_corners(lines: _Segments) -> list[Points | None]:
    """Parallelograms of two whole sides that meet at a right angle."""
    ratio = lines.lengths[:, None] / lines.lengths[None]
    square = np.abs(lines.along @ lines.along.T) < 0.3
    guesses: list[Points | None] = []
    for long, short in np.argwhere(square & (ratio > 1.1) & (ratio < 1.9)):
        corner = cross((lines.ends[long, 0], lines.along[long]), (lines.ends[short, 0], lines.along[short]))
        if corner is None or lines.lengths[short] < 0.8 * _SMALLEST_SIDE_PX:
            continue
        ends = [lines.ends[at][np.argsort(np.linalg.norm(lines.ends[at] - corner, axis=1))] for at in (long, short)]
        near = [float(np.linalg.norm(each[0] - corner)) for each in ends]
        a, b = ends[0][1], ends[1][1]
        inward = lines.bright[long] @ (b - corner) > 0 and lines.bright[short] @ (a - corner) > 0
        if inward and max(near) < 0.16 * lines.lengths[short]:
            # A rounded corner takes as much from the far end as from the near one.
            a = a + (a - ends[0][0]) / lines.lengths[long] * near[0]
            b = b + (b - ends[1][0]) / lines.lengths[short] * near[1]
            guesses.append(np.array([corner, a, a + b - corner, b]))
    return guesses


def _from_strips(lines: _Segments, image: Image, clear: list[Points]) -> list[Points | None]:
    """Rectangles between two parallel edges that face each other, begun at the end of either."""
    largest = _LARGEST_SHARE * max(image.shape[:2])
    middle = lines.ends.mean(axis=1)
    facing = (lines.bright @ lines.bright.T < -0.985) & (np.abs(lines.along @ lines.along.T) > 0.985)
    away = ((middle[None] - middle[:, None]) * lines.bright[:, None]).sum(axis=2)
    apart = (away > _SMALLEST_SIDE_PX) & (away.T > _SMALLEST_SIDE_PX) & (away < largest)
    guesses: list[tuple[float, Points]] = []
    tried: set[tuple[int, ...]] = set()
    for first, second in np.argwhere(facing & apart):
        if first > second:
            continue
        gap = float(away[first, second] + away[second, first]) / 2
        for length in (gap * _RATIO, gap / _RATIO):
            if not 0.45 * length < max(lines.lengths[first], lines.lengths[second]) < 1.15 * length:
                continue
            along = lines.along[first]
            for end in (*lines.ends[first], *lines.ends[second]):
                for way in (1.0, -1.0):
                    start = end - way * 0.045 * gap * along
                    on_first = start - ((start - middle[first]) @ lines.bright[first]) * lines.bright[first]
                    other = on_first + gap * lines.bright[first]
                    quad = np.array([on_first, other, other + way * length * along, on_first + way * length * along])
                    rough = tuple(int(v) for v in (clockwise(quad) / _ROUGHLY_PX).round().ravel())
                    if rough in tried or not _inside(quad, image) or _within(quad, clear):
                        continue
                    tried.add(rough)
                    if (share := sides_seen(image, quad)).min() > 0.3:
                        guesses.append((float(share.sum()), quad))
    return [quad for _, quad in sorted(guesses, key=lambda each: -each[0])]


def _inside(corners: Points, image: Image) -> bool:
    height, width = image.shape[:2]
    return bool((corners > -4).all() and (corners[:, 0] < width + 4).all() and (corners[:, 1] < height + 4).all())


def _settled(image: Image, half: Image, guess: Points) -> Points | None:
    """The outline moved onto the steps of brightness nearest to it, coarsely and then finely; None when it is no card's."""
    size = (image.shape[0], image.shape[1])
    ring = clockwise(guess)
    if not _card_like(ring, size, 6.0):
        return None
    coarse = (refined(half, (ring + 0.5) / 2 - 0.5) + 0.5) * 2 - 0.5
    options = [clockwise(refined(image, each)) for each in (coarse, ring)]
    options = [each for each in options if _card_like(each, size)]
    return max(options, key=lambda each: float(sides_seen(image, each).min()), default=None)


def _card_like(corners: Points, size: tuple[int, int], slack_px: float = 3.0) -> bool:
    """Proportions and angles of a card seen from not too flat, wholly in the picture."""
    height, width = size
    if (corners < -slack_px).any() or (corners[:, 0] > width + slack_px).any() or (corners[:, 1] > height + slack_px).any():
        return False
    edges = np.roll(corners, -1, axis=0) - corners
    sides = np.linalg.norm(edges, axis=1)
    if sides.min() < _SMALLEST_SIDE_PX or sides.max() > _LARGEST_SHARE * max(width, height):
        return False
    unit = edges / sides[:, None]
    if (np.abs((unit * np.roll(unit, 1, axis=0)).sum(axis=1)) > 0.3).any():
        return False
    opposite = max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1])
    ratio = (sides[1] + sides[3]) / (sides[0] + sides[2])
    return bool(opposite < 1.3 and _FLATTEST < ratio < _SLIMMEST)


def _same(first: Points, second: Points) -> bool:
    near = _SAME_PX / 4 * float(np.linalg.norm(first[1] - first[0]))
    return bool((np.linalg.norm(first[:, None] - second[None], axis=2).min(axis=1) < near).all())


def paper_border(image: Image, corners: Points) -> float:
    """The share of the outline just inside of which lies bright, nearly colourless paper, measured against its median."""
    places = np.linspace(0.12, 0.88, 22)[None, :, None]
    middle = corners.mean(axis=0)
    inner = corners + (middle - corners) * 0.045
    points = (inner[:, None] + places * (np.roll(inner, -1, axis=0) - inner)[:, None]).reshape(-1, 2).astype(np.float32)
    values = cv2.remap(image, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1, 3)
    level = np.median(values.astype(np.float64), axis=0)
    if level.max() < 60 or level.max() - level.min() > 0.45 * level.max():
        return 0.0
    return float((np.abs(values - level).max(axis=1) < 0.16 * level.max() + 6).mean())
