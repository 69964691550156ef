"""A card that lay on the table was moved by hand: as a correction asks, or as nothing does (RULES 3.2, DESIGN 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook import stud
from rulebook.asking import HAND_OVER
from rulebook.board import burn_came, burn_leaves
from rulebook.early import make_premature
from rulebook.events import CardPlaced, Handle
from rulebook.facing import ask_boxed_burn, ask_boxed_mucked, ask_boxed_off_board
from rulebook.faults import OFF_BOARD, Fault
from rulebook.felt import LyingCard
from rulebook.plans import About, make_plan
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, Seat, Zone, zone_seat

if TYPE_CHECKING:
    from rulebook.hand import Hand

GATHERED = (MUCK, ASIDE, STUB)  # where the cards go once a hand is over


def by_hand(hand: Hand, card: LyingCard, event: CardPlaced, seq: int) -> None:
    """A card that lay on the table was moved."""
    origin, zone = card.zone, event.zone
    early = hand.streets.early
    if early is not None and origin != zone and event.handle in early:
        make_premature(hand)  # the dealer takes it back himself
    hand.felt.move(card, event)
    if origin == zone or hand.result is not None:
        return
    seat = zone_seat(origin)
    if zone == MUCK and seat is not None:  # given up, it was dealt all the same
        ask_boxed_mucked(hand, card, seat, seq)
    else:
        _moved(hand, card, origin, zone, seq)


def _moved(hand: Hand, card: LyingCard, origin: Zone, zone: Zone, seq: int) -> None:
    """A card that lay elsewhere was moved: the deal's counts follow it."""
    deal = hand.deal
    left = zone_seat(origin)
    came = zone_seat(zone)
    if left is not None and came is not None and (card.handle, came) not in deal.strays:
        _swapped(hand, card, left, came, seq)
    counted = not card.boxed and not card.exposed and not stud.came_early(hand, card.handle)
    if not deal.closed and counted and origin != MUCK:
        if left is not None:
            deal.left(left)
        if came is not None:
            deal.came(came, card.handle)
    if origin == BURNS:
        if zone == MUCK and card.mouth == "unknown" and card.handle in hand.streets.burns.get(hand.streets.coming(hand), ()):
            ask_boxed_burn(hand, card, seq)
        burn_leaves(hand, card)
    elif origin == BOARD:
        _off_the_board(hand, card, seq)
        hand.streets.leave_board(card.handle)
    if zone == BOARD:
        _put_back(hand, card)
    if zone == BURNS and not card.boxed:
        burn_came(hand, card.handle)
    elif zone == STUB and any(card.handle in fault.handles for fault in hand.faults.open("extra_card")):
        hand.streets.promised.discard(hand.streets.flop)  # it is burned from there, in its time


def _swapped(hand: Hand, card: LyingCard, left: Seat, came: Seat, seq: int) -> None:
    """A card went from one player to another, which no correction asks for. An exchange is one fault. A dealer who puts a stray
    card right by way of another seat exchanges nothing: the correction still waits."""
    if any(card.handle in fault.handles for fault in hand.faults.open("dealt_out_of_order")):
        return
    seats = tuple(sorted((left, came)))
    for fault in hand.faults.open("seats_swapped_cards"):
        if fault.seats == seats:
            fault.handles = (*fault.handles, card.handle)
            return
    hand.faults.raise_(
        hand, "seats_swapped_cards", seq, seats=seats, handles=[card.handle], seen=f"from seat {left} to seat {came}"
    )


def _off_the_board(hand: Hand, card: LyingCard, seq: int) -> None:
    """A card of the board is taken away. One too many that a judge let lie may go; what no correction asks for is missed, at
    once or, where cards are being put right, as soon as they are: the step says until then what it still wants."""
    streets = hand.streets
    if streets.surplus:
        streets.surplus -= 1
    elif not card.boxed and not _has_its_course(hand, card):
        if any(fault.plan.moves_cards and fault.kind != OFF_BOARD for fault in hand.faults.open()):
            streets.astray.append(card)
        else:
            _miss(hand, card, seq)


