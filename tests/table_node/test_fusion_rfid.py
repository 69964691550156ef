"""What RFID does wrong makes no event (HARDWARE): flicker, silence, neighbours, shifted bytes, antennas that fail."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.readings import DeviceState, Inventory
from rulebook.cards import Card
from rulebook.events import DeviceChanged, DoubtClosed, DoubtOpened
from simulators.perfect_sensors import read_antenna
from table_node.fusion_felt import Expectation
from tests.table_node.felt_world import UID, World, kinds, names, placed


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.floats(0.05, 0.6))
def test_flicker_makes_no_event(seed, share):
    """A card that lies still reads as removed and back, as often as it likes."""
    rng = random.Random(seed)
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(3, "As")
    world.expect = Expectation(next="deal", deal_to=4)
    world.deal(4, "Kd")

    def hear(inventory: Inventory) -> Inventory:
        kept = frozenset(tag for tag in inventory.tags if rng.random() > share)
        return Inventory(at_ns=inventory.at_ns, began_ns=inventory.began_ns, antenna=inventory.antenna, tags=kept)

    world.hear = hear
    assert world.run(20) == []


def test_silence_is_no_event_however_long():
    """A player lifts his cards, or covers the antenna with chips."""
    world = World(Expectation(next="act"))
    world.deal(3, "As")
    world.at("gone", "As")
    assert world.run(60) == []
    world.at("seat 3", "As")
    assert world.run(5) == []


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.floats(0.05, 0.35))
def test_a_neighbour_that_reads_the_tag_now_and_then_makes_no_event(seed, share):
    rng = random.Random(seed)
    world = World(Expectation(next="act"))
    world.deal(3, "As")

    def hear(inventory: Inventory) -> Inventory:
        if inventory.antenna == "seat 4" and rng.random() < share:
            return Inventory(
                at_ns=inventory.at_ns, began_ns=inventory.began_ns, antenna="seat 4", tags=inventory.tags | {UID["As"]}
            )
        return inventory

    world.hear = hear
    events = world.run(20)
    assert placed(events) == []
    assert kinds(events) == []


def test_a_tag_that_two_antennas_read_nearly_always_is_in_two_places_once():
    world = World(Expectation(next="act"))
    world.deal(3, "As")

    def ghost(inventory: Inventory) -> Inventory:
        extra = {UID["As"]} if inventory.antenna == "seat 7" else set()
        return Inventory(
            at_ns=inventory.at_ns, began_ns=inventory.began_ns, antenna=inventory.antenna, tags=inventory.tags | extra
        )

    world.hear = ghost
    events = world.run(20)
    assert kinds(events) == ["card_in_two_places"]
    assert placed(events) == []


def test_a_tag_that_two_antennas_read_about_as_often_is_a_doubt_until_it_is_settled():
    world = World(Expectation(next="act"))
    world.deal(3, "As")
    turn = {"count": 0}

    def quarrel(inventory: Inventory) -> Inventory:
        turn["count"] += inventory.antenna == "seat 4"
        extra = {UID["As"]} if inventory.antenna == "seat 4" and turn["count"] % 3 else set()
        return Inventory(
            at_ns=inventory.at_ns, began_ns=inventory.began_ns, antenna=inventory.antenna, tags=inventory.tags | extra
        )

    world.hear = quarrel
    opened = world.run(8)
    assert [type(one) for one in opened] == [DoubtOpened]
    assert "seat 3" in opened[0].what
    world.hear = None
    assert [type(one) for one in world.run(4)] == [DoubtClosed]


def test_shifted_bytes_of_a_misread_tag_make_no_event():
    world = World(Expectation(next="act"))
    world.deal(3, "As")
    rng = random.Random(5)

    def garble(inventory: Inventory) -> Inventory:
        tags = frozenset(tag[2:] + "00" if rng.random() < 0.2 else tag for tag in inventory.tags)
        return Inventory(at_ns=inventory.at_ns, began_ns=inventory.began_ns, antenna=inventory.antenna, tags=tags)

    world.hear = garble
    assert world.run(20) == []


def test_a_tag_of_no_pack_that_stays_is_an_unknown_card():
    world = World(Expectation(next="deal", deal_to=3))
    world.at("seat 3", "Qd", uid="E00400FF00FF00FF")
    events = world.run(4)
    assert placed(events) == [("seat 3", "down", "unknown")]
    assert kinds(events) == ["unknown_card"]


def test_an_antenna_that_fails_is_a_device_fault_and_no_departure():
    world = World(Expectation(next="act"))
    world.bring("board", "Kh", "9c", "4s", face="up")
    world.camera = False
    world.hear = lambda inventory: None if inventory.antenna == "board" else inventory
    world._give(DeviceState(at_ns=world.now, device="rfid board", state="silent"))
    assert world.run(4) == []
    assert world.events[-1] == DeviceChanged(device="rfid board", state="silent")
    assert world.run(6) == [DeviceChanged(device="rfid board", state="lost")]
    world.hear = None
    assert world.run(3) == [DeviceChanged(device="rfid board", state="ok")]


def test_a_discard_that_the_boards_antenna_hears_lies_where_it_lay():
    """A pile does not answer, but its neighbour's antenna hears a card of it for a while."""

    def hear(inventory: Inventory) -> Inventory:
        tags = {"muck": frozenset[str](), "board": frozenset({UID[Card("Qd")]})}.get(inventory.antenna, inventory.tags)
        return msgspec.structs.replace(inventory, tags=tags)

    world = World(Expectation(next="act"))
    world.deal(4, "Qd")
    world.hear = hear
    world.at("muck", "Qd")
    assert placed(world.run(8)) == []


