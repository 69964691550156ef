"""Fusion of a correct hand, of cards that are moved by hand, and after a restart (DESIGN 3)."""

from __future__ import annotations

from firmware_bridge.readings import Inventory
from rulebook.events import CardNamed, CardPlaced
from table_node.fusion_felt import Expectation, Placed
from tests.table_node.felt_world import MS, UID, World, kinds, names, placed, turns

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
