"""How cards lie: boxed, exposed, shown, tabled (DESIGN 3)."""

from __future__ import annotations

import msgspec
import pytest

from firmware_bridge.readings import Inventory
from rulebook.cards import Card
from rulebook.events import CardPlaced, CardTurned
from simulators.scene import Scene
from table_node.fusion_felt import Expectation
from tests.table_node import felt_world
from tests.table_node.felt_world import UID, World, kinds, names, placed, turns
from vision.sightings import Look, Sighting


def test_up_in_the_mouth_is_boxed_and_keeps_the_mouths_face():
    world = World(Expectation(next="deal", deal_to=2))
    events = world.deal(2, "Kd", mouth="up", face="up")
    assert placed(events) == [("seat 2", "up", "up")]
    assert names(events) == ["Kd"]


def test_down_in_the_mouth_and_up_at_the_seat_is_exposed():
    world = World(Expectation(next="deal", deal_to=3))
    events = world.deal(3, "7h", face="up")
    assert placed(events) == [("seat 3", "up", "down")]
    assert names(events) == ["7h"]


def test_the_second_card_beside_an_exposed_one_is_not_exposed():
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(3, "7h", face="up")
    events = world.deal(3, "7s")
    assert placed(events) == [("seat 3", "down", "down")]
    assert names(events) == []


def test_the_second_exposed_card_of_one_seat_is_seen_by_the_close_look():
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(3, "7h", face="up")
    assert placed(world.deal(3, "7s", face="up")) == [("seat 3", "up", "down")]


def test_who_shows_his_other_card_beside_an_exposed_one_is_seen():
    """The table view shows a face before and after: that it makes out one more calls for a close look."""
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(3, "7h", face="up")
    world.deal(3, "7s")
    world.expect = Expectation(next="act")
    world.at("seat 3", "7s", face="up", slot=1)
    assert turns(world.run(2.0)) == [("k2", "up")]


def test_an_exposed_card_beside_one_that_lies_face_down_is_the_one_that_came():
    world = World(Expectation(next="deal", deal_to=1))
    world.deal(1, "As")
    events = world.deal(1, "Ah", face="up")
    assert placed(events) == [("seat 1", "up", "down")]
    assert names(events) == ["Ah"]
    assert turns(events) == []
    assert kinds(events) == []


def test_a_player_shows_one_of_two_cards():
    world = World(Expectation(next="act"))
    world.deal(3, "As")
    world.deal(3, "Kd")
    world.at("seat 3", "As", face="up", slot=0)
    events = world.run(3)
    assert turns(events) == [("k1", "up")]
    assert names(events) == ["As"]


def test_without_a_close_look_no_name_of_several_cards_is_told():
    world = World(Expectation(next="act"))
    world.deal(3, "As")
    world.deal(3, "Kd")
    world.fusion._seats.look = lambda look: None  # type: ignore[method-assign]
    world.at("seat 3", "As", "Kd", face="up")
    events = world.run(4)
    assert turns(events) == [("k1", "up"), ("k2", "up")]
    assert names(events) == []


def test_one_frame_with_a_face_is_not_believed():
    world = World(Expectation(next="act"))
    world.deal(3, "As")
    world.at("seat 3", "As", face="up", slot=0)
    world.run(0.3)
    world.at("seat 3", "As", slot=0)
    assert world.run(3) == []


def test_tabled_cards_are_named_once_the_seat_shows_faces():
    world = World(Expectation(next="show"))
    world.deal(3, "As")
    world.deal(3, "Kd")
    world.fusion.tabled(3, ("k1", "k2"), world.now)
    assert names(world.run(8)) == []
    world.at("seat 3", "As", "Kd", face="up")
    assert sorted(names(world.run(3))) == ["As", "Kd"]


def test_tabled_cards_without_tags_are_named_by_the_close_look():
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(3, "As", tag=False)
    world.deal(3, "Kd", tag=False)
    assert placed(world.events) == [("seat 3", "down", "down")] * 2
    world.expect = Expectation(next="show")
    world.fusion.tabled(3, ("k1", "k2"), world.now)
    world.at("seat 3", "As", "Kd", face="up", tag=False)
    assert sorted(names(world.run(4))) == ["As", "Kd"]


def test_what_a_covered_seat_showed_before_says_nothing_of_its_cards():
    """The winner's hand lay face up; a hand lies over the seat until the next deal has begun."""
    world = World(Expectation(next="act"))
    world.deal(9, "7h", face="up")
    world.covered = ("seat 9",)
    world.at("gone", "7h")
    world.run(2)
    world.ledger.new_hand()
    world.fusion.begin_hand()
    world.expect = Expectation(next="deal", deal_to=9)
    assert turns(world.deal(9, "Th", seconds=6)) == []


