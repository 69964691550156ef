"""An award entered while the tabled hands have no names yet is checked when they come (BFSP 5.9.1)."""

from __future__ import annotations

import pytest

from rulebook.cards import Card
from rulebook.events import Acted, CardNamed, Pushed, Tabled
from tests.rulebook.folds import Log

BOARD = ("2c", "7d", "9h", "Jc", "3s")
HANDS = {1: ("Ks", "Kd"), 2: ("As", "Ad")}


def pushed_to(seat: int) -> tuple[Log, dict[int, list[str]]]:
    """Two hands are tabled on the river, none is named, and the pot of 300 goes to that seat."""
    log = Log()
    log.open()
    dealt = log.deal()
    held = {
        seat: [dealt[at] for at in (0, 1, 2, 3, 4, 5) if log.table.hand.felt.zone_of(dealt[at]) == f"seat {seat}"]
        for seat in HANDS
    }  # type: ignore[union-attr]
    for actor, action in ((3, "call"), (1, "call"), (2, "check")):
        log.add(Acted(actor, action))  # type: ignore[arg-type]
    names = iter(BOARD)
    for count in (3, 1, 1):
        log.card("burns")
        for at in range(count):
            log.add(CardNamed(log.card("board", "up", together=at > 0), Card(next(names))))
        for actor in (1, 2, 3):
            if actor in log.table.hand.betting.live:  # type: ignore[union-attr]
                log.add(Acted(actor, "fold" if actor == 3 and count == 1 else "check"))
    for actor, handles in held.items():
        log.add(Tabled(actor, tuple(handles)))
    log.add(Pushed({seat: 300}))
    return log, held


def named(log: Log, held: dict[int, list[str]]) -> None:
    for seat, handles in held.items():
        for handle, name in zip(handles, HANDS[seat], strict=True):
            log.add(CardNamed(handle, Card(name)))


@pytest.mark.parametrize(("seat", "kinds"), [(1, ["wrong_award"]), (2, [])])
def test_bfsp_5_9_1_the_award_is_checked_when_the_names_come(seat: int, kinds: list[str]) -> None:
    log, held = pushed_to(seat)
    assert log.kinds() == []
    named(log, held)
    assert log.kinds() == kinds
