"""What holds for every log, lawful or not: findings instead of exceptions, chips conserved, one fold however it is cut."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.cards import DECK
from rulebook.digest import digest
from rulebook.events import (
    Acted,
    Answered,
    AnyEvent,
    CardNamed,
    CardPlaced,
    CardTurned,
    ChipsPut,
    DeckPrepared,
    DeviceChanged,
    FloorAcknowledged,
    FloorAwarded,
    FloorKilled,
    FloorPenalised,
    FloorPicked,
    FloorRestored,
    FloorReturned,
    FloorRuled,
    IntegritySeen,
    Pushed,
    Reported,
    Retracted,
    Said,
    Tabled,
)
from rulebook.order import effective
from rulebook.record import Record
from rulebook.seats import Zone
from rulebook.table_state import IDLE
from tests.fuzz import examples
from tests.rulebook.folds import Log, fold, record, standing

SEATS = st.integers(1, 4)
ZONES = st.sampled_from(["seat 1", "seat 2", "seat 3", "seat 4", "board", "burns", "muck", "aside", "stub"])
FACES = st.sampled_from(["up", "down", "unknown"])
AMOUNTS = st.sampled_from([None, 0, 50, 100, 200, 500, 5000, 20000])
BEFORE = st.one_of(st.none(), st.integers(1, 60))
HANDLES = st.integers(1, 14).map(lambda number: f"k{number}")

CHIPS = st.lists(st.sampled_from([25, 100, 500]), max_size=3).map(tuple)
ASKED = ("betting_closed", "boxed_or_exposed", "burned", "plays_on", "cut", "riffle", "shuffle")

EVENTS: st.SearchStrategy[AnyEvent] = st.one_of(
    st.builds(CardPlaced, HANDLES, ZONES.map(Zone), FACES, FACES, st.just(0), st.integers(0, 200_000)),
    st.builds(CardTurned, HANDLES, FACES),
    st.builds(CardNamed, HANDLES, st.sampled_from(DECK)),
    st.builds(
        Acted, SEATS, st.sampled_from(["fold", "check", "call", "bet", "raise", "allin", "bring_in", "muck"]), AMOUNTS, BEFORE
    ),
    st.builds(Said, SEATS, st.sampled_from(["raise", "call", "pot", "pot 300", "time", "", "600", "what"]), AMOUNTS, BEFORE),
    st.builds(ChipsPut, SEATS, CHIPS, BEFORE, CHIPS),
    st.builds(Tabled, SEATS),
    st.builds(
        Reported,
        st.sampled_from(
            [
                "forwards",
                "drops",
                "touches_muck",
                "leaves",
                "sits",
                "dealer_asks",
                "clock",
                "dealer_takes",
                "marked",
                "button_at",
                "time_up",
            ]
        ),
        st.one_of(st.none(), SEATS),
    ),
    st.builds(
        Answered,
        st.builds(lambda kind, seq: f"1:{kind}:{seq}", st.sampled_from(ASKED), st.integers(1, 60)),
        st.sampled_from(["closed", "early", "boxed", "exposed", "yes", "no"]),
    ),
    st.builds(Pushed, st.dictionaries(SEATS, st.integers(0, 500), max_size=2), st.booleans()),
    st.builds(Retracted, st.integers(1, 60)),
    st.builds(
        IntegritySeen,
        st.sampled_from(
            ["duplicate_card", "unknown_card", "card_in_two_places", "sources_disagree", "mixed_backs", "deck_count"]
        ),
        st.lists(HANDLES, max_size=2).map(tuple),
    ),
    st.builds(FloorRuled, st.sampled_from(["unintended", "intended", "misdeal", "play", "fair"]), BEFORE),
    st.just(FloorPicked()),
    st.builds(FloorRestored, SEATS),
    st.builds(FloorKilled, SEATS),
    st.builds(FloorAcknowledged, st.builds(lambda seq: f"1:boxed_card:{seq}", st.integers(1, 60))),
    st.builds(
        DeviceChanged,
        st.sampled_from(["rfid burns", "rfid seat 1", "camera", "shuffler"]),
        st.sampled_from(["ok", "silent", "unplugged", "security", "jam", "door"]),
    ),
    st.builds(FloorReturned, SEATS, st.integers(0, 500)),
    st.builds(FloorAwarded, SEATS, st.integers(0, 500)),
    st.builds(FloorPenalised, SEATS, st.sampled_from(["7.1.5", "7.1.16"])),
    st.builds(
        DeckPrepared,
        st.sampled_from(["washed", "riffled", "shuffled", "cut", "cut_exposed", "counted", "new_deck"]),
        st.sampled_from(["hand", "machine", ""]),
        st.sampled_from([None, 51, 52]),
    ),
)
NEXT = {*IDLE, "judge", "correct", "act", "show"}
BOOKS = st.sampled_from(["bfsp", "club", "parimatch", "wsop"])
GAMES = st.sampled_from(["holdem", "holdem", "omaha", "stud7", "stud5", "razz"])
STUD = {"limit": "fixed", "limits": (10, 20), "bring_in": 5, "ante": 1, "blinds": (0, 0)}
# A start of a hand in good order: without it almost nothing would ever get past the first street.
STARTS = st.sampled_from(["nothing", "dealt", "flop", "turn"])
MANY: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}


def begin(log: Log, start: str) -> None:
    """Play up to there, everybody calling and checking."""
    log.open()
    if start == "nothing":
        return
    log.deal()
    for name, count in (("dealt", 0), ("flop", 3), ("turn", 1)):
        if count:
            assert log.table.hand is not None
            while log.table.state().to_act:
                seat = log.table.state().to_act
                log.add(Acted(seat, "call" if log.table.state().to_call else "check"))
            log.card("burns")
            for _ in range(count):
                log.card("board", "up", together=_ > 0)
        if name == start:
            return


def chips(log: Log) -> int:
    state = log.table.state()
    return sum(state.stacks.values()) + state.pot


@given(book=BOOKS, game=GAMES, start=STARTS, events=st.lists(EVENTS, max_size=25))
@settings(max_examples=examples(200), **MANY)
def test_any_log_gives_findings_and_keeps_the_chips(book: str, game: str, start: str, events: list[AnyEvent]) -> None:
    stud = game in ("stud7", "stud5", "razz")
    log = Log(book, None, **{"game": game, **(STUD if stud else {})})
    begin(log, "dealt" if stud and start != "nothing" else start)
    for event in events:
        log.add(event)
        assert chips(log) == 15_000
        if isinstance(event, DeckPrepared) and log.table.next_opening() is not None:
            left = log.table.state().pot  # of a push whose winners nobody could know
            log.open()
            assert chips(log) == 15_000 - left
            return
        assert log.table.state().next in NEXT


@given(book=st.sampled_from(["bfsp", "club", "wsop"]), start=STARTS, events=st.lists(EVENTS, max_size=20))
@settings(max_examples=examples(100), **MANY)
def test_one_fold_however_the_log_comes(book: str, start: str, events: list[AnyEvent]) -> None:
    log = Log(book)
    begin(log, start)
    for event in events:
        log.add(event)
    again = fold(log.records)
    assert again.state() == log.table.state()
    assert again.findings == log.table.findings
    assert again.hands == log.table.hands
    assert again.questions == log.table.questions
    assert digest(again) == digest(log.table)


@given(start=STARTS, events=st.lists(EVENTS, max_size=20))
@settings(max_examples=examples(100), **MANY)
def test_what_was_told_and_not_withdrawn_is_what_there_is(start: str, events: list[AnyEvent]) -> None:
    log = Log("bfsp")
    begin(log, start)
    for event in events:
        log.add(event)
    told = {ident for ident, finding in log.table.findings.items() if type(finding).__name__ != "Question"}
    assert standing(log.found) == told


@given(start=STARTS, events=st.lists(EVENTS, max_size=12))
@settings(max_examples=examples(60), **MANY)
def test_an_undone_act_leaves_no_trace(start: str, events: list[AnyEvent]) -> None:
    log = Log("bfsp")
    begin(log, start)
    for event in events:
        log.add(event)
    if log.table.hand is None or log.table.hand.over:
        return
    before = (log.table.state(), log.table.findings)
    log.add(Acted(1, "raise", 700))
    log.add(Retracted(log.records[-1].seq))
    assert (log.table.state(), log.table.findings) == before


# -- effective order


def acts(*befores: int | None) -> list[Record]:
    return [record(number, Acted(1, "check", None, before)) for number, before in enumerate(befores, 1)]


@given(st.lists(st.one_of(st.none(), st.integers(1, 12)), max_size=12), st.lists(st.integers(1, 14), max_size=4))
def test_effective_order_keeps_what_was_not_taken_back(befores: list[int | None], taken: list[int]) -> None:
    log = [*acts(*befores)]
    log += [record(100 + number, Retracted(seq)) for number, seq in enumerate(taken)]
    order = effective(log)
    assert sorted(entry.seq for entry in order) == [entry.seq for entry in log[: len(befores)] if entry.seq not in taken]
    place = {entry.seq: number for number, entry in enumerate(order)}
    for entry in order:
        before = entry.event.before  # type: ignore[union-attr]
        if before in place and before < entry.seq:
            assert place[entry.seq] < place[before]


@given(st.lists(st.none(), max_size=8))
def test_a_log_without_late_taps_keeps_its_order(befores: list[None]) -> None:
    log = acts(*befores)
    assert effective(log) == log


def test_late_taps_before_one_card_keep_their_own_order() -> None:
    log = acts(None, None, 2, 2)
    assert [entry.seq for entry in effective(log)] == [1, 3, 4, 2]


def test_nothing_is_taken_back_before_it_was_done() -> None:
    log = [record(1, Retracted(2)), record(2, Acted(1, "check"))]
    assert effective(log) == log[1:]


def test_a_late_tap_before_a_late_tap_is_not_lost() -> None:
    log = acts(None, None, 2, 3)
    assert [entry.seq for entry in effective(log)] == [1, 4, 3, 2]
