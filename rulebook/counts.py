"""Hands with too few or too many cards (BFSP 6.3.5, 6.3.7-6.3.9; CLUB 2.5 d, e, 2.6.1-4, 2.7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulebook.events import Handle
from rulebook.felt import LyingCard
from rulebook.plans import Plan, Step
from rulebook.seats import Seat, seat_zone

if TYPE_CHECKING:
    from rulebook.hand import Hand


def surplus(hand: Hand, card: LyingCard, seat: Seat, seq: int, *, after_deal: bool) -> None:
    """A card came to a seat that has all its cards."""
    extras = [fault for fault in hand.faults.items.values() if fault.kind in ("extra_card", "wrong_card_count")]
    rules = hand.book.dealing
    if rules.extra_card_is_burn and after_deal and not hand.deadline.actions and card.face != "up" and not extras:
        hand.faults.raise_(
            "extra_card", hand.street, seq, seats=[seat], handles=[card.handle], seen=f"a card too many at seat {seat}"
        )
        hand.streets.burn_due = False  # it goes back and is the first burn
        return
    if hand.deadline.passed:
        _dead(hand, seat, seq, many=True)
        return
    case = "wrong_card_count.surplus" if extras else "wrong_card_count"
    fault = hand.faults.raise_(
        case, hand.street, seq, seats=[seat], handles=[card.handle], seen=f"a card too many at seat {seat}"
    )
    hand.faults.misdeal(hand, fault)


def count_cards(hand: Hand, seq: int, actor: Seat) -> None:
    """The betting began: every hand that was dealt must have its number of cards."""
    for seat, count in hand.deal.wrong():
        if hand.over or seat in hand.betting.folded or seat in hand.betting.dead:
            continue
        if any(seat in fault.seats for fault in hand.faults.open("extra_card")):
            continue  # known, and on its way to the burns
        if hand.deadline.passed:
            _dead(hand, seat, seq, many=count > hand.deal.per_seat, acted=seat == actor)
        else:
            fault = hand.faults.raise_("wrong_card_count", hand.street, seq, seats=[seat], seen=f"{count} cards at seat {seat}")
            hand.faults.misdeal(hand, fault)


def _dead(hand: Hand, seat: Seat, seq: int, *, many: bool, acted: bool | None = None) -> None:
    """Too late for a misdeal: the hand is dead; all it bet stays."""
    has_acted = seat in hand.betting.acted if acted is None else acted
    case = ("acted" if has_acted else "not_acted") + ("_many" if many else "")
    cards = hand.felt.seat_cards(seat)
    hand.faults.raise_(
        f"wrong_card_count.{case}", hand.street, seq, seats=[seat], handles=cards, seen=f"{len(cards)} cards at seat {seat}"
    )
    hand.rule(hand.betting.kill(seat), seq)


def put_right(strays: Sequence[tuple[Handle, Seat]]) -> Plan:
    """Each stray card moves to the seat that it should have gone to, in any order."""
    return Plan([[Step("move", [handle], seat_zone(seat)) for handle, seat in strays]])
