"""Cards that show their face when they should not: boxed in the stub, or exposed by the dealer (RULES 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.events import Answered
from rulebook.felt import LyingCard
from rulebook.findings import Question
from rulebook.seats import Seat, zone_seat

if TYPE_CHECKING:
    from rulebook.hand import Hand


class Faces:
    """Cards that lie face up at a seat while nobody saw the stub's mouth: a misdeal hangs on it, so it is asked."""

    def __init__(self, hand_number: int) -> None:
        self._number = hand_number
        self._asked: dict[str, tuple[LyingCard, Seat, int]] = {}

    def ask(self, card: LyingCard, seat: Seat, seq: int) -> None:
        """Was it boxed, or did the dealer turn it up?"""
        self._asked[f"{self._number}:boxed_or_exposed:{seq}"] = (card, seat, seq)

    def questions(self) -> list[Question]:
        """The open questions."""
        return [
            Question(ident, "boxed_or_exposed", seq, (seat,), ("boxed", "exposed"))
            for ident, (_, seat, seq) in self._asked.items()
        ]

    def answered(self, hand: Hand, event: Answered) -> None:
        """The dealer's word makes it one or the other."""
        asked = self._asked.pop(event.question, None)
        if asked is None:
            return
        card, seat, seq = asked
        if event.word == "boxed":
            card.boxed = True
            hand.deal.take_back(seat)
            boxed(hand, card, seq)
        elif event.word == "exposed":
            exposed(hand, card, seat, seq)


def boxed(hand: Hand, card: LyingCard, seq: int) -> None:
    """A card lay face up inside the stub (BFSP 6.4.5, CLUB 2.7.4, 2.5 c)."""
    seat = zone_seat(card.zone)
    seats = () if seat is None else (seat,)
    limit = hand.book.dealing.boxed_misdeal_from
    so_far = sum(1 for fault in hand.faults.items.values() if fault.kind == "boxed_card") + 1
    many = bool(limit) and so_far >= limit and not hand.deadline.passed and seat is not None
    fault = hand.faults.raise_(
        "boxed_card.many" if many else "boxed_card", hand.street, seq, seats=seats, handles=[card.handle], zone=card.zone,
        seen="face up at the stub's mouth",
    )  # fmt: skip
    if many:
        hand.faults.misdeal(hand, fault)


def exposed(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """The dealer turned a hole card up (BFSP 6.6.1, 6.3.6; CLUB 2.5 a, b)."""
    earlier = [fault for fault in hand.faults.items.values() if fault.kind == "exposed_hole_card"]
    card.exposed = True
    if earlier:
        situation = "exposed_hole_card.second"
    elif hand.book.dealing.exposed_misdeal == "first_two_cards_of_the_deal":
        situation = "exposed_hole_card.first" if hand.deal.first_cards() <= 2 else "exposed_hole_card"
    else:
        blinds = hand.deal.order[:2]  # heads-up the big blind is dealt first; either way these are the two
        situation = "exposed_hole_card.first" if seat in blinds and hand.deal.counts[seat] == 1 else "exposed_hole_card"
    fault = hand.faults.raise_(
        situation, hand.street, seq, seats=[seat], handles=[card.handle], zone=card.zone,
        seen="face down at the stub's mouth, face up at the seat",
    )  # fmt: skip
    if fault.row.call == "misdeal":
        hand.faults.misdeal(hand, fault)
    else:
        hand.streets.burn_due = False  # the exposed card is the first burn
