"""The only file that opens a camera: V4L2 device, Raspberry Pi camera, video file, folder of pictures, or another process.

All stand behind one port, `FrameSource`; `CameraThread` reads one for ever and only enqueues stamped frames. The V4L2 and
picamera2 sources have not been run on hardware: their tests stand on a fake of the library's interface.
"""

from __future__ import annotations

import contextlib
import importlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import cv2
import msgspec
import numpy as np

from vision.appearance import Image
from vision.calibration import Calibration, ViewGeometry
from vision.close_look import CloseLooks
from vision.eye import CameraLost, Frame
from vision.frame_wire import Picture, PictureReader
from vision.sightings import View

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
_READ_TIMEOUT_S = 1.0
_CHUNK_BYTES = 1 << 20
_NO_VIEW = ViewGeometry(1, 1, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), ())
_NO_SEATS = Calibration(_NO_VIEW, _NO_VIEW)


class CameraError(OSError):
    """A source that cannot be opened or read, with what to do."""


class SensorLayout(msgspec.Struct, frozen=True):
    """Which parts of the sensor are the two views: (left, top, width, height) in sensor pixels, and the frames' size."""

    sensor: tuple[int, int]
    window: tuple[int, int, int, int]
    table: tuple[int, int, int, int]
    frame: tuple[int, int] = (1280, 720)

    def split(self, whole: Image) -> list[Picture]:
        """The window and the table view of one sensor picture. Raises `CameraError` when its size is another."""
        if (whole.shape[1], whole.shape[0]) != self.sensor:
            wanted, got = f"{self.sensor[0]}×{self.sensor[1]}", f"{whole.shape[1]}×{whole.shape[0]}"
            raise CameraError(f"the camera gives {got}, the layout wants {wanted}: set the camera's mode or calibrate again")
        views: tuple[tuple[View, tuple[int, int, int, int]], ...] = (("window", self.window), ("table", self.table))
        pictures = []
        for view, (left, top, width, height) in views:
            part = whole[top : top + height, left : left + width]
            if (width, height) != self.frame:
                part = np.asarray(cv2.resize(part, self.frame, interpolation=cv2.INTER_AREA), dtype=np.uint8)
            pictures.append(Picture(view, part))
        return pictures

    def close_looks(self, calibration: Calibration | None) -> CloseLooks:
        """What cuts close looks out of this sensor's pictures; a view without seats gives none."""
        return CloseLooks(self.table, self.frame, calibration if calibration is not None else _NO_SEATS)


class FrameSource(Protocol):
    """A camera, whatever it is. `read` blocks for at most about a second; it returns None when a recording is over."""

    def open(self) -> None:
        """Raises `CameraError`."""

    def read(self) -> list[Picture] | None:
        """The next pictures, or an empty list when none came in time. Raises `CameraError` when the camera is lost."""

    def look_closely(self, seat: int) -> None:
        """Send full-resolution crops of a seat with the next pictures, if it can; from any thread."""

    def close(self) -> None:
        """Let go of the device; harmless when it is not open."""


def _open_capture(device: str | int) -> Any:
    return cv2.VideoCapture(device)


class DeviceSource:
    """A V4L2 camera. `device` is its stable path (``/dev/v4l/by-id/…``) or its number. Without a `calibration` it cannot look
    closely."""

    def __init__(
        self,
        device: str | int,
        layout: SensorLayout,
        open_capture: Callable[[str | int], Any] = _open_capture,
        *,
        calibration: Calibration | None = None,
    ) -> None:
        self._device, self._layout, self._open_capture = device, layout, open_capture
        self._closely = layout.close_looks(calibration)
        self._capture: Any = None

    def open(self) -> None:
        self.close()
        capture = self._open_capture(self._device)
        if not capture.isOpened():
            raise CameraError(f"camera {self._device}: cannot be opened; is it plugged in, and is no other program using it?")
        # Motion JPEG: raw 12 megapixel frames do not fit through USB. One buffer: a stale frame is worse than a missing one.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._layout.sensor[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._layout.sensor[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture

    def read(self) -> list[Picture] | None:
        if self._capture is None:
            raise CameraError(f"camera {self._device}: not open")
        good, whole = self._capture.read()
        if not good or whole is None:
            raise CameraError(f"camera {self._device}: gives no frame; was it unplugged?")
        return [*self._layout.split(whole), *self._closely.pictures(whole)]

    def look_closely(self, seat: int) -> None:
        self._closely.ask(seat)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class PiCameraSource:
    """A Raspberry Pi camera by picamera2, which is imported only here and only when opened: off a Pi it does not exist."""

    def __init__(
        self,
        layout: SensorLayout,
        load: Callable[[str], Any] = importlib.import_module,
        *,
        calibration: Calibration | None = None,
    ) -> None:
        self._layout, self._load = layout, load
        self._closely = layout.close_looks(calibration)
        self._camera: Any = None

    def open(self) -> None:
        self.close()
        try:
            library = self._load("picamera2")
        except ImportError as error:
            raise CameraError(f"picamera2 is not here ({error}): on a Pi install python3-picamera2 with apt") from None
        try:
            camera = library.Picamera2()
            # picamera2 calls the byte order B, G, R by the name RGB888.
            camera.configure(camera.create_video_configuration(main={"size": self._layout.sensor, "format": "RGB888"}))
            camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(f"the Pi's camera cannot be started: {error}; is the ribbon cable seated?") from None
        self._camera = camera

    def read(self) -> list[Picture] | None:
        if self._camera is None:
            raise CameraError("the Pi's camera is not open")
        try:
            whole = np.asarray(self._camera.capture_array("main"), dtype=np.uint8)
        except RuntimeError as error:
            raise CameraError(f"the Pi's camera gives no frame: {error}") from None
        return [*self._layout.split(whole), *self._closely.pictures(whole)]

    def look_closely(self, seat: int) -> None:
        self._closely.ask(seat)

    def close(self) -> None:
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None


