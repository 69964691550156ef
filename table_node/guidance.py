"""From the fold to what dealer and sensors need next: the light, the stack lamp's pattern, what fusion may expect. Pure.

Words and layout of the screen are `table_node.console.desk`'s. Nothing here depends on a hidden card.
"""

from __future__ import annotations

from typing import Any

from firmware_bridge.lamps import Pattern
from rulebook.faults import OFF_BOARD
from rulebook.findings import PlanStep, StepKind, TableState
from rulebook.games import game_of
from rulebook.hand import Hand
from rulebook.ofc_hand import OfcHand
from rulebook.seats import BOARD, BURNS, MUCK, STUB, Seat, clockwise, zone_row
from rulebook.streets import next_street
from rulebook.table import Table
from table_node.fusion_felt import Expectation
from table_node.open_face import face_up

BOARD_LIES = ("act", "burn", "turn", "river")  # so far nobody gathers the cards of the board
# Steps of a correction that have the dealer take cards in his hand.
BY_HAND: frozenset[StepKind] = frozenset({"move", "turn_down", "take", "show", "pick", "judge", "replace", "burn_right"})
OPEN_FACE = frozenset(street.name for street in game_of("ofc").streets)  # without any betting
# IEC 60073, as the lamp's patterns have it: red a judge comes, amber check, green go on, blue do something.
_PATTERNS: dict[str, Pattern] = {"red": "stop", "amber": "check", "green": "go", "blue": "do"}


def lamp_pattern(light: dict[str, Any]) -> Pattern:
    """The stack lamp's pattern for the standing light of the screen."""
    return _PATTERNS[light["colour"]]


def expectation(fold: Table) -> Expectation:
    """What the procedure expects the sensors to see next."""
    hand = fold.hand
    if hand is None:
        # Before the first hand cards may come, if the table is set; otherwise nobody plays.
        return Expectation(ignore=fold.next_opening() is None)
    state = fold.state()
    if hand.over:
        result = hand.result
        pushed = result is not None and result.outcome in ("won", "split")
        return Expectation(next=state.next, over=True, pushed=pushed, preparing=True)
    steps = current_steps(fold)
    # A card that is to be a burn may go there by way of the stub's top.
    returning = frozenset(
        handle for step in steps if step.kind == "move" and step.to in (STUB, BURNS) for handle in step.handles
    )
    # What came in the place of a card that was taken from the board goes back, as the judge says.
    missed = [incident for incident in fold.incidents if incident.open and incident.kind == OFF_BOARD]
    returning |= {handle for incident in missed for handle in incident.handles if hand.felt.zone_of(handle) == BOARD}
    discarded = frozenset(handle for step in steps if step.to == MUCK for handle in step.handles)
    zones = tuple(str(step.to) for step in steps if step.kind in ("replace", "burn") and step.to is not None)
    moves = tuple(str(step.to) for step in steps if step.kind == "move" and step.to not in (None, STUB))
    deal_to, short, up, open_later = _due(hand, state)
    preparing = (not hand.begun and not hand.preparation.cut) or hand.preparation.anew is not None
    board_lies = state.next in BOARD_LIES and len(state.live) > 1 and not any(step.kind in BY_HAND for step in steps)
    hidden = frozenset(hand.fantasy) if isinstance(hand, OfcHand) else frozenset()
    rows = isinstance(hand, OfcHand)
    told = {handle: row[1] for handle, card in hand.felt.cards.items() if (row := zone_row(card.zone))} if rows else {}
    return Expectation(
        state.next,
        deal_to,
        short,
        up,
        returning,
        discarded,
        zones,
        moves,
        open_later,
        preparing,
        rows=rows,
        hidden=hidden,
        told=told,
        board_lies=board_lies,
        wanted=frozenset(handle for step in steps if step.kind == "move" for handle in step.handles),
    )


def _due(hand: Hand, state: TableState) -> tuple[Seat, Seat, bool, bool]:
    """`deal_to`, `short`, `up` and `open_later` of what is expected."""
    deal_to, deal = state.deal_to, hand.deal
    if isinstance(hand, OfcHand):
        short = hand.course.lacking if hand.begun else 0
        due = deal_to or short
        return deal_to, short, bool(due) and face_up(state, due), False
    short = deal.expected() if deal.begun and not deal.complete else 0
    due = deal_to or short
    up = bool(due) and deal.counts.get(due, 0) >= deal.per_seat - deal.ups
    if state.next == "street" and hand.game.stud and not due:
        deal_to, up = _first_of_street(hand)
    return deal_to, short, up, bool(due) and not up and deal.ups > 0


def _first_of_street(hand: Hand) -> tuple[Seat, bool]:
    """Where the first card of a street of stud is due, and whether it lies face up."""
    name = next_street(hand)
    live = clockwise(hand.betting.live, hand.button)
    return (live[0], hand.game.street(name).up > 0) if name is not None and live else (0, False)


def current_steps(fold: Table) -> list[PlanStep]:
    """The steps of the open corrections that are still to be made."""
    return [step for incident in fold.incidents if incident.open for step in incident.steps if not step.done]


def betting_open(state: TableState) -> bool:
    """Whether somebody still owes an action: then no tabled card may be named by its tag."""
    return state.street not in OPEN_FACE and (bool(state.owing) or state.next == "act")
