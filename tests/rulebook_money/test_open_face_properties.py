"""Open-face hands whatever comes: findings instead of exceptions, chips conserved, one fold however the log is cut."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.cards import DECK
from rulebook.events import (
    Acted,
    AnyEvent,
    CardNamed,
    CardPlaced,
    CardTurned,
    DeckPrepared,
    FloorAwarded,
    FloorKilled,
    FloorPicked,
    FloorRestored,
    FloorRuled,
    FloorSurrendered,
    IntegritySeen,
    Pushed,
    Reported,
    Retracted,
    Tabled,
)
from rulebook.seats import ROWS, Zone, row_zone
from tests.fuzz import examples
from tests.rulebook.folds import Log, fold

SEATS = st.integers(1, 4)
HANDLES = st.integers(1, 44).map(lambda number: f"k{number}")
ROW_ZONES = st.builds(row_zone, st.integers(1, 3), st.sampled_from(ROWS))
ZONES = st.one_of(
    ROW_ZONES, SEATS.map(lambda seat: Zone(f"seat {seat}")), st.sampled_from(["muck", "stub", "burns", "board", "aside"])
)
FACES = st.sampled_from(["up", "down", "unknown"])
EVENTS: st.SearchStrategy[AnyEvent] = st.one_of(
    st.builds(CardPlaced, HANDLES, ZONES.map(Zone), FACES, FACES),
    st.builds(CardPlaced, HANDLES, ROW_ZONES, st.just("up")),
    st.builds(CardPlaced, HANDLES, st.just(Zone("muck")), st.just("down")),
    st.builds(CardTurned, HANDLES, FACES),
    st.builds(CardNamed, HANDLES, st.sampled_from(DECK)),
    st.builds(Acted, SEATS, st.sampled_from(["fold", "check", "call", "raise", "muck"])),
    st.builds(Tabled, SEATS),
    st.builds(Reported, st.sampled_from(["leaves", "sits", "button_at", "clock", "marked"]), st.one_of(st.none(), SEATS)),
    st.builds(Pushed, st.dictionaries(SEATS, st.integers(0, 9000), max_size=2), st.booleans()),
    st.builds(Retracted, st.integers(1, 80)),
    st.builds(IntegritySeen, st.sampled_from(["duplicate_card", "unknown_card", "deck_count"]), st.lists(HANDLES).map(tuple)),
    st.builds(FloorRuled, st.sampled_from(["misdeal", "play", "fair"]), st.one_of(st.none(), st.integers(1, 80))),
    st.just(FloorPicked()),
    st.builds(FloorRestored, SEATS),
    st.builds(FloorKilled, SEATS),
    st.builds(FloorSurrendered, SEATS),
    st.builds(FloorAwarded, SEATS, st.integers(0, 9000)),
    st.builds(DeckPrepared, st.sampled_from(["shuffled", "cut", "new_deck"]), st.sampled_from(["hand", "machine"])),
)
NEXT = {"judge", "correct", "shuffle", "riffle", "cut", "deal", "act", "show", "push", "hand"}
MANY: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}


def played(book: str, deck: list[Any], turns: int) -> Log:
    """A hand of three after so many turns of every seat, cards set as they come: the bottom row first."""
    log = Log(book, {1: 500, 2: 30, 3: 5000}, game="ofc", blinds=(0, 0), point=5)
    log.open()
    assert log.table.hand is not None
    rows = {seat: ["bottom"] * 5 + ["middle"] * 5 + ["top"] * 3 for seat in (1, 2, 3)}
    for turn in range(turns):
        for seat in log.table.hand.seats:
            handles = [log.card(f"seat {seat}", "up" if turn == 0 else "down") for _ in range(5 if turn == 0 else 3)]
            for handle in handles[: 5 if turn == 0 else 2]:
                log.move(handle, f"seat {seat} {rows[seat].pop(0)}", "up")
                log.add(CardNamed(handle, deck[int(handle[1:]) - 1]))
            for handle in handles[5 if turn == 0 else 2 :]:
                log.move(handle, "muck")
    return log


def chips(log: Log) -> int:
    state = log.table.state()
    return sum(state.stacks.values()) + state.pot


@given(
    book=st.sampled_from(["bfsp", "club", "wsop"]),
    deck=st.permutations(DECK),
    turns=st.integers(0, 5),
    events=st.lists(EVENTS, max_size=25),
)
@settings(max_examples=examples(120), **MANY)
def test_any_log_gives_findings_and_keeps_the_chips(book: str, deck: list[Any], turns: int, events: list[AnyEvent]) -> None:
    log = played(book, deck, turns)
    for event in events:
        log.add(event)
        assert chips(log) == 5530
        state = log.table.state()
        assert state.next in NEXT
        assert all(amount >= 0 for amount in state.stacks.values())
    again = fold(log.records)
    assert again.state() == log.table.state()
    assert again.findings == log.table.findings
    assert again.hands == log.table.hands


@given(book=st.sampled_from(["bfsp", "club", "wsop"]), deck=st.permutations(DECK))
@settings(max_examples=examples(60), **MANY)
def test_a_hand_set_to_its_end_is_settled(book: str, deck: list[Any]) -> None:
    log = played(book, deck, 5)
    assert (log.table.state().next, log.kinds()) == ("push", [])
    due = log.table.state().due
    log.add(Pushed(rightly=True))
    assert chips(log) == 5530
    result = log.table.hands[-1]
    assert len(result.pots) == 3
    stacks = log.table.state().stacks
    assert all(stacks[seat] > before for seat, before in {1: 500, 2: 30, 3: 5000}.items() if due.get(seat))
    assert log.table.state().next == "hand"
