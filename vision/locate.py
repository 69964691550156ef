"""Find the cards in a calibrated view: things that are not felt, of a card's size, with four straight sides. Pure.

A heap of touching or overlapping cards is taken apart at its outer corners: each must belong to a card of known size whose
sides show. A card whose sides do not all show is reported as partly covered and is never read.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Image
from vision.calibration import Calibration, ViewGeometry, map_points, matrix_to_mm, matrix_to_px
from vision.outline import Outline, Points, clockwise, cross, fit_line, fit_quad, grown, is_card, same_card

_FELT_STEP = 16  # px; every sixteenth pixel is enough to know the felt's colour
_UNLIKE_SHARE = 0.18  # of the brightest thing's level, in some channel
_SHADOW = 0.42  # of the felt's level: a card's own soft shadow stays under it
_LEAST_UNLIKE, _MOST_UNLIKE = 15.0, 75.0  # grey levels
_LINE_MM = 3.8
_SURROUNDINGS_MM = 150.0
_SIDE_SAMPLES = 26
_REACH = np.arange(-3.5, 3.6, 1.0)  # px across a side
EDGE_STEP = 14  # grey levels within three pixels: the border of a white card on another white card
_SIDE_SEEN = 0.72
_BORDER_DEPTH = 0.05  # of the way from a corner to the middle: on the white border
_PAPER_LEVEL = 90  # grey levels in the brightest channel
_SMALLEST_PART = 0.12  # of a card's area: less is a chip, a coin or dirt
_MOST_CORNERS = 40  # of one heap; a bigger thing is no heap of cards


@dataclass(frozen=True)
class Blob:
    """One connected thing that is not felt: its box in the frame (left, top, width, height) and its contour in pixels."""

    box: tuple[int, int, int, int]
    contour_px: NDArray[np.int32]


def felt_and_unlike(image: Image) -> tuple[NDArray[np.float64], float]:
    """The colour of most of the frame, and by how many grey levels something must differ from it to be no felt.

    A dim picture has small differences, a noisy or patterned one has large ones that mean nothing.
    """
    grid = image[::_FELT_STEP, ::_FELT_STEP].reshape(-1, 3)
    felt = np.median(grid, axis=0)
    away = np.abs(grid - felt).max(axis=1)
    brightest = float(np.partition(grid.max(axis=1), -8)[-8])
    shades = (_UNLIKE_SHARE * brightest, _SHADOW * float(felt.max()), 2.6 * float(np.percentile(away, 60)) + 6)
    return np.asarray(felt), float(np.clip(max(shades), _LEAST_UNLIKE, _MOST_UNLIKE))


def not_felt(image: Image) -> Image:
    """255 where some channel differs clearly from the felt."""
    felt, unlike = felt_and_unlike(image)
    away = cv2.absdiff(image, np.array([*felt, 0.0]))
    blue, green, red = cv2.split(away)
    most = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.threshold(most, unlike, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)


def _without_lines(mask: Image, px_per_mm: float) -> Image:
    """The mask without what is thinner than a card's border: seams, scratches, cords."""
    reach = int(_LINE_MM * px_per_mm) // 2 * 2 + 1
    if reach < 3:
        return mask
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((reach, reach), np.uint8)), dtype=np.uint8)


def _filled(blob: Blob, rim: int) -> Image:
    """The thing as a mask of its box and a rim, its holes filled: print that is as dark as the felt is no hole."""
    left, top, width, height = blob.box
    mask = np.zeros((height + 2 * rim, width + 2 * rim), dtype=np.uint8)
    cv2.drawContours(mask, [blob.contour_px - np.array([left - rim, top - rim], dtype=np.int32)], -1, (255,), -1)
    return mask


def paper(image: Image, px_per_mm: float) -> Image:
    """255 where it is bright and nearly colourless for its surroundings: paper, on a pattern or in a glare."""
    blue, green, red = cv2.split(image)
    least, most = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    block = int(_SURROUNDINGS_MM * px_per_mm) | 1
    around = cv2.blur(least, (block, block))
    bright = cv2.compare(least, cv2.convertScaleAbs(around, alpha=1.0, beta=10.0), cv2.CMP_GT)
    plain = cv2.compare(cv2.subtract(most, least), cv2.convertScaleAbs(most, alpha=0.38), cv2.CMP_LT)
    return _without_lines(np.asarray(cv2.bitwise_and(bright, plain), dtype=np.uint8), px_per_mm)


def blobs(mask: Image, smallest_px: float) -> list[Blob]:
    """The connected things in a mask, from upper left on, each with its outer contour."""
    found = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    result = []
    for contour in found:
        left, top, width, height = cv2.boundingRect(contour)
        if width * height >= smallest_px and cv2.contourArea(contour) >= smallest_px:
            result.append(Blob((left, top, width, height), np.asarray(contour.reshape(-1, 2), dtype=np.int32)))
    return sorted(result, key=lambda blob: (blob.box[1], blob.box[0]))


