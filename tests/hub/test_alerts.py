"""The board of calls and notes, judges' acts, and who may rule."""

from __future__ import annotations

import msgspec
import pytest

from hub.alerts import AlertBoard
from hub.authority import Authority
from hub.entries import RecordEntry
from hub.intake import IntakeRefused, take
from hub.judges import DONE_KEPT, Outbox, check_act, decode_directive
from hub.view import ActRefused, DirectiveStatus
from rulebook.events import (
    Acted,
    AnyEvent,
    FloorAcknowledged,
    FloorPenalised,
    FloorRuled,
    KeyReleased,
    Pushed,
    TableSet,
)
from rulebook.findings import Incident, Severity, Withdrawn
from rulebook.record import Record, encode
from tests.hub.world import BOOKS, World, deal, four_card_flop, opened, settings, table_set


def incident(id_: str, *, severity: Severity = "floor", open_: bool = True, seen: bool = False) -> Incident:
    return Incident(id_, "four_card_flop", "BFSP 6.6.3", 1, "flop", (), 16, severity, "floor", open_, acknowledged=seen)


def test_an_alert_keeps_its_number_and_time_through_its_changes() -> None:
    board = AlertBoard()
    [first] = board.take("7", 100, [incident("a")])
    [other] = board.take("8", 150, [incident("a")])
    [later] = board.take("7", 200, [incident("a", open_=False)])
    assert (first.id, first.number, first.wall_ms) == (later.id, later.number, later.wall_ms) == ("7/a", 1, 100)
    assert (other.id, other.number) == ("8/a", 2)
    assert not later.open


def test_a_withdrawn_alert_stays_and_may_come_back() -> None:
    board = AlertBoard()
    board.take("7", 100, [incident("a")])
    [gone] = board.take("7", 200, [Withdrawn("a", "four_card_flop")])
    assert (gone.withdrawn, gone.open) == (True, False)
    assert board.take("7", 250, [Withdrawn("a", "four_card_flop"), Withdrawn("unheard of", "x")]) == []
    [back] = board.take("7", 300, [incident("a")])
    assert (back.withdrawn, back.open, back.number) == (False, True, 1)


def test_what_is_done_with_leaves_first_and_an_open_call_never() -> None:
    board = AlertBoard(kept=3)
    board.take("7", 1, [incident("call")])
    board.take("7", 2, [incident("note", severity="dealer", open_=False), incident("seen", open_=False, seen=True)])
    board.take("7", 3, [incident("unseen", open_=False)])
    assert [alert.incident for alert in board.alerts] == ["call", "seen", "unseen"]
    board.take("7", 4, [incident("another")])
    assert [alert.incident for alert in board.alerts] == ["call", "unseen", "another"]
    board.take("7", 5, [incident("third")])
    assert [alert.incident for alert in board.alerts] == ["call", "unseen", "another", "third"]


def test_the_logs_of_many_tables_are_numbered_by_time() -> None:
    board = AlertBoard()
    board.take("7", 300, [incident("late")])
    board.take("8", 100, [incident("early")])
    board.order_by_time()
    assert [(alert.number, alert.incident) for alert in board.alerts] == [(1, "early"), (2, "late")]
    [fresh] = board.take("8", 400, [incident("next")])
    assert fresh.number == 3


def test_pending_acts_are_on_the_alert_that_they_are_about() -> None:
    board = AlertBoard()
    board.take("7", 1, [incident("a")])
    acts = [
        DirectiveStatus("1", "7", "floor_acknowledged", "a", "pending", 0),
        DirectiveStatus("2", "7", "floor_ruled", "16", "pending", 0),
        DirectiveStatus("3", "7", "floor_picked", "", "pending", 0),
    ]
    [alert] = board.show_pending("7", acts)
    assert alert.pending == ("floor_acknowledged", "floor_ruled")
    assert board.show_pending("7", acts) == []
    [alert] = board.show_pending("7", [])
    assert alert.pending == ()


# -- judges ------------------------------------------------------------------------------------------------------------


def test_a_directive_carries_its_id_in_the_event_too() -> None:
    entry = Outbox("7").propose(FloorPenalised(3, "7.1.7"), "act-1", 5)
    assert entry is not None
    directive = decode_directive(entry.body)
    assert directive.id == "act-1"
    assert directive.event == FloorPenalised(3, "7.1.7", "act-1")
    assert entry.body == (b'{"id":"act-1","event":{"event":"floor_penalised","seat":3,"clause":"7.1.7","directive":"act-1"}}')


@pytest.mark.parametrize("event", [Acted(1, "fold"), KeyReleased(1, b""), Pushed()])
def test_only_judges_events_are_acts(event: AnyEvent) -> None:
    with pytest.raises(ActRefused, match="is no act of a judge"):
        check_act(event)


def test_an_act_is_done_when_the_log_has_it_and_not_before() -> None:
    outbox = Outbox("7")
    entry = outbox.propose(FloorRuled("play", 16), "act-1", 5)
    assert entry is not None
    assert outbox.unsaved() == [entry]
    outbox.committed(1)
    assert outbox.unsaved() == []
    assert outbox.settle(FloorRuled("play", 16, "")) is None
    assert outbox.settle(FloorRuled("play", 16, "another")) is None
    assert [status.state for status in outbox.statuses] == ["pending"]
    done = outbox.settle(FloorRuled("play", 16, "act-1"))
    assert done is not None
    assert done.state == "done"
    assert outbox.settle(FloorRuled("play", 16, "act-1")) is None
    assert outbox.pending == ()


