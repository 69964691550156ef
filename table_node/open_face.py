"""Open-face at the table: what follows from how many cards a seat holds and has set. Pure."""

from __future__ import annotations

from rulebook.findings import TableState
from rulebook.seats import Seat

FIRST_CARDS = 5


def in_hand(state: TableState, seat: Seat) -> int:
    """How many cards lie before a seat that it has not set."""
    return len(state.cards.get(seat, ()))


def cards_of(state: TableState, seat: Seat) -> int:
    """How many cards a seat holds and has set; what it has discarded does not count."""
    return in_hand(state, seat) + sum(len(row) for row in state.rows.get(seat, ()))


def may_open(state: TableState, seat: Seat) -> bool:
    """Whether all that a seat holds must be set: its discard is away (five cards, then two more a turn). Never in fantasy,
    which stays hidden until the round ends."""
    if seat in state.hidden:
        return state.next in ("show", "push")
    return in_hand(state, seat) > 0 and cards_of(state, seat) >= FIRST_CARDS and cards_of(state, seat) % 2 == 1


def face_up(state: TableState, seat: Seat) -> bool:
    """Whether the next card of a seat comes face up: its first five do, but not in fantasy."""
    return seat not in state.hidden and cards_of(state, seat) < FIRST_CARDS
