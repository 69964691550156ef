"""Hand values against evaluators that we did not write: phevaluator for high hands, PokerKit for low ones.

``DEALER_TABLE_HANDS=n`` compares that many random hands instead of the few of every run.
"""

from __future__ import annotations

import os
import random
from itertools import combinations, pairwise

import phevaluator
import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.cards import DECK
from rulebook.ranking import (
    best_five,
    category,
    high_value,
    low_eight_value,
    low_razz_value,
    omaha_high_value,
    omaha_low_value,
    up_cards_high,
    up_cards_low,
)
from tests.rulebook_money.tables import cards

HANDS = int(os.environ.get("DEALER_TABLE_HANDS", "4000"))


def same_order(ours: dict[object, object], value: object, theirs: object) -> None:
    """Equal hands must be equal on both sides."""
    assert ours.setdefault(theirs, value) == value


def assert_ordered(ours: dict[int, int]) -> None:
    """phevaluator counts down to the best hand, we count up."""
    values = [ours[rank] for rank in sorted(ours)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("count", [5, 6, 7])
def test_high_hands_rank_as_in_phevaluator(count: int) -> None:
    dice = random.Random(count)
    ours: dict[int, int] = {}
    for _ in range(HANDS):
        hand = dice.sample(DECK, count)
        same_order(ours, high_value(hand), phevaluator.evaluate_cards(*hand))
    assert_ordered(ours)


@pytest.mark.parametrize("hole", [4, 5])
def test_omaha_hands_rank_as_in_phevaluator(hole: int) -> None:
    """Five hole cards are the best of their fours: the package has no table for five."""
    dice = random.Random(hole)
    ours: dict[int, int] = {}
    for _ in range(HANDS // 8):
        hand = dice.sample(DECK, hole + 5)
        board, held = hand[:5], hand[5:]
        theirs = min(phevaluator.evaluate_plo4_cards(*board, *four) for four in combinations(held, 4))
        same_order(ours, omaha_high_value(held, board), theirs)
    assert_ordered(ours)


def theirs_low(kind: object, held: list[str], board: list[str]) -> object:
    """PokerKit's low hand; None when there is none."""
    return kind.from_game_or_none("".join(held), "".join(board))  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [5, 7])
def test_eight_or_better_lows_rank_as_in_pokerkit(count: int) -> None:
    dice = random.Random(count)
    low_deck = [card for card in DECK if card[0] in "A2345678"]
    found: list[tuple[int, object]] = []
    for number in range(HANDS // 20):
        hand = dice.sample(low_deck if number % 2 else DECK, count)
        ours, theirs = low_eight_value(hand), theirs_low(pokerkit.EightOrBetterLowHand, hand, [])
        assert (ours is None) == (theirs is None)
        if ours is not None:
            found.append((ours, theirs))
    check_same_order(found)


def test_omaha_lows_rank_as_in_pokerkit() -> None:
    dice = random.Random(8)
    found: list[tuple[int, object]] = []
    for _ in range(HANDS // 40):
        hand = dice.sample(DECK, 9)
        ours = omaha_low_value(hand[:4], hand[4:], straights_and_flushes=True)
        theirs = theirs_low(pokerkit.OmahaEightOrBetterLowHand, hand[:4], hand[4:])
        assert (ours is None) == (theirs is None)
        if ours is not None:
            found.append((ours, theirs))
    check_same_order(found)


def test_razz_hands_rank_as_in_pokerkit() -> None:
    dice = random.Random(7)
    few = [card for card in DECK if card[0] in "AKQ2"]
    found: list[tuple[int, object]] = []
    for number in range(HANDS // 20):
        hand = dice.sample(few if number % 2 else DECK, 7)
        found.append((low_razz_value(hand), theirs_low(pokerkit.RegularLowHand, hand, [])))
    check_same_order(found)


def check_same_order(found: list[tuple[int, object]]) -> None:
    """Our lower value is their better, that is greater, hand."""
    found.sort(key=lambda pair: pair[0])
    for (ours, theirs), (next_ours, next_theirs) in pairwise(found):
        assert (ours == next_ours) == (theirs == next_theirs)
        assert theirs >= next_theirs  # type: ignore[operator]


@given(st.permutations(DECK), st.integers(5, 7))
def test_a_value_hangs_on_the_best_five_alone(deck: list[str], count: int) -> None:
    hand = deck[:count]
    five = best_five(hand)
    assert high_value(five) == high_value(hand)
    assert set(five) <= set(hand)


@given(st.permutations("cdhs"), st.permutations(DECK))
def test_suits_never_decide(suits: list[str], deck: list[str]) -> None:
    change = dict(zip("cdhs", suits, strict=True))
    assert high_value([card[0] + change[card[1]] for card in deck[:7]]) == high_value(deck[:7])


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("AsKsQsJsTs", "straight flush"),
        ("5d4d3d2dAd", "straight flush"),
        ("9c9d9h9s2c", "four of a kind"),
        ("3h3d3s4c4d", "full house"),
        ("Ah9h7h4h2h", "flush"),
        ("5d4c3d2dAd", "straight"),
        ("AhKdQcJsTd", "straight"),
        ("QhKdAc2s3d", "high card"),
        ("8h8d8cKsQd", "three of a kind"),
        ("9c9d8h8s2c", "two pairs"),
        ("KcKdAhQs3c", "pair"),
    ],
)
def test_categories(hand: str, name: str) -> None:
    assert category(high_value(cards(hand))) == name


def test_open_cards_of_stud() -> None:
    order = ["Kh9d", "AcKd", "AdKc", "2c2d", "AcAd"]
    values = [up_cards_high(cards(text)) for text in order]
    assert values == sorted(values)
    assert up_cards_high(cards("2c2d2hKs")) > up_cards_high(cards("AsAdKsKd"))
    assert up_cards_high(cards("2c2d2h2s")) > up_cards_high(cards("AsAdAhKd"))


def test_open_cards_of_razz() -> None:
    order = ["Ac2d", "Ac3d", "7c8d", "Ks2d", "AcAd", "KsKd"]
    values = [up_cards_low(cards(text)) for text in order]
    assert values == sorted(values)
