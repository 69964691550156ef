"""Where button and blinds go from hand to hand (BFSP 5.3.2; CLUB 2.11.1, 2.11.3, 2.11.5; RULES 2, 4.4)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rulebook.seats import Seat, clockwise, next_seat


class Positions(NamedTuple):
    """The seats of the button, the small and the big blind. With a dead button the first two may be empty seats."""

    button: Seat
    small: Seat
    big: Seat

    def blinds(self, seated: Collection[Seat]) -> tuple[Seat, Seat]:
        """Who posts the small and the big blind, 0: nobody does."""
        return (self.small if self.small in seated else 0), self.big


def by_button(seated: Collection[Seat], button: Seat) -> Positions:
    """The blinds sit left of the button; heads-up the button has the small one (CLUB 2.11.3)."""
    order = clockwise(seated, button)
    if len(order) < 2:
        return Positions(button, 0, 0)
    small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
    return Positions(button, small, big)


def moved_on(seated: Collection[Seat], last: Positions, rule: str) -> Positions:
    """The positions of the next hand.

    Moving button: it goes to the next player, and the blinds follow it. Dead button: the big blind goes to the next player, the
    small one and the button to where big and small blind were, even if nobody sits there any more.
    """
    if rule == "dead" and last.big and len(seated) > 1:
        big = next_seat(seated, last.big)
        if len(seated) == 2:
            return by_button(seated, next_seat(seated, big))
        return Positions(last.small, last.big, big)
    return by_button(seated, next_seat(seated, last.button))
