"""Declared actions, words and motions of chips, as people mix them (RULES 4.3)."""

from __future__ import annotations

from rulebook.betting_ahead import OutOfTurn
from rulebook.betting_forced import UpCards
from rulebook.betting_money import Start
from rulebook.chips import Reading, RulingDraft, read_chips, read_raise
from rulebook.events import Action
from rulebook.seats import Seat

_WORDS: dict[str, str] = {
    "fold": "fold", "pass": "fold", "check": "check", "knock": "check", "knocks": "check", "call": "call", "bet": "bet",
    "raise": "raise", "reraise": "raise", "re-raise": "raise", "cap": "raise", "complete": "raise", "all-in": "allin",
    "allin": "allin", "all in": "allin", "bring in": "bring_in", "bring-in": "bring_in", "pot": "pot", "": "amount",
}  # fmt: skip


class Words(OutOfTurn):
    """What was declared, said or put in.

    `word`: a seat that said *bet* or *raise* without an amount and still owes the chips. `short`: a seat with too few chips
    in, what it must complete to, whether that is a bet. `mover`: who acted last by a motion of chips: another motion of his is
    a string bet. `speaker`: who declared last: the chips that follow belong to the declaration. `fixed_word`: who raised in
    fixed limit by the word alone, and what it had in before: its chips follow.
    """

    __slots__ = ("fixed_word", "mover", "short", "speaker", "word")

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        self.word: tuple[Seat, str] | None = None
        self.short: tuple[Seat, int, bool] | None = None
        self.mover: Seat = 0
        self.speaker: tuple[Seat, str] = (0, "")
        self.fixed_word: tuple[Seat, int] = (0, 0)

    def open_round(self, street: str, up_cards: UpCards | None = None, opener: Seat = 0) -> None:
        """Begin the betting of `street` (`Forced.open_round`); nothing of the round before hangs over."""
        first = not self.street
        super().open_round(street, up_cards, opener)
        if first:
            return
        self.word = self.short = self.changeable = None
        self.mover, self.speaker, self.fixed_word = 0, (0, ""), (0, 0)
        self.ahead.clear()
        self.time_said.clear()
        self.asked = 0

    def act(self, seat: Seat, action: Action | str, amount: int | None = None) -> list[RulingDraft]:
        """A declared action. `amount` is the total of the round. Returns the rulings that it makes binding."""
        if seat == self.to_act and seat and not (self.ahead or self.word or self.short or self.changeable):
            self.mover, self.speaker = 0, (seat, action)
            return self.in_turn(seat, action, amount)  # nothing but a turn
        if seat not in self.bets:
            return []
        drafts = self._begin(seat)
        if self.word is not None and self.word[0] == seat:
            if action not in ("bet", "raise", "allin"):
                return drafts + self._word_alone() + self.run_ahead()  # the word binds (BFSP 4.8.1)
            self.word = None
        if self.short is not None and self.short[0] == seat:
            drafts += self._complete(seat, action)
        elif seat == self.to_act:
            self.mover, self.speaker = 0, (seat, action)
            drafts += self.in_turn(seat, action, amount)
        elif seat in self.queue:
            drafts += self.out_of_turn(seat, action, amount)
        return drafts + self.run_ahead()

    def _begin(self, seat: Seat) -> list[RulingDraft]:
        """Before an act of `seat`: what earlier acts left open and this one settles."""
        drafts = self.settle_changeable(seat)
        if self.bring_in_due and self.ahead:
            drafts += self.settle_bring_in(seat)
        if self.word is not None and self.word[0] != seat:
            drafts += self._word_alone() + self.run_ahead()
        return drafts

    def _word_alone(self) -> list[RulingDraft]:
        """No chips followed the word: it stands for the smallest bet or raise."""
        assert self.word is not None
        seat, word = self.word
        self.word = None
        drafts = self.in_turn(seat, word, None)
        return drafts or [self.draft(seat, self._did(seat), 0, "word")]

    def said(self, seat: Seat, words: str, amount: int | None = None) -> list[RulingDraft]:
        """Spoken words. ``time`` keeps the right to act; a number alone is a bet or raise to that total."""
        if seat not in self.bets:
            return []
        text = " ".join(words.lower().split())
        head, _, last = text.rpartition(" ")
        if last.isdecimal():
            text, amount = head.removesuffix(" to"), int(last) if amount is None else amount
        if text == "time":
            self.time_said.add(seat)
            return []
        if text == "pot" and amount is not None and seat in self.queue and self.limit == "pot":
            return self._say_counted_pot(seat, amount)
        action = _WORDS.get(text)
        if action is None or (action == "amount" and amount is None):
            return []
        if action in ("bet", "raise") and amount is None and seat == self.to_act and not self.short:
            return self._say_raise(seat, action)
        if action == "pot":
            return self._say_pot(seat)
        if action == "amount":
            return self._say_amount(seat, amount or 0)
        return self.act(seat, action, amount)

    def _say_raise(self, seat: Seat, action: str) -> list[RulingDraft]:
        """*Bet* or *raise* without an amount: the chips that follow set it, except where only one size is legal."""
        drafts = self._begin(seat)
        if seat != self.to_act:
            return drafts + self.act(seat, action)
        low, high = self.raise_range(seat)
        if self.limit != "fixed" or low != high:
            self.word = (seat, action)
            return drafts
        had = self.bets[seat]
        drafts += self.act(seat, action)
        self.fixed_word = (seat, had) if low else (0, 0)
        return drafts

    def _chips_of_word(self, seat: Seat, chips: tuple[int, ...]) -> list[RulingDraft]:
        """The chips that follow *raise* in fixed limit: word and chips are one ruling, what is above the size goes back."""
        had = self.fixed_word[1]
        self.fixed_word, self.speaker, self.mover = (0, 0), (0, ""), seat
        change = max(had + sum(chips) - self.bets[seat], 0)
        return [self.draft(seat, self._did(seat), change, "raise_fixed" if change else "word")]

    def _say_pot(self, seat: Seat) -> list[RulingDraft]:
        """*Pot* binds (CLUB 2.9.2); in no limit it is the size of the pot, or the least bet (WSOP T102)."""
        low, high = self.raise_range(seat) if seat in self.queue else (0, 0)
        if not low:
            return self.act(seat, "raise", None)
        total = high
        if self.limit == "fixed" or (self.limit == "no" and self.rules.pot_word == "minimum"):
            total = low
        elif self.limit == "no":
            total = min(max(2 * self.top + self.pot_size() - self.bets[seat], low), high)
        word = "raise" if self.top else "bet"
        drafts = self.act(seat, "raise", total)
        return drafts if drafts or self.limit == "pot" else [self.draft(seat, word, 0, "pot_word")]

    def _say_counted_pot(self, seat: Seat, amount: int) -> list[RulingDraft]:
        """*Pot* with a sum in pot limit: where that is not it, the right one holds (WSOP T90-e2)."""
        drafts = self._say_pot(seat)
        miscounted = not drafts and amount != self.bets[seat]
        return [self.draft(seat, self._did(seat), max(amount - self.bets[seat], 0), "pot_miscounted")] if miscounted else drafts

    def _say_amount(self, seat: Seat, amount: int) -> list[RulingDraft]:
        """A total alone is read like several silent chips of that sum; below the call it completes the call."""
        if seat not in self.queue or amount <= self.bets[seat]:
            return []
        facing = self.facing(seat)
        if amount <= facing.top:
            return self.act(seat, "call", None)
        if not facing.top:
            return self.act(seat, "bet", amount)
        reading = read_chips((amount - facing.bet - 1, 1), facing, self.rules)
        if reading.action == "raise":
            return self.act(seat, "raise", amount)
        drafts = self.act(seat, "call", None)
        return [*drafts, self.draft(seat, reading.action, reading.change, reading.situation)]

    def put(self, seat: Seat, chips: tuple[int, ...], lying: tuple[int, ...] = ()) -> list[RulingDraft]:
        """One forward motion with these chips, added to what the seat has in this round. `lying`: see `events.ChipsPut`."""
        if not chips or seat not in self.bets or seat in self.ahead:
            return []
        if self.speaker[0] == seat and self.fixed_word[0] == seat:
            return self._chips_of_word(seat, chips)
        if self.speaker[0] == seat and seat != self.to_act:
            # Chips that follow a declaration belong to it; after a check or a fold there is nothing that they could be.
            idle = self.speaker[1] in ("check", "fold")
            return [self.draft(seat, self.speaker[1], sum(chips), "word")] if idle else []
        if self.mover == seat and seat != self.to_act:
            return [self.draft(seat, self._did(seat), sum(chips), "string_bet")]
        drafts = self._begin(seat)
        if self.short is not None and self.short[0] == seat:
            drafts += self._more_chips(seat, chips)
        elif seat == self.to_act:
            drafts += self._put_in_turn(seat, chips, lying)
        elif seat in self.queue:
            drafts += self.out_of_turn(seat, "chips", None, chips)
        return drafts + self.run_ahead()

    def _did(self, seat: Seat) -> str:
        """What the last action of `seat` in this round was."""
        if self.round_aggressor != seat:
            return "call" if self.bets[seat] else "check"
        if not self.history:
            return "bring_in"
        return "raise" if self.history[-1][1] else "bet"

    def _put_in_turn(self, seat: Seat, chips: tuple[int, ...], lying: tuple[int, ...]) -> list[RulingDraft]:
        facing, situation = self.facing(seat), ""
        if lying:
            situation = "chips_drawn_back" if sum(lying) < facing.bet else "chips_lying"
            chips, facing = (*lying, *chips), facing._replace(bet=0, stack=facing.bet + facing.stack)
        self.mover, self.speaker = seat, (0, "")
        if self.word is not None:
            self.word = None
            return self.apply_reading(seat, read_raise(chips, facing))
        reading = read_chips(chips, facing, self.rules)
        if reading.action != "short":
            return self.apply_reading(seat, reading._replace(situation=situation) if lying else reading)
        bets = not facing.top
        target = facing.raise_min if bets else facing.top
        if self._must_complete(bets):
            return self.apply_reading(seat, Reading("bet" if bets else "call", target, 0, "short_bet"))
        self.move_in(seat, max(facing.bet + sum(chips) - self.bets[seat], 0))
        self.short = (seat, target, bets)
        self.may_not_raise[seat] = "short_bet"
        self.check_chips()
        return []

    def _must_complete(self, bets: bool) -> bool:
        kind = self.rules.short_bet
        if kind == "complete_opening":  # the opening bet, or any bet heads-up (WSOP T93-f2)
            first_round = self.street == self.game.streets[0].name
            return bets or len(self.ring) == 2 or len(self.history) <= (0 if first_round else 1)
        return kind == "complete"

    def _more_chips(self, seat: Seat, chips: tuple[int, ...]) -> list[RulingDraft]:
        """Chips after too few chips: they complete the bet, and what is above goes back (BFSP 4.13: never a raise)."""
        assert self.short is not None
        _, target, bets = self.short
        total = self.bets[seat] + min(sum(chips), self.stacks[seat])
        if total < target and self.stacks[seat] > sum(chips):
            self.move_in(seat, sum(chips))
            self.check_chips()
            return []
        self.short = None
        self.mover, self.speaker = seat, (0, "")
        reading = Reading("bet" if bets else "call", min(total, target), max(total - target, 0), "short_bet")
        return self.apply_reading(seat, reading)

    def _complete(self, seat: Seat, action: str) -> list[RulingDraft]:
        """Who put in too few chips completes them, or folds and loses them (BFSP 4.13)."""
        assert self.short is not None
        _, target, bets = self.short
        self.short = None
        self.mover, self.speaker = 0, (seat, action)
        if action in ("fold", "muck"):
            self.in_turn(seat, "fold", None)
            return [self.draft(seat, "fold", 0, "short_bet")]
        return self.apply_reading(seat, Reading("bet" if bets else "call", target, 0, "short_bet"))

    def owed(self, seat: Seat) -> int:
        """What `seat` must add to stay in: the call, or what its too few chips lack."""
        if self.short is not None and self.short[0] == seat:
            return min(self.short[1] - self.bets[seat], self.stacks[seat])
        return super().owed(seat)
