"""One random legal hand played by our betting and by PokerKit side by side.

PokerKit is told what we do, action by action; before each action both must agree on who acts, what a call costs and what may
be raised, and at the end on every stack. A disagreement that is not accepted (`pokerkit_differences`) is a failure.
"""

from __future__ import annotations

import random
import warnings
from typing import Any

import pokerkit as pk

from rulebook.betting import Betting
from rulebook.book import standard_books
from rulebook.cards import DECK, Card
from rulebook.pots import add_up
from rulebook.ranking import low_eight_value, omaha_low_value, up_cards_high
from rulebook.settings import Settings
from tests.rulebook_money.pokerkit_differences import ACCEPTED, Accepted, Difference

A = pk.Automation
AUTOMATIONS = (
    A.ANTE_POSTING, A.BET_COLLECTION, A.BLIND_OR_STRADDLE_POSTING, A.RUNOUT_COUNT_SELECTION, A.HOLE_CARDS_SHOWING_OR_MUCKING,
    A.HAND_KILLING, A.CHIPS_PUSHING, A.CHIPS_PULLING,
)  # fmt: skip
KINDS: dict[tuple[str, str], Any] = {
    ("holdem", "no"): pk.NoLimitTexasHoldem,
    ("holdem", "fixed"): pk.FixedLimitTexasHoldem,
    ("omaha", "pot"): pk.PotLimitOmahaHoldem,
    ("omaha8", "fixed"): pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    ("stud7", "fixed"): pk.FixedLimitSevenCardStud,
    ("stud8", "fixed"): pk.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    ("razz", "fixed"): pk.FixedLimitRazz,
}


