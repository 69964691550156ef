"""Where no sensor sees, the dealer counts: whole hands by his taps."""

from __future__ import annotations

from firmware_bridge.readings import DeviceState
from rulebook.events import (
    CardNamed,
    CardPlaced,
    FloorPicked,
)
from table_node.taps import Dealt, Done, Push, Report, TableCards, Undo
from tests.table_node.play import HOLE, Play
from vision.sightings import CameraState


def blind(play: Play) -> None:
    """Reader and camera fail, and say so."""
    play.rig._read = lambda antenna: None  # type: ignore[method-assign]
    play.rig._look = lambda: None  # type: ignore[method-assign]
    play.rig.run(1_000)
    play.rig.give(DeviceState(play.rig.now_ns, "rfid", "unplugged", "the plug was pulled"))
    play.rig.give(CameraState(play.rig.now_ns, "unplugged", ""))


def test_where_no_sensor_sees_a_whole_hand_is_counted_by_the_dealers_taps():
    play = Play()
    blind(play)
    play.begin()
    assert play.rig.core.desk()["dealt"]["text"] == {"say": "tap.lies_deal"}
    play.rig.tap(Dealt())
    assert {seat: len(cards) for seat, cards in play.rig.authority().state().cards.items()} == {1: 2, 2: 2, 3: 2}
    assert play.rig.core.desk()["dealt"] is None
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    for street in ("flop", "turn", "river"):
        assert play.rig.authority().state().next == "burn"
        play.rig.tap(Dealt())
        assert play.rig.authority().state().next == street
        play.rig.tap(Dealt())
        play.act((1, "check", None), (2, "check", None), (3, "check", None))
    assert len(play.rig.authority().state().board) == 5
    for seat in (1, 2, 3):
        play.rig.tap(TableCards(seat))
    play.rig.tap(Push({1: 300}))
    assert play.rig.authority().hands[0].outcome == "won"
    assert play.rig.refusals == []
    assert play.rig.authority().incidents == []
    placed = play.events(CardPlaced)
    assert len(placed) == 6 + 3 + 5
    assert {event.witnesses for event in placed} == {("dealer",)}
    assert play.events(CardNamed) == []
    assert play.rig.hub.core.problems.standing == {}


def test_one_undo_takes_a_counted_street_back():
    play = Play()
    blind(play)
    play.begin()
    play.rig.tap(Dealt())
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    before = play.rig.authority().state()
    play.rig.tap(Dealt())
    burned = play.rig.authority().state()
    play.rig.tap(Dealt())
    play.rig.tap(Undo())
    assert play.rig.authority().state() == burned
    play.rig.tap(Undo())
    assert play.rig.authority().state() == before


def test_while_a_sensor_sees_no_card_can_be_declared():
    play = Play()
    play.begin()
    assert play.rig.core.desk()["dealt"] is None
    play.rig.tap(Dealt())
    assert "The sensors see the felt" in play.rig.refusals[-1]
    play.rig.give(DeviceState(play.rig.now_ns, "rfid", "unplugged", ""))
    play.rig.tap(Dealt())
    assert "The sensors see the felt" in play.rig.refusals[-1]  # the camera does


def test_sensors_that_come_back_do_not_count_the_cards_again():
    play = Play()
    blind(play)
    play.begin()
    play.rig.tap(Dealt())
    for name, seat in HOLE:
        play.stage.place(play.stage.draw(name), f"seat {seat}", "down")
    play.rig.show(play.stage.scene())
    del play.rig._read
    del play.rig._look
    play.rig._look()
    play.rig.give(DeviceState(play.rig.now_ns, "rfid", "ok", ""))
    play.rig.give(CameraState(play.rig.now_ns, "ok", ""))
    play.rig.settle(5)
    assert {seat: len(cards) for seat, cards in play.rig.authority().state().cards.items()} == {1: 2, 2: 2, 3: 2}
    assert play.rig.authority().incidents == []
    assert play.rig.core.desk()["by_hand"] is True
    play.act((3, "fold", None), (1, "fold", None))
    play.rig.tap(Push())
    play.stage.gather()
    play.rig.show(play.stage.scene())
    play.rig.settle()
    play.begin()
    for name, seat in (("As", 2), ("Kd", 3), ("7h", 1)):
        play.deal(name, f"seat {seat}")  # the next hand is watched again
    assert play.rig.core.desk()["by_hand"] is False
    assert len(play.events(CardPlaced)) == 6 + 3
    assert all("dealer" not in event.witnesses for event in play.events(CardPlaced)[6:])
    assert play.rig.authority().incidents == []


