"""Who is away, over hands and penalties (BFSP 6.4.3, 6.4.4; CLUB 2.7.12; RULES 7), and what the button and the deck tell."""

from __future__ import annotations

import pytest

from rulebook.cards import DECK
from rulebook.events import CardNamed, FloorPenalised, Pushed
from tests.rulebook.folds import Log
from tests.rulebook.scripts import play

FOLDED = "deal; 3 fold; 1 fold;"


def next_hand(log: Log) -> None:
    log.add(Pushed(log.table.state().due, rightly=True))
    log.open()


def dead_in_the_next_hands(log: Log, hands: int) -> list[tuple[int, ...]]:
    """Which hands are dead after the deal of each of the next hands; everybody else folds to the last one."""
    found = []
    for _ in range(hands):
        next_hand(log)
        log.deal()
        found.append(log.table.state().dead)
        while log.table.state().owing:
            play(log, f"{log.table.state().owing[0]} fold")
    return found


def test_rules_7_an_orbit_is_as_many_hands_as_players() -> None:
    log = Log()
    log.open()
    play(log, FOLDED)
    log.add(FloorPenalised(3, "7.1.5"))
    assert dead_in_the_next_hands(log, 5) == [(3,), (3,), (3,), (), ()]


def test_rules_7_a_redeal_is_no_hand_of_an_orbit() -> None:
    log = Log()
    log.open()
    play(log, FOLDED)
    log.add(FloorPenalised(3, "7.1.5"))
    next_hand(log)
    play(log, "card 2 up")
    assert log.table.state().next == "shuffle"
    log.open()
    log.deal()
    assert log.table.state().dead == (3,)
    play(log, f"{log.table.state().owing[0]} fold")
    assert dead_in_the_next_hands(log, 3) == [(3,), (3,), ()]


def test_who_left_is_away_until_he_sits_down() -> None:
    log = Log()
    log.open()
    play(log, FOLDED + "report leaves 1")
    assert dead_in_the_next_hands(log, 2) == [(1,), (1,)]
    play(log, "report sits 1")
    assert dead_in_the_next_hands(log, 1) == [()]


def test_bfsp_6_4_3_who_leaves_in_the_hand_is_dead_at_his_turn() -> None:
    log = Log()
    log.open()
    play(log, "deal; report leaves 1")
    assert log.table.state().dead == ()
    play(log, "3 call")
    assert log.table.state().dead == (1,)


def test_the_last_player_wins_though_he_is_away() -> None:
    log = Log()
    play(log, "report leaves 2")
    log.open()
    play(log, "deal")
    assert log.table.state().dead == (2,)
    play(log, "report leaves 1; 3 fold")
    assert log.table.state().dead == (2,)
    assert log.table.state().due == {1: 150}  # his small blind and the dead big blind


@pytest.mark.parametrize(("live", "kinds"), [(7, ["stub_short"]), (4, [])])
def test_bfsp_6_5_3_the_stub_may_not_reach_for_the_last_street(live: int, kinds: list[str]) -> None:
    """Eight players, four burns: 52 cards are too few for seven seventh cards, but enough for four."""
    stud = {"game": "stud7", "limit": "fixed", "limits": (10, 20), "bring_in": 2, "ante": 1, "blinds": (0, 0)}
    log = Log("bfsp", dict.fromkeys(range(1, 9), 1000), **stud)
    log.open()
    log.deal()
    folds = 8 - live
    for street in range(4):
        while log.table.state().to_act:
            seat = log.table.state().to_act
            fold = street == 0 and folds > 0
            folds -= fold
            play(log, f"{seat} {'fold' if fold else 'call' if log.table.state().to_call else 'check'}")
        log.card("burns")
        if street < 3:
            for number, seat in enumerate(log.table.hand.betting.live):  # type: ignore[union-attr]
                log.add(CardNamed(log.card(f"seat {seat}", "up"), DECK[8 * street + number]))
    assert log.kinds() == []
    play(log, f"card {log.table.hand.betting.live[0]}")  # type: ignore[union-attr]
    assert log.kinds() == kinds
