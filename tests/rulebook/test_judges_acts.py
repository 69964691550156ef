"""A judge who acts about an incident is at the table: nobody waits for him any more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulebook.events import (
    Acted,
    AnyEvent,
    CardTurned,
    FloorAcknowledged,
    FloorAwarded,
    FloorPenalised,
    FloorPicked,
    FloorRestored,
    FloorReturned,
    FloorRuled,
    Pushed,
)
from rulebook.findings import Incident
from rulebook.seats import BOARD, BURNS
from tests.rulebook.folds import Log


def four_card_flop() -> Log:
    log = dealt()
    log.card(BURNS)
    for at in range(4):
        log.card(BOARD, "up", together=at == 3)
    return log


def one_card_too_many() -> Log:
    log = dealt(called=False)
    log.card("seat 3")
    return log


def wrongly_pushed() -> Log:
    log = dealt(called=False)
    log.add(Acted(3, "fold"))
    log.add(Acted(1, "fold"))
    log.add(Pushed({1: 100}))
    return log


def dealt(*, called: bool = True) -> Log:
    log = Log()
    log.open()
    log.deal()
    if called:
        for seat, action in ((3, "call"), (1, "call"), (2, "check")):
            log.add(Acted(seat, action))  # type: ignore[arg-type]
    return log


def calling(log: Log) -> Incident:
    [incident] = [one for one in log.table.incidents if one.severity == "floor"]
    return incident


ACTS: list[tuple[Callable[[], Log], Callable[[Incident], AnyEvent]]] = [
    (four_card_flop, lambda one: FloorPicked()),
    (four_card_flop, lambda one: FloorRuled("play", one.cause)),
    (four_card_flop, lambda one: FloorRuled("misdeal")),
    (one_card_too_many, lambda one: FloorRestored(3)),
    (one_card_too_many, lambda one: FloorReturned(3, 100)),
    (one_card_too_many, lambda one: FloorPenalised(3, "7.1.8")),
    (wrongly_pushed, lambda one: FloorAwarded(2, 150)),
]


@pytest.mark.parametrize(("play", "act"), ACTS, ids=lambda given: getattr(given, "__name__", ""))
def test_an_act_about_an_incident_counts_as_being_there(play: Callable[[], Log], act: Callable[[Incident], AnyEvent]) -> None:
    log = play()
    before = calling(log)
    assert not before.acknowledged
    log.add(act(before))
    after = calling(log)
    assert (after.acknowledged, after.attended) == (True, True)


def test_coming_is_not_being_there() -> None:
    log = four_card_flop()
    log.add(FloorAcknowledged(calling(log).id))
    assert (calling(log).acknowledged, calling(log).attended) == (True, False)


def test_an_act_about_another_seat_is_none_about_this_incident() -> None:
    log = one_card_too_many()
    log.add(FloorPenalised(1, "7.1.8"))
    assert not calling(log).acknowledged


def test_cards_that_are_mixed_for_a_blind_pick_lie_face_down_in_the_state() -> None:
    log = four_card_flop()
    board = log.table.state().board
    assert log.table.state().turned_down == ()
    for handle in board:
        log.add(CardTurned(handle, "down"))
    assert log.table.state().turned_down == board
    log.add(CardTurned(board[2], "up"))
    assert log.table.state().turned_down == (*board[:2], board[3])
