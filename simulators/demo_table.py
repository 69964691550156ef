"""The third process of the demo: the devices of one table, and the people who sit at it and err.

``python -m simulators.demo_table PLAN.json`` plays hands until it is told to stop and prints one line per thing worth one.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import msgspec

from link.pages import load_texts
from rulebook.events import FloorRuled, TableSet
from simulators.actor import Actor
from simulators.film import Film
from simulators.page_client import PageClient
from simulators.process_rig import ProcessRig, Stopped
from simulators.runner import read, table_set
from simulators.scenario import Scenario
from simulators.scenario_steps import ScenarioError
from simulators.serial_devices import SerialDevices
from simulators.stage import Stage
from simulators.thrown_in import throw_in
from table_node.taps import Answer, Tap

OWN_HANDS = Path(__file__).parent / "hands"
PLAYED_NOTHING = 2  # exit status of the table's process, and then of the demo
FIRST_SWEEPS_S = 1.0


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
    """Prints one line per thing worth a line, in the words of the pages: calls, notes, what is put right, faults, results."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._texts = load_texts("hub.web")
        self._console_texts = load_texts("table_node.console")
        self._started_s = time.monotonic()
        self._said: set[tuple[str, ...]] = set()
        self._away = False
        self._faults: dict[str, str] = {}

    def line(self, text: str) -> None:
        """One line with the time since the start."""
        seconds = int(time.monotonic() - self._started_s)
        self._out.write(f"{seconds // 60:3d}:{seconds % 60:02d}  {text}\n")
        self._out.flush()

    def look(self, floor: dict[str, Any], console: dict[str, Any]) -> None:
        """What the pages show that they did not show before."""
        for alert in floor.get("alerts", ()):
            self._alert(alert)
        for refused in floor.get("refused", ()):
            self._once(("refused", refused["id"]), refused["text"])
        for problem in floor.get("problems", ()):
            if problem["text"]:
                self._once(("problem", problem["id"], problem["text"]), problem["text"])
        self._devices(console)

    def asked(self, question: dict[str, Any], word: str) -> None:
        """The dealer answers a question."""
        answer = next((answer["text"] for answer in question["answers"] if answer["word"] == word), word)
        self.line(f"  asked: {question['text']}  answered: {answer}")

    def _alert(self, alert: dict[str, Any]) -> None:
        ident = alert["id"]
        where = f", {alert['where']}" if alert["where"] else ""
        call = f" {alert['call_word']}." if alert["severity"] in ("floor", "critical") else ""
        what = f"{alert['title']}{where}"
        rule = f" ({alert['rule']})" if alert["rule"] else ""
        self._once((ident,), f"{alert['severity_word']}: {what}{rule}.{call}")
        if alert["acknowledged"]:
            self._once((ident, "acknowledged"), f"  {self._texts.text('ui.acknowledged')}")
        for step in alert["steps"]:
            if step["done"]:
                self._once((ident, "step", step["kind"], step["to"]), f"  done: {step['text']}")
        if alert["withdrawn"]:
            self._once((ident, "end"), f"  {self._texts.text('ui.withdrawn')}: {what}")
        elif not alert["open"]:
            self._once((ident, "end"), f"  {self._texts.text('ui.closed')}: {what}")

    def _devices(self, console: dict[str, Any]) -> None:
        away = bool(console.get("hub_away"))
        if away != self._away:
            self._away = away
            self.line(self._console_texts.text("ui.hub_away") if away else f"{self._console_texts.text('ui.hub_ok')} is back")
        faults = {fault["device"]: fault["text"] or fault["state"] for fault in console.get("devices", ())}
        for device in sorted(faults.keys() | self._faults.keys()):
            if faults.get(device) != self._faults.get(device):
                self.line(f"{device}: {faults.get(device, 'works again')}")
        self._faults = faults

    def _once(self, key: tuple[str, ...], text: str) -> None:
        if key not in self._said:
            self._said.add(key)
            self.line(text)


class DemoRig(ProcessRig):
    """The rig of the demo: what the dealer is asked and answers is worth a line too."""

    def __init__(self, *parts: Any, told: Told, **options: Any) -> None:
        super().__init__(*parts, refused=lambda text: told.line(f"not taken: {text}"), **options)
        self._told = told

    def tap(self, tap: Tap) -> None:
        """The dealer taps the console."""
        if isinstance(tap, Answer):
            asked = next((asked for asked in self.console.view["questions"] if asked["id"] == tap.question), None)
            if asked is not None:
                self._told.asked(asked, tap.word)
        super().tap(tap)


