"""RULES 5: order of showing, pots, shares, odd chips, Hi/Lo."""

from __future__ import annotations

import pytest

from rulebook.betting import Betting
from rulebook.pots import share
from tests.rulebook_money.tables import cards, play, table

BOARD = "2c 7d 9h Js Kd"


def checked_down(book: str = "bfsp", script: str = "", **settings: object) -> Betting:
    given = {"blinds": (50, 100)} | settings
    betting = table(book, **given)  # type: ignore[arg-type]
    play(betting, script)
    for street in ("flop", "turn", "river"):
        finish(betting)
        betting.open_round(street)
    finish(betting)
    return betting


def finish(betting: Betting) -> None:
    while betting.to_act:
        betting.act(betting.to_act, "call" if betting.to_call else "check")


def won(betting: Betting, hands: dict[int, str], board: str = BOARD, mucked: tuple[int, ...] = ()) -> list[dict[int, int]]:
    held = {seat: cards(text) for seat, text in hands.items()}
    return [pot.won for pot in betting.award(held, cards(board), mucked)]


@pytest.mark.parametrize("book", ["bfsp", "club", "parimatch", "wsop"])
def test_a_bet_on_the_last_round_its_aggressor_shows_first(book: str) -> None:
    betting = table(book, blinds=(50, 100), street="river")
    play(betting, "4 checks; 1 bets 100; 2 raises 200; 3 calls; 4 calls; 1 calls")
    assert betting.show_order() == (2, 3, 4, 1)


def test_bfsp_5_9_2_all_checked_the_last_bettor_of_any_round_shows_first() -> None:
    betting = checked_down(script="2 raises 300; 3 calls; 4 raises 900; 1 folds; 2 calls; 3 calls")
    assert betting.show_order() == (4, 2, 3)


def test_bfsp_5_9_2_reading_the_aggressor_has_folded_the_next_live_seat() -> None:
    betting = table(blinds=(50, 100))
    play(betting, "2 raises 300; 3 calls; 4 calls; 1 calls; round flop; 4 checks; 1 checks; 2 folds; 3 checks")
    assert betting.show_order() == (3, 4, 1)


def test_bfsp_5_9_2_reading_no_bet_in_the_whole_hand_the_first_live_seat_after_the_button() -> None:
    assert checked_down().show_order() == (4, 1, 2, 3)


def test_bfsp_5_9_2_reading_a_short_all_in_that_raises_is_aggression() -> None:
    betting = checked_down(stacks={1: 5000, 2: 5000, 3: 150, 4: 5000}, script="2 calls; 3 allin")
    assert betting.show_order() == (3, 4, 1, 2)


def test_nobody_could_bet_on_the_last_round() -> None:
    stacks = {1: 500, 2: 500, 3: 500, 4: 500}
    for book, order in (("bfsp", (3, 4, 1, 2)), ("club", (4, 1, 2, 3))):
        betting = checked_down(book, stacks=stacks, script="2 raises 300; 3 allin; 4 calls; 1 calls; 2 calls")
        assert betting.no_more_betting
        assert betting.show_order() == order, book


def test_club_2_10_5_side_pot_players_show_before_the_main_pot_alone() -> None:
    betting = checked_down(
        "club", stacks={1: 5000, 2: 5000, 3: 5000, 4: 500}, script="2 raises 1000; 3 folds; 4 calls; 1 calls"
    )
    assert betting.show_order() == (1, 2, 4)


def test_club_2_10_5_last_aggressor_all_in_for_the_main_pot_shows_after_the_side_pot() -> None:
    betting = table("club", blinds=(50, 100), stacks={1: 5000, 2: 5000, 3: 5000, 4: 500}, street="river")
    play(betting, "4 allin; 1 calls; 2 raises 1000; 3 folds; 1 calls")
    assert betting.show_order() == (2, 1, 4)


def test_wsop_t72_stud_the_high_board_of_the_last_round() -> None:
    settings = {"game": "stud7", "limit": "fixed", "limits": (10, 20), "bring_in": 3, "ante": 1}
    up = {1: "2c3c4c5c", 2: "KdKs7h8h", 3: "9h8s2d2h", 4: "JsTd4h4d"}
    betting = table("wsop", **settings, up=up, street="seventh")  # type: ignore[arg-type]
    finish(betting)
    assert betting.show_order() == (2, 3, 4, 1)


