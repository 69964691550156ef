"""The betting of one hand: actions, words and chips go in, rulings come out, chips are conserved.

`Betting` never raises on what people do: an illegal action is ruled on, one that means nothing changes nothing. It is built
up in layers, one file each: chips (`betting_money`), sizes (`betting_sizes`), the turn (`betting_round`), forced bets
(`betting_forced`), actions in turn (`betting_turn`) and out of it (`betting_ahead`), words and chips (`betting_words`); here
are time, a judge's acts and the showdown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulebook.betting_forced import UpCards
from rulebook.betting_money import ChipsLost, Start
from rulebook.betting_words import Words
from rulebook.cards import Card
from rulebook.chips import RulingDraft
from rulebook.findings import Pot
from rulebook.money_rules import MoneyRules
from rulebook.pots import share
from rulebook.seats import Seat
from rulebook.settings import Settings
from rulebook.showdown import award, show_order

__all__ = ["Betting", "ChipsLost", "RulingDraft"]


class Betting(Words):
    """One hand's betting. See RULES 4 and 5. `turn_lost`: who was to act when its hand died, and how many actions the hand had
    seen by then."""

    __slots__ = ("turn_lost",)

    def __init__(
        self,
        settings: Settings,
        money: MoneyRules,
        cite: str,
        stacks: Mapping[Seat, int],
        button: Seat,
        blind_seats: tuple[Seat, Seat] | None = None,
        apart: Collection[Seat] = (),
    ) -> None:
        super().__init__(Start(settings, money, cite, stacks, button, blind_seats, apart))
        self.turn_lost: tuple[Seat, int] = (0, 0)

    def asked_by_dealer(self, seat: Seat) -> None:
        """The dealer turned to `seat`: if it was not its turn, what it does may still be changed (BFSP 4.10, 4.13)."""
        self.asked = seat

    def as_all_in(self, seat: Seat) -> None:
        """`seat` counts as all-in for what it has in: it acts no more in this hand, what lies behind it is out of play
        (BFSP 6.5.5)."""
        if seat not in self.ring or not self.stacks[seat]:
            return
        self.apart[seat], self.stacks[seat] = self.stacks[seat], 0
        self.ahead.pop(seat, None)
        if seat in self.queue:
            self.queue.remove(seat)
            self.go_on()

    def plays_on(self, seat: Seat) -> None:
        """`seat` plays on by the general rules after all, and owes what it owes."""
        if seat not in self.apart:
            return
        self.stacks[seat] += self.apart.pop(seat)
        if self.street and not self.collected:
            self.undo_uncalled()
            self._who_owes(0)

    def time_out(self, seat: Seat) -> list[RulingDraft]:
        """The time of `seat` has run out: its hand is folded (BFSP 7.1.7 note, CLUB 2.6.1-7)."""
        if seat != self.to_act:
            return []
        drafts = self.act(seat, "fold")
        return [*drafts, self.draft(seat, "fold", 0, "time_out")]

    def kill(self, seat: Seat) -> list[RulingDraft]:
        """The hand of `seat` is dead, its bets stay; that is no fold."""
        if seat not in self.bets or seat in self.dead:
            return []
        if seat == self.to_act:
            self.turn_lost = (seat, self.voluntary_actions)
        self.dead.add(seat)
        self.ahead.pop(seat, None)
        if self.word is not None and self.word[0] == seat:
            self.word = None
        if self.short is not None and self.short[0] == seat:
            self.short = None
        drafts = self.settle_changeable(0)
        if seat in self.ring:
            self.leave_ring(seat)
        return drafts + self.run_ahead()

    def restore(self, seat: Seat) -> None:
        """A judge gave `seat` its hand back: it plays on, and acts if it owes an action in a round that is still open; at once
        where nobody has acted since it lost its turn."""
        if seat not in self.bets or seat in self.ring:
            return
        self.folded.discard(seat)
        self.dead.discard(seat)
        self.ring = [other for other in self.seats if other in self.ring or other == seat]
        if self.street and not self.collected:
            self.undo_uncalled()
            at_once = self.last_actor == seat or self.turn_lost == (seat, self.voluntary_actions)
            self._who_owes(seat if at_once else 0)

    def give_back(self, seat: Seat, amount: int) -> list[RulingDraft]:
        """A judge gave chips of this round back. A bet or raise that they carried is undone with them, and what others put in
        to call it goes back too: they have called what is left of it (BFSP 4.13: who acted upon what did not stand may take
        his chips out again; the rest of them a judge gives back as well if he lets them act anew).
        """
        if seat not in self.bets or amount <= 0 or self.collected:
            return []
        drafts = self.settle_changeable(0)
        if self.ahead.pop(seat, None) is not None:
            self.move_back(seat, amount)  # what it did before its turn is nothing: it acts when its turn comes
            self.check_chips()
            return drafts
        self.undo_uncalled()
        self.move_back(seat, amount)
        self._forget_chips(seat)
        undone = False
        while self.history and self.history[-1][0] == seat and self.bets[seat] < self.top:
            self.level_back()
            undone = True
        if undone:
            self._calls_back()
        self.seen.pop(seat, None)
        if self.street:
            self._who_owes(seat if seat in self.ring else 0)
        self.check_chips()
        return drafts

    def _forget_chips(self, seat: Seat) -> None:
        """Chips that a judge gave back bind no more: neither as too few for a bet nor as a first motion."""
        if self.short is not None and self.short[0] == seat:
            self.short = None
        if self.may_not_raise.get(seat) == "short_bet":
            del self.may_not_raise[seat]
        if self.mover == seat:
            self.mover = 0
        if self.speaker[0] == seat:
            self.speaker = (0, "")

    def _calls_back(self) -> None:
        """A bet or raise did not happen: who called it has called what is left, and may raise if anybody raises again."""
        level = self.matched_level()
        for other in self.ring:
            if other not in self.ahead:
                self.move_back(other, max(self.bets[other] - level, 0))
            if other in self.seen:
                self.seen[other] = min(self.seen[other], self.serial)
                self.level_at[other] = min(self.level_at[other], self.top)

    def _who_owes(self, first: Seat) -> None:
        """Find anew who owes an action: beginning with `first`, else with the seat to act, else after the last to act."""
        start = first or self.to_act or self.last_actor
        at = next((number for number, seat in enumerate(self.ring) if seat == start), 0)
        if start == self.last_actor and not first and not self.to_act:
            at += 1
        order = self.ring[at:] + self.ring[:at]
        level = self.matched_level()
        self.queue = [seat for seat in order if self.stacks[seat] and (self.bets[seat] < level or seat not in self.seen)]
        self.to_act = self.queue[0] if self.queue else 0
        if self.to_act:
            self.go_on()
        else:
            self.return_uncalled()

    def refund(self) -> None:
        """A misdeal or a void hand: all chips of the hand go back, the betting is over."""
        self.queue.clear()
        self.to_act = 0
        self.ahead.clear()
        self.word = self.short = self.changeable = None
        super().refund()
        self.check_chips()

    def show_order(self, up_cards: UpCards | None = None) -> tuple[Seat, ...]:
        """In which order the live seats show (RULES 5)."""
        return show_order(self, up_cards)

    def award(self, hands: Mapping[Seat, Sequence[Card] | None], board: Sequence[Card], mucked: Collection[Seat]) -> list[Pot]:
        """Each pot with what its winners are due; `won` is empty where a hand that could matter is unknown."""
        return award(self, hands, board, mucked)

    def forfeit(self, seat: Seat) -> dict[Seat, int]:
        """The last one left forfeits the pot: equal shares to the others who took part (BFSP 6.3.9)."""
        others = [other for other in self.seats if other != seat]
        return share(self.pot, others, self.settings.smallest_chip) if others else {}
