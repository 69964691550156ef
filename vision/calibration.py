"""Where the felt lies in the camera's pictures: homographies to millimetres, zones and seat regions. Data, no camera.

Two views of one overhead sensor (DESIGN 3). The window, 95×53 cm before the dealer, has its origin at its upper left corner;
the table view covers the whole table. Both have x to the right and y down as the camera sees it, the dealer at the lower edge.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

CARD_WIDTH_MM = 63.5  # a poker card; a bridge card is 57.2 mm wide
CARD_HEIGHT_MM = 88.9

Matrix = tuple[float, float, float, float, float, float, float, float, float]


class CalibrationError(ValueError):
    """A calibration that cannot be used, with what is wrong and what to do."""


class Zone(msgspec.Struct, frozen=True):
    """A named upright rectangle on the felt."""

    name: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def centre_mm(self) -> tuple[float, float]:
        return self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """True when the point lies in the zone, its upper left border included."""
        return self.x_mm <= x_mm < self.x_mm + self.width_mm and self.y_mm <= y_mm < self.y_mm + self.height_mm


class ViewGeometry(msgspec.Struct, frozen=True):
    """One view: the size of its frames and the row-major homography from pixels to millimetres of that view's felt."""

    width_px: int
    height_px: int
    to_mm: Matrix
    zones: tuple[Zone, ...]
    rows: tuple[Zone, ...] = ()  # of open-face hands, ``seat 3 top``; they lie within the seats' zones

    def row_at(self, x_mm: float, y_mm: float) -> str:
        """The row of an open-face hand (``top``, ``middle``, ``bottom``) that holds the point; empty: none does."""
        return next((zone.name.rpartition(" ")[2] for zone in self.rows if zone.holds(x_mm, y_mm)), "")

    def zone_at(self, x_mm: float, y_mm: float) -> str:
        """The name of the zone that holds the point; empty when none does."""
        return next((zone.name for zone in self.zones if zone.holds(x_mm, y_mm)), "")

    def zone(self, name: str) -> Zone:
        """The zone of that name. Raises `CalibrationError`."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise CalibrationError(f"no zone {name!r} in this view; it has {', '.join(zone.name for zone in self.zones)}")

    @property
    def px_per_mm(self) -> float:
        """Scale at the centre of the frame."""
        return _scale_at_centre(self.to_mm, self.width_px, self.height_px)


class Calibration(msgspec.Struct, frozen=True):
    """All that recognition must know about where things are. Saved as JSON by `save_calibration`."""

    window: ViewGeometry
    table: ViewGeometry
    card_width_mm: float = CARD_WIDTH_MM
    card_height_mm: float = CARD_HEIGHT_MM
    seat_px_per_mm: float = 110 / CARD_WIDTH_MM  # full resolution of a 12 megapixel sensor (DESIGN 3)

    def seat_view(self, seat: int) -> ViewGeometry:
        """Geometry of the full-resolution crop of one seat's region, in the table's millimetres."""
        zone = self.table.zone(f"seat {seat}")
        rows = tuple(row for row in self.table.rows if row.name.startswith(f"seat {seat} "))
        rim = ROWS_RIM_MM if rows else 0.0
        pitch = 1 / self.seat_px_per_mm
        to_mm: Matrix = (pitch, 0.0, zone.x_mm - rim, 0.0, pitch, zone.y_mm - rim, 0.0, 0.0, 1.0)
        width = round((zone.width_mm + 2 * rim) * self.seat_px_per_mm)
        height = round((zone.height_mm + 2 * rim) * self.seat_px_per_mm)
        return ViewGeometry(width, height, to_mm, (zone,), rows)

    def seats(self) -> tuple[int, ...]:
        """Numbers of the seats that the table view knows, ascending."""
        return tuple(sorted(int(zone.name[5:]) for zone in self.table.zones if zone.name.startswith("seat ")))

    def geometry(self, view: str, seat: int = 0) -> ViewGeometry:
        """The geometry of a frame's view. Raises `CalibrationError` for an unknown one."""
        if view == "window":
            return self.window
        if view == "table":
            return self.table
        if view == "seat":
            return self.seat_view(seat)
        raise CalibrationError(f"no view {view!r}; expected window, table or seat")


@lru_cache(maxsize=64)
def matrix_to_mm(to_mm: Matrix) -> NDArray[np.float64]:
    """The homography as a 3×3 array, pixels to millimetres. Not to be written to."""
    return np.array(to_mm, dtype=np.float64).reshape(3, 3)


@lru_cache(maxsize=64)
def matrix_to_px(to_mm: Matrix) -> NDArray[np.float64]:
    """Its inverse, millimetres to pixels. Raises `CalibrationError` when there is none."""
    forward = matrix_to_mm(to_mm)
    if abs(np.linalg.det(forward)) < 1e-12:
        raise CalibrationError("the homography has no inverse: calibrate again with the board flat and wholly in view")
    return np.asarray(np.linalg.inv(forward), dtype=np.float64)