def _has_its_course(hand: Hand, card: LyingCard) -> bool:
    """Whether something has been found about the card that is not led to its end yet."""
    streets, handle = hand.streets, card.handle
    if handle in streets.premature or handle in streets.standing:
        return True
    return any(fault.kind != OFF_BOARD and fault.concerns(handle) for fault in hand.faults.open())


def when_put_right(hand: Hand, seq: int) -> None:
    """No correction moves cards any more: what was taken from the board meanwhile and does not lie there again is missed."""
    streets = hand.streets
    if any(fault.plan.moves_cards for fault in hand.faults.open()):
        return
    left, streets.astray = streets.astray, []
    for card in left:
        if card.zone != BOARD and hand.result is None:
            _miss(hand, card, seq)


def _miss(hand: Hand, card: LyingCard, seq: int) -> None:
    """The hand may be over and its last taps late, or the card boxed and nobody saw it; else one in its place would be another
    hand. A board swept together is one matter."""
    taken = hand.streets.taken
    if len(hand.betting.live) <= 1 or hand.showing.tabled or hand.showing.mucked:
        return
    for fault in hand.faults.open(OFF_BOARD):
        if fault.waits_for_judge:
            hand.faults.widen(fault, [*fault.handles, card.handle])
        else:
            back_on_the_board(hand, fault, card.handle)
        return
    taken.append(card.handle)
    if card.zone not in GATHERED:
        dealt_on(hand, seq)
    elif len(taken) == 1:
        hand.asking.ask(hand, HAND_OVER, seq, lambda hand, word: dealt_on(hand, seq) if word == "no" else None)


def back_on_the_board(hand: Hand, fault: Fault, *more: Handle) -> None:
    """A judge lets the hand play: what was taken from the board, and `more` of it, goes back first. What had come in its place
    was named after it."""
    fault.handles += tuple(handle for handle in more if handle not in fault.handles)
    away = tuple(handle for handle in fault.handles if hand.felt.zone_of(handle) != BOARD)
    lacking = hand.streets.required - hand.streets.laid(hand.felt)
    if lacking > 0:
        hand.faults.replan(fault, make_plan("put_right", About(away[:lacking], zone=BOARD)))


def dealt_on(hand: Hand, seq: int) -> None:
    """The hand is not over (it is dealt on, or the dealer says so): the board's cards that were taken away are missed, unless
    it is one that may have been boxed."""
    handles = tuple(hand.streets.taken)
    hand.streets.taken.clear()
    hand.asking.withdraw(HAND_OVER)
    if hand.over or len(hand.betting.live) <= 1:
        return
    places = sorted({str(hand.felt.zone_of(handle)) for handle in handles})

    def miss(hand: Hand) -> None:
        ruled = [fault for fault in hand.faults.of(OFF_BOARD) if set(handles) & set(fault.handles)]
        if ruled:  # what came in a card's place leaves after the judge's word: it is the same matter
            back_on_the_board(hand, ruled[-1], *handles)
            return
        instead = [one.handle for one in hand.felt.cards.values() if one.zone == one.placed.zone == BOARD and one.seq >= seq]
        hand.faults.raise_(hand, OFF_BOARD, seq, handles=[*handles, *instead], seen=f"from the board to {' and '.join(places)}")

    card = hand.felt.cards.get(handles[0])
    if len(handles) == 1 and card is not None and card.zone == MUCK and _left_unseen(hand, card):
        ask_boxed_off_board(hand, card, seq, miss)
    else:
        miss(hand)


def _left_unseen(hand: Hand, card: LyingCard) -> bool:
    """Whether nobody saw how the card left the stub, or another that was turned with it: which of them showed its back there
    nobody knows."""
    cards = hand.felt.cards.values()
    return any(one.mouth == "unknown" and (one is card or (one.placed.zone == BOARD and one.came_with(card))) for one in cards)


def _put_back(hand: Hand, card: LyingCard) -> None:
    """What was taken from the board lies there again: there is nothing to ask any more once all of it does."""
    taken = hand.streets.taken
    if hand.streets.unseen and any(card.handle in fault.handles for fault in hand.faults.of(OFF_BOARD)):
        hand.streets.unseen -= 1  # a judge had let the hand play without it
    if card.handle in taken:
        taken.remove(card.handle)
        if not taken:
            hand.asking.withdraw(HAND_OVER)
