"""A judge gives chips of the round back (BFSP 4.13 note, CLUB 2.8.13): what hung on them falls with them."""

from __future__ import annotations

from tests.rulebook_money.tables import play, ruling, sizes, table


def flop(book: str = "bfsp", **settings: object):
    given = {"blinds": (50, 100)} | settings
    return table(book, street="flop", **given)  # type: ignore[arg-type]


def test_bfsp_4_13_a_raise_given_back_gives_its_calls_back() -> None:
    betting = flop()
    play(betting, "4 bets 200; 1 raises 600; 2 calls; return 1 400")
    assert betting.bets == {4: 200, 1: 200, 2: 200, 3: 0}
    assert sizes(betting) == (1, 0, 400, 4900)
    play(betting, "1 checks; 3 calls")
    assert not betting.round_open
    assert betting.pot == 400 + 4 * 200


def test_bfsp_4_13_who_called_a_raise_given_back_may_raise_the_next_one() -> None:
    betting = flop()
    play(betting, "4 bets 200; 1 raises 600; 2 calls; return 1 400; 1 raises 500; 3 folds; 4 folds")
    assert sizes(betting) == (2, 300, 800, 4900)


def test_a_bet_given_back_below_a_raise_over_it_leaves_that_raise() -> None:
    betting = flop()
    play(betting, "4 bets 200; 1 raises 600; 2 raises 1200; return 1 600")
    assert sizes(betting) == (1, 1200, 1800, 4900)
    assert betting.bets[2] == 1200


def test_a_caller_all_in_for_less_gets_back_what_is_above_the_bet_that_remains() -> None:
    betting = table("bfsp", stacks={1: 5000, 2: 600, 3: 5000, 4: 5000}, blinds=(50, 100), street="flop")
    play(betting, "4 bets 200; 1 raises 900; 2 allin; return 1 900")
    assert (betting.bets[2], betting.stacks[2]) == (200, 300)
    assert sizes(betting)[:2] == (1, 200)


def test_bfsp_4_13_too_few_chips_given_back_bind_no_more() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 1 chips 100; return 1 100; 1 raises 600") == []
    assert sizes(betting) == (2, 600, 1000, 4900)


def test_club_2_8_13_chips_out_of_turn_given_back_are_no_action() -> None:
    betting = flop("club", context="cash")
    assert play(betting, "1 bets 200; return 1 200; 4 checks") == []
    assert sizes(betting) == (1, 0, 100, 4900)
    assert betting.pot == 400


def test_chips_given_back_are_no_first_motion() -> None:
    betting = flop()
    play(betting, "4 bets 200; 1 chips 200; return 1 200")
    assert play(betting, "1 chips 300 300") == [ruling(1, "raise", 600, 0, "BFSP 4.14.3")]


def test_a_completion_given_back_leaves_the_bring_in_due() -> None:
    betting = table("bfsp", game="stud7", limit="fixed", limits=(10, 20), bring_in=5, up={1: "4d", 2: "4c", 3: "9s", 4: "Ts"})
    play(betting, "2 raises 10; 3 calls; return 2 10")
    assert sizes(betting) == (2, 5, 10, 10)


def test_what_others_do_out_of_turn_binds_once_a_judge_acts() -> None:
    betting = flop()
    play(betting, "dealer asks 1; 1 bets 200; 4 checks")
    assert play(betting, "return 4 100") == [ruling(1, "bet", 200, 0, "BFSP 4.10")]


def test_bfsp_4_9_1_a_hand_given_back_before_anybody_acted_has_its_turn_again() -> None:
    betting = flop()
    play(betting, "4 bets 200; kill 1; restore 1")
    assert sizes(betting)[:2] == (1, 200)
    play(betting, "kill 1; 2 calls; restore 1")
    assert sizes(betting)[:2] == (3, 200)  # the next one has acted: it acts when its turn comes round
    play(betting, "3 folds")
    assert betting.to_act == 1