def smallest_blob_px(calibration: Calibration, geometry: ViewGeometry) -> float:
    """The area under which a thing is no part of a card that matters."""
    return _SMALLEST_PART * calibration.card_width_mm * calibration.card_height_mm * geometry.px_per_mm**2


def cards_of_blob(image: Image, blob: Blob, calibration: Calibration, geometry: ViewGeometry) -> list[Outline]:
    """The cards that make up one thing: itself, the cards of a heap, or none (a hand, a tray, a phone)."""
    single = _single(image, blob, calibration, geometry)
    if single is not None:
        return [single]
    contour = map_points(matrix_to_mm(geometry.to_mm), blob.contour_px.astype(np.float64))
    found = _take_apart(image, contour, calibration, geometry)
    return found or _on_busy_ground(image, blob, calibration, geometry)


def _single(image: Image, blob: Blob, calibration: Calibration, geometry: ViewGeometry) -> Outline | None:
    """The thing as one whole card, when it is one."""
    width, height = calibration.card_width_mm, calibration.card_height_mm
    to_mm, to_px = matrix_to_mm(geometry.to_mm), matrix_to_px(geometry.to_mm)
    contour = map_points(to_mm, blob.contour_px.astype(np.float64))
    half_px = 0.5 / geometry.px_per_mm
    area = float(cv2.contourArea(contour.astype(np.float32)))
    if area < 1.25 * width * height:
        fitted = fit_quad(contour, 2.4 * half_px)
        if fitted is not None and fitted[1] < 1.0 + half_px:
            corners = grown(fitted[0], half_px)
            filled = area / max(float(cv2.contourArea(corners.astype(np.float32))), 1.0)
            if is_card(corners, width, height, 0.03 + half_px / 30) and filled > 0.9:
                exact = refined(image, map_points(to_px, corners))
                return Outline(exact, map_points(to_mm, exact), True, 1.0)
    return None


def _on_busy_ground(image: Image, blob: Blob, calibration: Calibration, geometry: ViewGeometry) -> list[Outline]:
    """Cards within a thing that is not felt: on a seam, on a pattern, or in a glare that reaches beyond them."""
    left, top, width, height = blob.box
    tall = calibration.card_height_mm * geometry.px_per_mm
    if max(width, height) < tall or not geometry.px_per_mm > 1:
        return []
    rim = int(tall / 3)
    x, y = max(left - rim, 0), max(top - rim, 0)
    part = image[y : top + height + rim, x : left + width + rim]
    bare = _without_lines(_filled(blob, rim), geometry.px_per_mm)
    for mask, at in ((bare, (left - rim, top - rim)), (paper(part, geometry.px_per_mm), (x, y))):
        found = []
        for inner in blobs(mask, smallest_blob_px(calibration, geometry)):
            box = (inner.box[0] + at[0], inner.box[1] + at[1], inner.box[2], inner.box[3])
            card = _single(image, Blob(box, inner.contour_px + np.array(at, dtype=np.int32)), calibration, geometry)
            if card is not None:
                found.append(card)
        if found:
            return found
    return []


@dataclass(frozen=True)
class _Corner:
    """A right-angled outer corner of a heap: the point, the two directions away from it, how long each side shows (mm)."""

    at: Points
    along: tuple[Points, Points]
    shows_mm: tuple[float, float]


def _outer_corners(contour: Points, half_px: float) -> list[_Corner]:
    """Right angles of the contour between two straight stretches."""
    rough = cv2.approxPolyDP(contour.astype(np.float32), 1.6 + half_px, True).reshape(-1, 2)
    if len(rough) < 3 or len(rough) > 4 * _MOST_CORNERS:
        return []
    places = [int(np.argmin(((contour - vertex) ** 2).sum(axis=1))) for vertex in rough]
    lines: list[tuple[tuple[Points, Points], float] | None] = []
    for at, start in enumerate(places):
        end = places[(at + 1) % len(places)]
        stretch = contour[start : end + 1] if end > start else np.concatenate([contour[start:], contour[: end + 1]])
        long = float(np.linalg.norm(stretch[-1] - stretch[0]))
        skip = int(min(3.5 / long, 0.3) * len(stretch)) if long > 0 else 0
        line = fit_line(stretch[skip : len(stretch) - skip], 2.4 * half_px) if long > 7 else None
        if line is not None and (stretch[-1] - stretch[0]) @ line[1] < 0:
            line = (line[0], -line[1])
        lines.append(None if line is None else (line, long))
    corners = []
    for at in range(len(lines)):
        before, after = lines[at - 1], lines[at]
        if before is None or after is None:
            continue
        (first, long_before), (second, long_after) = before, after
        point = cross(first, second)
        turn = first[1][0] * second[1][1] - first[1][1] * second[1][0]
        if point is None or abs(float(first[1] @ second[1])) > 0.14 or turn < 0:
            continue
        corners.append(_Corner(point, (-first[1], second[1]), (long_before, long_after)))
    return corners[:_MOST_CORNERS]


