"""Who is not in his seat, and what becomes of his hand (BFSP 6.4.3, 6.4.4; CLUB 2.7.12; RULES 3.2, 7).

A seat with a stack is dealt in and posts, whether its player is there or not; who sits out a penalty counts as away. Away is
who does not sit when the last down card reaches the button. His hand is killed then, or once it is his turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulebook.events import Reported
from rulebook.seats import Seat

if TYPE_CHECKING:
    from rulebook.hand import Hand


class Presence:
    """`left`: who has left the table and not sat down again. `out`: who sits out a penalty in this hand."""

    def __init__(self, left: Iterable[Seat] = (), out: Iterable[Seat] = ()) -> None:
        self.left = set(left)
        self.out = frozenset(out)
        self.anybody = bool(self.left or self.out)  # whether anybody is away
        self.warned: set[Seat] = set()
        self.looked = False  # the initial deal was complete, and every seat has been looked at

    def away(self, seat: Seat) -> bool:
        """Whether nobody plays for this seat now."""
        return seat in self.left or seat in self.out

    def moved(self, event: Reported) -> None:
        """A player left, or sat down again."""
        if event.seat is not None and event.what == "leaves":
            self.left.add(event.seat)
        elif event.seat is not None and event.what == "sits":
            self.left.discard(event.seat)
        self.anybody = bool(self.left or self.out)


def card_to_absent(hand: Hand, seat: Seat, seq: int) -> None:
    """A card of the initial deal goes to a seat whose player is away: it is to be dealt, and the dealer should know."""
    presence = hand.presence
    if presence.away(seat) and seat in hand.seats and seat not in presence.warned and hand.street == hand.streets.order[0]:
        presence.warned.add(seat)
        hand.warn("dealing_to_absent", seq)


def after_deal(hand: Hand, seq: int) -> None:
    """The last card of the initial deal lies: hands of those who are away are killed, where the book does it at once."""
    presence = hand.presence
    if presence.looked or not hand.deal.complete:
        return
    presence.looked = True
    if hand.book.dealing.absent_killed.of(hand.settings.context) == "after_deal":
        for seat in hand.seats:
            if presence.away(seat):
                _kill(hand, seat, seq, "absent_player")


def at_turn(hand: Hand, seq: int) -> None:
    """Whose turn it is plays no further if he is away (BFSP 6.4.3)."""
    while not hand.over and hand.presence.away(hand.betting.to_act) and not hand.dealing:
        turn = hand.betting.to_act
        at_once = hand.book.dealing.absent_killed.of(hand.settings.context) == "after_deal"
        _kill(hand, turn, seq, "absent_player.left" if at_once else "absent_player")
        if hand.betting.to_act == turn:
            return


def _kill(hand: Hand, seat: Seat, seq: int, situation: str) -> None:
    """The hand is dead, its bets stay; an all-in bet stays live."""
    betting = hand.betting
    if seat not in betting.live or len(betting.live) == 1:
        return
    cards = hand.felt.seat_cards(seat)
    seen = f"nobody sits at seat {seat}" if seat in hand.presence.left else f"seat {seat} sits out a penalty"
    if not betting.stacks[seat]:
        hand.faults.raise_(hand, "absent_player.all_in", seq, seats=[seat], handles=cards, seen=seen)
        return
    hand.faults.raise_(hand, situation, seq, seats=[seat], handles=cards, seen=seen)
    hand.rule(betting.kill(seat), seq)