def test_no_showdown_when_one_is_left() -> None:
    betting = table(blinds=(50, 100))
    play(betting, "2 folds; 3 folds; 4 folds")
    assert betting.hand_over_by_folds
    assert betting.show_order() == ()
    assert betting.pots() == [(100, (1,))]  # the uncalled half of the big blind went back
    assert betting.award({}, (), ())[0].won == {1: 100}


def test_bfsp_5_9_2_the_last_one_with_cards_need_not_show() -> None:
    assert won(checked_down(), {}, mucked=(1, 3, 4)) == [{2: 400}]


def test_an_unknown_hand_leaves_the_pot_undecided() -> None:
    assert won(checked_down(), {1: "AsAd", 2: "QsQd", 3: "????"}, mucked=(4,)) == [{}]
    assert won(checked_down(), {1: "AsAd", 2: "QsQd"}, mucked=(4,)) == [{}]
    assert won(checked_down(), {1: "AsAd", 2: "QsQd"}, board="2c 7d 9h Js ??", mucked=(3, 4)) == [{}]


def test_a_side_pot_is_decided_even_while_the_main_pot_is_not() -> None:
    betting = checked_down(stacks={1: 500, 2: 5000, 3: 5000, 4: 5000}, script="2 raises 1000; 3 calls; 4 folds; 1 calls")
    assert won(betting, {2: "AsAd", 3: "QsQd"}) == [{}, {2: 1000}]


def test_bfsp_4_5_2_suits_never_decide_a_pot() -> None:
    betting = checked_down(stacks=2, button=2)
    assert won(betting, {1: "AsQs", 2: "AcQc"}) == [{1: 100, 2: 100}]


def test_bfsp_5_9_3_reading_odd_chips_one_each_to_the_winners_clockwise_from_the_button() -> None:
    betting = checked_down(blinds=(1, 2), stacks=4, script="2 calls; 3 folds; 4 calls; 1 checks")
    assert betting.pot == 6
    betting = checked_down(blinds=(1, 2), ante=2, ante_by="big_blind", script="2 calls; 3 folds; 4 calls; 1 checks")
    assert won(betting, {1: "AsQs", 2: "AcQc", 4: "AdQd"}) == [{1: 3, 2: 2, 4: 3}]


def test_the_odd_chip_is_a_chip_of_the_smallest_value_in_play() -> None:
    assert share(1000, [5, 2, 3], 100) == {5: 400, 2: 300, 3: 300}
    assert share(1100, [5, 2, 3], 100) == {5: 400, 2: 400, 3: 300}
    assert share(8, [1, 2, 3]) == {1: 3, 2: 3, 3: 2}


def test_one_side_pot_per_all_in_level() -> None:
    stacks = {1: 100, 2: 300, 3: 600, 4: 1000}
    betting = checked_down(blinds=(5, 10), stacks=stacks, script="2 allin; 3 allin; 4 allin; 1 calls")
    assert betting.pots() == [(400, (1, 2, 3, 4)), (600, (2, 3, 4)), (600, (3, 4))]
    assert betting.stacks == {1: 0, 2: 0, 3: 0, 4: 400}
    assert won(betting, {1: "KsKc", 2: "JcJd", 3: "9s9d", 4: "7s7c"}) == [{1: 400}, {2: 600}, {3: 600}]


def test_wrong_number_of_cards_is_not_ranked() -> None:
    betting = checked_down(stacks=2, button=2)
    assert won(betting, {1: "AsQsJs", 2: "AcQc"}) == [{}]


def test_bfsp_5_7_2_omaha_plays_exactly_two_hole_cards() -> None:
    betting = checked_down(game="omaha", limit="pot", stacks=2, button=2)
    # Seat 1 holds one diamond with four on the board: no flush; seat 2 has two.
    assert won(betting, {1: "Ad As Kc Kh", 2: "2d 3d 4c 5c"}, board="Qd Jd 9d 6d 4h") == [{2: 200}]


