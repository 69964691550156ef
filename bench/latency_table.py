"""The table of the latency bench: real processes, devices on ptys, frames, pages; and a dealer who does one thing at a time.

Everything is stamped on the boot's clock, which all processes share.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bench.latency_node import Gist, Shown, gist
from link.boot import boot_ns
from rulebook.cards import Card
from rulebook.events import FloorRuled, TableSet
from rulebook.seats import BOARD, BURNS, seat_zone
from rulebook.settings import Settings
from simulators.demo import Demo
from simulators.demo_files import TABLE
from simulators.film import Film
from simulators.page_client import PageClient
from simulators.process_rig import ProcessRig
from simulators.serial_devices import SerialDevices
from simulators.stage import Stage
from table_node.taps import Act, Push, Tap

PATIENCE_S = 8.0
QUIET_S = 0.35  # between two events: the node has nothing on its way then
STACK = 1_000_000
Holds = Callable[[Gist, Gist], bool]  # before, now


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. Times in ns of the boot's clock; `byte_ns`: the device byte (or picture, or the moment) that
    decided; `told_ns`: the console's message; `called_ns`: the floor page's, 0 where no alert belongs to it."""

    kind: str
    cause: str
    act_ns: int
    byte_ns: int
    came_ns: int
    shown_ns: int
    told_ns: int
    called_ns: int = 0


class Watcher(PageClient):
    """A page that remembers when it was told what."""

    def __init__(self, url: str, *, lists: bool = False) -> None:
        self.told: list[tuple[int, Any]] = []
        super().__init__(url, lists=lists)

    def _take(self, message: dict[str, Any]) -> None:
        at = boot_ns()
        super()._take(message)
        if message["kind"] not in ("snapshot", "change"):
            return
        if self._lists:
            self.told.append((at, message.get("item") if message.get("list") == "alerts" else None))
        else:
            self.told.append((at, gist(self.view)))


class Missed(RuntimeError):
    """What was waited for did not come."""


