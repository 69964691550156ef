"""A card of the board that is taken away in mid-hand, by no correction: gathered, boxed, or a matter for a judge."""

from __future__ import annotations

from rulebook.events import Acted, Answered, Face, FloorRuled
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


def played_without_it() -> tuple[Log, str]:
    """A judge lets a hand play of which a card of the flop lies at a seat."""
    log, card = flop()
    log.move(card, "seat 2")
    log.add(FloorRuled("play"))
    return log, card


def test_a_hand_that_is_to_play_needs_its_card_back_on_the_board_first() -> None:
    log, card = played_without_it()
    [incident] = log.table.incidents
    assert [(step.kind, step.to, step.handles) for step in incident.steps] == [("move", "board", (card,))]
    log.move(card, "board", "up")
    assert not log.table.incidents[0].open
    assert log.table.state().next == "act"


def test_what_had_come_in_its_place_and_went_back_into_the_stub_is_not_asked_for() -> None:
    log, card = flop()
    log.move(card, "muck")
    other = log.card("board", "up")
    log.move(other, "stub")
    log.add(FloorRuled("play"))
    [incident] = log.table.incidents
    assert [step.handles for step in incident.steps] == [(card,)]


def test_another_card_in_its_place_makes_the_board_whole_as_well() -> None:
    log, _ = played_without_it()
    log.card("board", "up")
    assert not log.table.incidents[0].open
    assert (log.kinds(), log.table.state().next) == (["board_card_moved"], "act")


def test_a_judge_who_says_so_once_more_lets_the_board_play_as_it_lies() -> None:
    log, card = played_without_it()
    log.add(FloorRuled("play"))
    assert not log.table.incidents[0].open
    for seat in (1, 2, 3):
        log.add(Acted(seat, "check"))
    log.card("burns")
    log.card("board", "up")
    assert (log.kinds(), log.table.state().street, log.table.state().next) == (["board_card_moved"], "turn", "act")
    log.move(card, "board", "up")  # he finds it after all
    for seat in (1, 2, 3):
        log.add(Acted(seat, "check"))
    log.card("burns")
    log.card("board", "up")
    assert (log.kinds(), log.table.state().street, log.table.state().next) == (["board_card_moved"], "river", "act")


def premature_turn() -> tuple[Log, str, str]:
    """A turn came while the betting on the flop is open; with the flop's first card."""
    log, card = flop()
    log.card("burns")
    turn = log.card("board", "up")
    log.add(Answered(log.table.questions[0].id, "early"))
    assert log.kinds() == ["premature_turn"]
    return log, card, turn


def test_one_taken_while_another_card_is_put_right_is_missed_when_that_is_done() -> None:
    log, card, turn = premature_turn()
    log.move(card, "muck")
    assert (asked(log), log.kinds()) == ([], ["premature_turn"])  # the step says what it wants
    log.move(turn, "aside", "up")
    [question] = log.table.questions
    assert question.kind == "hand_over"
    log.add(Answered(question.id, "no"))
    assert log.kinds() == ["premature_turn", "board_card_moved"]


def test_one_taken_by_mistake_while_another_is_put_right_and_back_is_no_matter() -> None:
    log, card, turn = premature_turn()
    log.move(card, "aside", "up")
    log.move(card, "board", "up")
    log.move(turn, "aside", "up")
    assert (asked(log), log.kinds()) == ([], ["premature_turn"])


def test_a_card_too_many_that_a_judge_let_lie_may_go_and_no_other() -> None:
    log, card = flop()
    fourth = log.card("board", "up", together=True)
    assert log.kinds() == ["four_card_flop"]
    log.add(FloorRuled("play"))
    log.move(fourth, "muck")
    assert (asked(log), log.kinds()) == ([], ["four_card_flop"])
    log.move(card, "muck")
    assert asked(log) == ["hand_over"]


def test_bfsp_6_4_5_in_a_flop_that_came_as_a_stack_any_card_may_have_been_the_boxed_one() -> None:
    log = Log()
    log.to_first_burn()
    cards = [log.card("board", "up", mouth="down" if at == 0 else "unknown", together=at > 0) for at in range(3)]
    log.move(cards[0], "muck")  # whichever showed its back at the mouth
    log.card("board", "up")
    [question] = log.table.questions
    assert question.kind == "boxed"
    log.add(Answered(question.id, "yes"))
    assert log.kinds() == ["boxed_card"]


def test_what_came_in_its_place_and_leaves_after_the_judges_word_is_the_same_matter() -> None:
    log, card = flop()
    log.move(card, "muck")
    other = log.card("board", "up")
    log.add(FloorRuled("play"))
    log.move(other, "stub")
    log.add(Answered(log.table.questions[0].id, "no"))
    [incident] = log.table.incidents
    assert (incident.open, incident.steps[0].handles) == (True, (card,))
    log.move(card, "board", "up")
    assert (log.kinds(), log.table.incidents[0].open) == (["board_card_moved"], False)
