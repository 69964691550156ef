"""Open-face gone wrong: wrong counts, dead hands, wrong settlements, irregular deals."""

from __future__ import annotations

import pytest

from rulebook.events import Answered
from tests.rulebook.folds import Log
from tests.rulebook_money.ofc_script import BEST, BETTER, QUEENS, TRIPS, TWO, WORST, Hand, comparisons, kinds, played, stands


@pytest.mark.parametrize("proved_by", ["himself", "the others"])
def test_bfsp_8_thirteen_cards_in_fantasy_are_found_when_somebody_sets(proved_by: str) -> None:
    opened = Hand({1: QUEENS, 2: WORST}, button=2).play()
    hand = Hand({1: TRIPS, 2: WORST}, button=1, fantasy=[1])
    hand.deal_fantasy(1, count=13)
    if proved_by == "himself":
        hand.lines.append("1 hides top " + " ".join(card for row, card in hand.places[1] if row == "top"))
    else:
        hand.turn(2, 0)
    state = stands([*opened, *hand.lines], stacks=TWO, button=2)
    assert state["kinds"] == [("fantasy_count", "BFSP 8", "misdeal")]


def test_bfsp_6_3_5_a_sixth_card_before_anybody_has_set_is_a_misdeal() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.deal_turn(1, 0)
    hand.lines.append("deal 1 Kh:up")
    assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == [("wrong_card_count", "BFSP 6.3.5", "misdeal")]


def test_bfsp_6_3_7_a_fourth_card_in_a_draw_waits_for_a_judge() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=1)
    hand.deal_turn(1, 1)
    hand.lines.append("deal 1 Kh")
    state = stands(hand.lines, stacks=TWO, button=2)
    assert (state["kinds"], state["next"]) == ([("wrong_card_count", "BFSP 6.3.7", "floor")], "judge")
    hand.lines += ["floor rules play", "move Kh to muck"]
    hand.set_turn(1, 1)
    hand.turn(2, 1)
    assert stands(hand.lines, stacks=TWO, button=2)["to_act"] == 0


@pytest.mark.parametrize(("book", "rule"), [("bfsp", "BFSP 6.3.7"), ("wsop", "WSOP L356"), ("club", "OURS wrong_card_count")])
def test_h59_three_cards_set_and_none_discarded_is_a_dead_hand(book: str, rule: str) -> None:
    hand = Hand({1: BEST, 2: WORST}, button=2)
    hand.play(turns=1)
    hand.deal_turn(1, 1)
    hand.lines += [f"1 sets middle {card}" for card in (*(card for _, card in hand.now), *hand.gone)]
    assert stands(hand.lines, stacks=TWO, button=2, book=book)["kinds"] == []  # he may still put it right
    for number in range(1, 5):
        hand.turn(2, number)
    state = stands(hand.lines, stacks=TWO, button=2, book=book)
    assert (state["kinds"], state["dead"]) == ([("wrong_card_count", rule, "play")], [1])
    outcome = played([*hand.lines, "push"], stacks=TWO, button=2, book=book)
    assert comparisons(outcome) == [([1, 2], {"2": 6})]


def test_a_judge_kills_a_hand_and_gives_it_back() -> None:
    hand = Hand({1: BEST, 2: WORST}, button=2)
    hand.play(turns=1)
    assert stands([*hand.lines, "floor kills 1"], stacks=TWO, button=2)["dead"] == [1]
    assert stands([*hand.lines, "floor kills 1", "floor restores 1"], stacks=TWO, button=2)["dead"] == []


def test_bfsp_5_9_1_a_wrong_settlement_waits_for_a_judge_until_it_is_right() -> None:
    lines = Hand({1: BEST, 2: WORST}, button=2).play(push=False)
    outcome = played([*lines, "push 1 4"], stacks=TWO, button=2)
    assert kinds(outcome) == [("wrong_award", "BFSP 5.9.1", "floor")]
    assert outcome.verdict["stacks"] == {"1": 104, "2": 96}
    outcome = played([*lines, "push 1 4", "floor awards 1 6"], stacks=TWO, button=2)
    assert outcome.verdict["stacks"] == {"1": 106, "2": 94}
    assert not outcome.verdict["incidents"][0]["open"]
    assert kinds(played([*lines, "push 1 6"], stacks=TWO, button=2)) == []


def test_more_than_the_stacks_hold_cannot_be_pushed() -> None:
    outcome = played([*Hand({1: BEST, 2: WORST}, button=2).play(push=False), "push 1 5000"], stacks=TWO, button=2)
    assert outcome.verdict["stacks"] == {"1": 200, "2": 0}


def test_a_card_that_nobody_could_read_leaves_the_count_to_the_people() -> None:
    lines = Hand({1: BEST, 2: WORST}, button=2).play(push=False)
    at = next(number for number, line in enumerate(lines) if line.startswith("1 sets"))
    hidden = lines[at].split()[-1]
    lines = [line.replace(hidden, "??") for line in lines]
    assert stands(lines, stacks=TWO, button=2)["next"] == "push"
    outcome = played([*lines, "push 1 6"], stacks=TWO, button=2)
    assert outcome.verdict["stacks"] == {"1": 106, "2": 94}
    assert comparisons(outcome) == []


