"""A card of the board that is gone (RULES 3.2, `card_vanished`): silence alone never says so (DESIGN 3)."""

from __future__ import annotations

import pytest

from rulebook.events import IntegritySeen
from table_node.fusion_felt import Expectation
from tests.table_node.felt_world import World, kinds, placed
from vision.sightings import CameraState

LIES = Expectation(next="act", board_lies=True)


def flop() -> World:
    world = World(Expectation(next="flop"))
    world.bring("board", "Kh", "9c", "4s", face="up", seconds=6)
    world.expect = LIES
    return world


def test_a_card_that_its_neighbours_witnesses_miss_is_gone_and_told_once():
    world = flop()
    world.at("gone", "9c")
    assert kinds(world.run(8)) == []
    told = [one for one in world.run(8) if isinstance(one, IntegritySeen)]
    assert [(one.kind, one.witnesses) for one in told] == [("card_vanished", ("rfid", "window"))]


def test_a_card_that_comes_back_soon_is_not_gone():
    world = flop()
    world.at("gone", "9c")
    world.run(6)
    world.at("board", "9c", face="up", slot=1)
    assert kinds(world.run(20)) == []


def test_a_whole_board_that_is_gone_is_gathered():
    world = flop()
    world.at("gone", "Kh", "9c", "4s")
    assert kinds(world.run(20)) == []


def test_a_card_of_the_board_under_a_hand_is_not_gone():
    world = flop()
    world.covered = ("board",)
    world.at("gone", "9c")
    assert kinds(world.run(20)) == []
    world.covered = ()
    assert kinds(world.run(12)) == ["card_vanished"]


def test_a_tag_that_fell_silent_is_no_card_that_is_gone():
    world = flop()
    world.at("board", "9c", face="up", slot=1, tag=False)
    assert kinds(world.run(20)) == []


def test_a_card_under_another_whose_tag_answers_is_not_gone():
    world = flop()
    world.stuck.add("9c")
    assert kinds(world.run(20)) == []


def test_while_a_correction_moves_cards_none_is_gone_and_afterwards_it_is():
    world = flop()
    world.expect = Expectation(next="correct")
    world.at("gone", "9c")
    assert kinds(world.run(20)) == []
    world.expect = LIES
    assert kinds(world.run(1)) == ["card_vanished"]


@pytest.mark.parametrize(("camera", "witnesses"), [(True, ("window",)), (False, ("rfid",))])
def test_one_witness_alone_is_named_alone(camera, witnesses):
    world = flop()
    if camera:
        world.hear = lambda inventory: None if inventory.antenna == "board" else inventory
        world.fusion.felt.tags.lost("board")
    else:
        world.camera = False
        world.fusion.step(world.now, CameraState(world.now, "unplugged", ""))
    world.at("gone", "9c")
    told = [one for one in world.run(20) if isinstance(one, IntegritySeen)]
    assert [(one.kind, one.witnesses) for one in told] == [("card_vanished", witnesses)]


def test_a_done_means_no_card_that_was_missed_long_before():
    world = flop()
    world.expect = Expectation(next="correct")
    world.at("gone", "9c")
    world.run(12)
    world.fusion.done(world.now)
    world.run(4)
    world.expect = LIES
    assert kinds(world.run(1)) == ["card_vanished"]


def test_a_players_card_that_the_boards_antenna_heard_on_its_way_to_the_muck_is_not_gone_from_the_board():
    world = flop()
    world.bring("seat 3", "2d", seconds=6)
    world.at("board", "2d", slot=3)
    world.run(6)
    assert any(track.seat for track in world.fusion.felt.in_zone("board"))
    world.at("gone", "2d")
    assert "card_vanished" not in kinds(world.run(20))


def test_a_burn_that_the_boards_antenna_alone_had_there_is_not_gone_from_it():
    world = flop()
    world.stuck.add("5c")
    world.at("board", "5c")
    assert [zone for zone, _, _ in placed(world.run(6))] == ["board"]
    world.at("gone", "5c")
    assert kinds(world.run(20)) == []
