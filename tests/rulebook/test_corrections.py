"""Every irregularity of the deal by its clause: what is called, what comes next, when it is put right (RULES 3.2).

Three players, button at seat 3. The deal is k1…k6 (seats 1, 2, 3 twice); further cards are k7, k8… as they come.
"""

from __future__ import annotations

import pytest

from tests.rulebook.folds import Log
from tests.rulebook.scripts import play

LIMPED = "deal; 3 call; 1 call; 2 check;"
FLOP = LIMPED + "burn; board x3;"  # k7; k8 k9 k10
CHECKED = FLOP + "1 check; 2 check; 3 check;"
TURN = CHECKED + "burn; board;"  # k11; k12
BETTING = FLOP + "1 check; 2 bet 200;"
RIVER = TURN + "1 check; 2 check; 3 check; burn; board;"  # k13; k14

Case = tuple[str, str, str, str]  # what is in order before, what goes wrong, what is told of it, what comes next

BFSP: dict[str, Case] = {
    "6_3_3_stray_card_put_right": (
        "", "card 1; card 1; move k2 2; card 3; card 1; card 2; card 3",
        "dealt_out_of_order BFSP 6.3.3 play", "act",
    ),
    "6_3_3_further_round_over_a_stray_card": (
        "", "card 2; card 1; card 3; card 1",
        "dealt_out_of_order BFSP 6.3.3 misdeal open", "shuffle",
    ),
    "6_3_4_seat_skipped": ("", "card 1; card 3; card 1", "seat_skipped BFSP 6.3.4 misdeal open", "shuffle"),
    "6_3_4_empty_seat": ("", "card 1; card 4", "dealt_to_empty_seat BFSP 6.3.4 misdeal open", "shuffle"),
    "6_3_4_empty_seat_late": ("deal; 3 call;", "card 4; move k7 muck", "dealt_to_empty_seat BFSP 6.3.4 play", "act"),
    "6_3_5_card_too_many": ("deal;", "card 1", "wrong_card_count BFSP 6.3.5 misdeal open", "shuffle"),
    "6_3_6_first_card_of_a_blind": ("", "card 1; card 2 up", "exposed_hole_card BFSP 6.3.6 misdeal open", "shuffle"),
    "6_3_6_a_second_exposed_card": (
        "", "card 1; card 2; card 3 up; card 1; card 2 up",
        "exposed_hole_card BFSP 6.6.1 play + exposed_hole_card BFSP 6.3.6 misdeal open", "shuffle",
    ),
    "6_3_6_overruled": ("", "card 1; card 2 up; floor play", "exposed_hole_card BFSP 6.3.6 misdeal", "deal"),
    "6_3_7_short_hand_acts": (
        "", "card 1; card 2; card 3; card 1; card 2; 3 call",
        "wrong_card_count BFSP 6.3.7 play open", "correct",
    ),
    "6_3_8_others_have_acted": ("deal; 3 call;", "card 2; move k2 k5 k7 muck", "wrong_card_count BFSP 6.3.8 play", "act"),
    "6_3_9_the_last_one_left": ("deal; 3 fold; 1 fold;", "card 2", "wrong_card_count BFSP 6.3.9 floor open", "judge"),
    "6_4_5_boxed_card_replaced": (
        "", "card 1; card 2 boxed; move k2 muck; card 2; card 3",
        "boxed_card BFSP 6.4.5 play", "deal",
    ),
    "6_4_5_boxed_card_not_yet_replaced": (
        "", "card 1; card 2 boxed; move k2 muck",
        "boxed_card BFSP 6.4.5 play open", "correct",
    ),
    "6_4_5_boxed_burn": (LIMPED, "burn boxed; move k7 muck; burn; board x3", "boxed_card BFSP 6.4.5 play", "act"),
    "6_4_6_turn_unburned_and_restored": (CHECKED, "board; move k11 burns; board", "burn_missing BFSP 6.4.6 play", "act"),
    "6_4_6_turn_unburned_restored_over_the_stub": (
        CHECKED, "board; move k11 stub; burn; board",
        "burn_missing BFSP 6.4.6 play", "act",
    ),
    "6_4_6_turn_unburned_and_played": (CHECKED, "board; 1 check", "burn_missing BFSP 6.4.6 play", "act"),
    "6_4_6_two_burns_restored": (CHECKED, "burn; burn; move k12 stub; board", "burn_extra BFSP 6.4.6 play", "act"),
    "6_4_6_both_burns_back_and_one_again": (
        CHECKED, "burn; burn; move k11 k12 stub; burn; board",
        "burn_extra BFSP 6.4.6 play", "act",
    ),
    "6_4_6_two_burns_under_the_turn": (
        CHECKED, "burn; burn; board; move k13 stub; move k12 board",
        "burn_extra BFSP 6.4.6 play", "act",
    ),
    "6_4_6_two_burns_under_a_flop_stand": (LIMPED, "burn; burn; board x3", "burn_extra BFSP 6.4.6 play", "act"),
    "6_6_1_exposed_card_is_the_burn": (
        "", "card 1; card 2; card 3 up; card 1; card 2; card 3; card 3; move k3 burns; 3 call; 1 call; 2 check; board x3",
        "exposed_hole_card BFSP 6.6.1 play", "act",
    ),
    "6_6_1_folded_before": (
        "", "card 1; card 2; card 3 up; card 1; card 2; card 3; 3 fold; 1 call; 2 check; burn; board x3",
        "exposed_hole_card BFSP 6.6.1 play", "act",
    ),
    "6_6_2_flop_unburned_and_dealt_anew": (
        LIMPED, "board x3; move k7 k8 k9 stub; shuffled; cut; burn; board x3",
        "burn_missing BFSP 6.6.2 play", "act",
    ),
    "6_6_2_not_yet_cut": (
        LIMPED, "board x3; move k7 k8 k9 stub; shuffled; burn; board x3",
        "burn_missing BFSP 6.6.2 play open", "correct",
    ),
    "6_6_2_after_an_action": (LIMPED, "board x3; 1 check", "burn_missing BFSP 6.4.6 play", "act"),
    "6_6_3_four_cards_wait": (LIMPED, "burn; board x4", "four_card_flop BFSP 6.6.3 floor open", "judge"),
    "6_6_3_picked_card_is_the_next_burn": (
        LIMPED,
        "burn; board x4; turn k8 k9 k10 k11 down; pick; move k9 burns; turn k8 k10 k11 up; 1 check; 2 check; 3 check; board",
        "four_card_flop BFSP 6.6.3 floor", "act",
    ),
    "6_6_4_five_cards_go_back": (
        LIMPED, "burn; board x5; move k8 k9 k10 k11 k12 k7 stub; shuffled; cut; burn; board x3",
        "flop_over_four BFSP 6.6.4 play", "act",
    ),
    "6_6_5_premature_flop": (
        "deal; 3 call;",
        "burn; board x3; answer early; move k8 k9 k10 k7 stub; shuffled; 1 call; 2 check; cut; burn; board x3",
        "premature_flop BFSP 6.6.5 play", "act",
    ),
    "6_6_6_premature_turn": (
        BETTING,
        "burn; board; answer early; move k12 aside; 3 call; 1 fold; burn; board; 2 check; 3 check; move k12 stub; shuffled",
        "premature_turn BFSP 6.6.6 play", "burn",
    ),
    "6_6_6_turn_taken_back_unasked": (BETTING, "board; move k11 aside", "premature_turn BFSP 6.6.6 play open", "act"),
    "6_6_6_late_bet": (FLOP + "1 check; 2 check;", "board; late 3 bet 200", "premature_turn BFSP 6.6.6 play open", "correct"),
    "6_6_6_late_taps_are_no_fault": (BETTING, "burn; board; late 3 call; late 1 fold", "", "act"),
    "6_6_7_premature_river": (
        TURN + "1 check; 2 bet 200;",
        "burn; board; answer early; move k14 aside; 3 call; 1 fold; move k14 stub; shuffled; burn; board",
        "premature_river BFSP 6.6.7 play", "act",
    ),
    "6_6_6_and_6_6_7_both": (
        BETTING, "burn; board; answer early; burn; board; answer early",
        "premature_turn BFSP 6.6.6 play open + premature_river BFSP 6.6.7 play open", "correct",
    ),
    "6_6_8_two_cards_on_the_turn": (
        CHECKED, "burn; board x2; turn k12 k13 down; pick; move k13 burns; turn k12 up; 1 check; 2 check; 3 check; board",
        "extra_board_card BFSP 6.6.8 floor", "act",
    ),
    "6_6_8_two_cards_on_the_river": (
        TURN + "1 check; 2 check; 3 check;", "burn; board x2; turn k14 k15 down; pick; move k15 aside; turn k14 up",
        "extra_board_card BFSP 6.6.8 floor", "act",
    ),
    "6_6_9_all_in_hand_taken": (
        "deal; 3 fold; 1 allin;", "report dealer_takes 1",
        "allin_mucked BFSP 6.6.9 floor open", "judge",
    ),
    "4_9_1_cards_forward": ("deal;", "report forwards 3; 1 call", "forward_fold BFSP 4.9.1 play", "act"),
    "4_9_1_muck_touched": ("deal;", "report touches_muck 3", "muck_touched BFSP 4.9.1 play open", "correct"),
    "6_4_4_absent_player": ("report leaves 3;", "deal; move k3 k6 muck", "absent_player BFSP 6.4.4 play", "act"),
    "6_4_7_card_dropped": ("deal;", "report drops 3", "card_dropped BFSP 6.4.7 play", "act"),
    "7_1_5_shown_cards": ("deal;", "turn k3 k6 up", "exposed_by_player BFSP 7.1.5 play open", "correct"),
    "7_1_5_shown_without_intent": ("deal;", "turn k3 k6 up; floor unintended", "exposed_by_player BFSP 7.1.5 play", "act"),
    "6_1_1_marked_in_the_deal": ("", "card 1; report marked 1", "marked_card BFSP 6.1.1 misdeal open", "correct"),
    "6_1_1_marked_before_a_sensor_tells_of_the_card": ("", "report marked 1", "marked_card BFSP 6.1.1 misdeal open", "correct"),
    "6_1_2_marked_on_the_board": (FLOP, "report marked", "marked_card BFSP 6.1.2 play open", "act"),
}  # fmt: skip

