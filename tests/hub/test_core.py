"""The hub's core over real folds: what comes in, what is acknowledged, what a judge sees."""

from __future__ import annotations

import msgspec
import pytest

from hub.core_messages import JudgeAct, Send, Write, Written
from hub.entries import RecordEntry
from hub.status_turns import STATUS_MS, STATUSES_AT_ONCE
from hub.view import ActRefused, Alert, Change, DirectiveStatus, RefusedKey, TableStatus
from link.delivery import MS, check_of
from link.endpoint import LOST_NS
from link.judge_call import CALL_FLOOR
from link.messages import Ack, Arrived, Data, Hello, Refused
from rulebook.core import TICK
from rulebook.events import Acted, Answered, FloorAcknowledged, FloorRuled, Reported
from rulebook.record import decode, encode
from tests.hub.world import WALL_MS, World, deal, four_card_flop, on_the_flop, opened, table_set


def test_a_record_is_acknowledged_after_its_commit_and_not_before() -> None:
    world = World()
    core = world.core
    body = world.node.record(table_set())
    core.step(1, Arrived("key of 7", Hello("records", 1)))
    out = core.step(2, Arrived("key of 7", Data("records", 1, encode(body))))
    [entry] = [one.entry for one in out if isinstance(one, Write)]
    assert isinstance(entry, RecordEntry)
    assert not any(isinstance(one, Send) for one in out)
    assert core.tables["7"].last_seq == 0
    out = core.step(3, Written((entry,)))
    assert Send("key of 7", Ack("records", 1, check_of(entry.body))) in out
    assert core.tables["7"].last_seq == 1


def test_the_hubs_log_is_the_nodes_journal() -> None:
    world = on_the_flop()
    assert world.kept() == world.node.journal


def test_a_four_card_flop_calls_a_judge_with_the_clause_the_sight_and_the_steps() -> None:
    [alert] = on_the_flop().alerts()
    assert (alert.table, alert.hand, alert.kind, alert.rule) == ("7", 1, "four_card_flop", "BFSP 6.6.3")
    assert (alert.severity, alert.call, alert.street, alert.open) == ("floor", "floor", "flop", True)
    assert alert.cards == ("Ah", "Kd", "2c", "9s")
    assert alert.seen
    assert [step.kind for step in alert.steps][:2] == ["turn_down", "pick"]
    assert not any(step.done for step in alert.steps)


def test_the_dealers_key_calls_a_judge_who_comes_and_decides_and_a_restarted_hub_knows_it() -> None:
    world = World()
    world.node.append(table_set(), opened(), *deal(), Reported(CALL_FLOOR))
    [call] = world.alerts()
    assert (call.kind, call.severity, call.open, call.hand) == ("judge_called", "floor", True, 1)
    world.judge(FloorAcknowledged(call.incident), "a")
    assert world.alerts()[0].acknowledged
    world.start_hub()
    world.run(5_000)
    [call] = world.alerts()
    assert (call.open, call.acknowledged) == (True, True)
    world.judge(FloorRuled("play", about=call.cause), "b")
    [call] = world.alerts()
    assert (call.open, call.attended, world.core.tables["7"].authority.state.next) == (False, True, "act")


