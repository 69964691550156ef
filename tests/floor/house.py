"""A table of real processes for a test: hub and node as the demo starts them, its devices and its people in the test itself.

Nothing here sleeps for a fixed time: everything waits for what a page shows, as people at the table do.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hub.log import SqliteLog
from rulebook.events import AnyEvent, TableSet
from rulebook.record import Record, decode
from rulebook.seats import Seat, seat_zone
from rulebook.settings import Settings
from simulators.demo import Demo
from simulators.demo_files import TABLE
from simulators.film import Film
from simulators.page_client import PageClient
from simulators.process_rig import ProcessRig
from simulators.serial_devices import SerialDevices
from simulators.stage import Face, Stage
from table_node.taps import Tap
from tests.waiting import PATIENCE_S, until

STACK = 5_000
BLINDS = (50, 100)


class House:
    """Hub, node, devices, one dealer's console and one judge's page. `change` may alter what the demo wrote into `folder`."""

    def __init__(
        self,
        folder: Path,
        *,
        commands: Mapping[str, Sequence[str]] | None = None,
        change: Callable[[Demo], None] = lambda demo: None,
        pages: Callable[[Demo], tuple[str, str]] | None = None,
        devices: Callable[[Path], SerialDevices] = SerialDevices,
    ) -> None:
        self.folder = folder
        self.demo = Demo(folder, commands=commands or {})
        change(self.demo)
        self.stage = Stage(0)
        self.refused: list[str] = []
        self.devices = devices(folder)
        self.film = Film(self.demo.plan.frames)
        self.film.start()
        self.demo.start_pages()
        console, floor = pages(self.demo) if pages is not None else (self.demo.plan.console, self.demo.plan.floor)
        self.console, self.floor = PageClient(console), PageClient(floor, lists=True)
        self.rig = ProcessRig(self.devices, self.film, self.console, self.floor, TABLE, refused=self.refused.append)
        self.until("both pages are joined", lambda: self.console.view and self.floor.view)
        self.until("the hub has heard the node", lambda: self.table["online"])

    # -- what the pages show

    @property
    def desk(self) -> dict[str, Any]:
        """The dealer's screen."""
        return self.console.view

    @property
    def table(self) -> dict[str, Any]:
        """The table on the floor page."""
        return next(iter(self.floor.view.get("tables", ())), {"online": False})

    def faults(self) -> dict[str, str]:
        """What the dealer's screen says of its devices."""
        return {fault["device"]: f"{fault['state']}: {fault['text']}" for fault in self.desk.get("devices", ())}

    def cards_at_seats(self) -> int:
        """How many cards the screen shows before the seats."""
        return sum(len(seat["cards"]) for seat in self.desk["seats"])

    def stacks(self) -> dict[Seat, int]:
        """The stacks on the dealer's screen."""
        return {seat["seat"]: seat["stack"] for seat in self.desk["seats"]}

    def until(self, what: str, holds: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
        """Wait for it; what the screen shows instead is said when it never comes."""

        def held() -> object:
            part, status = self.demo.ended()
            assert not part, f"the {part} process ended with status {status}"
            return holds()

        try:
            until(what, held, patience_s)
        except AssertionError as error:
            shown = {key: self.desk.get(key) for key in ("hand", "next", "prompt", "questions", "devices", "hub_away", "board")}
            logs = {path.name: path.read_text()[-2_000:] for path in self.folder.glob("*.log")}
            raise AssertionError(f"{what}: {error}; screen {shown}, refused {self.refused}, logs {logs}") from None

    # -- what people do

    def set_table(self, seats: int = 3, *, delay_ms: int = 600_000, stack: int = STACK) -> None:
        """The judge sets a table; hands begin with the deal, prepared elsewhere. The last seat has the button."""
        settings = Settings(blinds=BLINDS, check_preparation=False, delay_ms=delay_ms, context="cash")
        self.rig.judge(TableSet(settings, dict.fromkeys(range(1, seats + 1), stack), seats))
        self.until("the table is set", lambda: len(self.desk["seats"]) == seats)

    def open_hand(self) -> None:
        """The dealer presses the key for the next hand."""
        hand = self.desk["hand"]
        self.rig.press("next_hand")
        self.until("the next hand is open", lambda: self.desk["hand"] == hand + 1)

    def deal(self, *rounds: tuple[tuple[str, Seat], ...]) -> None:
        """Cards to seats, a round at a time: a quick dealer has dealt one before the antennas were swept once."""
        for dealt in rounds:
            count = self.cards_at_seats() + len(dealt)
            for name, seat in dealt:
                self.stage.place(self.stage.draw(name), seat_zone(seat), "down")
            self.rig.show(self.stage.scene())
            self.until(f"{count} cards lie before the seats", lambda count=count: self.cards_at_seats() == count)

    def lay(self, name: str, zone: str, face: Face) -> None:
        """A card from the stub to a zone, without waiting for anybody to see it."""
        self.stage.place(self.stage.draw(name), zone, face)
        self.rig.show(self.stage.scene())

    def burn(self, name: str) -> None:
        """A burn."""
        count = self.desk["burns"] + 1
        self.lay(name, "burns", "down")
        self.until(f"{count} burns lie there", lambda: self.desk["burns"] == count)

    def board(self, *names: str) -> None:
        """Cards together onto the board, each shown by its name."""
        wanted = [*self.desk["board"], *names]
        self.lay_board(*names)
        self.until(f"the board shows {wanted}", lambda: sorted(map(str, self.desk["board"])) == sorted(wanted))

    def lay_board(self, *names: str) -> None:
        """Cards together onto the board, without waiting for anybody to see them."""
        for name in names:
            self.stage.place(self.stage.draw(name), "board", "up")
        self.rig.show(self.stage.scene())

    def tap(self, *taps: Tap) -> None:
        """The dealer taps; none may be refused."""
        for tap in taps:
            self.rig.tap(tap)
        assert self.refused == []

    def judge(self, event: AnyEvent) -> None:
        """A judge acts; it may not be refused."""
        self.rig.judge(event)
        assert self.refused == []

    def gather(self) -> None:
        """The cards go back into the deck after the hand."""
        self.stage.gather()
        self.rig.show(self.stage.scene())
        self.rig.settle()

    # -- the end

    def stop(self) -> None:
        """End the processes cleanly."""
        self.demo.stop()

    def close(self) -> None:
        """End everything."""
        self.stop()
        for part in (self.console, self.floor, self.film, self.devices):
            part.close()

    def synced(self) -> None:
        """Wait until the hub has told that it has the node's last record: then both can be stopped."""
        self.until("the hub is there", lambda: not self.desk["hub_away"] and self.table["online"])
        self.rig.settle()


def journal(folder: Path) -> list[bytes]:
    """The records of a node's journal, checked to be contiguous; its process must be dead."""
    with sqlite3.connect(_copy(folder, "journal.sqlite")) as db:
        rows = db.execute("SELECT seq, body FROM records ORDER BY seq").fetchall()
    db.close()
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    return [bytes(body) for _, body in rows]


def hub_log(folder: Path) -> list[bytes]:
    """The records of the hub's log of the table, checked to be contiguous; its process must be dead."""
    log = SqliteLog(_copy(folder, "log.sqlite"))
    entries = list(log.records(TABLE))
    log.close()
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.body for entry in entries]


def events(bodies: Sequence[bytes]) -> list[Record]:
    """What the bodies say."""
    return [decode(body) for body in bodies]


def _copy(folder: Path, name: str) -> Path:
    """A copy with its write-ahead log: opening would change the original."""
    kept = folder / "copies"
    kept.mkdir(exist_ok=True)
    for path in folder.glob(f"{name}*"):
        shutil.copy(path, kept / path.name)
    return kept / name


def wire(tap: Tap) -> dict[str, Any]:
    """A tap as the console's page sends it."""
    return {"kind": "tap", "taps": [msgspec.to_builtins(tap, str_keys=True)]}
