"""Judges' acts: their word prevails over the fold's (RULES 1, 3.2, 5.9; BFSP 7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.conduct import ruled_on_hand
from rulebook.early import let_stand
from rulebook.events import FloorAwarded, FloorKilled, FloorPenalised, FloorPicked, FloorRestored, FloorReturned, FloorRuled
from rulebook.faults import OFF_BOARD, Fault
from rulebook.moving import back_on_the_board
from rulebook.plans import Plan, make_plan
from rulebook.seats import Seat, seat_zone
from rulebook.steps import Step
from rulebook.streets import release_burn

if TYPE_CHECKING:
    from rulebook.hand import Hand


def picked(hand: Hand, event: FloorPicked, seq: int) -> None:
    """A judge picked one of the mixed cards; which one, the sensors see when it is moved."""
    for fault in hand.faults.wanting("pick"):
        fault.attend()
    hand.faults.see("picked")


def ruled(hand: Hand, event: FloorRuled, seq: int) -> None:
    """A judge ruled on an incident: the one about that event, else the newest that waits for him."""
    fault = _ruled_on(hand, event.about)
    if fault is not None:
        fault.attend()
    if event.word == "intended":
        return  # what the book says of it goes on; that it was not meant, the fold has known from the start
    if event.word == "misdeal":
        _annulled(hand, fault)
    elif fault is not None:
        waited = fault.waits_for_judge
        fault.settle()
        if not (waited and _made_whole(hand, fault)):
            _played_on(hand, fault)
        ruled_on_hand(hand, fault, event, seq)


def _annulled(hand: Hand, fault: Fault | None) -> None:
    """The hand is annulled; where the deck is at fault it is void, and the deck has to go."""
    if hand.result is not None:
        return
    void = fault is not None and fault.row.plan == "judge_new_deck"
    hand.faults.see("ruled")
    for other in hand.faults.open():
        if other is fault and not void:
            hand.faults.replan(other, make_plan("redeal"))  # it is put right by the redeal
        elif other is not fault:
            other.settle()
    hand.end("void" if void else "misdeal")


def _made_whole(hand: Hand, fault: Fault) -> bool:
    """The hand is to play, but its board lacks what was taken away: that goes back first, unless he says so once more."""
    if fault.kind != OFF_BOARD or hand.streets.laid(hand.felt) >= hand.streets.required:
        return False
    back_on_the_board(hand, fault)
    return True


def _played_on(hand: Hand, fault: Fault) -> None:
    """A judge lets it stand: what the correction would have brought does not come."""
    streets = hand.streets
    if fault.kind.startswith("premature_"):
        let_stand(hand, fault)
    elif fault.kind in ("four_card_flop", "flop_over_four", "extra_board_card", OFF_BOARD):
        over = streets.laid(hand.felt) - streets.required
        streets.surplus = max(over, 0)
        if fault.kind == OFF_BOARD:
            streets.unseen += max(-over, 0)
    release_burn(hand, fault)


def _ruled_on(hand: Hand, about: int | None) -> Fault | None:
    faults = [fault for fault in hand.faults.items.values() if about in (None, fault.cause)]
    waiting = [fault for fault in faults if fault.waits_for_judge]
    chosen = waiting or [fault for fault in faults if fault.open] or (faults if about is not None else [])
    return chosen[-1] if chosen else None


def restored(hand: Hand, event: FloorRestored, seq: int) -> None:
    """A judge gave a seat its hand back."""
    _attend_seat(hand, event.seat)
    if hand.over:
        return
    hand.betting.restore(event.seat)
    for fault in hand.faults.open():
        if fault.seats == (event.seat,) and fault.row.plan in ("to_muck", "judge"):
            hidden = [handle for handle in fault.handles if handle not in hand.felt.names]  # a tabled hand needs no cards
            hand.faults.replan(fault, Plan([[Step("move", hidden, seat_zone(event.seat))]] if hidden else []))


def killed(hand: Hand, event: FloorKilled, seq: int) -> None:
    """A judge killed a hand: what it bet stays. The last one left cannot be killed: whom would the pot go to?"""
    _attend_seat(hand, event.seat)
    if not hand.over and hand.betting.live != (event.seat,):
        ruled_by_killing(hand, event.seat)
        hand.rule(hand.betting.kill(event.seat), seq)


def ruled_by_killing(hand: Hand, seat: Seat) -> None:
    """A judge who kills the hand that he was called about has ruled."""
    for fault in hand.faults.open():
        if fault.seats == (seat,) and fault.waits_for_judge and fault.kind != "wrong_award":
            fault.settle()


def returned(hand: Hand, event: FloorReturned, seq: int) -> None:
    """A judge gave chips back."""
    _attend_seat(hand, event.seat)
    if not hand.over:
        hand.rule(hand.betting.give_back(event.seat, event.amount), seq)


def penalised(hand: Hand, event: FloorPenalised, seq: int) -> None:
    """A judge gave a penalty (the table's matter, which knows what went before): he is there, whatever the seat did."""
    _attend_seat(hand, event.seat)


def _attend_seat(hand: Hand, seat: Seat) -> None:
    for fault in hand.faults.open():
        if seat in fault.seats:
            fault.attend()


def awarded(hand: Hand, event: FloorAwarded, seq: int) -> None:
    """A judge set what a seat gets. What that needs comes from seats that were pushed more than they were due."""
    for fault in hand.faults.open("wrong_award"):
        fault.attend()
    showing = hand.showing
    if not showing.pushed or hand.result is None:
        return
    total = sum(pot.amount for pot in hand.result.pots)
    due: dict[Seat, int] = {}
    for pot in hand.result.pots:
        for seat, won in pot.won.items():
            due[seat] = due.get(seat, 0) + won
    awards = dict(showing.awards)
    awards[event.seat] = min(event.amount, total)
    lacking = sum(awards.values()) - total
    for floor in (due, {}):  # first what lies above the due, then, by the judge's word, the rest
        for seat in sorted(awards):
            if seat != event.seat and lacking > 0:
                taken = min(lacking, max(0, awards[seat] - floor.get(seat, 0)))
                awards[seat] -= taken
                lacking -= taken
    hand.betting.pay(awards)
    showing.awards = {seat: amount for seat, amount in awards.items() if amount}
    if sum(awards.values()) == total:
        for fault in hand.faults.open("wrong_award"):
            fault.settle()
