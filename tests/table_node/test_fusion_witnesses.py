"""Cards that one sense alone knows, and senses that contradict each other."""

from __future__ import annotations

import pytest

from firmware_bridge.readings import Inventory
from rulebook.events import CardNamed
from table_node.fusion_felt import Expectation
from tests.table_node.felt_world import UID, World, kinds, names, placed
from vision.sightings import CameraState


def test_four_tags_outrank_three_outlines():
    world = World(Expectation(next="flop"))
    world.at("board", "Kh", "9c", "4s", face="up")
    world.at("board", "5h")
    world.stuck.add("5h")
    events = world.run(6)
    assert [face for _, face, _ in placed(events)] == ["up", "up", "up", "unknown"]
    assert "5h" not in names(events)


def test_a_card_with_a_dead_tag_is_known_by_the_camera_alone():
    world = World(Expectation(next="flop"))
    world.bring("board", "Kh", "9c", face="up")
    assert names(world.bring("board", "4s", face="up", tag=False, seconds=4)) == ["4s"]


@pytest.mark.parametrize(("zone", "expect"), [("burns", "burn"), ("seat 2", "deal")])
def test_a_card_without_a_tag_is_placed_where_the_camera_shows_it(zone, expect):
    world = World(Expectation(next=expect, deal_to=2))
    assert placed(world.bring(zone, "4s", tag=False, seconds=4)) == [(zone, "down", "down")]


def test_a_second_card_without_a_tag_goes_to_the_seat_that_the_procedure_expects():
    world = World(Expectation(next="deal", deal_to=2))
    world.deal(2, "As", tag=False)
    world.expect = Expectation(next="deal", deal_to=3)
    world.deal(3, "Kd")
    world.expect = Expectation(next="deal", deal_to=2)
    assert placed(world.deal(2, "4s", tag=False, seconds=7)) == [("seat 2", "down", "down")]


def test_a_second_card_without_a_tag_that_went_elsewhere_is_counted_by_the_close_look():
    world = World(Expectation(next="deal", deal_to=2))
    world.deal(1, "As")
    world.deal(2, "Kd", tag=False)
    world.expect = Expectation(next="deal", deal_to=1)
    assert placed(world.deal(2, "4s", tag=False, seconds=4)) == [("seat 2", "down", "down")]


def test_a_card_shown_in_the_mouth_and_pushed_back_is_placed_nowhere():
    world = World(Expectation(next="act"))
    world.at("stub", "As")
    world.run(1)
    world.at("gone", "As")
    assert world.run(5) == []


def test_a_card_of_the_board_that_the_burns_antenna_reads_too_is_where_the_window_sees_it():
    heard = []

    def hear(inventory: Inventory) -> Inventory:
        if inventory.antenna == "burns" and heard:
            return Inventory(
                at_ns=inventory.at_ns, began_ns=inventory.began_ns, antenna="burns", tags=inventory.tags | {UID["Kh"]}
            )
        return inventory

    world = World(Expectation(next="flop"), hear)
    heard.append(True)
    assert placed(world.bring("board", "Kh", face="up", seconds=2)) == [("board", "up", "down")]


def test_a_boxed_card_that_leaves_under_a_hand_was_boxed():
    world = World(Expectation(next="burn"))
    world.at("stub", "Qh", face="up")
    world.run(0.7)
    world.covered = ("stub",)
    world.at("burns", "Qh", face="up")
    assert placed(world.run(3)) == [("burns", "up", "up")]


def test_a_hand_over_the_mouth_while_a_card_is_dealt_leaves_no_second_card_behind():
    world = World(Expectation(next="deal", deal_to=2))
    world.at("stub", "As")
    world.run(0.7)
    world.covered = ("stub",)
    world.run(0.3)
    world.at("seat 2", "As")
    told = placed(world.run(2))
    world.covered = ()
    world.expect = Expectation(next="deal", deal_to=3)
    assert told + placed(world.run(4)) == [("seat 2", "down", "down")]


def test_a_tag_that_is_read_late_belongs_to_the_card_that_the_camera_placed():
    world = World(Expectation(next="deal", deal_to=2))
    world.deal(2, "As", tag=False)
    world.at("seat 2", "As")
    events = world.run(4)
    assert placed(events) == []
    assert [one.handle for one in events if isinstance(one, CardNamed)] == ["k1"]


def test_a_face_that_lies_hidden_elsewhere_is_a_duplicate_even_without_a_tag():
    world = World(Expectation(next="act"))
    world.deal(2, "Kd")
    events = world.bring("board", "Kd'", face="up", tag=False, seconds=5)
    assert kinds(events) == ["duplicate_card"]


def test_a_spare_tag_of_one_face_is_a_duplicate():
    world = World(Expectation(next="act"))
    world.deal(2, "Kd")
    events = world.bring("board", "Kd'", "9c", "4s", face="up")
    assert kinds(events) == ["duplicate_card"]
    assert len(placed(events)) == 3


def test_a_camera_that_reads_another_face_than_the_tag_disagrees_once():
    world = World(Expectation(next="act"))
    world.at("board", "Ah", face="up", uid=UID["As"])
    events = world.run(6)
    assert kinds(events) == ["sources_disagree"]
    assert names(events) == []
    assert kinds(world.run(10)) == []


def test_without_a_camera_no_name_is_told_openly():
    world = World(Expectation(next="flop"))
    world.camera = False
    world._give(CameraState(at_ns=world.now, state="unplugged"))
    world.at("board", "Kh", "9c", "4s", face="up")
    events = world.run(5)
    assert len(placed(events)) == 3
    assert names(events) == []


# -- the deck is washed over the antennas


def wash(world: World) -> None:
    """Cards of the deck lie spread, face down, and are moved about."""
    world.at("board", "Kd", "7h", "2c")
    world.at("burns", "As")
    world.at("muck", "9c")
    world.run(1.5)
    world.at("board", "As")
    world.at("muck", "7h")
    world.run(2)


@pytest.mark.parametrize(
    "expect", [Expectation(next="hand", over=True, pushed=True, preparing=True), Expectation(next="shuffle", preparing=True)]
)
def test_a_deck_that_is_washed_over_the_antennas_deals_no_card(expect):
    world = World(expect)
    world.run(1)
    wash(world)
    assert world.events == []


def test_what_lies_about_when_the_deck_is_ready_belongs_to_no_hand():
    world = World(Expectation(next="cut", preparing=True))
    world.run(1)
    wash(world)
    world.expect = Expectation(next="deal", deal_to=3)
    world.run(1)
    world.at("gone", "Kd", "7h", "2c", "As", "9c")
    assert placed(world.run(4) + world.deal(3, "Kd")) == [("seat 3", "down", "down")]


def test_a_card_that_leaves_the_mouth_before_the_cut_is_dealt():
    world = World(Expectation(next="cut", preparing=True))
    assert placed(world.deal(3, "Kd")) == [("seat 3", "down", "down")]
