"""Cards that show their face when they should not: boxed in the stub, or exposed by the dealer (RULES 3.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulebook import stud
from rulebook.asking import BOXED
from rulebook.felt import LyingCard
from rulebook.plans import About, make_plan
from rulebook.seats import BOARD, BURNS, Seat, Zone, seat_zone, zone_seat

if TYPE_CHECKING:
    from rulebook.faults import Fault
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


def ask_boxed_mucked(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card goes from a seat to the muck in the deal, and nobody saw how it left the stub: was it boxed?"""
    if card.mouth != "unknown" or card.boxed or card.exposed or hand.deadline.actions or not hand.dealing:
        return
    hand.asking.ask(hand, BOXED, seq, lambda hand, word: _was_boxed(hand, card, seat, seq, word), seats=(seat,))


def ask_boxed_before(hand: Hand, card: LyingCard, seat: Seat, seq: int, otherwise: Callable[[Hand], None]) -> bool:
    """Two cards running to one seat, and nobody saw how the former left the stub: the latter may be there in its place.
    Returns whether that is asked; `otherwise` follows if it was not so."""
    lying = hand.felt.seat_cards(seat)
    former = hand.felt.cards[lying[-2]] if len(lying) > 1 else None
    if former is None or former.mouth != "unknown" or former.face == "up":
        return False

    def settle(hand: Hand, word: str) -> None:
        if word == "yes":
            hand.deal.in_its_place(card.handle)
            _was_boxed(hand, former, seat, seq, word)
            hand.faults.see("dealt", seat_zone(seat))
        else:
            otherwise(hand)

    hand.asking.ask(hand, BOXED, seq, settle, seats=(seat,))
    return True


def ask_boxed_off_board(hand: Hand, card: LyingCard, seq: int, otherwise: Callable[[Hand], None]) -> None:
    """A card goes from the board to the muck, and nobody saw how it left the stub: was it boxed? `otherwise` follows if not."""

    def settle(hand: Hand, word: str) -> None:
        if word == "yes":
            card.boxed = True
            boxed(hand, card, seq, BOARD)
        else:
            otherwise(hand)

    hand.asking.ask(hand, BOXED, seq, settle)


def ask_boxed_burn(hand: Hand, card: LyingCard, seq: int) -> None:
    """A burn lies face up, or goes to the muck before its street comes, and nobody saw it boxed at the mouth: was it? A back
    seen there may have been another card's."""
    streets = hand.streets
    if card.boxed or card.handle in streets.doubted or len(hand.betting.live) <= 1:
        return
    streets.doubted.add(card.handle)

    def settle(hand: Hand, word: str) -> None:
        if word == "yes":
            card.boxed = True
            waits = card.handle in streets.burns.get(streets.coming(hand), ())
            if waits:
                streets.leave_burns(card.handle)
            fault = boxed(hand, card, seq, BURNS)
            if not waits:  # its street lies already: it only goes
                hand.faults.replan(fault, make_plan("muck_boxed", fault.about))

    hand.asking.ask(hand, BOXED, seq, settle)


def _was_boxed(hand: Hand, card: LyingCard, seat: Seat, seq: int, word: str) -> None:
    if word == "yes" and not card.boxed:
        card.boxed = True
        hand.deal.left(seat)
        boxed(hand, card, seq, seat_zone(seat))


def boxed(hand: Hand, card: LyingCard, seq: int, zone: Zone | None = None) -> Fault:
    """A card lay face up inside the stub (BFSP 6.4.5, CLUB 2.7.4, 2.5 c). It goes to the muck, the next takes its place.
    `zone`: where it came to, if it lies there no more."""
    hand.felt.boxed = True
    zone = zone or card.zone
    seat = zone_seat(zone)
    limit = hand.book.dealing.boxed_misdeal_from
    so_far = len(hand.faults.of("boxed_card")) + 1
    many = bool(limit) and so_far >= limit and not hand.deadline.passed and seat is not None
    about = About((card.handle,), zone=zone)
    return hand.faults.raise_(
        hand, "boxed_card.many" if many else "boxed_card", seq, seats=() if seat is None else (seat,), handles=[card.handle],
        about=about, plan=None if many or _was_due(hand, zone) else make_plan("muck_boxed", about),
        seen="face up at the stub's mouth",
    )  # fmt: skip


def _was_due(hand: Hand, zone: Zone) -> bool:
    """Whether a card was to come to this place: then the next one replaces it at once."""
    seat = zone_seat(zone)
    streets = hand.streets
    if seat is not None:
        return hand.deal.counts.get(seat, 99) < hand.deal.per_seat
    target = streets.coming(hand)
    if zone == BURNS:
        return bool(target) and streets.burn_due(target)
    if zone != BOARD:
        return False
    # A fourth card of a flop that has its three was not due, nor is one that comes while betting is open.
    return streets.laid(hand.felt) < streets.required or (bool(target) and hand.betting_complete)


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
