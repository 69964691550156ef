"""In which order cards are told that came at nearly the same time, or that their players pick up as they come."""

from __future__ import annotations

import msgspec

from firmware_bridge.readings import Inventory
from rulebook.cards import Card
from rulebook.events import CardPlaced, Face
from rulebook.seats import seat_zone
from table_node.fusion_board import Arrival, BoardSense, Landed
from table_node.fusion_felt import Expectation
from tests.table_node.felt_world import MS, UID, World, heard_at, placed


def test_of_all_orders_that_the_intervals_allow_the_lawful_one_is_told():
    """Two cards dealt within one sweep: whichever antenna answers first, the seat whose turn it is comes first."""
    for first, second in ((3, 4), (4, 3)):
        world = World(Expectation(next="deal", deal_to=first))
        world.run(1)
        world.at(f"seat {second}", "Kd")
        world.at(f"seat {first}", "As")
        assert [zone for zone, _, _ in placed(world.run(8))] == [f"seat {first}", f"seat {second}"]


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


# -- picked up as they come


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


def test_a_card_that_another_player_picked_up_as_it_came_was_not_that_of_the_seat_passed_over():
    """Every card was seen to leave the stub, and this is the only one that nobody has told of: it makes no two."""
    world = World(Expectation(next="deal", deal_to=1))
    world.deal(1, "As")
    world.expect = Expectation(next="deal", deal_to=2)
    world.at("stub", "Kd")
    world.run(1.5)
    world.at("gone", "Kd")
    world.run(2.5)
    world.at("seat 3", "Kd")
    world.run(0.5)
    world.covered = ("stub",)  # what is hidden once the card lies says nothing of how it came
    world.run(20)
    assert placed(world.events)[1:] == [("seat 3", "down", "down")]


def test_a_card_that_a_player_took_up_with_his_others_is_his_though_the_mouth_was_hidden_as_he_put_them_down():
    """Which card was dealt meanwhile nobody could see; but his seat lay bare from when this one left until it was put down."""
    world = World(Expectation(next="deal", deal_to=2))
    world.deal(3, "7c")
    world.at("stub", "Kd")
    world.run(1.5)
    world.at("gone", "Kd", "7c")
    world.run(5)
    world.covered = ("stub",)
    world.run(0.5)
    world.at("seat 3", "7c", "Kd")
    world.run(1)
    world.covered = ()
    world.run(20)
    assert placed(world.events)[1:] == [("seat 3", "down", "down")]


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


def test_a_card_thrown_away_with_his_others_was_his_before():
    world = World(Expectation(next="deal", deal_to=2))
    world.deal(2, "As")
    world.at("muck", "As", "Kd")
    told = placed(world.run(8))
    world.expect = Expectation(next="act")
    told += placed(world.run(3))
    assert told == [("seat 2", "down", "unknown"), ("muck", "down", "unknown"), ("muck", "down", "unknown")]


def test_an_open_card_waits_for_the_hidden_one_that_its_player_holds():
    """Stud: the second card was picked up as it came, the third lies open before it is read."""
    world = World(Expectation(next="deal", deal_to=2, open_later=True))
    world.at("seat 2", "Jd", face="up")
    told = placed(world.run(3))
    world.at("seat 2", "9s")
    told += placed(world.run(1.5))
    world.expect = Expectation(next="deal", deal_to=2, up=True)
    told += placed(world.run(3))
    assert told == [("seat 2", "down", "unknown"), ("seat 2", "up", "unknown")]


def told_of_stud(order: tuple[int, ...], cards: list[tuple[int, str, Face]], ups: int) -> list[tuple[str, Face]]:
    """What is told when these cards of stud come one after the other; they are due in this `order`, the last `ups` face up."""
    world = World()
    told: list[tuple[str, Face]] = []
    for seat, name, face in [*cards, (0, "", "down")]:
        if seat:
            world.at(seat_zone(seat), name, face=face)
        for _ in range(16 if seat else 80):
            up = len(told) >= len(order) - ups
            due = order[min(len(told), len(order) - 1)]
            world.expect = Expectation(next="deal", deal_to=due, up=up, open_later=not up)
            told += [(one.zone, one.face) for one in world.run(0.1) if isinstance(one, CardPlaced)]
    return told


def test_club_2_6_1_a_card_that_lay_open_before_those_of_the_seats_ahead_is_not_the_third():
    """Seat 3 gets its second card up and its third down. It holds no hidden one, for seat 2 got its open one since."""
    dealt: list[tuple[int, str, Face]] = [(2, "Jd", "down"), (3, "Ts", "up"), (2, "5c", "up"), (3, "9s", "down")]
    assert told_of_stud((2, 3, 2, 3), dealt, 2) == [(f"seat {seat}", face) for seat, _, face in dealt]


def test_club_2_6_1_a_card_that_lay_open_before_the_hidden_ones_of_two_others_is_not_the_third():
    dealt: list[tuple[int, str, Face]] = [(2, "Ts", "up"), (3, "Jd", "down"), (4, "5c", "down"), (2, "9s", "down")]
    assert told_of_stud((2, 3, 4, 2, 3, 4), dealt, 3) == [(f"seat {seat}", face) for seat, _, face in dealt]


# -- two antennas, a hand in the way


