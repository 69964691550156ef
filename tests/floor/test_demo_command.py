"""``dealer-table demo`` as its user meets it: addresses first, hands to their end, gone without a trace after Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulators.demo import ROOT
from tests.waiting import until

pytestmark = pytest.mark.processes

SHARED = ROOT.parent / "shared" / "phh"
HAND = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [5000, 5000]
actions = ['d dh p1 7h3d', 'd dh p2 2cQd', 'p2 cbr 300', 'p1 f']
finishing_stacks = [4900, 5100]
"""
STOP_S = 20.0  # Ctrl-C to the end on a busy machine


class Running:
    """The command, its lines as they come, and where its temporary folder is."""

    def __init__(self, temporary: Path, *arguments: str) -> None:
        self.temporary = temporary
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dealer_table", "demo", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(temporary)},
        )
        self.lines: list[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(iter(self.process.stdout.readline, ""))

    def address(self, page: str) -> str:
        """Where a page is, as printed."""
        line = next(line for line in self.lines if line.startswith(page))
        found = re.search(r"http://\S+", line)
        assert found is not None
        return found[0]

    def end(self) -> tuple[int, str, str]:
        """Wait for the end: exit status, output, errors."""
        status = self.process.wait(STOP_S * 6)
        self._listener.join(STOP_S)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return status, "".join(self.lines), errors

    def processes(self) -> dict[int, str]:
        """Processes that name its folder: their commands by number."""
        found = {int(path.parent.name): _read(path) for path in Path("/proc").glob("[0-9]*/cmdline")}
        mine = f"{self.temporary}/dealer-table-demo-".encode()
        return {number: line.replace(b"\0", b" ").decode() for number, line in found.items() if mine in line}

    def left_over(self) -> list[str]:
        """What is still there of it: folders and processes."""
        return [path.name for path in self.temporary.glob("dealer-table-demo-*")] + list(self.processes().values())


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # it has just ended


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[Running]]:
    """Demos started by a test; ended whatever happens."""
    running: list[Running] = []
    yield running
    for one in running:
        if one.process.poll() is None:
            one.process.terminate()
            one.process.wait(STOP_S)


def test_a_folder_of_recorded_hands_is_played_to_its_end(started: list[Running], tmp_path: Path) -> None:
    hands = tmp_path / "hands"
    (hands / "more").mkdir(parents=True)
    (hands / "a.phh").write_text(HAND)
    (hands / "b.phh").write_text(HAND.replace("'NT'", "'FB'"))
    (hands / "c.phh").write_text(HAND.replace("p1 f", "p1 jumps"))
    (hands / "more" / "d.toml").write_text("this is no scenario")
    (hands / "notes.txt").write_text("not a hand at all")
    started.append(Running(tmp_path, "--hands", str(hands), "--rounds", "1", "--pause", "0", "--seed", "5"))
    status, output, errors = started[0].end()
    assert (status, errors) == (0, "")
    lines = output.splitlines()
    assert [line.split("  ")[0] for line in lines[:3]] == ["dealer's console", "floor page", "stream overlay"]
    assert [line for line in lines if "Critical" in line or "not taken" in line] == []
    assert "hand 1 is over: seat 2 +100 to 5,100, seat 1 -100 to 4,900" in output
    assert "left out b.phh, line 2: the variant 'FB' (fixed-limit badugi) is not played here" in output
    assert "left out c.phh, line 7" in output
    assert "left out d.toml, line 1: this is no TOML" in output
    assert "notes.txt" not in output
    assert lines[-1].endswith("1 hand played")
    assert started[0].left_over() == []


def test_ctrl_c_ends_it_within_seconds_and_leaves_nothing(started: list[Running], tmp_path: Path) -> None:
    demo = Running(tmp_path, "--pause", "0.1", "--delay", "7")
    started.append(demo)
    until("a hand has begun", lambda: any("million dollar" in line for line in demo.lines))
    assert len(demo.processes()) == 3
    for page in ("dealer's console", "floor page", "stream overlay"):
        assert urllib.request.urlopen(demo.address(page), timeout=10).status == 200
    overlay = demo.address("stream overlay")
    assert "only 7 s behind" in next(line for line in demo.lines if line.startswith("stream overlay"))
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(overlay.partition("?")[0], timeout=10)
    began_s = time.monotonic()
    demo.process.send_signal(signal.SIGINT)
    status, _, errors = demo.end()
    assert (status, errors) == (0, "")
    assert time.monotonic() - began_s < STOP_S
    assert demo.left_over() == []


def test_a_part_that_dies_ends_it_and_is_named(started: list[Running], tmp_path: Path) -> None:
    demo = Running(tmp_path)
    started.append(demo)
    until("all three run", lambda: len(demo.processes()) == 3)
    [node] = [number for number, command in demo.processes().items() if "table_node" in command]
    os.kill(node, signal.SIGKILL)
    status, _, errors = demo.end()
    assert status == 1
    assert errors.startswith("the node process ended: ")
    assert errors.count("\n") == 1
    assert demo.left_over() == []


def test_killed_at_once_it_takes_its_parts_and_its_keys_with_it(started: list[Running], tmp_path: Path) -> None:
    demo = Running(tmp_path)
    started.append(demo)
    until("all three run", lambda: len(demo.processes()) == 3)
    until("their loops run", lambda: any("million dollar" in line for line in demo.lines))
    demo.process.kill()
    assert demo.end()[0] == -signal.SIGKILL
    until("nothing is left of it", lambda: demo.left_over() == [])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no such folder"),
        ({}, "holds no .phh or .toml"),
        ({"x.phh": "variant = 'NT'"}, "none of its 1 files can be played"),
    ],
)
def test_nothing_to_play_is_said(tmp_path: Path, content: dict[str, str] | None, says: str) -> None:
    hands = tmp_path / "hands"
    if content is not None:
        hands.mkdir()
        for name, text in content.items():
            (hands / name).write_text(text)
    status, _, errors = Running(tmp_path, "--hands", str(hands)).end()
    assert status == 2
    assert says in errors
    assert errors.count("\n") == 1


@pytest.mark.shared
def test_recorded_hands_of_the_shared_folder_are_all_read_or_told() -> None:
    """Reading alone: they are played to their stacks by ``dealer-table run``."""
    if not SHARED.is_dir():
        pytest.skip("the shared folder of recorded hands (../shared/phh) is not here")
    from simulators.demo_table import DemoPlan, Told, demo_hands

    plan = DemoPlan("", "", "", "", "", hands=str(SHARED), rounds=1)
    played = {path.name for path, _ in demo_hands(plan, Told())}
    assert "dwan-ivey-2009.phh" in played
    assert len(played) > 50
