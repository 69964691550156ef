"""Two cards of the deal whose times say that they were not dealt in turn: the dealer is asked (BFSP 6.3.3; CLUB 2.5 f)."""

from __future__ import annotations

import pytest

from rulebook.asking import DEALT_BEFORE
from rulebook.events import Answered, CardPlaced
from rulebook.seats import seat_zone
from tests.rulebook.folds import Log


def dealt(log: Log, *cards: tuple[int, int]) -> None:
    """Cards to seats, each with the moment at which it came, in the order in which the node tells of them."""
    for seat, at_ms in cards:
        log.cards += 1
        log.add(CardPlaced(f"k{log.cards}", seat_zone(seat), "down", "down", at_ms, at_ms + 300, ("rfid", "table")))


def asked(log: Log) -> list[tuple[str, tuple[int, ...]]]:
    return [(question.kind, question.seats) for question in log.table.questions]


def exchanged(rulebook: str = "bfsp") -> Log:
    """Three-handed, the button at seat 3: the card of seat 2 came before that of seat 1."""
    log = Log(rulebook=rulebook)
    log.open()
    dealt(log, (1, 10_800), (2, 10_000))
    return log


def test_bfsp_6_3_3_two_cards_that_changed_turns_are_asked_about() -> None:
    log = exchanged()
    assert asked(log) == [(DEALT_BEFORE, (2, 1))]
    assert not log.table.incidents


def test_bfsp_6_3_3_they_are_put_right_and_the_deal_goes_on() -> None:
    log = exchanged()
    log.add(Answered(log.table.questions[0].id, "yes"))
    [incident] = log.table.incidents
    assert (incident.kind, incident.call, incident.seats) == ("dealt_out_of_order", "play", (1,))
    log.move("k2", "seat 1")
    log.move("k1", "seat 2")
    dealt(log, (3, 20_000))
    [incident] = log.table.incidents
    assert not incident.open


def test_bfsp_6_3_3_once_a_further_round_began_it_is_a_misdeal() -> None:
    log = exchanged()
    dealt(log, (3, 12_000), (1, 13_000))
    log.add(Answered(log.table.questions[0].id, "yes"))
    [incident] = log.table.incidents
    assert (incident.kind, incident.call) == ("dealt_out_of_order", "misdeal")


def test_club_2_5_f_it_is_a_misdeal_at_once() -> None:
    log = exchanged("club")
    log.add(Answered(log.table.questions[0].id, "yes"))
    [incident] = log.table.incidents
    assert (incident.kind, incident.call, incident.rule) == ("dealt_out_of_order", "misdeal", "CLUB 2.5 f")


@pytest.mark.parametrize("times", [(10_000, 10_800), (10_000, 10_000), (10_200, 10_000)])
def test_nothing_is_asked_of_cards_that_may_have_come_in_turn(times: tuple[int, int]) -> None:
    log = Log()
    log.open()
    dealt(log, (1, times[0]), (2, times[1]))
    assert asked(log) == []


def test_who_answers_no_picked_his_card_up_as_it_came() -> None:
    log = exchanged()
    log.add(Answered(log.table.questions[0].id, "no"))
    assert not log.table.incidents
    assert asked(log) == []
