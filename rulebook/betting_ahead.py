"""Actions out of turn, the dealer's asking the wrong seat, skipped players (RULES 4.3)."""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

from rulebook.betting_money import Start
from rulebook.betting_turn import Turn
from rulebook.chips import Reading, RulingDraft, read_chips
from rulebook.seats import Seat, next_seat


class Ahead(NamedTuple):
    """An action out of turn that waits for its turn. `moved`: chips that it brought in; `top`: what it faced; `level`: what it
    will face if those that wait before it stand; `asked`: the dealer had turned to the seat, so that it may still change its
    mind (BFSP 4.10)."""

    action: str
    amount: int | None
    chips: tuple[int, ...]
    moved: int
    top: int
    level: int
    asked: bool


class OutOfTurn(Turn):
    """What is done before its turn.

    `ahead`: actions that wait for their turn. `changeable`: the seat whose action may still be changed since the dealer had
    asked it, the state before that action, the rulings that become binding when the next player acts. `time_said`: seats that
    spoke up and so lose nothing when others act.
    """

    __slots__ = ("ahead", "changeable", "time_said")

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        self.ahead: dict[Seat, Ahead] = {}
        self.changeable: tuple[Seat, dict[str, Any], list[RulingDraft]] | None = None
        self.time_said: set[Seat] = set()

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
        level = max([self.top, *(self.bets[other] for other in self.ahead if self._after(other, seat))])
        moved = self.move_in(seat, self._brought(seat, action, amount, chips, level))
        self.ahead[seat] = Ahead(action, amount, chips, moved, self.top, level, asked)
        self.check_chips()
        return []

    def settle_bring_in(self, seat: Seat) -> list[RulingDraft]:
        """Before `seat` acts: the bring-in of a wrong player, the one before it, stands in some books (WSOP L228); it is put
        right as long as nobody has acted after it."""
        wrong = next((other for other, done in self.ahead.items() if done.action == "bring_in"), 0)
        if not wrong or next_seat(self.ring, wrong) != seat or self.rules.wrong_bring_in.of(self.context) != "stands":
            return []
        del self.ahead[wrong]
        self.opener = wrong
        self.do_bring_in(wrong)
        return [self.draft(wrong, "bring_in", 0, "wrong_bring_in")]

    def waits(self, seat: Seat) -> bool:
        """An action out of turn may yet come to nothing."""
        return seat in self.ahead

    def _brought(self, seat: Seat, action: str, amount: int | None, chips: tuple[int, ...], level: int) -> int:
        """The chips that an action out of turn brings in at once. `level`: what a call matches."""
        if chips:
            return sum(chips)
        if action == "allin":
            return self.stacks[seat]
        if action == "call":
            return max(self.owed(seat), level - self.bets[seat])
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
            for seat in [seat for seat in self.ahead if self._is_upset(seat)]:
                drafts += self._upset(seat, self.ahead.pop(seat))
                if seat in self.queue and not self.stacks[seat]:
                    self.queue.remove(seat)  # all its chips stay in
                    self.go_on()
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

    def _is_upset(self, seat: Seat) -> bool:
        """Whether what a seat did before its turn now meets another bet than it faced."""
        waiting = self.ahead[seat]
        if seat not in self.queue or (seat == self.to_act and self.top != waiting.level):
            return True
        return self.top not in (waiting.top, waiting.level)

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
        if action == "bring_in":
            return [self.draft(seat, action, 0, "wrong_bring_in")]
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