def test_bfsp_6_3_2_the_deck_must_be_cut() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.lines.remove("cut")
    hand.deal_turn(1, 0)
    assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == [("not_cut", "BFSP 6.3.2", "misdeal")]


def test_bfsp_6_4_5_a_boxed_card_goes_to_the_muck_and_the_next_comes() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=1)
    hand.lines += ["deal 1 Kh:boxed", "move Kh to muck"]
    hand.turn(1, 1)
    hand.turn(2, 1)
    assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == [("boxed_card", "BFSP 6.4.5", "play")]


def test_a_draw_dealt_before_the_turn_of_another_is_over() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=1)
    hand.deal_turn(2, 1)
    assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == [("dealt_out_of_order", "BFSP 6.3.3", "play")]


def test_bfsp_8_cards_that_nobody_saw_set_make_the_next_ones_neither_early_nor_too_many() -> None:
    """A hand may lie over the rows for as long as a draw takes."""
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=1)
    for seat, number in ((1, 1), (2, 1), (1, 2)):
        hand.deal_turn(seat, number)
        assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == []
    hand.lines.append("deal 1 Kh")
    assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == [("wrong_card_count", "BFSP 6.3.7", "floor")]


def test_bfsp_6_3_4_a_card_to_an_empty_seat() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.lines.append("deal 3 Kh:up")
    assert stands(hand.lines, stacks=TWO, button=2)["kinds"] == [("dealt_to_empty_seat", "BFSP 6.3.4", "misdeal")]


def test_wsop_l105_a_misdeal_can_be_called_until_the_second_draw_is_set() -> None:
    hand = Hand({1: WORST, 2: BETTER}, button=2)
    hand.play(turns=2)
    assert stands([*hand.lines, "deal 3 Kh"], stacks=TWO, button=2, book="wsop")["kinds"][0][2] == "misdeal"
    hand.turn(1, 2)
    discards = max(at for at, line in enumerate(hand.lines) if " discards " in line)
    lines = [line for at, line in enumerate(hand.lines) if at != discards]
    assert stands([*lines, "deal 3 Kh"], stacks=TWO, button=2, book="wsop")["kinds"][0][2] == "play"


@pytest.mark.parametrize("word", ["yes", "no"])
def test_bfsp_6_4_5_a_draw_card_that_nobody_saw_come_and_that_goes_to_the_muck_is_asked_about(word: str) -> None:
    log = Log("bfsp", {1: 100, 2: 100}, game="ofc")
    log.open()
    first = [(seat, log.card(f"seat {seat}", "up")) for seat in (1, 2) for _ in range(5)]
    for seat, handle in first:
        log.move(handle, f"seat {seat} middle", "up")
    unseen = log.card("seat 1", "up", mouth="unknown")
    log.move(unseen, "muck")
    assert log.table.hand is not None
    [question] = log.table.hand.questions()
    assert (question.kind, question.seats) == ("boxed", (1,))
    log.add(Answered(question.id, word))
    log.card("seat 1", "up")
    log.card("seat 1", "up")
    assert log.kinds() == (["boxed_card"] if word == "yes" else [])
    log.card("seat 1", "up")
    assert log.kinds() == (["boxed_card"] if word == "yes" else ["wrong_card_count"])


@pytest.mark.parametrize(
    ("word", "kinds"), [("yes", ["boxed_card"]), ("no", ["wrong_card_count", "wrong_card_count"])], ids=["boxed", "not boxed"]
)
def test_bfsp_6_4_5_a_card_too_many_in_a_draw_may_lie_there_for_a_discard_that_nobody_saw_come(
    word: str, kinds: list[str]
) -> None:
    """Told of late: the boxed card had gone before the one in its place came."""
    log = Log("bfsp", {1: 100, 2: 100}, game="ofc")
    log.open()
    first = [(seat, log.card(f"seat {seat}", "up")) for seat in (1, 2) for _ in range(5)]
    for seat, handle in first:
        log.move(handle, f"seat {seat} middle", "up")
    unseen = log.card("seat 1", "unknown", mouth="unknown")
    set_, gone = log.card("seat 1"), log.card("seat 1")
    log.move(unseen, "muck")
    last = log.card("seat 1")
    assert log.table.hand is not None
    [question] = log.table.hand.questions()
    assert (log.kinds(), question.kind, question.seats) == ([], "boxed", (1,))
    log.move(gone, "muck")
    for handle in (set_, last):
        log.move(handle, "seat 1 top", "up")
    log.card("seat 2")  # his turn is over; how many he should have set nobody can say before the answer
    assert log.kinds() == []
    log.add(Answered(question.id, word))
    assert log.kinds() == kinds
