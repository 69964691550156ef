"""The parts of docs/rules.md that are made from the code: ``python -m tests.rulebook_money.rules_page`` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from rulebook.book import standard_books
from rulebook.money_rules import ByContext
from tests.rulebook_money.pokerkit_differences import ACCEPTED
from tests.rulebook_money.test_wsop_cases import NOT_EXPRESSED

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
BOOKS = ("bfsp", "club", "parimatch", "wsop")


def switches() -> str:
    """Every switch of the money rules with its value in each book; *cash* where cash games differ."""
    books = standard_books()
    lines = ["| switch | " + " | ".join(BOOKS) + " |", "|---|" + "---|" * len(BOOKS)]
    for field in msgspec.structs.fields(books["bfsp"].money):
        if not field.name.startswith("clauses"):
            values = [_value(getattr(books[name].money, field.name)) for name in BOOKS]
            lines.append(f"| `{field.name}` | " + " | ".join(values) + " |")
    return "\n".join(lines)


def _value(value: Any) -> str:
    if isinstance(value, ByContext):
        tournament, cash = _value(value.tournament), _value(value.cash)
        return tournament if tournament == cash else f"{tournament}; cash {cash}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def differences() -> str:
    """The differences from PokerKit that we accept."""
    return "\n".join(["| clause | why |", "|---|---|", *(f"| {one.clause} | {one.why} |" for one in ACCEPTED)])


def not_expressed() -> str:
    """The cases of section H that the engine cannot express."""
    return "\n".join(["| case | reason |", "|---|---|", *(f"| {case} | {why} |" for case, why in NOT_EXPRESSED.items())])


MADE = {"switches": switches, "differences": differences, "not expressed": not_expressed}


def made(text: str) -> str:
    """The page with its made parts anew."""
    for name, make in MADE.items():
        block = f"<!-- made: {name} -->\n{make()}\n<!-- end -->"
        text, count = re.subn(rf"<!-- made: {name} -->.*?<!-- end -->", lambda _, block=block: block, text, flags=re.DOTALL)  # type: ignore[misc]
        assert count == 1, f"docs/rules.md has no place for {name!r}"
    return text


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text()))
