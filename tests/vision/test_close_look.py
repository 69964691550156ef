"""A close look is cut out of the sensor's own pixels: a card that the table view can only call a face is read by its name."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from simulators.frames import FrameRenderer, enrolled_sim_deck
from tests.vision.table import SECOND, laid, scene, settle
from vision.calibration import default_calibration
from vision.camera import DeviceSource, FolderSource, SensorLayout, SocketSource, VideoSource
from vision.close_look import READS
from vision.eye import Eye, EyeSettings, Frame
from vision.frame_wire import Picture

SENSOR = (4056, 3040)
TABLE = (0, 379, 4056, 2282)
LAYOUT = SensorLayout(SENSOR, (1208, 1700, 1640, 923), TABLE)
NAMES = ("As", "Td")


class Sensor:
    """A 12-megapixel camera over the simulated table, as a V4L2 device gives it."""

    def __init__(self) -> None:
        renderer = FrameRenderer(default_calibration(TABLE[2], TABLE[3]), seed=3)
        self.whole = np.zeros((SENSOR[1], SENSOR[0], 3), np.uint8)
        felt = scene(*(laid(at, name, "seat 7", at, face="up") for at, name in enumerate(NAMES)))
        self.whole[TABLE[1] : TABLE[1] + TABLE[3]] = renderer.render(felt, "table")

    def isOpened(self) -> bool:
        return True

    def set(self, key: int, value: float) -> bool:
        return True

    def read(self) -> tuple[bool, np.ndarray]:
        return True, self.whole

    def release(self) -> None:
        """Nothing is held."""


@pytest.fixture(scope="module")
def sensor() -> Sensor:
    return Sensor()


@pytest.fixture
def source(sensor: Sensor) -> DeviceSource:
    made = DeviceSource(0, LAYOUT, lambda _: sensor, calibration=default_calibration())
    made.open()
    return made


def crops(pictures: list[Picture] | None) -> list[Picture]:
    return [picture for picture in pictures or () if picture.view == "seat"]


def test_nobody_asked_no_crop(source: DeviceSource) -> None:
    assert [picture.view for picture in source.read() or ()] == ["window", "table"]


def test_a_close_look_reads_what_the_table_view_cannot(source: DeviceSource) -> None:
    source.look_closely(7)
    read = source.read()
    [crop] = crops(read)
    table = next(picture for picture in read or () if picture.view == "table")
    eye = Eye(enrolled_sim_deck("red"), default_calibration(), EyeSettings(frozen_after_ms=None))
    close = settle(eye, crop.image, view="seat", seat=7)
    assert sorted(str(one.card) for one in close.cards) == sorted(NAMES)
    assert all(one.zone == "seat 7" for one in close.cards)
    far = settle(eye, table.image, view="table", at_ns=SECOND)
    assert far.seats[7] == "face"
    assert not any(one.card for one in far.cards)


def test_a_crop_is_where_the_seats_own_picture_is(source: DeviceSource) -> None:
    """Against the crop that the renderer draws by itself: the same felt in the same pixels, but for sharpness."""
    source.look_closely(7)
    [crop] = crops(source.read())
    felt = scene(*(laid(at, name, "seat 7", at, face="up") for at, name in enumerate(NAMES)))
    drawn = FrameRenderer(default_calibration(), seed=3).render(felt, "seat", 7)
    assert crop.image.shape == drawn.shape
    difference = np.abs(crop.image.astype(int) - drawn.astype(int))
    assert np.median(difference) < 8
    shifted = np.abs(np.roll(crop.image, 6, axis=1).astype(int) - drawn.astype(int))
    assert difference.mean() < shifted.mean() / 2


def test_a_request_lasts_a_second_and_can_be_made_again(source: DeviceSource) -> None:
    source.look_closely(7)
    source.look_closely(2)
    for _ in range(READS):
        assert [crop.seat for crop in crops(source.read())] == [2, 7]
    assert crops(source.read()) == []
    source.look_closely(2)
    assert [crop.seat for crop in crops(source.read())] == [2]


def test_a_seat_that_is_not_there_is_none_to_look_at(sensor: Sensor) -> None:
    source = DeviceSource(0, LAYOUT, lambda _: sensor, calibration=default_calibration())
    source.open()
    source.look_closely(11)
    assert crops(source.read()) == []
    bare = DeviceSource(0, LAYOUT, lambda _: sensor)
    bare.open()
    bare.look_closely(3)
    assert crops(bare.read()) == []


def test_a_recording_and_another_process_send_what_they_have(tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((8, 8, 3), np.uint8))
    folder = FolderSource(tmp_path)
    folder.open()
    for source in (VideoSource(tmp_path / "x.avi"), folder, SocketSource("tcp:127.0.0.1:1")):
        source.look_closely(3)
    pictures = folder.read()
    assert pictures is not None
    assert [picture.view for picture in pictures] == ["window"]


def test_the_frames_of_a_close_look_are_the_eyes_own_kind(source: DeviceSource) -> None:
    source.look_closely(7)
    [crop] = crops(source.read())
    frame = Frame(SECOND, crop.view, crop.image, crop.seat)
    assert (frame.view, frame.seat) == ("seat", 7)