@pytest.mark.parametrize(("moves", "told"), [(("seat 2",), ["seat 2"]), ((), [])])
def test_a_card_that_a_correction_moves_is_believed_at_two_answers(moves, told):
    """Its new owner lifts it at once; without a correction so short an answer elsewhere is a misread."""
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(7, "8c", seconds=6)
    world.expect = Expectation(next="correct", moves=moves)
    world.at("gone", "8c")
    world.run(2)
    world.at("seat 2", "8c")
    world.run(1)
    world.at("gone", "8c")
    assert [zone for zone, _, _ in placed(world.events)[1:] + placed(world.run(6))] == told


def test_a_discard_that_the_boards_antenna_hears_is_not_the_card_that_comes_there():
    def hear(inventory: Inventory) -> Inventory:
        heard = {"muck": frozenset[str](), "board": inventory.tags | {UID[Card("9d")]}}
        return msgspec.structs.replace(inventory, tags=heard.get(inventory.antenna, inventory.tags))

    world = World(Expectation(next="act"))
    world.deal(4, "9d")
    world.hear = hear
    world.at("muck", "9d")
    world.run(3)
    world.at("board", "6s", face="up", tag=False)
    events = world.run(6)
    assert kinds(events) == []
    assert names(events) == ["6s"]


def test_a_burn_that_the_boards_antenna_hears_as_it_comes_is_burned():
    """The board's antenna alone hears it, twice, before that of the burns does, and never again."""
    heard = {"board": 0, "burns": 0}

    def hear(inventory: Inventory) -> Inventory:
        burn, antenna = UID[Card("5c")], inventory.antenna
        if antenna not in heard or burn not in read_antenna(world.scene, "burns", 0, 0).tags:
            return inventory
        heard[antenna] += 1
        passing = {"board": heard["board"] <= 2, "burns": heard["burns"] > 1}[antenna]
        return msgspec.structs.replace(inventory, tags=frozenset({burn}) if passing else frozenset())

    world = World(Expectation(next="burn"), hear)
    assert placed(world.bring("burns", "5c", seconds=8)) == [("burns", "down", "down")]


def test_a_card_of_the_board_that_the_mucks_antenna_hears_lies_where_its_face_is_seen():
    """Its own antenna misses it for two gaps in a row meanwhile."""
    astray = False

    def hear(inventory: Inventory) -> Inventory:
        uid = UID[Card("9d")]
        heard = {"board": inventory.tags - {uid}, "muck": inventory.tags | {uid}} if astray else {}
        return msgspec.structs.replace(inventory, tags=heard.get(inventory.antenna, inventory.tags))

    world = World(Expectation(next="act"), hear)
    world.bring("board", "9d", "6s", "Kh", face="up", seconds=6)
    astray = True
    assert world.run(4) == []
    astray = False
    assert world.run(6) == []
