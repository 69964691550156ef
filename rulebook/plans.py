"""Corrections as ordered physical steps, ticked off by what the sensors see (RULES 3.2).

A plan is a list of groups: the steps within a group may be done in any order, the groups follow each other. Steps that are
the ordinary course of the hand (betting, burn, the street anew) are shown by the ordinary prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulebook.dealing_rules import PlanName
from rulebook.events import Handle
from rulebook.findings import PlanStep, StepKind
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, Zone

# Steps that the ordinary prompt of the procedure shows by itself: they are no business of "correct the deal first".
ORDINARY: frozenset[StepKind] = frozenset({"betting", "burn", "board", "deal_on", "redeal"})


class Happening(NamedTuple):
    """One thing that a plan can see: `what` is moved, turned, dealt, shuffled, cut, new_deck or picked."""

    what: str
    handle: Handle = ""
    zone: Zone = Zone("")
    face: str = ""


class Step:
    """One step. `handles` are the cards that it is about, `to` where they go, `count` how many it takes."""

    __slots__ = ("_returned", "count", "done", "handles", "kind", "left", "to")

    def __init__(self, kind: StepKind, handles: Iterable[Handle] = (), to: Zone | None = None, count: int = 0) -> None:
        self.kind: StepKind = kind
        self.handles = tuple(handles)
        self.to = to
        self.left = set(self.handles)
        self.count = count
        self.done = False
        self._returned = False  # the card that should have been burned went back into the stub first

    def see(self, happening: Happening) -> None:
        """Tick the step off where the happening completes it."""
        what, handle, zone, face = happening
        kind = self.kind
        if kind in ("shuffle", "cut", "new_deck", "pick"):
            self.done = self.done or what == {"shuffle": "shuffled", "pick": "picked"}.get(kind, kind)
        elif kind == "move":
            self._arrived(what == "moved" and zone == self.to, handle)
        elif kind == "turn_down":
            self._arrived(what == "turned" and face == "down", handle)
        elif kind == "take":
            self.done = self.done or (what == "moved" and handle in self.handles and zone == self.to)
        elif kind == "show":
            self._shown(happening)
        elif kind in ("replace", "burn", "board"):
            self._came(what == "dealt" and zone == self.to)
        elif kind == "burn_right":
            self._burned(happening)

    def _arrived(self, fits: bool, handle: Handle) -> None:
        if fits:
            self.left.discard(handle)
            self.done = not self.left

    def _came(self, fits: bool) -> None:
        if fits and not self.done:
            self.count -= 1
            self.done = self.count <= 0

    def _shown(self, happening: Happening) -> None:
        """`count` of the cards lie face up on the board again."""
        what, handle, zone, face = happening
        if handle in self.handles:
            up = (what == "turned" and face == "up") or (what == "moved" and zone == BOARD and face == "up")
            if up:
                self.left.discard(handle)
            elif what in ("moved", "turned"):
                self.left.add(handle)
            self.done = len(self.handles) - len(self.left) >= self.count

    def _burned(self, happening: Happening) -> None:
        """The card goes to the burns itself, or back onto the stub and is burned from there."""
        what, handle, zone, _ = happening
        if what == "moved" and handle in self.handles:
            self.done = self.done or zone == BURNS
            self._returned = zone == STUB
        elif what == "dealt" and zone == BURNS and self._returned:
            self.done = True

    def view(self) -> PlanStep:
        """The step as a value."""
        return PlanStep(kind=self.kind, done=self.done, handles=self.handles, to=self.to, missing=len(self.left) or self.count)


class Plan:
    """The correction of one incident."""

    def __init__(self, groups: Sequence[Sequence[Step]]) -> None:
        self.groups = groups

    @property
    def done(self) -> bool:
        """Whether nothing is missing."""
        return all(step.done for group in self.groups for step in group)

    def current(self) -> list[Step]:
        """What can be done now: the open steps of the first group that is not complete."""
        for group in self.groups:
            if not all(step.done for step in group):
                return [step for step in group if not step.done]
        return []

    def see(self, happening: Happening) -> None:
        """Show a happening to the steps that can be done now."""
        for step in self.current():
            step.see(happening)
            if step.kind == "turn_down" and happening.what == "picked":
                step.done = True  # a judge who picks has seen them mixed

    def tick(self, kind: StepKind) -> None:
        """Tick a step of that kind off if it is its turn (betting, deal_on: states rather than happenings)."""
        for step in self.current():
            if step.kind == kind:
                step.done = True

    def wants(self, kind: StepKind, to: Zone | None = None) -> bool:
        """Whether a step of that kind can be done now."""
        return any(step.kind == kind and (to is None or step.to == to) for step in self.current())

    def views(self) -> tuple[PlanStep, ...]:
        """All steps in order."""
        return tuple(step.view() for group in self.groups for step in group)


def make_plan(
    name: PlanName, cards: Sequence[Handle], *, burn: Sequence[Handle] = (), zone: Zone = BOARD, count: int = 0
) -> Plan:
    """The steps of a named correction about `cards`.

    `burn`: burns that go back too; `zone`: where a replacement goes; `count`: how many cards the street takes.
    """
    shuffle, cut, betting = Step("shuffle"), Step("cut"), Step("betting")
    again = [[Step("burn", to=BURNS, count=1)], [Step("board", to=BOARD, count=count)]]
    back = Step("move", [*cards, *burn], STUB)
    keep = max(len(cards) - 1, 0)
    groups: dict[str, list[list[Step]]] = {
        "none": [],
        "redeal": [[Step("redeal")]],
        "new_deck": [[Step("new_deck")]],
        "judge": [[Step("judge")]],
        "judge_new_deck": [[Step("judge")], [Step("new_deck")]],
        "replace_boxed": [[Step("move", cards, MUCK), Step("replace", to=zone, count=1)]],
        "swap_for_burn": [[Step("deal_on")], [Step("replace", to=zone, count=1), Step("move", cards, BURNS)]],
        "back_as_burn": [[Step("move", cards, BURNS)]],
        "to_muck": [[Step("move", cards, MUCK)]],
        "put_right": [[Step("move", cards, zone)]],
        "reshuffle_flop": [[back], [shuffle], [cut, betting], *again],
        "reshuffle_flop_unburned": [[Step("move", cards, STUB)], [shuffle], [cut], *again],
        "reshuffle_flop_keep_burn": [[Step("move", cards, STUB)], [shuffle], [betting], again[1]],
        "scramble_flop": [
            [Step("turn_down", cards), Step("pick")],
            [Step("take", cards, BURNS), Step("show", cards, BOARD, keep)],
            [Step("board", to=BOARD, count=1)],
        ],
        "pick_burn": [
            [Step("turn_down", cards), Step("pick")],
            [Step("take", cards, BURNS), Step("show", cards, BOARD, keep)],
        ],
        "pick_aside": [
            [Step("turn_down", cards), Step("pick")],
            [Step("take", cards, ASIDE), Step("show", cards, BOARD, keep)],
        ],
        "aside_until_river": [
            [Step("move", cards, ASIDE)], [betting], *again, [Step("betting")], [Step("move", cards, STUB)], [shuffle],
        ],
        "aside_and_back": [[Step("move", cards, ASIDE)], [betting], [Step("move", cards, STUB)], [shuffle], *again],
        "back_at_once": [[Step("move", cards, STUB)], [shuffle], [betting], again[1]],
        "restore_order": [[Step("burn_right", cards, BURNS)], again[1]],
    }  # fmt: skip
    return Plan(groups[name])


def restore_extra_burn(extra: Handle, street_card: Handle | None) -> Plan:
    """Put an extra burn back: onto the stub, or onto the board where the street's card came after it and goes back."""
    if street_card is None:
        return Plan([[Step("move", [extra], STUB)]])
    return Plan([[Step("move", [street_card], STUB), Step("move", [extra], BOARD)]])