class _Recording:
    """A source that has what it has."""

    def look_closely(self, seat: int) -> None:
        """A recording cannot look again."""


class VideoSource(_Recording):
    """A recording of one view."""

    def __init__(self, path: Path, view: View = "window", seat: int = 0) -> None:
        self._path, self._view, self._seat = path, view, seat
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        self.close()
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            raise CameraError(f"{self._path}: cannot be opened as a video")
        self._capture = capture

    def read(self) -> list[Picture] | None:
        if self._capture is None:
            raise CameraError(f"{self._path}: not open")
        good, image = self._capture.read()
        return [Picture(self._view, np.asarray(image, dtype=np.uint8), self._seat)] if good else None

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class FolderSource(_Recording):
    """The pictures of a folder in the order of their names, each shown `times` over (a settled frame needs two)."""

    def __init__(self, folder: Path, view: View = "window", seat: int = 0, times: int = 1) -> None:
        self._folder, self._view, self._seat, self._times = folder, view, seat, times
        self._rest: Iterator[Path] | None = None

    def open(self) -> None:
        if not self._folder.is_dir():
            raise CameraError(f"{self._folder}: no such folder of pictures")
        paths = sorted(path for path in self._folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES)
        if not paths:
            raise CameraError(f"{self._folder}: no pictures in it ({', '.join(PICTURE_SUFFIXES)})")
        self._rest = iter(paths)

    def read(self) -> list[Picture] | None:
        if self._rest is None:
            raise CameraError(f"{self._folder}: not open")
        path = next(self._rest, None)
        return None if path is None else [Picture(self._view, read_picture(path), self._seat)] * self._times

    def close(self) -> None:
        self._rest = None


def read_picture(path: Path) -> Image:
    """A picture file as BGR. Raises `CameraError` naming the file."""
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        raise CameraError(f"{path}: {error.strerror or error}") from None
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if image is None:
        if data[4:8].tobytes() == b"ftyp":  # a box of ISO media: what telephones store unless told otherwise
            raise CameraError(f"{path}: HEIC pictures cannot be read; save it as JPEG, or set the telephone to store JPEG")
        raise CameraError(f"{path}: not a picture that can be read (JPEG or PNG is)")
    return np.asarray(image, dtype=np.uint8)


class SocketSource:
    """Frames of another process on this machine (`vision.frame_wire`). `address`: ``tcp:127.0.0.1:5599`` or ``unix:/path``."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._socket: socket.socket | None = None
        self._reader = PictureReader()

    def open(self) -> None:
        self.close()
        kind, _, rest = self._address.partition(":")
        try:
            if kind == "unix":
                link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                link.settimeout(_READ_TIMEOUT_S)
                link.connect(rest)
            elif kind == "tcp":
                host, _, port = rest.rpartition(":")
                link = socket.create_connection((host, int(port)), timeout=_READ_TIMEOUT_S)
            else:
                raise ValueError("expected tcp:HOST:PORT or unix:PATH")
        except (OSError, ValueError) as error:
            raise CameraError(f"frames at {self._address}: {error}; is the camera's process running?") from None
        self._socket, self._reader = link, PictureReader()

    def read(self) -> list[Picture] | None:
        if self._socket is None:
            raise CameraError(f"frames at {self._address}: not open")
        try:
            data = self._socket.recv(_CHUNK_BYTES)
        except TimeoutError:
            return []
        except OSError as error:
            raise CameraError(f"frames at {self._address}: {error}") from None
        if not data:
            raise CameraError(
                f"frames at {self._address}: the camera's process closed the line; start it again, it is tried for ever"
            )
        return self._reader.feed(data)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def look_closely(self, seat: int) -> None:
        """The other process knows what it films: it sends crops of the seats that show faces by itself."""


class CameraThread:
    """Reads a source for ever and enqueues stamped frames; after a loss it says so once and tries again with back-off.

    `put` must not block (drop the older frame when full); `clock` is boot time in ns.
    """

    def __init__(
        self,
        source: FrameSource,
        put: Callable[[Frame | CameraLost], None],
        clock: Callable[[], int],
        first_retry_s: float = 0.1,
        longest_retry_s: float = 2.0,
    ) -> None:
        self._source, self._put, self._clock = source, put, clock
        self._first_retry_s, self._longest_retry_s = first_retry_s, longest_retry_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, wait_s: float = 3.0) -> None:
        """Ask the thread to end and wait for it."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(wait_s)

    def _run(self) -> None:
        retry_s = self._first_retry_s
        while not self._stop.is_set():
            try:
                self._source.open()
                if self._read_on():
                    return
                retry_s = self._first_retry_s
            except CameraError as error:
                self._put(CameraLost(self._clock(), str(error)))
            with contextlib.suppress(OSError):
                self._source.close()
            self._stop.wait(retry_s)
            retry_s = min(retry_s * 2, self._longest_retry_s)
        self._source.close()

    def _read_on(self) -> bool:
        """Enqueue until told to stop (True) or the recording is over (True)."""
        while not self._stop.is_set():
            pictures = self._source.read()
            if pictures is None:
                break
            for picture in pictures:
                self._put(Frame(self._clock(), picture.view, picture.image, picture.seat))
        self._source.close()
        return True
