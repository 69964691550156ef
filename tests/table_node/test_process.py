"""The node as a real process: devices on ptys, the console's own channel, killed in the middle of a hand and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from link.keys import DeckPack, make_keys, seal_pack, write_keys
from rulebook.events import TableSet
from rulebook.record import Record
from rulebook.settings import Settings
from simulators import decks
from simulators.page_client import PageClient
from simulators.serial_devices import SerialDevices
from simulators.stage import Stage
from table_node.__main__ import main, run
from table_node.journal import SqliteJournal
from table_node.taps import Act, Prepare, Tap
from tests.waiting import until

REPOSITORY = Path(__file__).parents[2]
PATIENCE_S = 20.0
SETTINGS = Settings(blinds=(50, 100), check_preparation=False)
CONFIG = """
[node]
table = "Table 7"
journal = "journal.sqlite"
keys = "node.keys"
[hub]
address = "ipc://{folder}/nobody"
public_key = "{hub}"
[console]
port = 0
[[rfid]]
port = "{folder}/rfid"
parity = "N"
[shuffler]
port = "{folder}/shuffler"
[gpio]
factory = "socket:{folder}/gpio"
[[deck]]
name = "red"
pack = "red.pack"
"""


class Started:
    """A node process and its console."""

    def __init__(self, folder: Path) -> None:
        self.log = (folder / "node.log").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "table_node", str(folder / "node.toml")],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            cwd=REPOSITORY,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("console http://"), line
        self.console = PageClient(line.split()[1].replace("http", "ws") + "channel")

    def tap(self, tap: Tap) -> str:
        return self.console.send({"kind": "tap", "taps": [msgspec.to_builtins(tap, str_keys=True)]})

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE_S)
        self.console.close()
        self.log.close()
        return code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keys, hub = make_keys(bytes(range(64))), make_keys(bytes(64))
    write_keys(tmp_path / "node.keys", keys)
    cards = {decks.tag("red", card): card for card in decks.DECK}
    (tmp_path / "red.pack").write_bytes(seal_pack(DeckPack("red", cards), keys.pack.public, bytes(32)))
    (tmp_path / "node.toml").write_text(CONFIG.format(folder=tmp_path, hub=hub.curve.public))
    journal = SqliteJournal(tmp_path / "journal.sqlite", "Table 7")
    journal.append(Record("Table 7", 1, "b0", 1, 1, TableSet(SETTINGS, {1: 5000, 2: 5000, 3: 5000}, 3)))
    journal.commit()
    journal.close()
    return tmp_path


@pytest.fixture
def devices(folder: Path) -> Iterator[SerialDevices]:
    made = SerialDevices(folder)
    yield made
    made.close()


@pytest.mark.processes
def test_a_node_killed_in_the_middle_of_a_hand_goes_on_with_it(folder, devices):
    stage = Stage(0)

    def deal(started: Started, name: str, seat: int, count: int) -> None:
        stage.place(stage.draw(name), f"seat {seat}", "down")
        devices.show(stage.scene())
        until(f"{count} cards lie", lambda: cards(started) == count)

    def cards(started: Started) -> int:
        return sum(len(seat["cards"]) for seat in started.console.view.get("seats", ()))

    node = Started(folder)
    until("the console is joined", lambda: bool(node.console.view))
    assert "hand" in node.tap(Act(3, "call"))  # refused: no hand is being played
    devices.press("next_hand")
    until("hand 1 is open", lambda: node.console.view["hand"] == 1)
    for count, (name, seat) in enumerate((("As", 1), ("Kd", 2), ("7h", 3)), 1):
        deal(node, name, seat, count)
    node.end(signal.SIGKILL)

    node = Started(folder)
    until("the console is joined", lambda: bool(node.console.view))
    assert (node.console.view["hand"], cards(node)) == (1, 3)
    for count, (name, seat) in enumerate((("Ah", 1), ("Kc", 2), ("7s", 3)), 4):
        deal(node, name, seat, count)
    assert node.tap(Act(3, "call")) == ""
    until("the pot has grown", lambda: node.console.view["pot"] == 250)
    assert node.console.view["incidents"] == []
    assert node.console.view["hub_away"] is True

    devices.unplug("rfid")
    until("the console says that the reader is gone", lambda: "rfid" in [one["device"] for one in node.console.view["devices"]])
    devices.plug("rfid")
    until("and that it is back", lambda: "rfid" not in [one["device"] for one in node.console.view["devices"]])
    assert cards(node) == 6
    assert node.tap(Prepare("nonsense")) != ""
    assert node.end(signal.SIGTERM) == 0

    journal = SqliteJournal(folder / "journal.sqlite", "Table 7")
    kinds = [type(record.event).__name__ for record in journal.replay()]
    assert kinds.count("HandOpened") == 1
    assert kinds.count("CardPlaced") == 6
    assert "DoubtOpened" in kinds
    journal.close()
    kept = b"".join((folder / name).read_bytes() for name in ("journal.sqlite", "node.log"))
    for card in decks.DECK:
        assert decks.tag("red", card).encode() not in kept
    for name in ("As", "Kd", "7h", "Ah", "Kc", "7s"):
        assert f'"{name}"'.encode() not in kept


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("[hub]", "[hubb]"), "the file has no section 'hubb'"),
        (('"red.pack"', '"blue.pack"'), "blue.pack"),
        (('"node.keys"', '"no.keys"'), "no.keys does not exist; make it with"),
        (('"Table 7"', '"Table 8"'), "belongs to table 'Table 7'"),
        (("socket:", "mocked:"), "[gpio] factory"),
    ],
)
def test_a_node_that_cannot_start_says_so_in_one_line_and_ends_with_status_2(folder, capsys, change, expected):
    path = folder / "node.toml"
    path.write_text(path.read_text().replace(*change))
    assert main([str(path)]) == 2
    said = capsys.readouterr()
    assert expected in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""


def test_the_configuration_can_be_checked_and_printed_without_a_node(folder, capsys):
    assert main(["--check", str(folder / "node.toml")]) == 0
    assert "Table 7" in capsys.readouterr().out
    assert main(["--reference"]) == 0
    printed = folder / "printed.toml"
    printed.write_text(capsys.readouterr().out)
    assert main(["--check", str(printed)]) == 0
    assert main([str(folder / "nothing.toml")]) == 2
    assert "--reference" in capsys.readouterr().err


def test_a_bug_in_the_loop_ends_the_node_without_quoting_a_value(folder, capsys, monkeypatch):
    tag = decks.tag("red", decks.DECK[0])

    class Broken:
        console_url = "http://127.0.0.1:1/"

        def stop(self) -> None:
            """Never asked to."""

        def run(self) -> None:
            raise KeyError(tag)

    monkeypatch.setattr("link.command.signal.signal", lambda number, handler: None)
    assert run(Broken()) == 1  # type: ignore[arg-type]
    said = capsys.readouterr()
    assert "KeyError in the node's loop" in said.err
    assert tag not in said.err + said.out
