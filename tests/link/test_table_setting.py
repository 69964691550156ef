"""The form that sets a table: every key with its words, filled with how the table stands; what no table can be is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from link.pages import load_texts
from link.table_setting import check_setting, next_set, setting_view
from rulebook.book import standard_books
from rulebook.events import Acted, Pushed, TableSet
from rulebook.games import GAMES
from rulebook.settings import Settings
from tests.rulebook.folds import Log

GOOD = TableSet(Settings(blinds=(50, 100)), {1: 5_000, 2: 5_000, 9: 7_000}, 9)


def fields(view: dict[str, Any]) -> dict[str, Any]:
    return {field["key"]: field for field in view["fields"]}


@pytest.mark.parametrize("package", ["hub.web", "table_node.console"])
def test_every_field_and_choice_has_words_on_both_pages(package: str) -> None:
    texts = load_texts(package)
    view = setting_view(GOOD, playing=False, stream=True)
    asked: list[str] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            if "say" in value:
                asked.append(value["say"])
            for inner in value.values():
                collect(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                collect(inner)

    collect(view)
    assert len(asked) > 30
    assert [text_id for text_id in asked if not texts.has(text_id)] == []


def test_every_field_is_a_key_of_the_settings_and_every_choice_one_of_its_values() -> None:
    view = setting_view(GOOD, playing=False, stream=True)
    for key, field in fields(view).items():
        within: Any = view["settings"]
        for part in key.split("."):
            within = within[int(part)] if part.isdigit() else within[part]
        for choice in field["choices"]:
            changed = {**view["settings"], key: choice["value"]}
            assert getattr(msgspec.convert(changed, Settings, strict=False), key) == choice["value"]
    assert {choice["value"] for choice in fields(view)["game"]["choices"]} == set(GAMES)
    assert {choice["value"] for choice in fields(view)["rulebook"]["choices"]} == set(standard_books())
    assert "delay_ms" not in fields(setting_view(GOOD, playing=False))


def test_what_the_page_sends_back_unchanged_is_the_same_setting() -> None:
    view = setting_view(GOOD, playing=False)
    sent = {"settings": view["settings"], "stacks": view["stacks"], "button": view["button"]}
    again = msgspec.json.decode(msgspec.json.encode({"event": "table_set", **sent}), type=TableSet)
    assert again == GOOD


def test_the_form_is_filled_with_the_next_hand() -> None:
    log = Log()
    assert next_set(log.table) == TableSet(log.table.next_settings, {1: 5000, 2: 5000, 3: 5000}, 3)
    log.open()
    log.deal()
    log.add(Acted(3, "fold"))
    log.add(Acted(1, "fold"))
    log.add(Pushed({}, rightly=True))
    standing = next_set(log.table)
    assert standing.button == 1
    assert standing.stacks == log.table.state().stacks


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"stacks": {12: 100}}, "no seat 12"),
        ({"button": 0}, "no seat 0"),
        ({"stacks": {1: -5}}, "-5 is no amount"),
        ({"stacks": {1: 0, 2: 0}}, "at least one seat"),
        ({"game": "whist"}, "no game 'whist'"),
        ({"rulebook": "bsfp"}, "no rulebook 'bsfp'"),
        ({"smallest_chip": 0}, "smallest chip"),
        ({"blinds": (100, 50)}, "small blind cannot be above"),
        ({"blinds": (0, 0)}, "least bet"),
        ({"limit": "fixed"}, "lower limit"),
        ({"limit": "fixed", "limits": (20, 10)}, "not below it"),
        ({"game": "ofc", "stacks": dict.fromkeys(range(1, 5), 100)}, "by 3 at most, not by 4"),
        ({"ante": 10**11}, "no amount"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(changes: dict[str, Any], says: str) -> None:
    own = {name: value for name, value in changes.items() if name in ("stacks", "button")}
    settings = {name: value for name, value in changes.items() if name not in own}
    given = msgspec.structs.replace(GOOD, settings=msgspec.structs.replace(GOOD.settings, **settings), **own)
    with pytest.raises(ValueError, match=says) as refused:
        check_setting(given, standard_books())
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(blinds=(50, 100)),
        Settings(game="stud7", limit="fixed", limits=(100, 200), ante=10, bring_in=30),
        Settings(game="ofc"),
        Settings(blinds=(0, 0), forced={1: 50}),
    ],
)
def test_what_is_played_is_taken(settings: Settings) -> None:
    check_setting(TableSet(settings, {1: 5_000, 2: 5_000}, 1), standard_books())
    check_setting(TableSet(settings, {}, 0), standard_books())
