"""Proof by simulation, the small sample: clean hands raise nothing, a seeded error is found and is the only thing found.

The long run is ``python -m bench procedure``; a failing seed is replayed there with ``--replay``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from rulebook.book import standard_books
from simulators.human_play import Mood
from simulators.random_errors import CATALOGUE, wrong_scenario
from simulators.random_hands import BOOKS, PLAYED, TableDraw, clean_scenario
from simulators.restless import RestlessDevices, RestlessNode
from simulators.rig import JudgedRig
from simulators.rules_rig import RulesRig
from simulators.runner import Outcome, run
from simulators.scenario import parse_scenario
from simulators.scenario_steps import Declared

BuildRig = Callable[..., JudgedRig]
CLEAN_HANDS = 100
# At the pace of people, who wait for no sensor; the later ones have once raised a false alarm.
NODE_SEEDS = (*range(6), 11, 63, 64, 100023, 100074, 100128, 300022, 300045, 310057, 310102, 320195, 330019, 330069, 330159)
DEVICE_SEEDS = (*range(3), 200007, 200015)


def play(text: str, build: BuildRig, seed: int) -> Outcome:
    return run(parse_scenario(text), build, seed)


def expect_clean(text: str, build: BuildRig, seed: int) -> int:
    """Play a clean table; it finds nothing and no chip gets lost. The number of its hands."""
    outcome = play(text, build, seed)
    assert list(outcome.failures) == []
    assert sum(outcome.verdict["stacks"].values()) == sum(parse_scenario(text).stacks.values())
    return len(outcome.verdict["hands"])


def test_a_hundred_clean_hands_have_no_incident_and_keep_every_chip() -> None:
    hands = seed = 0
    while hands < CLEAN_HANDS:
        hands += expect_clean(clean_scenario(TableDraw(seed)), RulesRig, seed)
        seed += 1


@pytest.mark.parametrize("seed", NODE_SEEDS)
def test_restless_people_and_poor_readers_raise_nothing_through_the_node(seed: int) -> None:
    expect_clean(clean_scenario(TableDraw(seed, hands=1)), partial(RestlessNode, brisk=True), seed)


@pytest.mark.parametrize("seed", DEVICE_SEEDS)
def test_restless_people_and_poor_readers_raise_nothing_through_devices(seed: int) -> None:
    expect_clean(clean_scenario(TableDraw(seed, hands=1)), partial(RestlessDevices, brisk=True), seed)


def expect_error(name: str, seed: int, build: BuildRig) -> None:
    wrong = wrong_scenario(name, TableDraw(seed, mood=Mood(late_rate=0)))
    outcome = play(wrong.text, build, seed)
    assert list(outcome.failures) == []
    kinds = Counter(incident["kind"] for incident in outcome.verdict["incidents"])
    assert kinds == Counter(found.kind for found in wrong.found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", CATALOGUE)
def test_each_error_is_found_alone_and_led_to_its_end_through_rules(name: str, seed: int) -> None:
    expect_error(name, seed, RulesRig)


@pytest.mark.parametrize("name", CATALOGUE)
def test_each_error_is_found_alone_through_the_node(name: str) -> None:
    expect_error(name, 1, partial(RestlessNode, patient=True))


def test_a_seed_gives_the_same_text_and_the_draw_covers_what_is_played() -> None:
    texts = [clean_scenario(TableDraw(seed)) for seed in range(300)]
    assert texts[:20] == [clean_scenario(TableDraw(seed)) for seed in range(20)]
    drawn = [parse_scenario(text) for text in texts]
    assert {scenario.settings.rulebook for scenario in drawn} == set(BOOKS) <= set(standard_books())
    assert {scenario.settings.game for scenario in drawn} == {game for games in PLAYED.values() for game, _ in games} | {"ofc"}
    assert {scenario.settings.limit for scenario in drawn} == {"no", "pot", "fixed"}
    assert any(isinstance(line.step, Declared) and line.step.late for scenario in drawn for line in scenario.lines)


def test_what_a_proof_is_to_hold_occurs_at_a_fair_rate() -> None:
    """Both ways of shuffling; two, six, nine and ten players; open-face with fantasy; every game. Drawn, not played."""
    texts = [clean_scenario(TableDraw(seed)) for seed in range(300)]
    drawn = [parse_scenario(text) for text in texts]
    by_hand = sum("shuffle hand" in text for text in texts)
    assert 120 <= by_hand <= 180
    assert sum("shuffle machine" in text for text in texts) == len(texts) - by_hand
    players = Counter(len(scenario.stacks) for scenario in drawn)
    assert set(players) == set(range(2, 11))
    assert players[9] >= 60
    assert min(players[6], players[2]) >= 20
    assert players[10] >= 4
    games = Counter(scenario.settings.game for scenario in drawn)
    assert games["ofc"] == 25
    assert min(games.values()) >= 3
    assert sum(" hides " in text for text in texts) >= 8
