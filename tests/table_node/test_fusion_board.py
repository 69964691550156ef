"""Cards that leave the board or come in another's place, and burns that show their face, at the dealer's own pace."""

from __future__ import annotations

from firmware_bridge.readings import Inventory
from rulebook.cards import Card
from rulebook.events import CardNamed, CardPlaced, CardTurned
from table_node.fusion_felt import Expectation
from tests.table_node.felt_world import MS, UID, World

ALL = ("burns", "board", "stub", "aside", "muck")


def flop() -> World:
    world = World(Expectation(next="flop"))
    world.bring("board", "Kh", "9c", "4s", face="up", seconds=6)
    world.expect = Expectation(next="act", board_lies=True)
    return world


def went(world: World, seconds: float) -> list[tuple[str, str]]:
    return [(str(one.zone), one.handle) for one in world.run(seconds) if isinstance(one, CardPlaced)]


def test_bfsp_6_4_5_a_burn_that_came_under_a_hand_and_lies_face_up_is_told_of_as_soon_as_it_is_seen():
    world = World(Expectation(next="burn"))
    world.covered = ALL
    world.at("burns", "2c", face="up")
    [burn] = [one for one in world.run(4) if isinstance(one, CardPlaced)]
    assert (burn.zone, burn.face, burn.mouth) == ("burns", "down", "unknown")
    world.covered = ()
    told = world.run(4)
    assert [(one.handle, one.face) for one in told if isinstance(one, CardTurned)] == [(burn.handle, "up")]
    assert [one.card for one in told if isinstance(one, CardNamed)] == ["2c"]
    assert world.run(4) == []


def test_a_card_that_left_the_board_is_told_of_before_the_one_that_comes_in_its_place():
    world = flop()
    world.at("muck", "9c")
    world.run(0.3)
    world.at("board", "5s", face="up", slot=1)
    assert went(world, 6) == [("muck", "k2"), ("board", "k4")]


def test_a_card_that_came_to_the_board_and_was_taken_back_before_it_was_told_of_was_none():
    world = flop()
    world.at("muck", "9c")
    world.run(6)
    world.at("board", "5s", face="up", slot=1)
    world.run(1)
    world.at("gone", "5s")
    world.at("board", "9c", face="up", slot=1)
    assert went(world, 8) == [("board", "k2")]


def test_a_look_that_began_before_the_hand_tells_of_the_hand_before():
    world = World(Expectation(deal_to=2))
    world.run(1)
    world.fusion.begin_hand()
    tags = frozenset(UID[Card(name)] for name in ("Kh", "9c"))
    world.fusion.step(world.now + 10 * MS, Inventory(world.now + 10 * MS, world.now - 200 * MS, "seat 2", tags))
    world.at("seat 2", "Kh", "9c")
    assert world.run(5) == []
    world.at("gone", "Kh", "9c")
    world.run(3)
    world.deal(2, "9c")
    assert [one.zone for one in world.events if isinstance(one, CardPlaced)] == ["seat 2"]


def test_a_burn_that_the_window_sees_only_later_is_the_one_that_its_antenna_told_of():
    world = World(Expectation(next="burn"))
    world.bring("burns", "2c", seconds=0)
    world.covered = ("burns",)
    assert went(world, 3) == [("burns", "k1")]
    world.expect = Expectation(next="flop")
    world.at("stub", "Kh")  # the first of a flop: held until the others are out
    world.run(1)
    world.cards.pop("Kh")
    world.covered = ()
    assert went(world, 6) == []
