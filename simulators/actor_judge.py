"""The judge of a scenario: acts at the hub, which come down to the table."""

from __future__ import annotations

from collections.abc import Callable

from rulebook.events import (
    FloorAwarded,
    FloorKilled,
    FloorPenalised,
    FloorPicked,
    FloorRestored,
    FloorReturned,
    FloorRuled,
    FloorSurrendered,
)
from simulators import scenario_steps as steps
from simulators.hands_on import HandsOn
from simulators.scenario_steps import AnyStep


class JudgePlay:
    """What a judge does. A pick names no card: which back he took is seen when it is moved."""

    def __init__(self, hands: HandsOn) -> None:
        self._hands = hands

    def act(self, step: AnyStep) -> Callable[[], None] | None:
        """What to do for a step of a judge, None for another's."""
        judge = self._hands.judge
        match step:
            case steps.JudgePicks():
                return lambda: judge(FloorPicked())
            case steps.JudgeRules(word):
                return lambda: judge(FloorRuled(word))
            case steps.JudgeRestores(seat):
                return lambda: judge(FloorRestored(seat))
            case steps.JudgeKills(seat):
                return lambda: judge(FloorKilled(seat))
            case steps.JudgeSurrenders(seat):
                return lambda: judge(FloorSurrendered(seat))
            case steps.JudgeReturns(seat, amount):
                return lambda: judge(FloorReturned(seat, amount))
            case steps.JudgeAwards(seat, amount):
                return lambda: judge(FloorAwarded(seat, amount))
            case steps.JudgePenalises(seat, clause):
                return lambda: judge(FloorPenalised(seat, clause))
        return None
