"""docs/rules.md says what the code says, and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.book import standard_books
from tests.rulebook_money.rules_page import PAGE, made

TESTS = Path(__file__).resolve().parents[1]


def test_the_made_parts_are_up_to_date() -> None:
    """If not: ``python -m tests.rulebook_money.rules_page``."""
    assert PAGE.read_text() == made(PAGE.read_text())


def test_every_test_that_the_page_names_exists() -> None:
    text = PAGE.read_text()
    for name in re.findall(r"`(test_\w+)\.py`", text):
        assert list(TESTS.rglob(f"{name}.py")), name
    code = "\n".join(file.read_text() for file in TESTS.rglob("test_*.py"))
    for name in re.findall(r"`(test_\w+)`", text):
        assert f"def {name}(" in code, name
    for name in re.findall(r"`([a-z0-9.-]+\.toml)`", text):
        assert list(TESTS.rglob(name)), name


@pytest.mark.parametrize("book", ["bfsp", "club", "parimatch", "wsop"])
def test_a_book_cites_itself(book: str) -> None:
    money = standard_books()[book].money
    assert money.cite("X", "no such situation", "cash") == "OURS no such situation"