def test_changes_are_numbered_without_a_gap() -> None:
    world = on_the_flop()
    numbers = [output.number for output in world.outputs if isinstance(output, Change)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_call_comes_at_once_and_the_tables_status_once_for_many_events() -> None:
    world = on_the_flop()
    assert any(isinstance(item, Alert) for item in world.items())
    before = [item for item in world.items() if isinstance(item, TableStatus) and item.hand]
    world.run(STATUS_MS)
    [status] = [item for item in world.items() if isinstance(item, TableStatus) and item.hand][len(before) :]
    assert (status.last_seq, status.street, status.next) == (20, "flop", "judge")


def test_of_many_tables_the_floor_page_is_told_in_turn_and_every_one_before_long() -> None:
    world = World([f"table {number}" for number in range(250)])
    for node in world.nodes.values():
        node.append(table_set())
    told: list[str] = []
    most = 0
    for _ in range(10):
        before = len(world.items())
        world.run(STATUS_MS)
        fresh = [item.table for item in world.items()[before:] if isinstance(item, TableStatus)]
        most = max(most, len(fresh))
        told += fresh
    assert most <= STATUSES_AT_ONCE
    assert set(told) == set(world.names)


def test_a_finding_that_a_late_tap_explains_is_withdrawn_and_stays_in_sight() -> None:
    world = World()
    world.node.append(table_set(), opened(), *deal(), Acted(1, "call", 100), Acted(2, "call", 100))
    world.node.append(*four_card_flop(), Answered("1:betting_closed:11", "early"))
    [alert] = world.alerts()
    assert (alert.kind, alert.open, alert.withdrawn) == ("premature_flop", True, False)
    world.node.append(Acted(3, "check", None, before=11))
    [alert, other] = world.alerts()
    assert (alert.kind, alert.open, alert.withdrawn) == ("premature_flop", False, True)
    assert (other.kind, other.number) == ("four_card_flop", 2)


def test_acknowledging_goes_down_and_comes_back() -> None:
    world = on_the_flop()
    [alert] = world.alerts()
    world.node.online = False
    world.judge(FloorAcknowledged(alert.incident), "act-1")
    [alert] = world.alerts()
    assert alert.pending == ("floor_acknowledged",)
    assert not alert.acknowledged
    [status] = [item for item in world.items() if isinstance(item, DirectiveStatus)]
    assert (status.id, status.word, status.about, status.state) == ("act-1", "floor_acknowledged", alert.incident, "pending")
    world.node.online = True
    world.run(10_000)
    [alert] = world.alerts()
    assert alert.acknowledged
    assert alert.pending == ()
    assert [item.state for item in world.items() if isinstance(item, DirectiveStatus)] == ["pending", "done"]
    event = decode(world.kept()[-1]).event
    assert event == FloorAcknowledged(alert.incident, "act-1")


def test_a_click_repeated_is_one_act() -> None:
    world = on_the_flop()
    for _ in range(3):
        world.judge(FloorRuled("play", 16), "act-1")
    acts = [record for record in map(decode, world.kept()) if isinstance(record.event, FloorRuled)]
    assert len(acts) == 1


def test_an_act_that_no_judge_can_do_is_refused() -> None:
    world = on_the_flop()
    with pytest.raises(ActRefused, match="acted is no act of a judge"):
        world.judge(Acted(1, "fold"))
    with pytest.raises(ActRefused, match="there is no table '9'; the hub has 7"):
        world.give(JudgeAct("9", FloorRuled("play")))


def test_a_table_setting_goes_the_same_way() -> None:
    world = World()
    world.node.step(TICK)
    world.judge(table_set(level=4))
    assert [decode(body).event for body in world.kept()] == [msgspec.structs.replace(table_set(level=4), directive="d1")]


def test_a_silent_node_is_shown_and_shown_again_when_it_is_back() -> None:
    world = on_the_flop()
    world.node.online = False
    gone_ms = world.now_ms
    world.run(LOST_NS // MS + 1_000)
    [*_, status] = [item for item in world.items() if isinstance(item, TableStatus)]
    assert not status.online
    assert status.silent_since_wall_ms is not None
    assert WALL_MS + gone_ms <= status.silent_since_wall_ms <= WALL_MS + world.now_ms
    world.node.online = True
    world.run(5_000)
    [*_, status] = [item for item in world.items() if isinstance(item, TableStatus)]
    assert status.online
    assert status.silent_since_wall_ms is None


def test_a_refused_key_is_named_and_counted() -> None:
    world = World()
    for _ in range(2):
        world.give(Refused("the stranger's key", "10.0.0.9"))
    [first, second] = [item for item in world.items() if isinstance(item, RefusedKey)]
    assert (first.times, second.times) == (1, 2)
    assert second.key == "the stranger's key"
    assert second.address == "10.0.0.9"
    assert len([note for note in world.notes() if "the stranger's key" in note]) == 1
    for number in range(200):
        world.give(Refused(f"key {number}", ""))
    assert len(world.core.problems.refused) == 50


def test_a_node_is_its_key_and_not_what_it_claims() -> None:
    world = World(("7", "8"))
    world.nodes["8"].claims = "7"
    world.nodes["8"].append(table_set())
    world.run(5_000)
    assert world.kept("7") == []
    assert world.kept("8") == []
    [*_, status] = [item for item in world.items() if isinstance(item, TableStatus) and item.table == "8"]
    assert "says that it is table '7'" in status.problems[0]
    assert len([note for note in world.notes() if "says that it is table" in note]) == 1


def test_a_stranger_with_a_configured_door_and_no_table_is_not_heard() -> None:
    world = World()
    assert world.give(Arrived("no table's key", Hello("records", 1))) == []
