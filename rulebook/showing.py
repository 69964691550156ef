"""Showdown and push: who has shown, what each is due, whether the pots went there (BFSP 5.9, CLUB 2.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulebook.cards import Card
from rulebook.events import Handle, Pushed, Tabled
from rulebook.findings import HandResult, Pot
from rulebook.seats import BOARD, Seat

BEYOND = "extra_board_card.alone"

if TYPE_CHECKING:
    from rulebook.hand import Hand


class Showing:
    """Which seats tabled or mucked, in order, and what was pushed."""

    def __init__(self) -> None:
        self.tabled: list[Seat] = []
        self.mucked: list[Seat] = []
        self.order: tuple[Seat, ...] = ()  # who shows in which order, once betting is over
        self.awards: dict[Seat, int] = {}
        self.pushed = False
        self.hands: dict[Seat, tuple[Handle, ...]] = {}  # which cards each seat tabled
        self.unchecked: dict[Seat, int] = {}  # what was pushed while tabled hands had no names yet
        self.forfeited: Seat = 0  # the last one left, whose hand has a wrong number of cards (BFSP 6.3.9)

    def muck(self, seat: Seat) -> None:
        """A seat gave its hand up at the showdown."""
        if seat not in self.mucked:
            self.mucked.append(seat)

    def left(self, hand: Hand) -> tuple[Seat, ...]:
        """The seats in showing order that have neither tabled nor mucked. The last one holding cards need not show, except
        where the book wants him to table them to win (CLUB 2.10.6, 2.10.7; BFSP 5.9.2)."""
        live = hand.betting.live
        holding = [seat for seat in live if seat not in self.mucked]
        if len(holding) <= 1 and not hand.book.money.table_to_win.of(hand.settings.context):
            return ()
        return tuple(seat for seat in self.order if seat in live and seat not in self.tabled and seat not in self.mucked)


def tabled(hand: Hand, event: Tabled, seq: int) -> None:
    """A seat tabled its hand."""
    showing = hand.showing
    if hand.over or event.seat in showing.tabled:
        return
    showing.tabled.append(event.seat)
    showing.hands[event.seat] = event.handles or tuple(hand.felt.seat_cards(event.seat))


def pots_due(hand: Hand, *, at_push: bool = False) -> tuple[Pot, ...]:
    """The pots with what each seat is due, as far as the tabled hands tell it.

    At the push a hand that was neither tabled nor mucked counts as mucked where another was tabled.
    """
    showing = hand.showing
    live = hand.betting.live
    if len(live) == 1 and not showing.mucked and not showing.forfeited:
        return tuple(hand.betting.award({}, (), ()))  # nobody contests it
    hands: dict[Seat, list[Card] | None] = {}
    mucked = [seat for seat in showing.mucked if seat in live]
    for seat in live:
        if seat in showing.tabled:
            # What was tabled counts, wherever it lies since: a dealer who mucks a winner does not change the hand.
            handles = hand.felt.seat_cards(seat) or showing.hands[seat]
            names = [hand.felt.names[handle] for handle in handles if handle in hand.felt.names]
            hands[seat] = names if len(names) == len(handles) else None
        else:
            hands[seat] = None
            if at_push and showing.tabled and seat not in mucked:
                mucked.append(seat)
    board = _board(hand)
    pots = tuple(hand.betting.award(hands, board, mucked))
    if showing.forfeited:
        shares = hand.betting.forfeit(showing.forfeited)
        return (Pot(sum(shares.values()), tuple(sorted(shares)), shares),) if shares else pots
    return pots


def _board(hand: Hand) -> list[Card]:
    """The board that plays: a card beyond the river never does."""
    beyond = {handle for fault in hand.faults.of("extra_board_card") if fault.situation == BEYOND for handle in fault.handles}
    names = hand.felt.names
    return [names[handle] for handle in hand.felt.lying(BOARD) if handle in names and handle not in beyond]


def would_win(hand: Hand, seat: Seat) -> bool:
    """Whether a tabled hand wins something of what has been tabled so far."""
    mucked = [other for other in hand.betting.live if other not in hand.showing.tabled]
    names = hand.felt.names
    hands = {other: [names[handle] for handle in hand.showing.hands[other] if handle in names] for other in hand.showing.tabled}
    board = _board(hand)
    pots = hand.betting.award(hands, board, mucked)
    return any(seat in pot.won or (not pot.won and seat in pot.eligible) for pot in pots)


def total_due(pots: tuple[Pot, ...]) -> dict[Seat, int]:
    """What each seat is due of all pots; empty while any pot's winner is unknown."""
    due: dict[Seat, int] = {}
    for pot in pots:
        if not pot.won:
            return {}
        for seat, amount in pot.won.items():
            due[seat] = due.get(seat, 0) + amount
    return dict(sorted(due.items()))


