"""Where an open-face hand stands, in the fields that every hand has; `rows` shows what each seat has set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.findings import TableState
from rulebook.ofc_pay import winnings
from rulebook.seats import ASIDE, BURNS
from rulebook.table_state import held_up

if TYPE_CHECKING:
    from rulebook.ofc_hand import OfcHand


def ofc_next(hand: OfcHand) -> str:
    """What comes next: cards, a seat that sets them, hidden hands that are opened, the settlement."""
    word = held_up(hand)
    if word:
        return word
    if hand.course.to_deal:
        return "deal"
    if hand.course.now is not None:
        return "act"
    return "show" if hand.to_show() else "push"


def ofc_state(hand: OfcHand) -> TableState:
    """The whole state as a value. `to_act` is the seat that sets its cards; nothing is called or raised."""
    word = ofc_next(hand)
    now = hand.course.now
    shows = hand.to_show() if word == "show" else ()
    payments = hand.payments() if word == "push" else None
    seats = hand.seats
    rows = {seat: hand.course.rows(seat) for seat in seats}
    return TableState(
        hand=hand.number,
        street=hand.game.streets[min(now.number if now is not None else 4, 4)].name,
        to_act=now.seat if word == "act" and now is not None else (shows[0] if shows else 0),
        to_call=0,
        raise_min=0,
        raise_max=0,
        pot=0,
        show_order=shows,
        board=(),
        burns=tuple(hand.felt.lying(BURNS)),
        aside=tuple(hand.felt.lying(ASIDE)),
        dead=tuple(sorted(hand.killed)),
        next=word,
        stacks=dict(sorted(hand.betting.stacks.items())),
        button=hand.button,
        owing=tuple(dict.fromkeys(turn.seat for turn in hand.course.turns if not turn.placed)) if not hand.over else (),
        folded=tuple(sorted(hand.surrendered)),
        cards=hand.felt.seats_with_cards(),
        due=winnings(payments) if payments is not None else {},
        names=dict(hand.felt.names),
        deal_to=hand.course.to_deal if word == "deal" else 0,
        rows={seat: tuple(tuple(held) for held in found.values()) for seat, found in rows.items() if any(found.values())},
        hidden=hand.fantasy,
    )
