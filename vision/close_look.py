"""Close looks at seats: full-resolution crops of the sensor, where the table view is too coarse for ranks (DESIGN 3)."""

from __future__ import annotations

import threading

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Image
from vision.calibration import Calibration, matrix_to_mm, matrix_to_px
from vision.frame_wire import Picture

READS = 10  # sensor pictures that a request lasts: more than two still ones, with a hand going away in between


class CloseLooks:
    """Which seats are to be looked at, and their crops. `part` is the table view's (left, top, width, height) on the sensor,
    `frame` that view's size in pixels, for which it was calibrated.

    `ask` may be called from any thread, `pictures` from the camera's alone.
    """

    def __init__(self, part: tuple[int, int, int, int], frame: tuple[int, int], calibration: Calibration) -> None:
        self._calibration = calibration
        left, top, width, height = part
        across, down = frame[0] / width, frame[1] / height
        # Pixels have their middle at .5: the same half pixel belongs to both sides of the reduction.
        self._to_view = np.array(
            [[across, 0, (0.5 - left) * across - 0.5], [0, down, (0.5 - top) * down - 0.5], [0, 0, 1]], dtype=np.float64
        )
        self._left: dict[int, int] = {}
        self._lock = threading.Lock()

    def ask(self, seat: int) -> None:
        """Look closely at that seat in the next pictures. A seat that the calibration does not know is none to look at."""
        if seat in self._calibration.seats():
            with self._lock:
                self._left[seat] = READS

    def pictures(self, whole: Image) -> list[Picture]:
        """The crops that are wanted out of one sensor picture."""
        with self._lock:
            seats = sorted(self._left)
            self._left = {seat: left - 1 for seat, left in self._left.items() if left > 1}
        return [Picture("seat", self._crop(whole, seat), seat) for seat in seats]

    def _crop(self, whole: Image, seat: int) -> Image:
        geometry = self._calibration.seat_view(seat)
        table_mm, crop_px = matrix_to_mm(self._calibration.table.to_mm), matrix_to_px(geometry.to_mm)
        through: NDArray[np.float64] = crop_px @ table_mm @ self._to_view
        size = (geometry.width_px, geometry.height_px)
        return np.asarray(cv2.warpPerspective(whole, through, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)
