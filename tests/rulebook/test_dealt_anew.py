"""A misdeal that only the dealer saw: asked about, and a judge is called (decision 0013)."""

from __future__ import annotations

from rulebook.asking import DEALT_ANEW
from rulebook.events import Answered
from tests.rulebook.folds import Log
from tests.rulebook.scripts import play


def in_the_deal(script: str) -> Log:
    """Three-handed; two cards have been dealt, then this."""
    log = Log(check_preparation=True)
    log.open()
    play(log, "shuffled; cut; card 1; card 2")
    return play(log, script)


def kinds(log: Log) -> list[str]:
    return [incident.kind for incident in log.table.incidents]


def answer(log: Log, word: str) -> Log:
    log.add(Answered(next(one.id for one in log.table.questions if one.kind == DEALT_ANEW), word))
    return log


def test_a_shuffle_in_the_deal_is_asked_about_once_and_is_no_incident() -> None:
    log = in_the_deal("washed; shuffled; cut")
    assert [question.kind for question in log.table.questions] == [DEALT_ANEW]
    assert kinds(log) == []


def test_his_yes_is_a_misdeal_that_calls_a_judge() -> None:
    log = answer(in_the_deal("washed"), "yes")
    [incident] = log.table.incidents
    assert (incident.kind, incident.call, incident.severity) == ("dealt_anew", "misdeal", "floor")
    assert log.table.next_opening().redeal_of == 1  # type: ignore[union-attr]


def test_what_he_shuffled_and_cut_before_he_answered_is_prepared_for_the_new_deal() -> None:
    log = answer(in_the_deal("washed; shuffled; cut"), "yes")
    log.open()
    play(log, "card 1")
    assert not log.table.questions
    assert kinds(log) == ["dealt_anew"]


def test_what_he_has_not_cut_is_asked_about() -> None:
    log = answer(in_the_deal("washed; shuffled"), "yes")
    log.open()
    play(log, "card 1")
    assert [question.kind for question in log.table.questions] == ["cut"]


def test_his_no_is_the_warning_of_a_shuffle_before_its_time() -> None:
    log = answer(in_the_deal("shuffled"), "no")
    assert (kinds(log), [warning.kind for warning in log.table.warnings]) == ([], ["shuffle_before_push"])


def test_once_somebody_has_acted_it_is_not_asked() -> None:
    log = Log()
    log.open()
    play(log, "deal; 3 call; shuffled")
    assert not log.table.questions
    assert [warning.kind for warning in log.table.warnings] == ["shuffle_before_push"]
