"""One betting round: whose turn it is, what a legal action does."""

from __future__ import annotations

from rulebook.betting_money import Start
from rulebook.betting_sizes import Sizes
from rulebook.seats import Seat


class Round(Sizes):
    """The turn. `queue`: who still owes an action, in turn order; `acted`: the voluntary actions of the hand, in order."""

    __slots__ = ("acted", "last_actor", "queue", "round_began_at", "street", "to_act")

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        self.acted: list[Seat] = []
        self.queue: list[Seat] = []
        self.street = ""
        self.to_act: Seat = 0
        self.last_actor: Seat = 0
        self.round_began_at = 0

    def begin_round(self, street: str) -> None:
        """A round in which nobody has acted."""
        if self.street:
            self.begin_sizes()
        self.street = street
        self.collected = False
        self.round_began_at = len(self.acted)
        self.last_actor = 0

    @property
    def round_open(self) -> bool:
        """Somebody still owes an action."""
        return self.to_act != 0

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that still owe an action, in turn order."""
        return tuple(self.queue)

    @property
    def voluntary_actions(self) -> int:
        """How many voluntary actions the hand has seen."""
        return len(self.acted)

    @property
    def actions_since(self) -> int:
        """How many voluntary actions this round has seen."""
        return len(self.acted) - self.round_began_at

    @property
    def no_more_betting(self) -> bool:
        """Nobody is left who could act: the cards run out."""
        return not self.to_act and sum(1 for seat in self.ring if self.stacks[seat]) < 2

    @property
    def to_call(self) -> int:
        """What the seat to act must still add to stay in; at most its stack."""
        return self.owed(self.to_act) if self.to_act else 0

    @property
    def raise_min(self) -> int:
        """The smallest legal total of a bet or raise of the seat to act; 0 when it may not."""
        return self.raise_range(self.to_act)[0] if self.to_act else 0

    @property
    def raise_max(self) -> int:
        """The largest legal total of a bet or raise of the seat to act; 0 when it may not."""
        return self.raise_range(self.to_act)[1] if self.to_act else 0

    def _others_after(self, seat: Seat) -> list[Seat]:
        """The live seats with chips behind, clockwise after `seat`, without it."""
        at = self.ring.index(seat)
        stacks = self.stacks
        return [other for other in self.ring[at + 1 :] + self.ring[:at] if stacks[other] or self.waits(other)]

    def waits(self, seat: Seat) -> bool:
        """Whether the chips of `seat` lie in before its turn, so that it is not all-in yet."""
        return False

    def do_fold(self, seat: Seat) -> None:
        """`seat` folds; its bets stay."""
        self.folded.add(seat)
        self.leave_ring(seat)

    def leave_ring(self, seat: Seat) -> None:
        """`seat` plays no further part."""
        self.ring.remove(seat)
        if seat in self.queue:
            self.queue.remove(seat)
        self.go_on()

    def do_match(self, seat: Seat) -> None:
        """`seat` checks or calls, all-in if its stack is short."""
        need = (self.matched_level() if self.nominal else self.top) - self.bets[seat]
        if need > 0:
            self.move_in(seat, need)
            if self.nominal and self.bets[seat] >= self.top:
                self.nominal = False
        elif need < 0:
            # Chips put in out of turn must stay (BFSP 4.10): what is above the call belongs to the pot, to nobody's level.
            self.bets[seat] += need
            self.dead_paid[seat] = self.dead_paid.get(seat, 0) - need
        self.seen[seat] = self.serial
        self.level_at[seat] = self.top
        if seat in self.queue:
            self.queue.remove(seat)
        self.go_on()

    def do_raise(self, seat: Seat, total: int) -> None:
        """`seat` bets or raises to `total`, which is legal: at least the minimum or all-in."""
        self.move_in(seat, total - self.bets[seat])
        self.level_up(seat, total)
        self.queue = self._others_after(seat)
        self.go_on()

    def go_on(self) -> None:
        """Pass the turn; end the round when nobody owes an action any more."""
        queue = self.queue
        if len(queue) > 1 or (queue and self._matters(queue[0])):
            self.to_act = queue[0]
        else:
            queue.clear()
            if self.to_act:
                self.to_act = 0
                self.return_uncalled()
        self.check_chips()

    def _matters(self, seat: Seat) -> bool:
        """Whether what `seat` does, the last to act, can matter: somebody else has chips, or has more in than it."""
        bets, stacks = self.bets, self.stacks
        bet = bets[seat]
        return any(stacks[other] or bets[other] > bet for other in self.ring if other != seat)
