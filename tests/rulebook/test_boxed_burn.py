"""A burn that lay face up in the stub (BFSP 6.4.5, CLUB 2.7.4), when nobody saw it at the stub's mouth: the dealer is asked."""

from __future__ import annotations

import pytest

from rulebook.events import Acted, Answered, CardTurned, Face
from tests.rulebook.folds import Log


def preflop_closed() -> Log:
    log = Log()
    log.open()
    log.deal()
    for seat, action in ((3, "call"), (1, "call"), (2, "check")):
        log.add(Acted(seat, action))  # type: ignore[arg-type]
    return log


def asked(log: Log) -> list[str]:
    return [question.kind for question in log.table.questions]


def test_one_that_lies_face_up_is_asked_about_and_another_burned() -> None:
    log = preflop_closed()
    burn = log.card("burns", "up", mouth="unknown")
    [question] = log.table.questions
    log.add(Answered(question.id, "yes"))
    [incident] = log.table.incidents
    assert [(step.kind, step.to) for step in incident.steps] == [("move", "muck"), ("replace", "burns")]
    log.move(burn, "muck")
    log.card("burns")
    assert (log.kinds(), log.table.incidents[0].open, log.table.state().next) == (["boxed_card"], False, "flop")


def test_one_that_is_seen_face_up_later_is_asked_about_once() -> None:
    log = preflop_closed()
    burn = log.card("burns", "down", mouth="unknown")
    assert asked(log) == []
    log.add(CardTurned(burn, "up"))
    assert asked(log) == ["boxed"]
    log.move(burn, "muck")
    assert asked(log) == ["boxed"]


@pytest.mark.parametrize(("mouth", "kinds"), [("unknown", ["boxed"]), ("down", [])])
def test_one_that_goes_to_the_muck_before_its_street_is_asked_about_unless_its_back_was_seen(
    mouth: Face, kinds: list[str]
) -> None:
    log = preflop_closed()
    burn = log.card("burns", "down", mouth=mouth)
    log.move(burn, "muck")
    assert asked(log) == kinds


def test_burns_that_are_gathered_when_the_hand_is_won_are_not_asked_about() -> None:
    log = preflop_closed()
    burn = log.card("burns", "down", mouth="unknown")
    for _ in range(3):
        log.card("board", "up", together=True)
    log.move(burn, "muck")
    assert "boxed" not in asked(log)


def test_one_whose_street_lies_already_is_mucked_and_leaves_the_order_as_it_is() -> None:
    log = preflop_closed()
    burn = log.card("burns", "up", mouth="unknown")
    for _ in range(3):
        log.card("board", "up", together=True)
    log.add(Answered(log.table.questions[0].id, "yes"))
    log.move(burn, "muck")
    assert (log.kinds(), log.table.incidents[0].open, log.table.state().next) == (["boxed_card"], False, "act")
