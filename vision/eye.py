"""The camera's core: frames in, looks and camera states out, no clock inside (DESIGN 2).

Only settled frames are read: a moving hand gives no sighting. An idle frame costs a comparison of every eighth pixel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Image
from vision.calibration import Calibration, default_calibration, matrix_to_px
from vision.deck import Deck
from vision.scan import Scan, Scanner
from vision.sightings import CameraState, Look, View
from vision.votes import Votes, arrivals

STEP = 8  # px; a card has ten by fifteen of these samples
_MOVED_LEVEL, _MOST_NOISE_LEVEL = 30, 60  # grey levels; the more a picture's own noise changes it, the more is asked
_NOISES_APART = 8.0  # median changes of a pixel: 5.4 standard deviations
_NOISE_STEP = 7  # every so many of the compared values tell the noise
_MOVED_SAMPLES = 3
_BLACK_MEAN, _SATURATED_MEAN = 9.0, 246.0
_MOST_TRIES = 4  # further frames on which an unread card is tried
_PILES = ("burns", "muck")
_MOUTH = "stub"
_WATCHED: tuple[View, ...] = ("window", "table")


@dataclass(frozen=True)
class Frame:
    """One picture, BGR, of one view, stamped when it was taken (boot time). `seat` names the seat of a ``seat`` view."""

    at_ns: int
    view: View
    image: Image
    seat: int = 0


@dataclass(frozen=True)
class CameraLost:
    """The camera's shell could not read: unplugged, or no such device. It goes on trying."""

    at_ns: int
    detail: str = ""


class EyeSettings(msgspec.Struct, frozen=True):
    """Times of the motion gate and of the camera's watch, in ms.

    `frozen_after_ms`: a sensor's noise never repeats, so frames that are the same bit for bit for this long are a stuck
    picture; None for a source without noise (a folder of drawings, a still).
    """

    settle_ms: int = 80
    repeat_ms: int = 300  # closer than a card can pass the stub's mouth and be gone (`table_node.fusion_views.CLOSE_NS`)
    lost_after_ms: int = 1000
    frozen_after_ms: int | None = 1000


@dataclass
class _Watch:
    """What the eye remembers of one view."""

    image: Image | None = None
    small: NDArray[np.uint8] | None = None
    middle: bytes = b""
    scanned: NDArray[np.uint8] | None = None
    quiet_since_ns: int = 0
    new_bits_at_ns: int = 0
    last_frame_ns: int | None = None
    scanned_at_ns: int = -1
    tries: int = 0
    votes: Votes = field(default_factory=Votes)
    look: Look | None = None
    looked_at_ns: int = 0
    stirred: bool = False  # something moved at the stub's mouth since the last look
    trouble: str = "waiting"


