"""The showdown (RULES 5): who shows when, which hands win, what each is due."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

from rulebook.betting_forced import Forced, UpCards
from rulebook.cards import UNKNOWN, Card
from rulebook.findings import Pot
from rulebook.games import Game
from rulebook.money_rules import MoneyRules
from rulebook.pots import add_up, halves, share
from rulebook.ranking import (
    best_five,
    high_value,
    highest_by_suit,
    low_eight_value,
    low_razz_value,
    omaha_high_value,
    omaha_low_value,
)
from rulebook.seats import Seat, clockwise

Hand = Sequence[Card]


def show_order(betting: Forced, up_cards: UpCards | None = None) -> tuple[Seat, ...]:
    """The live seats in the order in which they show; empty when the hand ended without a showdown.

    After a bet on the last round its last aggressor shows first. Without one: the maker of the last bet of any round (BFSP
    5.9.2), or the first seat of that round (CLUB 2.10.5, WSOP T72). An aggressor who has left the hand is replaced by the next
    live seat. Where the book says so, those who play for a side pot come before the others.
    """
    ring = betting.ring
    if len(ring) < 2:
        return ()
    first = betting.round_aggressor
    if not first and betting.rules.show_without_bet == "last_aggressor":
        first = betting.last_aggressor
    if not first and betting.game.stud:
        first = betting.opener
    order = clockwise(ring, betting.button)
    if first:
        order = clockwise(ring, first)
        if order[-1] == first:
            order = (first, *order[:-1])
    if betting.rules.side_pot_shows_first:
        side = {seat for _, eligible in betting.pots()[1:] for seat in eligible}
        order = (*(seat for seat in order if seat in side), *(seat for seat in order if seat not in side))
    return order


def award(betting: Forced, hands: Mapping[Seat, Hand | None], board: Hand, mucked: Collection[Seat]) -> list[Pot]:
    """Each pot with what its winners are due. Unknown cards make a pot undecided as long as somebody contests it."""
    return [
        Pot(amount, eligible, _winners(betting, amount, [seat for seat in eligible if seat not in mucked], hands, board))
        for amount, eligible in betting.pots()
    ]


def _winners(
    betting: Forced, amount: int, seats: Sequence[Seat], hands: Mapping[Seat, Hand | None], board: Hand
) -> dict[Seat, int]:
    if len(seats) == 1:
        return {seats[0]: amount}
    shown: dict[Seat, Hand] = {}
    for seat in seats:
        hand = hands.get(seat)
        if hand is None or UNKNOWN in hand or UNKNOWN in board:
            return {}
        what = "plays" if complete(betting.game, hand, board) else _wrong_count_of_stud(betting, hand)
        if not what:
            return {}
        if what == "plays":
            shown[seat] = hand
    if not shown:
        return {}
    game, rules, chip = betting.game, betting.rules, betting.settings.smallest_chip
    highs = {seat: high_of(game, hand, board) for seat, hand in shown.items()} if "high" in game.rankings else {}
    lows = {seat: low for seat, hand in shown.items() if (low := low_of(game, rules, hand, board)) is not None}
    by_high = _odd_chip_order(betting, _holding(highs, max), shown, board)
    by_low = _odd_chip_order(betting, _holding(lows, min), shown, board)
    if not by_low or by_low == by_high:  # one hand or the same hands win both: the pot is divided as a whole
        return share(amount, by_high, chip)
    if not by_high:
        return share(amount, by_low, chip)
    high, low = halves(amount, chip)
    return add_up((share(high, by_high, chip), share(low, by_low, chip) if low else {}))


def _holding(values: Mapping[Seat, int], best_of: Callable[[Iterable[int]], int]) -> list[Seat]:
    """The seats with the best of these values."""
    best = best_of(values.values()) if values else 0
    return [seat for seat, value in values.items() if value == best]


def _odd_chip_order(betting: Forced, winners: Sequence[Seat], shown: Mapping[Seat, Hand], board: Hand) -> list[Seat]:
    """Who gets the odd chips, in order: clockwise from the button, or in stud the highest card by suit of the best five."""
    if len(winners) < 2:
        return list(winners)
    if betting.game.stud and betting.rules.stud_odd_chip == "high_card":
        return sorted(winners, key=lambda seat: highest_by_suit(best_five((*shown[seat], *board))), reverse=True)
    return list(clockwise(winners, betting.button))


def _wrong_count_of_stud(betting: Forced, hand: Hand) -> Literal["", "plays", "dead"]:
    """What becomes of a hand of seven-card stud with another number of cards: nothing, where a judge decides; or it plays with
    six cards and is dead otherwise (WSOP L241)."""
    if not betting.game.stud or betting.game.hole_cards != 7 or betting.rules.stud_wrong_count.of(betting.context) == "judge":
        return ""
    return "plays" if len(hand) == 6 else "dead"


def complete(game: Game, hand: Hand, board: Hand) -> bool:
    """Whether every card that may count is known. A hand with a wrong number of cards is not ranked; in stud the last card may
    have been one for all."""
    if len(hand) + len(board) != game.hole_cards + game.board_cards or (not game.stud and len(hand) != game.hole_cards):
        return False
    return UNKNOWN not in hand and UNKNOWN not in board


def high_of(game: Game, hand: Hand, board: Hand) -> int:
    """The value of the best high hand."""
    if game.hole_play:
        return omaha_high_value(hand, board)
    return high_value((*hand, *board))


def low_of(game: Game, rules: MoneyRules, hand: Hand, board: Hand) -> int | None:
    """The value of the low hand that counts in this game, None where there is none."""
    if game.lowball:
        return low_razz_value((*hand, *board))
    if "low_eight" not in game.rankings:
        return None
    if game.hole_play:
        return omaha_low_value(hand, board, straights_and_flushes=rules.low == "standard")
    return low_eight_value((*hand, *board))
