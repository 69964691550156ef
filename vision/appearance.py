"""A card's picture made comparable: cut out upright, its paper made white, and put as numbers that two witnesses judge.

Pure: arrays in, arrays out. Corners are pixel coordinates as OpenCV counts them, the middle of the first pixel being (0, 0).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

UPRIGHT_WIDTH, UPRIGHT_HEIGHT = 100, 140
WHOLE_WIDTH, WHOLE_HEIGHT = 50, 70
_CHROMA_WEIGHT = (0.8, 0.5)  # red against green, yellow against blue; a four-colour deck needs both
_INSET = 2  # of the small picture: the outermost pixels are half felt
_DARKEST_PAPER = 0.15  # a card whose paper is darker than this part of full scale is not brought up


def upright(image: Image, corners: NDArray[np.float64]) -> Image:
    """Cut the quadrilateral out as an upright card of 100×140 px. `corners` clockwise from the upper left of its short side."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    # Sampling a large card at 100 px would alias: take it at a multiple and shrink by area.
    times = int(min(4, max(1, np.ceil(max(sides[0], sides[2]) / UPRIGHT_WIDTH - 0.2))))
    width, height = UPRIGHT_WIDTH * times, UPRIGHT_HEIGHT * times
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    cut = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if times > 1:
        cut = cv2.resize(cut, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(cut, dtype=np.uint8)


def reduced(image: Image, side_px: int) -> tuple[Image, float]:
    """The picture with no side longer than that, and its scale (1 where it is small enough)."""
    scale = min(1.0, side_px / max(image.shape[:2]))
    if scale == 1:
        return image, scale
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8), scale


def _margin_places() -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """Eight stretches of the white margin (two a side, corners left out): rows, columns, a plane's terms at their middles."""
    low, high = 3, 7
    x1, x2, x3 = 12, UPRIGHT_WIDTH // 2, UPRIGHT_WIDTH - 12
    y1, y2, y3 = 14, UPRIGHT_HEIGHT // 2, UPRIGHT_HEIGHT - 14
    boxes = []
    for a, b in ((x1, x2), (x2, x3)):
        boxes += [(low, high, a, b), (UPRIGHT_HEIGHT - high, UPRIGHT_HEIGHT - low, a, b)]
    for a, b in ((y1, y2), (y2, y3)):
        boxes += [(a, b, low, high), (a, b, UPRIGHT_WIDTH - high, UPRIGHT_WIDTH - low)]
    rows, columns, middles = [], [], []
    for top, bottom, left, right in boxes:
        y, x = np.mgrid[top:bottom, left:right]
        keep = np.linspace(0, y.size - 1, 140).astype(int)
        rows.append(y.ravel()[keep])
        columns.append(x.ravel()[keep])
        middles.append((1.0, (left + right) / 2 / UPRIGHT_WIDTH - 0.5, (top + bottom) / 2 / UPRIGHT_HEIGHT - 0.5))
    return np.array(rows), np.array(columns), np.array(middles)


_ROWS, _COLUMNS, _MIDDLES = _margin_places()
_ALL_MIDDLES_TO_PLANE = np.linalg.pinv(_MIDDLES)
_GRID_Y, _GRID_X = np.mgrid[0:UPRIGHT_HEIGHT, 0:UPRIGHT_WIDTH]
_TERMS = [np.ones_like(_GRID_X), _GRID_X / UPRIGHT_WIDTH - 0.5, _GRID_Y / UPRIGHT_HEIGHT - 0.5]
_GRID = np.stack(_TERMS, axis=-1).astype(np.float32)


def whitened(card: Image) -> Floats:
    """The upright card with its paper at 1.0 in every channel: warm light, shade and an even gradient taken out."""
    # 70th percentile: ink and a thin shadow left out.
    bright = np.sort(card[_ROWS, _COLUMNS], axis=1)[:, -42].astype(np.float64)
    total = bright.sum(axis=1)
    level = np.median(total)
    use = np.abs(total - level) < 0.2 * level
    if use.all():
        plane = _ALL_MIDDLES_TO_PLANE @ bright
    elif use.sum() >= 5:
        plane = np.linalg.lstsq(_MIDDLES[use], bright[use], rcond=None)[0]
    else:
        plane = np.vstack([np.median(bright, axis=0), np.zeros((2, 3))])
    floor = 255 * _DARKEST_PAPER
    paper = np.maximum(_GRID @ plane.astype(np.float32), floor)
    return np.asarray(np.minimum(card / paper, 1.15), dtype=np.float32)


def _opponent(white: Floats) -> Floats:
    """Ink darkness, red against green, yellow against blue."""
    blue, green, red = white[..., 0], white[..., 1], white[..., 2]
    ink = 1.0 - (blue + green + red) / 3
    return np.stack([ink, (red - green) * _CHROMA_WEIGHT[0], ((red + green) / 2 - blue) * _CHROMA_WEIGHT[1]], axis=-1)


def unit(rows: Floats) -> Floats:
    """Rows scaled to length one; a row of zeros stays."""
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.maximum(length, 1e-6), dtype=np.float32)


def whole_picture(white: Floats) -> Floats:
    """The small opponent picture (70×50×3, outermost pixels cut) that the whole-card witness compares."""
    small = cv2.resize(cv2.GaussianBlur(white, (3, 3), 0.8), (WHOLE_WIDTH, WHOLE_HEIGHT), interpolation=cv2.INTER_AREA)
    return _opponent(np.asarray(small, dtype=np.float32)[_INSET:-_INSET, _INSET:-_INSET])


def whole_vector(picture: Floats) -> Floats:
    """The picture as a vector of length one, its ink about its mean: what is left is the print, not the exposure."""
    centred = picture.copy()
    centred[..., 0] -= centred[..., 0].mean()
    return unit(centred.reshape(-1))


def corner_picture(white: Floats) -> Floats:
    """The opponent picture at full size, for the index glyphs."""
    return _opponent(white)


def turned(picture: Floats) -> Floats:
    """On its head."""
    return np.ascontiguousarray(picture[::-1, ::-1])


def likeness(rows: Floats, templates: Floats) -> Floats:
    """Every row against every template. `einsum`, not BLAS: one thread, the same bits on every machine, no pool to wake."""
    return np.asarray(np.einsum("ij,kj->ik", rows, templates), dtype=np.float32)
