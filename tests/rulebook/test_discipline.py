"""What a judge's penalty amounts to (BFSP 7.1; RULES 7)."""

from __future__ import annotations

import pytest

from rulebook.book import standard_books
from rulebook.discipline import CLAUSES, penalty_for
from rulebook.findings import Penalty

BFSP, CLUB = (standard_books()[name] for name in ("bfsp", "club"))


def given(clause: str, times: int, players: int = 9) -> list[tuple[str, int]]:
    before: list[Penalty] = []
    for number in range(times):
        before.append(penalty_for(clause, 3, before, players, BFSP, 1, number))
    return [(penalty.kind, penalty.hands) for penalty in before]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("7.1.2", [("warning", 0), ("orbit", 9), ("orbit", 9)]),
        ("7.1.4", [("orbit", 18), ("out", 0), ("out", 0)]),
        ("7.1.5", [("orbit", 9), ("orbit", 18), ("orbit", 18)]),
        ("7.1.10", [("warning", 0), ("warning", 0), ("warning", 0)]),
        ("7.1.12", [("warning", 0), ("orbit", 9), ("orbit", 9)]),
        ("7.1.16", [("warning", 0), ("warning", 0), ("warning", 0)]),
    ],
)
def test_bfsp_7_1_first_and_again(clause: str, expected: list[tuple[str, int]]) -> None:
    assert given(clause, 3) == expected


def test_bfsp_7_1_again_is_the_same_offence_of_the_same_player() -> None:
    first = penalty_for("7.1.5", 3, [], 9, BFSP, 1, 1)
    assert penalty_for("7.1.5", 4, [first], 9, BFSP, 1, 2).hands == 9
    assert penalty_for("7.1.6", 3, [first], 9, BFSP, 1, 2).hands == 9


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_clause_is_cited_once_whoever_writes_the_book_before_it(clause: str) -> None:
    for book in (BFSP, CLUB):
        for written in (clause, f"BFSP {clause}"):
            assert penalty_for(written, 3, [], 9, book, 1, 1).rule == f"BFSP {clause}"
    assert penalty_for("2.7.11", 3, [], 9, CLUB, 1, 1).rule == "CLUB 2.7.11"
