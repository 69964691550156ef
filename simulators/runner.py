"""Runs scenario files at a depth and says what came of it: the whole of ``dealer-table run`` but for the printing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from rulebook.events import TableSet
from rulebook.seats import BURNS
from simulators.actor import Actor
from simulators.expect import failures
from simulators.phh import parse_phh
from simulators.rig import JudgedRig
from simulators.scenario import Scenario, parse_scenario
from simulators.scenario_steps import ScenarioError
from simulators.stage import Stage
from simulators.verdict import Notes, verdict

BuildRig = Callable[[TableSet, int], JudgedRig]

# Depth -> module and class of its rig. Imported on use: a run through rules needs neither frames nor serial lines.
DEPTHS: Mapping[str, tuple[str, str]] = {
    "rules": ("simulators.rules_rig", "RulesRig"),
    "node": ("simulators.node_rig", "NodeRig"),
    "devices": ("simulators.device_rig", "DeviceRig"),
}


class Outcome(msgspec.Struct, frozen=True):
    """What a run gave: its verdict and the expectations that did not hold."""

    title: str
    verdict: dict[str, Any]
    failures: tuple[str, ...]
    expects: bool


def read(path: Path, seed: int = 0) -> Scenario:
    """The scenario or recorded hand in a file. Raises `ScenarioError`."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        what = error.strerror or type(error).__name__
        raise ScenarioError(1, f"cannot be read: {what.lower()}", "a scenario (.toml) or a recorded hand (.phh)") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise ScenarioError(line, "this is no text in UTF-8", "a scenario (.toml) or a recorded hand (.phh)") from None
    return parse_phh(text, seed) if path.suffix == ".phh" else parse_scenario(text)


def rig_for(depth: str) -> BuildRig:
    """What builds the table of a depth."""
    module, name = DEPTHS[depth]
    found: BuildRig = getattr(import_module(module), name)
    return found


def table_set(scenario: Scenario) -> TableSet:
    """The scenario's table as the hub would set it."""
    return TableSet(settings=scenario.settings, stacks=scenario.stacks, button=scenario.button)


def run(scenario: Scenario, build: BuildRig, seed: int = 0) -> Outcome:
    """Play a scenario. Raises `ScenarioError` where a card cannot be where a step has it."""
    stage = Stage(seed)
    rig = build(table_set(scenario), seed)
    notes = Notes()
    actor = Actor(scenario.lines, rig, stage)
    for at, line in enumerate(scenario.lines):
        actor.perform(at)
        if at + 1 == len(scenario.lines):
            actor.finish()
        notes.take(line.number, rig.found(), rig.authority(), rig.card_of)
    result = verdict(rig.authority(), notes, stage.laid(BURNS))
    failed = failures(scenario.expect, result) if scenario.expect is not None else []
    return Outcome(scenario.title, result, tuple(failed), scenario.expect is not None)


def as_json(result: Mapping[str, Any], file: str | None = None) -> str:
    """One line. The same verdict has the same bytes."""
    named = {"file": file, **result} if file is not None else dict(result)
    return json.dumps(named, ensure_ascii=False, separators=(", ", ": "))


def summary(outcome: Outcome, file: str) -> list[str]:
    """The verdict in a few lines for a person."""
    result = outcome.verdict
    lines = [f"{file}: {outcome.title}" if outcome.title else file]
    for incident in result["incidents"]:
        seats = f", seat {', '.join(map(str, incident['seats']))}" if incident["seats"] else ""
        left = ", open" if incident["open"] else ""
        what = f"{incident['kind']} ({incident['rule']}): {incident['call']}"
        lines.append(f"  step {incident['step']}: {what}, hand {incident['hand']}, {incident['street']}{seats}{left}")
    lines += [f"  step {warning['step']}: warning {warning['kind']}" for warning in result["warnings"]]
    for ruling in result["rulings"]:
        lines.append(
            f"  step {ruling['step']}: seat {ruling['seat']} ruled {ruling['action']} {ruling['amount']},"
            f" {ruling['change']} back ({ruling['rule']})"
        )
    for penalty in result["penalties"]:
        lines.append(
            f"  step {penalty['step']}: seat {penalty['seat']} {penalty['kind']}, {penalty['hands']} hands ({penalty['rule']})"
        )
    for hand in result["hands"]:
        lines.append(f"  hand {hand['hand']}: {hand['outcome']}, {_paid(hand)}")
    stacks = ", ".join(f"{seat}: {chips}" for seat, chips in result["stacks"].items())
    lines.append(f"  next: {result['state']['next']}; stacks {stacks}")
    lines += [f"  does not hold: {failure}" for failure in outcome.failures]
    if outcome.expects and not outcome.failures:
        lines.append("  every expectation holds")
    return lines


def _paid(hand: Mapping[str, Any]) -> str:
    if not hand["pots"]:
        return "all chips back"
    paid = [
        f"{pot['amount']} to seat " + ", ".join(f"{seat} ({chips})" for seat, chips in pot["won"].items())
        for pot in hand["pots"]
    ]
    return "; ".join(paid)