def hand_files(folder: Path) -> list[Path]:
    """The scenarios and recorded hands of a folder and the folders in it."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".toml", ".phh") and path.is_file())


def demo_hands(plan: DemoPlan, told: Told) -> Iterator[tuple[Path, Scenario]]:
    """The hands to play, in order, again and again. A file that cannot be read is told, once, and left out."""
    files = hand_files(Path(plan.hands) if plan.hands else OWN_HANDS)
    number = 0
    turns = 0
    while files and (not plan.rounds or turns < plan.rounds):
        turns += 1
        for path in list(files):
            try:
                scenario = read(path, plan.seed + number)
            except ScenarioError as error:
                told.line(f"left out {path.name}, line {error.line}: {error.wrong}; expected {error.expected}")
                files.remove(path)
                continue
            number += 1
            if path.suffix == ".phh" and plan.errors:
                scenario = throw_in(scenario, plan.seed + number)
            yield path, scenario


def play(plan: DemoPlan, rig: ProcessRig, told: Told) -> Iterator[str]:
    """Play hand after hand; yields the title of each that was played to its end. Raises `Stopped`."""
    for path, scenario in demo_hands(plan, told):
        set_table(rig, scenario, plan.delay_ms)
        told.line(f"{scenario.title} ({path.name})" if plan.hands else scenario.title)
        try:
            play_hand(plan, scenario, rig, told)
        except (ScenarioError, RuntimeError) as error:
            told.line(f"{path.name} goes no further: {error}")
        if not rig.dealing_is_over():
            told.line("the hand is not over: the judge rules a misdeal")
            rig.judge(FloorRuled("misdeal"))
            rig.settle()
        told.look(rig.floor.view, rig.console.view)
        told.line(result_line(rig.console.view, scenario))
        yield scenario.title


def play_hand(plan: DemoPlan, scenario: Scenario, rig: ProcessRig, told: Told) -> None:
    """Play one hand."""
    actor = Actor(scenario.lines, rig, Stage())  # the decks that the demo enrolled, whatever its seed
    for at in range(len(scenario.lines)):
        actor.perform(at)
        told.look(rig.floor.view, rig.console.view)
        rig.pause(plan.pause_s)


def set_table(rig: ProcessRig, scenario: Scenario, delay_ms: int) -> None:
    """The floor sets the table for the next hand."""
    given = table_set(scenario)
    settings = msgspec.structs.replace(given.settings, delay_ms=delay_ms)
    rig.judge(TableSet(settings=settings, stacks=given.stacks, button=given.button))
    rig.settle()


def result_line(console: dict[str, Any], scenario: Scenario) -> str:
    """How the hand ended, from the console's own view: who won and lost how much, the winners first."""
    ends = {seat["seat"]: seat["stack"] for seat in console.get("seats", ())}
    won = {seat: stack - scenario.stacks.get(seat, 0) for seat, stack in ends.items()}
    order = sorted((seat for seat in won if won[seat]), key=lambda seat: (-won[seat], seat))
    changes = ", ".join(f"seat {seat} {won[seat]:+,} to {ends[seat]:,}" for seat in order)
    return f"hand {console.get('hand', 0)} is over: {changes or 'all chips as before'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the table until SIGTERM. Exit status: 0 ended well, `PLAYED_NOTHING` when no hand could be played."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    plan = msgspec.json.decode(Path(given[0]).read_bytes(), type=DemoPlan)
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stopping.set())
    told = Told()
    devices = SerialDevices(Path(plan.folder), seed=plan.seed)
    film = Film(plan.frames, plan.seed)
    console, floor = PageClient(plan.console), PageClient(plan.floor, lists=True)
    rig = DemoRig(devices, film, console, floor, plan.table, told=told, stopping=stopping)
    film.start()
    played = 0
    try:
        with contextlib.suppress(Stopped):
            wait_for_all(rig)
            for _ in play(plan, rig, told):
                played += 1
        told.line(f"{played} hand{'s' if played != 1 else ''} played")
    finally:
        for part in (console, floor, film, devices):
            part.close()
    return 0 if played or stopping.is_set() else PLAYED_NOTHING


def wait_for_all(rig: ProcessRig) -> None:
    """Wait until both pages are there, and until the node has found its devices and swept the felt once. Raises `Stopped`."""
    while not (rig.console.view and rig.floor.view):
        rig.pause(0.05)
    rig.settle(FIRST_SWEEPS_S)
    while rig.console.view.get("devices"):
        rig.pause(0.05)


if __name__ == "__main__":
    sys.exit(main())
