"""A table of real processes that a scenario can be played on: devices on ptys, frames through a socket, taps and judge's acts
through the pages' own channels. Time is real; nothing here looks into node or hub.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from rulebook.cards import Card
from rulebook.events import AnyEvent
from rulebook.findings import Question
from rulebook.seats import STUB, Seat
from simulators.film import Film
from simulators.gpio_sim import PRESS_S
from simulators.page_client import PageClient
from simulators.scene import Scene
from simulators.serial_devices import SerialDevices
from simulators.shuffler_sim import ShufflerSim
from table_node.taps import Tap

# How long the sensors get at least after the last change, by what changed. Beyond that the screen itself is waited for.
FACES_S = 1.6  # a face came or went: two looks at rest, two full sweeps and a second read
BACKS_S = 0.3  # a card that lies face down: the screen shows it once it was read twice
MOUTH_S = 0.6  # a card showed in the stub's mouth: two looks
TOLD_S = 0.2  # a tap, a key, a report of the machine: the answer and the new screen are two messages
QUIET_S = 0.4  # the console has said nothing new for so long
LONGEST_S = 5.0
CYCLE_S = 0.5  # of the shuffler; 22 s and more in life, during the hand before


class Stopped(Exception):
    """The table was told to stop while people waited for something: a signal came in the middle of a hand."""


class ProcessRig:
    """See `simulators.rig.Rig`. `refused` is told every tap or act that a page did not take; once `stopping` is set, whatever
    waits raises `Stopped`."""

    def __init__(
        self,
        devices: SerialDevices,
        film: Film,
        console: PageClient,
        floor: PageClient,
        table: str,
        *,
        refused: Callable[[str], None] = lambda text: None,
        stopping: threading.Event | None = None,
    ) -> None:
        self.devices = devices
        self.film = film
        self.console = console
        self.floor = floor
        self._table = table
        self._refused = refused
        self._stopping = stopping or threading.Event()
        self._ready_s = time.monotonic()  # before this the sensors cannot have seen the last change
        self._scene = Scene()
        self._excused: set[tuple[str, int]] = set()  # what the screen will not show, however long one waits

    def show(self, scene: Scene) -> None:
        """The felt looks like this now."""
        changed = set(scene.cards) ^ set(self._scene.cards)
        self._scene = scene
        self.devices.show(scene)
        self.film.show(scene)
        if any(card.face == "up" for card in changed):
            self._happened(FACES_S)
        else:
            self._happened(MOUTH_S if all(card.zone == STUB for card in changed) else BACKS_S)

    def tap(self, tap: Tap) -> None:
        """The dealer taps."""
        self._said(self.console.send({"kind": "tap", "taps": [msgspec.to_builtins(tap, str_keys=True)]}), tap)
        self._happened(TOLD_S)

    def press(self, button: str) -> None:
        """Somebody presses a key."""
        self.devices.press(button)
        self._happened(PRESS_S + TOLD_S)

    def shuffler(self, kind: str, count: int | None = None, verdict: str = "") -> None:
        """The machine shuffles what it was given and gives it out."""
        self.devices.act(ShufflerSim.begin)
        self.pause(CYCLE_S)
        self.devices.act(lambda machine: machine.end(count, verdict or "complete"))
        self.devices.act(ShufflerSim.eject)
        self._happened(TOLD_S)

    def judge(self, event: AnyEvent) -> None:
        """A judge acts on the floor page."""
        act: dict[str, Any] = {"kind": "act", "table": self._table, "event": msgspec.to_builtins(event, str_keys=True)}
        self._said(self.floor.send(act), event)
        self._happened(TOLD_S)

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        """A device fails or comes back."""
        if device == "camera":
            self.film.cut(kind != "back")
        else:
            self.devices.fault(device, kind)
        self._happened(FACES_S)

    def settle(self, seconds: float = 0.0) -> None:
        """Wait as a dealer would: until the screen shows what lies there, and has nothing new to say.

        What the screen will never show (a card that no sensor sees, cards being gathered) is waited for `LONGEST_S` at most,
        and so is a judge's act that the table has not taken.
        """
        self.pause(seconds)
        until = time.monotonic() + LONGEST_S
        while (now := time.monotonic()) < until:
            quiet = now - self.console.changed_s >= QUIET_S
            if quiet and now >= self._ready_s and not self._on_its_way() and not self._unseen() - self._excused:
                return
            self.pause(0.02)
        self._excused = self._unseen()

    def _happened(self, least_s: float) -> None:
        """Something happened that the sensors and the screen need at least so long for."""
        self._ready_s = max(self._ready_s, time.monotonic() + least_s)

    def _on_its_way(self) -> bool:
        """Whether a judge's act has not come back from the table yet."""
        return any(act["state"] == "pending" for act in self.floor.view.get("directives", ()))

    def _unseen(self) -> set[tuple[str, int]]:
        """Zones where the console's picture is not that of the felt, with by how many cards."""
        view = self.console.view
        if self.dealing_is_over():
            return set()
        lying = Counter(card.zone for card in self._scene.cards)
        shown = {"board": len(view["board"]), "burns": view["burns"], "aside": view["aside"]}
        shown.update({f"seat {seat['seat']}": len(seat["cards"]) for seat in view["seats"]})
        return {(zone, lying[zone] - count) for zone, count in shown.items() if lying[zone] != count}

    def questions(self) -> Sequence[Question]:
        """What the console asks now."""
        return [
            Question(asked["id"], asked["kind"], 0, tuple(asked["seats"]), tuple(answer["word"] for answer in asked["answers"]))
            for asked in self.console.view.get("questions", ())
        ]

    def awards_by_hand(self, hands: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> dict[Seat, int] | None:
        """The demo's people table their hands: the console knows what is due."""
        return None

    def dealing_is_over(self) -> bool:
        """Whether the console waits for the next dealing."""
        view = self.console.view
        return not view.get("hand") or view.get("next") in ("hand", "shuffle")

    def _said(self, refusal: str, what: object) -> None:
        if refusal:
            self._refused(f"{type(what).__name__}: {refusal}")

    def pause(self, seconds: float) -> None:
        """People take their time. Raises `Stopped`."""
        if self._stopping.wait(seconds):
            raise Stopped
