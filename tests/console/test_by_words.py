"""Each correction can be carried out by an actor that knows nothing but the words on the screen.

Every scenario of ours is played up to its first incident that wants something done. From there on the script is laid aside,
and a dealer reads his screen (`by_words`): the correction must come to its end, nothing new may be raised by following the
words, and the hand must be playable to its end.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from rulebook.book import standard_books
from rulebook.dealing_rules import PlanName
from simulators.actor import Actor
from simulators.hands_on import HandsOn
from simulators.runner import read, table_set
from simulators.stage import Stage
from tests.console.by_words import Lost, Reader, ScreenRig

# Neither stub nor burns nor muck reach: no card is left to play on with, and so it is again where all stay in the next deal.
NO_CARD_LEFT = ("bfsp-ours-eight-stay-and-nothing-reaches", "wsop-l238-the-burns-do-not-reach-in-a-cash-game")
SCENARIOS = [
    file
    for file in sorted((Path(__file__).parents[1] / "agreement" / "scenarios").glob("*.toml"))
    if file.stem not in NO_CARD_LEFT
]
TURNS = 400


# Played to their last line: what is to be put right there came of an incident that nobody put right before, or the second of
# two incidents comes whatever is done about the first.
LATER = (
    "wsop-l165-burn-too-many-waits-for-the-river-in-a-cash-game",
    "bfsp-6.6.1-exposed-card-of-an-absent-player",
)


def plans_of(rig: ScreenRig) -> set[str]:
    hand = rig._node.fold.hand
    return {fault.row.plan for fault in hand.faults.items.values()} if hand is not None else set()


def wants(rig: ScreenRig) -> bool:
    """Whether an incident is open whose correction asks something of the dealer or the judge."""
    return rig._node.fold.state().next in ("correct", "judge") or any(one.open for one in rig._node.fold.incidents)


def played_to_the_first_incident(file: Path) -> tuple[ScreenRig, HandsOn] | None:
    scenario = read(file, 1)
    stage = Stage(1)
    rig = ScreenRig(table_set(scenario), 1)
    actor = Actor(scenario.lines, rig, stage)
    for at in range(len(scenario.lines)):
        actor.perform(at)
        if wants(rig) and (file.stem not in LATER or at == len(scenario.lines) - 1):
            return rig, actor._hands
    return None


def check_the_words_lead_to_the_end(file: Path) -> set[str]:
    """The plans that the words led to their end, in this scenario."""
    begun = played_to_the_first_incident(file)
    if begun is None:
        return set()
    rig, hands = begun
    plans = plans_of(rig)
    reader = Reader(rig, hands)
    kinds = [incident.kind for incident in rig._node.fold.incidents]
    hand = rig._node.fold.state().hand
    for _ in range(TURNS):
        if not reader.turn() or rig._node.fold.state().hand > hand + 1:
            break
    said = f"{file.stem}: " + " / ".join(reader.read[-12:])
    assert not any(one.open for one in rig._node.fold.incidents if one.hand == hand), said
    assert [incident.kind for incident in rig._node.fold.incidents] == kinds, said
    assert rig._node.fold.state().next in ("hand", "shuffle"), said
    return plans


@pytest.fixture(scope="module")
def led() -> dict[str, set[str]]:
    """Which plans the words have led to their end, by scenario; filled by the tests before."""
    return {}


@pytest.mark.parametrize("file", SCENARIOS, ids=[file.stem for file in SCENARIOS])
def test_the_words_lead_to_the_end(file: Path, led: dict[str, set[str]]) -> None:
    led[file.stem] = check_the_words_lead_to_the_end(file)


def test_every_plan_of_every_book_was_led_to_its_end(led: dict[str, set[str]]) -> None:
    if len(led) < len(SCENARIOS):
        pytest.skip("not all scenarios were played before this test")
    plans = {row.plan for book in standard_books().values() for row in book.dealing.rows.values()}
    plans -= {"none", "players_choice"}  # nothing is to be done, or a question asks the player
    assert plans <= set(get_args(PlanName))
    assert plans - set().union(*led.values()) == set()


@pytest.mark.parametrize(("word", "instead"), [("stub", "place"), ("cards", "of them"), ("5 cards", "4 cards")])
def test_without_the_right_words_he_is_lost(monkeypatch: pytest.MonkeyPatch, word: str, instead: str) -> None:
    """He does nothing by himself: where a word is missing or wrong he does not know what to do."""
    begun = played_to_the_first_incident(next(file for file in SCENARIOS if file.stem == "bfsp-6.6.4-flop-of-five-cards"))
    assert begun is not None
    rig, hands = begun
    view = rig.screen()
    for incident in view["incidents"]:
        for step in incident["steps"]:
            step["text"] = step["text"].replace(word, instead)
    monkeypatch.setattr(rig, "screen", lambda: view)
    with pytest.raises(Lost):
        Reader(rig, hands).turn()
