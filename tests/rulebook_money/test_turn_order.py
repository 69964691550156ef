"""RULES 4.3, the rows on acting out of turn, on the dealer's errors and on skipped players."""

from __future__ import annotations

from tests.rulebook_money.tables import play, ruling, sizes, table


def flop(book: str = "bfsp", **settings: object):
    given = {"blinds": (50, 100)} | settings
    return table(book, street="flop", **given)  # type: ignore[arg-type]


def test_bfsp_4_10_a_bet_out_of_turn_stands_when_those_before_check_or_fold() -> None:
    betting = flop()
    assert play(betting, "2 bets 300") == []
    assert (betting.to_act, betting.to_call, betting.pot) == (4, 0, 700)  # the chips stay in the pot
    assert play(betting, "4 checks; 1 folds") == [ruling(2, "bet", 300, 0, "BFSP 4.10")]
    assert sizes(betting) == (3, 300, 600, 4900)  # the turn passes to the player after him


def test_bfsp_4_10_a_call_out_of_turn_stands_when_the_one_before_calls() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 2 calls; 1 calls") == [ruling(2, "call", 200, 0, "BFSP 4.10")]
    assert betting.to_act == 3


def test_bfsp_4_10_after_a_bet_before_him_the_chips_stay_and_he_may_call_raise_or_fold() -> None:
    betting = flop()
    rulings = play(betting, "1 bets 200; 4 bets 500")
    assert rulings == [ruling(1, "bet", 200, 0, "BFSP 4.10")]
    assert sizes(betting) == (1, 300, 1000, 4900)
    assert betting.bets[1] == 200
    play(betting, "1 folds")
    assert betting.pot == 400 + 200 + 500


def test_bfsp_4_10_chips_out_of_turn_above_a_smaller_bet_stay_in_the_pot() -> None:
    betting = flop()
    play(betting, "1 bets 500; 4 bets 200; 1 calls; 2 folds; 3 folds")
    assert not betting.round_open
    assert betting.pot == 400 + 500 + 200
    assert betting.pots() == [(1100, (1, 4))]


def test_bfsp_4_10_a_check_out_of_turn_is_a_check_if_all_before_check() -> None:
    betting = flop()
    assert play(betting, "1 checks; 4 checks") == [ruling(1, "check", 0, 0, "BFSP 4.10")]
    assert betting.to_act == 2
    betting = flop()
    assert play(betting, "1 checks; 4 bets 200") == [ruling(1, "check", 0, 0, "BFSP 4.10")]
    assert sizes(betting) == (1, 200, 400, 4900)


def test_club_2_8_5_a_check_out_of_turn_costs_the_right_to_bet_or_raise() -> None:
    betting = flop("club")
    assert play(betting, "1 checks; 4 bets 200") == [ruling(1, "check", 0, 0, "CLUB 2.8.5")]
    assert sizes(betting) == (1, 200, 0, 0)


def test_club_2_8_13_tournament_a_bet_out_of_turn_comes_back_after_a_bet() -> None:
    betting = flop("club")
    assert play(betting, "1 bets 200; 4 bets 500") == [ruling(1, "bet", 0, 200, "CLUB 2.8.13")]
    assert sizes(betting) == (1, 500, 1000, 4900)
    assert betting.stacks[1] == 4900


def test_club_2_8_13_tournament_a_bet_out_of_turn_stands_after_a_check() -> None:
    betting = flop("club")
    assert play(betting, "1 bets 200; 4 checks") == [ruling(1, "bet", 200, 0, "CLUB 2.8.13")]
    assert betting.to_act == 2


def test_club_2_8_13_cash_a_bet_out_of_turn_stays() -> None:
    betting = flop("club", context="cash")
    assert play(betting, "1 bets 200; 4 bets 500") == [ruling(1, "bet", 200, 0, "CLUB 2.8.13")]
    assert betting.bets[1] == 200


def test_club_2_8_13_cash_wrong_information_is_excepted() -> None:
    betting = flop("club", context="cash")
    assert play(betting, "dealer asks 1; 1 bets 200; 4 bets 500") == [ruling(1, "bet", 0, 200, "CLUB 2.8.13")]
    assert betting.bets[1] == 0


def test_all_chips_out_of_turn_come_back_with_the_turn_or_stay_as_an_all_in() -> None:
    stacks = {1: 300, 2: 5000, 3: 5000, 4: 5000}
    betting = flop("club", stacks=stacks)
    assert play(betting, "1 allin; 4 bets 500") == [ruling(1, "bet", 0, 200, "CLUB 2.8.13")]
    assert sizes(betting) == (1, 200, 0, 0)
    betting = flop(stacks=stacks)
    assert play(betting, "1 allin; 4 bets 500") == [ruling(1, "bet", 200, 0, "BFSP 4.10")]
    assert betting.owing == (2, 3)


def test_a_fold_out_of_turn_is_a_fold() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 2 folds") == [ruling(2, "fold", 0, 0, "BFSP 4.10")]
    assert betting.owing == (1, 3)


def test_silent_chips_out_of_turn_are_read_when_their_turn_comes() -> None:
    betting = flop()
    assert play(betting, "4 bets 200; 2 chips 500; 1 calls") == [ruling(2, "call", 200, 300, "BFSP 4.10")]
    assert betting.to_act == 3
    assert betting.stacks[2] == 4700


