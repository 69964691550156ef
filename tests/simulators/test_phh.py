"""Recorded hands become the same steps as scenarios: seats, words for chips, burns from cards that the file never names."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.phh import parse_phh
from simulators.scenario_steps import ScenarioError

PHH = Path(__file__).parents[3] / "shared" / "phh"
needs_shared = pytest.mark.skipif(not PHH.is_dir(), reason="the shared folder of recorded hands is not beside the repository")

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 60]
actions = [
  'd dh p1 AsAh',
  'd dh p2 ????',  # nobody saw them
  'd dh p3 KsKh',
  'p3 cbr 6 # three times the blind',
  'p1 cc',
  'p2 f',
  'd db 2c3c4c',
  'p1 cc',
  'p3 cbr 54',
  'p1 cc',
  'p1 sm AsAh',
  'p3 sm',
  'd db 5d',
  'd db 6d',
]
finishing_stacks = [122, 98, 0]
"""


def words(text: str, seed: int = 0) -> list[str]:
    return [line.text for line in parse_phh(text, seed).lines]


def test_a_hand_becomes_the_steps_of_a_scenario() -> None:
    said = words(HAND)
    assert [text for text in said if not text.startswith("burn")] == [
        "shuffle machine", "riffle", "cut",
        "deal 1 As", "deal 2 ??", "deal 3 Ks", "deal 1 Ah", "deal 2 ??", "deal 3 Kh",
        "3 raises 6", "1 calls", "2 folds", "board 2c 3c 4c",
        "1 checks", "3 allin", "1 calls", "1 tables As Ah", "3 mucks",
        "board 5d", "board 6d", "push",
    ]  # fmt: skip
    assert [said[at + 1].split()[0] for at, text in enumerate(said) if text.startswith("burn")] == ["board"] * 3


def test_seats_settings_and_finishing_stacks() -> None:
    scenario = parse_phh(HAND)
    assert scenario.stacks == {1: 100, 2: 100, 3: 60}
    assert scenario.button == 3
    assert scenario.settings.rulebook == "wsop"
    assert scenario.settings.blinds == (1, 2)
    assert scenario.expect == {"stacks": {"1": 122, "2": 98, "3": 0}}
    assert parse_phh(HAND.replace("finishing_stacks = [122, 98, 0]\n", "")).expect is None


def test_burns_are_seeded_and_never_named_by_the_file() -> None:
    burns = [text.split()[1] for text in words(HAND, 7) if text.startswith("burn")]
    assert burns == [text.split()[1] for text in words(HAND, 7) if text.startswith("burn")]
    assert len(set(burns)) == 3
    assert not set(burns) & {"As", "Ah", "Ks", "Kh", "2c", "3c", "4c", "5d", "6d"}
    assert len({tuple(words(HAND, seed)) for seed in range(5)}) > 1


def test_every_line_knows_where_it_stands_in_the_file() -> None:
    lines = {line.text: line.at for line in parse_phh(HAND).lines}
    assert lines["deal 1 Ah"] == 7
    assert lines["3 raises 6"] == 10
    assert lines["board 6d"] == 20


def test_heads_up_p1_is_the_big_blind_and_p2_has_the_button() -> None:
    text = HAND.replace("[0, 0, 0]", "[0, 0]").replace("[1, 2, 0]", "[1, 2]").replace("[100, 100, 60]", "[100, 60]")
    text = text[: text.index("actions")] + "actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cc', 'p1 cc']\n"
    scenario = parse_phh(text)
    assert scenario.button == 2
    assert scenario.settings.blinds == (1, 2)
    assert [line.text for line in scenario.lines][3:] == [
        "deal 1 As", "deal 2 Ks", "deal 1 Ah", "deal 2 Kh", "2 calls", "1 checks", "push",
    ]  # fmt: skip


def test_decimals_are_scaled_by_one_factor_for_the_whole_file() -> None:
    text = HAND.replace("[100, 100, 60]", "[100.25, 100, 60]").replace("[122, 98, 0]", "[122.25, 98, 0]")
    scenario = parse_phh(text)
    assert scenario.stacks == {1: 10025, 2: 10000, 3: 6000}
    assert scenario.settings.blinds == (100, 200)
    assert scenario.expect == {"stacks": {"1": 12225, "2": 9800, "3": 0}}
    assert "3 raises 600" in [line.text for line in scenario.lines]


