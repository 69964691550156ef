"""RULES 6, BFSP 8 and the cases H58-H63: open-face Chinese Pineapple."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.book import standard_books
from rulebook.cards import DECK
from rulebook.ofc import Payment, Rows, balance, enters_fantasy, is_dead, points, royalties, settle, stays_in_fantasy, top_value
from rulebook.ranking import high_value
from tests.rulebook_money.tables import cards, table

BFSP = standard_books()["bfsp"].money
WSOP = standard_books()["wsop"].money


def rows(top: str, middle: str, bottom: str) -> Rows:
    return Rows(cards(top), cards(middle), cards(bottom))


LOW = rows("2c3d4h", "5c6d7h8sTc", "JcJdQh8d9s")  # no royalties: four high, ten high, a pair
HIGH = rows("7c7dKh", "9c9dQhQs2c", "3c3d3h8c9h")
DEAD = rows("AcAdAh", "2c3d5h7s9c", "3h4h6s8sTh")


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        (rows("2c3d4h", "2d3h4s5c6d", "8c9dTcJdQh"), 4 + 2),
        (rows("2c3d4h", "2d2h2s5c6d", "2s9s4s6s7s"), 2 + 4),
        (rows("6c6d4h", "2d9d4d6d7d", "8c8d8h9c9h"), 1 + 8 + 6),
        (rows("AcAd4h", "5c5d5h6h6s", "8c8d8h8s2h"), 9 + 12 + 10),
        (rows("2c2d2h", "5c5d5h5s6s", "4d5d6d7d8d"), 10 + 20 + 15),
        (rows("AcAdAh", "4c5c6c7c8c", "TsJsQsKsAs"), 22 + 30 + 25),
        (rows("5c5d4h", "2d2h3s3c6d", "8c8d9h9s2s"), 0),
    ],
)
def test_bfsp_8_royalties(hand: Rows, wanted: int) -> None:
    assert royalties(hand) == wanted


def test_bfsp_8_royal_flush_in_the_middle_is_worth_double() -> None:
    assert royalties(rows("2c3d4h", "TsJsQsKsAs", "TdJdQdKdAd")) == 50 + 25


@pytest.mark.parametrize(("pair", "bonus"), [(rank, number + 1) for number, rank in enumerate("6789TJQKA")])
def test_bfsp_8_pairs_on_top(pair: str, bonus: int) -> None:
    assert royalties(rows(f"{pair}c{pair}d2h", "3d4h5s7c8d", "3c4d5h7s9d")) == bonus


@pytest.mark.parametrize(("rank", "bonus"), [(rank, 10 + number) for number, rank in enumerate("23456789TJQKA")])
def test_bfsp_8_trips_on_top(rank: str, bonus: int) -> None:
    assert royalties(Rows(cards(f"{rank}c{rank}d{rank}h"), cards("3d4h5s7c8d"), cards("3c4d5h7s9d"))) == bonus


def test_bfsp_8_the_top_row_knows_no_straights_and_no_flushes() -> None:
    assert top_value(cards("QcKcAc")) < top_value(cards("2c2d3h"))
    assert top_value(cards("2c3c4c")) < top_value(cards("2c3d5h"))


def test_bfsp_8_rows_must_rise_and_equal_ones_are_legal() -> None:
    assert is_dead(DEAD)
    assert not is_dead(LOW)
    assert not is_dead(rows("2c3d4h", "5c5d9hTsKc", "5h5s9dTcKd"))  # equal middle and bottom
    assert not is_dead(rows("6c6dAh", "6h6sAd3c2d", "8c8d8h9c9h"))  # the same pair and kicker on top
    assert is_dead(rows("6c6dAh", "6h6sKd3c2d", "8c8d8h9c9h"))


BASE = rows("5c4h2d", "9c7d5h3s2c", "8s8h4dTdJs")


def test_section_10_two_rows_to_one() -> None:
    two = BASE._replace(top=cards("6c4d2h"), bottom=cards("9s9h4dTdJs"))
    assert points(two, BASE._replace(middle=cards("Tc7d5h3s2c"))) == 1


def test_section_10_two_rows_and_a_tie() -> None:
    assert points(BASE._replace(top=cards("6c4d2h"), bottom=cards("9s9h4dTdJs")), BASE) == 2


def test_section_10_a_scoop() -> None:
    assert points(rows("6c4d2h", "Tc7d5h3s2c", "9s9h4dTdJs"), BASE) == 6
    assert points(BASE, rows("6c4d2h", "Tc7d5h3s2c", "9s9h4dTdJs")) == -6


def test_section_10_a_scoop_with_a_flush_against_a_live_top_of_sixes() -> None:
    """Six for the scoop, four for the flush, one to the sixes: nine. A top that beats sixes is worth something itself: sevens
    earn two, as much as the straight that the flush beats."""
    loser = rows("6c6d4h", "9h9s5d3d2d", "Th9c8d7c6h")
    winner = rows("7h7sKh", "TdTc5c3s2c", "2s9s4s6s8s")
    assert (royalties(winner), royalties(loser)) == (4 + 2, 1 + 2)
    assert points(winner, loser) == 9
    assert points(loser, winner) == -9


def test_section_10_that_scoop_is_nine_besides_what_the_other_rows_are_worth() -> None:
    loser = rows("6c6d4h", "7h7s5d3d2d", "8c8h9c9h2h")
    assert royalties(loser) == 1
    for top, own in (("6h6sKh", 1), ("7h7sKh", 2), ("2c2d2h", 10)):
        winner = rows(top, "Td9d8c7c6c" if own < 10 else "9d9c9s3s5c", "2s9s4s6s7s")
        middle = 4 if own < 10 else 2
        assert not is_dead(winner)
        assert points(winner, loser) == 9 + own + middle


def test_section_10_a_dead_opponent_earns_nothing_and_pays_the_others_royalties() -> None:
    assert points(rows("2c3d4h", "9c9d9h5s6c", "TcTdThJsQc"), DEAD) == 8
    assert points(DEAD, rows("2c3d4h", "9c9d9h5s6c", "TcTdThJsQc")) == -8


def test_bfsp_8_reading_two_dead_hands_pay_nothing() -> None:
    assert points(DEAD, DEAD) == 0


def test_bfsp_8_surrender_pays_two_points() -> None:
    payments = settle({1: HIGH, 2: LOW}, 2, {1: 100, 2: 100}, BFSP, surrendered=(1,))
    assert payments == [Payment(2, 1, 2, 2)]


def test_bfsp_8_fantasy_with_queens_or_better_on_top_of_a_live_hand() -> None:
    for top, enters in (("QcQd2h", True), ("JcJd2h", False), ("2c2d2h", True), ("AcKdQh", False), ("AcAd2h", True)):
        assert enters_fantasy(rows(top, "3s3d3h4c5c", "8c8d8h9c9h")) is enters, top
    assert not enters_fantasy(rows("QcQd2h", "3s3d4h5c6c", "8c8d8h9c9h"))  # dead


@pytest.mark.parametrize(
    ("hand", "bfsp", "wsop"),
    [
        (rows("2c2d2h", "3s3d3h4c5c", "8c8d8h9c9h"), True, True),
        (rows("QcQd2h", "3s3d3h4c5c", "8c8d8h8s9h"), True, True),
        (rows("QcQd2h", "3s3d3h4c5c", "4d5d6d7d8d"), True, True),
        (rows("QcQd2h", "3s3d3h4c4d", "8c8d8h9c9h"), False, True),
        (rows("QcQd2h", "3s3d3h4c5c", "8c8d8h9c9h"), False, False),
    ],
)
def test_h60_staying_in_fantasy_differs_by_book(hand: Rows, bfsp: bool, wsop: bool) -> None:
    assert stays_in_fantasy(hand, BFSP) is bfsp
    assert stays_in_fantasy(hand, WSOP) is wsop


def test_h59_a_wrong_number_of_cards_is_a_foul() -> None:
    short = LOW._replace(top=LOW.top[:2])
    assert is_dead(short)
    assert points(short, HIGH) == -6 - royalties(HIGH)


def test_unknown_cards_are_no_complete_hand() -> None:
    assert is_dead(LOW._replace(top=cards("2c??4h")))


def three_hands() -> dict[int, Rows]:
    """Seat 3 beats seat 2, seat 2 beats seat 1, each by a scoop without royalties."""
    return {
        1: rows("5c3d2h", "2c3h4d6s7d", "2d3c4c6h8d"),
        2: rows("6c3d2h", "2c3h4d6s8s", "2d3c4c6h9d"),
        3: rows("7c3d2h", "2c3h4d6s9s", "2d3c4c6hTd"),
    }


def test_bfsp_8_settled_1_2_then_1_3_then_2_3() -> None:
    payments = settle(three_hands(), 3, dict.fromkeys((1, 2, 3), 100), BFSP)
    assert [(payment.winner, payment.loser, payment.chips) for payment in payments] == [(2, 1, 6), (3, 1, 6), (3, 2, 6)]
    assert balance(payments) == {1: -12, 2: 0, 3: 12}


def test_ours_never_more_than_a_stack_holds() -> None:
    payments = settle(three_hands(), 3, {1: 8, 2: 0, 3: 50}, BFSP)
    assert [payment.chips for payment in payments] == [6, 2, 6]  # what seat 2 won pays what it loses


def test_h63_button_first_and_winnings_of_the_hand_pay_nothing() -> None:
    payments = settle(three_hands(), 3, {1: 8, 2: 0, 3: 50}, WSOP)
    assert [(payment.winner, payment.loser, payment.chips) for payment in payments] == [(3, 1, 6), (3, 2, 0), (2, 1, 2)]


def test_a_point_has_a_value_in_chips() -> None:
    assert settle(three_hands(), 3, dict.fromkeys((1, 2, 3), 1000), BFSP, point=25)[0].chips == 150


def test_no_betting_in_open_face() -> None:
    betting = table(game="ofc", stacks=3)
    assert not betting.round_open
    assert betting.pot == 0


@given(st.integers(0, 1_000_000), st.integers(0, 40))
def test_points_are_opposite_and_settlement_is_a_zero_sum(seed: int, stack: int) -> None:
    deck = random.Random(seed).sample(DECK, 52)
    hands = {}
    for number in range(3):
        held = deck[13 * number : 13 * number + 13]
        fives = sorted((held[3:8], held[8:]), key=high_value)
        hands[number + 1] = Rows(tuple(held[:3]), tuple(fives[0]), tuple(fives[1]))
    for one, other in itertools.combinations(hands.values(), 2):
        assert points(one, other) == -points(other, one)
    stacks = {1: stack, 2: 10, 3: 1000}
    for rules in (BFSP, WSOP):
        gains = balance(settle(hands, 1, stacks, rules))
        assert sum(gains.values()) == 0
        assert all(stacks[seat] + gain >= 0 for seat, gain in gains.items())
