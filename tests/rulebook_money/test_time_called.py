"""RULES 4.3, time called (BFSP 7.1.7 note, CLUB 2.6.1-7), through the fold: the boot times of records tell how long it was."""

from __future__ import annotations

import pytest

from rulebook.clock import TIME_UP, running
from rulebook.events import Acted, Reported, Retracted
from rulebook.record import Record
from tests.rulebook.folds import Log


def called(book: str = "bfsp", seat: int = 3) -> Log:
    """Before the flop, seat 3 to act, time called on `seat`."""
    log = Log(book)
    log.open()
    log.deal()
    log.add(Reported("clock", seat))
    return log


def up(log: Log, after_ms: int, boot: str = "boot", seat: int = 3) -> list[tuple[int, str, str]]:
    """The node says that the time is up, so long after the call; the rulings that this makes."""
    last = log.records[-1]
    log.records.append(Record("t", last.seq + 1, boot, last.boot_ms + after_ms, 0, Reported(TIME_UP, seat)))
    log.table.apply(log.records[-1])
    return [(one.seat, one.action, one.rule) for one in log.table.rulings]


@pytest.mark.parametrize(("book", "rule"), [("bfsp", "BFSP 7.1.7"), ("club", "CLUB 2.6.1-7"), ("parimatch", "OURS time_out")])
def test_thirty_seconds_and_a_countdown_of_ten_then_the_hand_is_folded(book: str, rule: str) -> None:
    assert up(called(book), 39_999) == []
    assert up(called(book), 40_000) == [(3, "fold", rule)]


def test_who_acts_in_time_has_acted() -> None:
    log = called()
    log.add(Acted(3, "call"))
    assert up(log, 60_000) == []
    assert log.table.state().to_act == 1


def test_a_call_on_a_seat_that_is_not_to_act_means_nothing() -> None:
    assert up(called(seat=1), 60_000, seat=1) == []


def test_a_second_call_does_not_give_more_time() -> None:
    log = called()
    log.add(Reported("clock", 3))  # three seconds after the first
    assert up(log, 37_000) == [(3, "fold", "BFSP 7.1.7")]


def test_a_node_that_started_anew_cannot_tell_how_long_it_was() -> None:
    log = called()
    assert running(log.table.hand, "boot") is not None
    assert running(log.table.hand, "another boot") is None
    assert up(log, 60_000, boot="another boot") == []


def test_a_call_that_is_taken_back_never_runs_out() -> None:
    log = called()
    log.add(Retracted(log.records[-1].seq))
    assert running(log.table.hand, "boot") is None
    assert up(log, 60_000) == []


def test_the_hand_goes_on_after_the_fold() -> None:
    log = called()
    up(log, 45_000)
    assert log.table.state().to_act == 1
    assert log.table.state().folded == (3,)
