"""RULES 4.4: forced bets, who is first, straddle, bring-in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook_money.tables import cards, play, ruling, sizes, table

STUD = {"game": "stud7", "limit": "fixed", "limits": (10, 20), "bring_in": 3, "ante": 1}


def test_bfsp_5_4_1_small_blind_left_of_the_button_then_the_big_blind() -> None:
    betting = table(blinds=(50, 100), button=3)
    assert betting.bets == {4: 50, 1: 100, 2: 0, 3: 0}
    assert (betting.to_act, betting.owing) == (2, (2, 3, 4, 1))


def test_empty_seats_are_skipped() -> None:
    betting = table(blinds=(50, 100), button=9, stacks={2: 1000, 5: 1000, 9: 1000})
    assert betting.bets == {2: 50, 5: 100, 9: 0}
    assert betting.to_act == 9


def test_a_seat_without_chips_is_not_dealt_in() -> None:
    betting = table(blinds=(50, 100), button=1, stacks={1: 1000, 2: 0, 3: 1000})
    assert betting.live == (3, 1)
    assert betting.stacks[2] == 0


@pytest.mark.parametrize("book", ["bfsp", "club", "wsop"])
def test_club_2_11_3_heads_up_the_button_posts_the_small_blind_acts_first_then_last(book: str) -> None:
    betting = table(book, blinds=(50, 100), stacks=2, button=2)
    assert betting.bets == {1: 100, 2: 50}
    assert betting.to_act == 2
    play(betting, "2 calls; 1 checks; round flop")
    assert betting.owing == (1, 2)


def test_club_2_11_2_the_posters_may_raise() -> None:
    betting = table("club", blinds=(50, 100), stacks=3)
    play(betting, "3 calls; 1 calls")
    assert sizes(betting) == (2, 0, 200, 5000)


def test_club_2_11_5_no_small_blind_is_possible() -> None:
    betting = table("club", blinds=(0, 100), stacks=3)
    assert betting.bets == {1: 0, 2: 100, 3: 0}
    assert betting.owing == (3, 1, 2)


def test_antes_of_each_and_blinds_coexist() -> None:
    betting = table(blinds=(50, 100), ante=10)
    assert betting.pot == 190
    assert betting.bets == {4: 50, 1: 100, 2: 0, 3: 0}
    assert betting.to_call == 100


def test_the_big_blind_ante_is_posted_after_the_blind_and_belongs_to_the_main_pot() -> None:
    betting = table(blinds=(50, 100), ante=100, ante_by="big_blind", stacks={1: 150, 2: 1000, 3: 1000, 4: 1000})
    assert (betting.bets[1], betting.pot) == (100, 200)
    play(betting, "2 calls; 3 folds; 4 calls")
    assert betting.pots() == [(350, (1, 2, 4))]


def test_a_short_ante_makes_a_pot_of_its_level() -> None:
    betting = table(blinds=(50, 100), ante=10, stacks={1: 1000, 2: 4, 3: 1000, 4: 1000})
    play(betting, "3 calls; 4 calls; 1 checks")
    assert betting.pots() == [(16, (1, 2, 3, 4)), (318, (1, 3, 4))]


def test_club_2_12_the_straddler_takes_the_last_word() -> None:
    betting = table("club", blinds=(50, 100), straddle=2, context="cash")
    assert betting.bets == {4: 50, 1: 100, 2: 200, 3: 0}
    assert betting.owing == (3, 4, 1, 2)
    assert sizes(betting) == (3, 200, 300, 5000)
    play(betting, "3 calls; 4 calls; 1 calls")
    assert sizes(betting) == (2, 0, 300, 5000)


def test_club_2_12_4_literally_the_big_blind_has_the_last_word() -> None:
    import msgspec

    from rulebook.betting import Betting
    from rulebook.book import standard_books
    from rulebook.settings import Settings

    rules = msgspec.structs.replace(standard_books()["club"].money, straddle_last=False)
    betting = Betting(
        Settings(rulebook="club", blinds=(50, 100), straddle=2), rules, "CLUB", dict.fromkeys((1, 2, 3, 4), 5000), 3
    )
    betting.post()
    betting.open_round("preflop")
    assert betting.owing == (2, 3, 4, 1)


@pytest.mark.parametrize(("book", "seat"), [("club", 3), ("club", 4), ("bfsp", 2), ("wsop", 4)])
def test_a_straddle_where_none_is_allowed_is_not_posted(book: str, seat: int) -> None:
    assert table(book, blinds=(50, 100), straddle=seat).pot == 150


def test_a_straddle_is_exactly_two_big_blinds() -> None:
    betting = table("club", blinds=(50, 100), straddle=2, stacks={1: 1000, 2: 150, 3: 1000, 4: 1000})
    assert betting.bets[2] == 0


STUD5: dict[str, Any] = {"game": "stud5", "ante": 10, "bring_in": 5, "limit": "no"}
UP5 = {1: "2c", 2: "Kd", 3: "9h", 4: "Js"}


@pytest.mark.parametrize(("amount", "posted"), [(39, 0), (40, 40), (65, 65), (80, 80), (81, 0), (0, 0)])
def test_club_2_12_3_five_card_stud_from_the_pot_to_twice_the_pot(amount: int, posted: int) -> None:
    """Button at seat 3: cards are dealt to seat 4 first. Four antes of 10 are the pot."""
    betting = table("club", **STUD5, straddle=4, straddle_amount=amount, up=UP5)
    assert (betting.bets[4], betting.pot) == (posted, 40 + posted)
    if not posted:
        assert betting.bring_in_due
        assert betting.to_act == 1  # the deuce brings in


def test_club_2_12_3_the_straddle_is_the_first_bet_and_its_maker_has_the_last_word() -> None:
    betting = table("club", **STUD5, straddle=4, straddle_amount=60, up=UP5)
    assert not betting.bring_in_due
    assert betting.owing == (1, 2, 3, 4)
    assert sizes(betting) == (1, 60, 120, 4990)
    play(betting, "1 calls; 2 folds; 3 calls")
    assert sizes(betting) == (4, 0, 120, 4990)
    play(betting, "4 checks")
    betting.open_round("third", {1: cards("2c3d"), 3: cards("9h9c"), 4: cards("JsTd")})
    assert betting.to_act == 3  # from the second street on the best open hand begins


@pytest.mark.parametrize(
    ("book", "given"),
    [
        ("club", {"straddle": 1}),
        ("club", {"straddle": 4, "stacks": {1: 100, 2: 100, 3: 100, 4: 49}}),
        ("club", {"straddle": 4, "game": "stud7"}),
        ("club", {"straddle": 4, "ante": 0}),
        ("bfsp", {"straddle": 4}),
        ("parimatch", {"straddle": 4}),
        ("wsop", {"straddle": 4}),
    ],
)
def test_club_2_12_3_a_straddle_of_stud_that_is_not_allowed_is_not_posted(book: str, given: dict[str, Any]) -> None:
    assert not any(table(book, **(STUD5 | {"straddle_amount": 40} | given), up=UP5).bets.values())


def test_club_2_11_4_a_guest_blind_is_live() -> None:
    betting = table("club", blinds=(50, 100), guest_blinds={3: 100})
    assert betting.bets == {4: 50, 1: 100, 2: 0, 3: 100}
    play(betting, "2 calls")
    assert sizes(betting) == (3, 0, 200, 5000)


def test_missed_small_blind_is_dead() -> None:
    betting = table("wsop", blinds=(50, 100), guest_blinds={3: 100}, dead_blinds={3: 50}, context="cash")
    assert (betting.pot, betting.bets[3], betting.stacks[3]) == (300, 100, 4850)


def test_club_2_11_1_dead_button_without_a_small_blind() -> None:
    """The small blind's seat emptied: only the big blind is posted."""
    betting = table("club", blinds=(50, 100), stacks={1: 1000, 2: 1000, 3: 1000}, button=3, blind_seats=(4, 1))
    assert betting.bets == {1: 100, 2: 0, 3: 0}
    assert betting.owing == (2, 3, 1)


