"""The camera's shells: every source behind one port, losses found, the line resynchronised. Fakes stand for hardware."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulators.frame_server import FrameServer
from vision.camera import (
    CameraError,
    CameraThread,
    DeviceSource,
    FolderSource,
    FrameSource,
    PiCameraSource,
    SensorLayout,
    SocketSource,
    VideoSource,
    read_picture,
)
from vision.eye import CameraLost, Frame
from vision.frame_wire import AGAIN, HEADER_BYTES, PNG, RAW, Picture, PictureReader, encode_picture

LAYOUT = SensorLayout((160, 120), (0, 0, 80, 60), (0, 0, 160, 120), (80, 60))


def picture(level: int = 7, view: str = "window", size: tuple[int, int] = (12, 16)) -> Picture:
    image = np.full((*size, 3), level, np.uint8)
    image[0, 0] = (1, 2, 3)
    return Picture(view, image)  # type: ignore[arg-type]


class FakeCapture:
    """As much of `cv2.VideoCapture` as a device source uses: opens or not, gives frames until it is unplugged."""

    def __init__(self, frames: list[np.ndarray | None], opened: bool = True) -> None:
        self.frames, self.opened, self.released, self.settings = frames, opened, False, {}

    def isOpened(self) -> bool:
        return self.opened

    def set(self, key: int, value: float) -> bool:
        self.settings[key] = value
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        frame = self.frames.pop(0) if self.frames else None
        return frame is not None, frame

    def release(self) -> None:
        self.released = True


def whole() -> np.ndarray:
    return np.arange(120 * 160 * 3, dtype=np.uint32).astype(np.uint8).reshape(120, 160, 3)


def test_a_device_gives_both_views_of_one_sensor_picture() -> None:
    capture = FakeCapture([whole()])
    source = DeviceSource("/dev/v4l/by-id/x", LAYOUT, lambda _: capture)
    source.open()
    views = source.read()
    assert views is not None
    assert [(each.view, each.image.shape) for each in views] == [("window", (60, 80, 3)), ("table", (60, 80, 3))]
    assert (views[0].image == whole()[:60, :80]).all()
    assert capture.settings[cv2.CAP_PROP_FRAME_WIDTH] == 160
    with pytest.raises(CameraError, match="unplugged"):
        source.read()
    source.close()
    assert capture.released


def test_a_device_that_cannot_be_opened_says_what_to_do() -> None:
    with pytest.raises(CameraError, match="plugged in"):
        DeviceSource("/dev/video7", LAYOUT, lambda _: FakeCapture([], opened=False)).open()


def test_a_sensor_in_another_mode_is_refused() -> None:
    source = DeviceSource(0, LAYOUT, lambda _: FakeCapture([np.zeros((100, 100, 3), np.uint8)]))
    source.open()
    with pytest.raises(CameraError, match="100×100, the layout wants 160×120"):
        source.read()


def test_the_pi_camera_is_imported_only_when_opened_and_missed_with_advice() -> None:
    def missing(name: str) -> Any:
        raise ImportError(f"No module named {name!r}")

    source = PiCameraSource(LAYOUT, missing)
    with pytest.raises(CameraError, match="python3-picamera2"):
        source.open()


def test_the_pi_camera_is_configured_for_the_sensors_size() -> None:
    class FakeCamera:
        asked: dict[str, Any]
        running = False

        def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
            return main

        def configure(self, configuration: dict[str, Any]) -> None:
            FakeCamera.asked = configuration

        def start(self) -> None:
            FakeCamera.running = True

        def capture_array(self, name: str) -> np.ndarray:
            assert name == "main"
            return whole()

        def stop(self) -> None:
            FakeCamera.running = False

        def close(self) -> None: ...

    library = type("library", (), {"Picamera2": FakeCamera})
    source = PiCameraSource(LAYOUT, lambda _: library)
    source.open()
    assert FakeCamera.asked == {"size": (160, 120), "format": "RGB888"}
    assert source.read() is not None
    source.close()
    assert not FakeCamera.running


def test_a_folder_is_shown_in_the_order_of_names_and_ends(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("notes.txt", 0)):
        if name.endswith("png"):
            cv2.imwrite(str(tmp_path / name), np.full((5, 5, 3), level, np.uint8))
        else:
            (tmp_path / name).write_text("not a picture")
    source = FolderSource(tmp_path)
    source.open()
    levels = []
    while (found := source.read()) is not None:
        levels += [int(each.image[0, 0, 0]) for each in found]
    assert levels == [10, 20]


def test_files_that_are_no_pictures_are_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    for path in (broken, tmp_path / "missing.jpg"):
        with pytest.raises(CameraError, match=path.name):
            read_picture(path)
    with pytest.raises(CameraError, match="no such folder"):
        FolderSource(tmp_path / "nowhere").open()
    with pytest.raises(CameraError, match="as a video"):
        VideoSource(broken.rename(tmp_path / "broken.avi")).open()


@pytest.mark.parametrize("form", [RAW, PNG])
@given(sizes=st.lists(st.integers(1, 400), min_size=1, max_size=20), dirt=st.binary(max_size=40))
@settings(max_examples=25, deadline=None)
def test_pictures_survive_any_cutting_of_the_stream_and_dirt_between_them(form: int, sizes: list[int], dirt: bytes) -> None:
    sent = [picture(5), picture(6, "table"), picture(7)]
    stream = dirt.replace(b"DTF1", b"") + b"".join(encode_picture(each, form) for each in sent)
    reader, got, at = PictureReader(), [], 0
    while at < len(stream):
        step = sizes[at % len(sizes)]
        got += reader.feed(stream[at : at + step])
        at += step
    assert [(each.view, each.image.tobytes()) for each in got] == [(each.view, each.image.tobytes()) for each in sent]


def test_a_broken_picture_is_skipped_and_the_next_one_read() -> None:
    broken = bytearray(encode_picture(picture(5)))
    broken[HEADER_BYTES + 9] ^= 1
    reader = PictureReader()
    assert [each.image[1, 1, 0] for each in reader.feed(bytes(broken) + encode_picture(picture(6)))] == [6]
    assert reader.skipped == len(broken)


def test_the_header_is_the_one_documented() -> None:
    data = encode_picture(Picture("table", np.zeros((2, 3, 3), np.uint8), 4), AGAIN)
    assert data.hex(" ") == "44 54 46 31 01 04 02 00 03 00 02 00 00 00 00 00 ac b1 4b 9d"
    assert len(data) == HEADER_BYTES


def collect(source: FrameSource, enough: Callable[[list[Frame | CameraLost]], bool]) -> list[Frame | CameraLost]:
    inbox: queue.Queue[Frame | CameraLost] = queue.Queue()
    thread = CameraThread(source, inbox.put, lambda: 5, first_retry_s=0.001, longest_retry_s=0.01)
    thread.start()
    found: list[Frame | CameraLost] = []
    while not enough(found):
        found.append(inbox.get(timeout=5))
    thread.stop()
    return found


def test_the_thread_reports_a_loss_and_opens_again() -> None:
    rounds = [[whole()], [whole()]]

    def capture(_: object) -> FakeCapture:
        return FakeCapture(list(rounds.pop(0)) if rounds else [], opened=True)

    found = collect(DeviceSource(0, LAYOUT, capture), lambda seen: sum(isinstance(each, Frame) for each in seen) >= 4)
    kinds = ["lost" if isinstance(each, CameraLost) else each.view for each in found]
    assert kinds == ["window", "table", "lost", "window", "table"]


def test_frames_come_over_loopback_and_a_pulled_line_is_told(tmp_path: Path) -> None:
    server = FrameServer(f"unix:{tmp_path}/frames")
    source = SocketSource(server.address)
    source.open()
    one = picture(9)
    assert server.send(one)
    assert server.send(one)
    got: list[Picture] = []
    while len(got) < 2:
        got += source.read() or []
    assert [each.image.tobytes() for each in got] == [one.image.tobytes()] * 2
    assert got[0].image is got[1].image
    server.unplug()
    with pytest.raises(CameraError, match="closed the line"):
        source.read()
    source.open()
    assert server.send(one)
    server.close()
    with pytest.raises(CameraError, match="is the camera's process running"):
        source.open()


def test_a_wrong_address_is_refused_with_the_form() -> None:
    with pytest.raises(CameraError, match="tcp:HOST:PORT"):
        SocketSource("ftp:there").open()
