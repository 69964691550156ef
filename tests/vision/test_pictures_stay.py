"""Camera pictures show hole cards being dealt: they stay in memory. Only ``see --annotate`` writes any, where it is told to."""

from __future__ import annotations

import ast
import logging
import time
from pathlib import Path

import cv2
import pytest

from rulebook.core import TICK
from simulators.frames import FrameRenderer, enrolled_sim_deck
from table_node.camera_worker import CameraWorker
from tests.vision.table import laid, scene
from tests.vision.test_see import photograph
from tests.waiting import until
from vision import cli
from vision.calibration import default_calibration
from vision.camera import FolderSource
from vision.deck_files import write_deck
from vision.eye import Eye, Frame

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("vision", "table_node", "hub", "link", "firmware_bridge", "rulebook")
# Names under which a picture could leave memory, and the files of ours that may use each, with what they write.
WRITERS = {
    "imwrite": set(),
    "imencode": {"vision/cli.py", "vision/frame_wire.py"},  # see --annotate; the stream between processes of one machine
    "imshow": set(),
    "VideoWriter": {"vision/camera.py"},  # its four-letter codes alone
    "tofile": set(),
    "save": set(),
    "savez": set(),
    "savez_compressed": {"vision/deck.py"},  # the enrolled deck
}


def test_only_annotating_and_enrolling_can_write_pictures() -> None:
    found: dict[str, set[str]] = {name: set() for name in WRITERS}
    for path in (each for package in PACKAGES for each in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            of_cv2_or_numpy = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            if of_cv2_or_numpy and node.attr in found and (node.value.id in ("cv2", "np") or node.attr == "tofile"):  # type: ignore[attr-defined, union-attr]
                found[node.attr].add(str(path.relative_to(ROOT)))  # type: ignore[attr-defined]
    assert found == WRITERS


def files_under(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home and a working folder in which every new file is seen."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_camera_leaves_nothing_on_disk_and_no_picture_in_the_log(alone: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The node's own two threads over a recording, looks and faults included."""
    caplog.set_level(logging.DEBUG)
    pictures = alone / "pictures"
    pictures.mkdir()
    picture = FrameRenderer(default_calibration(), 1).render(scene(laid(1, "As", "board", 0), laid(2, "Kd", "stub", 0)))
    cv2.imwrite(str(pictures / "1.png"), picture)
    before, seen = files_under(alone), []

    def enqueue(now_ns: int, each: object) -> bool:
        seen.append(each)
        return True

    worker = CameraWorker(
        FolderSource(pictures, times=40), [enrolled_sim_deck("red")], default_calibration(), enqueue, time.monotonic_ns
    )
    worker.start()
    until("the worker has seen a picture", lambda: seen)
    worker.stop()
    eye = Eye(enrolled_sim_deck("red"), default_calibration())
    for at in range(15):
        eye.step(at * 100_000_000, Frame(at * 100_000_000, "window", picture))
    eye.step(5_000_000_000, TICK)
    assert files_under(alone) == before
    assert "array(" not in caplog.text


def test_seeing_and_checking_write_nothing_unless_told_to_annotate(alone: Path) -> None:
    write_deck(enrolled_sim_deck("red"), "red", alone / "decks")
    cv2.imwrite("photo.png", photograph(["As"], 71)[0])
    before = files_under(alone)
    assert cli.see(Path("photo.png"), deck=["red"], as_json=True, decks=Path("decks")) == 0
    assert cli.deck_check("red", Path("photo.png"), decks=Path("decks")) == 1
    assert files_under(alone) == before
    assert cli.see(Path("photo.png"), deck=["red"], annotate=Path("drawn"), decks=Path("decks")) == 0
    assert files_under(alone) == sorted([*before, "drawn/photo.png"])
