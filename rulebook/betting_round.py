"""One betting round: whose turn it is, what may be bet, what a legal action does.

Amounts to match and sizes (RULES 4.1, 4.2):

* `top` is what must be matched. A blind or an opening all-in for less counts in full, so `top` may lie above every bet.
* `step` is what the next raise must add in no limit and pot limit.
* `size` is the fixed bet of the round, `size_high` the larger choice beside an open pair. `full` is, in fixed limit, the last
  level that counts as a bet or raise: an all-in that does not count raises `top`, not `full`, and the next raise completes it.
* `serial` counts the raises that re-open the betting. A seat may raise if it has not acted or if such a raise came after it.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.betting_money import Ledger
from rulebook.chips import Facing
from rulebook.events import Settings
from rulebook.money_rules import MoneyRules
from rulebook.seats import Seat

# Who raised, and what a raise changes as it was before: top, step, full, size, count, serial, nominal, both aggressors.
RaiseMark = tuple[Seat, int, int, int, int, int, int, bool, Seat, Seat]


class Round(Ledger):
    """The turn and the sizes of the current round."""

    __slots__ = (
        "acted",
        "began_with",
        "big_blind_seat",
        "bring_in_due",
        "count",
        "full",
        "history",
        "last_actor",
        "last_aggressor",
        "level_at",
        "may_not_raise",
        "nominal",
        "pot_pad",
        "queue",
        "round_aggressor",
        "round_began_at",
        "seen",
        "serial",
        "size",
        "size_high",
        "small_pad",
        "step",
        "street",
        "to_act",
        "top",
        "unit",
    )

    def __init__(self, settings: Settings, money: MoneyRules, cite: str, stacks: Mapping[Seat, int], button: Seat) -> None:
        super().__init__(settings, money, cite, stacks, button)
        self.street = ""
        self.to_act: Seat = 0
        self.queue: list[Seat] = []
        self.acted: list[Seat] = []  # voluntary actions of the hand, in order
        self.last_actor: Seat = 0
        self.last_aggressor: Seat = 0
        self.big_blind_seat: Seat = 0
        # The least bet: the big blind; in stud the forced first bet (CLUB 2.3.2).
        least = self.bring_in if self.game.stud else settings.blinds[1] or max(settings.forced.values(), default=0)
        self.unit = least or settings.limits[0] or settings.smallest_chip
        self.size = self.size_high = 0
        self._reset("")

    def _reset(self, street: str) -> None:
        self.street = street
        self.top = 0
        self.step = self.unit
        self.full = 0
        self.count = 0
        self.serial = 0
        self.nominal = False
        self.bring_in_due = False
        self.pot_pad = self.small_pad = 0  # what pot limit adds for short blinds, and for the small one until the big one acts
        self.seen: dict[Seat, int] = {}  # the serial at a seat's last action
        self.level_at: dict[Seat, int] = {}  # the amount to match at a seat's last action
        self.may_not_raise: dict[Seat, str] = {}  # seats that lost the right in this round, and the situation that cost it
        self.history: list[RaiseMark] = []
        self.round_aggressor: Seat = 0
        self.round_began_at = len(self.acted)
        self.began_with = len(self.ring)
        self.last_actor = 0

    @property
    def bring_in(self) -> int:
        """The amount of the bring-in; half the lower limit where the book says so and the settings give none."""
        given = self.settings.bring_in
        return given if given or not self.rules.bring_in_half else self.settings.limits[0] // 2

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

    def matched_level(self) -> int:
        """What a call brings a seat to. Heads-up against an all-in for less some books ask for no more than that all-in."""
        if self.bring_in_due:
            return self.bring_in
        if self.nominal and len(self.ring) == 2 and self.rules.short_opening_heads_up == "nothing_more":
            return max(self.bets[seat] for seat in self.ring)
        return self.top

    def owed(self, seat: Seat) -> int:
        """What `seat` must add to call; at most its stack."""
        return min(max(self.matched_level() - self.bets[seat], 0), self.stacks[seat])

    def raise_range(self, seat: Seat) -> tuple[int, int]:
        """Smallest and largest legal total of a bet or raise of `seat`; (0, 0) when it may not raise.

        In fixed limit only these two totals are legal; they differ beside an open pair (BFSP 5.8.5).
        """
        bet = self.bets[seat]
        top = self.bring_in if self.bring_in_due else self.top
        all_in = bet + self.stacks[seat]
        if all_in <= top or self.barred(seat):
            return 0, 0
        bets, stacks = self.bets, self.stacks
        for other in self.ring:
            if other != seat and bets[other] + stacks[other] > top:
                break
        else:
            return 0, 0  # nobody is left who could call a raise
        if self.limit == "fixed":
            low, high = self.full + self.size, self.full + self.size_high
        else:
            low = top + self.step if top else self.unit
            high = all_in if self.limit == "no" else max(low, top + self.pot_size() + top - bet)
        return min(low, all_in), min(high, all_in)

    def barred(self, seat: Seat) -> str:
        """Why `seat` may not raise, as a situation of the book; empty when it may. The size of its stack apart."""
        reason = self.may_not_raise.get(seat)
        if reason:
            return reason
        if self.limit == "fixed" and self.capped():
            return "cap"
        seen = self.seen.get(seat)
        if seen is None or seen < self.serial:
            return ""
        if self.rules.short_all_ins_add_up:
            enough = self.size / 2 if self.limit == "fixed" else self.step
            if self.top - self.level_at[seat] >= enough:
                return ""
        return "no_raise"

    def capped(self) -> bool:
        """Whether the last raise of the round has been made (fixed limit)."""
        if self.count <= self.rules.cap_raises:
            return False
        lifted = self.rules.cap_lifted.of(self.context)
        if lifted == "round_began_heads_up":
            return self.began_with > 2
        if lifted == "two_left":
            return len(self.ring) > 2
        if lifted == "event_heads_up":
            return len(self.seats) > 2
        return True

    def pot_size(self) -> int:
        """The pot as pot limit counts it: short blinds as full ones."""
        pot = self.pot + self.pot_pad
        if self.small_pad and self.big_blind_seat not in self.seen:
            pot += self.small_pad
        if self.rules.pot_rounds_up.of(self.context):
            chip = self.settings.smallest_chip
            pot = -(-pot // chip) * chip
        return pot

    def facing(self, seat: Seat) -> Facing:
        """What chips of `seat` are measured against."""
        low, high = self.raise_range(seat)
        sizes = () if self.limit != "fixed" or not low else (low,) if low == high else (low, high)
        return Facing(self.limit, self.bets[seat], self.stacks[seat], self.matched_level(), low, high, sizes)

    def _others_after(self, seat: Seat) -> list[Seat]:
        """The live seats with chips behind, clockwise after `seat`, without it."""
        at = self.ring.index(seat)
        stacks = self.stacks
        return [other for other in self.ring[at + 1 :] + self.ring[:at] if stacks[other]]

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
        queue = self.queue
        if queue and queue[0] == seat:
            del queue[0]
        elif seat in queue:
            queue.remove(seat)
        self.go_on()

    def do_raise(self, seat: Seat, total: int) -> None:
        """`seat` bets or raises to `total`, which is legal: at least the minimum or all-in."""
        before = self.top
        sizes = (before, self.step, self.full, self.size, self.count, self.serial, self.nominal)
        self.history.append((seat, *sizes, self.round_aggressor, self.last_aggressor))
        self.move_in(seat, total - self.bets[seat])
        self.nominal = self.bring_in_due = False
        if self.limit == "fixed":
            self._level_fixed(before, total)
        else:
            self._level_big_bet(before, total)
        self.seen[seat] = self.serial
        self.level_at[seat] = self.top
        self.round_aggressor = self.last_aggressor = seat
        self.queue = self._others_after(seat)
        self.go_on()

    def _level_big_bet(self, before: int, total: int) -> None:
        added = total - before
        self.top = total
        if added >= self.step:
            self.step = added
            self.serial += 1
        elif not before:
            # An opening all-in for less: others owe the full bet, raises count from it (BFSP 4.9.8, CLUB 2.3.2).
            self.top = self.step = self.unit
            self.nominal = True
            self.serial += 1
        elif self.rules.short_all_in_step == "big_blind":
            self.step = self.unit

    def _level_fixed(self, before: int, total: int) -> None:
        size = self.size
        self.top = total
        if not before and total < min(size, self.unit) and self.rules.short_opening_fixed == "owed_in_full":
            # As in the big-bet games; on a lower round the all-in then stands for the whole bet.
            self.top = self.unit
            self.nominal = True
            if self.unit < size:
                return
            self.full = self.unit
        elif total >= self.full + size:
            if total >= self.full + self.size_high:
                self.size = self.size_high  # once upper, it stays upper
            self.full = total
        else:
            # Less than a full bet: half of it may count as one (BFSP 4.9.8, WSOP L129); else it may be completed.
            excess = total - (self.full if self.rules.short_all_ins_add_up else before)
            if not self.rules.half_rule or 2 * excess < size:
                return
            self.full = total
        self.count += 1
        self.serial += 1

    def go_on(self) -> None:
        """Pass the turn; end the round when nobody owes an action any more."""
        queue = self.queue
        if len(self.ring) < 2 or (len(queue) == 1 and self._idle(queue[0])):
            queue.clear()
        if queue:
            self.to_act = queue[0]
        elif self.to_act:
            self.to_act = 0
            self.return_uncalled()
        self.check_chips()

    def _idle(self, seat: Seat) -> bool:
        """Whether nothing that `seat` does could matter: nobody else has chips, and nobody has more in than it."""
        bets, stacks = self.bets, self.stacks
        bet = bets[seat]
        return all(not stacks[other] and bets[other] <= bet for other in self.ring if other != seat)
