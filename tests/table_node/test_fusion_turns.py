"""In whose turn a card came at people's pace, by what left the stub's mouth and when (BFSP 6.3.3; DESIGN 3)."""

from __future__ import annotations

from rulebook.cards import Card
from rulebook.events import CardPlaced
from table_node.fusion_felt import Expectation
from tests.table_node.felt_world import MS, SWEEP_MS, UID, World, heard_at

TURNS = {0: Expectation(next="deal", deal_to=2), 1: Expectation(next="deal", deal_to=3), 2: Expectation(next="act")}


def shows(world: World, name: str, seconds: float = 0.4) -> None:
    """The card shows in the mouth for a moment, and is gone from there."""
    world.at("stub", name)
    world.run(seconds)
    world.at("gone", name)


def told(world: World, seconds: float = 9) -> list[CardPlaced]:
    """What is told until the time is over, while the procedure expects one card after the other."""
    while seconds > 0:
        world.expect = TURNS[min(2, sum(isinstance(one, CardPlaced) for one in world.events))]
        world.run(0.1)
        seconds -= 0.1
    return [one for one in world.events if isinstance(one, CardPlaced)]


def begun() -> World:
    """Seat 2 is to get its card, then seat 3; the camera has looked for a while."""
    world = World(TURNS[0])
    world.run(1)
    return world


def test_bfsp_6_3_3_a_card_that_alone_had_left_the_stub_came_first_whosever_turn_it_was():
    world = begun()
    shows(world, "Kd")
    world.at("seat 3", "Kd")
    world.run(0.4)
    shows(world, "As")
    world.at("seat 2", "As")
    assert [str(one.zone) for one in told(world)] == ["seat 3", "seat 2"]


def test_a_player_who_picks_up_his_card_as_it_comes_has_it_before_the_next_two_cards_having_left_the_stub():
    world = begun()
    shows(world, "As")
    world.run(0.4)
    shows(world, "Kd")
    world.at("seat 3", "Kd")
    world.run(0.8)
    world.at("seat 2", "As")
    first, second = told(world)
    assert [str(first.zone), str(second.zone)] == ["seat 2", "seat 3"]
    assert first.not_before_ms <= second.not_after_ms  # nothing in the record says that it came later


def test_where_a_hand_hid_the_first_card_the_order_is_the_lawful_one_and_the_times_are_kept():
    world = begun()
    world.covered = ("stub",)
    world.run(0.4)
    world.at("seat 3", "Kd")
    world.run(0.4)
    world.covered = ()
    world.run(0.4)
    shows(world, "As")
    world.at("seat 2", "As")
    first, second = told(world)
    assert [str(first.zone), str(second.zone)] == ["seat 2", "seat 3"]
    assert first.not_before_ms > second.not_after_ms


def test_where_nothing_was_seen_to_leave_the_stub_after_it_the_times_say_nothing_either():
    world = begun()
    world.covered = ("stub",)
    world.run(0.4)
    world.at("seat 3", "Kd")
    world.run(1)
    world.at("seat 2", "As")
    first, second = told(world)
    assert [str(first.zone), str(second.zone)] == ["seat 2", "seat 3"]
    assert first.not_before_ms <= second.not_after_ms


def dealt_two() -> World:
    """Two seats have their cards, and a third is to get one."""
    world = World(TURNS[0])
    world.deal(2, "As")
    world.expect = TURNS[1]
    world.deal(3, "Kd")
    world.expect = Expectation(next="deal", deal_to=4)
    return world


def test_what_lies_about_once_the_deal_was_gathered_is_a_deck_that_is_washed():
    world = dealt_two()
    world.at("gone", "As", "Kd")
    world.run(1)
    for zone, names in (("board", ("2c", "3c", "4c")), ("burns", ("5c",)), ("muck", ("6c", "7c"))):
        world.at(zone, *names)
    assert [one for one in world.run(6) if isinstance(one, CardPlaced)] == []


def test_a_card_on_the_board_while_the_cards_of_the_deal_lie_is_told():
    world = dealt_two()
    world.at("board", "2c")
    assert [str(one.zone) for one in world.run(6) if isinstance(one, CardPlaced)] == ["board"]


def test_rules_3_2_of_two_burns_the_one_that_another_antenna_hears_too_waits_for_nobody_to_overtake_it():
    world = World(Expectation(next="burn"))
    world.run(1)
    world.hear = heard_at("board", "6d")
    world.at("burns", "6d")
    world.run(0.6)
    world.at("burns", "4c")
    world.run(1)
    world.hear = None
    first, second = [one for one in world.run(6) if isinstance(one, CardPlaced)]
    names = [world.fusion.felt.tracks[one.handle].uid for one in (first, second)]
    assert names == [UID[Card("6d")], UID[Card("4c")]]


def test_a_burn_among_others_came_when_its_antenna_heard_it():
    """The one before was told of while a hand hid the burns: its back in the window is not that of the next."""
    world = World(Expectation(next="burn"))
    world.covered = ("burns",)
    world.at("burns", "6d")
    world.run(4)
    world.covered = ()
    world.run(3)
    since_ms = world.now // MS
    world.at("burns", "4c")
    [second] = [one for one in world.run(4) if isinstance(one, CardPlaced)]
    assert second.not_before_ms >= since_ms - SWEEP_MS


def test_bfsp_6_4_5_how_a_card_lay_that_left_under_a_hand_is_not_known_from_the_back_of_the_one_before():
    """One back was seen before the hand came; the card that it belonged to has arrived."""
    world = begun()
    world.at("stub", "As")
    world.run(0.3)
    world.covered = ("stub",)
    world.at("seat 2", "As")
    world.run(0.6)
    world.at("seat 3", "Kd", face="up")
    assert [(str(one.zone), one.mouth) for one in told(world)] == [("seat 2", "down"), ("seat 3", "unknown")]
