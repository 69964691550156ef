"""Teaching before a camera, a folder and a video: asked a few cards at a time, told what is missing, nothing lost by a slip."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.test_see import photograph
from vision import cli
from vision.appearance import Image
from vision.camera import CameraError, VideoSource
from vision.deck_files import read_deck
from vision.frame_wire import Picture
from vision.live import STILL_FRAMES, enrol_live, enrol_recorded, missing_words, settled_pictures


class FakeCamera:
    """A camera before which a person lays one scene for each look: a hand in the first frames, then sensor noise.

    An exception in place of a scene is raised instead.
    """

    def __init__(self, scenes: list[Image | CameraError]) -> None:
        self._scenes = scenes
        self._frames: Iterator[Image] = iter(())
        self.opened = self.closed = 0

    def open(self) -> None:
        self.opened += 1
        scene = self._scenes.pop(0)
        if isinstance(scene, CameraError):
            raise scene
        self._frames = iter(self._shown(scene))

    def _shown(self, scene: Image) -> list[Image]:
        rng, frames = np.random.default_rng(self.opened), []
        for at in range(3):
            hand = scene.copy()
            cv2.circle(hand, (200 + 150 * at, 300), 150, (90, 120, 190), -1)
            frames.append(hand)
        return frames + [
            np.clip(scene + rng.normal(0, 2, scene.shape), 0, 255).astype(np.uint8) for _ in range(STILL_FRAMES + 2)
        ]

    def read(self) -> list[Picture] | None:
        frame = next(self._frames, None)
        return None if frame is None else [Picture("window", frame), Picture("table", frame)]

    def look_closely(self, seat: int) -> None:
        """Not asked here."""

    def close(self) -> None:
        self.closed += 1


class Person:
    """Gives these answers one after another; keeps what it was told."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.told: list[str] = []

    def ask(self, question: str) -> str:
        self.told.append(question)
        return self._answers.pop(0) if self._answers else ""


def test_cards_are_taught_a_few_at_a_time_and_what_is_missing_is_said() -> None:
    first, order = photograph(["As", "Kd", "9c"], 71)
    second, other = photograph(["2h", "back"], 72)
    camera, person = FakeCamera([first, second]), Person(" ".join(order), " ".join(other))
    deck = enrol_live(camera, person.ask, person.told.append).finish("own")
    assert deck.faces == ("9c", "Kd", "2h", "As", "back")
    assert (camera.opened, camera.closed) == (2, 2)
    missing = [line for line in person.told if line.startswith("still missing")]
    assert missing[0] == "still missing: s all · h all · d all · c all · back"
    assert (
        missing[1]
        == "still missing: s 2 3 4 5 6 7 8 9 T J Q K · h all · d 2 3 4 5 6 7 8 9 T J Q A · c 2 3 4 5 6 7 8 T J Q K A · back"
    )
    assert "back" not in missing[2]


def test_a_slip_of_the_tongue_and_a_lost_camera_lose_nothing() -> None:
    first, order = photograph(["As", "Kd"], 71)
    second, other = photograph(["2h"], 72)
    camera = FakeCamera([first, CameraError("camera 0: gives no frame; was it unplugged?"), second])
    person = Person("As 1x", " ".join(order), "2h", "-", " ".join(other))
    deck = enrol_live(camera, person.ask, person.told.append).finish("own")
    assert deck.faces == ("Kd", "2h", "As")
    assert "your answer: '1x' is no card; expected a card such as As or Td, or back, joker, cut" in person.told
    assert any("unplugged" in line and "what was learnt is kept" in line for line in person.told)


def test_too_few_cards_are_said_at_once() -> None:
    picture, _ = photograph(["As"], 71)
    person = Person("As Kd")
    enrolment = enrol_live(FakeCamera([picture]), person.ask, person.told.append)
    assert any(line.startswith("1 of 2 found; show each card whole") for line in person.told)
    assert len(enrolment.missing) == 53


