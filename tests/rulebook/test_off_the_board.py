"""A card of the board that is taken away in mid-hand, by no correction: gathered, boxed, or a matter for a judge."""

from __future__ import annotations

from rulebook.events import Acted, Answered, Face
from tests.rulebook.folds import Log


def flop(mouth: Face = "down") -> tuple[Log, str]:
    """Betting is open on the flop; the first card of it showed that face in the stub's mouth."""
    log = Log()
    log.to_first_burn()
    cards = [log.card("board", "up", mouth=mouth, together=at > 0) for at in range(3)]
    return log, cards[0]


def asked(log: Log) -> list[str]:
    return [question.kind for question in log.table.questions]


def test_the_dealer_is_asked_whether_the_hand_is_over_and_nothing_is_wrong_if_it_is() -> None:
    log, card = flop()
    log.move(card, "muck")
    [question] = log.table.questions
    assert question.kind == "hand_over"
    log.add(Answered(question.id, "yes"))
    log.add(Acted(1, "fold"))
    assert (asked(log), log.kinds()) == ([], [])
    log.card("board", "up")  # but it was not
    assert log.kinds() == ["board_card_moved"]


def test_a_card_that_lies_there_again_needs_no_answer() -> None:
    log, card = flop()
    log.move(card, "muck")
    log.move(card, "board", "up")
    assert (asked(log), log.kinds()) == ([], [])


def test_the_last_fold_tapped_late_answers_for_the_dealer() -> None:
    log, card = flop()
    log.move(card, "muck")
    log.add(Acted(1, "fold"))
    log.add(Acted(2, "fold"))
    assert (asked(log), log.kinds()) == ([], [])


def test_another_card_in_its_place_is_proof_that_the_hand_goes_on() -> None:
    log, card = flop()
    log.move(card, "muck")
    log.card("board", "up")
    [incident] = log.table.incidents
    assert (incident.kind, incident.call, incident.handles[0], len(incident.handles)) == ("board_card_moved", "floor", card, 2)
    assert asked(log) == []


def test_bfsp_6_4_5_one_that_nobody_saw_leave_the_stub_may_have_been_boxed() -> None:
    for word, found in (("yes", "boxed_card"), ("no", "board_card_moved")):
        log, card = flop("unknown")
        log.move(card, "muck")
        log.card("board", "up")
        [question] = log.table.questions
        assert question.kind == "boxed"
        log.add(Answered(question.id, word))
        assert log.kinds() == [found]


def test_a_board_that_is_swept_together_is_one_matter() -> None:
    log, _ = flop()
    for card in ("k8", "k9", "k10"):
        log.move(card, "muck")
    [question] = log.table.questions
    log.add(Answered(question.id, "no"))
    [incident] = log.table.incidents
    assert incident.handles == ("k8", "k9", "k10")
