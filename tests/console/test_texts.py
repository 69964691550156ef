"""Words in one place: forms, plurals, tables; strict for ourselves, lenient on the screen."""

from __future__ import annotations

import msgspec
import pytest

from link.pages import load_texts
from link.texts import TextError, Texts, say
from link.wording import question_view, step_words, where_words
from rulebook.cards import UNKNOWN
from rulebook.findings import PlanStep, Question, StepKind, TableState
from rulebook.seats import ASIDE, BURNS, MUCK, STUB, Zone
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


STEPS = load_texts("table_node.console")


def move(*handles: str, to: Zone, shown: TableState, kind: StepKind = "move") -> str:
    words: str = STEPS.render(step_words(PlanStep(kind, handles=handles, to=to, missing=len(handles)), shown))
    return words


def test_step_names_the_places_that_its_cards_still_have_to_leave() -> None:
    shown = on_board("AhKd2c", burns=("x",))
    assert (
        move("b0", "b1", "b2", "x", to=STUB, shown=shown) == "Move 3 cards from the board and 1 card from the burns to the stub"
    )
    assert move("b0", "b1", "b2", "x", to=BURNS, shown=shown) == "Move 3 cards from the board to the burns"


def test_step_says_which_cards_where_not_all_of_a_place_move() -> None:
    """By their open names; else by the order in which they came."""
    shown = on_board("AhKd2cTs", burns=("x", "y", "z"))
    assert move("b3", to=ASIDE, shown=shown) == "Move 10♠ from the board to the side"
    assert move("b1", "b2", to=ASIDE, shown=shown) == "Move K♦, 2♣ from the board to the side"
    assert move("z", to=STUB, shown=shown) == "Move the last card from the burns to the stub"
    assert move("y", "z", to=STUB, shown=shown) == "Move the last 2 cards from the burns to the stub"
    assert move("x", "z", to=STUB, shown=shown) == "Move card 1, 3 from the burns to the stub"
    assert move("b3", to=BURNS, shown=shown, kind="burn_right") == "Lay 10♠ from the board on the burns: it is the burn"
    twice = on_board("AhAh2c")
    assert move("b0", to=ASIDE, shown=twice) == "Move card 1 from the board to the side"
    unread = msgspec.structs.replace(shown, names={**shown.names, "b3": UNKNOWN})
    assert move("b3", to=ASIDE, shown=unread) == "Move the last card from the board to the side"


def test_step_about_the_muck_counts_what_is_still_missing_of_it() -> None:
    words = [STEPS.render(step_words(PlanStep("move", to=STUB, count=5, missing=left, origin=MUCK))) for left in (5, 2)]
    assert words == ["Move 5 cards from the muck to the stub", "Move 2 cards from the muck to the stub"]


def test_where_and_question() -> None:
    assert where_words([]) == ""
    assert where_words([3]) == {"say": "place.seat", "with": {"seat": 3}}
    view = question_view(Question("q", "betting_closed", 1, (8, 9), ("closed", "early")))
    assert [answer["word"] for answer in view["answers"]] == ["closed", "early"]
