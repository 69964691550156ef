"""The settlement of an open-face hand: what was pushed is checked against the points (BFSP 8, 5.9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulebook.events import FloorAwarded, Pushed
from rulebook.findings import HandResult, Pot
from rulebook.ofc import Payment, balance
from rulebook.seats import Seat

if TYPE_CHECKING:
    from rulebook.ofc_hand import OfcHand


def winnings(payments: Sequence[Payment]) -> dict[Seat, int]:
    """What each winner of the hand is due, all comparisons together."""
    return {seat: chips for seat, chips in sorted(balance(payments).items()) if chips > 0}


def comparisons(payments: Sequence[Payment]) -> tuple[Pot, ...]:
    """Each comparison as a pot of its own: the chips that it moves, the two seats, who wins them."""
    return tuple(
        Pot(one.chips, tuple(sorted((one.winner, one.loser))), {one.winner: one.chips} if one.chips else {}) for one in payments
    )


def pushed(hand: OfcHand, event: Pushed, seq: int) -> None:
    """The points are paid; the hand ends. What was entered is what each winner got, all comparisons together."""
    if hand.over:
        return
    hand.close_turns(0, seq)
    if hand.over:
        return
    payments = hand.payments()
    due = balance(payments) if payments is not None else {}
    entered = {seat: chips for seat, chips in event.awards.items() if chips}
    won = winnings(payments) if payments is not None else {}
    wrong = bool(entered) and not event.rightly and payments is not None and entered != won
    hand.paid_unseen = payments is None
    hand.paid = dict(due) if payments is not None and not wrong else _as_pushed(hand, entered, due)
    hand.betting.pay({seat: chips for seat, chips in hand.paid.items() if chips})
    hand.result = HandResult(
        hand=hand.number, outcome="won", pots=comparisons(payments or ()), fantasy=hand.next_fantasy() if payments else ()
    )
    if wrong:
        seats = sorted(seat for seat in {*won, *entered} if won.get(seat) != entered.get(seat))
        hand.faults.raise_(
            hand, "wrong_award", seq, seats=seats,
            seen="; ".join(f"seat {seat} was given {entered.get(seat, 0)}, due {won.get(seat, 0)}" for seat in seats),
        )  # fmt: skip


def awarded(hand: OfcHand, event: FloorAwarded, seq: int) -> None:
    """A judge set what a seat gets; once everybody has what he is due, nothing is wrong any more."""
    if hand.result is None:
        return
    for fault in hand.faults.open("wrong_award"):
        fault.attend()
    due = _due(hand)
    given = {seat: chips for seat, chips in hand.paid.items() if chips > 0} | {event.seat: event.amount}
    hand.betting.pay({})  # as before the push
    hand.paid = _as_pushed(hand, given, due)
    hand.betting.pay({seat: chips for seat, chips in hand.paid.items() if chips})
    if hand.paid == {seat: chips for seat, chips in due.items() if chips}:
        for fault in hand.faults.open("wrong_award"):
            fault.settle()


def _due(hand: OfcHand) -> dict[Seat, int]:
    """What each seat was due to win or lose, out of the result."""
    assert hand.result is not None
    total: dict[Seat, int] = {}
    for pot in hand.result.pots:
        for seat, chips in pot.won.items():
            loser = next(other for other in pot.eligible if other != seat)
            total[seat] = total.get(seat, 0) + chips
            total[loser] = total.get(loser, 0) - chips
    return total


def _as_pushed(hand: OfcHand, given: Mapping[Seat, int], due: Mapping[Seat, int]) -> dict[Seat, int]:
    """Who paid what was given: first those who owed it, as far as they owed, then the others as far as their stacks go.

    More than there is cannot have been given.
    """
    stacks = hand.betting.stacks
    paid = {seat: chips for seat, chips in given.items() if chips and seat in hand.seats}
    lacking = sum(paid.values())
    owing = sorted((seat for seat in hand.seats if seat not in paid), key=lambda seat: (due.get(seat, 0), seat))
    owed = {seat: max(-due.get(seat, 0), 0) for seat in owing}
    for limit in (owed, stacks):
        for seat in owing:
            chips = min(lacking, limit[seat] + paid.get(seat, 0), stacks[seat] + paid.get(seat, 0))
            if chips > 0:
                paid[seat] = paid.get(seat, 0) - chips
                lacking -= chips
    for seat in sorted(given):
        cut = min(lacking, paid.get(seat, 0))
        if cut > 0:
            paid[seat] -= cut
            lacking -= cut
    return {seat: chips for seat, chips in paid.items() if chips}