CLUB: dict[str, Case] = {
    "2_5_a_second_card_exposed": ("", "card 1; card 2 up", "exposed_hole_card CLUB 2.5 a misdeal open", "shuffle"),
    "2_5_c_two_boxed_cards": (
        "", "card 1 boxed; move k1 muck; card 1; card 2 boxed",
        "boxed_card CLUB 2.7.4 play + boxed_card CLUB 2.5 c misdeal open", "shuffle",
    ),
    "2_5_d_two_surplus_cards": (
        "deal;", "card 1; card 2",
        "extra_card CLUB 2.7.6 play + wrong_card_count CLUB 2.5 d misdeal open", "shuffle",
    ),
    "2_5_e_after_one_has_acted": ("deal; 3 call;", "card 1", "wrong_card_count CLUB 2.5 e misdeal open", "shuffle"),
    "2_5_f_out_of_order": ("", "card 2; card 1", "dealt_out_of_order CLUB 2.5 f misdeal open", "shuffle"),
    "2_5_g_button": ("report button_at 1;", "card 1", "button_misplaced CLUB 2.5 g misdeal open", "shuffle"),
    "2_6_1_2_cards_forward": ("deal;", "report forwards 3; 1 call", "forward_fold CLUB 2.6.1-2 play", "act"),
    "2_7_2_all_in_hand_taken": (
        "deal; 3 fold; 1 allin;", "report dealer_takes 1; move k1 k4 muck",
        "allin_mucked CLUB 2.7.2 play", "push",
    ),
    "2_7_6_card_goes_back_as_the_burn": (
        "deal;", "card 1; move k7 burns; 3 call; 1 call; 2 check; board x3",
        "extra_card CLUB 2.7.6 play", "act",
    ),
    "2_7_10_premature_flop": ("deal; 3 call;", "board x3; answer early", "premature_flop CLUB 2.7.10 play open", "correct"),
    "2_7_11_shown_cards_stay_live": ("deal;", "turn k3 k6 up", "exposed_by_player CLUB 2.7.11 play", "act"),
    "2_7_12_absent_player": ("report leaves 3;", "deal", "absent_player CLUB 2.7.12 play open", "correct"),
    "ours_burn_extra": (CHECKED, "burn; burn", "burn_extra OURS burn_extra play open", "correct"),
}  # fmt: skip