def test_a_burn_that_the_boards_antenna_hears_too_was_burned_before_the_card():
    world = World(Expectation(next="burn"))
    world.run(1)
    world.hear = heard_at("board", "2d")
    world.at("burns", "2d")
    world.run(0.8)
    world.at("board", "Kh", face="up")
    told = placed(world.run(1.2))
    world.hear = None
    assert [zone for zone, _, _ in told + placed(world.run(8))] == ["burns", "board"]


def test_a_street_under_a_hand_came_before_the_burn_of_the_next():
    world = World(Expectation(next="act"))
    world.run(1)
    world.covered = ("board",)
    world.at("board", "Kc", face="up")
    world.run(0.8)
    world.at("burns", "6h")
    told = placed(world.run(0.5))
    world.covered = ()
    assert [zone for zone, _, _ in told + placed(world.run(6))] == ["board", "burns"]


def test_a_card_that_two_antennas_heard_before_it_was_picked_up_came_where_it_was_due():
    world = World(Expectation(next="deal", deal_to=10))
    world.run(1)
    world.hear = heard_at("seat 1", "3d")
    world.at("seat 10", "3d")
    told = placed(world.run(1))
    world.at("gone", "3d")
    told += placed(world.run(0.4))
    world.hear = None
    told += placed(world.run(8))
    assert told[:1] in ([], [("seat 10", "unknown", "unknown")])
    world.at("seat 10", "3d")
    assert {zone for zone, _, _ in told + placed(world.run(4))} == {"seat 10"}


def test_bfsp_6_4_5_the_boxed_burn_that_went_to_the_muck_is_told_before_the_one_in_its_place():
    """Both within one sweep of the antennas: neither waits for the other."""
    world = World(Expectation(next="burn"))
    world.bring("burns", "8s", face="up")
    handle = next(one.handle for one in world.events if isinstance(one, CardPlaced))
    due = frozenset({handle})
    world.expect = Expectation(next="correct", zones=("burns",), moves=("muck",), discarded=due, wanted=due)
    world.run(1)
    world.at("muck", "8s")
    world.at("stub", "Qh")
    world.run(0.2)
    world.at("burns", "Qh")
    events = world.run(4)
    assert [zone for zone, _, _ in placed(events)] == ["muck", "burns"]


def test_a_card_in_the_place_of_one_of_the_board_is_told_after_it_though_the_board_hears_its_tag_from_the_muck():
    """The window shows that it is gone."""
    world = World(Expectation(next="act"), heard_at("board", "4d"))
    world.at("board", "9d", "Ac", "As", "4s", "4d", face="up")
    world.run(4)
    felt, gone = world.fusion.felt, UID[Card("4d")]
    later = [Landed(Arrival(UID[Card("8h")], "board", world.now, world.now + 300 * MS), None, "up")]
    assert BoardSense(felt).after_leaving(later, frozenset({gone}), world.now) == later
    world.at("muck", "4d")
    world.run(1)
    assert not felt.tags.silent(gone, "board", world.now)
    assert BoardSense(felt).after_leaving(later, frozenset({gone}), world.now) == []


def test_for_a_card_that_left_the_board_and_answers_nowhere_one_in_its_place_waits_no_longer_than_it_may_be_on_its_way():
    world = World(Expectation(next="act"))
    world.at("board", "9d", "Ac", "As", "4s", "4d", face="up")
    world.run(4)
    world.at("gone", "4d")
    world.run(2)
    felt = world.fusion.felt
    later = [Landed(Arrival(UID[Card("8h")], "board", world.now, world.now + 300 * MS), None, "up")]
    assert BoardSense(felt).after_leaving(later, frozenset(), world.now) == []
    world.run(5)
    assert BoardSense(felt).after_leaving(later, frozenset(), world.now) == later


def test_a_card_that_is_gone_from_the_board_is_missed_there_though_an_outline_elsewhere_was_taken_for_it():
    world = World(Expectation(next="act"))
    world.at("board", "9d", "Ac", "As", face="up")
    world.at("muck", "2c")
    world.run(4)
    felt = world.fusion.felt
    mistaken = next(track for track in felt.in_zone("board") if track.uid == UID[Card("As")])
    next(one for one in felt.window.outlines if one.zone == "muck").handle = mistaken.handle
    world.at("gone", "As")
    world.run(3)
    assert world.fusion.departed() == (mistaken.handle,)


def test_a_card_of_the_board_that_lies_aside_did_not_go_to_the_muck_whose_antenna_heard_it():
    heard = False

    def hear(inventory: Inventory) -> Inventory:
        beside = heard and inventory.antenna == "muck"
        return msgspec.structs.replace(inventory, tags=inventory.tags | {UID[Card("As")]}) if beside else inventory

    world = World(Expectation(next="act"), hear)
    world.at("board", "4h", "Td", "Ad", "As", face="up")
    world.run(4)
    last = [one.handle for one in world.events if isinstance(one, CardPlaced)][-1]
    world.expect = Expectation(next="correct", moves=("aside",), wanted=frozenset({last}))
    heard = True
    world.run(1.0)
    world.at("aside", "As", face="up")
    world.run(0.5)
    heard = False
    assert placed(world.run(6)) == [("aside", "up", "unknown")]
