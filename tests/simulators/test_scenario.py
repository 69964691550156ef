"""A scenario file becomes typed values, or one message that names the file's line."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.scenario import Scenario, parse_scenario
from simulators.scenario_steps import ScenarioError

SHARED = Path(__file__).parents[3] / "shared" / "scenarios"

GOOD = '''title = "three"
rulebook = "club"
game = "holdem"
limit = "no"
context = "cash"
blinds = [50, 100]
ante = 10
ante_by = "big_blind"
button = 3
stacks = {1 = 5000, 2 = 4000, 3 = 3000}
# before the script
script = """
# a comment

shuffle machine   # counts as the first step
deal 1 As

3 folds
"""
[expect]
incidents = []
[[expect.hands]]
outcome = "won"
[[expect.hands]]
pots = [
  {amount = 5, won = {2 = 5}},
]
[expect.state]
to_act = 1
'''


def broken(old: str, new: str) -> ScenarioError:
    assert old in GOOD
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(GOOD.replace(old, new, 1))
    return caught.value


def test_settings_stacks_and_steps_are_typed() -> None:
    scenario = parse_scenario(GOOD)
    assert scenario.settings.rulebook == "club"
    assert scenario.settings.blinds == (50, 100)
    assert scenario.settings.ante_by == "big_blind"
    assert scenario.settings.context == "cash"
    assert scenario.stacks == {1: 5000, 2: 4000, 3: 3000}
    assert scenario.button == 3
    assert [(line.number, line.at, line.text) for line in scenario.lines] == [
        (1, 15, "shuffle machine"),
        (2, 16, "deal 1 As"),
        (3, 18, "3 folds"),
    ]
    assert scenario.expect is not None


def test_without_a_button_it_lies_at_the_last_occupied_seat() -> None:
    assert parse_scenario(GOOD.replace("button = 3\n", "").replace("3 = 3000", "7 = 3000").replace("3 folds", "")).button == 7


@pytest.mark.parametrize(
    ("first", "begins", "checked"),
    [
        ("shuffle hand", "preparation", True),
        ("wash", "preparation", True),
        ("deck missing 7c\nshuffle machine", "preparation", True),
        ("fault camera blind\nwash", "preparation", True),
        ("hand", "hand", False),
        ("deal 1 As", "deal", False),
        ("riffle", "", False),
    ],
)
def test_the_procedure_is_checked_in_files_that_begin_with_wash_or_shuffle(first: str, begins: str, checked: bool) -> None:
    scenario = parse_scenario(GOOD.replace("shuffle machine   # counts as the first step", first))
    assert scenario.begins_with == begins
    assert scenario.settings.check_preparation is checked


def wrongs() -> list[tuple[str, str, int, str, str]]:
    return [
        ('title = "three"', 'titel = "three"', 1, "no key 'titel'", "title"),
        ('title = "three"', "title = 3", 1, "no text", "quotes"),
        ('rulebook = "club"', 'rulebook = "casino"', 2, "'casino' is not known", "bfsp, club, parimatch, wsop"),
        ('rulebook = "club"\n', "", 1, "'rulebook' is missing", "bfsp"),
        ('game = "holdem"', 'game = "bridge"', 3, "'bridge' is not known", "holdem"),
        ('limit = "no"', 'limit = "fixed"', 4, "without limits", "limits = [lower, upper]"),
        ("[50, 100]", "[50]", 6, "no pair", "blinds = [small, big]"),
        ("[50, 100]", "[50, -100]", 6, "cannot be", "above 0"),
        ("[50, 100]", "[true, 100]", 6, "no pair", "blinds = [small, big]"),
        ("ante = 10", "ante = -1", 7, "no amount", "0 or more"),
        ("ante = 10", "ante = 1.5", 7, "no amount", "whole number"),
        ("button = 3", "button = 11", 9, "no seat", "1 to 10"),
        ("1 = 5000", "0 = 5000", 10, "'0' is no seat", "1 to 10"),
        ("1 = 5000", "1 = 0", 10, "seat 1 has 0", "above 0"),
        ("1 = 5000", "1 = 2000000000000000", 10, "too many chips", "at most 1000000000000000"),
        ("ante = 10", "ante = 1" + "0" * 4999, 7, "too long", "fewer digits"),
        ("ante = 10", "ante = " + "[" * 9_000 + "]" * 9_000, 1, "nested too deeply", "key = value"),
        ("1 = 5000", 'one = "x"', 10, "'one' is no seat", "1 to 10"),
        ("deal 1 As", "deal 1 Zz", 16, "'Zz' is no card", "such as As"),
        ("3 folds", "4 folds", 18, "seat 4 is empty", "1, 2, 3"),
        ("incidents = []", "incident = []", 21, "no expect.incident", "incidents"),
        ("incidents = []", "incidents = [{kid = 1}]", 21, "kid", "kind"),
        ('outcome = "won"', 'outcom = "won"', 23, "outcom", "outcome"),
        ("{amount = 5,", "{amount = true,", 25, "no whole number", "a whole number"),
        ("to_act = 1", 'to_act = "1"', 29, "no whole number", "a whole number"),
        ("blinds = [50, 100]", "blinds = [50, 100", 7, "no TOML", "key = value"),
    ]


@pytest.mark.parametrize(("old", "new", "line", "wrong", "expected"), wrongs(), ids=[case[1][:30] for case in wrongs()])
def test_a_broken_file_names_its_line(old: str, new: str, line: int, wrong: str, expected: str) -> None:
    error = broken(old, new)
    assert error.line == line
    assert wrong in error.wrong
    assert expected in error.expected
    assert "\n" not in str(error)


def test_a_script_in_one_line_reports_that_line() -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario('rulebook="bfsp"\ngame="holdem"\nlimit="no"\nstacks={1=1,2=1}\nscript="wash\\nfoo"\n')
    assert caught.value.line == 5
    assert "'foo'" in caught.value.wrong


def shared() -> list[Path]:
    return sorted(SHARED.glob("*.toml"))


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared scenario folder is not beside the repository")
@pytest.mark.parametrize("file", shared(), ids=[file.stem for file in shared()])
def test_every_shared_scenario_is_read_with_its_lines(file: Path) -> None:
    text = file.read_text()
    scenario: Scenario = parse_scenario(text)
    raw = text.splitlines()
    assert scenario.lines
    assert scenario.expect
    for line in scenario.lines:
        assert raw[line.at - 1].partition("#")[0].strip() == line.text


@pytest.mark.parametrize("step", ["3 sets top As", "3 discards As", "floor surrenders 3", "move As to seat 3 top"])
def test_rows_are_set_in_open_face_alone(step: str) -> None:
    error = broken("3 folds", step)
    assert (error.line, error.wrong) == (18, f"{step!r} is a step of open-face")


def test_one_stack_alone_is_no_table() -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario('rulebook = "bfsp"\ngame = "holdem"\nlimit = "no"\nstacks = {3 = 50}\nscript = "hand"\n')
    assert (caught.value.line, caught.value.wrong) == (4, "only seat 3 has a stack")


def test_a_byte_order_mark_is_no_fault() -> None:
    assert parse_scenario("\ufeff" + GOOD) == parse_scenario(GOOD)
