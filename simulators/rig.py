"""A table that a scenario can be played on, whatever its depth: rules, node or devices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from rulebook.cards import Card
from rulebook.events import AnyEvent, Handle
from rulebook.findings import Finding, Question
from rulebook.hand import Hand
from rulebook.seats import Seat
from rulebook.showing import due_if, nobody_knows
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

    def awards_by_hand(self, hands: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> dict[Seat, int] | None:
        """What the dealer has to enter at the push, if these are the hands; None: the console knows what is due."""

    def dealing_is_over(self) -> bool:
        """Whether no dealing is under way: none began, or the last one ended (pushed, misdealt or void)."""


@runtime_checkable
class Waiting(Protocol):
    """A rig whose dealer waits for the screen before he puts something right; `reads`: meanwhile he answers what it asks."""

    reads: Callable[[], None]

    def linger(self) -> None:
        """Nothing more is done: what was done last lies there until it is seen."""


class JudgedRig(Rig, Protocol):
    """A rig in one process, whose authority can be asked for a verdict."""

    def authority(self) -> Table:
        """The hub's fold."""

    def found(self) -> Sequence[Finding]:
        """What the authority has found since the last call, withdrawals included."""

    def card_of(self, handle: Handle) -> Card | None:
        """The truth about a handle, for the verdict alone."""


def awards_by_hand(table: Table, hands: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> dict[Seat, int] | None:
    """What a fold says of `Rig.awards_by_hand`."""
    hand = table.hand
    if not isinstance(hand, Hand) or hand.over or not nobody_knows(hand):
        return None
    return due_if(hand, hands, board) or None


def dealing_is_over(table: Table) -> bool:
    """What a fold says of `Rig.dealing_is_over`."""
    hand = table.state().hand
    return hand == 0 or any(result.hand == hand for result in table.hands)
