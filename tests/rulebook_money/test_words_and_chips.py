"""RULES 4.3, the rows on words and chips: each row for the books that rule on it."""

from __future__ import annotations

import pytest

from tests.rulebook_money.tables import play, ruling, sizes, table


def flop(book: str = "bfsp", **settings: object):
    given = {"blinds": (50, 100)} | settings
    return table(book, street="flop", **given)  # type: ignore[arg-type]


def test_bfsp_4_8_1_spoken_amounts_bind_and_are_no_ruling() -> None:
    betting = flop()
    assert play(betting, "4 says bet 200; 1 says raise 600; 2 says call; 3 says fold") == []
    assert sizes(betting) == (4, 400, 1000, 4900)
    assert betting.stacks[2] == 4300


def test_chips_that_follow_a_spoken_amount_belong_to_it() -> None:
    betting = flop()
    assert play(betting, "4 says bet 200; 4 chips 100 100; 1 says call; 1 chips 500") == []
    assert (betting.bets[4], betting.bets[1]) == (200, 200)


def test_bfsp_4_11_second_motion_after_a_bet_in_chips() -> None:
    betting = flop()
    assert play(betting, "4 chips 100 100; 4 chips 300") == [ruling(4, "bet", 200, 300, "BFSP 4.11")]
    assert sizes(betting) == (1, 200, 400, 4900)


def test_club_2_8_8_adding_to_a_raise_is_forbidden() -> None:
    betting = flop("club")
    assert play(betting, "4 bets 200; 1 chips 500 500; 1 chips 100") == [
        ruling(1, "raise", 1000, 0, "CLUB 2.8.10"),
        ruling(1, "raise", 1000, 100, "CLUB 2.8.8"),
    ]


def test_bfsp_4_11_raise_without_an_amount_then_two_motions() -> None:
    betting = flop()
    rulings = play(betting, "4 bets 200; 1 says raise; 1 chips 500 100; 1 chips 500")
    assert rulings == [ruling(1, "raise", 600, 0, "BFSP 4.8.1"), ruling(1, "raise", 600, 500, "BFSP 4.11")]


def test_a_word_without_an_amount_waits_for_its_chips() -> None:
    betting = flop()
    play(betting, "4 bets 200")
    assert play(betting, "1 says raise") == []
    assert betting.to_act == 1
    assert play(betting, "1 chips 700") == [ruling(1, "raise", 700, 0, "BFSP 4.14.2")]
    assert betting.to_act == 2


def test_a_word_that_no_chips_follow_stands_for_the_minimum() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 1 says raise; 2 folds") == [ruling(1, "raise", 400, 0, "BFSP 4.8.1")]
    assert betting.to_act == 3
    assert 2 in betting.folded


def test_a_word_binds_against_another_act() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 1 says raise; 1 calls") == [ruling(1, "raise", 400, 0, "BFSP 4.8.1")]


@pytest.mark.parametrize(
    ("book", "rule"), [("bfsp", "BFSP 4.12"), ("club", "CLUB 2.8.9"), ("parimatch", "OURS one_chip_call"), ("wsop", "WSOP T97")]
)
def test_one_silent_chip_larger_than_the_bet_is_a_call(book: str, rule: str) -> None:
    betting = flop(book)
    assert play(betting, "4 bets 200; 1 chips 1000") == [ruling(1, "call", 200, 800, rule)]


def test_one_silent_chip_of_the_small_blind_is_a_call_and_of_the_big_blind_a_check() -> None:
    betting = table(blinds=(50, 100), stacks=3)
    rulings = play(betting, "3 calls; 1 chips 100; 2 chips 500")
    assert rulings == [ruling(1, "call", 100, 50, "BFSP 4.12"), ruling(2, "check", 100, 500, "BFSP 4.12")]
    assert not betting.round_open


@pytest.mark.parametrize(("book", "rule"), [("bfsp", "BFSP 4.12"), ("club", "OURS one_chip_bet"), ("wsop", "WSOP T97")])
def test_one_big_chip_opens_for_its_value(book: str, rule: str) -> None:
    assert play(flop(book), "4 chips 1000") == [ruling(4, "bet", 1000, 0, rule)]


def test_exact_chips_are_no_ruling() -> None:
    betting = flop()
    assert play(betting, "4 chips 100 100; 1 chips 100 100; 2 chips 200") == []
    assert betting.to_act == 3


