"""The printed board that calibrates a view: a chessboard with markers on A4, its PDF, and what its picture tells. Pure.

Lay it in the middle of the window, long side along the dealer's edge, arrow toward the dealer. From its corners follows where
every pixel lies on the felt, in millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Image
from vision.calibration import CalibrationError, Matrix, map_points

SQUARES = (7, 5)
SQUARE_MM, MARKER_MM = 38.0, 28.0
BOARD_MM = (SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM)
_PAGE_MM = (297.0, 210.0)  # A4 lying
_DICTIONARY = cv2.aruco.DICT_5X5_100
_MARKER_CELLS = 7  # five bits and a black border on either side
_FEWEST_CORNERS = 10
_WORST_MM = 1.5
_POINTS_PER_MM = 72 / 25.4


@lru_cache(maxsize=1)
def board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it, lengths in millimetres."""
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, cv2.aruco.getPredefinedDictionary(_DICTIONARY))


def board_picture(px_per_mm: float = 4.0) -> Image:
    """The board as a picture, its white margin left out."""
    size = (round(BOARD_MM[0] * px_per_mm), round(BOARD_MM[1] * px_per_mm))
    return np.asarray(board().generateImage(size), dtype=np.uint8)


def board_pdf() -> bytes:
    """The board as a one-page PDF of A4, true to size when printed at 100%."""
    cells = _black_cells()
    left, low = (_PAGE_MM[0] - BOARD_MM[0]) / 2, (_PAGE_MM[1] - BOARD_MM[1]) / 2 + 4
    lines = [f"{_POINTS_PER_MM:.6f} 0 0 {_POINTS_PER_MM:.6f} 0 0 cm", "0 g"]
    lines += [f"{left + x:.3f} {low + BOARD_MM[1] - y - high:.3f} {wide:.3f} {high:.3f} re f" for x, y, wide, high in cells]
    # An arrow at the lower edge, toward the dealer.
    middle = _PAGE_MM[0] / 2
    lines.append(f"{middle - 4:.1f} {low - 3:.1f} m {middle + 4:.1f} {low - 3:.1f} l {middle:.1f} {low - 9:.1f} l f")
    text = "dealer-table: print at 100%, lay flat in the middle of the window, arrow to the dealer"
    lines.append(f"BT /F1 3.2 Tf {left:.1f} {low + BOARD_MM[1] + 3:.1f} Td ({text}) Tj ET")
    content = "\n".join(lines).encode("ascii")
    width, height = (each * _POINTS_PER_MM for each in _PAGE_MM)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode("ascii"),
        b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + part + b"\nendobj\n"
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, table)
    return bytes(out)


def _black_cells() -> list[tuple[float, float, float, float]]:
    """Black rectangles of the board in mm from its upper left: x, y, width, height."""
    px = 4
    picture = np.asarray(board().generateImage((int(BOARD_MM[0] * px), int(BOARD_MM[1] * px))), dtype=np.uint8)
    cell, gap = MARKER_MM / _MARKER_CELLS, (SQUARE_MM - MARKER_MM) / 2
    found = []
    for row in range(SQUARES[1]):
        for column in range(SQUARES[0]):
            x, y = column * SQUARE_MM, row * SQUARE_MM
            if picture[int((y + 2) * px), int((x + 2) * px)] < 128:
                found.append((x, y, SQUARE_MM, SQUARE_MM))
                continue
            for at in range(_MARKER_CELLS):
                for along in range(_MARKER_CELLS):
                    cx, cy = x + gap + along * cell, y + gap + at * cell
                    if picture[int((cy + cell / 2) * px), int((cx + cell / 2) * px)] < 128:
                        found.append((cx, cy, cell, cell))
    return found


@dataclass(frozen=True)
class Placed:
    """What a picture of the board tells: pixels to the felt's millimetres, corners found, and the mean error in mm."""

    to_mm: Matrix
    corners: int
    error_mm: float
    size_px: tuple[int, int]


def find_board(image: Image, centre_mm: tuple[float, float]) -> Placed:
    """Calibrate from one picture of the board, its middle at `centre_mm` of the view. Raises `CalibrationError`."""
    detector = cv2.aruco.CharucoDetector(board())
    corners, ids = detector.detectBoard(image)[:2]
    if ids is None or len(ids) < _FEWEST_CORNERS:
        seen = 0 if ids is None else len(ids)
        raise CalibrationError(
            f"only {seen} corners of the board are seen, {_FEWEST_CORNERS} are needed: more light, no glare, all in view"
        )
    pixels = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    known = np.asarray(board().getChessboardCorners(), dtype=np.float64)[np.asarray(ids).ravel(), :2]
    felt = known - np.array(BOARD_MM) / 2 + np.array(centre_mm)
    matrix, inside = cv2.findHomography(pixels, felt, cv2.RANSAC, 2.0)
    if matrix is None or int(np.asarray(inside).sum()) < _FEWEST_CORNERS:
        raise CalibrationError("the board's corners do not lie in a plane: lay the sheet flat")
    homography: NDArray[np.float64] = np.asarray(matrix, dtype=np.float64)
    gaps = np.linalg.norm(map_points(homography, pixels) - felt, axis=1)
    error = float(gaps[np.asarray(inside).ravel() > 0].mean())
    if error > _WORST_MM:
        raise CalibrationError(
            f"the corners are off by {error:.1f} mm on average, at most {_WORST_MM} will do: lay the sheet flat, focus the lens"
        )
    to_mm: Matrix = tuple(float(each) for each in homography.ravel())  # type: ignore[assignment]
    return Placed(to_mm, len(pixels), error, (image.shape[1], image.shape[0]))
