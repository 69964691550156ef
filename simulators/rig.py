"""A table that a scenario can be played on, whatever its depth: rules, node or devices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulebook.cards import Card
from rulebook.events import AnyEvent, Handle
from rulebook.findings import Finding, Question
from rulebook.table import Table
from simulators.scene import Scene
from table_node.taps import Tap


class Rig(Protocol):
    """What an actor (the scripted dealer, players and judge) needs of a table.

    Every call happens at a moment of virtual time; `settle` lets time run until all sensors are quiet.
    """

    def show(self, scene: Scene) -> None:
        """The felt looks like this now. Called for every visible moment (a card in the stub's mouth, then at its place)."""

    def tap(self, tap: Tap) -> None:
        """The dealer taps the console."""

    def press(self, button: str) -> None:
        """Somebody presses a physical key (`firmware_bridge.readings.ButtonPressed`)."""

    def shuffler(self, kind: str, count: int | None = None, verdict: str = "") -> None:
        """The shuffler does something (``ejected``: it gives the shuffled deck out)."""

    def judge(self, event: AnyEvent) -> None:
        """A judge acts at the hub (a `floor_…` event)."""

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        """A device fails (devices depth; elsewhere without effect)."""

    def settle(self, seconds: float = 0.0) -> None:
        """Let at least `seconds` pass, and as much as the sensors need to be quiet."""

    def questions(self) -> Sequence[Question]:
        """What the console asks now, oldest first."""

    def dealing_is_over(self) -> bool:
        """Whether no dealing is under way: none began, or the last one ended (pushed, misdealt or void)."""


class JudgedRig(Rig, Protocol):
    """A rig in one process, whose authority can be asked for a verdict."""

    def authority(self) -> Table:
        """The hub's fold."""

    def found(self) -> Sequence[Finding]:
        """What the authority has found since the last call, withdrawals included."""

    def card_of(self, handle: Handle) -> Card | None:
        """The truth about a handle, for the verdict alone."""


def dealing_is_over(table: Table) -> bool:
    """What a fold says of `Rig.dealing_is_over`."""
    hand = table.state().hand
    return hand == 0 or any(result.hand == hand for result in table.hands)
