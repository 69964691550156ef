"""Forced bets, and who is first (RULES 4.4): antes, blinds, straddle; bring-in; the opening of every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.betting_money import Start
from rulebook.betting_round import Round
from rulebook.cards import UNKNOWN, Card, rank_index, suit_index
from rulebook.ranking import up_cards_high, up_cards_low
from rulebook.seats import Seat, next_seat

UpCards = Mapping[Seat, Sequence[Card]]


class Forced(Round):
    """A hand's forced bets and the opening of its rounds."""

    __slots__ = ("forced_last", "forced_pad", "forced_top", "opener")

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        self.forced_top = 0
        self.forced_last: Seat = 0  # whose forced bet is the last: the action begins after it and ends with it
        self.forced_pad = 0  # what pot limit adds for blinds posted short
        self.opener: Seat = 0  # who was first in the current round

    def post(self) -> None:
        """The forced bets of the hand: antes first, a big-blind ante after the blind (SCENARIOS)."""
        settings = self.settings
        antes = settings.antes
        ante, even = settings.ante if settings.ante_by == "each" else 0, True
        if antes and self.seats:
            # Equal antes count toward a seat's level; uneven ones, as recorded hands have them, are dead money.
            ante = antes.get(self.seats[0], 0)
            even = len({antes.get(seat, 0) for seat in self.seats}) == 1
        if even and ante:
            for seat in self.seats:
                self.move_ante(seat, ante)
        if settings.forced:
            for seat in self.seats:
                if seat in settings.forced:
                    self._post_blind(seat, settings.forced[seat])
            self.big_blind_seat = self.forced_last
        elif not self.game.stud and len(self.seats) > 1:
            small_seat, big_seat = self.blind_seats or self._blinds_by_button()
            small, big = settings.blinds
            if small_seat in self.bets:
                self._post_blind(small_seat, small)
            if big_seat in self.bets:
                self._post_blind(big_seat, big)
                self.big_blind_seat = big_seat
            self._post_extra()
        if not even:
            for seat in self.seats:
                self.move_dead(seat, antes.get(seat, 0))
        elif settings.ante_by == "big_blind" and not settings.antes and self.big_blind_seat:
            self.move_dead(self.big_blind_seat, settings.ante)
        if self.game.id == "stud5" and self.rules.stud5_straddle == "pot_to_twice_pot":
            self._post_stud_straddle()
        self.check_chips()

    def _blinds_by_button(self) -> tuple[Seat, Seat]:
        """Small and big blind; heads-up the button posts the small one (CLUB 2.11.3; BFSP reading)."""
        seats = self.seats
        return (seats[1], seats[0]) if len(seats) == 2 else (seats[0], seats[1])

    def _post_blind(self, seat: Seat, amount: int) -> None:
        if not amount:
            return
        self.forced_pad += amount - self.move_in(seat, amount)
        if amount >= self.forced_top:
            self.forced_top, self.forced_last = amount, seat

    def _post_extra(self) -> None:
        """Guest and missed blinds (CLUB 2.11.4, WSOP L154-157), then the straddle (CLUB 2.12, WSOP L161)."""
        settings, rules = self.settings, self.rules
        for seat, amount in settings.guest_blinds.items():
            if seat in self.bets:
                self.move_in(seat, amount)
        for seat, amount in settings.dead_blinds.items():
            if seat in self.bets:
                self.move_dead(seat, amount)
        straddler = settings.straddle
        if straddler is None or rules.straddle == "none" or straddler not in self.bets or not self.big_blind_seat:
            return
        allowed = {next_seat(self.seats, self.big_blind_seat)}
        if rules.straddle == "after_big_blind_or_button":
            allowed.add(self.button)
        double = 2 * settings.blinds[1]
        # Exactly two big blinds, neither more nor less: a shorter stack may not straddle.
        if straddler in allowed and len(self.seats) > 2 and self.stacks[straddler] >= double:
            self.move_in(straddler, double)
            self.forced_top = double
            if rules.straddle_last:
                self.forced_last = straddler

    def _post_stud_straddle(self) -> None:
        """Five-card stud: from the pot to twice the pot, before the deal; the right of the seat nearest the button, the first
        that cards are dealt to (CLUB 2.12.3). There is no bring-in then: it is the first bet."""
        straddler, amount = self.settings.straddle, self.settings.straddle_amount
        if straddler is None or len(self.seats) < 2 or straddler != self.seats[0]:
            return
        if 0 < self.pot <= amount <= 2 * self.pot and self.stacks[straddler] >= amount:
            self._post_blind(straddler, amount)

    def open_round(self, street: str, up_cards: UpCards | None = None, opener: Seat = 0) -> None:
        """Begin the betting of `street`: sizes, who is first, who owes an action. The round before is closed if it is not.

        `up_cards` of stud: every live seat's open cards, in the order dealt. `opener`: who begins in stud, where not all of
        them could be read. Raises KeyError for a street of another game.
        """
        game = self.game
        first_round = street == game.streets[0].name
        if self.street:
            self.close_round()
        self.begin_round(street)
        if self.limit == "fixed":
            self._fixed_sizes(street, up_cards)
        if first_round and self.forced_top:
            self._open_after_forced()
        elif game.stud:
            self._open_stud(first_round, up_cards or {}, opener)
        elif game.bets:
            self.queue = [seat for seat in self.ring if self.stacks[seat]]
            self.opener = self.queue[0] if self.queue else 0
        self.to_act = self.queue[0] if self.queue else 0
        if self.to_act:
            self.go_on()
        else:
            self.return_uncalled()

    def close_round(self) -> None:
        """The next street begins, or the hand is over: uncalled money has gone back, the bets go to the pots."""
        if self.to_act:
            self.to_act = 0
            self.queue.clear()
            self.return_uncalled()
        self.collect()

    def _open_after_forced(self) -> None:
        """Blinds or a straddle are the first bet: the round begins after the last of them."""
        self.top = self.full = self.forced_top
        self.step = self.forced_top if self.game.stud else self.unit
        self.count = 1
        self.pot_pad = self.forced_pad
        small, big = self.settings.blinds
        if small and self.rules.small_blind_counts_big.of(self.context):
            self.small_pad = big - small
        self.nominal = max(self.bets.values()) < self.top
        last = self.forced_last
        at = self.ring.index(last) if last in self.ring else -1
        stacks = self.stacks
        self.queue = [seat for seat in self.ring[at + 1 :] + self.ring[: at + 1] if stacks[seat]]
        self.opener = self.queue[0] if self.queue else 0

    def _fixed_sizes(self, street: str, up_cards: UpCards | None) -> None:
        game = self.game
        lower, upper = self.settings.limits
        lower = lower or self.unit
        upper = upper or 2 * lower
        if game.round_number(street) >= game.upper_from:
            lower = upper
        self.size = self.size_high = lower
        if self.rules.open_pair and street == game.open_pair_street and up_cards:
            for seat in self.ring:
                shown = up_cards.get(seat, ())
                if len(shown) == 2 and shown[0] != UNKNOWN and shown[0][0] == shown[1][0]:
                    self.size_high = upper

    def _open_stud(self, first_round: bool, up_cards: UpCards, opener: Seat) -> None:
        shown = {seat: [card for card in up_cards.get(seat, ()) if card != UNKNOWN] for seat in self.ring}
        known = [seat for seat in self.ring if shown[seat]]
        lowball = self.game.lowball
        first = self.ring[0] if self.ring else 0
        if first_round:
            self.bring_in_due = bool(self.bring_in)
            if known:
                choose = max if lowball else min
                first = choose(known, key=lambda seat: _bring_in_order(shown[seat][-1], lowball))
        elif known and lowball:
            first = min(known, key=lambda seat: up_cards_low(shown[seat]))
        elif known:
            first = max(known, key=lambda seat: up_cards_high(shown[seat]))
        if opener in self.ring:
            first = opener
        self.opener = first
        # An all-in player who would start is passed over (BFSP 6.5.4).
        at = self.ring.index(first) if first else 0
        stacks = self.stacks
        self.queue = [seat for seat in self.ring[at:] + self.ring[:at] if stacks[seat]]

    def do_bring_in(self, seat: Seat) -> None:
        """`seat` brings in; an all-in for less is owed in full by the others (BFSP 6.5.4, CLUB 2.3.2, WSOP L227)."""
        self.move_in(seat, self.bring_in)
        self.bring_in_due = False
        self.top = self.bring_in
        self.nominal = self.bets[seat] < self.top
        self.seen[seat] = self.serial
        self.level_at[seat] = self.top
        self.round_aggressor = self.last_aggressor = seat
        self.queue = self._others_after(seat)
        self.go_on()


def _bring_in_order(card: Card, lowball: bool) -> tuple[int, int]:
    """Rank then suit; the ace is high except in razz, where it is the lowest."""
    rank = rank_index(card)
    return (-1 if lowball and rank == 12 else rank, suit_index(card))
