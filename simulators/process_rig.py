"""A table of real processes that a scenario can be played on: devices on ptys, frames through a socket, taps and judge's acts
through the pages' own channels. Time is real; nothing here looks into node or hub.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rulebook.cards import Card
from rulebook.events import AnyEvent
from rulebook.findings import Question
from simulators.film import Film
from simulators.page_client import PageClient
from simulators.scene import Scene
from simulators.serial_devices import SerialDevices
from simulators.shuffler_sim import ShufflerSim
from table_node.taps import Tap

LEAST_S = 1.6  # two full sweeps, a second read and two looks after the last change
QUIET_S = 0.7  # the console has said nothing new for so long
LONGEST_S = 5.0
CYCLE_S = 0.5  # of the shuffler; 22 s and more in life, during the hand before


class ProcessRig:
    """See `simulators.rig.Rig`. `refused` is told every tap or act that a page did not take."""

    def __init__(
        self,
        devices: SerialDevices,
        film: Film,
        console: PageClient,
        floor: PageClient,
        table: str,
        *,
        least_s: float = LEAST_S,
        refused: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.devices = devices
        self.film = film
        self.console = console
        self.floor = floor
        self._table = table
        self._least_s = least_s
        self._refused = refused
        self._moved_s = time.monotonic()
        self._scene = Scene()
        self._excused: set[tuple[str, int]] = set()  # what the screen will not show, however long one waits

    def show(self, scene: Scene) -> None:
        """The felt looks like this now."""
        self._scene = scene
        self.devices.show(scene)
        self.film.show(scene)
        self._moved_s = time.monotonic()

    def tap(self, tap: Tap) -> None:
        """The dealer taps."""
        self._said(self.console.send({"kind": "tap", "taps": [msgspec.to_builtins(tap, str_keys=True)]}), tap)

    def press(self, button: str) -> None:
        """Somebody presses a key."""
        self.devices.press(button)
        self._moved_s = time.monotonic()

    def shuffler(self, kind: str, count: int | None = None, verdict: str = "") -> None:
        """The machine shuffles what it was given and gives it out."""
        self.devices.act(ShufflerSim.begin)
        self._wait(CYCLE_S)
        self.devices.act(lambda machine: machine.end(count, verdict or "complete"))
        self.devices.act(ShufflerSim.eject)
        self._moved_s = time.monotonic()

    def judge(self, event: AnyEvent) -> None:
        """A judge acts on the floor page."""
        act: dict[str, Any] = {"kind": "act", "table": self._table, "event": msgspec.to_builtins(event, str_keys=True)}
        self._said(self.floor.send(act), event)

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        """A device fails or comes back."""
        if device == "camera":
            self.film.cut(kind != "back")
        else:
            self.devices.fault(device, kind)
        self._moved_s = time.monotonic()

    def settle(self, seconds: float = 0.0) -> None:
        """Wait as a dealer would: until the screen shows what lies there, and has nothing new to say.

        What the screen will never show (a card that no sensor sees, cards being gathered) is waited for `LONGEST_S` at most.
        """
        self._wait(seconds)
        until = time.monotonic() + LONGEST_S
        while (now := time.monotonic()) < until:
            quiet = now - self.console.changed_s >= QUIET_S
            if quiet and now - self._moved_s >= self._least_s and not self._unseen() - self._excused:
                return
            self._wait(0.05)
        self._excused = self._unseen()

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

    def dealing_is_over(self) -> bool:
        """Whether the console waits for the next dealing."""
        view = self.console.view
        return not view.get("hand") or view.get("next") in ("hand", "shuffle")

    def _said(self, refusal: str, what: object) -> None:
        if refusal:
            self._refused(f"{type(what).__name__}: {refusal}")

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            threading.Event().wait(seconds)
