"""The moments of a written hand at which it may take another course than the legal one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.games import Street
from rulebook.seats import Seat

if TYPE_CHECKING:
    from simulators.hand_writer import HandWriter


class Twist:
    """What a hand does otherwise than it should. Every method is called when its moment comes, and says whether it has done
    what was to be done there; False: the hand goes on in the usual way.
    """

    tame = False  # nobody goes all-in and enough players stay for every street
    keep = 2  # how many players stay in at least, while `tame`

    def prepare(self, hand: HandWriter) -> bool:
        """Before the deck is prepared."""
        return False

    def deal(self, hand: HandWriter) -> bool:
        """Before the first card."""
        return False

    def bet(self, hand: HandWriter, street: Street) -> bool:
        """Before a street's betting."""
        return False

    def lay(self, hand: HandWriter, street: Street) -> bool:
        """Before the burn of a street."""
        return False

    def turn(self, hand: HandWriter, seat: Seat, number: int) -> bool:
        """Before the turn of a seat in open-face: 0, the first cards or fantasy; then the draws."""
        return False

    def push(self, hand: HandWriter) -> bool:
        """Before the pots are pushed."""
        return False
