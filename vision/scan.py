"""One settled frame to sightings: locate, read, sort into zones. A thing whose pixels have not changed is not read again.

Not reading again is not thrift alone: copies of one picture are one witness, and a second opinion on the same pixels is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Image, upright
from vision.calibration import Calibration, ViewGeometry, map_points, matrix_to_px
from vision.deck import Deck
from vision.identify import Reading, face_of_part, read_with
from vision.locate import Blob, blobs, cards_of_blob, not_felt, smallest_blob_px
from vision.outline import Outline
from vision.sightings import Sighting

_BOX_SLACK_PX = 2
_CHANGED_LEVEL = 36  # grey levels; sensor noise stays under it
_CHANGED_SHARE = 0.004  # of a thing's pixels; a pip is more
_COVERED_SHARE = 0.2  # of a zone under something that is no card
_COVER_STEP = 4  # px; hands are large


@dataclass(frozen=True)
class Seen:
    """One outline and what it shows."""

    outline: Outline
    reading: Reading


@dataclass(frozen=True)
class Scan:
    """All of one frame. `covered`: zones where something that is no card hides more than a fifth."""

    seen: tuple[Seen, ...]
    sightings: tuple[Sighting, ...]
    covered: tuple[str, ...]


@dataclass
class _Known:
    box: tuple[int, int, int, int]
    pixels: Image
    seen: tuple[Seen, ...]


@dataclass
class Scanner:
    """Reads frames of all views against the decks in play, and remembers each view's things."""

    decks: Sequence[Deck]
    calibration: Calibration
    _memory: dict[str, list[_Known]] = field(default_factory=dict)

    def scan(self, image: Image, view: str, seat: int = 0) -> Scan:
        """Everything that a frame of this view shows."""
        geometry = self.calibration.geometry(view, seat)
        mask = not_felt(image)
        key = f"{view} {seat}"
        known = self._memory.get(key, [])
        things = blobs(mask, smallest_blob_px(self.calibration, geometry))
        fresh = [self._look_at(image, blob, known, geometry) for blob in things]
        self._memory[key] = fresh
        seen = tuple(each for thing in fresh for each in thing.seen)
        return Scan(seen, tuple(_sighting(each, geometry) for each in seen), _covered(mask, seen, geometry))

    def look_again(self) -> None:
        """Read unread cards anew at the next frame: another frame's noise is another witness. What has been judged for good
        (`Reading.final`) is not read again before its pixels change."""
        for things in self._memory.values():
            things[:] = [each for each in things if not any(_unread(seen) for seen in each.seen)]

    def forget(self) -> None:
        """Read everything anew at the next frame: after a change of decks or of light."""
        self._memory.clear()

    def _look_at(self, image: Image, blob: Blob, known: list[_Known], geometry: ViewGeometry) -> _Known:
        left, top, width, height = blob.box
        for old in known:
            if all(abs(a - b) <= _BOX_SLACK_PX for a, b in zip(old.box, blob.box, strict=True)):
                x, y, w, h = old.box
                now = image[y : y + h, x : x + w]
                if not _changed(now, old.pixels):
                    return old
        outlines = cards_of_blob(image, blob, self.calibration, geometry)
        seen = tuple(Seen(each, self._read(image, each, outlines, geometry)) for each in outlines)
        return _Known(blob.box, image[top : top + height, left : left + width].copy(), seen)

    def _read(self, image: Image, outline: Outline, others: list[Outline], geometry: ViewGeometry) -> Reading:
        width_px = self.calibration.card_width_mm * geometry.px_per_mm
        card = upright(image, outline.corners_px)
        if outline.whole:
            return read_with(card, self.decks, width_px)
        seen = _uncovered(outline, [each for each in others if each is not outline])
        return Reading(None, face_of_part(card, seen, self.decks, width_px), 0.0, why="partly covered")


def _unread(seen: Seen) -> bool:
    reading = seen.reading
    return seen.outline.whole and reading.card is None and reading.face != "down" and not reading.final


def _changed(now: Image, before: Image) -> bool:
    if now.shape != before.shape:
        return True
    away = cv2.absdiff(now, before).reshape(now.shape[0], -1)
    count = cv2.countNonZero(cv2.threshold(away, _CHANGED_LEVEL, 255, cv2.THRESH_BINARY)[1])
    return bool(count > _CHANGED_SHARE * away.size)


def _uncovered(outline: Outline, others: list[Outline]) -> NDArray[np.bool_]:
    """The pixels of the upright picture that no other outline overlaps."""
    mask = np.full((UPRIGHT_HEIGHT, UPRIGHT_WIDTH), 1, dtype=np.uint8)
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (UPRIGHT_WIDTH, UPRIGHT_HEIGHT) - 0.5
    matrix = cv2.getPerspectiveTransform(outline.corners_px.astype(np.float32), target.astype(np.float32))
    for other in others:
        corners = map_points(np.asarray(matrix, dtype=np.float64), other.corners_px)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (0,))
    return mask.astype(bool)


def _sighting(seen: Seen, geometry: ViewGeometry) -> Sighting:
    outline, reading = seen.outline, seen.reading
    x, y = outline.centre_mm
    box = tuple((round(float(px), 1), round(float(py), 1)) for px, py in outline.corners_px)
    return Sighting(
        geometry.zone_at(x, y), reading.face, reading.card, reading.confidence,
        round(x, 1), round(y, 1), round(outline.angle_deg, 1), box, outline.whole, geometry.row_at(x, y), reading.back,
    )  # fmt: skip


def _covered(mask: Image, seen: tuple[Seen, ...], geometry: ViewGeometry) -> tuple[str, ...]:
    """Zones of which more than a fifth is hidden by something that is not felt and no card."""
    rest = mask[::_COVER_STEP, ::_COVER_STEP].copy()
    for each in seen:
        grown = each.outline.corners_px + 0.04 * (each.outline.corners_px - each.outline.corners_px.mean(axis=0))
        cv2.fillConvexPoly(rest, np.round(grown / _COVER_STEP).astype(np.int32), (0,))
    if not rest.any():
        return ()
    to_px = matrix_to_px(geometry.to_mm)
    names = []
    for zone in geometry.zones:
        x0, y0, x1, y1 = zone.x_mm, zone.y_mm, zone.x_mm + zone.width_mm, zone.y_mm + zone.height_mm
        corners = map_points(to_px, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])) / _COVER_STEP
        area = np.zeros_like(rest)
        cv2.fillConvexPoly(area, np.round(corners).astype(np.int32), (255,))
        inside = cv2.countNonZero(area)
        if inside and cv2.countNonZero(cv2.bitwise_and(area, rest)) > _COVERED_SHARE * inside:
            names.append(zone.name)
    return tuple(names)
