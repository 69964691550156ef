"""The node's core and its hub: records up once, directives down once, two folds compared, a table set without a hub."""

from __future__ import annotations

import msgspec
import pytest

from link.messages import Beat, Data, Directive
from rulebook.book import standard_books
from rulebook.digest import digest
from rulebook.events import (
    Acted,
    FloorRuled,
    TableSet,
)
from simulators import decks
from simulators.virtual_table import MS
from table_node.core import NodeCore
from table_node.core_messages import Append, Sources, TapAnswered, TookDirective, Touched, Trouble
from table_node.taps import NextHand, Prepare, SetTable
from table_node.uplink import Durable, FromHub, encode_directive
from tests.rulebook.test_digest import doctored
from tests.table_node.play import GIVEN, SETTINGS, Play, core


def test_the_hub_gets_every_record_once_though_the_line_was_cut_for_half_the_hand():
    play = Play()
    play.begin()
    play.rig.cut = True
    play.hole_cards()
    play.act((3, "call", None), (1, "call", None))
    assert play.rig.core.desk()["hub_away"] is True
    assert play.rig.hub.table.state().cards == {}
    play.rig.cut = False
    play.rig.settle(20)
    assert [entry.seq for entry in play.rig.hub.log.records("table")] == list(range(1, play.rig.journal.last + 1))
    assert play.rig.authority().state() == play.rig.core.enforcement.fold.state()
    assert play.rig.core.desk()["hub_away"] is False


def test_a_directive_is_taken_once_and_acknowledged_only_when_it_is_on_disk():
    node = core()
    frame = FromHub(Data("directives", 1, encode_directive(Directive("d1", GIVEN))))
    out = node.step(1 * MS, frame)
    assert [item.record.event.directive for item in out if isinstance(item, Append)] == ["d1"]
    assert TookDirective(1) in out
    assert not any("ack" in repr(item).lower() and "Send" in repr(item) for item in out)
    acks = node.step(2 * MS, Durable(1, 1))
    assert any("Ack(stream='directives', seq=1, " in repr(item) for item in acks)
    assert not [item for item in node.step(3 * MS, frame) if isinstance(item, Append)]


def test_bytes_that_are_no_directive_are_passed_over_and_said():
    node = core()
    out = node.step(1 * MS, FromHub(Data("directives", 1, b'{"id": 3}')))
    assert TookDirective(1) in out
    assert any(isinstance(item, Trouble) and "directive 1" in item.text for item in out)
    assert not [item for item in out if isinstance(item, Append)]


def test_acts_of_a_judge_are_appended_with_their_directive():
    play = Play()
    play.begin()
    play.hole_cards()
    play.rig.judge(FloorRuled("fair"))
    assert [event.directive != "" for event in play.events(FloorRuled)] == [True]
    assert play.events(Acted) == []
    play.rig.tap(NextHand())
    assert play.rig.refusals == [] or "not finished" in play.rig.refusals[-1]


def test_heartbeats_say_what_this_nodes_fold_found_and_the_hub_finds_the_same():
    play = Play()
    play.to_the_flop()
    play.rig.run(3_000)
    beat = [frame for frame in play.frames if isinstance(frame, Beat)][-1]
    assert (beat.seq, beat.digest) == (play.rig.journal.last, digest(play.rig.core.enforcement.fold))
    assert play.rig.hub.core.problems.standing == {}


@pytest.mark.parametrize("other", [False, True])
def test_a_node_with_another_text_of_the_book_is_an_alert_at_the_hub(monkeypatch, other):
    if other:
        monkeypatch.setattr("simulators.virtual_table.standard_books", lambda: doctored(rule="BFSP 6.6.4"))
    play = Play()
    play.begin()
    play.hole_cards()
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    play.deal("2d", "burns")
    play.rig.run(3_000)
    assert play.rig.hub.core.problems.standing == {}  # nothing yet that the two texts see differently
    play.board("Kh", "9c", "4s", "2s")
    play.rig.run(3_000)
    assert [one.kind for one in play.rig.authority().incidents] == ["four_card_flop"]
    said = [problem.text for problem in play.rig.hub.core.problems.standing.values()]
    assert len(said) == other
    assert all(text.startswith("table: node and hub rule differently since record") for text in said)


def test_the_dealer_sets_the_table_while_the_hub_is_away_and_the_hub_says_what_is_different():
    play = Play()
    other = msgspec.structs.replace(SETTINGS, blinds=(100, 200), level=2, delay_ms=1)
    play.rig.run(2_000)
    play.rig.tap(SetTable(other, {1: 5000, 2: 4000}, 1))
    assert "on the floor page" in play.rig.refusals[-1]
    assert play.rig.core.desk()["setting"] is None
    play.rig.cut = True
    play.rig.run(5_000)
    assert play.rig.core.desk()["setting"]["stacks"] == {"1": 5000, "2": 5000, "3": 5000}
    play.rig.tap(SetTable(other, {1: 5000, 2: 4000}, 1))
    [_, given] = play.events(TableSet)
    assert (given.stacks, given.button, given.settings.blinds) == ({1: 5000, 2: 4000}, 1, (100, 200))
    assert given.settings.delay_ms == SETTINGS.delay_ms  # the stream is not the dealer's
    play.rig.tap(Prepare("washed"))
    assert play.rig.core.enforcement.fold.state().stacks.keys() == {1, 2}
    play.rig.tap(SetTable(other, {1: 9000, 2: 9000}, 1))
    assert "once its pot is pushed" in play.rig.refusals[-1]
    play.rig.tap(SetTable(msgspec.structs.replace(other, level=3)))
    assert play.rig.core.enforcement.fold.next_settings.level == 3
    play.rig.cut = False
    play.rig.run(15_000)
    [text] = play.rig.hub.core.tables["table"].status().problems
    assert "level 3 (was 2)" in text


def test_a_table_that_was_never_set_is_set_by_its_dealer_with_no_hub_at_all():
    rig = Play().rig
    sources = Sources(packs={"red": decks.pack("red")}, new_key=lambda: bytes(32), read=rig.journal.body)
    node = NodeCore(standard_books(), "table", "boot", sources)
    assert node.desk()["setting"]["stacks"] == {}
    refused = [out for out in node.step(1 * MS, Touched((SetTable(SETTINGS),), 1)) if isinstance(out, TapAnswered)]
    assert "enter a stack for each seat" in refused[0].refusal
    node.step(2 * MS, Touched((SetTable(SETTINGS, {4: 900, 6: 800}, 6),)))
    node.step(3 * MS, Touched((Prepare("washed"),)))
    assert node.enforcement.fold.state().stacks.keys() == {4, 6}
    assert node.desk()["hand"] == 1
