"""The pace of people at a table who look at no screen: how long they wait, think, gather and count."""

from __future__ import annotations

from random import Random

from rulebook.seats import BOARD, Zone, zone_row

PREPARE_MS = {"washed": (3_000, 6_000), "shuffled": (4_000, 9_000), "riffled": (1_500, 3_000), "cut": (1_000, 2_000)}


class Pace:
    """How long people wait between two things that they do. The sensors may want more; nobody asks them."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.tapped = False
        self.moved: tuple[str, ...] = ()  # the zones where something has just moved

    def wait_ms(self) -> float:
        """How long until the next thing happens."""
        uniform = self._random.uniform
        if self.moved:
            if BOARD in self.moved:
                return uniform(1_500, 3_000)  # the flop is spread, the turn is looked at
            if any(zone_row(Zone(zone)) for zone in self.moved):
                return uniform(500, 2_000)  # cards are set in a row of open-face
            return uniform(200, 500)  # a card out of the stub, then down on the felt
        return uniform(50, 1_500) if self.tapped else uniform(20, 150)

    def think_ms(self) -> float:
        """How long a player looks at what has come before he acts."""
        return self._random.uniform(600, 2_500)

    def gather_ms(self) -> float:
        """How long it takes to gather the cards of a hand."""
        return self._random.uniform(2_000, 4_000)

    def prepare_ms(self, what: str) -> float:
        """How long a preparation of the deck takes before it is tapped; nobody shuffles and cuts within a second."""
        return self._random.uniform(*PREPARE_MS.get(what, (0, 0)))

    def count_ms(self) -> float:
        """How long the points of open-face are counted, row by row and pair by pair, before they are paid."""
        return self._random.uniform(4_000, 9_000)

    def heard(self) -> None:
        """That time has passed."""
        self.tapped, self.moved = False, ()
