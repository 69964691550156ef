"""What people do with cards besides dealing and betting (RULES 3.2; BFSP 4.9.1, 6.1, 6.6.9, 7.1.5, 7.4.1; CLUB 2.6, 2.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulebook.asking import STREET_LIES
from rulebook.clock import TIME_UP, call_time, time_up
from rulebook.events import FloorRuled, Handle, Reported
from rulebook.faults import Fault
from rulebook.plans import About
from rulebook.seats import BOARD, Seat, seat_zone
from rulebook.showing import would_win

if TYPE_CHECKING:
    from rulebook.hand import Hand

TOGETHER_MS = 2_000  # cards of one hand that were shown within this time were shown by one act


def reported(hand: Hand, event: Reported, seq: int) -> None:
    """Something people did or noticed that no action covers."""
    hand.presence.moved(event)
    hand.presence.looked = hand.presence.looked or hand.deal.complete
    if event.what == "button_at" and event.seat is not None:
        button_at(hand, event.seat, seq)
    if hand.over:
        return
    if event.what == "marked":
        _marked(hand, event.seat, seq)
    elif event.seat is not None and event.what in _REPORTS:
        _REPORTS[event.what](hand, event.seat, seq)


def _asks(hand: Hand, seat: Seat, seq: int) -> None:
    """The dealer turns to a seat. If the street lacks a card the betting may not start: it is completed first."""
    hand.betting.asked_by_dealer(seat)
    laid = hand.streets.laid(hand.felt)
    if 0 < laid < hand.streets.required and not any(fault.plan.current() for fault in hand.faults.open()):
        board_short(hand, "flop_short", laid, seq)


def board_short(hand: Hand, situation: str, laid: int, seq: int) -> None:
    """The betting begins, and the street lacks a card. Where fewer than two witnesses watch the board, the dealer is asked.
    A board that is being gathered lacks nothing: the tap is late."""
    if hand.streets.taken:
        return

    def settle(hand: Hand, word: str) -> None:
        if word == "yes":
            hand.streets.unseen += hand.streets.required - laid
        else:
            hand.faults.raise_(hand, situation, seq, about=About(street=hand.street), seen=f"{laid} cards on the board")

    if hand.asking.board_unsure:
        hand.asking.ask(hand, STREET_LIES, seq, settle)
    else:
        settle(hand, "no")


def _clock(hand: Hand, seat: Seat, seq: int) -> None:
    call_time(hand, seat)


# -- hands that leave the game


def _forwards(hand: Hand, seat: Seat, seq: int) -> None:
    """Cards pushed forward without a word are no fold yet: they are one once a later player has acted."""
    if seat == hand.betting.to_act:
        hand.forwarded = seat


def settle_forward(hand: Hand, actor: Seat, seq: int) -> None:
    """Before `actor` acts: whoever pushed his cards forward and said nothing has folded, for the next one acts (BFSP 4.9.1)."""
    seat, hand.forwarded = hand.forwarded, 0
    if not seat or seat == actor or seat != hand.betting.to_act:
        return
    hand.rule(hand.betting.act(seat, "fold"), seq)
    cards = hand.felt.seat_cards(seat)
    hand.faults.raise_(hand, "forward_fold", seq, seats=[seat], handles=cards, seen=f"the cards of seat {seat} pushed forward")


def _touches_muck(hand: Hand, seat: Seat, seq: int) -> None:
    """Live cards that touched the muck are dead."""
    if seat in hand.betting.live:
        _dies(hand, "muck_touched", seat, seq, f"the cards of seat {seat} touched the muck")


def _dies(hand: Hand, situation: str, seat: Seat, seq: int, seen: str) -> Fault:
    """An incident by which a hand is dead, where the book does not leave that to a judge."""
    cards = hand.felt.seat_cards(seat)
    fault = hand.faults.raise_(hand, situation, seq, seats=[seat], handles=cards, seen=seen)
    if fault.row.call != "floor":
        hand.rule(hand.betting.kill(seat), seq)
    return fault


def _dealer_takes(hand: Hand, seat: Seat, seq: int) -> None:
    """The dealer pulls in a hand that still plays."""
    betting = hand.betting
    if seat not in betting.live:
        return  # he gathers what is dead
    seen = f"the dealer took the cards of seat {seat}"
    if seat in hand.showing.tabled:
        if would_win(hand, seat):
            _dies(hand, "winner_mucked", seat, seq, seen)
        # else a beaten hand is collected before the push (CLUB 2.10.2)
    elif not betting.stacks[seat]:
        _dies(hand, "allin_mucked", seat, seq, seen)
    else:
        _dies(hand, "muck_touched", seat, seq, seen)


def _drops(hand: Hand, seat: Seat, seq: int) -> None:
    """A dropped card plays."""
    hand.faults.raise_(hand, "card_dropped", seq, seats=[seat], seen=f"seat {seat} dropped a card")


def exposed_by_player(hand: Hand, handle: Handle, seat: Seat, seq: int) -> None:
    """A player shows cards while betting is open; intended, until a judge rules otherwise."""
    if seat not in hand.betting.live or not hand.betting.round_open:
        return
    card = hand.felt.cards[handle]
    if card.exposed or seat in hand.showing.tabled:
        return  # the dealer has shown it to all already, and it lay half under the others
    earlier = [fault for fault in hand.faults.of("exposed_by_player") if fault.seats == (seat,)]
    if earlier and all(hand.felt.zone_of(one) == card.zone for one in earlier[-1].handles):
        return  # the other card of a hand that is known to be shown
    situation = "exposed_by_player.unintended" if hand.words.get(seq) == "unintended" else "exposed_by_player"
    cards = hand.felt.seat_cards(seat)
    fault = hand.faults.raise_(hand, situation, seq, seats=[seat], handles=cards, seen=f"seat {seat} showed cards")
    if fault.row.plan == "to_muck":
        hand.rule(hand.betting.kill(seat), seq)


def ruled_on_hand(hand: Hand, fault: Fault, event: FloorRuled, seq: int) -> None:
    """A judge lets it be that a hand was taken: it is dead."""
    if fault.kind in ("allin_mucked", "winner_mucked") and fault.row.call == "floor":
        for seat in fault.seats:
            hand.rule(hand.betting.kill(seat), seq)


# -- the deck and the button


def _marked(hand: Hand, seat: Seat | None, seq: int) -> None:
    """A card is marked: in the deal the deck is replaced and the hand dealt anew, before it only replaced; an open card lets
    the hand be finished."""
    cards = hand.felt.lying(BOARD if seat is None else seat_zone(seat))
    is_open = bool(cards) and hand.felt.is_up(cards[-1])
    case = ".open" if is_open or hand.deadline.passed else "" if hand.begun or seat is not None else ".before"
    seats = () if seat is None else (seat,)
    hand.faults.raise_(hand, f"marked_card{case}", seq, seats=seats, seen="the dealer reports a mark")


def button_at(hand: Hand, seat: Seat, seq: int) -> None:
    """The dealer puts the button there. Before the deal it may still be put right."""
    if hand.over:
        hand.button_next = seat
        return
    hand.button_lies = seat
    if hand.begun:
        button_checked(hand, seq)


def button_checked(hand: Hand, seq: int) -> None:
    """Cards are dealt from the button that lies there: is it the right one (CLUB 2.5 g)?"""
    seat = hand.button_lies
    if seat and seat != hand.button and not hand.faults.of("button_misplaced"):
        late = "button_misplaced.late" if hand.deadline.passed else "button_misplaced"
        hand.faults.raise_(hand, late, seq, seats=[seat], seen=f"at seat {seat}, it belongs to seat {hand.button}")


_REPORTS: dict[str, Callable[[Hand, Seat, int], None]] = {
    "dealer_asks": _asks,
    "clock": _clock,
    TIME_UP: time_up,
    "forwards": _forwards,
    "touches_muck": _touches_muck,
    "dealer_takes": _dealer_takes,
    "drops": _drops,
}
