"""The words of the pages: what a script says has a text, and no text is kept that nobody says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from link.pages import load_texts

REPO = Path(__file__).parents[2]
BY_ACTION = {"bet", "raise"}  # the console's keypad looks its action up: `said[keypad.action]`
BY_TAB = {"calls", "notes", "tables", "system"}  # the floor page its tab: `said[tab]`


@pytest.mark.parametrize(
    ("package", "pages", "looked_up"),
    [("hub.web", "hub/web", BY_TAB), ("table_node.console", "table_node/console", BY_ACTION)],
)
def test_scripts_and_texts_know_the_same_words(package: str, pages: str, looked_up: set[str]) -> None:
    """A judge who was there had been shown without a word: the script named a text of another section."""
    texts = {text_id.removeprefix("ui.") for text_id in load_texts(package).ids() if text_id.startswith("ui.")}
    said: set[str] = set(looked_up)
    for file in (REPO / pages).rglob("*.js"):
        said |= set(re.findall(r"\bsaid\.(\w+)", file.read_text()))
    assert said - texts == set()
    for folder in (pages, "link"):
        for file in (path for ending in ("*.py", "*.html") for path in (REPO / folder).rglob(ending)):
            said |= set(re.findall(r"\bui\.(\w+)", file.read_text()))
    assert texts - said == set()
