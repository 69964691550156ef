"""The hub's core when something fails: disks that are full, lost or put back, bad records, starts anew."""

from __future__ import annotations

import msgspec
import pytest

from hub.core_messages import Send, Write, WriteFailed, Written
from hub.entries import MemoryLog
from hub.view import DirectiveStatus, HubProblem, TableStatus
from link.delivery import check_of
from link.messages import Ack, Arrived, Data
from rulebook.core import TICK
from rulebook.events import FloorAcknowledged, FloorRuled
from rulebook.record import decode, encode
from tests.hub.world import World, on_the_flop, opened, table_set


def test_a_full_disk_loses_nothing_and_is_said() -> None:
    world = World()
    world.node.append(table_set())
    world.log.broken = "the disk is full"
    world.node.append(opened())
    world.judge(FloorRuled("fair"), "act-1")
    world.judge(FloorRuled("intended"), "act-2")
    world.run(3_000)
    assert len(world.kept()) == 1
    assert [item for item in world.items() if isinstance(item, HubProblem)] == [HubProblem("log", "the disk is full")]
    assert not any(isinstance(item, DirectiveStatus) for item in world.items()), "shown as sent, and in no log"
    world.log.broken = ""
    world.run(20_000)
    assert world.kept() == world.node.journal
    acts = [FloorRuled("fair", None, "act-1"), FloorRuled("intended", None, "act-2")]
    assert [decode(body).event for body in world.kept()][2:] == acts
    assert [item for item in world.items() if isinstance(item, HubProblem)][-1] == HubProblem("log", "")


def test_one_tables_bad_record_does_not_undo_the_good_ones_before_it() -> None:
    """In one batch: two records that are taken, one that is not, then the word that the two are written."""
    world = World()
    node, core = world.node, world.core
    node.append(table_set())
    good = encode(node.record(opened()))
    node.claims = "9"
    bad = encode(node.record(opened()))
    [write] = [out for out in core.step(1, Arrived("key of 7", Data("records", 2, good))) if isinstance(out, Write)]
    assert not any(isinstance(out, Write) for out in core.step(1, Arrived("key of 7", Data("records", 3, bad))))
    assert Send("key of 7", Ack("records", 2, check_of(good))) in core.step(1, Written((write.entry,)))


def test_a_write_that_failed_is_delivered_again() -> None:
    world = World()
    core = world.core
    data = Arrived("key of 7", Data("records", 1, encode(world.node.record(table_set()))))
    [write] = [out for out in core.step(1, data) if isinstance(out, Write)]
    out = core.step(2, WriteFailed((write.entry,), "the disk is full"))
    assert not any(isinstance(one, Send) and isinstance(one.frame, Ack) for one in out)
    assert any(isinstance(one, Write) for one in core.step(3, data))


def test_a_restarted_hub_knows_everything_again() -> None:
    world = on_the_flop()
    world.node.online = False
    [alert] = world.alerts()
    world.judge(FloorAcknowledged(alert.incident), "act-1")
    before = world.core
    world.start_hub()
    status = world.core.tables["7"].status()
    assert not status.online
    assert msgspec.structs.replace(before.tables["7"].status(), online=False, silent_since_wall_ms=None) == status
    [again] = world.alerts()
    assert again == before.board.alerts[0]
    assert again.pending == ("floor_acknowledged",)
    world.node.online = True
    world.run(20_000)
    assert world.alerts()[0].acknowledged
    assert world.kept() == world.node.journal


def test_a_restarted_node_sends_nothing_twice() -> None:
    world = on_the_flop()
    world.node.online = False
    world.node.append(FloorRuled("fair"))
    world.node.start()
    world.node.online = True
    world.run(20_000)
    assert world.kept() == world.node.journal


def test_a_node_whose_disk_lost_records_is_stopped_and_named() -> None:
    world = on_the_flop()
    del world.node.journal[-3:]
    world.node.start()
    world.run(20_000)
    world.node.append(*[FloorRuled("fair")] * 10)
    world.run(20_000)
    [*_, status] = [item for item in world.items() if isinstance(item, TableStatus)]
    [problem] = status.problems
    assert "its disk lost some" in problem
    assert len(world.kept()) == 20


def test_a_node_whose_disk_was_put_back_to_an_old_copy_is_stopped_though_it_has_more_records() -> None:
    """It recorded another history on the old copy; by numbers alone the hub would take the rest of it for new."""
    world = on_the_flop()
    world.node.online = False
    del world.node.journal[-5:]
    world.node.start()
    world.node.append(*[FloorRuled("fair")] * 30)
    world.node.online = True
    world.run(20_000)
    [*_, status] = [item for item in world.items() if isinstance(item, TableStatus)]
    [problem] = status.problems
    assert "its disk was put back to an old copy, or two nodes use one key" in problem
    assert len(world.kept()) == 20


def test_a_restarted_hub_still_knows_another_history() -> None:
    world = on_the_flop()
    world.node.online = False
    world.node.journal[-1] = world.node.journal[-1].replace(b'"wall_ms":1', b'"wall_ms":2')
    world.start_hub()
    world.node.start()
    world.node.online = True
    world.run(10_000)
    assert world.core.tables["7"].problems
    world.node.journal[-1] = world.kept()[-1]  # the right disk is back
    world.node.start()
    world.node.append(FloorRuled("fair"))
    world.run(10_000)
    assert world.core.tables["7"].problems == {}
    assert world.kept() == world.node.journal


def test_a_hub_whose_log_was_put_back_is_filled_again() -> None:
    world = on_the_flop()
    old = list(world.log.records("7"))[:5]
    world.start_hub(log=MemoryLog())
    world.log.append(old)
    world.start_hub()
    world.run(30_000)
    assert world.kept() == world.node.journal
    assert len(world.alerts()) == 1


def test_a_hub_that_forgot_its_directives_says_that_acts_no_longer_arrive() -> None:
    world = on_the_flop()
    world.judge(FloorRuled("fair"), "act-1")
    records = list(world.log.records("7"))
    world.start_hub(log=MemoryLog())
    world.log.append(records)
    world.start_hub()
    world.run(10_000)
    [problem] = world.core.tables["7"].status().problems
    assert "Judges' acts no longer reach this table" in problem


def test_a_node_that_has_fewer_directives_than_it_said_is_noted() -> None:
    world = on_the_flop()
    world.judge(FloorRuled("fair"), "act-1")
    world.run(5_000)
    world.node.taken = 0
    world.node.start()
    world.judge(FloorRuled("fair"), "act-2")
    world.run(30_000)
    assert "the node has directives up to 0, no longer up to 1; sent again" in world.notes()


@pytest.mark.parametrize("demo", [False, True])
def test_the_core_asks_for_ticks_that_move_on(demo: bool) -> None:
    world = World(demo=demo)
    world.node.append(table_set(delay_ms=5_000), opened())
    for _ in range(300):
        due = world.core.deadline()
        assert due is not None
        world.core.step(due, TICK)
        after = world.core.deadline()
        if after is None:
            break
        assert after > due
