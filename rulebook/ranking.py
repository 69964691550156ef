"""Hand values: plain numbers that compare. Higher is better for high hands, lower for low ones.

Cards become one sum each: three bits a rank (how often it occurs) and, above them, four bits a suit. Whether five cards of a
suit are there is one mask; everything else hangs on the ranks alone and is remembered by their sum, so that a hand costs one
addition a card and one look into a table. The table is filled as hands come: at most 49,205 sums of seven cards.

Ranks are as usual (RULES 5): the ace is high or low in straights, suits never decide, exactly five cards count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from rulebook.cards import DECK, RANKS, Card, rank_index, suit_index

CATEGORIES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)

_SUITS_AT = 39
_RANKS_MASK = (1 << _SUITS_AT) - 1
_CODE: dict[Card, int] = {card: (1 << 3 * rank_index(card)) | (1 << _SUITS_AT + 4 * suit_index(card)) for card in DECK}
_BIT: dict[Card, int] = {card: 1 << rank_index(card) for card in DECK}
_code = _CODE.__getitem__

_high: dict[int, int] = {}
_eight: dict[int, int | None] = {}
_razz: dict[int, int] = {}


def high_value(cards: Sequence[Card]) -> int:
    """The value of the best five of five to seven cards."""
    total = sum(map(_code, cards))
    ranks = total & _RANKS_MASK
    value = _high.get(ranks)
    if value is None:
        value = _high[ranks] = _of_ranks(ranks)
    # A suit held by five or more cards carries into the fourth bit when three is added.
    if ((total >> _SUITS_AT) + 0x3333) & 0x8888:
        flush = _flush_value(cards)
        return flush if flush > value else value
    return value


def category(value: int) -> str:
    """What a high value is: ``two pairs``, ``flush``…"""
    return CATEGORIES[value >> 20]


def low_eight_value(cards: Sequence[Card]) -> int | None:
    """The best eight-or-better low in five to seven cards, None when there is none. The ace is low; lower is better."""
    ranks = sum(map(_code, cards)) & _RANKS_MASK
    if ranks in _eight:
        return _eight[ranks]
    held = sorted({_low_rank(index) for index, count in _counts(ranks)})
    value = _packed(reversed(held[:5])) if len(held) >= 5 and held[4] <= 8 else None
    _eight[ranks] = value
    return value


def low_razz_value(cards: Sequence[Card]) -> int:
    """The best ace-to-five low of five to seven cards: straights and flushes do not count, pairs do harm. Lower is better."""
    ranks = sum(map(_code, cards)) & _RANKS_MASK
    value = _razz.get(ranks)
    if value is None:
        held = [_low_rank(index) for index, count in _counts(ranks) for _ in range(count)]
        value = _razz[ranks] = min(_razz_five(five) for five in combinations(held, 5))
    return value


def omaha_high_value(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The best hand of exactly two hole cards and three board cards (BFSP 5.7.2)."""
    return max(high_value((*pair, *three)) for pair in combinations(hole, 2) for three in combinations(board, 3))


def omaha_low_value(hole: Sequence[Card], board: Sequence[Card], *, straights_and_flushes: bool) -> int | None:
    """The best eight-or-better low of exactly two hole cards and three board cards, None when there is none.

    Without `straights_and_flushes` (PM omaha8) a straight or a flush is no low, except the wheel, suited or not. All
    combinations are searched: a barred straight may hide a legal low.
    """
    best: int | None = None
    for pair in combinations(hole, 2):
        for three in combinations(board, 3):
            five = (*pair, *three)
            value = low_eight_value(five)
            if value is None or (best is not None and value >= best):
                continue
            if straights_and_flushes or value == WHEEL or high_value(five) < _STRAIGHT:
                best = value
    return best


def up_cards_high(cards: Iterable[Card]) -> int:
    """How strong one to four open cards of stud are: pairs and better count, straights and flushes not yet; suits break ties
    (BFSP 4.5.1: best open hand first, ties by suit, the suit of the highest card that ties)."""
    held = list(cards)
    groups = _groups(held)
    pattern = tuple(sorted((count for count, _ in groups), reverse=True))
    value = _UP_PATTERNS.get(pattern, 0) << 20 | _packed((rank for count, rank in groups for _ in range(count)), 4)
    top = groups[0][1] if groups else 0
    suit = max((suit_index(card) for card in held if rank_index(card) == top), default=0)
    return value << 2 | suit


