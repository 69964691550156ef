"""The node's core over whole hands: touches, keys, devices, decks; a restart goes on with the same hand."""

from __future__ import annotations

import msgspec
import pytest

from firmware_bridge.readings import ButtonPressed, DeviceState, ShufflerReport
from rulebook.core import TICK
from rulebook.events import (
    CardNamed,
    CardPlaced,
    DeckPrepared,
    DeviceChanged,
    DoubtOpened,
    FloorAcknowledged,
    FloorRuled,
    HandOpened,
    IntegritySeen,
    TableSet,
)
from rulebook.record import encode
from simulators.scene import Scene
from simulators.virtual_table import MS
from table_node.core_messages import Append, TapAnswered, Touched, Trouble
from table_node.taps import Act, Bulk, Done, Push, Undo
from tests.table_node.play import GIVEN, SETTINGS, Play, core, restart, set_up


def test_a_restart_in_the_middle_of_a_hand_goes_on_with_the_same_hand():
    play = Play()
    play.to_the_flop()
    before = play.rig.authority().state()
    restart(play)
    assert play.rig.core.enforcement.fold.state() == before
    assert play.rig.authority().state() == before
    assert [event.what for event in play.events(DoubtOpened)][-1].endswith("stay backs: 1")
    count = len(play.events(CardPlaced))
    play.act((1, "check", None), (2, "bet", 300), (3, "fold", None))
    play.rig.settle(5)
    assert len(play.events(CardPlaced)) == count
    play.act((1, "call", None))
    play.deal("3d", "burns")
    play.board("5h")
    state = play.rig.authority().state()
    assert (state.street, state.pot, len(state.board)) == ("turn", 900, 4)
    assert play.rig.authority().incidents == []
    assert [event.handle for event in play.events(CardPlaced)][-2:] == ["k11", "k12"]


def test_records_carry_boot_time_wall_time_and_the_table():
    node = core()
    set_up(node)
    out = node.step(5_000 * MS, ShufflerReport(5_000 * MS, 1, "ejected", count=52, verdict="complete"))
    records = [item.record for item in out if isinstance(item, Append)]
    assert [type(record.event) for record in records] == [HandOpened, DeckPrepared]
    assert {(record.table, record.boot, record.boot_ms, record.wall_ms) for record in records} == {("T", "b", 5_000, 15_000)}
    assert encode(records[0])


def test_a_refused_tap_says_why_and_records_nothing():
    node = core()
    out = node.step(1 * MS, Touched((Act(3, "fold"),), token=7))
    (answer,) = [item for item in out if isinstance(item, TapAnswered)]
    assert answer.token == 7
    assert "hand" in answer.refusal
    assert not [item for item in out if isinstance(item, Append)]


def test_a_shuffle_before_the_table_is_set_is_trouble_and_no_crash():
    out = core().step(1 * MS, ShufflerReport(1 * MS, 1, "ejected", count=52, verdict="complete"))
    assert any(isinstance(item, Trouble) for item in out)


@pytest.mark.parametrize(("button", "expected"), [("next_hand", HandOpened), ("undo", None), ("nonsense", None)])
def test_keys_do_what_their_taps_do(button, expected):
    node = core()
    set_up(node)
    out = node.step(4 * MS, ButtonPressed(4 * MS, button))
    kinds = [type(item.record.event) for item in out if isinstance(item, Append)]
    assert kinds == ([expected] if expected else [])


def test_a_device_fault_is_recorded_when_it_comes_and_when_it_goes_and_shown():
    node = core()
    out = node.step(1 * MS, DeviceState(1 * MS, "rfid seat 3", "silent", "check the cable"))
    assert [item.record.event for item in out if isinstance(item, Append)] == [DeviceChanged("rfid seat 3", "silent")]
    assert node.desk()["devices"][0]["device"] == "rfid seat 3"
    assert not [item for item in node.step(2 * MS, DeviceState(2 * MS, "rfid seat 3", "silent")) if isinstance(item, Append)]
    out = node.step(3 * MS, DeviceState(3 * MS, "rfid seat 3", "ok"))
    assert [item.record.event for item in out if isinstance(item, Append)] == [DeviceChanged("rfid seat 3", "ok")]
    assert node.desk()["devices"] == []


def test_the_same_inputs_give_the_same_bytes():
    def play() -> list[bytes]:
        table = Play()
        table.to_the_flop()
        return [table.rig.journal.body(seq) for seq in range(1, table.rig.journal.last + 1)]

    assert play() == play()


def test_an_undo_of_a_tap_is_counted_on_the_screen():
    play = Play()
    play.begin()
    play.hole_cards()
    play.act((3, "call", None))
    assert play.rig.core.desk()["undoable"] == 1
    play.rig.tap(Undo())
    assert play.rig.core.desk()["undoable"] == 0
    assert play.rig.core.enforcement.fold.state().to_act == 3


