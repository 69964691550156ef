"""Limits and all-ins for less: RULES 4.1, 4.2, every clause and reading that the numbers of section 10 do not have."""

from __future__ import annotations

import pytest

from tests.rulebook_money.tables import play, sizes, table


def fixed(book: str, stacks: object = 4, street: str = "flop", **settings: object):
    given = {"limit": "fixed", "blinds": (5, 10), "limits": (10, 20)} | settings
    return table(book, stacks=stacks, street=street, **given)  # type: ignore[arg-type]


def test_bfsp_4_7_3_the_cap_is_lifted_only_in_a_round_that_two_began() -> None:
    betting = fixed("bfsp", stacks=2, button=2)
    play(betting, "1 bets 10; 2 raises 20; 1 raises 30; 2 raises 40")
    assert sizes(betting) == (1, 10, 50, 50)
    betting = fixed("bfsp", stacks=3)
    play(betting, "1 bets 10; 2 raises 20; 3 folds; 1 raises 30; 2 raises 40")
    assert sizes(betting) == (1, 10, 0, 0)


def test_club_2_8_2_the_cap_is_lifted_from_the_moment_two_are_left() -> None:
    betting = fixed("club", stacks=3)
    play(betting, "1 bets 10; 2 raises 20; 3 raises 30; 1 raises 40")
    assert sizes(betting) == (2, 20, 0, 0)
    play(betting, "2 folds")
    assert sizes(betting) == (3, 10, 50, 50)


def test_pm_the_cap_is_never_lifted() -> None:
    betting = fixed("parimatch", stacks=2, button=2)
    play(betting, "1 bets 10; 2 raises 20; 1 raises 30; 2 raises 40")
    assert sizes(betting) == (1, 10, 0, 0)


def test_bfsp_4_9_8_after_an_all_in_short_of_a_raise_and_a_raise_the_next_counts_from_the_all_in() -> None:
    betting = table(blinds=(10, 20), stacks={1: 1000, 2: 110, 3: 1000, 4: 1000}, street="flop")
    play(betting, "4 bets 20; 1 raises 60; 2 allin; 3 raises 110")
    assert sizes(betting) == (4, 90, 130, 980)


def test_club_2_8_3_a_raise_over_a_short_all_in_is_by_the_last_full_raise() -> None:
    betting = table("club", blinds=(10, 20), stacks={1: 1000, 2: 110, 3: 1000, 4: 1000}, street="flop")
    play(betting, "4 bets 20; 1 raises 60; 2 allin; 3 raises 130")
    assert betting.raise_min == 170


@pytest.mark.parametrize(("book", "may"), [("bfsp", False), ("club", False), ("wsop", True)])
def test_reading_4_2_short_all_ins_add_up_only_in_wsop(book: str, may: bool) -> None:
    """50/100 after the flop: bet 100, all-in 150, all-in 200: the bettor faces 100 more, never a full raise at once."""
    stacks = {1: 250, 2: 300, 3: 1000, 4: 1000}
    betting = table(book, blinds=(50, 100), stacks=stacks, street="flop")
    play(betting, "4 bets 100; 1 allin; 2 allin; 3 calls")
    assert (betting.to_act, betting.to_call) == (4, 100)
    assert bool(betting.raise_min) is may


def test_nl_a_full_100_percent_is_needed_to_count_as_a_raise() -> None:
    betting = table(blinds=(10, 20), stacks={1: 59, 2: 1000, 3: 1000, 4: 1000}, street="flop")
    play(betting, "4 bets 20; 1 allin; 2 calls; 3 calls")
    assert sizes(betting) == (4, 19, 0, 0)
    betting = table(blinds=(10, 20), stacks={1: 60, 2: 1000, 3: 1000, 4: 1000}, street="flop")
    play(betting, "4 bets 20; 1 allin; 2 calls; 3 calls")
    assert sizes(betting) == (4, 20, 60, 980)


@pytest.mark.parametrize("book", ["bfsp", "club", "parimatch", "wsop"])
def test_4_9_8_a_short_big_blind_is_owed_in_full(book: str) -> None:
    betting = table(book, blinds=(10, 20), stacks={1: 12, 2: 1000, 3: 1000, 4: 1000})
    assert sizes(betting) == (2, 20, 40, 1000)
    play(betting, "2 calls; 3 folds; 4 folds")
    assert betting.bets == {1: 12, 2: 12, 3: 0, 4: 10}
    assert betting.pots() == [(34, (1, 2))]


@pytest.mark.parametrize(("book", "owed"), [("bfsp", 10), ("wsop", 10), ("club", 2), ("parimatch", 2)])
def test_club_2_3_2_heads_up_nothing_more_is_owed_than_the_short_blind(book: str, owed: int) -> None:
    betting = table(book, blinds=(10, 20), stacks={1: 1000, 2: 12}, button=1)
    assert sizes(betting) == (1, owed, 0, 0)
    play(betting, "1 calls")
    assert betting.pots() == [(24, (1, 2))]
    assert betting.stacks[1] == 988


def test_short_big_blind_below_the_small_blind_leaves_nothing_to_do() -> None:
    betting = table(blinds=(10, 20), stacks={1: 1000, 2: 8}, button=1)
    assert not betting.round_open
    assert betting.no_more_betting
    assert betting.pots() == [(16, (1, 2))]
    assert betting.stacks[1] == 992


