"""The big light of a table, for screen and stack light alike, and the incident that the dealer is led through. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from link.texts import say
from rulebook.findings import Incident, Question, TableState, Warned
from rulebook.steps import ORDINARY
from table_node.console.choices import opening_due

JUDGES = ("floor", "critical")


def current_incident(incidents: Sequence[Incident]) -> Incident | None:
    """The open incident whose correction the dealer is led through: the gravest, then one that waits for him rather than for
    the course of the hand (which another correction may hold up), then the oldest."""
    grave = ("note", "dealer", "floor", "critical")
    standing = [incident for incident in incidents if incident.open]
    return max(standing, key=lambda one: (grave.index(one.severity), _wants_dealer(one)), default=None)


def _wants_dealer(incident: Incident) -> bool:
    return next((step.kind not in ORDINARY for step in incident.steps if not step.done), False)


def standing_light(
    state: TableState,
    incidents: Sequence[Incident],
    questions: Sequence[Question] = (),
    warnings: Sequence[Warned] = (),
    *,
    reaching: bool = False,
) -> dict[str, Any]:
    """The big light, for screen and stack light alike: ``state``, ``colour`` (IEC 60073), a word and an icon.

    Red: stop, a judge comes. Amber: check. Green: go on. Blue: the players act, the dealer taps. Depends on no hidden card.
    """
    name, colour = _BASE_LIGHT["show"] if opening_due(state) else _BASE_LIGHT.get(state.next, ("deal", "green"))
    calling = [incident for incident in incidents if incident.open and incident.severity in JUDGES]
    hint = ""
    if state.next == "judge" or any(not incident.acknowledged for incident in calling):
        name, colour = "judge", "red"
        hint = _judge_hint(calling)
        current = current_incident(incidents)
        if state.next != "judge" and current is not None and current.call in ("misdeal", "void"):
            name = current.call
    elif state.next == "correct":
        name, colour = "correct", "amber"
    elif warnings or questions or reaching:
        colour, hint = "amber", "question" if questions and not reaching else ""
    return {"state": name, "colour": colour, "word": say(f"light.{name}"), "hint": say(f"light_hint.{hint or name}")}


def _judge_hint(calling: Sequence[Incident]) -> str:
    """Whether the judge is only called, on his way, or at the table: the dealer must know whom to wait for."""
    if not calling or any(not incident.acknowledged for incident in calling):
        return "judge"
    return "judge_here" if all(incident.attended for incident in calling) else "judge_coming"


_BASE_LIGHT = {
    "act": ("betting", "blue"),
    "show": ("show", "blue"),
    "push": ("push", "blue"),
    "hand": ("hand", "green"),
    "shuffle": ("prepare", "green"),
    "riffle": ("prepare", "green"),
    "cut": ("prepare", "green"),
}