def test_one_undo_takes_back_one_touch_five_deep_and_after_a_restart():
    play = Play()
    play.begin()
    play.hole_cards()
    start = play.rig.core.enforcement.fold.state()
    touches = [
        (Bulk("fold", 1), Act(1, "raise", 300)),  # seat 3 folds with it
        (Act(2, "call"),),
        (Act(1, "raise", 900),),
        (Act(2, "raise", 2_000),),
        (Act(1, "raise", 3_500),),
        (Act(2, "allin"),),
    ]
    states = []
    for number, touch in enumerate(touches, 1):
        states.append(play.rig.core.enforcement.fold.state())
        play.rig.give(Touched(touch))
        play.rig.run(10)
        if number == 2:
            play.rig.tap(Undo())  # the call closed the round; the hand goes on with another act
            assert play.rig.core.desk()["undoable"] == 1
            play.rig.give(Touched((Act(2, "raise", 600),)))
            play.rig.run(10)
        assert play.rig.core.desk()["undoable"] == number
    restart(play)
    assert play.rig.core.desk()["undoable"] == len(touches)
    before = play.rig.journal.last
    for number, was in reversed(list(enumerate(states))):
        play.rig.tap(Undo())
        assert play.rig.core.enforcement.fold.state() == was, number
        assert play.rig.core.desk()["undoable"] == number
    assert play.rig.core.enforcement.fold.state() == start
    taken = [record.event.seq for record in play.records()[before:]]
    assert len(taken) == len(set(taken)) == len(touches) + 1  # the folds of the first are one record each
    assert play.rig.authority().state() == start
    play.rig.tap(Undo())
    assert play.rig.refusals == ["Nothing to undo in this hand."]


def test_of_a_touch_that_is_refused_nothing_stays():
    play = Play()
    play.begin()
    play.hole_cards()
    start = play.rig.core.enforcement.fold.state()
    play.rig.give(Touched((Bulk("fold", 1), Act(9, "call"))))
    assert "Seat 9 is not in this hand" in play.rig.refusals[0]
    assert play.rig.core.enforcement.fold.state() == start
    assert play.rig.core.desk()["undoable"] == 0


def test_done_without_anything_gone_is_no_event():
    play = Play()
    play.to_the_flop()
    count = play.rig.journal.last
    play.rig.tap(Done())
    play.rig.settle(5)
    assert play.rig.journal.last == count


def test_a_hand_begun_by_its_first_card_keeps_that_card():
    play = Play(msgspec.structs.replace(GIVEN, settings=msgspec.structs.replace(SETTINGS, check_preparation=False)))
    play.deal("As", "seat 1")
    events = [record.event for record in play.records()]
    kinds = [type(event) for event in events if not isinstance(event, TableSet)]
    assert kinds[:3] == [HandOpened, CardPlaced, CardNamed]
    play.deal("Kd", "seat 2")
    assert [event.handle for event in play.events(CardPlaced)] == ["k1", "k2"]


def test_the_first_card_of_a_hand_tells_which_of_two_decks_is_in_play():
    play = Play(msgspec.structs.replace(GIVEN, settings=msgspec.structs.replace(SETTINGS, delay_ms=0)))
    play.to_the_flop()
    play.act((1, "bet", 200), (2, "fold", None), (3, "fold", None))
    play.rig.tap(Push())
    play.rig.settle()
    play.stage.new_deck()  # the machine gives the other deck out; nobody taps anything
    play.look()
    play.begin()
    play.deal("2c", "seat 2")
    play.deal("3c", "seat 3")
    assert play.rig.authority().state().hand == 2
    assert play.events(IntegritySeen) == []
    assert [event.handle for event in play.events(CardPlaced)][-2:] == ["k1", "k2"]


def test_ticks_and_empty_scenes_make_no_records():
    play = Play()
    play.rig.show(Scene())
    count = play.rig.journal.last
    for _ in range(5):
        play.rig.give(TICK)
    play.rig.settle(30)
    assert play.rig.journal.last == count


def test_the_key_for_a_judge_turns_the_light_red_until_he_says_that_he_comes_and_play_goes_on():
    play = Play()
    play.begin()
    play.hole_cards()
    play.rig.press("call_floor")
    play.rig.run(1_000)
    desk = play.rig.core.desk()
    assert (desk["light"]["state"], desk["light"]["colour"], desk["next"]) == ("judge", "red", "act")
    [call] = desk["incidents"]
    [alert] = play.rig.hub.core.board.alerts
    assert (call["kind"], alert.kind, alert.incident) == ("judge_called", "judge_called", call["id"])
    play.act((3, "call", None))
    play.rig.judge(FloorAcknowledged(alert.incident))
    play.rig.run(1_000)
    assert play.rig.core.desk()["light"]["state"] == "betting"
    play.rig.judge(FloorRuled("play", about=alert.cause))
    play.rig.run(1_000)
    assert [incident["open"] for incident in play.rig.core.desk()["incidents"]] == [False]
    assert [alert.open for alert in play.rig.hub.core.board.alerts] == [False]
    assert [incident.kind for incident in play.rig.authority().incidents] == []
