"""docs/rows.md says what is proved of every irregularity: in which book, noticed in time and noticed late."""

from __future__ import annotations

import pytest

from rulebook.irregularities import KINDS
from simulators.rows import DOCUMENT, Cell, cells, document, lacking
from simulators.rows_reasons import PROVED, REASONS


@pytest.fixture(scope="module")
def filled() -> dict[Cell, list[str]]:
    return cells()


def test_the_page_is_what_the_scenarios_show_now(filled: dict[Cell, list[str]]) -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(filled), "write it anew: python -m simulators.rows"


def test_no_cell_is_empty_without_a_reason(filled: dict[Cell, list[str]]) -> None:
    assert lacking(filled) == []


def test_a_reason_is_given_only_where_nothing_is_shown(filled: dict[Cell, list[str]]) -> None:
    def meant(of: Cell, cell: Cell) -> bool:
        return all(asked in ("", given) for asked, given in zip(of, cell, strict=True))

    assert [of for of in REASONS if any(meant(of, cell) for cell in filled)] == []
    assert {kind for kind, _, _ in REASONS} | set(PROVED) <= set(KINDS)
