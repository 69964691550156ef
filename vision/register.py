"""Lay one upright picture upon another by their ink. Pure."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Floats
from vision.calibration import map_points
from vision.outline import Points

RECTANGLE = np.array([[0, 0], [UPRIGHT_WIDTH, 0], [UPRIGHT_WIDTH, UPRIGHT_HEIGHT], [0, UPRIGHT_HEIGHT]]) - 0.5


def register(template: Floats, seen: Floats) -> Points | None:
    """Where the corners of `template` lie in `seen` after the best projective alignment; None when there is none."""
    warp: NDArray[np.float32] = np.eye(3, dtype=np.float32)
    everywhere = np.ones(template.shape, dtype=np.uint8)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 25, 1e-3)
    try:
        _, found = cv2.findTransformECC(template, seen, warp, cv2.MOTION_HOMOGRAPHY, stop, everywhere, 5)
    except cv2.error:
        return None  # OpenCV's way to say that it did not converge
    return map_points(np.asarray(found, dtype=np.float64), RECTANGLE)


def ink_of(white: Floats) -> Floats:
    """How dark each pixel of a whitened card is."""
    return np.asarray(1.0 - white.mean(axis=2), dtype=np.float32)