def test_bfsp_5_8_2_the_lowest_up_card_brings_in_ties_by_suit() -> None:
    betting = table(**STUD, up={1: "2d", 2: "2c", 3: "Kd", 4: "2h"})  # type: ignore[arg-type]
    assert sizes(betting) == (2, 3, 10, 10)
    play(betting, "2 brings")
    assert betting.owing == (3, 4, 1)


def test_bring_in_reading_the_ace_is_high() -> None:
    betting = table(**STUD, up={1: "Ac", 2: "Kc", 3: "Qd", 4: "Jh"})  # type: ignore[arg-type]
    assert betting.to_act == 4


def test_razz_the_highest_card_brings_in_and_the_ace_is_low() -> None:
    settings = STUD | {"game": "razz"}
    betting = table("wsop", **settings, up={1: "Ac", 2: "Kc", 3: "Kd", 4: "Jh"})  # type: ignore[arg-type]
    assert betting.to_act == 3


def test_pm_the_bring_in_is_half_the_lower_limit() -> None:
    settings = STUD | {"bring_in": 0}
    betting = table("parimatch", **settings, up={1: "2c", 2: "Kd", 3: "9h", 4: "Js"})  # type: ignore[arg-type]
    assert betting.to_call == 5


def test_others_call_the_bring_in_or_complete_it() -> None:
    betting = table(**STUD, up={1: "2c", 2: "Kd", 3: "9h", 4: "Js"})  # type: ignore[arg-type]
    play(betting, "1 brings; 2 calls; 3 raises 10")
    assert sizes(betting) == (4, 10, 20, 20)
    play(betting, "4 folds")
    assert sizes(betting) == (1, 7, 20, 20)
    assert play(betting, "1 folds; 2 calls") == []
    assert betting.pot == 4 + 3 + 10 + 10


