"""Fusion is charitable and sticky (DESIGN 3): errors of sensors make no events, acts of a dealer the right ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.readings import DeviceState, Inventory
from rulebook.events import CardNamed, CardPlaced, CardTurned, DeviceChanged, DoubtClosed, DoubtOpened, Event, IntegritySeen
from table_node.fusion_felt import Expectation, Placed
from tests.table_node.felt_world import MS, UID, World
from vision.sightings import CameraState


def placed(events: Sequence[Event]) -> list[tuple[str, str, str]]:
    return [(str(one.zone), one.face, one.mouth) for one in events if isinstance(one, CardPlaced)]


def turns(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(one.handle, one.face) for one in events if isinstance(one, CardTurned)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [one.kind for one in events if isinstance(one, IntegritySeen)]


def names(events: Sequence[Event]) -> list[str]:
    return [str(one.card) for one in events if isinstance(one, CardNamed) and one.card is not None]


# -- a correct hand


def test_a_dealt_card_is_placed_once_and_named_under_seal():
    world = World(Expectation(next="deal", deal_to=3))
    events = world.deal(3, "As")
    assert placed(events) == [("seat 3", "down", "down")]
    assert [one for one in events if isinstance(one, CardNamed)] == [CardNamed(handle="k1", sealed=b"sealed")]
    assert len(events) == 2


def test_the_interval_of_an_arrival_holds_the_moment_when_it_came():
    world = World(Expectation(next="deal", deal_to=3))
    world.run(2)
    came = world.now // MS + 700
    (event,) = [one for one in world.deal(3, "As") if isinstance(one, CardPlaced)]
    assert event.not_before_ms <= came <= event.not_after_ms
    assert event.not_after_ms - event.not_before_ms < 1_000


def test_a_whole_hand_of_cards():
    world = World(Expectation(next="deal"))
    for seat, name in ((1, "As"), (2, "Kd"), (3, "7h"), (1, "Ah"), (2, "Kc"), (3, "7s")):
        assert placed(world.deal(seat, name)) == [(f"seat {seat}", "down", "down")]
    world.expect = Expectation(next="burn")
    assert placed(world.bring("burns", "2d")) == [("burns", "down", "down")]
    flop = world.bring("board", "Kh", "9c", "4s", face="up")
    assert [zone for zone, _, _ in placed(flop)] == ["board"] * 3
    assert names(flop) == ["Kh", "9c", "4s"]
    assert names(world.bring("board", "Th", face="up")) == ["Th"]
    assert len({one.handle for one in world.events if isinstance(one, CardPlaced)}) == 11
    assert not kinds(world.events)


def test_a_flop_dealt_as_a_stack_is_told_when_it_is_spread():
    world = World(Expectation(next="flop"))
    for name in ("Kh", "9c", "4s"):
        world.at("board", name, slot=0)
    assert world.run(1.2) == []
    for slot, name in enumerate(("Kh", "9c", "4s")):
        world.at("board", name, face="up", slot=slot)
    assert names(world.run(3)) == ["Kh", "9c", "4s"]


def test_cards_left_face_down_on_the_board_are_told_as_such():
    world = World(Expectation(next="flop"))
    world.at("board", "Kh", "9c", face="up")
    world.at("board", "4s")
    assert [face for _, face, _ in placed(world.run(5))] == ["up", "up", "down"]


# -- what RFID does wrong


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


# -- order


def test_of_all_orders_that_the_intervals_allow_the_lawful_one_is_told():
    """Two cards dealt within one sweep: whichever antenna answers first, the seat whose turn it is comes first."""
    for first, second in ((3, 4), (4, 3)):
        world = World(Expectation(next="deal", deal_to=first))
        world.run(1)
        world.at(f"seat {second}", "Kd")
        world.at(f"seat {first}", "As")
        assert [zone for zone, _, _ in placed(world.run(4))] == [f"seat {first}", f"seat {second}"]


def test_an_order_that_no_interval_allows_is_told_as_it_was():
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(4, "Kd", seconds=2.5)
    world.deal(3, "As")
    assert [zone for zone, _, _ in placed(world.events)] == ["seat 4", "seat 3"]


def test_a_burn_and_a_board_card_within_one_sweep_are_told_burn_first():
    world = World(Expectation(next="act"))
    world.run(1)
    world.at("board", "5h", face="up")
    world.at("burns", "3d")
    assert [zone for zone, _, _ in placed(world.run(4))] == ["burns", "board"]


# -- faces


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
    turned = [event for event in world.run(2.0) if isinstance(event, CardTurned)]
    assert [(event.handle, event.face) for event in turned] == [("k2", "up")]


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


# -- moves


def test_a_card_moves_from_a_seat_to_the_burns_and_to_the_muck():
    world = World(Expectation(next="act"))
    world.deal(3, "7h", face="up")
    world.deal(3, "7s")
    world.at("burns", "7h")
    world.at("muck", "7s")
    events = [one for one in world.run(4) if isinstance(one, CardPlaced)]
    assert sorted((one.handle, one.zone) for one in events) == [("k1", "burns"), ("k2", "muck")]


def test_cards_of_a_folding_seat_may_vanish_into_a_pile():
    world = World(Expectation(next="act"))
    world.deal(3, "7h")
    world.at("gone", "7h")
    assert world.run(10) == []


def test_the_stub_laid_onto_the_muck_is_no_event():
    world = World(Expectation(next="push"))
    world.at("muck", "2c", "3c", "4c", "5c")
    assert world.run(5) == []


def test_after_the_push_gathering_the_cards_is_ignored_and_they_are_no_arrivals_of_the_next_hand():
    world = World(Expectation(next="act"))
    world.bring("board", "Kh", "9c", "4s", face="up")
    world.deal(3, "As")
    world.expect = Expectation(next="hand", over=True, pushed=True)
    world.at("muck", "As")
    assert world.run(3) == []
    world.ledger.new_hand()
    world.fusion.begin_hand()
    world.expect = Expectation(next="deal", deal_to=3)
    assert world.run(3) == []
    world.at("gone", "As", "Kh", "9c", "4s")
    assert world.run(3) == []
    assert placed(world.deal(3, "As")) == [("seat 3", "down", "down")]


def test_a_card_set_aside_keeps_its_handle_and_goes_into_the_stub_when_the_dealer_says_so():
    world = World(Expectation(next="act"))
    world.bring("board", "5h", face="up")
    world.at("aside", "5h", face="up")
    events = world.run(4)
    assert [(one.handle, one.zone) for one in events if isinstance(one, CardPlaced)] == [("k1", "aside")]
    world.at("gone", "5h")
    assert world.run(6) == []
    assert world.fusion.departed() == ("k1",)
    world.fusion.done(world.now)
    assert [(one.handle, one.zone) for one in world.run(3) if isinstance(one, CardPlaced)] == [("k1", "stub")]
    again = world.bring("board", "5h", face="up")
    assert [one.handle for one in again if isinstance(one, CardPlaced)] == ["k2"]


def test_done_pressed_before_the_silence_is_long_enough_still_counts():
    world = World(Expectation(next="correct"))
    world.bring("board", "Kh", "9c", "4s", face="up")
    world.at("gone", "Kh", "9c", "4s")
    world.fusion.done(world.now)
    assert [zone for zone, _, _ in placed(world.run(4))] == ["stub"] * 3


def test_done_sends_no_burn_into_the_stub_that_chips_cover():
    world = World(Expectation(next="correct"))
    world.bring("burns", "2d")
    world.bring("board", "Kh", face="up")
    world.hear = lambda inventory: (
        Inventory(at_ns=inventory.at_ns, began_ns=inventory.began_ns, antenna="burns", tags=frozenset())
        if inventory.antenna == "burns"
        else inventory
    )
    world.run(3)
    world.at("gone", "Kh")
    world.fusion.done(world.now)
    assert [(one.handle, one.zone) for one in world.run(4) if isinstance(one, CardPlaced)] == [("k2", "stub")]


def silent(*names: str):
    """An antenna that does not read these cards: they lie in a pile, or under chips."""
    tags = {UID[name] for name in names}  # type: ignore[index]
    return lambda look: Inventory(at_ns=look.at_ns, began_ns=look.began_ns, antenna=look.antenna, tags=look.tags - tags)


def test_a_burn_that_fell_silent_is_not_the_card_that_went_back_or_aside():
    world = World(Expectation(next="act"))
    world.bring("burns", "2d")
    world.bring("burns", "3d")
    world.bring("board", "5h", "6h", face="up")
    world.hear = silent("2d")
    world.run(4)
    world.at("board", "5h", "6h")
    world.run(3)
    world.at("aside", "6h")
    assert [(one.handle, one.zone) for one in world.run(5) if isinstance(one, CardPlaced)] == [("k4", "aside")]
    world.at("gone", "6h")
    world.fusion.done(world.now)
    assert [(one.handle, one.zone) for one in world.run(5) if isinstance(one, CardPlaced)] == [("k4", "stub")]


def test_a_done_that_nothing_else_explains_takes_the_last_burn_back():
    world = World(Expectation(next="act"))
    world.bring("burns", "2d")
    world.bring("burns", "3d")
    world.hear = silent("2d")
    world.at("gone", "3d")
    world.fusion.done(world.now)
    assert [(one.handle, one.zone) for one in world.run(5) if isinstance(one, CardPlaced)] == [("k2", "stub")]


def test_mixed_cards_are_turned_down_and_known_again_when_turned_up():
    world = World(Expectation(next="judge"))
    world.bring("board", "Kh", "9c", "4s", "5h", face="up")
    for slot, name in enumerate(("5h", "Kh", "4s", "9c")):
        world.at("board", name, slot=slot)
    assert sorted(turns(world.run(3))) == [("k1", "down"), ("k2", "down"), ("k3", "down"), ("k4", "down")]
    world.at("burns", "4s")
    assert [(one.handle, one.zone) for one in world.run(4) if isinstance(one, CardPlaced)] == [("k3", "burns")]
    for slot, name in enumerate(("Kh", "9c", "5h")):
        world.at("board", name, face="up", slot=slot)
    assert sorted(turns(world.run(3))) == [("k1", "up"), ("k2", "up"), ("k4", "up")]


# -- several witnesses


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


def picked_up(seat: int, name: str) -> World:
    """A card came out of the stub for that seat, and its player took it at once."""
    world = World(Expectation(next="deal", deal_to=seat))
    world.at("stub", name)
    world.run(1)
    world.at("gone", name)
    return world


def test_a_card_that_its_player_picks_up_as_it_comes_is_his():
    world = picked_up(2, "As")
    assert placed(world.run(8)) == [("seat 2", "down", "down")]
    world.expect = Expectation(next="deal", deal_to=3)
    world.at("seat 2", "As")
    assert placed(world.run(3)) == []
    assert placed(world.deal(3, "Kd")) == [("seat 3", "down", "down")]


def test_a_card_that_its_player_puts_down_soon_came_then():
    world = picked_up(2, "As")
    assert placed(world.run(3)) == []
    world.at("seat 2", "As")
    assert placed(world.run(3)) == [("seat 2", "down", "down")]


def test_a_card_that_was_pushed_back_and_dealt_after_all_is_one_card():
    world = picked_up(2, "As")
    told = placed(world.run(8))
    world.expect = Expectation(next="deal", deal_to=3)
    told += placed(world.deal(2, "As", seconds=8))
    world.expect = Expectation(next="act")
    told += placed(world.deal(3, "Kd"))
    assert told == [("seat 2", "down", "down"), ("seat 3", "down", "down")]


def test_a_later_seat_waits_for_the_card_that_left_the_mouth_before_its_own():
    world = picked_up(2, "As")
    world.run(0.3)
    world.at("stub", "Kd")
    world.run(0.7)
    world.at("seat 3", "Kd")
    told = []
    while len(told) < 2 and world.now < 15_000 * 1_000_000:
        told += placed(world.run(0.1))
        world.expect = Expectation(next="deal", deal_to=2 + len(told))
    assert told == [("seat 2", "down", "down"), ("seat 3", "down", "down")]


def test_a_seat_that_was_passed_over_before_everybodys_eyes_was_passed_over():
    world = World(Expectation(next="deal", deal_to=1))
    world.deal(1, "As")
    world.expect = Expectation(next="deal", deal_to=2)
    world.at("stub", "Kd")
    world.run(1.5)
    world.at("seat 3", "Kd")
    assert placed(world.run(3)) == [("seat 3", "down", "down")]
    assert placed(world.deal(2, "4s")) == [("seat 2", "down", "down")]


def test_who_was_dealt_first_is_charity_where_nobody_saw_the_cards_leave():
    """The dealer is quicker than the camera: the card of seat 2 is read after that of seat 3, since its player looked at it."""
    world = World(Expectation(next="deal", deal_to=2))
    world.at("seat 3", "Kd")
    told = placed(world.run(2.5))
    world.at("seat 2", "As")
    while len(told) < 2 and world.now < 15_000 * 1_000_000:
        told += placed(world.run(0.1))
        world.expect = Expectation(next="deal", deal_to=2 + len(told))
    assert told == [("seat 2", "down", "unknown"), ("seat 3", "down", "unknown")]


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


# -- restart


def test_after_a_restart_tags_are_joined_to_the_cards_of_the_journal_without_an_event():
    world = World(Expectation(next="act"))
    world.fusion.adopt(
        [
            Placed("k1", "seat 1", "down"),
            Placed("k2", "seat 1", "down"),
            Placed("k3", "board", "up", "Kh"),  # type: ignore[arg-type]
            Placed("k4", "board", "up", "9c"),  # type: ignore[arg-type]
            Placed("k5", "burns", "down"),
        ]
    )
    world.at("seat 1", "As", "Ah")
    world.at("board", "9c", face="up", slot=1)
    world.at("board", "Kh", face="up", slot=0)
    world.at("burns", "2d")
    events = world.run(6)
    assert placed(events) == []
    assert kinds(events) == []
    assert [one.handle for one in world.deal(2, "Kd") if isinstance(one, CardPlaced)] == ["k6"]
    world.at("aside", "Kh", face="up")
    assert [(one.handle, one.zone) for one in world.run(5) if isinstance(one, CardPlaced)] == [("k3", "aside")]
