"""Plays a scenario's steps at a table: the dealer with his cards and taps, the players, the judge.

After every step time runs until the sensors are quiet, and the dealer answers what he is asked; truthfully, unless the next
line says what he answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.findings import Question
from simulators.actor_dealer import DealerPlay
from simulators.actor_judge import JudgePlay
from simulators.actor_players import PlayerPlay
from simulators.hands_on import HandsOn
from simulators.rig import Rig, Waiting
from simulators.scenario_steps import DealerAnswers, Fault, Line, ScenarioError, Wait
from simulators.stage import Stage, StageError
from simulators.truth import answer
from table_node.taps import Answer

ROUNDS = 50  # how often a step may raise further questions before something is wrong with who asks


class Actor:
    """Everybody at one table. `stage` holds the truth, `rig` the table that has to find it out."""

    def __init__(self, lines: Sequence[Line], rig: Rig, stage: Stage) -> None:
        self._lines = lines
        self._rig = rig
        hands = HandsOn(rig, stage)
        self._hands = hands
        self._plays = (DealerPlay(hands), PlayerPlay(hands), JudgePlay(hands))
        self._answered: set[str] = set()
        self._at = 0
        if isinstance(rig, Waiting):
            rig.reads = self._read

    def perform(self, at: int) -> None:
        """Carry out the step at index `at`. Raises `ScenarioError` where a card cannot be where the step has it."""
        line = self._lines[at]
        self._at = at
        try:
            self._carry_out(line, at)
        except StageError as error:
            raise ScenarioError(line.at, error.wrong, error.expected) from None
        self._settle(at)

    def finish(self) -> None:
        """All steps are carried out."""
        if isinstance(self._rig, Waiting):
            self._rig.linger()
            self._settle(len(self._lines) - 1)

    def _carry_out(self, line: Line, at: int) -> None:
        match line.step:
            case Wait(seconds):
                self._rig.settle(float(seconds))
            case Fault(device, kind, card, other):
                self._rig.fault(device, kind, card, other)
            case DealerAnswers(word):
                self._answer_with(word)
            case step:
                for play in self._plays:
                    act: Callable[[], None] | None = play.act(step)
                    if act is not None:
                        act()
                        return
                raise AssertionError(f"nobody plays {step}")

    def _settle(self, at: int) -> None:
        following = self._lines[at + 1].step if at + 1 < len(self._lines) else None
        word = following.word if isinstance(following, DealerAnswers) else None
        for _ in range(ROUNDS):
            self._rig.settle()
            pending = [question for question in self._rig.questions() if question.id not in self._answered]
            pending = [question for question in pending if word not in question.words]
            if not pending:
                return
            for question in pending:
                self._answer(question, answer(question, self._lines, at, self._hands.last_showing))
        raise RuntimeError(f"step {at + 1} ({self._lines[at].text}) raises question after question")

    def _read(self) -> None:
        """Before the next step he answers what the one before has raised; truthfully, unless his answer is that step."""
        if isinstance(self._lines[self._at].step, DealerAnswers):
            return
        for question in self._rig.questions():
            if question.id not in self._answered:
                self._answer(question, answer(question, self._lines, max(self._at - 1, 0), self._hands.last_showing))

    def _answer_with(self, word: str) -> None:
        """An answer to nothing is no fault: whether a question is needed depends on what the sensors could see."""
        for question in self._rig.questions():
            if word in question.words and question.id not in self._answered:
                self._answer(question, word)

    def _answer(self, question: Question, word: str) -> None:
        self._answered.add(question.id)
        self._rig.tap(Answer(question.id, word))