WSOP: dict[str, Case] = {
    "t88_c3i_flop_unburned": (
        LIMPED, "board x3; turn k7 k8 k9 down; pick; move k8 burns; turn k7 k9 up; board",
        "burn_missing WSOP T88-c3i floor", "act",
    ),
    "t88_c3_after_one_check": (LIMPED, "board x3; 1 check", "burn_missing WSOP T88-c3i floor open", "judge"),
    "t88_c3_after_substantial_action": (
        LIMPED, "board x3; 1 check; 2 check; 3 check", "burn_missing WSOP T88-c3 play", "burn",
    ),
    "t90_f_premature_flop": (
        "deal; 3 call;", "burn; board x3; answer early; move k8 k9 k10 stub; shuffled; 1 call; 2 check; board x3",
        "premature_flop WSOP T90-f play", "act",
    ),
    "t90_f_premature_turn": (
        BETTING, "burn; board; answer early; move k12 stub; shuffled; 3 call; 1 fold; board",
        "premature_turn WSOP T90-f play", "act",
    ),
    "t88_a_first_card_to_a_wrong_seat": ("", "card 2; card 1", "dealt_out_of_order WSOP T88-a misdeal open", "shuffle"),
    "ours_later_card_to_a_wrong_seat": (
        "", "card 1; card 3; card 2", "dealt_out_of_order OURS dealt_out_of_order misdeal open", "shuffle",
    ),
    "t89_four_cards": (LIMPED, "burn; board x4", "four_card_flop WSOP T89 floor open", "judge"),
}  # fmt: skip


def found(book: str, case: Case, **settings: object) -> tuple[str, str]:
    before, script, _, _ = case
    log = Log(book, None, **settings)
    if before.startswith("report"):  # before the first hand
        first, _, before = before.partition(";")
        play(log, first)
    log.open()
    play(log, before)
    assert log.table.incidents == [], "what comes before is in order"
    play(log, script)
    return found_in(log), log.table.state().next


def found_in(log: Log) -> str:
    return " + ".join(f"{one.kind} {one.rule} {one.call}{' open' if one.open else ''}" for one in log.table.incidents)


@pytest.mark.parametrize("case", BFSP.values(), ids=BFSP)
def test_bfsp(case: Case) -> None:
    assert found("bfsp", case) == case[2:]


@pytest.mark.parametrize("case", CLUB.values(), ids=CLUB)
def test_club(case: Case) -> None:
    assert found("club", case) == case[2:]


@pytest.mark.parametrize("case", WSOP.values(), ids=WSOP)
def test_wsop(case: Case) -> None:
    assert found("wsop", case) == case[2:]
