"""What may be bet: the amount to match, the smallest and the largest raise, who may raise (RULES 4.1, 4.2).

* `top` is what must be matched. A blind or an opening all-in for less counts in full, so `top` may lie above every bet.
* `step` is what the next raise must add in no limit and pot limit.
* `size` is the fixed bet of the round, `size_high` the larger choice beside an open pair. `full` is, in fixed limit, the last
  level that counts as a bet or raise: an all-in that does not count raises `top`, not `full`, and the next raise completes it.
* `serial` counts the raises that re-open the betting. A seat may raise if it has not acted or if such a raise came after it.
"""

from __future__ import annotations

from rulebook.betting_money import Ledger, Start
from rulebook.chips import Facing
from rulebook.seats import Seat

# Who raised, and what a raise changes as it was before: top, step, full, size, count, serial, nominal, whether the bring-in was
# due, both aggressors.
RaiseMark = tuple[Seat, int, int, int, int, int, int, bool, bool, Seat, Seat]


class Sizes(Ledger):
    """The sizes of the current round."""

    __slots__ = (
        "began_with",
        "big_blind_seat",
        "bring_in_due",
        "count",
        "full",
        "history",
        "last_aggressor",
        "level_at",
        "may_not_raise",
        "nominal",
        "pot_pad",
        "round_aggressor",
        "seen",
        "serial",
        "size",
        "size_high",
        "small_pad",
        "step",
        "top",
        "unit",
        "wager_unit",
    )

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        settings = self.settings
        self.last_aggressor: Seat = 0
        self.big_blind_seat: Seat = 0
        # The least bet: the big blind; in stud the forced first bet (CLUB 2.3.2).
        least = self.bring_in if self.game.stud else settings.blinds[1] or max(settings.forced.values(), default=0)
        self.unit = least or settings.limits[0] or settings.smallest_chip
        # Where every wager is a multiple of the smallest chip, its value; else 1.
        self.wager_unit = settings.smallest_chip if self.rules.wagers_in_chips.of(self.context) else 1
        self.size = self.size_high = 0
        self.begin_sizes()

    def begin_sizes(self) -> None:
        """A round without a bet."""
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
        self.began_with = len(self.ring)

    @property
    def bring_in(self) -> int:
        """The amount of the bring-in; half the lower limit where the book says so and the settings give none."""
        given = self.settings.bring_in
        return given if given or not self.rules.bring_in_half else self.settings.limits[0] // 2

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
            if stacks[other] + bets[other] > top and other != seat:
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

    def level_up(self, seat: Seat, total: int) -> None:
        """The bet of `seat`, now `total`, is a bet or raise: what must be matched and added changes with it."""
        before = self.top
        self.history.append((
            seat, before, self.step, self.full, self.size, self.count, self.serial, self.nominal, self.bring_in_due,
            self.round_aggressor, self.last_aggressor,
        ))  # fmt: skip
        self.nominal = self.bring_in_due = False
        if self.limit == "fixed":
            self._level_fixed(before, total)
        else:
            self._level_big_bet(before, total)
        self.seen[seat] = self.serial
        self.level_at[seat] = self.top
        self.round_aggressor = self.last_aggressor = seat

    def level_back(self) -> None:
        """The last bet or raise of the round did not happen."""
        _, *sizes, self.nominal, self.bring_in_due, self.round_aggressor, self.last_aggressor = self.history.pop()
        self.top, self.step, self.full, self.size, self.count, self.serial = sizes

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
