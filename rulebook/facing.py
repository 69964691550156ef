"""Cards that show their face when they should not: boxed in the stub, or exposed by the dealer (RULES 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook import stud
from rulebook.felt import LyingCard
from rulebook.plans import About, make_plan
from rulebook.seats import BOARD, BURNS, Seat, zone_seat

if TYPE_CHECKING:
    from rulebook.hand import Hand


def ask_boxed_or_exposed(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card lies face up at a seat, and nobody saw the stub's mouth: a misdeal hangs on it, so it is asked."""

    def settle(hand: Hand, word: str) -> None:
        if word == "boxed":
            card.boxed = True
            hand.felt.boxed = True
            hand.deal.left(seat)
            boxed(hand, card, seq)
        else:
            exposed(hand, card, seat, seq)

    hand.asking.ask(hand, "boxed_or_exposed", seq, settle, seats=(seat,), words=("boxed", "exposed"))


def boxed(hand: Hand, card: LyingCard, seq: int) -> None:
    """A card lay face up inside the stub (BFSP 6.4.5, CLUB 2.7.4, 2.5 c). It goes to the muck, the next takes its place."""
    hand.felt.boxed = True
    seat = zone_seat(card.zone)
    limit = hand.book.dealing.boxed_misdeal_from
    so_far = len(hand.faults.of("boxed_card")) + 1
    many = bool(limit) and so_far >= limit and not hand.deadline.passed and seat is not None
    about = About((card.handle,), zone=card.zone)
    hand.faults.raise_(
        hand, "boxed_card.many" if many else "boxed_card", seq, seats=() if seat is None else (seat,), handles=[card.handle],
        about=about, plan=None if many or _was_due(hand, card) else make_plan("muck_boxed", about),
        seen="face up at the stub's mouth",
    )  # fmt: skip


def _was_due(hand: Hand, card: LyingCard) -> bool:
    """Whether a card was to come to this place: then the next one replaces it at once."""
    seat = zone_seat(card.zone)
    streets = hand.streets
    if seat is not None:
        return hand.deal.counts.get(seat, 99) < hand.deal.per_seat
    target = streets.coming(hand)
    if card.zone == BURNS:
        return bool(target) and streets.burn_due(target)
    return card.zone == BOARD and bool(target)


def exposed(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """The dealer turned a hole card up (BFSP 6.6.1, 6.3.6; CLUB 2.5 a, b)."""
    if hand.game.stud:
        stud.dealt_up(hand, card, seat, seq)
        return
    card.exposed = True
    if hand.faults.of("exposed_hole_card"):
        situation = "exposed_hole_card.second"
    elif hand.book.dealing.exposed_misdeal == "first_two_cards_of_the_deal":
        situation = "exposed_hole_card.first" if hand.deal.dealt <= 2 else "exposed_hole_card"
    else:
        blinds = hand.blind_seats
        situation = "exposed_hole_card.first" if seat in blinds and hand.deal.counts[seat] == 1 else "exposed_hole_card"
    if hand.deadline.passed:
        situation = "exposed_hole_card.late"
    fault = hand.faults.raise_(
        hand, situation, seq, seats=[seat], handles=[card.handle], about=About(zone=card.zone),
        seen="face down at the stub's mouth, face up at the seat",
    )  # fmt: skip
    if fault.row.plan == "swap_for_burn" and fault.open:
        hand.streets.promised.add(hand.streets.flop)  # the exposed card is the first burn