class Eye:
    """`step(now_ns, given)` takes a `Frame`, a `CameraLost` or any other object (a tick) and returns looks and camera states.

    A look follows when a view has been still for `settle_ms`, and again every `repeat_ms` while it stays so.
    `last_scan` is the last frame's full result (outlines and reasons), for annotation only.
    """

    def __init__(
        self, decks: Deck | Sequence[Deck], calibration: Calibration | None = None, settings: EyeSettings | None = None
    ) -> None:
        cv2.setNumThreads(1)  # one core is the vision worker's, and a seed must replay a run byte for byte
        self.calibration = calibration or default_calibration()
        self.settings = settings or EyeSettings()
        self._scanner = Scanner([decks] if isinstance(decks, Deck) else list(decks), self.calibration)
        self._mouth = _samples_of(_MOUTH, self.calibration)
        self._watches: dict[tuple[str, int], _Watch] = {}
        self._state = ""
        self.last_scan: Scan | None = None

    def use_decks(self, decks: Sequence[Deck]) -> None:
        """Other decks are on the table now; everything is read anew."""
        self._scanner = Scanner(list(decks), self.calibration)
        for watch in self._watches.values():
            watch.scanned = None

    def step(self, now_ns: int, given: object) -> list[Look | CameraState]:
        """Take a frame or let time pass."""
        looks: list[Look | CameraState] = []
        if isinstance(given, Frame):
            look = self._frame(now_ns, given)
            if look is not None:
                looks.append(look)
        elif isinstance(given, CameraLost):
            for watch in self._watches.values():
                watch.trouble = "unplugged"
            if not self._watches:
                self._watches[("window", 0)] = _Watch(trouble="unplugged")
        self._miss_frames(now_ns)
        return [*self._changed_state(now_ns, given.detail if isinstance(given, CameraLost) else ""), *looks]

    def deadline(self) -> int | None:
        """When a view will have been without a frame for too long."""
        lost_ns = self.settings.lost_after_ms * 1_000_000
        times = [
            watch.last_frame_ns + lost_ns
            for key, watch in self._watches.items()
            if key[0] in _WATCHED and watch.last_frame_ns is not None and watch.trouble != "unplugged"
        ]
        return min(times, default=None)

    def _frame(self, now_ns: int, frame: Frame) -> Look | None:
        watch = self._watches.setdefault((frame.view, frame.seat), _Watch())
        watch.last_frame_ns = now_ns
        geometry = self.calibration.geometry(frame.view, frame.seat)
        if frame.image.shape != (geometry.height_px, geometry.width_px, 3):
            watch.trouble = "wrong_size"
            watch.image = watch.small = watch.scanned = None
            return None
        if not self._compare(now_ns, frame.image, watch, self._mouth if frame.view == "window" else None):
            watch.scanned = None  # what lies there once the picture is good again is to be told at once
            return None
        still = now_ns - watch.quiet_since_ns >= self.settings.settle_ms * 1_000_000
        if not still or watch.small is None:
            return None
        look = self._next_look(now_ns, frame, watch)
        if look is not None:
            watch.looked_at_ns = now_ns
            stirred, watch.stirred = (_MOUTH,) if watch.stirred else (), False
            watch.look = msgspec.structs.replace(look, at_ns=frame.at_ns, stirred=stirred)
        return None if look is None else watch.look

    def _next_look(self, now_ns: int, frame: Frame, watch: _Watch) -> Look | None:
        """What a still frame has to tell: a new scene, a second thought, the old scene again, or nothing."""
        assert watch.small is not None
        before = watch.look
        if before is None or watch.scanned is None or moved(watch.small, watch.scanned):
            watch.tries = 0
            return self._read(now_ns, frame, watch)
        other_bits = watch.new_bits_at_ns == now_ns
        if other_bits and watch.tries < _MOST_TRIES and watch.votes.undecided(before.cards):
            watch.tries += 1
            self._scanner.look_again()
            again = self._read(now_ns, frame, watch)
            if again.cards != before.cards:
                return again
        if now_ns - watch.looked_at_ns < self.settings.repeat_ms * 1_000_000:
            return None
        return msgspec.structs.replace(before, arrived=())

    def _compare(self, now_ns: int, image: Image, watch: _Watch, mouth: tuple[slice, slice] | None) -> bool:
        """Keep the frame, note motion and faults; False when the frame shows nothing to be trusted. `mouth`: where in it the
        stub's lies."""
        if image is watch.image and watch.small is not None:
            return self._judge_bits(now_ns, watch)  # the very same array: no need to compare it with itself
        small = np.ascontiguousarray(image[::STEP, ::STEP])
        before = watch.small
        watch.image, watch.small = image, small
        if before is None or before.shape != small.shape or moved(small, before):
            watch.quiet_since_ns = now_ns
            watch.new_bits_at_ns = now_ns
            if mouth is not None:
                other = before is None or before.shape != small.shape
                watch.stirred |= other or moved(small[mouth], before[mouth])  # type: ignore[index]
        elif not (np.array_equal(small, before) and self._same_bits(image, watch)):
            watch.new_bits_at_ns = now_ns
        return self._judge_bits(now_ns, watch)

    def _same_bits(self, image: Image, watch: _Watch) -> bool:
        # Every eighth pixel alike already says it of a sensor with noise; the middle row makes sure for pennies.
        middle: bytes = image[image.shape[0] // 2].tobytes()
        before, watch.middle = watch.middle, middle
        return before == middle

    def _judge_bits(self, now_ns: int, watch: _Watch) -> bool:
        assert watch.small is not None
        mean = float(watch.small.mean())
        frozen_ms = self.settings.frozen_after_ms
        if mean < _BLACK_MEAN:
            watch.trouble = "black"
        elif mean > _SATURATED_MEAN:
            watch.trouble = "saturated"
        elif frozen_ms is not None and now_ns - watch.new_bits_at_ns >= frozen_ms * 1_000_000:
            watch.trouble = "frozen"
        else:
            watch.trouble = ""
        return watch.trouble == ""

    def _read(self, now_ns: int, frame: Frame, watch: _Watch) -> Look:
        if watch.quiet_since_ns > watch.scanned_at_ns:
            watch.votes.moved()
        watch.scanned, watch.scanned_at_ns = watch.small, now_ns
        scan = self._scanner.scan(frame.image, frame.view, frame.seat)
        self.last_scan = scan
        cards = watch.votes.count(scan.sightings) if frame.view != "table" else ()
        before = watch.look.cards if watch.look is not None else ()
        arrived = arrivals(before, cards, _PILES) if frame.view == "window" else ()
        seats = _seats(scan, self.calibration.seats()) if frame.view == "table" else {}
        faces = {number: _faces(scan, number) for number in seats}
        return Look(frame.at_ns, frame.view, cards, seats, scan.covered, frame.seat, faces, arrived=arrived)

    def _miss_frames(self, now_ns: int) -> None:
        lost_ns = self.settings.lost_after_ms * 1_000_000
        for key, watch in self._watches.items():
            if key[0] in _WATCHED and watch.last_frame_ns is not None and now_ns - watch.last_frame_ns >= lost_ns:
                watch.trouble = "unplugged"

    def _changed_state(self, now_ns: int, detail: str) -> list[CameraState]:
        """The camera's state when it changed: the first trouble of a watched view, or ``ok`` when all are well."""
        troubled = [(key[0], watch.trouble) for key, watch in self._watches.items() if key[0] in _WATCHED and watch.trouble]
        state = troubled[0][1] if troubled else "ok"
        if not self._watches or state in (self._state, "waiting"):
            return []
        self._state = state
        return [CameraState(now_ns, state, detail or (f"{troubled[0][0]} view" if troubled else ""))]


def _samples_of(name: str, calibration: Calibration) -> tuple[slice, slice] | None:
    """Which rows and columns of the window's samples, one in `STEP` each way, show this zone; None: the window has none."""
    zone = next((one for one in calibration.window.zones if one.name == name), None)
    if zone is None:
        return None
    ends = [(zone.x_mm, zone.x_mm + zone.width_mm), (zone.y_mm, zone.y_mm + zone.height_mm)]
    places = np.array([(x, y, 1.0) for x in ends[0] for y in ends[1]]) @ matrix_to_px(calibration.window.to_mm).T
    x, y = (places[:, :2] / places[:, 2:]).T / STEP
    return slice(max(int(y.min()), 0), int(y.max()) + 1), slice(max(int(x.min()), 0), int(x.max()) + 1)


def moved(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> bool:
    """Whether something moved between two frames, of which every eighth pixel is given. Noise in a dim room is no motion."""
    away = cv2.absdiff(now, before).reshape(now.shape[0], -1)
    some = away.ravel()[::_NOISE_STEP]
    noise = float(np.partition(some, len(some) // 2)[len(some) // 2])
    level = min(max(_MOVED_LEVEL, _NOISES_APART * noise), _MOST_NOISE_LEVEL)
    count: int = cv2.countNonZero(cv2.threshold(away, level, 255, cv2.THRESH_BINARY)[1])
    return count >= _MOVED_SAMPLES


def _seats(scan: Scan, numbers: tuple[int, ...]) -> dict[int, str]:
    """At each seat ``nothing``, ``back`` or ``face``; a seat that is covered or unclear is left out."""
    result: dict[int, str] = {}
    for number in numbers:
        name = f"seat {number}"
        faces = {each.face for each in scan.sightings if each.zone == name}
        if "up" in faces:
            result[number] = "face"
        elif "down" in faces:
            result[number] = "back"
        elif not faces and name not in scan.covered:
            result[number] = "nothing"
    return result


def _faces(scan: Scan, number: int) -> int:
    """How many cards at a seat seem to show their faces."""
    return sum(each.face == "up" and each.zone == f"seat {number}" for each in scan.sightings)
