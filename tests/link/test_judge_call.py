"""The dealer's key for a judge: one call, answered, taken back, ended; told alike by node and hub."""

from __future__ import annotations

import itertools

import pytest

from link.judge_call import CALL_FLOOR, KIND, JudgeCall
from rulebook.events import AnyEvent, FloorAcknowledged, FloorPenalised, FloorRuled, HandOpened, Reported, Retracted
from rulebook.findings import Incident, Withdrawn
from rulebook.record import Record

PRESSED = Reported(CALL_FLOOR)


def opened(hand: int) -> HandOpened:
    return HandOpened(hand, 1, "bfsp", "0" * 16)


def told(*events: AnyEvent) -> list[Incident | Withdrawn]:
    """What these records, numbered from 1, make of the call."""
    call = JudgeCall()
    numbers = itertools.count(1)
    return [found for event in events for found in call.take(Record("T", next(numbers), "b", 0, 0, event))]


def states(*events: AnyEvent) -> list[str]:
    """The same in words."""
    words = []
    for found in told(*events):
        if isinstance(found, Withdrawn):
            words.append("withdrawn")
        else:
            words.append("ended" if not found.open else "coming" if found.acknowledged else "called")
    return words


def test_a_press_of_the_key_is_a_call_for_a_judge_before_and_in_a_hand() -> None:
    [before] = told(PRESSED)
    [during] = told(opened(4), PRESSED)
    assert isinstance(before, Incident)
    assert (before.kind, before.severity, before.open, before.hand, before.cause) == (KIND, "floor", True, 0, 1)
    assert isinstance(during, Incident)
    assert (during.hand, during.cause, during.id) == (4, 2, "call:2")


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([PRESSED, PRESSED], ["called"]),
        ([PRESSED, FloorAcknowledged("call:1")], ["called", "coming"]),
        ([PRESSED, FloorAcknowledged("1:boxed_card:9")], ["called"]),
        ([PRESSED, FloorRuled("play", about=1)], ["called", "ended"]),
        ([PRESSED, FloorPenalised(3, "7.1.7")], ["called", "ended"]),
        ([PRESSED, FloorAcknowledged("call:1"), opened(2)], ["called", "coming", "ended"]),
        ([PRESSED, opened(2)], ["called"]),
        ([PRESSED, Retracted(1)], ["called", "withdrawn"]),
        ([PRESSED, FloorAcknowledged("call:1"), PRESSED], ["called", "coming", "ended", "called"]),
        ([PRESSED, FloorRuled("play"), Retracted(1), FloorRuled("play")], ["called", "ended"]),
        ([Reported("marked", 3), FloorRuled("play")], []),
    ],
)
def test_a_call_stands_until_a_judge_has_been_there(events: list[AnyEvent], expected: list[str]) -> None:
    assert states(*events) == expected