def test_five_card_omaha() -> None:
    betting = checked_down(game="omaha5", limit="pot", stacks=2, button=2)
    assert won(betting, {1: "Ad As Kc Kh 2c", 2: "2d 3d 4c 5c 5h"}, board="Qd Jd 9d 6c 4h") == [{2: 200}]


OMAHA8_BOARD = "As 4d 5h Kc Kd"


def omaha8(book: str, total: int = 200) -> Betting:
    return checked_down(book, game="omaha8", limit="pot", blinds=(total // 4, total // 2), stacks=2, button=2)


def test_pm_omaha8_high_and_low_share_and_the_odd_chip_goes_to_high() -> None:
    betting = checked_down(
        "parimatch", game="omaha8", limit="pot", blinds=(1, 2), ante=1, ante_by="big_blind", stacks=2, button=2
    )
    assert won(betting, {1: "Ks Qs Jc Tc", 2: "2c 7c 9s 9h"}, board=OMAHA8_BOARD) == [{1: 3, 2: 2}]


def test_pm_omaha8_no_low_high_takes_all() -> None:
    assert won(omaha8("parimatch"), {1: "Ks Qs Jc Tc", 2: "2c 9c 9s 9h"}, board="As Qd Th Kc Kd") == [{1: 200}]


def test_pm_omaha8_a_straight_is_no_low() -> None:
    """4-5-6-7-8 from 4c 6c: a straight, hence no low for PM, a standard one elsewhere."""
    hands = {1: "Qs Qh 2c 2h", 2: "4c 6c 9s Th"}
    board = "5d 7h 8s Qc Qd"
    assert won(omaha8("parimatch"), hands, board) == [{1: 200}]
    assert won(omaha8("wsop"), hands, board) == [{1: 100, 2: 100}]


def test_pm_omaha8_reading_a_barred_straight_may_hide_a_legal_low() -> None:
    """Seat 2 makes the straight 4-5-6-7-8 with 4 6, and the legal low 8-7-5-3-4 with 3 4."""
    hands = {1: "Qs Qh Jc Tc", 2: "3d 4c 6c Th"}
    assert won(omaha8("parimatch"), hands, "5d 7h 8s Qc Qd") == [{1: 100, 2: 100}]


def test_pm_omaha8_reading_the_wheel_is_a_low_suited_or_not() -> None:
    assert won(omaha8("parimatch"), {1: "Qs Qh Jc Tc", 2: "As 2s 9h 9c"}, "3c 4h 5c Qc Qd") == [{1: 100, 2: 100}]
    assert won(omaha8("parimatch"), {1: "Qs Qh Jc Tc", 2: "As 2s 9h 9c"}, "3s 4s 5s Qc Qd") == [{2: 200}]
    assert won(omaha8("parimatch"), {1: "Qs Qh Jc Tc", 2: "As 2d 9h 9c"}, "3s 4s 5s Qc Qd") == [{1: 100, 2: 100}]


def test_stud_odd_chip_clockwise_from_the_dealer_or_by_suit() -> None:
    settings = {"game": "stud7", "limit": "fixed", "limits": (2, 4), "bring_in": 1, "antes": {1: 1, 2: 2}}
    hands = {1: "Ac Kd Qc Js 9h 2c 2d", 2: "As Kc Qd Jd 9c 2h 2s"}
    for book, first in (("bfsp", 1), ("wsop", 2)):
        betting = table(book, **settings, stacks=2, button=2, street="seventh")  # type: ignore[arg-type]
        finish(betting)
        assert betting.pot == 5
        assert won(betting, hands, board="")[0][first] == 3, book


def test_bfsp_6_3_9_a_forfeited_pot_goes_in_equal_shares_to_the_others() -> None:
    betting = table(blinds=(50, 100), button=3)
    play(betting, "2 raises 200; 3 folds; 4 folds; 1 folds")
    assert betting.forfeit(2) == {4: 84, 1: 83, 3: 83}


def test_a_judge_may_change_an_award_and_chips_stay() -> None:
    betting = checked_down()
    for awards in ({1: 400}, {2: 200, 3: 200}, {1: 100}, {1: 500}):
        betting.pay(awards)
        betting.check_chips()
    betting.pay({4: 400})
    assert betting.stacks == {1: 4900, 2: 4900, 3: 4900, 4: 5300}
