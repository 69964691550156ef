"""Open-face Chinese Pineapple (BFSP 8, RULES 6): dead hands, rows, royalties, fantasy, settlement.

Points are counted for pairs of players; chips are points times the value of a point. A hand is three rows: top of three cards,
middle and bottom of five. The top row knows no straights and no flushes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from rulebook.cards import UNKNOWN, Card, rank_index
from rulebook.money_rules import MoneyRules
from rulebook.ranking import category, high_value
from rulebook.seats import Seat, clockwise

ROW_POINTS = 1
SCOOP_POINTS = 6  # in total, not besides the rows (reading)
SURRENDER_POINTS = 2
FANTASY_CARDS = 14
SIZES = (3, 5, 5)

BOTTOM = {"straight": 2, "flush": 4, "full house": 6, "four of a kind": 10, "straight flush": 15, "royal flush": 25}
MIDDLE = {"three of a kind": 2} | {name: 2 * points for name, points in BOTTOM.items()}

_SIX = rank_index(Card("6c"))
_QUEEN = rank_index(Card("Qc"))
_ACE = rank_index(Card("Ac"))


class Rows(NamedTuple):
    """A set hand."""

    top: tuple[Card, ...]
    middle: tuple[Card, ...]
    bottom: tuple[Card, ...]


class Payment(NamedTuple):
    """What one comparison moves: `points` as counted, `chips` as far as the loser's stack reached."""

    winner: Seat
    loser: Seat
    points: int
    chips: int


def top_value(cards: Sequence[Card]) -> int:
    """The value of a top row, comparable with `high_value`: trips, a pair, or high cards."""
    ranks = sorted(map(rank_index, cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    kind = {3: 3, 2: 1, 1: 0}[groups[0][0]]
    value = 0
    for _, rank in groups:
        value = value << 4 | rank
    return kind << 20 | value << 4 * (5 - len(groups))


def is_complete(rows: Rows) -> bool:
    """Three, five and five known cards."""
    return tuple(map(len, rows)) == SIZES and all(card != UNKNOWN for row in rows for card in row)


def is_dead(rows: Rows) -> bool:
    """The rows do not rise from top to bottom (equal ones are legal: reading), or have the wrong number of cards."""
    if not is_complete(rows):
        return True
    return not high_value(rows.bottom) >= high_value(rows.middle) >= top_value(rows.top)


def royalties(rows: Rows) -> int:
    """The bonus points of a hand that is not dead."""
    return _row_royalty(rows.bottom, BOTTOM) + _row_royalty(rows.middle, MIDDLE) + _top_royalty(rows.top)


def _row_royalty(cards: Sequence[Card], points: Mapping[str, int]) -> int:
    name = category(high_value(cards))
    if name == "straight flush" and min(map(rank_index, cards)) == _ACE - 4:
        name = "royal flush"
    return points.get(name, 0)


def _top_royalty(cards: Sequence[Card]) -> int:
    ranks = sorted(map(rank_index, cards))
    if ranks[0] == ranks[2]:
        return 10 + ranks[0]  # 222 is worth 10, each rank above it one more
    if ranks[1] in (ranks[0], ranks[2]):
        return max(ranks[1] - _SIX + 1, 0)  # 66 is worth 1
    return 0


def enters_fantasy(rows: Rows) -> bool:
    """Queens or better on top of a live hand: fourteen cards at once in the next hand."""
    ranks = sorted(map(rank_index, rows.top))
    paired = ranks[1] in (ranks[0], ranks[2])
    return not is_dead(rows) and paired and (ranks[0] == ranks[2] or ranks[1] >= _QUEEN)


def stays_in_fantasy(rows: Rows, rules: MoneyRules) -> bool:
    """Trips on top or quads (reading: or better) at the bottom of a live hand; some books add a full house in the middle."""
    if is_dead(rows):
        return False
    strong = ("four of a kind", "straight flush")
    if len(set(map(rank_index, rows.top))) == 1 or category(high_value(rows.bottom)) in strong:
        return True
    return rules.ofc_stays_with == "full_house_too" and category(high_value(rows.middle)) in ("full house", *strong)


def points(rows: Rows, other: Rows) -> int:
    """What `rows` wins from `other`, negative when it loses; royalties included.

    A dead hand loses all rows, earns no royalties and pays the others' (reading); two dead hands pay nothing.
    """
    dead, other_dead = is_dead(rows), is_dead(other)
    if dead and other_dead:
        return 0
    if dead:
        return -SCOOP_POINTS - royalties(other)
    if other_dead:
        return SCOOP_POINTS + royalties(rows)
    won = sum(
        (mine > theirs) - (mine < theirs)
        for mine, theirs in (
            (top_value(rows.top), top_value(other.top)),
            (high_value(rows.middle), high_value(other.middle)),
            (high_value(rows.bottom), high_value(other.bottom)),
        )
    )
    score = won * ROW_POINTS if abs(won) < 3 else SCOOP_POINTS if won > 0 else -SCOOP_POINTS
    return score + royalties(rows) - royalties(other)


def settle(
    hands: Mapping[Seat, Rows],
    button: Seat,
    stacks: Mapping[Seat, int],
    rules: MoneyRules,
    *,
    point: int = 1,
    surrendered: Collection[Seat] = (),
) -> list[Payment]:
    """Compare the hands pair by pair, in the book's order (BFSP 8: 1-2, 1-3, 2-3, position 3 being the button).

    No comparison takes more than the loser's stack holds; where the book says so, only what it held at the start of the hand.
    `point` is the value of a point in chips. Who surrendered (a judge enters it) pays two points and no royalties.
    """
    held = dict(stacks)
    payments = []
    for first, second in _pairs(hands, button, rules):
        score = _score(hands, first, second, surrendered)
        winner, loser = (first, second) if score >= 0 else (second, first)
        chips = min(abs(score) * point, held[loser])
        held[loser] -= chips
        if rules.ofc_winnings_pay:
            held[winner] += chips
        payments.append(Payment(winner, loser, abs(score), chips))
    return payments


def balance(payments: Collection[Payment]) -> dict[Seat, int]:
    """What each seat gains (or loses) by all payments; the sum is zero."""
    total: dict[Seat, int] = {}
    for payment in payments:
        total[payment.winner] = total.get(payment.winner, 0) + payment.chips
        total[payment.loser] = total.get(payment.loser, 0) - payment.chips
    return total


def _pairs(hands: Mapping[Seat, Rows], button: Seat, rules: MoneyRules) -> Iterator[tuple[Seat, Seat]]:
    order = clockwise(tuple(hands), button)
    if rules.ofc_settles_first == "button":
        order = (order[-1], *order[:-1])
    for number, first in enumerate(order):
        for second in order[number + 1 :]:
            yield first, second


def _score(hands: Mapping[Seat, Rows], first: Seat, second: Seat, surrendered: Collection[Seat]) -> int:
    if first in surrendered or second in surrendered:
        return SURRENDER_POINTS * ((second in surrendered) - (first in surrendered))
    return points(hands[first], hands[second])
