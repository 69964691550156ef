"""How people set an open-face hand (BFSP 8): seventeen cards as they come, or fourteen in fantasy, into three rows.

The players of a simulation see their cards to come; so their hands are mostly live, and reach fantasy as often as good ones do.
What is set when, and where, is what people do at a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from rulebook.cards import Card, rank_index
from rulebook.money_rules import MoneyRules
from rulebook.ofc import Rows, enters_fantasy, is_dead, royalties, stays_in_fantasy
from rulebook.ranking import high_value
from rulebook.seats import ROWS

DEALT = (5, 3, 3, 3, 3)  # cards of the first turn and of the draws, of each of which one is discarded
FOUL_RATE = 0.12
FANTASY_POINTS = 8  # what another hand in fantasy is worth to a player
_QUEEN = rank_index(Card("Qc"))


class Plan(NamedTuple):
    """Where each card of a hand goes: `rows` as they end, `gone` the discarded."""

    rows: Rows
    gone: frozenset[Card]

    def row_of(self, card: Card) -> str:
        """The row of a card; empty: it is discarded."""
        return next((name for name, row in zip(ROWS, self.rows, strict=True) if card in row), "")


def plan_for(cards: Sequence[Card], random: Random, rules: MoneyRules, *, fantasy: bool) -> Plan:
    """How a player sets these cards, given in the order in which they come; now and then a hand ends dead."""
    plans = [_plan(cards, gone, rules, fantasy=fantasy) for gone in _discards(cards, random, fantasy=fantasy)]
    best = max(plans, key=lambda plan: _worth(plan.rows, rules, fantasy=fantasy))
    if random.random() < FOUL_RATE:
        kept = random.sample([card for row in best.rows for card in row], 13)
        return Plan(Rows(tuple(kept[:3]), tuple(kept[3:8]), tuple(kept[8:])), best.gone)
    return best


def _discards(cards: Sequence[Card], random: Random, *, fantasy: bool) -> Iterator[frozenset[Card]]:
    """A few choices of what is discarded: the lowest card of each draw, or any."""
    if fantasy:
        yield frozenset(random.sample(list(cards), 1))
        return
    ends = [sum(DEALT[: at + 1]) for at in range(len(DEALT))]
    draws = [cards[end - 3 : end] for end in ends[1:]]
    yield frozenset(min(draw, key=rank_index) for draw in draws)
    yield frozenset(random.choice(draw) for draw in draws)


def _plan(cards: Sequence[Card], gone: frozenset[Card], rules: MoneyRules, *, fantasy: bool) -> Plan:
    kept = [card for card in cards if card not in gone]
    choices = [rows for rows in _arrangements(kept) if not is_dead(rows)]
    return Plan(max(choices, key=lambda rows: _worth(rows, rules, fantasy=fantasy)), gone)


def _arrangements(cards: Sequence[Card]) -> Iterator[Rows]:
    """The strongest bottom with the strongest middle of the rest; and with two or three of a high rank on top."""
    bottom = _best_five(cards)
    middle = _best_five([card for card in cards if card not in bottom])
    yield Rows(tuple(card for card in cards if card not in (*bottom, *middle)), middle, bottom)
    for rank in range(_QUEEN, _QUEEN + 3):
        alike = [card for card in cards if rank_index(card) == rank][:3]
        if len(alike) < 2:
            continue
        rest = sorted((card for card in cards if card not in alike), key=rank_index)
        top = (*alike, *rest[: 3 - len(alike)])
        left = [card for card in cards if card not in top]
        bottom = _best_five(left)
        yield Rows(top, tuple(card for card in left if card not in bottom), bottom)


def _best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    return max(combinations(cards, 5), key=high_value)


def _worth(rows: Rows, rules: MoneyRules, *, fantasy: bool) -> int:
    if is_dead(rows):
        return -1
    again = stays_in_fantasy(rows, rules) if fantasy else enters_fantasy(rows)
    return royalties(rows) + FANTASY_POINTS * again
