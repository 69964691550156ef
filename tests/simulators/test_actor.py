"""What an actor shows, taps and answers, step by step, at a table that only writes down what it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rulebook.cards import Card
from rulebook.events import AnyEvent, FloorAwarded, FloorPicked, FloorRuled
from rulebook.findings import Question
from rulebook.seats import Seat
from simulators.actor import Actor
from simulators.scenario_script import parse_line
from simulators.scenario_steps import Line, ScenarioError
from simulators.scene import Scene
from simulators.stage import Stage
from simulators.truth import answer
from table_node.taps import Act, Answer, Chips, Done, NextHand, Prepare, Push, Report, Say, TableCards, Tap, Undo


class Notebook:
    """A table that decides nothing: it keeps what it is shown and told. `ask` are questions that it raises on a tap or show."""

    def __init__(self, ask: Sequence[Question] = ()) -> None:
        self.log: list[object] = []
        self.asked = list(ask)

    def show(self, scene: Scene) -> None:
        self.log.append({f"{card.card}@{card.zone}{card.slot}{card.face[0]}" for card in scene.cards})

    def tap(self, tap: Tap) -> None:
        self.log.append(tap)
        if isinstance(tap, Answer):
            self.asked = [question for question in self.asked if question.id != tap.question]

    def press(self, button: str) -> None:
        self.log.append(button)

    def shuffler(self, kind: str, count: int | None = None, verdict: str = "") -> None:
        self.log.append((kind, count, verdict))

    def judge(self, event: AnyEvent) -> None:
        self.log.append(event)

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        self.log.append((device, kind, card, other))

    def settle(self, seconds: float = 0.0) -> None:
        if seconds:
            self.log.append(seconds)

    def questions(self) -> Sequence[Question]:
        return self.asked

    def awards_by_hand(self, hands: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> dict[Seat, int] | None:
        return None

    def dealing_is_over(self) -> bool:
        return True


def lines(*texts: str) -> list[Line]:
    return [Line(at + 1, at + 10, text, parse_line(text, range(1, 11))) for at, text in enumerate(texts)]


def played(*texts: str, ask: Sequence[Question] = ()) -> list[object]:
    """What the table was given by the last of these lines."""
    script = lines(*texts)
    book = Notebook()
    actor = Actor(script, book, Stage())
    for at in range(len(script)):
        if at == len(script) - 1:
            book.log.clear()
            book.asked = list(ask)
        actor.perform(at)
    return book.log


BEFORE = ("deal 1 As", "deal 2 Kd", "deal 1 Ah")
LIE = {"As@seat 10d", "Kd@seat 20d", "Ah@seat 11d"}

PLAYED: list[tuple[tuple[str, ...], list[object]]] = [
    (("deal 3 7h",), [{"7h@stub0d"}, {"7h@seat 30d"}]),
    (("deal 3 7h:exposed",), [{"7h@stub0d"}, {"7h@seat 30u"}]),
    (("deal 3 7h:up",), [{"7h@stub0d"}, {"7h@seat 30u"}]),
    (("deal 3 7h:boxed",), [{"7h@stub0u"}, {"7h@seat 30u"}]),
    (("burn 2d",), [{"2d@stub0d"}, {"2d@burns0d"}]),
    (("burn 2d:exposed",), [{"2d@stub0d"}, {"2d@burns0u"}]),
    (("board Kh 9c 4s",), [{"Kh@stub0d"}, {"Kh@board0u", "9c@board1u", "4s@board2u"}]),
    (("board Kh 9c:boxed 4s",), [{"Kh@stub0d"}, {"9c@stub0u"}, {"Kh@board0u", "9c@board1u", "4s@board2u"}]),
    (("board Th:down",), [{"Th@stub0d"}, {"Th@board0d"}]),
    (("shuffle machine",), [("ejected", 52, "complete")]),
    (("deck missing 7c", "shuffle machine"), [("ejected", 51, "short")]),
    (("deck extra 7c", "shuffle machine"), [("ejected", 53, "long")]),
    (("shuffle hand",), [Prepare("shuffled")]),
    (("wash",), [Prepare("washed")]),
    (("riffle",), [Prepare("riffled")]),
    (("cut",), [Prepare("cut")]),
    (("cut exposes Qh",), [{"Qh@stub0u"}, Prepare("cut_exposed"), set()]),
    (("deck new",), [Prepare("new_deck")]),
    (("hand",), [NextHand()]),
    ((*BEFORE, "1 folds"), [Act(1, "fold"), {"Kd@seat 20d", "As@muck0d", "Ah@muck1d"}]),
    ((*BEFORE, "late 1 folds"), [Act(1, "fold"), {"Kd@seat 20d", "As@muck0d", "Ah@muck1d"}]),
    ((*BEFORE, "1 mucks"), [Act(1, "muck"), {"Kd@seat 20d", "As@muck0d", "Ah@muck1d"}]),
    ((*BEFORE, "1 raises 300"), [Act(1, "raise", 300)]),
    ((*BEFORE, "1 allin"), [Act(1, "allin")]),
    ((*BEFORE, "1 brings in"), [Act(1, "bring_in")]),
    ((*BEFORE, "1 says raise 600"), [Say(1, "raise", 600)]),
    ((*BEFORE, "1 chips 100 25"), [Chips(1, (100, 25))]),
    ((*BEFORE, "1 tables As Ah"), [TableCards(1), {"As@seat 10u", "Kd@seat 20d", "Ah@seat 11u"}]),
    ((*BEFORE, "1 exposes Ah"), [{"As@seat 10d", "Kd@seat 20d", "Ah@seat 11u"}]),
    ((*BEFORE, "1 folds", "undo"), [LIE, Undo()]),
    ((*BEFORE, "1 raises 300", "undo"), [Undo()]),
    ((*BEFORE, "1 tables As Ah", "undo"), [LIE, Undo()]),
    ((*BEFORE, "dealer takes 1"), [Report("dealer_takes", 1), {"Kd@seat 20d", "As@muck0d", "Ah@muck1d"}]),
    ((*BEFORE, "dealer reports marked Kd"), [Report("marked", 2)]),
    ((*BEFORE, "move Kd to muck"), [{"As@seat 10d", "Ah@seat 11d", "Kd@muck0d"}]),
    ((*BEFORE, "move Kd As to stub"), [{"Ah@seat 11d"}, Done()]),
    ((*BEFORE, "push"), [Push(None), set()]),
    ((*BEFORE, "push 1 50 2 60"), [Push({1: 50, 2: 60}), set()]),
    (("board Kh 9c 4s 5h", "mix Kh 9c 4s 5h"), [{"Kh@board0d", "9c@board1d", "4s@board2d", "5h@board3d"}]),
    (("board Kh 9c 4s", "move 9c to aside"), [{"Kh@board0u", "4s@board2u", "9c@aside0u"}]),
    (("button 5",), [Report("button_at", 5)]),
    (("dealer asks 4",), [Report("dealer_asks", 4)]),
    (("clock 3",), [Report("clock", 3)]),
    (("3 leaves",), [Report("leaves", 3)]),
    (("3 forwards",), [Report("forwards", 3)]),
    (("3 touches muck",), [Report("touches_muck", 3)]),
    (("wait 12s",), [12.0]),
    (("floor picks Th",), [FloorPicked()]),
    (("floor rules fair",), [FloorRuled("fair")]),
    (("floor awards 3 500",), [FloorAwarded(3, 500)]),
    (("fault rfid board ghost 7c",), [("rfid board", "ghost", "7c", None)]),
]


@pytest.mark.parametrize(("script", "given"), PLAYED, ids=["; ".join(script) for script, _ in PLAYED])
def test_what_a_step_shows_and_taps(script: tuple[str, ...], given: list[object]) -> None:
    assert played(*script) == given


def test_who_washes_the_deck_has_gathered_the_cards_before_though_nothing_has_called_off_the_deal() -> None:
    table = Notebook()
    table.dealing_is_over = lambda: False  # type: ignore[method-assign]
    actor = Actor(lines("deal 1 As", "wash"), table, Stage())
    actor.perform(0)
    actor.perform(1)
    assert table.log[-2:] == [set(), Prepare("washed")]


def test_a_card_that_cannot_be_there_names_the_files_line() -> None:
    script = lines("deal 1 As", "move Th to muck")
    actor = Actor(script, Notebook(), Stage())
    actor.perform(0)
    with pytest.raises(ScenarioError) as caught:
        actor.perform(1)
    assert caught.value.line == 11
    assert "Th does not lie on the table" in caught.value.wrong


CLOSED = Question("q1", "betting_closed", 7, (3,), ("closed", "early"))
BOXED = Question("q2", "boxed_or_exposed", 8, (3,), ("boxed", "exposed"))
SO = Question("q3", "something", 9, (3,))
SO_BOXED = Question("q4", "boxed", 9, (3,))


@pytest.mark.parametrize(
    ("texts", "at", "question", "word"),
    [
        (("burn 2d", "board 5h", "late 3 calls"), 0, CLOSED, "closed"),
        (("burn 2d", "board 5h", "late 3 calls"), 1, CLOSED, "closed"),
        (("burn 2d", "board 5h", "3 calls"), 1, CLOSED, "early"),
        (("burn 2d", "move 2d to stub", "late 3 calls"), 0, CLOSED, "early"),
        (("burn 2d",), 0, CLOSED, "early"),
        (("deal 3 As:exposed",), 0, SO, "no"),
        (("3 folds",), 0, Question("q", "folded", 1, (3,)), "yes"),
        (("3 calls",), 0, Question("q", "folded", 1, (3,)), "no"),
        (("3 calls", "late 3 folds"), 0, Question("q", "folded", 1, (3,)), "yes"),
        (("burn 2d", "board Kh 9c 4s"), 1, Question("q", "burned", 1), "yes"),
        (("burn 2d", "board Kh 9c 4s", "board Th"), 2, Question("q", "burned", 1), "no"),
        (("deal 3 As:boxed", "move As to muck", "deal 3 2d", "deal 3 5h", "deal 3 Th"), 4, SO_BOXED, "yes"),
        (("deal 3 As", "move As to muck", "deal 3 2d"), 2, SO_BOXED, "no"),
        (("shuffle hand", "riffle", "cut", "deal 3 As"), 3, Question("q", "shuffle", 1), "yes"),
        (("shuffle hand", "riffle", "deal 3 As"), 2, Question("q", "cut", 1), "no"),
        (("shuffle hand", "cut", "riffle", "deal 3 As"), 3, Question("q", "cut", 1), "no"),
        (("shuffle hand", "cut", "deal 3 As", "wash", "cut", "deal 3 Kd"), 5, Question("q", "shuffle", 1), "no"),
        (("deal 3 As", "3 hides top As"), 0, Question("q", "in_fantasy", 1, (3,)), "yes"),
        (("deal 3 As", "3 sets top As"), 0, Question("q", "in_fantasy", 1, (3,)), "no"),
    ],
)
def test_the_truth_comes_from_the_script(texts: tuple[str, ...], at: int, question: Question, word: str) -> None:
    assert answer(question, lines(*texts), at, "plain") == word


@pytest.mark.parametrize(("showing", "word"), [("boxed", "boxed"), ("exposed", "exposed"), ("up", "exposed")])
def test_boxed_or_exposed_is_what_the_suffix_says(showing: str, word: str) -> None:
    assert answer(BOXED, lines("deal 3 As"), 0, showing) == word


def test_every_question_is_answered_within_the_step_that_raised_it() -> None:
    given = played("deal 3 As:boxed", "burn 2d", ask=[CLOSED, SO])
    assert given[-2:] == [Answer("q1", "early"), Answer("q3", "no")]


def test_a_question_that_the_next_line_answers_is_left_open_until_then() -> None:
    book = Notebook()
    script = lines("deal 3 As:boxed", "dealer answers exposed")
    actor = Actor(script, book, Stage())
    book.asked = [BOXED, SO]
    actor.perform(0)
    assert [tap for tap in book.log if isinstance(tap, Answer)] == [Answer("q3", "no")]
    actor.perform(1)
    assert book.log[-1] == Answer("q2", "exposed")


def test_cards_put_back_by_undo_are_left_alone_once_something_else_moved_them() -> None:
    given = played(*BEFORE, "1 folds", "move As to aside", "undo")
    assert given == [{"Kd@seat 20d", "Ah@seat 11d", "As@aside0d"}, Undo()]


def test_undo_goes_back_act_by_act() -> None:
    given = played(*BEFORE, "1 folds", "2 folds", "undo", "undo")
    assert given == [LIE, Undo()]