def test_an_outbox_comes_back_from_the_log_with_its_pending_acts() -> None:
    first = Outbox("7")
    entries = [first.propose(FloorAcknowledged(f"i{number}"), f"act-{number}", number) for number in range(3)]
    again = Outbox("7")
    again.load([entry for entry in entries if entry is not None])
    assert again.statuses == first.statuses
    assert again.durable == 3
    assert decode_directive(again.read(2)).id == "act-1"
    assert again.propose(FloorAcknowledged("i9"), "act-1", 9) is None


def test_done_acts_do_not_pile_up() -> None:
    outbox = Outbox("7")
    for number in range(DONE_KEPT + 20):
        outbox.propose(FloorRuled("play"), f"act-{number}", 0)
        outbox.settle(FloorRuled("play", None, f"act-{number}"))
    outbox.propose(FloorRuled("play"), "last", 0)
    assert len(outbox.statuses) == DONE_KEPT + 1
    assert [status.id for status in outbox.pending] == ["last"]


# -- authority and intake ----------------------------------------------------------------------------------------------


def entries(*events: AnyEvent, first: int = 1) -> list[RecordEntry]:
    made = []
    for seq, event in enumerate(events, start=first):
        record = Record("7", seq, "boot", seq, 1_000 + seq, event)
        made.append(RecordEntry("7", seq, encode(record), "hub", seq, record))
    return made


def fold(*events: AnyEvent) -> Authority:
    authority = Authority("7", BOOKS)
    for entry in entries(*events):
        authority.apply(entry)
    return authority


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (opened(rulebook="nevada"), "hand 1 is played by rulebook 'nevada', this hub has bfsp, club, parimatch, wsop"),
        (opened(book_hash="0123456789abcdef"), "hand 1 is played by version 0123456789abcdef of rulebook 'bfsp', this hub has"),
    ],
)
def test_without_the_book_and_its_hash_the_hub_does_not_rule_and_says_so(hand: AnyEvent, says: str) -> None:
    authority = fold(table_set(), hand, *deal(), *four_card_flop())
    assert authority.why_not.startswith("Not ruled by the hub: " + says)
    assert authority.table.incidents == []


def test_it_rules_again_from_the_first_hand_after_the_table_is_set_anew() -> None:
    """Not from the next hand of a known book: nobody knows the stacks after the hand that was not followed."""
    unknown = [table_set(), opened(book_hash="0" * 16), *deal()]
    still = fold(*unknown, opened(2), *deal())
    assert still.why_not
    again = fold(*unknown, TableSet(settings(), {1: 900, 2: 5000, 3: 5000}, 2), opened(2), *deal())
    assert again.why_not == ""
    assert again.state.stacks[1] == 900


def test_a_record_of_a_later_version_stops_the_ruling_and_not_the_log() -> None:
    world = World()
    world.node.append(table_set(), opened())
    world.node.journal.append(world.node.journal[-1].replace(b'"v":1', b'"v":2').replace(b'"seq":2', b'"seq":3'))
    world.node.append(*deal())
    assert world.kept() == world.node.journal
    status = world.core.tables["7"].status()
    assert not status.ruled
    assert status.problems == (
        "Not ruled by the hub: record 3 is of a version that this program does not read; update the hub.",
    )
    assert any("record 3 is of a version" in note for note in world.notes())


def test_a_fault_of_the_fold_is_the_tables_own_and_names_the_place_and_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(("7", "8"))
    world.nodes["8"].append(table_set())

    def fail(record: Record) -> list[object]:
        raise KeyError("As")

    monkeypatch.setattr(world.core.tables["7"].authority.table, "apply", fail)
    world.nodes["7"].append(table_set())
    world.nodes["8"].append(opened(), *deal())
    assert world.core.tables["8"].status().ruled
    assert world.core.tables["8"].status().hand == 1
    assert not world.core.tables["7"].status().ruled
    [note] = [note for note in world.notes() if "cannot be folded" in note]
    assert "KeyError at" in note
    assert "As" not in note
    assert world.kept("7") == world.nodes["7"].journal


def test_an_open_call_is_closed_when_the_fold_begins_anew() -> None:
    world = World()
    world.node.append(table_set(), opened(), *deal(), Acted(1, "call", 100), Acted(2, "call", 100), Acted(3, "check"))
    world.node.append(*four_card_flop())
    world.node.append(opened(2, book_hash="0" * 16))
    assert [alert.open for alert in world.alerts()] == [True]
    world.node.append(table_set())
    assert [alert.open for alert in world.alerts()] == [False]
    assert "ruled by the hub again" in world.notes()


def test_intake_takes_its_tables_records_at_their_places() -> None:
    record = Record("7", 3, "boot", 1, 2, table_set())
    entry = take("7", 3, encode(record), "hub", 9)
    assert entry == RecordEntry("7", 3, encode(record), "hub", 9, record)
    for table, seq, says in (("8", 3, "says that it is table '7'"), ("7", 4, "sends record 3 at place 4")):
        with pytest.raises(IntakeRefused, match=says):
            take(table, seq, encode(record), "hub", 9)
    assert take("7", 3, b"\xff", "hub", 9).record is None


def test_the_status_tells_no_hidden_card_and_names_the_board() -> None:
    world = World()
    world.node.append(table_set(), opened(), *deal(), Acted(1, "call", 100), Acted(2, "call", 100), Acted(3, "check"))
    world.node.append(*four_card_flop()[:-1])
    status = world.core.tables["7"].status()
    assert status.board == ("Ah", "Kd", "2c", "??")
    assert b"k1" not in msgspec.json.encode(status)
