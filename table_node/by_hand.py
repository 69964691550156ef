"""Dealing where no sensor sees: the dealer says that the cards which his screen asks for lie (the console's count). Pure.

RULES 3.2, `device_fault`: play may go on by hand, marked as uninstrumented. Such cards have the dealer alone as their witness
and no names; nothing that only a sensor can find is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulebook.events import BY_HAND, CardPlaced, CardTurned, Face, Handle
from rulebook.findings import PlanStep, TableState
from rulebook.games import game_of
from rulebook.seats import BOARD, BURNS, Seat, Zone, next_seat, seat_zone
from rulebook.settings import Settings
from rulebook.table import Table
from table_node.open_face import face_up

BOARDS = ("flop", "turn", "river")
DEALINGS = ("deal", "street")
BY_WORD = ("move", "replace", "turn_down", "take", "show", "burn_right")  # steps of corrections that his word completes
COUNTED = (*DEALINGS, "burn", *BOARDS)  # what one tap says is done
MOST_CARDS = 52  # of one tap


def next_seat_dealt(state: TableState) -> Seat:
    """Whose card comes next; a street of stud begins at the first live seat after the button (RULES 2). 0: nobody's."""
    if state.next == "street" and not state.deal_to and state.live:
        return next_seat(state.live, state.button)
    return state.deal_to if state.next in DEALINGS else 0


def comes_up(state: TableState, settings: Settings, seat: Seat) -> bool:
    """Whether the game wants the next card of that seat face up."""
    if settings.game == "ofc":
        return face_up(state, seat)
    up = [face for street in game_of(settings.game).streets for face in (*[False] * street.down, *[True] * street.up)]
    held = len(state.cards.get(seat, ()))
    return held < len(up) and up[held]


def due_card(state: TableState, settings: Settings) -> tuple[Zone, Face] | None:
    """Where the procedure wants the next card of the stub, and how; None: it wants none now."""
    if state.next == "burn":
        return BURNS, "down"
    if state.next in BOARDS:
        return BOARD, "up"
    seat = next_seat_dealt(state)
    return (seat_zone(seat), "up" if comes_up(state, settings, seat) else "down") if seat else None


def dealings(fold: Table) -> tuple[str, ...]:
    """What one word of the dealer says is done now, of `COUNTED`; empty: the screen asks for no card."""
    begun = fold.state().next
    if begun not in COUNTED or due_card(fold.state(), fold.settings) is None:
        return ()
    return next(kinds for kinds in (DEALINGS, BOARDS, ("burn",)) if begun in kinds)


def dealt(fold: Table, fresh: Callable[[], Handle], at_ms: int) -> Iterator[CardPlaced]:
    """The cards that the screen asks for, of one kind of dealing. Each has to be folded before the next is asked for."""
    kinds = dealings(fold)
    for _ in range(MOST_CARDS):
        due = due_card(fold.state(), fold.settings)
        if due is None or fold.state().next not in kinds:
            return
        yield CardPlaced(fresh(), *due, "unknown", at_ms, at_ms, BY_HAND)


def carried_out(fold: Table, fresh: Callable[[], Handle], at_ms: int, chosen: Handle = "") -> list[CardPlaced | CardTurned]:
    """What the dealer says by ticking off the step of a correction that moves or turns cards now; `fresh` gives a card out of
    the stub its handle, `chosen` is the card that a judge picked. Empty: no step moves any."""
    step = next((step for step in _due_steps(fold) if step.kind in BY_WORD), None)
    if step is None or fold.hand is None:
        return []
    felt = fold.hand.felt

    def placed(handle: Handle) -> CardPlaced:
        face: Face = "up" if step.to == BOARD else "down"
        return CardPlaced(handle, step.to or BURNS, face, "unknown", at_ms, at_ms, BY_HAND)

    match step.kind:
        case "turn_down":
            return [CardTurned(handle, "down") for handle in step.handles if felt.is_up(handle)]
        case "show":
            return [CardTurned(handle, "up") for handle in step.handles if felt.zone_of(handle) == BOARD]
        case "take":
            picked = chosen if chosen in step.handles else step.handles[-1]
            others = [handle for handle in step.handles if handle != picked and felt.zone_of(handle) == BOARD]
            return [placed(picked), *(CardTurned(handle, "up") for handle in others)]  # he knows it once the others lie open
        case "replace":
            return [placed(fresh())]
        case _:
            return [placed(handle) for handle in step.handles if felt.zone_of(handle) != step.to]


def _due_steps(fold: Table) -> list[PlanStep]:
    """The step of each open correction that is to be made now."""
    first = [next((step for step in incident.steps if not step.done), None) for incident in fold.incidents if incident.open]
    return [step for step in first if step is not None]