def test_a_camera_that_never_rests_is_said() -> None:
    class Restless(FakeCamera):
        def _shown(self, scene: Image) -> list[Image]:
            return [np.full((80, 80, 3), 200 * (at % 2), np.uint8) for at in range(400)]

    person = Person("As")
    enrol_live(Restless([np.zeros((80, 80, 3), np.uint8)]), person.ask, person.told.append)
    assert any("no picture came to rest" in line for line in person.told)


def test_of_a_video_each_scene_at_rest_is_asked_for_once(tmp_path: Path) -> None:
    scenes = [photograph([card], seed) for card, seed in (("As", 71), ("Kd", 75))]
    path = tmp_path / "lying cards.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, (900, 700))
    for picture, _ in scenes:
        for at in range(3):
            moving = picture.copy()
            cv2.circle(moving, (200 + 250 * at, 300), 150, (90, 120, 190), -1)
            video.write(moving)
        for _ in range(12):
            video.write(picture)
    video.release()
    source = VideoSource(path)
    source.open()
    assert len(list(settled_pictures(source))) == 2
    source.close()
    person = Person("As", "Kd")
    enrolment = enrol_recorded(VideoSource(path), person.ask, person.told.append)
    assert enrolment.finish("own").faces == ("Kd", "As")
    assert sum("which cards" in line for line in person.told) == 2


def test_the_command_teaches_from_a_folder_step_by_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name, card, seed in (("1.png", "As", 71), ("2.png", "Kd", 75)):
        cv2.imwrite(str(folder / name), photograph([card], seed)[0])
    monkeypatch.setattr("sys.stdin", io.StringIO("As\n-\n"))
    assert cli.deck_enroll("own", camera=str(folder), decks=tmp_path) == 0
    said = capsys.readouterr().out
    assert read_deck("own", tmp_path).faces == ("As",)
    assert "no card of suit c is enrolled, for which s could be taken: those cards stay unknown until one is enrolled" in said


def test_a_device_is_asked_for_its_whole_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two decks of different backs, each taught before a device as OpenCV gives it; a fake stands for the hardware."""
    asked = []

    class Capture:
        def __init__(self, device: str | int) -> None:
            asked.append(device)
            self.camera = FakeCamera([pictures[len(asked) - 1]])
            self.camera.open()

        def isOpened(self) -> bool:
            return True

        def set(self, key: int, value: float) -> bool:
            return True

        def read(self) -> tuple[bool, Image | None]:
            frame = self.camera.read()
            return frame is not None, None if frame is None else frame[0].image

        def release(self) -> None:
            """Nothing is held."""

    made = [photograph(["As", "back"], seed) for seed in (71, 76)]
    pictures = [picture for picture, _ in made]
    monkeypatch.setattr("vision.camera.cv2.VideoCapture", Capture)
    for name, (_, order) in zip(("red", "other"), made, strict=True):
        monkeypatch.setattr("sys.stdin", io.StringIO(" ".join(order) + "\n"))
        assert cli.deck_enroll(name, camera="device:/dev/v4l/by-id/x", sensor="900x700", decks=tmp_path) == 0
        assert read_deck(name, tmp_path).faces == ("As", "back")
    assert asked == ["/dev/v4l/by-id/x"] * 2


@pytest.mark.parametrize(
    ("camera", "sensor", "complaint"),
    [("nowhere.avi", "1920x1080", "nowhere.avi"), ("device:/dev/video77", "big", "expected a width and a height")],
)
def test_a_source_that_cannot_be_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], camera: str, sensor: str, complaint: str
) -> None:
    assert cli.deck_enroll("own", camera=camera, sensor=sensor, decks=tmp_path) == 2
    assert complaint in capsys.readouterr().err


def test_what_is_missing_is_said_suit_by_suit() -> None:
    assert missing_words(()) == "nothing"
    assert missing_words(("2c", "Kc", "As", "back")) == "s A · c 2 K · back"
