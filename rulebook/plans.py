"""Corrections as ordered physical steps, ticked off by what the sensors see (RULES 3.2).

A plan is a list of groups: the steps within a group may be done in any order, the groups follow each other. Cards may go
where they are to go in the end before it is their turn, and the stub may be shuffled as soon as they are in it: no rule
forbids the dealer to be quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulebook.dealing_rules import PlanName
from rulebook.events import Handle
from rulebook.findings import PlanStep, StepKind
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, Seat, Zone, seat_zone
from rulebook.steps import Happening, Step

if TYPE_CHECKING:
    from rulebook.hand import Hand


class Plan:
    """The correction of one incident."""

    def __init__(self, groups: Sequence[Sequence[Step]]) -> None:
        self.groups = groups

    @property
    def done(self) -> bool:
        """Whether nothing is missing."""
        return all(step.done for step in self._steps())

    def _steps(self) -> Iterator[Step]:
        return (step for group in self.groups for step in group)

    def current(self) -> list[Step]:
        """What can be done now: the open steps of the first group that is not complete."""
        for group in self.groups:
            left = [step for step in group if not step.done]
            if left:
                return left
        return []

    def wants(self, kind: StepKind, to: Zone | None = None) -> bool:
        """Whether a step of that kind can be done now."""
        if kind in ("shuffle", "cut"):
            return any(step.kind == kind for step in self._ready())
        return any(step.kind == kind and (to is None or step.to == to) for step in self.current())

    @property
    def moves_cards(self) -> bool:
        """Whether cards are to be moved now, or picked from."""
        return any(step.kind in ("move", "burn_right", "turn_down", "pick", "take", "show") for step in self.current())

    def concerns(self, handle: Handle) -> bool:
        """Whether a step is about that card."""
        return any(handle in step.handles for step in self._steps())

    def _ready(self) -> list[Step]:
        """Current steps, and the shuffle (then its cut) of cards that are back in the stub already."""
        ready = self.current()
        returned = False
        for step in self._steps():
            if step.kind == "move" and step.to == STUB:
                returned = step.done
            elif step.kind in ("shuffle", "cut") and returned and not step.done:
                return [*ready, step] if step not in ready else ready
        return ready

    def see(self, happening: Happening) -> None:
        """Show a happening to the steps that can be done now."""
        for step in self._ready():
            if step.see(happening) and step.kind == "pick":
                for other in self.current():
                    other.done = other.done or other.kind == "turn_down"  # a judge who picks has seen them mixed

    def advance(self, hand: Hand) -> None:
        """Tick off what is as it should be."""
        steps = list(self._steps())
        for at, step in enumerate(steps):
            if step.kind == "move" and not step.done and step.met(hand):
                step.done = True
                for earlier in steps[:at]:
                    if earlier.kind == "move" and set(earlier.handles) <= set(step.handles):
                        earlier.done = True  # past the place where they should have waited
        while any(self._tick(step, hand) for step in self.current()):
            continue

    @staticmethod
    def _tick(step: Step, hand: Hand) -> bool:
        step.begin(hand)
        step.done = step.met(hand)
        return step.done

    def lacks_only(self, kind: StepKind) -> bool:
        """Whether a step of that kind is missing now, and no other."""
        current = self.current()
        return bool(current) and all(step.kind == kind for step in current)

    def skip(self, kind: StepKind) -> None:
        """It is too late for steps of that kind."""
        for step in self._steps():
            step.done = step.done or step.kind == kind

    def exchange(self, handle: Handle, other: Handle) -> None:
        """It is about the other card."""
        for step in self._steps():
            step.handles = tuple(other if one == handle else one for one in step.handles)

    def views(self) -> tuple[PlanStep, ...]:
        """All steps in order."""
        return tuple(step.view() for step in self._steps())


class About(NamedTuple):
    """What a correction is about: the cards, the burns that go back with them, where a replacement goes, the street that is
    dealt (anew) and how many cards it takes, the street whose betting comes first."""

    cards: tuple[Handle, ...] = ()
    burn: tuple[Handle, ...] = ()
    zone: Zone = BOARD
    street: str = ""
    before: str = ""
    number: int = 1


NOTHING = About()


def make_plan(name: PlanName, about: About = NOTHING) -> Plan:
    """The steps of a named correction."""
    cards, burn, zone, street, before, number = about
    shuffle, cut, betting = Step("shuffle"), Step("cut"), Step("betting", street=before)
    burned, dealt = [Step("burn", to=BURNS, count=1, street=street)], [Step("board", to=BOARD, count=number, street=street)]
    to_stub, to_aside = [Step("move", cards, STUB)], [Step("move", cards, ASIDE)]
    to_burns, to_muck = Step("move", cards, BURNS), Step("move", cards, MUCK)
    mixed = [Step("turn_down", cards), Step("pick")]
    shown = [Step("show", cards, BOARD, count=max(len(cards) - 1, 0))]
    groups: dict[PlanName, list[list[Step]]] = {
        "none": [],
        "players_choice": [],
        "all_up": [[Step("deal_on")]],
        "redeal": [[Step("redeal")]],
        "new_deck": [[Step("new_deck")]],
        "new_deck_redeal": [[Step("new_deck")], [Step("redeal")]],
        "new_deck_after": [[Step("finish")], [Step("new_deck")]],
        "judge": [[Step("judge")]],
        "judge_new_deck": [[Step("judge")], [Step("new_deck")]],
        "muck_boxed": [[to_muck]],
        "replace_boxed": [[to_muck, Step("replace", to=zone, count=1)]],
        "swap_for_burn": [[Step("deal_on")], [Step("replace", to=zone, count=1), to_burns]],
        "third_down": [[Step("deal_down", to=zone, count=1)]],
        "back_as_burn": [[Step("move", cards, BURNS, or_to=STUB)]],
        "to_muck": [[to_muck]],
        "deal_on": [[Step("deal_on")]],
        "shuffle_and_cut": [[shuffle], [cut]],
        "put_right": [[Step("move", cards, zone)]],
        "complete_street": [dealt],
        "reshuffle_flop": [[Step("move", [*cards, *burn], STUB)], [shuffle], [cut, betting], burned, dealt],
        "reshuffle_flop_unburned": [to_stub, [shuffle], [cut], burned, dealt],
        "reshuffle_flop_keep_burn": [to_stub, [shuffle], [betting], dealt],
        "scramble_flop": [mixed, [Step("take", cards, BURNS)], shown, [Step("board", to=BOARD, count=1, street=street)]],
        "pick_burn": [mixed, [Step("take", cards, BURNS)], shown],
        "pick_aside": [mixed, [Step("take", cards, ASIDE)], shown],
        "aside_then_back": [to_aside, [betting], to_stub, [shuffle]],
        "back_now": [to_stub, [shuffle]],
        "aside_until_river": [to_aside, [betting], burned, dealt, [Step("betting", street=street)], to_stub, [shuffle]],
        "aside_and_back": [to_aside, [betting], to_stub, [shuffle], burned, dealt],
        "back_at_once": [to_stub, [shuffle], [betting], dealt],
        "burn_put_back": [[betting], to_stub, burned],
        "restore_order": [[Step("burn_right", cards, BURNS, street=street)], dealt],
    }  # fmt: skip
    return Plan(groups[name])


def restore_extra_burn(extra: Handle, street: str = "", turned: Sequence[Handle] = (), *, plays: bool = False) -> Plan:
    """Put an extra burn back onto the stub. `turned`: the street's card that came over it and goes back too; the extra burn
    is then the street's card itself if it `plays`, onto the board at once or by way of the stub."""
    if not turned:
        return Plan([[Step("move", [extra], STUB)]])
    if not plays:
        return Plan([[Step("move", turned, STUB), Step("move", [extra], STUB)]])
    return Plan(
        [
            [Step("move", turned, STUB), Step("move", [extra], BOARD, or_to=STUB)],
            [Step("board", to=BOARD, count=1, street=street)],
        ]
    )


def put_right(strays: Sequence[tuple[Handle, Seat]]) -> Plan:
    """Each stray card moves to the seat that it should have gone to, in any order."""
    return Plan([[Step("move", [handle], seat_zone(seat)) for handle, seat in strays]])
