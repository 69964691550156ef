"""Penalties that a judge gives (BFSP 7; RULES 7). The system proposes, a judge gives; here is what a clause amounts to."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.book import Book
from rulebook.findings import Penalty
from rulebook.seats import Seat

WARNING, ORBIT = "warning", "orbit"

# clause -> (first time, again); a penalty is (kind, orbits)
_FIRST_AND_AGAIN: dict[str, tuple[tuple[str, int], tuple[str, int]]] = {
    "7.1.2": ((WARNING, 0), (ORBIT, 1)),
    "7.1.3": ((WARNING, 0), (ORBIT, 1)),
    "7.1.4": ((ORBIT, 2), ("out", 0)),
    "7.1.5": ((ORBIT, 1), (ORBIT, 2)),
    "7.1.6": ((ORBIT, 1), (ORBIT, 2)),
    "7.1.7": ((WARNING, 0), (ORBIT, 1)),
    "7.1.8": ((WARNING, 0), (ORBIT, 1)),
    "7.1.9": ((WARNING, 0), (ORBIT, 1)),
    "7.1.10": ((WARNING, 0), (WARNING, 0)),
    "7.1.11": ((ORBIT, 1), (ORBIT, 4)),
    "7.1.12": ((WARNING, 0), (ORBIT, 1)),
    "7.1.13": ((WARNING, 0), (WARNING, 0)),
    "7.1.14": ((WARNING, 0), (ORBIT, 1)),
    "7.1.15": ((ORBIT, 1), (ORBIT, 1)),
}
CLAUSES = tuple(_FIRST_AND_AGAIN)
SOURCE = "BFSP"


def penalty_for(clause: str, seat: Seat, before: Sequence[Penalty], players: int, book: Book, hand: int, seq: int) -> Penalty:
    """What the clause gives that seat now. An orbit is as many hands as there are players at the table (BFSP 7).

    A clause that the table does not know (``7.1.16``, the judge's own measure) is a warning. The table is the federation's:
    where another book is played its clauses are cited as what they are.
    """
    clause = clause.removeprefix(f"{book.cite} ").removeprefix(f"{SOURCE} ")
    rule = f"{SOURCE if clause in _FIRST_AND_AGAIN else book.cite} {clause}"
    again = any(penalty.seat == seat and penalty.rule == rule for penalty in before)
    kind, orbits = _FIRST_AND_AGAIN.get(clause, ((WARNING, 0), (WARNING, 0)))[again]
    return Penalty(f"{hand}:penalty:{seq}", seat, kind, orbits * players, rule, seq)