@pytest.mark.parametrize("book", ["bfsp", "club"])
def test_4_9_8_an_opening_all_in_below_the_big_blind_is_owed_in_full(book: str) -> None:
    betting = table(book, blinds=(10, 20), stacks={1: 1000, 2: 1000, 3: 1000, 4: 32}, street="flop")
    play(betting, "4 allin")
    assert sizes(betting) == (1, 20, 40, 980)
    play(betting, "1 calls; 2 folds; 3 folds")
    assert betting.bets[1] == 12


def test_pl_counts_a_short_small_blind_as_full() -> None:
    """Reading of 4.2: blinds 10/20 with the small blind all-in for 4."""
    betting = table(limit="pot", game="omaha", blinds=(10, 20), stacks={1: 1000, 2: 1000, 3: 1000, 4: 4})
    assert sizes(betting) == (2, 20, 40, 70)


def test_raise_range_of_a_stack_below_the_minimum_raise_is_the_all_in_total() -> None:
    betting = table(blinds=(10, 20), stacks={1: 1000, 2: 35, 3: 1000, 4: 1000})
    assert sizes(betting) == (2, 20, 35, 35)


def test_no_raise_when_the_stack_does_not_exceed_the_call() -> None:
    betting = table(blinds=(10, 20), stacks={1: 1000, 2: 20, 3: 1000, 4: 1000})
    assert sizes(betting) == (2, 20, 0, 0)


def test_no_raise_when_nobody_is_left_who_could_call_it() -> None:
    betting = table(blinds=(10, 20), stacks={1: 500, 2: 1000}, button=2)
    play(betting, "2 calls; 1 allin")
    assert sizes(betting) == (2, 480, 0, 0)


def test_fl_an_all_in_that_counts_needs_half_by_itself_in_bfsp() -> None:
    """Bet 10, all-in 14, all-in 17: neither is half a bet over what it faced; the next completes to 20."""
    betting = fixed("bfsp", {1: 24, 2: 27, 3: 1000, 4: 1000})
    play(betting, "4 bets 10; 1 allin; 2 allin")
    assert sizes(betting) == (3, 17, 20, 20)


def test_fl_an_opening_all_in_of_half_the_upper_limit_counts_in_bfsp_and_can_be_completed_in_club() -> None:
    stacks = {1: 1000, 2: 1000, 3: 1000, 4: 25}
    for book, least in (("bfsp", 35), ("club", 20)):
        betting = fixed(book, stacks, street="turn")
        play(betting, "4 allin")
        assert sizes(betting) == (1, 15, least, least), book


def test_fl_an_opening_all_in_below_the_big_blind_on_the_turn_is_completed_to_the_upper_limit() -> None:
    betting = fixed("bfsp", {1: 1000, 2: 1000, 3: 1000, 4: 18}, street="turn")
    play(betting, "4 allin")
    assert sizes(betting) == (1, 10, 20, 20)


def test_stud_completion_is_the_bet_and_the_bring_in_is_not() -> None:
    up = {1: "2c", 2: "Kd", 3: "9h", 4: "Js"}
    betting = table(game="stud7", limit="fixed", limits=(10, 20), bring_in=3, ante=1, up=up)
    assert sizes(betting) == (1, 3, 10, 10)
    play(betting, "1 brings; 2 raises 10; 3 raises 20; 4 raises 30; 1 raises 40")
    assert sizes(betting) == (2, 30, 0, 0)


def test_stud_5_8_5_no_open_pair_no_choice() -> None:
    betting = table(
        game="stud7", limit="fixed", limits=(10, 20), bring_in=3, ante=1, street="fourth",
        up={1: "8c9d", 2: "Kc2d", 3: "9h3s", 4: "Js4s"},
    )  # fmt: skip
    assert sizes(betting) == (2, 0, 10, 10)


def test_stud_the_upper_limit_begins_on_the_third_round() -> None:
    betting = table(game="stud7", limit="fixed", limits=(10, 20), bring_in=3, ante=1, street="fifth", up={1: "8c9dTh"})
    assert betting.raise_min == 20


def test_restoring_and_giving_back_reopen_the_round() -> None:
    betting = table(blinds=(10, 20), street="flop")
    play(betting, "4 bets 100; 1 folds; 2 folds; 3 folds")
    assert betting.hand_over_by_folds
    assert betting.bets[4] == 0
    play(betting, "restore 3")
    assert sizes(betting) == (3, 100, 200, 4980)
    play(betting, "3 raises 300; return 3 300")
    assert betting.bets[3] == 0
    assert sizes(betting) == (3, 100, 200, 4980)


def test_killed_hand_leaves_its_bets_and_owes_nothing() -> None:
    betting = table(blinds=(10, 20), street="flop")
    play(betting, "4 bets 100; 1 calls; kill 1")
    assert betting.dead == {1}
    assert betting.folded == set()
    assert (betting.pot, betting.owing) == (280, (2, 3))


def test_refund_gives_every_chip_back() -> None:
    betting = table(blinds=(10, 20), ante=5, ante_by="big_blind")
    play(betting, "2 raises 100; 3 calls; 4 folds; 1 calls; round flop; 1 bets 50")
    betting.refund()
    assert betting.stacks == dict.fromkeys((1, 2, 3, 4), 5000)
    assert (betting.pot, betting.to_act) == (0, 0)
    betting.check_chips()
