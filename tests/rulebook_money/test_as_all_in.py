"""A last card of stud that lies up: its owner may count as all-in, or play on by the general rules (BFSP 6.5.5)."""

from __future__ import annotations

from tests.rulebook_money.tables import play, sizes, table

UP = {1: "2s 5d 8d 8c", 2: "3d 6d 9d 9s", 3: "9c 4h 4d Jd"}
STUD = {"game": "stud7", "limit": "fixed", "limits": (10, 20), "bring_in": 3, "ante": 1, "street": "seventh", "up": UP}


def test_bfsp_6_5_5_before_a_bet_he_counts_as_all_in_and_the_others_bet_on() -> None:
    betting = table(stacks=3, **STUD)
    assert betting.to_act == 2
    betting.as_all_in(2)
    assert sizes(betting) == (3, 0, 20, 20)
    assert betting.behind()[2] == betting.behind()[1]
    play(betting, "3 bets 20; 1 calls")
    assert not betting.round_open
    assert betting.pots() == [(12, (1, 2, 3)), (40, (1, 3))]
    betting.pay({2: 12, 1: 40})
    assert sum(betting.stacks.values()) == 15_000
    assert betting.stacks[2] == 5000 - 4 + 12


def test_bfsp_6_5_5_after_a_bet_he_may_still_play_on() -> None:
    betting = table(stacks=3, **STUD)
    play(betting, "2 bets 20")
    betting.as_all_in(3)
    assert betting.to_act == 1
    play(betting, "1 calls")
    assert not betting.round_open
    betting.plays_on(3)
    assert sizes(betting) == (3, 20, 40, 40)


def test_bfsp_6_5_5_heads_up_there_is_no_betting_left() -> None:
    betting = table(stacks=2, button=2, **STUD)
    betting.as_all_in(betting.to_act)
    assert not betting.round_open
    assert betting.no_more_betting


def test_what_lies_behind_comes_back_when_the_hand_is_annulled() -> None:
    betting = table(stacks=3, **STUD)
    betting.as_all_in(2)
    betting.refund()
    assert betting.stacks == {1: 5000, 2: 5000, 3: 5000}
