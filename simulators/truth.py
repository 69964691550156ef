"""What the scenario's dealer answers when he is asked, and answers truthfully: the script itself is the truth."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.asking import PLAYS_ON
from rulebook.findings import Question
from simulators.scenario_steps import (
    AnyStep,
    BeginHand,
    Board,
    Burn,
    Deal,
    Declared,
    Line,
    PushPots,
    PutsChips,
    Says,
    Shuffle,
    Wait,
    Wash,
)


def answer(question: Question, lines: Sequence[Line], at: int, last_card: str) -> str:
    """The truthful word for a question that the step at index `at` raised.

    `last_card` is how the card dealt last came out (``boxed``, ``exposed`` or something else).
    """
    if "closed" in question.words and "early" in question.words:
        return "closed" if late_lines_follow(lines, at) else "early"
    if "boxed" in question.words and "exposed" in question.words:
        return "boxed" if last_card == "boxed" else "exposed"
    return "yes" if _is_so(question, lines, at) else "no"


def late_lines_follow(lines: Sequence[Line], at: int) -> bool:
    """Whether the betting was closed before the card of this step: then late taps follow it, perhaps after further cards."""
    for line in lines[at + 1 :]:
        step: AnyStep = line.step
        if isinstance(step, Burn | Board | Deal | Wait):
            continue
        return isinstance(step, Declared) and step.late
    return False


def _is_so(question: Question, lines: Sequence[Line], at: int) -> bool:
    """Yes-or-no questions are about what the people at the table did; the script says it."""
    done = [line.step for line in lines[: at + 1]]
    if question.kind == "folded":
        return any(_folds(step, question.seats) for step in (*done, *_late(lines[at + 1 :])))
    if question.kind == PLAYS_ON:
        return _plays_on(lines[at + 1 :], question.seats)
    if question.kind == "burned":
        return _burned_since_board(done)
    return False


def _plays_on(lines: Sequence[Line], seats: Sequence[int]) -> bool:
    """Whether the seat acts on, unless nobody acts in this hand any more."""
    actors = []
    for line in lines:
        if isinstance(line.step, PushPots | BeginHand | Shuffle | Wash):
            break
        if isinstance(line.step, Declared | Says | PutsChips):
            actors.append(line.step.seat)
    return not actors or any(seat in seats for seat in actors)


def _folds(step: AnyStep, seats: Sequence[int]) -> bool:
    return isinstance(step, Declared) and step.action in ("fold", "muck") and step.seat in seats


def _late(lines: Sequence[Line]) -> list[AnyStep]:
    found: list[AnyStep] = []
    for line in lines:
        if not (isinstance(line.step, Declared) and line.step.late):
            break
        found.append(line.step)
    return found


def _burned_since_board(done: Sequence[AnyStep]) -> bool:
    """Whether a burn preceded the latest cards of the board."""
    boards = [at for at, step in enumerate(done) if isinstance(step, Board)]
    first = boards[-2] + 1 if len(boards) > 1 else 0
    return any(isinstance(step, Burn) for step in done[first : boards[-1] if boards else len(done)])