def up_cards_low(cards: Iterable[Card]) -> int:
    """How good one to four open cards of razz are: lower is better, the ace is low."""
    counts: dict[int, int] = {}
    for card in cards:
        rank = _low_rank(rank_index(card))
        counts[rank] = counts.get(rank, 0) + 1
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    pattern = tuple(count for count, _ in groups)
    return _UP_PATTERNS.get(pattern, 0) << 20 | _packed((rank for count, rank in groups for _ in range(count)), 4)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the best high hand; of equal fives the one with the higher suits, for the odd chip of stud."""
    return max(combinations(cards, 5), key=lambda five: (high_value(five), sorted(map(_by_suit, five), reverse=True)))


def highest_by_suit(cards: Iterable[Card]) -> tuple[int, int]:
    """The highest card as (rank, suit): spades over hearts over diamonds over clubs."""
    return max(map(_by_suit, cards))


def _by_suit(card: Card) -> tuple[int, int]:
    return rank_index(card), suit_index(card)


_STRAIGHT = 4 << 20
_FLUSH = 5 << 20
_STRAIGHT_FLUSH = 8 << 20
_UP_PATTERNS: dict[tuple[int, ...], int] = {(2,): 1, (2, 1): 1, (2, 1, 1): 1, (2, 2): 2, (3,): 3, (3, 1): 3, (4,): 7}


def _packed(ranks: Iterable[int], width: int = 5) -> int:
    """Ranks in order of weight, four bits each, so that packed hands compare as the hands do."""
    value = 0
    for rank in ranks:
        value = value << 4 | rank
        width -= 1
    return value << 4 * max(width, 0)


def _counts(ranks: int) -> list[tuple[int, int]]:
    """(rank, how often) of a sum of ranks, highest rank first."""
    return [(index, count) for index in range(12, -1, -1) if (count := ranks >> 3 * index & 7)]


def _groups(cards: Iterable[Card]) -> list[tuple[int, int]]:
    counts = _counts(sum(map(_code, cards)) & _RANKS_MASK)
    return sorted(((count, index) for index, count in counts), reverse=True)


def _straight_top(mask: int) -> int | None:
    """The rank index of the highest straight in a set of ranks; the wheel's is 3, a five."""
    run = mask & mask << 1 & mask << 2 & mask << 3 & mask << 4
    if run:
        return run.bit_length() - 1
    wheel = 0b1000000001111
    return 3 if mask & wheel == wheel else None


def _of_ranks(ranks: int) -> int:
    """The value of the best five cards, flushes apart."""
    counts = _counts(ranks)
    by_count = sorted(((count, index) for index, count in counts), reverse=True)
    first, top = by_count[0]
    second, next_top = by_count[1] if len(by_count) > 1 else (0, 0)
    if first == 4:
        return 7 << 20 | _packed((top, *_kickers(counts, (top,), 1)))
    if first == 3 and second >= 2:
        next_top = max(index for index, count in counts if count >= 2 and index != top)
        return 6 << 20 | _packed((top, next_top))
    straight = _straight_top(sum(1 << index for index, _ in counts))
    if straight is not None:
        return _STRAIGHT | _packed((straight,))
    if first == 3:
        return 3 << 20 | _packed((top, *_kickers(counts, (top,), 2)))
    if first == 2 and second == 2:
        return 2 << 20 | _packed((top, next_top, *_kickers(counts, (top, next_top), 1)))
    if first == 2:
        return 1 << 20 | _packed((top, *_kickers(counts, (top,), 3)))
    return _packed(index for index, _ in counts[:5])


def _kickers(counts: list[tuple[int, int]], without: tuple[int, ...], wanted: int) -> list[int]:
    return [index for index, _ in counts if index not in without][:wanted]


def _flush_value(cards: Sequence[Card]) -> int:
    """The value of the best flush or straight flush among cards of which at least five share a suit."""
    masks: dict[str, list[Card]] = {}
    for card in cards:
        masks.setdefault(card[1], []).append(card)
    suited = max(masks.values(), key=len)
    mask = 0
    for card in suited:
        mask |= _BIT[card]
    straight = _straight_top(mask)
    if straight is not None:
        return _STRAIGHT_FLUSH | _packed((straight,))
    ranks = [index for index in range(12, -1, -1) if mask >> index & 1]
    return _FLUSH | _packed(ranks[:5])


def _low_rank(index: int) -> int:
    """1 for an ace, 2 to 13 for a deuce to a king."""
    return 1 if RANKS[index] == "A" else index + 2


def _razz_five(ranks: Sequence[int]) -> int:
    """The value of five ranks as a low hand: fewer and smaller groups first, then from the highest card down."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    pattern = tuple(count for count, _ in groups)
    category_of = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    return category_of[pattern] << 20 | _packed(rank for _, rank in groups)


WHEEL = _packed((5, 4, 3, 2, 1))