def map_points(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map points (n×2) by a 3×3 homography."""
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:3], dtype=np.float64)


def save_calibration(calibration: Calibration) -> bytes:
    """The calibration as a readable JSON text."""
    return msgspec.json.format(msgspec.json.encode(calibration), indent=1)


def load_calibration(text: bytes) -> Calibration:
    """Read what `save_calibration` wrote. Raises `CalibrationError` with what is wrong where."""
    try:
        calibration = msgspec.json.decode(text, type=Calibration)
    except msgspec.DecodeError as error:
        raise CalibrationError(f"not a calibration: {error}; make one with `dealer-table camera calibrate`") from None
    for name, view in (("window", calibration.window), ("table", calibration.table)):
        if view.width_px < 64 or view.height_px < 64:
            raise CalibrationError(f"{name}: frames of {view.width_px}×{view.height_px} px are too small to read cards")
        matrix_to_px(view.to_mm)
    return calibration


WINDOW_MM = (950.0, 530.0)
TABLE_MM = (2600.0, 1462.5)
_WINDOW_ZONES = (
    Zone("burns", 20, 20, 200, 230),
    Zone("board", 230, 90, 495, 200),
    Zone("stub", 30, 310, 180, 200),
    Zone("aside", 230, 310, 500, 210),
    Zone("muck", 740, 280, 210, 250),
)
# Seats 1..10 clockwise from the dealer's left hand, as centres on the table.
_SEAT_CENTRES = (
    (830, 1230), (400, 1090), (230, 760), (420, 410), (900, 230),
    (1700, 230), (2180, 410), (2370, 760), (2200, 1090), (1770, 1230),
)  # fmt: skip
SEAT_MM = (350.0, 240.0)
# An open-face hand needs three rows of cards that do not overlap, and a strip for the cards in hand. What is added to a seat's
# height: by how much it begins further up, so that no two seats' areas meet.
ROWS = ("top", "middle", "bottom")
ROW_MM = 98.0
OPEN_FACE_MM = (390.0, 4 * ROW_MM)
ROWS_RIM_MM = 70.0  # of felt around an open-face hand: sixteen cards cover so much that the felt would not be known in between
_BEGINS_UP_MM = (152.0, 0.0, 76.0, 152.0, 0.0, 0.0, 152.0, 76.0, 0.0, 152.0)


def _scale(size_px: tuple[int, int], size_mm: tuple[float, float]) -> Matrix:
    return (size_mm[0] / size_px[0], 0.0, 0.0, 0.0, size_mm[1] / size_px[1], 0.0, 0.0, 0.0, 1.0)


@lru_cache(maxsize=64)
def _scale_at_centre(to_mm: Matrix, width_px: int, height_px: int) -> float:
    centre = np.array([[width_px / 2, height_px / 2], [width_px / 2 + 1, height_px / 2], [width_px / 2, height_px / 2 + 1]])
    mm = map_points(matrix_to_mm(to_mm), centre)
    area = abs(float(np.linalg.det(np.stack([mm[1] - mm[0], mm[2] - mm[0]]))))
    return float(area**-0.5)


@lru_cache(maxsize=8)
def default_calibration(width_px: int = 1280, height_px: int = 720, *, open_face: bool = False) -> Calibration:
    """A camera that hangs straight over a ten-seat table, both views of `width_px` by `height_px`. `open_face`: with seats
    large enough for three rows of cards, and where these lie."""
    size = (width_px, height_px)
    half_x, half_y = SEAT_MM[0] / 2, SEAT_MM[1] / 2
    corners = [(x - half_x, y - half_y) for x, y in _SEAT_CENTRES]
    seats = tuple(Zone(f"seat {n}", x, y, *SEAT_MM) for n, (x, y) in enumerate(corners, 1))
    rows: tuple[Zone, ...] = ()
    if open_face:
        wider = (OPEN_FACE_MM[0] - SEAT_MM[0]) / 2
        corners = [(x - wider, y - up) for (x, y), up in zip(corners, _BEGINS_UP_MM, strict=True)]
        seats = tuple(Zone(f"seat {n}", x, y, *OPEN_FACE_MM) for n, (x, y) in enumerate(corners, 1))
        rows = tuple(row for seat in seats for row in _rows(seat))
    window = ViewGeometry(width_px, height_px, _scale(size, WINDOW_MM), _WINDOW_ZONES)
    return Calibration(window, ViewGeometry(width_px, height_px, _scale(size, TABLE_MM), seats, rows))


def _rows(seat: Zone) -> list[Zone]:
    """The rows from the upper border down; the last strip is the hand's."""
    strips = [seat.y_mm + at * ROW_MM for at in range(len(ROWS))]
    return [Zone(f"{seat.name} {row}", seat.x_mm, y, seat.width_mm, ROW_MM) for row, y in zip(ROWS, strips, strict=True)]