def test_a_correction_that_moves_cards_is_ticked_off_by_his_word():
    """BFSP 6.4.4: nobody sees the dead hand go to the muck, so its step waits for the dealer."""
    play = Play()
    blind(play)
    play.rig.tap(Report("leaves", 3))
    play.begin()
    play.rig.tap(Dealt())
    [absent] = play.rig.authority().incidents
    assert (absent.kind, absent.open) == ("absent_player", True)
    [tap] = play.rig.core.desk()["done"]["taps"]
    assert tap == {"tap": "done"}
    play.rig.tap(Done())
    assert not play.rig.authority().incidents[0].open
    assert play.rig.core.desk()["done"] is None
    assert 3 not in play.rig.authority().state().cards
    play.rig.tap(Done())
    assert play.rig.refusals == ["No card has to be moved now."]
    play.rig.tap(Undo())
    assert play.rig.authority().incidents[0].open
    assert play.rig.hub.core.problems.standing == {}


def four_cards_and_no_sensor() -> Play:
    """BFSP 6.6.3: the sensors saw a flop of four, and fail before it is put right."""
    play = Play()
    play.begin()
    play.hole_cards()
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    play.deal("2d", "burns")
    play.board("Kh", "9c", "4s", "5h")
    [found] = play.rig.authority().incidents
    assert (found.kind, found.open) == ("four_card_flop", True)
    blind(play)
    return play


def step(play: Play) -> str:
    found = play.rig.authority().incidents[0]  # the failing devices are incidents too
    return next((one.kind for one in found.steps if not one.done), "")


def test_each_step_of_a_judges_pick_is_ticked_off_by_the_dealer_where_no_sensor_sees():
    play = four_cards_and_no_sensor()
    assert step(play) == "turn_down"
    play.rig.tap(Done())
    assert step(play) == "pick"
    play.rig.tap(Done())
    assert play.rig.refusals == ["No card has to be moved now."]  # the judge's act, not the dealer's
    play.rig.judge(FloorPicked())
    which = play.rig.core.desk()["done"]["which"]
    assert [one["text"] for one in which] == ["K♥", "9♣", "4♠", "5♥"]
    [tap] = next(one["taps"] for one in which if one["text"] == "9♣")
    play.rig.tap(Done(tap["handle"]))
    state = play.rig.authority().state()
    assert [str(state.names[handle]) for handle in state.board] == ["Kh", "4s", "5h"]
    assert len(state.burns) == 2
    assert not play.rig.authority().incidents[0].open
    assert (state.next, state.to_act) == ("act", 1)
    assert play.rig.hub.core.problems.standing == {}


def test_a_burn_that_is_put_right_is_ticked_off_by_the_dealer_where_no_sensor_sees():
    play = Play()
    play.to_the_flop()
    play.act((1, "check", None), (2, "check", None), (3, "check", None))
    play.board("5h")
    assert play.rig.authority().incidents[0].kind == "burn_missing"
    blind(play)
    play.rig.tap(Done())
    assert play.rig.authority().state().next == "turn"
    play.rig.tap(Dealt())
    assert not play.rig.authority().incidents[0].open
    assert play.rig.authority().state().next == "act"