def due_if(hand: Hand, hands: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> dict[Seat, int]:
    """What each seat would be due if these were the hands of the live seats; empty: that tells nothing either."""
    live = {seat: hands.get(seat) for seat in hand.betting.live}
    mucked = [seat for seat in hand.showing.mucked if seat in live]
    return total_due(tuple(hand.betting.award(live, board, mucked)))


def nobody_knows(hand: Hand) -> bool:
    """Whether a pot lies there of which no tabled hand tells who wins it."""
    pots = pots_due(hand, at_push=True)
    return any(pot.amount for pot in pots) and not total_due(pots)


def _as_entered(pots: tuple[Pot, ...], entered: Mapping[Seat, int]) -> tuple[Pot, ...]:
    """Pots of which nothing tells who wins them, as the dealer divided them: what nobody saw is his word (DESIGN 3)."""
    left, divided = dict(entered), []
    for pot in reversed(pots):
        won: dict[Seat, int] = {}
        for seat in pot.eligible:
            part = min(pot.won.get(seat, 0) if pot.won else pot.amount - sum(won.values()), left.get(seat, 0))
            if part:
                won[seat] = part
                left[seat] -= part
        if sum(won.values()) != pot.amount:
            return pots  # he divided otherwise than the pots allow
        divided.append(Pot(pot.amount, pot.eligible, won))
    return tuple(reversed(divided))


def pushed(hand: Hand, event: Pushed, seq: int) -> None:
    """The pots were pushed: the hand ends, and the award is checked against the hands tabled (BFSP 5.9.1)."""
    if hand.over:
        return
    hand.betting.close_round()
    showing = hand.showing
    pots = pots_due(hand, at_push=True)
    due = total_due(pots)
    entered: dict[Seat, int] = {}
    if event.rightly or not event.awards:
        awards = dict(due)
    else:
        entered = {seat: won for seat, won in event.awards.items() if won}
        awards = _within(entered, sum(pot.amount for pot in pots))
    showing.pushed = True
    showing.awards = awards
    hand.betting.pay(awards)
    if not due and awards:
        pots = _as_entered(pots, awards)
        if entered and showing.tabled:
            showing.unchecked = entered
    shared = any(len(pot.won) > 1 for pot in pots)
    hand.result = HandResult(
        hand=hand.number,
        outcome="split" if shared else "won",
        board=tuple(hand.felt.lying(BOARD)),
        show_order=showing.order if len(hand.betting.live) > 1 else (),
        pots=pots,
    )
    if entered and due:
        _check_award(hand, entered, due, seq, shared=shared)


def named_late(hand: Hand, seq: int) -> None:
    """A name came after the push: an award that could not be checked may be checked now."""
    pots = pots_due(hand, at_push=True)
    due = total_due(pots)
    if due:
        entered, hand.showing.unchecked = hand.showing.unchecked, {}
        _check_award(hand, entered, due, seq, shared=any(len(pot.won) > 1 for pot in pots))


def _check_award(hand: Hand, entered: Mapping[Seat, int], due: Mapping[Seat, int], seq: int, *, shared: bool) -> None:
    if entered != due:
        wrong = sorted(seat for seat in {*due, *entered} if due.get(seat) != entered.get(seat))
        hand.faults.raise_(
            hand, "wrong_award.shared" if shared else "wrong_award", seq, seats=wrong,
            seen="; ".join(f"seat {seat} was pushed {entered.get(seat, 0)}, due {due.get(seat, 0)}" for seat in wrong),
        )  # fmt: skip


def _within(awards: dict[Seat, int], total: int) -> dict[Seat, int]:
    """Not more than there is can have been pushed."""
    if sum(awards.values()) <= total:
        return awards
    kept = {}
    for seat, amount in sorted(awards.items()):
        kept[seat] = min(amount, total)
        total -= kept[seat]
    return {seat: amount for seat, amount in kept.items() if amount}
