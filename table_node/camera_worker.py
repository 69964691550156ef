"""The camera's two threads: one takes frames, one turns them into sightings. The loop gets looks, never pictures."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from table_node.config import CameraSection
from vision.calibration import Calibration, default_calibration, load_calibration
from vision.camera import CameraThread, DeviceSource, FrameSource, PiCameraSource, SensorLayout, SocketSource
from vision.deck import Deck
from vision.eye import CameraLost, Eye, Frame
from vision.sightings import CameraState, Look

TICK_S = 0.5
STOP_S = 3.0
Enqueue = Callable[[int, Look | CameraState], bool]


def open_source(section: CameraSection, calibration: Calibration) -> FrameSource:
    """The frame source that the configuration names (opened later, by its thread)."""
    kind, _, rest = section.source.partition(":")
    layout = SensorLayout(sensor=section.sensor, window=section.window, table=section.table)
    if kind == "device":
        return DeviceSource(rest, layout, calibration=calibration)
    if kind == "picamera":
        return PiCameraSource(layout, calibration=calibration)
    return SocketSource(section.source)


def read_calibration(section: CameraSection, folder: Path) -> Calibration:
    """The camera's calibration. Raises `vision.calibration.CalibrationError` or OSError."""
    if not section.calibration:
        return default_calibration()
    return load_calibration((folder / section.calibration).read_bytes())


class CameraWorker:
    """`enqueue(now_ns, seen)` puts a look into the loop's queue. Of each view only the newest frame waits: a stale one is no
    evidence of anything."""

    def __init__(
        self, source: FrameSource, decks: list[Deck], calibration: Calibration, enqueue: Enqueue, clock: Callable[[], int]
    ) -> None:
        self._source = source
        self._eye = Eye(decks, calibration)
        self._enqueue = enqueue
        self._clock = clock
        self._waiting: dict[tuple[str, int], Frame | CameraLost] = {}
        self._ready = threading.Condition()
        self._stopping = False
        self._camera = CameraThread(source, self._put, clock)
        self._thread = threading.Thread(target=self._see, name="vision", daemon=True)
        self.dropped_frames = 0
        self.dropped_looks = 0

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()
        self._camera.start()

    def look_closely(self, seat: int) -> None:
        """Ask for full-resolution frames of a seat; a source that cannot give them sends what it has."""
        self._source.look_closely(seat)

    def stop(self) -> None:
        """End both threads."""
        self._camera.stop()
        with self._ready:
            self._stopping = True
            self._ready.notify()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _put(self, given: Frame | CameraLost) -> None:
        key = (given.view, given.seat) if isinstance(given, Frame) else ("lost", 0)
        with self._ready:
            self.dropped_frames += key in self._waiting
            self._waiting[key] = given
            self._ready.notify()

    def _see(self) -> None:
        while True:
            with self._ready:
                if not self._waiting and not self._stopping:
                    self._ready.wait(TICK_S)
                if self._stopping:
                    return
                batch: list[Frame | CameraLost | None] = [*self._waiting.values()]
                self._waiting = {}
            for given in batch or [None]:
                now = self._clock()
                for seen in self._eye.step(now, given):
                    self.dropped_looks += not self._enqueue(now, seen)