def test_bfsp_4_13_example_the_dealer_skipped_a_player_who_raises() -> None:
    """Bet, raise, the third thinks, the dealer turns to the fourth, who calls; the third re-raises: the fourth takes back."""
    betting = flop()
    play(betting, "4 bets 100; 1 raises 200; dealer asks 3; 3 calls")
    assert betting.bets[3] == 200
    assert play(betting, "2 raises 600") == [ruling(3, "call", 0, 200, "BFSP 4.10")]
    assert sizes(betting) == (3, 600, 1000, 4900)
    assert play(betting, "3 folds") == []


def test_bfsp_4_10_asked_by_the_dealer_he_may_change_until_the_player_after_him_acts() -> None:
    betting = flop()
    play(betting, "dealer asks 1; 1 bets 300")
    assert play(betting, "4 checks") == []  # an act of a player before him does not end this, nor make it binding
    assert betting.to_act == 2
    assert play(betting, "1 checks") == [ruling(1, "bet", 0, 300, "BFSP 4.10")]
    assert sizes(betting) == (2, 0, 100, 4900)
    assert (betting.bets[1], betting.stacks[1], betting.pot) == (0, 4900, 400)


def test_bfsp_4_10_asked_by_the_dealer_bound_once_the_player_after_him_acts() -> None:
    betting = flop()
    play(betting, "dealer asks 1; 1 bets 300; 4 checks")
    assert play(betting, "2 folds") == [ruling(1, "bet", 300, 0, "BFSP 4.10")]
    assert play(betting, "1 checks") == []
    assert (betting.to_act, betting.to_call) == (3, 300)


def test_bfsp_4_10_asked_by_the_dealer_bound_by_an_act_out_of_turn_after_him() -> None:
    betting = flop()
    play(betting, "dealer asks 1; 1 bets 300; 2 folds")
    assert play(betting, "4 bets 500") == [ruling(1, "bet", 300, 0, "BFSP 4.10")]
    assert betting.bets[1] == 300  # no longer changeable: the chips stay


def test_bfsp_4_13_a_skipped_player_keeps_his_turn_with_all_rights() -> None:
    betting = flop()
    play(betting, "4 bets 100; dealer asks 2; 2 calls; 3 calls")
    assert sizes(betting) == (1, 100, 200, 4900)


def test_club_2_8_12_two_actions_after_a_skipped_player_cost_him_the_raise() -> None:
    betting = flop("club")
    play(betting, "4 bets 100; 2 calls")
    assert betting.raise_min == 200
    play(betting, "3 calls")
    assert sizes(betting) == (1, 100, 0, 0)
    rulings = play(betting, "1 raises 400")
    assert rulings[0] == ruling(1, "call", 100, 300, "CLUB 2.8.12")
    assert rulings[1:] == [ruling(2, "call", 100, 0, "CLUB 2.8.13"), ruling(3, "call", 100, 0, "CLUB 2.8.13")]
    assert not betting.round_open


def test_club_2_8_6_saying_time_saves_the_turn() -> None:
    betting = flop("club")
    play(betting, "4 bets 100; 1 says time; 2 calls; 3 calls")
    assert betting.raise_min == 200


def test_club_2_8_6_waiting_for_a_player_before_him_costs_nothing() -> None:
    betting = flop("club", stacks=6, button=6)
    play(betting, "1 bets 100; 4 calls; 5 calls; 6 calls")
    assert sizes(betting) == (2, 100, 0, 0)
    play(betting, "2 calls")
    assert sizes(betting) == (3, 100, 200, 4900)  # he only waited for seat 2


def test_club_2_8_12_without_a_bet_he_can_only_check() -> None:
    betting = flop("club")
    play(betting, "1 checks; 2 checks")
    assert sizes(betting) == (4, 0, 0, 0)
    play(betting, "4 checks")
    assert betting.to_act == 3


def test_an_act_of_a_seat_that_owes_nothing_changes_nothing() -> None:
    betting = flop()
    play(betting, "4 bets 200; 1 folds")
    before = (dict(betting.stacks), betting.owing, betting.pot)
    assert play(betting, "1 raises 900; 4 raises 900; 9 bets 5; 4 says time") == []
    assert (betting.stacks, betting.owing, betting.pot) == before


def test_two_who_act_before_a_skipped_player_stand_together_once_he_checks() -> None:
    betting = flop()
    rulings = play(betting, "1 bets 200; 2 raises 600; 4 checks")
    assert rulings == [ruling(1, "bet", 200, 0, "BFSP 4.10"), ruling(2, "raise", 600, 0, "BFSP 4.10")]
    assert sizes(betting) == (3, 600, 1000, 4900)


def test_club_2_8_12_a_call_behind_a_bet_out_of_turn_is_one() -> None:
    betting = flop("club")
    rulings = play(betting, "1 bets 200; 2 calls; 4 checks; 3 folds")
    assert rulings == [ruling(1, "bet", 200, 0, "CLUB 2.8.13"), ruling(2, "call", 200, 0, "CLUB 2.8.13")]
    assert sizes(betting) == (4, 200, 0, 0)  # two acted after him


def test_a_bet_of_the_skipped_player_upsets_both_who_acted_before_him() -> None:
    betting = flop()
    rulings = play(betting, "1 bets 200; 2 calls; 4 bets 300")
    assert rulings == [ruling(1, "bet", 200, 0, "BFSP 4.10"), ruling(2, "call", 200, 0, "BFSP 4.10")]
    assert sizes(betting) == (1, 100, 600, 4900)