def test_the_bring_in_ends_the_round_when_all_call_it() -> None:
    betting = table(**STUD, up={1: "2c", 2: "Kd", 3: "9h", 4: "Js"})  # type: ignore[arg-type]
    play(betting, "1 brings; 2 calls; 3 calls; 4 calls")
    assert not betting.round_open


def test_bfsp_6_5_4_all_in_by_the_ante_the_next_folds_brings_in_or_completes() -> None:
    stacks = {1: 1, 2: 1000, 3: 1000, 4: 1000}
    up = {1: "2c", 2: "Kd", 3: "9h", 4: "Js"}
    betting = table(**STUD, stacks=stacks, up=up)  # type: ignore[arg-type]
    assert sizes(betting) == (2, 3, 10, 10)
    play(betting, "2 folds")
    assert sizes(betting) == (3, 3, 10, 10)
    play(betting, "3 brings")
    assert betting.owing == (4,)


def test_a_short_bring_in_is_owed_in_full() -> None:
    betting = table(**STUD, stacks={1: 3, 2: 1000, 3: 1000, 4: 1000}, up={1: "2c", 2: "Kd", 3: "9h", 4: "Js"})  # type: ignore[arg-type]
    play(betting, "1 brings")
    assert (betting.bets[1], betting.to_call) == (2, 3)


def test_bfsp_4_5_1_the_best_open_hand_starts_later_streets_ties_by_suit() -> None:
    up = {1: "2cAh", 2: "KdAs", 3: "9h9s", 4: "JsJd"}
    assert table(**STUD, up=up, street="fourth").to_act == 4  # type: ignore[arg-type]
    up = {1: "2cAh", 2: "2dAs", 3: "9h8s", 4: "JsTd"}
    assert table(**STUD, up=up, street="fourth").to_act == 2  # type: ignore[arg-type]


def test_bfsp_6_5_4_an_all_in_player_who_would_start_is_passed_over() -> None:
    up = {1: "2cAh", 2: "KdQs", 3: "9h8s", 4: "JsTd"}
    betting = table(**STUD, up=up, stacks={1: 4, 2: 1000, 3: 1000, 4: 1000}, street="fourth")  # type: ignore[arg-type]
    assert betting.to_act == 2


def test_razz_the_lowest_open_hand_starts() -> None:
    settings = STUD | {"game": "razz"}
    betting = table("wsop", **settings, up={1: "5c4h", 2: "As2s", 3: "AdAh", 4: "2c3c"}, street="fourth")  # type: ignore[arg-type]
    assert betting.to_act == 2


def test_unknown_up_cards_leave_the_first_seat_to_start() -> None:
    betting = table(**STUD, up={1: "??", 2: "??", 3: "??", 4: "??"})  # type: ignore[arg-type]
    assert betting.to_act == 4


def test_five_card_stud_has_four_rounds_and_the_upper_limit_from_the_third() -> None:
    settings = STUD | {"game": "stud5"}
    betting = table("parimatch", **settings, up={1: "2c", 2: "Kd", 3: "9h", 4: "Js"})  # type: ignore[arg-type]
    assert [street.name for street in betting.game.streets] == ["second", "third", "fourth", "fifth"]
    assert sizes(betting) == (1, 3, 10, 10)
    for street, size in (("third", 10), ("fourth", 20), ("fifth", 20)):
        assert table("parimatch", **settings, street=street).raise_min == size  # type: ignore[arg-type]


def test_a_script_that_begins_with_the_deal_has_no_forced_bets() -> None:
    betting = table(blinds=(50, 100), opened=False)
    betting.refund()
    betting = type(betting)(betting.settings, betting.rules, "BFSP", betting.stacks, 3)
    betting.open_round("preflop")
    assert sizes(betting) == (4, 0, 100, 5000)
    assert play(betting, "4 bets 20") == [ruling(4, "bet", 100, 0, "BFSP 4.13")]
