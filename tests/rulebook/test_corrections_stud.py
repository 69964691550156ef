"""Every irregularity of the deal of seven-card stud by its clause (RULES 3.2).

Three players, button at seat 3. The deal is k1…k9, the last three of them up; seat 1 brings in.
"""

from __future__ import annotations

import pytest

from tests.rulebook.test_corrections import Case, found

THIRD = "deal; 1 bring_in; 2 call;"
CALLED = THIRD + "3 call;"
DOWNS = "card 1; card 2; card 3; card 1; card 2; card 3"
STUD: dict[str, Case] = {
    "bfsp_6_5_1_one_card_up": (
        "", "card 1; card 2 up; card 3; card 1; card 2; card 3; card 1 up; card 2; card 3 up",
        "stud_up_down BFSP 6.5.1 play", "act",
    ),
    "bfsp_6_5_2_two_cards_up": (
        "", "card 1; card 2 up; card 3; card 1; card 2 up; card 3; card 1 up; card 2; card 3 up; card 2; move k5 burns",
        "stud_up_down BFSP 6.5.1 play + stud_up_down BFSP 6.5.2 play", "act",
    ),
    "bfsp_6_5_2_the_third_card_up_as_well": (
        "", "card 1; card 2 up; card 3; card 1; card 2; card 3; card 1 up; card 2 up; card 3 up",
        "stud_up_down BFSP 6.5.1 play + stud_up_down BFSP 6.5.2 play open", "correct",
    ),
    "bfsp_6_4_6_street_unburned_and_restored": (
        CALLED, "card 1 up; move k10 burns; card 1 up; card 2 up; card 3 up", "burn_missing BFSP 6.4.6 play", "act",
    ),
    "bfsp_6_4_6_street_unburned_and_dealt_on": (CALLED, "card 1 up; card 2 up", "burn_missing BFSP 6.4.6 play", "street"),
    "bfsp_6_4_6_two_burns_and_dealt_on": (CALLED, "burn; burn; card 1 up", "burn_extra BFSP 6.4.6 play", "street"),
    "bfsp_ours_card_before_the_betting_is_over": (
        THIRD, "burn; card 1 up; answer early; move k11 aside; 3 call; move k11 stub; shuffled; burn",
        "premature_card OURS premature_card play", "street",
    ),
    "bfsp_ours_late_call_is_no_fault": (THIRD, "burn; card 1 up; late 3 call; card 2 up; card 3 up", "", "act"),
    "bfsp_ours_up_card_turned_down": (CALLED, "turn k9 down", "stud_mixed OURS stud_mixed floor open", "judge"),
    "bfsp_ours_up_card_turned_down_before_all_are_dealt": (
        "", f"{DOWNS}; card 1 up; card 2 up; turn k7 down; card 3 up", "stud_mixed OURS stud_mixed floor open", "judge",
    ),
    "bfsp_ours_up_card_turned_down_and_up_again_before_all_are_dealt": (
        "", f"{DOWNS}; card 1 up; card 2 up; turn k7 down; turn k7 up; card 3 up", "", "act",
    ),
    "bfsp_6_3_4_seat_skipped": ("", "card 1; card 3; card 1", "seat_skipped BFSP 6.3.4 misdeal open", "shuffle"),
    "club_ours_down_card_up": ("", "card 1; card 2 up", "stud_up_down OURS stud_up_down floor open", "judge"),
    "club_2_6_1_3_up_card_turned_down": (CALLED, "turn k9 down", "stud_mixed CLUB 2.6.1-3 play open", "correct"),
    "club_2_7_10_card_before_the_betting_is_over": (
        THIRD, "burn; card 1 up; answer early", "premature_card CLUB 2.7.10 play open", "correct",
    ),
    "wsop_t88_a_down_card_up": ("", "card 1; card 2 up", "stud_up_down WSOP T88-a misdeal open", "shuffle"),
    "wsop_t90_f_card_before_the_betting_is_over": (
        THIRD, "burn; card 1 up; answer early; move k11 stub; shuffled; 3 call; card 1 up; card 2 up; card 3 up",
        "premature_card WSOP T90-f-d play", "act",
    ),
}  # fmt: skip
STUD_SETTINGS = {"game": "stud7", "limit": "fixed", "limits": (10, 20), "bring_in": 5, "ante": 1, "blinds": (0, 0)}


@pytest.mark.parametrize("name", STUD)
def test_stud(name: str) -> None:
    assert found(name.partition("_")[0], STUD[name], **STUD_SETTINGS) == STUD[name][2:]
