"""The chips of one hand: stacks, bets of the round, what earlier rounds took; conserved after every movement."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from rulebook.games import Game, game_of
from rulebook.money_rules import MoneyRules
from rulebook.pots import PotOf, form_pots
from rulebook.seats import Seat, clockwise
from rulebook.settings import Settings


class ChipsLost(AssertionError):
    """Chips appeared or vanished: a bug of ours, never of the table."""


class Start(NamedTuple):
    """What a hand's betting begins with. `stacks`: what lies behind the seats, who has none is not dealt in. `blind_seats`: who
    owes the small and the big blind, 0 for nobody: what a dead button needs; None: by the button. `apart`: seats with a stack
    that are not dealt in."""

    settings: Settings
    rules: MoneyRules
    cite: str
    stacks: Mapping[Seat, int]
    button: Seat
    blind_seats: tuple[Seat, Seat] | None
    apart: Collection[Seat] = ()


class Ledger:
    """Who has put in what. The layers above decide; this one only moves chips and knows who still plays.

    `stacks`: chips behind, all seats of the table. `bets`: chips of the current round, seats dealt in. `paid`: chips of
    earlier rounds that count toward a seat's level, antes included. `pot`: everything put in, the current round included.
    `ring`: seats neither folded nor dead, clockwise from the button.
    """

    __slots__ = (
        "apart",
        "bets",
        "blind_seats",
        "button",
        "cite",
        "collected",
        "context",
        "dead",
        "dead_paid",
        "folded",
        "game",
        "limit",
        "paid",
        "paid_out",
        "pot",
        "ring",
        "rules",
        "seats",
        "settings",
        "stacks",
        "total",
        "uncalled",
    )

    def __init__(self, start: Start) -> None:
        settings, self.rules, self.cite, stacks, self.button, self.blind_seats, apart = start
        self.settings = settings
        self.context = settings.context
        self.limit = settings.limit
        self.game: Game = game_of(settings.game)
        playing = [seat for seat, chips in stacks.items() if chips > 0 and seat not in apart]
        self.seats: list[Seat] = list(clockwise(playing, self.button))
        self.ring: list[Seat] = list(self.seats)
        self.stacks: dict[Seat, int] = dict(stacks)
        self.apart: dict[Seat, int] = {}  # what lies behind seats that count as all-in by their own choice
        self.total = sum(stacks.values())
        self.bets: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.paid: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.dead_paid: dict[Seat, int] = {}  # chips that count toward nobody's level: they belong to the main pot
        self.pot = 0
        self.folded: set[Seat] = set()
        self.dead: set[Seat] = set()
        self.uncalled: tuple[Seat, int] = (0, 0)  # what went back at the end of the round, so that it can be undone
        self.paid_out: dict[Seat, int] = {}
        self.collected = False  # the bets of the last round have gone to the pots

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats neither folded nor dead, clockwise from the button."""
        return tuple(self.ring)

    @property
    def hand_over_by_folds(self) -> bool:
        """At most one seat is left."""
        return len(self.ring) < 2

    def check_chips(self) -> None:
        """The invariant of every movement. Raises `ChipsLost`."""
        if sum(self.stacks.values()) + self.pot != self.total - (sum(self.apart.values()) if self.apart else 0):
            raise ChipsLost(f"stacks {self.stacks} and a pot of {self.pot} are not the {self.total} chips of the table")

    def check_books(self) -> None:
        """The dearer invariant, at the end of a round: the pot is what the seats put in. Raises `ChipsLost`."""
        put_in = sum(self.bets.values()) + sum(self.paid.values()) + sum(self.dead_paid.values())
        if put_in - sum(self.paid_out.values()) != self.pot:
            raise ChipsLost(f"the seats put in {put_in}, the pot holds {self.pot}")

    def move_in(self, seat: Seat, amount: int) -> int:
        """Up to `amount` from the stack into the seat's bet of this round; returns what it was."""
        behind = self.stacks[seat]
        if amount > behind:
            amount = behind
        self.stacks[seat] = behind - amount
        self.bets[seat] += amount
        self.pot += amount
        return amount

    def move_back(self, seat: Seat, amount: int) -> int:
        """Up to `amount` of the seat's bet of this round back to its stack; returns what it was."""
        amount = min(amount, self.bets[seat])
        if amount:
            self.bets[seat] -= amount
            self.stacks[seat] += amount
            self.pot -= amount
        return amount

    def move_dead(self, seat: Seat, amount: int) -> None:
        """Up to `amount` from the stack straight into the main pot: it counts toward nobody's level."""
        amount = min(amount, self.stacks[seat])
        if not amount:
            return
        self.stacks[seat] -= amount
        self.dead_paid[seat] = self.dead_paid.get(seat, 0) + amount
        self.pot += amount

    def move_ante(self, seat: Seat, amount: int) -> None:
        """Up to `amount` from the stack into the pot, toward the seat's level."""
        amount = min(amount, self.stacks[seat])
        if not amount:
            return
        self.stacks[seat] -= amount
        self.paid[seat] += amount
        self.pot += amount

    def collect(self) -> None:
        """The bets of the round go to the pots."""
        paid, bets = self.paid, self.bets
        if any(bets.values()):
            for seat, bet in bets.items():
                if bet:
                    paid[seat] += bet
            self.bets = dict.fromkeys(bets, 0)
        self.uncalled = (0, 0)
        self.collected = True
        self.check_books()

    def return_uncalled(self) -> None:
        """What nobody called goes back, blinds included, before pots are formed (RULES 5).

        Only to a live seat: the chips of a dead or folded hand stay.
        """
        *_, second, most = sorted((0, 0, *self.bets.values()))
        if most == second:
            return
        who = next(seat for seat, bet in self.bets.items() if bet == most)
        if who in self.ring:
            self.uncalled = (who, self.move_back(who, most - second))

    def undo_uncalled(self) -> None:
        """The round goes on after all: the uncalled chips lie in again."""
        seat, amount = self.uncalled
        if amount:
            self.move_in(seat, amount)
        self.uncalled = (0, 0)

    def pots(self) -> list[PotOf]:
        """The pots as (amount, eligible seats), main pot first."""
        contributed = self.paid if self.collected else {seat: paid + self.bets[seat] for seat, paid in self.paid.items()}
        return form_pots(contributed, self.ring, sum(self.dead_paid.values()) if self.dead_paid else 0)

    def behind(self) -> dict[Seat, int]:
        """What lies behind each seat."""
        return {seat: chips + self.apart.get(seat, 0) for seat, chips in self.stacks.items()} if self.apart else self.stacks

    def rejoin(self) -> None:
        """Whoever counted as all-in has his chips again."""
        while self.apart:
            seat, chips = self.apart.popitem()
            self.stacks[seat] += chips

    def refund(self) -> None:
        """A misdeal or a void hand: every chip goes back where it came from (RULES 3.1)."""
        self.rejoin()
        for seat, amount in self.paid_out.items():
            self.stacks[seat] -= amount
            self.pot += amount
        self.paid_out = {}
        for seat in self.seats:
            back = self.bets[seat] + self.paid[seat]
            self.stacks[seat] += back
            self.pot -= back
            self.bets[seat] = self.paid[seat] = 0
        for seat, back in self.dead_paid.items():
            self.stacks[seat] += back
            self.pot -= back
        self.dead_paid.clear()
        self.uncalled = (0, 0)

    def pay(self, awards: Mapping[Seat, int]) -> None:
        """The pots are pushed: these amounts to these seats. What a former call paid is taken back first, so that a judge may
        change an award; what is not awarded stays in `pot`, and more than there was makes it negative."""
        self.rejoin()
        for seat, amount in self.paid_out.items():
            self.stacks[seat] -= amount
            self.pot += amount
        self.paid_out = {}
        for seat, amount in awards.items():
            self.paid_out[seat] = amount
            self.stacks[seat] = self.stacks.get(seat, 0) + amount
            self.pot -= amount
        self.check_chips()
