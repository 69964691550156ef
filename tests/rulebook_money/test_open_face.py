"""RULES 6, BFSP 8: open-face hands through the whole fold, clause by clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.runner import read, rig_for, run
from simulators.scenario import parse_scenario
from tests.rulebook_money.ofc_script import (
    BEST,
    BETTER,
    QUEENS,
    RICH,
    TRIPS,
    TWO,
    WORST,
    Hand,
    comparisons,
    kinds,
    played,
    scenario,
    stands,
)

FOLDER = Path(__file__).parent / "open_face"
FILES = sorted(FOLDER.glob("*.toml"))
DEAD = ("AcAdKc", "3h5s7h9dJs", "2c3d4c6d8c")  # aces above a jack above an eight


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_open_face_scenarios(file: Path) -> None:
    outcome = run(read(file), rig_for("rules"))
    assert outcome.expects
    assert outcome.failures == ()


def test_where_nobody_sees_rows_nothing_is_found_and_the_people_count() -> None:
    lines = Hand({1: BEST, 2: WORST}, button=2).play(push=False)
    text = scenario([*lines, "push 1 6"], stacks=TWO, button=2)
    found = run(parse_scenario(text), rig_for("node")).verdict
    assert (found["incidents"], found["warnings"]) == ([], [])
    assert found["stacks"] == {"1": 106, "2": 94}


def test_devices_follow_an_open_face_deal() -> None:
    text = scenario(Hand({1: BEST, 2: WORST}, button=2).play(turns=2), stacks=TWO, button=2)
    found = run(parse_scenario(text), rig_for("devices")).verdict
    assert (found["incidents"], found["warnings"]) == ([], [])


# -- the course


def test_bfsp_8_left_of_the_button_plays_first_and_the_button_last() -> None:
    hand = Hand({1: WORST, 2: BETTER, 3: BEST}, button=1)
    assert hand.order == (2, 3, 1)
    for seat in hand.order:  # everybody gets five cards, then they set them in turn
        assert stands(hand.lines, button=1)["next"] == "deal"
        hand.deal_turn(seat, 0)
    for seat in hand.order:
        state = stands(hand.lines, button=1)
        assert (state["next"], state["to_act"], state["street"]) == ("act", seat, "set")
        hand.now = hand.places[seat][:5]
        hand.set_turn(seat, 0)
    assert stands(hand.lines, button=1)["next"] == "deal"


def test_five_cards_may_also_be_dealt_when_the_seat_before_has_set_its_own() -> None:
    hand = Hand({1: WORST, 2: BETTER, 3: BEST}, button=1)
    for seat in hand.order:
        hand.turn(seat, 0)
    assert stands(hand.lines, button=1)["kinds"] == []


def test_bfsp_8_four_draws_of_three_cards_two_set_and_one_discarded() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=1)
    for number in range(1, 5):
        for seat in (1, 2):
            hand.deal_turn(seat, number)
            state = stands(hand.lines, stacks=TWO, button=2)
            assert (state["next"], state["to_act"], state["street"]) == ("act", seat, f"draw {number}")
            hand.set_turn(seat, number)
    assert stands(hand.lines, stacks=TWO, button=2)["next"] == "push"


def test_bfsp_8_the_button_moves_with_each_hand() -> None:
    first = Hand({1: WORST, 2: BETTER}, button=2).play()
    second = Hand({1: BETTER, 2: WORST}, button=1).play()
    outcome = played([*first, *second], stacks=TWO, button=2)
    assert kinds(outcome) == []
    assert [hand["outcome"] for hand in outcome.verdict["hands"]] == ["won", "won"]
    assert outcome.verdict["stacks"] == {"1": 100, "2": 100}


def test_cards_of_a_turn_may_be_moved_about_until_another_seat_goes_on() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.turn(1, 0)
    card = hand.lines[-1].split()[-1]
    hand.lines += [f"move {card} to seat 1 top", f"move {card} to seat 1", f"1 sets middle {card}"]
    hand.turn(2, 0)
    assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == []


def test_bfsp_8_a_set_card_never_moves_after_the_turn() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=1)
    card = "Jc"  # the last of seat 1's bottom row
    hand.deal_turn(1, 1)
    hand.lines.append(f"move {card} to seat 1 top")
    state = stands(hand.lines, stacks=TWO, button=2)
    assert (state["kinds"], state["next"]) == ([("set_card_moved", "BFSP 8", "play")], "correct")
    hand.lines.append(f"move {card} to seat 1 bottom")
    state = stands(hand.lines, stacks=TWO, button=2)
    assert (state["next"], state["to_act"]) == ("act", 1)


def test_a_set_card_that_is_not_put_back_still_counts_where_it_was_set() -> None:
    hand = Hand({1: BEST, 2: WORST}, button=2)
    hand.play(push=False)
    hand.lines += ["move 8h to seat 1 middle", "push"]
    outcome = played(hand.lines, stacks=TWO, button=2)
    assert comparisons(outcome) == [([1, 2], {"1": 6})]


# -- scoring and settlement


def test_bfsp_8_settled_1_2_then_1_3_then_2_3_and_never_more_than_a_stack_holds() -> None:
    """Position 1 loses everything it has to position 2, which pays position 3 out of its winnings."""
    outcome = played(Hand({1: WORST, 2: BETTER, 3: BEST}, button=3).play(), stacks={1: 8, 2: 1, 3: 50}, button=3)
    assert comparisons(outcome) == [([1, 2], {"2": 6}), ([1, 3], {"3": 2}), ([2, 3], {"3": 6})]
    assert outcome.verdict["stacks"] == {"1": 0, "2": 1, "3": 58}


def test_h63_wsop_settles_from_the_button_and_winnings_pay_nothing() -> None:
    outcome = played(Hand({1: WORST, 2: BETTER, 3: BEST}, button=3).play(), stacks={1: 8, 2: 1, 3: 50}, button=3, book="wsop")
    assert comparisons(outcome) == [([1, 3], {"3": 6}), ([2, 3], {"3": 1}), ([1, 2], {"2": 2})]
    assert outcome.verdict["stacks"] == {"1": 0, "2": 2, "3": 57}


def test_bfsp_8_a_dead_hand_loses_all_rows_and_pays_the_royalties() -> None:
    outcome = played(Hand({1: DEAD, 2: QUEENS}, button=2).play(), stacks=TWO, button=2)
    assert comparisons(outcome) == [([1, 2], {"2": 13})]


def test_bfsp_8_reading_two_dead_hands_pay_nothing() -> None:
    other = ("QdQc2s", "4d5cTc9s8s", "2d3s4h6c7s")
    outcome = played(Hand({1: DEAD, 2: other}, button=2).play(), stacks=TWO, button=2)
    assert comparisons(outcome) == [([1, 2], {})]
    assert outcome.verdict["stacks"] == {"1": 100, "2": 100}


def test_bfsp_8_surrender_is_entered_by_a_judge_and_costs_two_points_to_each() -> None:
    hand = Hand({1: WORST, 2: BETTER, 3: BEST}, button=3)
    hand.play(turns=2)
    hand.lines.append("floor surrenders 1")
    for number in (2, 3, 4):
        for seat in (2, 3):
            hand.turn(seat, number)
    outcome = played([*hand.lines, "push"], stacks=RICH, button=3)
    assert kinds(outcome) == []
    assert comparisons(outcome) == [([1, 2], {"2": 2}), ([1, 3], {"3": 2}), ([2, 3], {"3": 6})]


def test_a_hand_that_everybody_else_surrendered_is_over() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=1)
    state = stands([*hand.lines, "floor surrenders 1"], stacks=TWO, button=2)
    assert (state["next"], state["to_act"]) == ("push", 0)
    outcome = played([*hand.lines, "floor surrenders 1", "push"], stacks=TWO, button=2, point=5)
    assert outcome.verdict["stacks"] == {"1": 90, "2": 110}


# -- fantasy


def two_hands(first: tuple[str, str, str], second: tuple[str, str, str], *, fantasy: bool = True) -> list[str]:
    """Seat 1 sets `first`; in the next hand (the button has moved to it) `second`, in fantasy or not."""
    opened = Hand({1: first, 2: WORST}, button=2).play()
    return [*opened, *Hand({1: second, 2: WORST}, button=1, fantasy=[1] if fantasy else []).play()]


def test_bfsp_8_queens_on_top_fourteen_cards_at_once_hidden_until_the_round_ends() -> None:
    lines = two_hands(QUEENS, TRIPS)
    outcome = played(lines, stacks=TWO, button=2)
    assert kinds(outcome) == []
    assert [hand["outcome"] for hand in outcome.verdict["hands"]] == ["won", "won"]
    shown = stands(lines[:-2], stacks=TWO, button=2)
    assert (shown["next"], shown["to_act"], shown["show_order"]) == ("show", 1, [1])


def test_bfsp_8_the_others_wait_until_fantasy_is_set() -> None:
    opened = Hand({1: QUEENS, 2: WORST}, button=2).play()
    hand = Hand({1: TRIPS, 2: WORST}, button=1, fantasy=[1])
    hand.deal_fantasy(1)
    hand.deal_turn(2, 0)
    state = stands([*opened, *hand.lines], stacks=TWO, button=2)
    assert (state["next"], state["to_act"]) == ("act", 1)


def test_bfsp_8_fantasy_again_with_trips_on_top_but_not_with_queens() -> None:
    for again, fantasy in ((TRIPS, True), (QUEENS, False)):
        lines = two_hands(QUEENS, again)
        third = Hand({1: WORST, 2: BETTER}, button=2, fantasy=[1] if fantasy else [])
        if fantasy:
            third.deal_fantasy(1)
        else:
            third.turn(2, 0) if third.order[0] == 2 else third.turn(1, 0)
        state = stands([*lines, *third.lines], stacks=TWO, button=2)
        assert state["kinds"] == []
        assert state["next"] == "deal" if not fantasy else state["next"] in ("deal", "act")


def test_bfsp_8_fifteen_cards_in_fantasy_and_the_hand_is_dealt_anew_in_fantasy() -> None:
    opened = Hand({1: QUEENS, 2: WORST}, button=2).play()
    hand = Hand({1: TRIPS, 2: WORST}, button=1, fantasy=[1])
    hand.deal_fantasy(1, count=15)
    state = stands([*opened, *hand.lines], stacks=TWO, button=2)
    assert (state["kinds"], state["next"]) == ([("fantasy_count", "BFSP 8", "misdeal")], "shuffle")
    again = Hand({1: TRIPS, 2: WORST}, button=1, fantasy=[1]).play()
    outcome = played([*opened, *hand.lines, *again], stacks=TWO, button=2)
    assert [hand["outcome"] for hand in outcome.verdict["hands"]] == ["won", "misdeal", "won"]
    assert len(kinds(outcome)) == 1


# -- wrong counts


# -- the push


# -- the deal
