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
from vision.edges import refined
from vision.heap import take_apart
from vision.outline import Outline, fit_quad, grown, is_card, median

_FELT_STEP = 16  # px; every sixteenth pixel is enough to know the felt's colour
_FELT_SHARE = 0.6  # of the frame; what this much of it keeps to is the felt's own pattern and noise
_UNLIKE_SHARE = 0.18  # of the brightest thing's level, in some channel
_SHADOW = 0.42  # of the felt's level: a card's own soft shadow stays under it
_LEAST_UNLIKE, _MOST_UNLIKE = 15.0, 75.0  # grey levels
_LINE_MM = 3.8
_SURROUNDINGS_MM = 150.0
_SMALLEST_PART = 0.12  # of a card's area: less is a chip, a coin or dirt


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
    channels = np.ascontiguousarray(grid.T)
    felt = np.array([median(channel) for channel in channels.astype(np.float64)])
    away = np.abs(channels - felt[:, None]).max(axis=0)
    brightest = float(np.partition(channels.max(axis=0), -8)[-8])
    most_differ = float(np.partition(away, int(_FELT_SHARE * len(away)))[int(_FELT_SHARE * len(away))])
    shades = (_UNLIKE_SHARE * brightest, _SHADOW * float(felt.max()), 2.6 * most_differ + 6)
    return felt, float(np.clip(max(shades), _LEAST_UNLIKE, _MOST_UNLIKE))


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
    found = take_apart(image, contour, calibration, geometry)
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
            if is_card(corners, width, height, 0.03 + half_px / 30) and 0.9 < filled < 1.05:
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
