"""Nothing shows as plain letters: whatever the rules, the devices and the pages can say has words in the texts files.

Closed vocabularies are listed; what code names in passing (questions, warnings, camera troubles) is found in its source; and
every screen of every scenario of ours is rendered strictly.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from firmware_bridge.buttons import BUTTONS
from firmware_bridge.feig_poller import ANTENNAS
from firmware_bridge.shuffler_link import CONDITIONS
from hub.alerts import AlertBoard
from hub.web.app import alert_view
from link.pages import load_texts
from link.texts import Texts
from link.wording import device_words, step_words
from rulebook.book import standard_books
from rulebook.events import Action, TableSet
from rulebook.findings import Call, Incident, PlanStep, Severity, StepKind
from rulebook.games import GAMES
from rulebook.irregularities import KINDS, kind_of
from rulebook.seats import SHARED_ZONES, Zone
from rulebook.table_state import IDLE
from simulators.rules_rig import RulesRig
from simulators.runner import read, run
from table_node.console.desk import desk_view

REPOSITORY = Path(__file__).parents[2]
SCENARIOS = sorted((REPOSITORY / "tests" / "agreement" / "scenarios").glob("*.toml"))
PAGES = ("table_node.console", "hub.web")
NEXT = (*sorted(IDLE), "judge", "correct", "act", "show")


def wanting(value: Any, texts: Texts) -> Iterator[str]:
    """The messages in a view that have no words, or not the values that their words need."""
    if isinstance(value, dict):
        if "say" in value:
            ids = value["say"].split("|")
            known = [text_id for text_id in ids if texts.has(text_id)]
            if not known:
                yield value["say"]
            else:
                texts.text(known[0], **value.get("with", {}))
            yield from wanting(value.get("with", {}), texts)
        else:
            for inner in value.values():
                yield from wanting(inner, texts)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from wanting(inner, texts)


def calls(name: str, *folders: str) -> Iterator[ast.Call]:
    """The calls of that name in our source."""
    for folder in folders:
        for file in sorted((REPOSITORY / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                called = getattr(node, "func", None)
                if isinstance(node, ast.Call) and name in (getattr(called, "id", ""), getattr(called, "attr", "")):
                    yield node


def constants(node: ast.expr) -> list[str]:
    """The words that an expression may be."""
    found = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    assert found, f"line {node.lineno}: what it says cannot be read off its source: {ast.unparse(node)}"
    return found


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            "kind",
            {*KINDS, *(kind_of(name.partition("@")[0]) for book in standard_books().values() for name in book.dealing.rows)},
        ),
        ("severity", set(get_args(Severity))),
        ("call", set(get_args(Call))),
        ("street", {street.name for game in GAMES.values() for street in game.streets}),
        ("place", set(SHARED_ZONES)),
        ("device_state", {"ok", "silent", "garbage", "refused", "fault", *(state for state, _ in CONDITIONS.values())}),
        ("key", set(BUTTONS)),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_closed_vocabularies(page: str, table: str, words: set[str]) -> None:
    texts = load_texts(page)
    assert [word for word in sorted(words) if not texts.has(f"{table}.{word}")] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_step_with_and_without_a_place(page: str) -> None:
    texts = load_texts(page)
    for kind in get_args(StepKind):
        for to in (None, *SHARED_ZONES, Zone("seat 4")):
            for handles in ((), ("k1",), ("k1", "k2")):
                step = PlanStep(kind, handles=handles, to=to, missing=len(handles))
                assert list(wanting(step_words(step), texts)) == [], kind


def test_every_question_and_every_answer() -> None:
    """Where a kind is a variable it is a step of the preparation; the scenarios below come by those too."""
    texts = load_texts("table_node.console")
    asked = [(call.args[0], call) for call in calls("ask", "rulebook") if call.args]
    asked += [(call.args[1], call) for call in calls("Question", "rulebook") if isinstance(call.args[1], ast.Constant)]
    assert len(asked) >= 3
    for kind, call in asked:
        named = constants(kind) if isinstance(kind, ast.Constant) else ["wash", "shuffle", "riffle", "cut"]
        assert [word for word in named if not ({f"question.{word}", f"question.{word}_seats"} & texts.ids())] == []
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        words = given.get("words") or (call.args[4] if len(call.args) > 4 else None)
        for word in constants(words) if words is not None else ["yes", "no"]:
            assert texts.has(f"answer.{word}"), word


def test_every_warning() -> None:
    texts = load_texts("table_node.console")
    warned = [kind for call in calls("warn", "rulebook") for kind in constants(call.args[0])]
    assert len(warned) >= 3
    assert [kind for kind in warned if not texts.has(f"warning.{kind}")] == []


def test_every_trouble_of_the_camera() -> None:
    texts = load_texts("table_node.console")
    tree = ast.parse((REPOSITORY / "vision" / "eye.py").read_text(encoding="utf-8"))
    troubles = {
        word
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(getattr(target, "attr", "") == "trouble" for target in node.targets)
        for word in constants(node.value)
        if word
    }
    assert len(troubles) >= 4
    assert [word for word in sorted(troubles) if not texts.has(f"device_state.{word}")] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_device_and_its_parts(page: str) -> None:
    texts = load_texts(page)
    names = ["rfid", "rfid 2", "shuffler", "camera", "gpio"]
    names += [f"{reader} {antenna}" for reader in ("rfid", "rfid 2") for antenna in ANTENNAS]
    names += [f"gpio {button}" for button in BUTTONS]
    for name in names:
        assert list(wanting(device_words(name, "silent"), texts)) == [], name
    assert texts.render(device_words("rfid 2 seat 3", "silent")) == "Card reader, 2, seat 3: does not answer"
    assert texts.render(device_words("gpio undo", "fault")) == "Keys and lamp, key for undo: reports a fault"


def test_every_next_thing_has_a_prompt_a_light_and_a_line_for_the_judge() -> None:
    console, floor = load_texts("table_node.console"), load_texts("hub.web")
    own = {"act", "show", "push"}  # these have words of their own for seats and amounts
    assert [word for word in NEXT if not console.has(f"prompt.{word}")] == []
    assert [word for word in NEXT if word not in own and not console.has(f"hint.{word}")] == []
    assert [word for word in NEXT if not floor.has(f"next.{word}")] == []
    assert [word for word in get_args(Action) if not console.has(f"action.{word}")] == []


class WatchedRig(RulesRig):
    """Draws both pages whenever the table has come to rest, and keeps what they could not say."""

    wanted: set[str]

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        self.wanted = set()
        self._board = AlertBoard()
        self._console, self._floor = load_texts("table_node.console"), load_texts("hub.web")
        super().__init__(given, seed)

    def settle(self, seconds: float = 0.0) -> None:
        super().settle(seconds)
        fold = self._node.fold
        view = desk_view(
            fold.state(), fold.settings, incidents=fold.incidents, questions=fold.questions, warnings=fold.warnings,
            rulings=fold.rulings,
        )  # fmt: skip
        self.wanted.update(wanting(view, self._console))
        alerts = self._board.take("t", 0, [one for one in fold.findings.values() if isinstance(one, Incident)])
        self.wanted.update(wanting([alert_view(alert) for alert in alerts], self._floor))


@pytest.mark.parametrize("part", range(4))
def test_no_screen_of_any_scenario_lacks_a_word(part: int) -> None:
    rigs: list[WatchedRig] = []

    def build(given: TableSet, seed: int) -> WatchedRig:
        rigs.append(WatchedRig(given, seed))
        return rigs[-1]

    files = SCENARIOS[part::4]
    assert len(files) > 10
    for file in files:
        run(read(file, 1), build, 1)
    assert set().union(*(rig.wanted for rig in rigs)) == set()


def test_the_search_itself_finds_what_is_wanting() -> None:
    texts = Texts('[a]\nb = "{x}"\n')
    view = {"p": [{"say": "a.b", "with": {"x": {"say": "no.words"}}}, {"say": "a.c|a.d"}, {"say": "a.c|a.b", "with": {"x": 1}}]}
    assert list(wanting(view, texts)) == ["no.words", "a.c|a.d"]
    assert msgspec.json.encode(view)
