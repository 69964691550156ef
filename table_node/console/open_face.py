"""What the console shows and offers in open-face: who sets, the rows, and one tap a card where no camera sees its row. Pure.

Cards are set without a tap: the close look sees them in their rows. Where it does not, the dealer is offered one open card
after the other with its three rows; cards that were drawn face down he first declares open, once the discard is away.
"""

from __future__ import annotations

from typing import Any, get_args

from link.texts import Message, say
from link.wording import card_words
from rulebook.findings import TableState
from rulebook.seats import Seat
from table_node.open_face import FIRST_CARDS, cards_of, may_open
from table_node.taps import Row, SetRow, TableCards, Tap, wire


def open_face_choices(state: TableState) -> dict[str, Any]:
    """The buttons of the seat that sets its cards, or opens a hidden hand."""
    seat = state.to_act
    if state.next not in ("act", "show") or not seat:
        return {"seats": {}, "bulk": []}
    choices: dict[str, Any] = {"note": "", "buttons": [], "sizes": [], "keypad": None}
    card = next((handle for handle in state.cards.get(seat, ()) if handle in state.names), None)
    if state.next == "show":
        choices["buttons"] = [_button("table", say("tap.tabled"), TableCards(seat))]
    elif card is not None and seat not in state.hidden:
        name = card_words(state.names[card])
        choices["note"] = say("tap.which_row", card=name)
        choices["sizes"] = [
            {**_button("row", say(f"row.{row}"), SetRow(seat, card, row)), "hint": name, "amount": 0} for row in get_args(Row)
        ]
    elif may_open(state, seat):
        choices["buttons"] = [_button("table", say("tap.set_open"), TableCards(seat))]
    return {"seats": {str(seat): choices}, "bulk": []}


def open_face_prompt(state: TableState) -> tuple[Message, Message]:
    """Who sets how many cards: the prompt and the line beneath it."""
    seat = state.to_act
    if seat in state.hidden:
        return say("prompt.set_hidden", seat=seat), say("hint.set_hidden")
    first = cards_of(state, seat) == FIRST_CARDS
    return say("prompt.set_cards", seat=seat), say("hint.set_first" if first else "hint.set_two")


def rows_view(state: TableState, seat: Seat) -> list[list[str | None]]:
    """Top, middle and bottom of a seat; None: a card that is not open."""
    return [[state.names.get(handle) for handle in row] for row in state.rows.get(seat, ())]


def _button(kind: str, text: Message, *taps: Tap) -> dict[str, Any]:
    return {"kind": kind, "text": text, "taps": wire(*taps)}