def test_the_face_of_an_open_card_is_waited_for_while_a_hand_covers_it():
    world = World(Expectation(next="street", deal_to=2, up=True))
    world.run(1)
    world.covered = ("seat 2",)
    world.at("seat 2", "Jd", face="up")
    assert placed(world.run(3)) == []
    world.covered = ()
    assert placed(world.run(2)) == [("seat 2", "up", "unknown")]


def test_a_card_that_came_under_a_hand_is_seen_to_lie_face_down_once_the_hand_is_gone():
    world = World(Expectation(next="deal", deal_to=2))
    world.run(1)
    world.covered = ("seat 2",)
    assert placed(world.deal(2, "Jd")) == [("seat 2", "unknown", "down")]
    world.covered = ()
    assert turns(world.run(2)) == [("k1", "down")]


def test_a_face_that_was_seen_before_its_card_went_is_no_other_cards():
    """Stud: a hand is folded under its player's arm, and of the cards in the pile one is not read."""
    world = World(Expectation(next="act"))
    world.deal(4, "3s")
    world.deal(4, "Td")
    world.at("gone", "3s", "Td")  # he looks at them
    world.deal(4, "Ah", face="up")
    world.covered = ("seat 4",)
    world.at("seat 4", "3s", "Td")
    world.run(1)
    world.at("gone", "3s")
    world.at("muck", "Td", "Ah")
    events = world.run(6)
    assert [zone for zone, _, _ in placed(events)] == ["muck", "muck"]
    assert turns(events) == kinds(events) == []


def test_an_open_card_that_the_antenna_has_not_heard_yet_opens_no_hidden_one():
    """Stud: as many faces show as cards are known of, since the hidden one lies beneath them."""
    deaf = False

    def hear(inventory: Inventory) -> Inventory:
        own = deaf and inventory.antenna == "seat 3"
        return msgspec.structs.replace(inventory, tags=inventory.tags - {UID[Card("7d")]}) if own else inventory

    world = World(Expectation(next="deal", deal_to=3), hear)
    world.deal(3, "Tc")
    world.expect = Expectation(next="deal", deal_to=3, up=True)
    world.deal(3, "Ad", face="up")
    world.stuck.add("Tc")
    deaf = True
    world.bring("seat 3", "7d", face="up", seconds=1.2)
    deaf = False
    world.run(4)
    assert placed(world.events) == [("seat 3", "down", "down"), ("seat 3", "up", "down"), ("seat 3", "up", "down")]
    assert names(world.events) == ["Ad", "7d"]
    assert turns(world.events) == []


def test_an_open_card_that_is_turned_over_before_it_is_told_of_came_face_up():
    """Its place is told of only once the seat before it is seen, and its player has turned it down meanwhile."""
    world = World(Expectation(next="deal", deal_to=2, open_later=True))
    world.deal(2, "As")
    world.expect = Expectation(next="deal", deal_to=3, up=True)
    world.at("seat 2", "9s", face="up")
    told = world.run(1.2)
    world.at("seat 2", "9s", face="down")
    world.run(0.8)
    world.expect = Expectation(next="deal", deal_to=2, up=True)
    told += world.run(8)
    assert [one.face for one in told if isinstance(one, CardPlaced | CardTurned)] == ["up", "down"]


def test_bfsp_6_5_5_of_a_hand_that_is_being_tabled_no_face_says_how_its_card_came():
    """The dealer has tapped it, and the touch waits for this very card."""
    world = World(Expectation(next="deal", deal_to=2))
    world.fusion.tabling(frozenset({2}))
    world.at("seat 2", "As", face="up")
    world.run(4)
    assert [face for _, face, _ in placed(world.events)] == ["unknown"]
    assert turns(world.events) == []


def test_bfsp_6_5_5_an_exposed_card_half_under_the_others_is_seen_once_no_hand_lies_over_it(monkeypatch: pytest.MonkeyPatch):
    """From afar the seat shows a back; from near one of the two shows a face that cannot be read."""

    def near(_: Scene, seat: int, now: int) -> Look:
        shown = ("down", None), ("up", None)
        return Look(now, "seat", tuple(Sighting(f"seat {seat}", face, card, 1.0, 0.0, 0.0) for face, card in shown))

    world = World(Expectation(next="deal", deal_to=2))
    world.deal(2, "As")
    monkeypatch.setattr(felt_world, "look_seat", near)
    world.covered = ("seat 2",)
    world.bring("seat 2", "9s", face="up", seconds=4)
    world.stuck.add("9s")
    world.covered = ()
    events = world.run(6)
    exposed = [one.handle for one in world.events if isinstance(one, CardPlaced)][1]
    assert placed(world.events)[1] == ("seat 2", "unknown", "down")
    assert turns(events) == [(exposed, "up")]
