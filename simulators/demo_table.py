"""The third process of the demo: the devices of one table, and the people who sit at it and err.

``python -m simulators.demo_table PLAN.json`` plays hands until it is told to stop and prints one line per thing worth one.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rulebook.events import TableSet
from simulators.actor import Actor
from simulators.film import Film
from simulators.page_client import PageClient
from simulators.process_rig import LEAST_S, ProcessRig
from simulators.runner import read, table_set
from simulators.scenario import Scenario
from simulators.scenario_steps import ScenarioError
from simulators.serial_devices import SerialDevices
from simulators.stage import Stage
from simulators.thrown_in import throw_in

OWN_HANDS = Path(__file__).parent / "hands"


class DemoPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the demo's table process is told. `hands`: a folder of scenarios or recorded hands; "": the project's own.

    `pause_s` is how long people take beyond what the sensors need; `rounds` how often all hands are played, 0 for ever.
    """

    folder: str
    table: str
    frames: str
    console: str
    floor: str
    hands: str = ""
    pause_s: float = 1.0
    rounds: int = 0
    seed: int = 0
    delay_ms: int = 20_000
    errors: bool = True


class Told:
    """Prints one line per thing worth a line: calls, notes, their end, results."""

    def __init__(self) -> None:
        self._started_s = time.monotonic()
        self._known: dict[str, str] = {}

    def line(self, text: str) -> None:
        """One line with the time since the start."""
        seconds = int(time.monotonic() - self._started_s)
        sys.stdout.write(f"{seconds // 60:3d}:{seconds % 60:02d}  {text}\n")
        sys.stdout.flush()

    def look(self, floor: dict[str, Any]) -> None:
        """What the floor page shows that it did not show before."""
        for alert in floor.get("alerts", ()):
            standing = "withdrawn" if alert["withdrawn"] else "open" if alert["open"] else "settled"
            if self._known.get(alert["id"]) == standing:
                continue
            first = alert["id"] not in self._known
            self._known[alert["id"]] = standing
            if first:
                call = "CALL" if alert["severity"] in ("floor", "critical") else "note"
                what = alert["text"] if "text" in alert else alert["kind"]
                self.line(f"{call}  hand {alert['hand']}: {what} ({alert['rule']})")
            if standing != "open":
                self.line(f"      hand {alert['hand']}: {alert['kind']} {standing}")
        for refused in floor.get("refused", ()):
            if refused["id"] not in self._known:
                self._known[refused["id"]] = "refused"
                self.line(refused["text"])


def demo_hands(plan: DemoPlan) -> Iterator[tuple[Path, Scenario]]:
    """The hands to play, in order, again and again. A file that cannot be read is told and left out."""
    folder = Path(plan.hands) if plan.hands else OWN_HANDS
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".toml", ".phh"))
    number = 0
    turns = 0
    while files and (not plan.rounds or turns < plan.rounds):
        turns += 1
        good = 0
        for path in files:
            try:
                scenario = read(path, plan.seed + number)
            except ScenarioError as error:
                sys.stdout.write(f"{path.name}: left out: {error.wrong}\n")
                continue
            number += 1
            good += 1
            if path.suffix == ".phh" and plan.errors:
                scenario = throw_in(scenario, plan.seed + number)
            yield path, scenario
        if not good:
            return


def play(plan: DemoPlan, rig: ProcessRig, told: Told, stopping: threading.Event) -> int:
    """Play hand after hand. Returns how many were played to their end."""
    played = 0
    for path, scenario in demo_hands(plan):
        if stopping.is_set():
            break
        set_table(rig, scenario, plan.delay_ms)
        told.line(f"{scenario.title or path.stem}")
        stage = Stage(plan.seed)
        actor = Actor(scenario.lines, rig, stage)
        for at in range(len(scenario.lines)):
            if stopping.is_set():
                return played
            actor.perform(at)
            told.look(rig.floor.view)
            stopping.wait(plan.pause_s)
        told.look(rig.floor.view)
        told.line(result_line(rig.console.view))
        played += 1
    return played


def set_table(rig: ProcessRig, scenario: Scenario, delay_ms: int) -> None:
    """The floor sets the table for the next hand."""
    given = table_set(scenario)
    settings = msgspec.structs.replace(given.settings, delay_ms=delay_ms)
    rig.judge(TableSet(settings=settings, stacks=given.stacks, button=given.button))
    rig.settle()


def result_line(console: dict[str, Any]) -> str:
    """How the hand ended, from the console's own view."""
    stacks = ", ".join(f"seat {seat['seat']} {seat['stack']:,}" for seat in console.get("seats", ()))
    return f"hand {console.get('hand', 0)} is over: {stacks}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the table until SIGTERM."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    plan = msgspec.json.decode(Path(given[0]).read_bytes(), type=DemoPlan)
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stopping.set())
    told = Told()
    devices = SerialDevices(Path(plan.folder), seed=plan.seed)
    film = Film(plan.frames, plan.seed)
    console, floor = PageClient(plan.console), PageClient(plan.floor, lists=True)
    rig = ProcessRig(
        devices, film, console, floor, plan.table, least_s=LEAST_S, refused=lambda text: told.line(f"not taken: {text}")
    )
    film.start()
    try:
        while not stopping.is_set() and not (console.joined and floor.joined and console.view):
            stopping.wait(0.1)
        while not stopping.is_set() and console.view.get("devices"):
            stopping.wait(0.1)  # the node has not found all its devices yet
        stopping.wait(2.0)  # its first sweep and looks
        played = play(plan, rig, told, stopping)
        told.line(f"{played} hand{'s' if played != 1 else ''} played")
    finally:
        for part in (console, floor, film, devices):
            part.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
