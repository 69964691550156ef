"""Open-face cards that are told of later than they came: what the moments of their arrival say of it (BFSP 6.3.3, 8)."""

from __future__ import annotations

import pytest

from rulebook.events import Answered, CardPlaced, FloorSurrendered, Pushed
from rulebook.record import Record
from rulebook.seats import Zone
from tests.rulebook.folds import Log

FIRST_MS = 100_000  # when the draws begin to come


def set_first() -> Log:
    """Two seats have set their first cards; seat 1 is to draw, seat 2 after it."""
    log = Log("bfsp", {1: 100, 2: 100}, game="ofc", blinds=(0, 0))
    log.open()
    first = [(seat, log.card(f"seat {seat}", "up")) for seat in (1, 2) for _ in range(5)]
    for seat, handle in first:
        log.move(handle, f"seat {seat} middle", "up")
    return log


def told(log: Log, seat: int, at_s: float, *, boot: str = "boot") -> None:
    """A card of a draw is told of that came within a third of a second before that moment."""
    log.cards += 1
    at_ms = FIRST_MS + round(1_000 * at_s)
    event = CardPlaced(f"k{log.cards}", Zone(f"seat {seat}"), "down", "unknown", at_ms - 300, at_ms)
    seq = len(log.records) + 1
    entry = Record("t", seq, boot, FIRST_MS + 20_000, FIRST_MS + 20_000, event)
    log.records.append(entry)
    log.found += log.table.apply(entry)


def test_bfsp_6_3_3_a_whole_draw_that_lay_before_the_one_ahead_of_it_came_out_of_turn() -> None:
    log = set_first()
    for at_s in (3.0, 3.8, 4.6):
        told(log, 1, at_s)
    told(log, 2, 0.4)
    assert log.kinds() == []
    for at_s in (1.2, 2.0):
        told(log, 2, at_s)
    assert [(one.kind, one.seats, one.call) for one in log.table.incidents] == [("dealt_out_of_order", (2,), "play")]


@pytest.mark.parametrize(
    ("ahead", "behind"),
    [((3.0, 3.8, 4.6), (2.0, 5.4, 6.2)), ((0.4, 3.8, 4.6), (1.2, 2.0, 2.8)), ((0.4, 1.2, 2.0), (2.8, 3.6, 4.4))],
    ids=["one card alone came before", "one card ahead lay there", "in turn"],
)
def test_a_player_may_hold_his_cards_while_others_get_theirs(ahead: tuple[float, ...], behind: tuple[float, ...]) -> None:
    log = set_first()
    for at_s in ahead:
        told(log, 1, at_s)
    for at_s in behind:
        told(log, 2, at_s)
    assert log.kinds() == []


def test_the_clocks_of_two_boots_are_not_compared() -> None:
    log = set_first()
    for at_s in (3.0, 3.8, 4.6):
        told(log, 1, at_s)
    for at_s in (0.4, 1.2, 2.0):
        told(log, 2, at_s, boot="another")
    assert log.kinds() == []


@pytest.mark.parametrize(("at_s", "kinds"), [(-70.0, []), (19.0, ["dealt_to_empty_seat"])])
def test_bfsp_8_a_card_that_came_before_its_seat_surrendered_went_to_no_empty_seat(at_s: float, kinds: list[str]) -> None:
    log = set_first()
    log.add(FloorSurrendered(1, "d1"))
    told(log, 1, at_s)
    assert log.kinds() == kinds


def after_unseen_rows() -> Log:
    """The hand before was paid, as the people counted it, while nobody saw its rows."""
    log = set_first()
    log.add(Pushed({1: 10}))
    log.open()
    for _ in range(6):
        log.card("seat 2")
    return log


@pytest.mark.parametrize(("word", "kinds"), [("yes", []), ("no", ["wrong_card_count"])])
def test_bfsp_8_after_rows_that_nobody_saw_it_is_asked_who_plays_in_fantasy(word: str, kinds: list[str]) -> None:
    log = after_unseen_rows()
    assert log.table.hand is not None
    [question] = log.table.hand.questions()
    assert (log.kinds(), question.kind, question.seats) == ([], "in_fantasy", (2,))
    log.add(Answered(question.id, word))
    assert log.kinds() == kinds
    if word == "yes":
        assert (log.table.state().hidden, log.table.state().deal_to) == ((2,), 2)
        for _ in range(8):
            log.card("seat 2")
        assert (log.kinds(), log.table.state().deal_to) == ([], 1)


def test_bfsp_6_3_5_a_sixth_first_card_is_one_too_many_where_the_rows_before_were_counted() -> None:
    log = set_first()
    log.add(FloorSurrendered(1, "d1"))
    log.add(Pushed({}))
    log.open()
    for _ in range(6):
        log.card("seat 2", "up")
    assert log.kinds() == ["wrong_card_count"]