class Pair:
    """A random hand on both engines."""

    def __init__(self, seed: int, game: str, limit: str, book: str) -> None:
        self.dice = random.Random(f"{seed} {game} {limit} {book}")
        self.game, self.limit = game, limit
        dice = self.dice
        stud = game in ("stud7", "stud8", "razz")
        count = dice.randint(2, 6)
        self.seats = range(1, count + 1)
        unit = dice.choice([10, 20, 100])
        stacks = [dice.choice([dice.randint(1, 4 * unit), dice.randint(unit, 20 * unit), 60 * unit]) for _ in self.seats]
        ante = dice.choice([0, 0, unit // 10, unit // 2]) if not stud else unit // 5
        bring_in = unit // 2 if stud else 0
        limits = (unit, 2 * unit) if limit == "fixed" else (0, 0)
        settings = Settings(
            rulebook=book, game=game, limit=limit, blinds=(0, 0) if stud else (unit // 2, unit), ante=ante,
            bring_in=bring_in, limits=limits,
        )  # fmt: skip
        rules = standard_books()[book]
        self.betting = Betting(settings, rules.money, rules.cite, dict(zip(self.seats, stacks, strict=True)), count)
        blinds = (unit // 2, unit)
        kind = KINDS[game, limit]
        if stud:
            self.state = kind.create_state(AUTOMATIONS, True, ante, bring_in, *limits, stacks, count)
        elif limit == "fixed":
            self.state = kind.create_state(AUTOMATIONS, True, ante, blinds, *limits, stacks, count)
        else:
            self.state = kind.create_state(AUTOMATIONS, True, ante, blinds, unit, stacks, count)
        self.deck: list[Card] = dice.sample(DECK, 52)
        self.held: dict[int, list[Card]] = {seat: [] for seat in self.seats}
        self.up: dict[int, list[Card]] = {seat: [] for seat in self.seats}
        self.board: list[Card] = []
        self.notes: set[str] = set()
        self.accepted: Accepted | None = None

    def run(self) -> Difference | None:
        """Play the hand. Returns a difference that nothing accepts, None when there is none."""
        betting = self.betting
        betting.post()
        short_blind = any(betting.bets[seat] < amount for seat, amount in self._forced().items())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for street in betting.game.streets:
                if len(betting.ring) < 2:
                    break
                self._deal(street)
                betting.open_round(street.name, self.up)
                self.notes.clear()  # what happened on one street explains nothing on the next
                if short_blind and street is betting.game.streets[0]:
                    self.notes.add("short blind")
                difference = self._round(street.name)
                if difference is not None:
                    return self._judge(difference)
            return self._end()

    def _forced(self) -> dict[int, int]:
        if self.betting.game.stud:
            return {}
        small, big = self.betting.settings.blinds
        order = self.betting.seats
        return {order[1]: small, order[0]: big} if len(order) == 2 else {order[0]: small, order[1]: big}

    def _deal(self, street: Any) -> None:
        """The street's cards, on both tables."""
        state = self.state
        if street.burn and state.can_burn_card():
            state.burn_card("??")
        for _ in range(street.down + street.up):
            for seat in [seat for seat in self.seats if seat in self.betting.ring]:
                card = self.deck.pop()
                self.held[seat].append(card)
                if self.betting.game.stud and 3 <= len(self.held[seat]) <= 6:
                    self.up[seat].append(card)
        if street.board:
            laid = [self.deck.pop() for _ in range(street.board)]
            self.board += laid
            state.deal_board("".join(laid))
            return
        while state.can_deal_hole():
            index = state.hole_dealee_index
            held = len(state.hole_cards[index])
            wanted = "".join(self.held[index + 1][held : held + 1])
            state.deal_hole(wanted)

    def _round(self, street: str) -> Difference | None:
        betting, state = self.betting, self.state
        shown = sorted(up_cards_high(self.up[seat]) >> 2 for seat in betting.ring)
        if betting.game.stud and not betting.game.lowball and shown[-1:] == shown[-2:-1]:
            self.notes.add("equal open hands")
        if self.betting.game.open_pair_street == street and betting.size != betting.size_high:
            self.notes.add("open pair")
        while betting.to_act or state.actor_index is not None:
            difference = self._compare()
            if difference is not None:
                return difference
            if betting.to_act:
                self._act(betting.to_act)
        return None

    def _compare(self) -> Difference | None:
        betting, state = self.betting, self.state
        theirs = 0 if state.actor_index is None else state.actor_index + 1
        if not betting.to_act and theirs and not state.checking_or_calling_amount:
            # The last player with chips has nothing to decide: we do not ask him, PokerKit lets him check.
            state.check_or_call()
            return None
        if betting.to_act != theirs:
            return Difference("actor", betting.to_act, theirs, betting, self.notes)
        call = state.effective_bring_in_amount if betting.bring_in_due else state.checking_or_calling_amount
        if betting.bring_in_due:
            call = min(call or 0, betting.stacks[betting.to_act])
        if call is not None and betting.to_call != call:
            return Difference("call", betting.to_call, call, betting, self.notes)
        mine = (betting.raise_min, betting.raise_max)
        low = state.min_completion_betting_or_raising_to_amount or 0
        high = state.max_completion_betting_or_raising_to_amount or 0
        if mine != (low, self._own_limit(low, high)):
            return Difference("raise", mine, (low, high), betting, self.notes)
        return None

    def _own_limit(self, low: int, high: int) -> int:
        """PokerKit 0.7.7 plays its fixed-limit Omaha Hi/Lo with the maximum of pot limit; its minimum is the fixed bet."""
        return low if self.game == "omaha8" else high

    def _act(self, seat: int) -> None:
        betting, state, dice = self.betting, self.state, self.dice
        low, high = betting.raise_min, betting.raise_max
        choice = dice.random()
        if betting.bring_in_due and choice < 0.7:
            betting.act(seat, "bring_in")
            state.post_bring_in()
        elif choice < 0.15 and betting.to_call and not betting.bring_in_due:
            betting.act(seat, "fold")
            state.fold()
        elif low and (choice > 0.6 or betting.bring_in_due):
            total = dice.choice([low, high, dice.randint(low, high)])
            if self.limit == "fixed" and total != high:
                total = low
            self._note(seat, total)
            betting.act(seat, "raise", total)
            state.complete_bet_or_raise_to(total)
        elif betting.bring_in_due:
            betting.act(seat, "bring_in")
            state.post_bring_in()
        else:
            betting.act(seat, "call" if betting.to_call else "check")
            state.check_or_call()
        if self.betting.game.stud and betting.nominal:
            self.notes.add("short opening")

    def _note(self, seat: int, total: int) -> None:
        """Remember all-ins for less: most accepted differences begin with one."""
        betting = self.betting
        if self.limit == "fixed":
            if total < betting.full + betting.size:
                self.notes.add("short all-in" if betting.top else "short opening")
        elif not betting.top and total < betting.unit:
            self.notes.add("short opening")
        elif betting.top and total < betting.top + betting.step:
            self.notes.add("short all-in" if betting.history else "short first raise")

    def _end(self) -> Difference | None:
        betting, state = self.betting, self.state
        self.notes.clear()
        betting.close_round()
        hands = {seat: self.held[seat] for seat in betting.ring}
        pots = betting.award(hands, self.board, ())
        if len({any(self._has_low(seat) for seat in pot.eligible) for pot in pots}) > 1:
            self.notes.add("pots with and without a low")
        betting.pay(add_up(pot.won for pot in pots))
        ours = [betting.stacks[seat] for seat in self.seats]
        if state.status:
            return self._judge(Difference("over", ours, list(state.stacks), betting, self.notes))
        theirs = list(state.stacks)
        return self._judge(Difference("stacks", ours, theirs, betting, self.notes)) if ours != theirs else None

    def _has_low(self, seat: int) -> bool:
        game = self.betting.game
        if "low_eight" not in game.rankings or len(self.held[seat]) + len(self.board) < 7:
            return False
        if game.stud:
            return low_eight_value(self.held[seat]) is not None
        return omaha_low_value(self.held[seat], self.board, straights_and_flushes=True) is not None

    def _judge(self, difference: Difference) -> Difference | None:
        for accepted in ACCEPTED:
            if accepted.holds(difference):
                self.accepted = accepted
                return None
        return difference
