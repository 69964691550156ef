"""Actions in turn, ruled on where they are not allowed, below or above the limits (RULES 4.1 to 4.3)."""

from __future__ import annotations

from rulebook.betting_forced import Forced
from rulebook.betting_money import Start
from rulebook.chips import Reading, RulingDraft, legal_size
from rulebook.seats import Seat


class Turn(Forced):
    """The meaning of declared actions.

    `asked`: the seat to which the dealer turned; `skips`: actions that others made while the seat to act was passed over.
    """

    __slots__ = ("asked", "skips")

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        self.asked: Seat = 0
        self.skips = 0

    def rule(self, situation: str) -> str:
        """How the book cites `situation`."""
        return self.rules.cite(self.cite, situation, self.context)

    def draft(self, seat: Seat, action: str, change: int, situation: str) -> RulingDraft:
        """A ruling on what `seat` now has in."""
        return RulingDraft(seat, action, self.bets[seat], change, self.rule(situation))

    def in_turn(self, seat: Seat, action: str, amount: int | None) -> list[RulingDraft]:
        """Do the action of the seat to act."""
        if action == "fold" or action == "muck":
            self.took_turn(seat)
            self.do_fold(seat)
            return []
        if action == "call" or action == "check":
            return self._match(seat, action)
        if action == "bring_in":
            if not self.bring_in_due:
                return self._match(seat, "call")
            self.took_turn(seat)
            self.do_bring_in(seat)
            return []
        if action == "allin":
            return self._all_in(seat)
        return self._raise(seat, amount)

    def took_turn(self, seat: Seat) -> None:
        """`seat` acts: its turn is used up, and so is the dealer's asking it."""
        self.acted.append(seat)
        self.last_actor = seat
        self.skips = 0
        if self.asked == seat:
            self.asked = 0

    def _match(self, seat: Seat, action: str) -> list[RulingDraft]:
        if self.bring_in_due:
            return self.in_turn(seat, "bring_in", None) if action == "call" else self._refused_check(seat)
        facing = self.top > self.bets[seat]
        if action == "check" and facing and self.matched_level() > self.bets[seat]:
            return self._refused_check(seat)
        self.took_turn(seat)
        self.do_match(seat)
        if action == "call" and not facing and not self.top:
            return [self.draft(seat, "check", 0, "call_without_bet")]
        return []

    def _refused_check(self, seat: Seat) -> list[RulingDraft]:
        """A check against a bet is no action (BFSP 4.9.2); the seat keeps its turn, in some books without the raise."""
        if self.rules.check_facing_bet == "no_raise":
            self.may_not_raise[seat] = "check_facing_bet"
        return [self.draft(seat, "none", 0, "check_facing_bet")]

    def _all_in(self, seat: Seat) -> list[RulingDraft]:
        total = self.bets[seat] + self.stacks[seat]
        if total <= self.matched_level():
            return self.in_turn(seat, "call", None)
        low, high = self.raise_range(seat)
        if not low:
            return self._no_raise(seat, total)
        self.took_turn(seat)
        self.do_raise(seat, min(total, high))
        if total > high:
            situation = "over_fixed" if self.limit == "fixed" else "over_pot"
            return [self.draft(seat, "raise" if self.history[-1][1] else "bet", total - high, situation)]
        return []

    def _no_raise(self, seat: Seat, total: int) -> list[RulingDraft]:
        """A raise where none is allowed, or none can be called, is a call."""
        situation = self.barred(seat) or "no_raise"
        action = "call" if self.owed(seat) else "check"
        if self.bring_in_due:
            return self.in_turn(seat, "bring_in", None)
        self.took_turn(seat)
        self.do_match(seat)
        return [self.draft(seat, action, max(total - self.bets[seat], 0), situation)]

    def _raise(self, seat: Seat, amount: int | None) -> list[RulingDraft]:
        low, high = self.raise_range(seat)
        bet = self.bets[seat]
        if amount is None:
            amount = low
        total = min(amount, bet + self.stacks[seat])
        if not low:
            return self._no_raise(seat, total)
        odd = total % self.wager_unit
        if odd and total < high and low <= total - odd:
            return [
                *self._raise(seat, total - odd),
                self.draft(seat, "raise" if self.history[-1][1] else "bet", odd, "odd_wager"),
            ]
        if low <= total <= high and (self.limit != "fixed" or total in (low, high)):
            self.took_turn(seat)
            self.do_raise(seat, total if total > bet else bet)
            return []
        word = "raise" if self.top else "bet"
        if total < low:
            return self._short_raise(seat, word, total, low)
        size = legal_size(total, self.facing(seat))
        self.took_turn(seat)
        self.do_raise(seat, max(size, bet))
        return [self.draft(seat, word, total - self.bets[seat], "over_fixed" if self.limit == "fixed" else "over_pot")]

    def _short_raise(self, seat: Seat, word: str, total: int, low: int) -> list[RulingDraft]:
        """Below the minimum: completed, or under half of it a call (WSOP T95), unless it sets everybody else all-in."""
        self.took_turn(seat)
        small = bool(self.top) and 2 * (total - self.top) < low - self.top
        sets_all_in = all(self.bets[other] + self.stacks[other] <= total for other in self.ring if other != seat)
        if small and self.rules.declared_short_raise == "half" and not sets_all_in:
            action = "call" if self.owed(seat) else "check"
            self.do_match(seat)
            return [self.draft(seat, action, max(total - self.bets[seat], 0), "short_raise")]
        self.do_raise(seat, max(low, self.bets[seat]))
        return [self.draft(seat, word, 0, "short_raise")]

    def apply_reading(self, seat: Seat, reading: Reading) -> list[RulingDraft]:
        """Do what chips in turn were read as."""
        self.took_turn(seat)
        action = reading.action
        if action in ("bet", "raise"):
            self.do_raise(seat, max(reading.amount, self.bets[seat]))
        elif self.bring_in_due:
            action = "bring_in"
            self.do_bring_in(seat)
        else:
            self.do_match(seat)
        return [self.draft(seat, action, reading.change, reading.situation)] if reading.situation else []