@pytest.mark.parametrize(
    ("antes", "ante", "by", "uneven"),
    [
        ("[0, 0, 0]", 0, "each", {}),
        ("[5, 5, 5]", 5, "each", {}),
        ("[0, 2, 0]", 2, "big_blind", {}),
        ("[0, 0, 3]", 0, "each", {3: 3}),
        ("[1, 2, 3]", 0, "each", {1: 1, 2: 2, 3: 3}),
    ],
)
def test_antes(antes: str, ante: int, by: str, uneven: dict[int, int]) -> None:
    settings = parse_phh(HAND.replace("antes = [0, 0, 0]", f"antes = {antes}")).settings
    assert (settings.ante, settings.ante_by, settings.antes) == (ante, by, uneven)


@pytest.mark.parametrize(
    ("blinds", "usual", "forced"),
    [("[0, 2, 0]", (0, 2), {}), ("[0, 0, 2]", (0, 2), {3: 2}), ("[1, 2, 4]", (0, 2), {1: 1, 2: 2, 3: 4})],
)
def test_blinds_that_do_not_fit_are_forced_as_posted(blinds: str, usual: tuple[int, int], forced: dict[int, int]) -> None:
    settings = parse_phh(HAND.replace("[1, 2, 0]", blinds)).settings
    assert (settings.blinds, settings.forced) == (usual, forced)


STUD = """variant = 'F7S'
antes = [5, 5]
bring_in = 5
small_bet = 20
big_bet = 40
starting_stacks = [500, 500]
actions = ['d dh p1 5d2sAd', 'd dh p2 7h3s4h', 'p2 pb', 'p1 cc', 'd dh p1 Kd', 'd dh p2 Kh', 'p1 cbr 20', 'p2 f']
"""


def test_stud_deals_two_down_one_up_and_burns_before_the_next() -> None:
    said = [text if not text.startswith("burn") else "burn" for text in words(STUD)][3:]
    assert said == [
        "deal 1 5d", "deal 2 7h", "deal 1 2s", "deal 2 3s", "deal 1 Ad:up", "deal 2 4h:up",
        "2 brings in", "1 calls", "burn", "deal 1 Kd:up", "deal 2 Kh:up", "1 bets 20", "2 folds", "push",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "name"),
    [("FB", "badugi"), ("F2L3D", "triple draw"), ("N2L1D", "single draw"), ("NS", "short-deck"), ("XX", "unknown to us")],
)
def test_a_variant_that_is_not_played_is_refused_by_name(variant: str, name: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_phh(HAND.replace("'NT'", f"'{variant}'"))
    assert caught.value.line == 1
    assert variant in caught.value.wrong
    assert name in caught.value.wrong


@pytest.mark.parametrize(
    ("old", "new", "line", "wrong"),
    [
        ("'p1 cc'", "'p1 calls'", 11, "is no action"),
        ("'p2 f'", "'p9 f'", 12, "p9 does not play"),
        ("2c3c4c", "2c3c4x", 13, "is no card"),
        ("p1 sm AsAh", "p1 sm ????", 17, "does not name"),
        ("antes = [0, 0, 0]", "antes = 3", 2, "no list of amounts"),
        ("[100, 100, 60]", "[100, 100, 0]", 5, "3 stacks"),
        ("[122, 98, 0]", "[122, 98]", 22, "2 finishing stacks"),
    ],
)
def test_a_broken_hand_names_its_line(old: str, new: str, line: int, wrong: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_phh(HAND.replace(old, new, 1))
    assert caught.value.line == line
    assert wrong in caught.value.wrong


@pytest.mark.shared
@needs_shared
def test_every_recorded_hand_of_the_final_table_is_read_or_refused_by_name() -> None:
    files = sorted((PHH / "wsop").rglob("*.phh"))
    assert files
    refused = [wrong for wrong in map(refusal, files) if wrong]
    assert all("is not played here" in wrong for wrong in refused)
    assert len(refused) == 14  # the two draw games


def refusal(file: Path) -> str:
    try:
        return "" if parse_phh(file.read_text()).expect else "nothing is expected"
    except ScenarioError as error:
        return error.wrong