@pytest.mark.parametrize(("book", "rule"), [("bfsp", "BFSP 4.14.2"), ("club", "OURS one_chip_raise"), ("wsop", "WSOP T97")])
def test_raise_with_one_chip_is_the_largest_raise_within_it(book: str, rule: str) -> None:
    assert play(flop(book), "4 bets 100; 1 says raise; 1 chips 500") == [ruling(1, "raise", 500, 0, rule)]


def test_bfsp_4_14_2_example_3_in_pot_limit_the_raise_ends_at_the_pot() -> None:
    betting = table(limit="pot", game="omaha", blinds=(0, 25), street="flop")
    assert play(betting, "4 bets 100; 1 says raise; 1 chips 1000") == [ruling(1, "raise", 400, 600, "BFSP 4.14.2")]


def test_bfsp_4_14_reading_all_chips_are_needed_for_the_call() -> None:
    """Bet 200: 100 + 100 + 100 would call without one chip but is no minimum raise; 500 + 500 leaves the call covered."""
    assert play(flop(), "4 bets 200; 1 chips 100 100 100") == [ruling(1, "call", 200, 100, "BFSP 4.14.1")]
    assert play(flop(), "4 bets 200; 1 chips 500 500") == [ruling(1, "raise", 1000, 0, "BFSP 4.14.3")]
    assert play(flop(), "4 bets 600; 1 chips 500 500") == [ruling(1, "call", 600, 400, "BFSP 4.14.1")]


def test_club_2_8_10_half_of_the_minimum_raise_decides() -> None:
    assert play(flop("club"), "4 bets 200; 1 chips 100 100 75") == [ruling(1, "call", 200, 75, "CLUB 2.8.10")]
    assert play(flop("club"), "4 bets 200; 1 chips 100 100 100") == [ruling(1, "raise", 400, 0, "CLUB 2.8.10")]


def test_fl_raise_with_too_many_chips() -> None:
    for book, rule in (("bfsp", "BFSP 4.14.2"), ("club", "OURS raise_fixed")):
        betting = flop(book, limit="fixed", limits=(100, 200))
        assert play(betting, "4 bets 100; 1 says raise; 1 chips 500") == [ruling(1, "raise", 200, 300, rule)]


def test_fl_the_word_alone_is_the_raise() -> None:
    betting = flop(limit="fixed", limits=(100, 200))
    assert play(betting, "4 bets 100; 1 says raise") == []
    assert sizes(betting) == (2, 200, 300, 300)
    assert play(betting, "2 calls; 1 chips 100 100") == []  # too late to be anything but the chips of the word
    assert betting.to_act == 3


def test_fl_more_chips_after_word_and_chips_are_a_second_motion() -> None:
    betting = flop(limit="fixed", limits=(100, 200))
    rulings = play(betting, "4 bets 100; 1 says raise; 1 chips 200; 1 chips 100")
    assert rulings == [ruling(1, "raise", 200, 0, "BFSP 4.8.1"), ruling(1, "raise", 200, 100, "BFSP 4.11")]


def test_fl_exact_chips_after_the_word() -> None:
    betting = flop(limit="fixed", limits=(100, 200))
    assert play(betting, "4 bets 100; 1 says raise; 1 chips 100 100") == [ruling(1, "raise", 200, 0, "BFSP 4.8.1")]


def test_bfsp_4_13_too_few_chips_are_completed_or_lost() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 1 chips 100") == []
    assert sizes(betting) == (1, 100, 0, 0)  # an insufficient call cannot become a raise
    assert play(betting, "1 calls") == [ruling(1, "call", 200, 0, "BFSP 4.13")]
    assert betting.to_act == 2
    betting = flop()
    assert play(betting, "4 bets 200; 1 chips 100; 1 folds") == [ruling(1, "fold", 100, 0, "BFSP 4.13")]
    assert (betting.pot, betting.to_act) == (700, 2)


def test_bfsp_4_13_too_few_chips_completed_by_a_second_motion() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 1 chips 100; 1 chips 500") == [ruling(1, "call", 200, 400, "BFSP 4.13")]
    betting = flop()
    assert play(betting, "4 bets 200; 1 chips 100; 1 chips 100") == [ruling(1, "call", 200, 0, "BFSP 4.13")]


