"""Actions in turn, ruled on where they are below or above the limits, and actions out of turn (RULES 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, NamedTuple

from rulebook.betting_forced import Forced
from rulebook.chips import Reading, RulingDraft, legal_size, read_chips
from rulebook.events import Settings
from rulebook.money_rules import MoneyRules
from rulebook.seats import Seat

AGGRESSIVE = ("bet", "raise", "allin")


class Ahead(NamedTuple):
    """An action out of turn that waits for its turn. `moved`: chips that it brought in; `top`: what it faced;
    `asked`: the dealer had turned to the seat, so that it may still change its mind (BFSP 4.10)."""

    action: str
    amount: int | None
    chips: tuple[int, ...]
    moved: int
    top: int
    asked: bool


class Turn(Forced):
    """The meaning of declared actions.

    `ahead`: actions that were made before their turn. `changeable`: the seat whose action may still be changed since the dealer
    had asked it, the state before that action, the rulings that become binding when the next player acts.
    """

    __slots__ = ("ahead", "asked", "changeable", "skips", "time_said")

    def __init__(
        self,
        settings: Settings,
        money: MoneyRules,
        cite: str,
        stacks: Mapping[Seat, int],
        button: Seat,
        blind_seats: tuple[Seat, Seat] | None = None,
    ) -> None:
        super().__init__(settings, money, cite, stacks, button, blind_seats)
        self.ahead: dict[Seat, Ahead] = {}
        self.asked: Seat = 0
        self.changeable: tuple[Seat, dict[str, Any], list[RulingDraft]] | None = None
        self.time_said: set[Seat] = set()
        self.skips = 0  # actions that others made while the seat to act was passed over

    def rule(self, situation: str) -> str:
        """How the book cites `situation`."""
        return self.rules.cite(self.cite, situation, self.context)

    def draft(self, seat: Seat, action: str, change: int, situation: str) -> RulingDraft:
        """A ruling on what `seat` now has in."""
        return RulingDraft(seat, action, self.bets[seat], change, self.rule(situation))

    def in_turn(self, seat: Seat, action: str, amount: int | None) -> list[RulingDraft]:
        """Do the action of the seat to act."""
        if action == "fold" or action == "muck":
            self.acted.append(seat)
            self.last_actor = seat
            self.skips = 0
            self.do_fold(seat)
            return []
        if action == "call" or action == "check":
            return self._match(seat, action)
        if action == "bring_in":
            if not self.bring_in_due:
                return self._match(seat, "call")
            self._took_turn(seat)
            self.do_bring_in(seat)
            return []
        if action == "allin":
            return self._all_in(seat)
        return self._raise(seat, amount)

    def _took_turn(self, seat: Seat) -> None:
        self.acted.append(seat)
        self.last_actor = seat
        self.skips = 0

    def _match(self, seat: Seat, action: str) -> list[RulingDraft]:
        if self.bring_in_due:
            return self.in_turn(seat, "bring_in", None) if action == "call" else self._refused_check(seat)
        facing = self.top > self.bets[seat]
        if action == "check" and facing and self.matched_level() > self.bets[seat]:
            return self._refused_check(seat)
        self._took_turn(seat)
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
        self._took_turn(seat)
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
        self._took_turn(seat)
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
        odd = total % self.settings.smallest_chip if self.rules.wagers_in_chips.of(self.context) and total < high else 0
        if odd and low <= total - odd:
            return [
                *self._raise(seat, total - odd),
                self.draft(seat, "raise" if self.history[-1][1] else "bet", odd, "odd_wager"),
            ]
        if low <= total <= high and (self.limit != "fixed" or total in (low, high)):
            self._took_turn(seat)
            self.do_raise(seat, total if total > bet else bet)
            return []
        word = "raise" if self.top else "bet"
        if total < low:
            return self._short_raise(seat, word, total, low)
        size = legal_size(total, self.facing(seat))
        self._took_turn(seat)
        self.do_raise(seat, max(size, bet))
        return [self.draft(seat, word, total - self.bets[seat], "over_fixed" if self.limit == "fixed" else "over_pot")]

    def _short_raise(self, seat: Seat, word: str, total: int, low: int) -> list[RulingDraft]:
        """Below the minimum: completed, or under half of it a call (WSOP T95), unless it sets everybody else all-in."""
        self._took_turn(seat)
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
        self._took_turn(seat)
        action = reading.action
        if action in ("bet", "raise"):
            self.do_raise(seat, max(reading.amount, self.bets[seat]))
        elif self.bring_in_due:
            action = "bring_in"
            self.do_bring_in(seat)
        else:
            self.do_match(seat)
        return [self.draft(seat, action, reading.change, reading.situation)] if reading.situation else []

    # Out of turn

    def out_of_turn(self, seat: Seat, action: str, amount: int | None, chips: tuple[int, ...] = ()) -> list[RulingDraft]:
        """An action of a seat that still owes one, before its turn. It waits in `ahead`; a fold needs no turn."""
        asked = self.asked == seat
        old = self.ahead.get(seat)
        if old is not None:
            if not old.asked and action != "fold":
                return []  # it cannot be withdrawn (BFSP 4.10)
            if old.asked:
                self.move_back(seat, old.moved)
            del self.ahead[seat]
        for other, waiting in self.ahead.items():
            if waiting.asked and self._after(other, seat):
                self.ahead[other] = waiting._replace(asked=False)  # the player after him has acted
        self._passed_over()
        if action in ("fold", "muck") and not asked:
            self.acted.append(seat)
            self.do_fold(seat)
            return [self.draft(seat, "fold", 0, "out_of_turn")]
        if old is None:
            self.acted.append(seat)
        moved = self.move_in(seat, self._brought(seat, action, amount, chips))
        self.ahead[seat] = Ahead(action, amount, chips, moved, self.top, asked)
        self.check_chips()
        return []

    def _brought(self, seat: Seat, action: str, amount: int | None, chips: tuple[int, ...]) -> int:
        """The chips that an action out of turn brings in at once."""
        if chips:
            return sum(chips)
        if action == "allin":
            return self.stacks[seat]
        if action == "call":
            return self.owed(seat)
        if action in ("bet", "raise") and amount is not None:
            return max(amount - self.bets[seat], 0)
        return 0

    def _after(self, seat: Seat, other: Seat) -> bool:
        """Whether `other` comes later than `seat` in this round's turn order."""
        queue = self.queue
        return seat in queue and other in queue and queue.index(other) > queue.index(seat)

    def _passed_over(self) -> None:
        """Two actions after a passed-over player who said nothing cost him the raise in some books (CLUB 2.8.12)."""
        self.skips += 1
        if self.rules.skipped_loses_word and self.skips >= 2 and self.to_act not in self.time_said:
            self.may_not_raise.setdefault(self.to_act, "skipped")

    def run_ahead(self) -> list[RulingDraft]:
        """After a turn: actions out of turn that now stand, and those that a bet before them has upset."""
        drafts: list[RulingDraft] = []
        while self.ahead:
            for seat in [seat for seat, waiting in self.ahead.items() if waiting.top != self.top or seat not in self.queue]:
                drafts += self._upset(seat, self.ahead.pop(seat))
            seat = self.to_act
            if seat not in self.ahead:
                break
            waiting = self.ahead.pop(seat)
            self.move_back(seat, waiting.moved)
            before = self.snapshot() if waiting.asked else None
            made = self._stands(seat, waiting)
            if before is not None and self.to_act:
                self.changeable = (seat, before, made)
            else:
                drafts += made
        return drafts

    def _stands(self, seat: Seat, waiting: Ahead) -> list[RulingDraft]:
        """Everybody before it checked, called or folded: the action counts as if made in turn."""
        had = self.bets[seat]
        raises = len(self.history)
        count = len(self.acted)
        if waiting.chips:
            reading = read_chips(waiting.chips, self.facing(seat), self.rules)
            if reading.action == "short":
                reading = Reading("call" if self.top else "bet", self.raise_range(seat)[0], 0, "short_bet")
            self.apply_reading(seat, reading)
        else:
            self.in_turn(seat, waiting.action, waiting.amount)
        del self.acted[count:]  # it was counted when it was made
        if seat in self.folded:
            action = "fold"
        elif len(self.history) > raises:
            action = "raise" if self.history[-1][1] else "bet"
        else:
            action = "call" if self.bets[seat] > had else "check"
        situation = "dealer_asked" if waiting.asked else "out_of_turn_check" if action == "check" else "out_of_turn"
        return [self.draft(seat, action, max(had + waiting.moved - self.bets[seat], 0), situation)]

    def _upset(self, seat: Seat, waiting: Ahead) -> list[RulingDraft]:
        """Someone before it bet or raised: the action no longer stands; its chips stay or go back."""
        if seat not in self.ring:
            return []
        action = "call" if waiting.chips else waiting.action
        if action == "allin":
            action = "raise" if waiting.top else "bet"
        if waiting.asked:
            return [self.draft(seat, action, self.move_back(seat, waiting.moved), "dealer_asked")]
        if action == "check":
            if self.rules.out_of_turn_check == "no_raise":
                self.may_not_raise.setdefault(seat, "out_of_turn_check")
            return [self.draft(seat, action, 0, "out_of_turn_check")]
        back = 0
        if self.rules.out_of_turn_chips.of(self.context) == "back":
            back = self.move_back(seat, waiting.moved)
        return [self.draft(seat, action, back, "out_of_turn")]

    def settle_changeable(self, seat: Seat) -> list[RulingDraft]:
        """Before `seat` acts: another player's act makes the changeable action binding, its own takes it back."""
        if self.changeable is None:
            return []
        who, before, drafts = self.changeable
        self.changeable = None
        if seat != who:
            return drafts
        moved = self.bets[who] + sum(draft.change for draft in drafts)
        self.load(before)
        return [draft._replace(amount=self.bets[who], change=moved - self.bets[who]) for draft in drafts]

    def snapshot(self) -> dict[str, Any]:
        """The whole state as values of its own."""
        return {name: copy(getattr(self, name)) for name in self._names()}

    def load(self, state: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        for name, value in state.items():
            setattr(self, name, value)

    def _names(self) -> list[str]:
        return [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
