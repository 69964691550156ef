"""Hands with too few or too many cards (BFSP 6.3.5, 6.3.7-6.3.9; CLUB 2.5 d, e, 2.6.1-4, 2.7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.asking import DEALT_IN
from rulebook.felt import LyingCard
from rulebook.seats import Seat

if TYPE_CHECKING:
    from rulebook.hand import Hand


def surplus(hand: Hand, card: LyingCard, seat: Seat, seq: int, *, after_deal: bool) -> None:
    """A card came to a seat that has all its cards."""
    extras = [*hand.faults.of("extra_card"), *hand.faults.of("wrong_card_count")]
    rules = hand.book.dealing
    seen = f"a card too many at seat {seat}"
    if rules.extra_card_is_burn and after_deal and not hand.deadline.actions and card.face != "up" and not extras:
        hand.faults.raise_(hand, "extra_card", seq, seats=[seat], handles=[card.handle], seen=seen)
        hand.streets.promised.add(hand.streets.flop)  # it goes back and is the first burn
        return
    if hand.deadline.passed:
        _dead(hand, seat, seq, many=True)
        return
    case = "wrong_card_count.surplus" if extras else "wrong_card_count"
    hand.faults.raise_(hand, case, seq, seats=[seat], handles=[card.handle], seen=seen)


def count_cards(hand: Hand, seq: int, actor: Seat) -> None:
    """The betting began: every hand that was dealt must have its number of cards."""
    wrong = hand.deal.wrong()
    if not wrong:
        return
    passed = hand.deadline.passed
    known = {seat for fault in hand.faults.open("extra_card") for seat in fault.seats}  # on their way to the burns
    short = tuple(seat for seat, count in wrong if count < hand.deal.per_seat)
    if short and hand.asking.seats_unsure(short):

        def settle(hand: Hand, word: str) -> None:
            if word == "yes":
                hand.deal.unseen(short)
                return
            for seat in short:
                _wrong(hand, seat, hand.deal.counts[seat], seq, passed=passed, acted=seat == actor)

        hand.asking.ask(hand, DEALT_IN, seq, settle, seats=short)
        known.update(short)
    for seat, count in wrong:
        if seat not in known:
            _wrong(hand, seat, count, seq, passed=passed, acted=seat == actor)


def _wrong(hand: Hand, seat: Seat, count: int, seq: int, *, passed: bool, acted: bool) -> None:
    """A hand with a wrong number of cards, noticed with the first action; `passed`: too late for a misdeal."""
    if hand.over:
        return
    if passed:
        _dead(hand, seat, seq, many=count > hand.deal.per_seat, acted=acted)
    else:
        hand.faults.raise_(hand, "wrong_card_count", seq, seats=[seat], seen=f"{count} cards at seat {seat}")


def _dead(hand: Hand, seat: Seat, seq: int, *, many: bool, acted: bool | None = None) -> None:
    """Too late for a misdeal: the hand is dead; all it bet stays. Who is the last one left forfeits the pot (BFSP 6.3.9)."""
    betting = hand.betting
    if seat in betting.dead or hand.showing.forfeited == seat:
        return
    cards = hand.felt.seat_cards(seat)
    seen = f"{len(cards)} cards at seat {seat}"
    if betting.live == (seat,):
        hand.showing.forfeited = seat
        hand.faults.raise_(hand, "wrong_card_count.last", seq, seats=[seat], handles=cards, seen=seen)
        return
    has_acted = seat in betting.acted if acted is None else acted
    case = ("acted" if has_acted else "not_acted") + ("_many" if many else "")
    fault = hand.faults.raise_(hand, f"wrong_card_count.{case}", seq, seats=[seat], handles=cards, seen=seen)
    if seat in betting.folded:
        fault.settle()  # his cards are in the muck already
    else:
        hand.rule(betting.kill(seat), seq)