def _take_apart(image: Image, contour: Points, calibration: Calibration, geometry: ViewGeometry) -> list[Outline]:
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
            sides = sides_seen(image, map_points(to_px, quad))
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


def _side_profiles(image: Image, quad_px: Points) -> tuple[Points, Points, NDArray[np.int16]]:
    """Points along the four sides (4×n×2), each side's outward normal, and the dimmest channel across the side (4×n×reach).

    Paper is bright in all channels, so the dimmest one parts it best.
    """
    places = np.linspace(0.1, 0.9, _SIDE_SAMPLES)
    along = np.roll(quad_px, -1, axis=0) - quad_px
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.linalg.norm(along, axis=1, keepdims=True)
    on_sides = quad_px[:, None] + places[None, :, None] * along[:, None]
    points = on_sides[:, :, None] + _REACH[:, None] * normals[:, None, None]
    flat = points.reshape(4 * _SIDE_SAMPLES, len(_REACH), 2).astype(np.float32)
    values = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return on_sides, normals, values.min(axis=2).astype(np.int16).reshape(4, _SIDE_SAMPLES, len(_REACH))


def sides_seen(image: Image, quad_px: Points) -> NDArray[np.float64]:
    """For each side, the share of its length along which brightness steps across it.

    A border steps the same way at the same distance all along; the pattern of a back steps either way.
    """
    shares = np.zeros(4)
    dim = _side_profiles(image, quad_px)[2]
    step = dim[:, :, 2:] - dim[:, :, :-2]
    for sign in (step > EDGE_STEP, step < -EDGE_STEP):
        beside = sign[:, :, 1:] | sign[:, :, :-1]
        shares = np.maximum(shares, beside.mean(axis=1).max(axis=1))
    return shares


def _has_paper_border(image: Image, quad_px: Points) -> bool:
    """Most of what shows along the sides is nearly colourless and bright: a sleeve's or a hand's right angle is no card's."""
    middle = quad_px.mean(axis=0)
    places = np.linspace(0.1, 0.9, _SIDE_SAMPLES)[None, :, None]
    inner = quad_px + (middle - quad_px) * _BORDER_DEPTH
    points = (inner[:, None] + places * (np.roll(inner, -1, axis=0) - inner)[:, None]).reshape(-1, 2).astype(np.float32)
    values = cv2.remap(image, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1, 3)
    most, least = values.max(axis=1).astype(np.int16), values.min(axis=1).astype(np.int16)
    return bool(((most - least < 0.3 * most) & (most > _PAPER_LEVEL)).mean() > 0.5)


def refined(image: Image, quad_px: Points, least_step: float = EDGE_STEP) -> Points:
    """The outline moved onto the steps of brightness nearest to it, to a part of a pixel; itself where they form none."""
    on_sides, normals, dim = _side_profiles(image, quad_px)
    step = np.abs(dim[:, :, 2:] - dim[:, :, :-2]).astype(np.float64)
    step[step <= least_step] = 0
    lines = []
    for side in range(4):
        common = step[side].sum(axis=0)
        peak = int(np.argmax(common))
        near = slice(max(peak - 1, 0), peak + 2)
        weight = step[side][:, near].sum(axis=1)
        keep = weight > 0
        if keep.sum() < 0.5 * _SIDE_SAMPLES:
            return quad_px
        reach = _REACH[1:-1][near]
        off = (step[side][:, near] @ reach)[keep] / weight[keep]
        line = fit_line(on_sides[side][keep] + off[:, None] * normals[side], 1.0)
        if line is None:
            return quad_px
        lines.append(line)
    corners = [cross(lines[at - 1], lines[at]) for at in range(4)]
    if any(corner is None for corner in corners):
        return quad_px
    moved = np.array(corners)
    return moved if float(np.abs(moved - quad_px).max()) < 4.5 else quad_px


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
            if _has_paper_border(image, corners):
                chosen.append(Outline(corners, quad, False, min(mean, 0.9)))
    return sorted(chosen, key=lambda each: each.centre_mm)


def _overlap(first: Points, second: Points) -> bool:
    """Two whole cards cannot lie in one place: a quarter of a card in common is too much."""
    area, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return bool(area > 0.25 * cv2.contourArea(first.astype(np.float32)))