class Table:
    """One table. `events` grows by one with each thing that the dealer does."""

    def __init__(self, folder: Path) -> None:
        self._trace = folder / "trace"
        self._trace.touch()
        self.demo = Demo(folder, commands={"node": ("bench.latency_node", str(self._trace))})
        self.events: list[Event] = []
        self._refused: list[str] = []
        self._sent: dict[str, list[int]] = {"rfid": [], "shuffler": []}
        self.devices = SerialDevices(folder, clock=boot_ns, on_sent=lambda line, at_ns: self._sent[line].append(at_ns))
        self.film = Film(self.demo.plan.frames)
        self.film.start()
        self.demo.start_pages()
        self.console, self.floor = Watcher(self.demo.plan.console), Watcher(self.demo.plan.floor, lists=True)
        self.rig = ProcessRig(self.devices, self.film, self.console, self.floor, TABLE, refused=self._refused.append)
        self.stage = Stage(0)
        self._until(lambda: bool(self.console.view) and not self.console.view["hub_away"] and bool(self.floor.view))
        self.rig.settle(2.0)

    def close(self) -> None:
        """End everything."""
        self.demo.stop()
        for part in (self.console, self.floor, self.film, self.devices):
            part.close()

    # -- one event

    def happen(self, kind: str, act: Callable[[], None], holds: Holds, alert: bool = False) -> None:
        """Do it and wait until the console shows it (with `alert`: and the floor page). Raises `Missed`."""
        self._quiet()
        before, told_from, called_from = gist(self.console.view), len(self.console.told), len(self.floor.told)
        lines_from = self._trace.read_bytes().count(b"\n")
        act_ns = boot_ns()
        act()
        told_ns = self._first(self.console.told, told_from, lambda now: holds(before, now), kind)
        called_ns = self._first(self.floor.told, called_from, lambda item: item is not None, kind) if alert else 0
        made = self._made(lines_from, lambda now: holds(before, now))
        byte_ns = self._byte(made) if made.cause in self._sent else act_ns if made.cause == "tap" else made.came_ns
        self.events.append(Event(kind, made.cause, act_ns, byte_ns, made.came_ns, made.shown_ns, told_ns, called_ns))

    def _made(self, begin: int, holds: Callable[[Gist], bool]) -> Shown:
        """The first screen since that line of the trace which says so."""
        found: list[Shown] = []

        def look() -> bool:
            lines = self._trace.read_bytes().split(b"\n")[begin:-1]
            found.extend(one for one in (msgspec.json.decode(line, type=Shown) for line in lines) if holds(one.gist))
            return bool(found)

        self._until(look)
        return found[0]

    def _byte(self, made: Shown) -> int:
        """When the last byte went onto the line before the node had it: the next request follows that reply's reading."""
        sent = self._sent[made.cause]
        return sent[bisect_right(sent, made.came_ns) - 1]

    def _first(self, told: list[tuple[int, Any]], begin: int, holds: Callable[[Any], bool], kind: str) -> int:
        found: list[int] = []

        def look() -> bool:
            found.extend(at for at, what in told[begin:] if holds(what))
            return bool(found)

        if not self._until(look, fail=False):
            said = f"refused {self._refused[-1:]}; the console says {gist(self.console.view)}"
            raise Missed(f"{kind}: the page never showed it; {said}")
        return found[0]

    def _quiet(self) -> None:
        self._until(lambda: time.monotonic() - self.console.changed_s >= QUIET_S)

    def _until(self, holds: Callable[[], bool], fail: bool = True) -> bool:
        end = time.monotonic() + PATIENCE_S
        pause = threading.Event()
        while not holds():
            if time.monotonic() > end:
                if fail:
                    raise Missed(f"the table never came to rest; the console says {gist(self.console.view)}")
                return False
            pause.wait(0.005)
        return True

    # -- what the dealer does

    def set_table(self) -> None:
        """Two seats, the deck prepared elsewhere."""
        settings = Settings(blinds=(50, 100), check_preparation=False, delay_ms=600_000, context="cash")
        self.rig.judge(TableSet(settings, {1: STACK, 2: STACK}, 2))
        self._until(lambda: len(self.console.view["seats"]) == 2)

    def open(self) -> None:
        """The key for the next hand."""
        self.happen("key: next hand", lambda: self.devices.press("next_hand"), lambda was, now: now.hand == was.hand + 1)

    def show(self) -> None:
        """The felt looks as the stage says."""
        self.rig.show(self.stage.scene())

    def next_seat(self) -> int:
        """The seat that the screen deals to."""
        return next(int(seat["seat"]) for seat in self.console.view["seats"] if seat["deal"])

    def deal(self, *names: str) -> None:
        """One card after the other, face down, where the screen says."""
        for name in names:
            self.stage.place(self.stage.draw(Card(name)), seat_zone(self.next_seat()), "down")
            self.happen("hole card", self.show, lambda was, now: now.dealt == was.dealt + 1)

    def act(self, *actions: str, amount: int | None = None) -> None:
        """Taps for the players whose turn it is, one by one."""
        for action in actions:
            self._tap(Act(self.console.view["to_act"], action, amount))  # type: ignore[arg-type]

    def push(self) -> None:
        """The pot is pushed."""
        self._tap(Push())

    def _tap(self, tap: Tap) -> None:
        holds: Holds = lambda was, now: (now.next, now.to_act) != (was.next, was.to_act)  # noqa: E731
        self.happen("tap", lambda: self.rig.tap(tap), holds)

    def burn(self, name: str) -> None:
        """One card onto the burns."""
        self.stage.place(self.stage.draw(Card(name)), BURNS, "down")
        self.happen("burn", self.show, lambda was, now: now.burns == was.burns + 1)

    def board(self, *names: str) -> None:
        """Cards together onto the board, known by name once the screen shows them."""
        for name in names:
            self.stage.place(self.stage.draw(Card(name)), BOARD, "up")
        kind = "flop, three cards" if len(names) == 3 else "turn and river"
        self.happen(kind, self.show, lambda was, now: now.board == was.board + len(names))

    def err(self, kind: str, act: Callable[[], None], incident: str) -> None:
        """Something wrong, which a judge sees too."""
        self.happen(kind, act, lambda was, now: incident in now.incidents and incident not in was.incidents, alert=True)

    def end(self) -> None:
        """The judge ends the dealing, the cards go back."""
        if self.console.view["next"] != "hand":
            self._quiet()
            self.rig.judge(FloorRuled("misdeal"))
            self._until(lambda: self.console.view["next"] in ("hand", "shuffle"))
        self.stage.gather()
        self.show()
        self.rig.settle(1.0)


def good_hand(table: Table) -> None:
    """A hand without a fault, with all its cards."""
    table.open()
    table.deal("7h", "3d", "4s", "9c")
    table.act("call", "check")
    table.burn("8d")
    table.board("Jc", "5c", "Kh")
    for burned, card in (("2d", "Qs"), ("6s", "Th")):
        table.act("check", "check")
        table.burn(burned)
        table.board(card)
    table.act("bet", amount=300)
    table.act("fold")
    table.push()
    table.end()


def boxed_hand(table: Table) -> None:
    """A card that lay face up in the stub, and the key for the judge."""
    table.open()
    table.deal("7h")
    card = table.stage.draw(Card("3d"))
    table.stage.to_mouth(card, "up")
    table.show()
    table.rig.settle(0.5)
    table.stage.place(card, seat_zone(table.next_seat()), "up")
    table.err("boxed card", table.show, "boxed_card")
    table.err("key: call the judge", lambda: table.devices.press("call_floor"), "judge_called")
    table.end()


def four_card_flop(table: Table) -> None:
    """Four cards where three belong."""
    table.open()
    table.deal("7h", "3d", "4s", "9c")
    table.act("call", "check")
    table.burn("8d")
    for name in ("Jc", "5c", "Kh", "Ts"):
        table.stage.place(table.stage.draw(Card(name)), BOARD, "up")
    table.err("four-card flop", table.show, "four_card_flop")
    table.end()


HANDS = (good_hand, boxed_hand, four_card_flop, boxed_hand)
