"""Dealing where no sensor sees: the dealer says that the cards which his screen asks for lie (the console's count). Pure.

RULES 3.2, `device_fault`: play may go on by hand, marked as uninstrumented. Such cards have the dealer alone as their witness
and no names; nothing that only a sensor can find is found.
"""

from __future__ import annotations

from collections.abc import Callable

from rulebook.events import BY_HAND, CardPlaced, Face, Handle, Settings
from rulebook.findings import TableState
from rulebook.games import game_of
from rulebook.seats import BOARD, BURNS, Seat, Zone, next_seat, seat_zone
from rulebook.table import Table
from table_node.guidance import current_steps
from table_node.open_face import face_up

BOARDS = ("flop", "turn", "river")
DEALINGS = ("deal", "street")
BY_WORD = ("move", "replace")  # steps of corrections that his word completes
COUNTED = (*DEALINGS, "burn", *BOARDS)  # what one tap says is done


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


def carried_out(fold: Table, fresh: Callable[[], Handle], at_ms: int) -> list[CardPlaced]:
    """What the dealer says by ticking off the step of a correction that moves cards now; `fresh` gives a card out of the stub
    its handle. Empty: no step moves any."""
    step = next((step for step in current_steps(fold) if step.kind in BY_WORD and step.to is not None), None)
    if step is None or step.to is None or fold.hand is None:
        return []
    felt = fold.hand.felt
    cards = [handle for handle in step.handles if felt.zone_of(handle) != step.to] if step.kind == "move" else [fresh()]
    face: Face = "up" if step.to == BOARD else "down"
    return [CardPlaced(handle, step.to, face, "unknown", at_ms, at_ms, BY_HAND) for handle in cards]