def test_bfsp_4_13_too_small_an_opening_bet_is_completed_to_the_minimum() -> None:
    betting = flop()
    assert play(betting, "4 chips 25 25") == []
    assert sizes(betting) == (4, 50, 0, 0)
    assert play(betting, "4 chips 100") == [ruling(4, "bet", 100, 50, "BFSP 4.13")]


@pytest.mark.parametrize(("book", "rule"), [("club", "OURS short_bet"), ("parimatch", "OURS short_bet")])
def test_club_too_few_chips_must_be_completed(book: str, rule: str) -> None:
    assert play(flop(book), "4 bets 200; 1 chips 100") == [ruling(1, "call", 200, 0, rule)]


def test_bfsp_4_13_a_declared_raise_below_the_minimum_is_completed() -> None:
    assert play(flop(), "4 bets 200; 1 raises 300") == [ruling(1, "raise", 400, 0, "BFSP 4.13")]
    assert play(flop(), "4 bets 20") == [ruling(4, "bet", 100, 0, "BFSP 4.13")]


def test_bfsp_4_7_2_a_declared_bet_above_the_pot_is_the_pot() -> None:
    betting = table(limit="pot", game="omaha", blinds=(0, 25), street="flop")
    assert play(betting, "4 bets 1000") == [ruling(4, "bet", 100, 900, "BFSP 4.7.2")]


def test_bfsp_4_7_3_a_declared_raise_above_the_fixed_size_is_the_fixed_size() -> None:
    betting = flop(limit="fixed", limits=(100, 200))
    assert play(betting, "4 bets 100; 1 raises 500") == [ruling(1, "raise", 200, 300, "BFSP 4.7.3")]


def test_a_raise_that_is_not_allowed_is_a_call() -> None:
    betting = table(blinds=(10, 20), stacks={1: 110, 2: 1000, 3: 1000, 4: 1000}, street="flop")
    rulings = play(betting, "4 bets 60; 1 allin; 2 calls; 3 calls; 4 raises 500")
    assert rulings == [ruling(4, "call", 90, 410, "BFSP 4.9.8")]
    assert not betting.round_open


def test_club_2_9_2_pot_binds() -> None:
    betting = table("club", limit="pot", game="omaha", blinds=(0, 25), street="flop")
    assert play(betting, "4 says pot; 1 says pot") == []
    assert (betting.bets[4], betting.bets[1]) == (100, 400)


def test_a_number_alone_is_read_like_chips() -> None:
    assert play(flop(), "4 bets 200; 1 says 600") == []
    assert play(flop("club"), "4 bets 200; 1 says 300") == [ruling(1, "raise", 400, 0, "CLUB 2.8.3")]
    assert play(flop("club"), "4 bets 200; 1 says 250") == [ruling(1, "call", 200, 50, "CLUB 2.8.10")]


def test_bfsp_4_9_2_a_check_against_a_bet_is_no_action() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 1 checks") == [ruling(1, "none", 0, 0, "BFSP 4.9.2")]
    assert sizes(betting) == (1, 200, 400, 4900)


def test_bfsp_4_9_2_a_knock_is_a_check() -> None:
    betting = flop()
    assert play(betting, "4 says knock") == []
    assert betting.to_act == 1


def test_club_2_8_7_chips_put_in_as_a_call_bind() -> None:
    betting = flop("club")
    assert play(betting, "4 bets 200; 1 chips 100 100; 1 folds") == []
    assert betting.folded == set()
    assert betting.to_act == 2


def test_all_the_chips_of_a_stack_are_an_all_in() -> None:
    betting = table(blinds=(50, 100), stacks={1: 400, 2: 5000, 3: 5000, 4: 5000}, street="flop")
    assert play(betting, "4 bets 200; 1 chips 100 100 100") == [ruling(1, "raise", 300, 0, "BFSP 4.14.3")]
    assert betting.stacks[1] == 0
    assert sizes(betting) == (2, 300, 400, 4900)


@pytest.mark.parametrize(("book", "rule"), [("bfsp", "BFSP 7.1.7"), ("club", "CLUB 2.6.1-7")])
def test_time_run_out_is_a_fold(book: str, rule: str) -> None:
    betting = flop(book)
    play(betting, "4 bets 200")
    assert betting.time_out(1) == [ruling(1, "fold", 0, 0, rule)]
    assert betting.time_out(1) == []
    assert betting.to_act == 2
