"""Words in one place: forms, plurals, tables; strict for ourselves, lenient on the screen."""

from __future__ import annotations

import pytest

from link.texts import TextError, Texts, say
from link.wording import question_view, step_words, where_words
from rulebook.findings import PlanStep, Question
from rulebook.seats import BURNS, STUB
from tests.console.desks import on_board

TEXTS = Texts('[a]\none = "{count} {count|card|cards} to {to@place}"\n[place]\nboard = "the board"\n')


@pytest.mark.parametrize(
    ("count", "text"), [(1, "1 card to the board"), (0, "0 cards to the board"), (1_200, "1,200 cards to the board")]
)
def test_number_plural_and_table(count: int, text: str) -> None:
    assert TEXTS.text("a.one", count=count, to="board") == text


def test_messages_within_messages_and_lists_are_rendered() -> None:
    texts = Texts('[x]\npart = "{count} from {place}"\nmove = "Move {parts}"\n[place]\nseat = "seat {seat}"\n')
    parts = [say("x.part", count=2, place="board"), say("x.part", count=1, place=say("place.seat", seat=5))]
    assert texts.render([say("x.move", parts=parts)]) == ["Move 2 from board, 1 from seat 5"]


def test_missing_words_and_values_are_named() -> None:
    with pytest.raises(TextError, match=r"no text 'a\.two'"):
        TEXTS.text("a.two")
    with pytest.raises(TextError, match="needs 'to'"):
        TEXTS.text("a.one", count=1)


def test_second_choice_is_taken_when_the_first_has_no_words() -> None:
    assert Texts('[q]\nfolded = "Folded?"\n').render(say("q.folded_seats|q.folded", seats=[4])) == "Folded?"


@pytest.mark.parametrize("broken", ["a = [", "a = 3\n", '[a]\nb = ["x"]\n'])
def test_broken_file_is_refused(broken: str) -> None:
    with pytest.raises(TextError):
        Texts(broken)


def test_same_id_twice_is_refused() -> None:
    with pytest.raises(TextError, match="twice"):
        Texts('a = "x"\n', 'a = "y"\n')


def test_step_names_the_places_that_its_cards_still_have_to_leave() -> None:
    texts = Texts(
        '[step]\nmove_from = "Move {parts} to {to}"\npart = "{count} from {place}"\n'
        '[place]\nboard = "board"\nburns = "burns"\nstub = "stub"\n'
    )
    shown = on_board("AhKd2c", burns=("x",))
    step = PlanStep("move", handles=("b0", "b1", "b2", "x"), to=STUB, missing=4)
    assert texts.render(step_words(step, shown)) == "Move 3 from board, 1 from burns to stub"
    later = PlanStep("move", handles=("b0", "x"), to=BURNS, missing=1)
    assert texts.render(step_words(later, shown)) == "Move 1 from board to burns"


def test_where_and_question() -> None:
    assert where_words([]) == ""
    assert where_words([3]) == {"say": "place.seat", "with": {"seat": 3}}
    view = question_view(Question("q", "betting_closed", 1, (8, 9), ("closed", "early")))
    assert [answer["word"] for answer in view["answers"]] == ["closed", "early"]
