"""People keep their own pace: they deal, look and throw away before the sensors have told of a card (DESIGN 3)."""

from __future__ import annotations

import msgspec

from firmware_bridge.readings import Inventory
from rulebook.cards import Card
from rulebook.events import Face
from table_node.fusion_board import Arrival
from table_node.fusion_felt import Expectation
from table_node.fusion_returns import Discards
from table_node.fusion_seats import SeatSense
from tests.table_node.felt_world import MS, UID, World, heard_at, kinds, placed, turns
from vision.sightings import Look, Sighting

MOST_NS = 30_000 * MS


def told_in_turn(world: World, expects: list[Expectation]) -> list[tuple[str, str, str]]:
    """What is told while the procedure expects one after the other."""
    told: list[tuple[str, str, str]] = []
    while world.now < MOST_NS:
        world.expect = expects[min(len(told), len(expects) - 1)]
        told += placed(world.run(0.1))
    return told


def test_a_card_folded_before_it_is_told_was_dealt_to_its_player_first():
    """Stud: the up card of seat 3 waits for that of seat 2, whose player holds it; by then its player has folded."""
    world = World(Expectation(next="deal", deal_to=3))
    world.deal(3, "9s")
    world.expect = Expectation(next="deal", deal_to=2, up=True)
    world.at("seat 3", "Kd", face="up")
    world.run(0.7)
    world.at("seat 4", "4h", face="up")
    world.run(1)
    world.at("muck", "9s", "Kd")
    world.run(2)
    world.at("seat 2", "As", face="up")
    due = [Expectation(next="deal", deal_to=seat, up=True) for seat in (2, 3, 4)]
    told = told_in_turn(world, [*due, Expectation(next="act")])
    assert [zone for zone, _, _ in told] == ["seat 2", "seat 3", "seat 4", "muck", "muck"]


def test_a_seat_that_heard_a_card_in_passing_is_not_where_it_lies():
    """Its player took it up before his own antenna looked: once he puts it down that one counts at once."""
    world = World(Expectation(next="deal", deal_to=2))
    world.hear = lambda inventory: (
        msgspec.structs.replace(inventory, tags=inventory.tags | {UID[Card("As")]})
        if inventory.antenna == "seat 3"
        else inventory
    )
    world.run(0.5)
    world.hear = None
    world.run(2)
    world.at("seat 2", "As")
    assert placed(world.run(2)) == [("seat 2", "down", "unknown")]


def test_how_one_of_several_cards_lies_nobody_says_whom_a_hand_keeps_from_looking():
    world = World()
    world.hear = lambda inventory: None if inventory.antenna == "seat 2" else inventory
    world.at("seat 2", "Jd", face="up")
    arrival = Arrival(UID[Card("Jd")], "seat 2", world.now, world.now)
    world.run(0.7)
    seats = SeatSense(world.fusion.felt)
    assert seats.face_of(arrival, 2, world.now, several=True) is None
    world.covered = ("seat 2",)
    world.run(5)
    assert seats.face_of(arrival, 2, world.now, several=True) == "unknown"


def test_a_face_that_belongs_to_a_card_not_told_of_yet_turns_no_other_card_over():
    """Two antennas quarrel over the open card, and the hidden one beside it is lifted: only a face shows."""
    world = World(Expectation(next="deal", deal_to=2))
    world.deal(2, "9s")
    world.expect = Expectation(next="act")
    world.hear = heard_at("seat 3", "Jd")
    world.at("seat 2", "Jd", face="up")
    world.run(0.2)
    world.at("gone", "9s")
    assert turns(world.run(2)) == []
    assert kinds(world.events) == []


def test_a_card_that_the_muck_heard_in_the_wash_is_new_where_it_is_dealt():
    """It lay on the muck's antenna while nothing was due: dealt to a seat, it is told as quickly as any other."""
    world = World(Expectation(next="shuffle", preparing=True))
    world.at("muck", "As")
    world.run(3)
    world.at("gone", "As")
    world.run(2)
    world.expect = Expectation(next="deal", deal_to=2)
    world.at("seat 2", "As")
    assert placed(world.run(1.2)) == [("seat 2", "down", "unknown")]


def test_what_is_left_of_a_hand_in_the_muck_is_there_too_where_part_of_it_went_before_the_correction():
    world = World(Expectation(next="deal", deal_to=2))
    world.deal(2, "As")
    world.deal(2, "Kd")
    world.expect = Expectation(next="act")
    world.at("muck", "As")
    world.run(3)
    left = next(track.handle for track in world.fusion.felt.tracks.values() if track.zone == "seat 2")
    world.at("gone", "Kd")
    assert placed(world.run(4)) == []
    gone = Discards(world.fusion.felt).next(Expectation(discarded=frozenset({left})), world.now)
    assert gone is not None
    assert gone.handle == left


def test_a_card_that_is_picked_up_while_the_next_seat_hears_it_too_changes_no_seat():
    world = World(Expectation(next="deal", deal_to=2))
    heard: list[int] = []

    def hear(inventory: Inventory) -> Inventory:
        if inventory.antenna != "seat 3" or not placed(world.events) or len(heard) > 1:
            return inventory
        heard.append(inventory.at_ns)
        return msgspec.structs.replace(inventory, tags=inventory.tags | {UID[Card("As")]})

    world.at("seat 2", "As")
    world.hear = hear
    while not heard:
        world.run(0.01)
    world.at("gone", "As")
    world.run(8)
    assert [zone for zone, _, _ in placed(world.events)] == ["seat 2"]


def test_bfsp_8_a_card_that_the_muck_alone_has_heard_is_the_discard_of_the_player_who_is_due_one():
    """Open-face: he throws it away before his antenna has looked; his other cards stay."""
    world = World(Expectation(next="deal", deal_to=2, rows=True))
    world.deal(2, "As")
    world.deal(2, "Kd")
    world.at("muck", "4s")
    told = told_in_turn(world, [world.expect, Expectation(next="act", rows=True)])
    assert [zone for zone, _, _ in told] == ["seat 2", "muck"]


def test_bfsp_8_a_discard_waits_for_no_card_of_the_next_players_deal():
    world = World(Expectation(next="deal", deal_to=2, rows=True))
    world.deal(2, "As")
    world.expect = Expectation(next="deal", deal_to=3, rows=True)
    world.at("muck", "As")
    assert placed(world.run(3)) == [("muck", "down", "unknown")]


def test_bfsp_6_5_5_a_face_half_under_the_others_may_be_that_of_the_card_that_came():
    """Stud: the last card lies up, beside other open cards that hide its corner: how it lies nobody says."""
    world = World()
    world.at("seat 2", "Ad", face="up")
    world.run(3)
    seats = SeatSense(world.fusion.felt)
    arrival = Arrival(UID[Card("6h")], "seat 2", world.now, world.now)
    world.run(0.7)
    shown = tuple(Sighting("seat 2", "up", card, 1.0, 0.0, 0.0) for card in (Card("Ad"), None))
    seats.look(Look(at_ns=world.now, view="seat", cards=shown))
    assert seats.face_of(arrival, 2, world.now) == "unknown"


def test_bfsp_6_5_5_a_card_half_under_the_others_that_shows_neither_face_nor_back_may_be_the_one_that_came():
    """Stud: no back is seen for sure, so nobody says that the last card lies face down."""
    world = World()
    world.at("seat 2", "Ad", face="up")
    world.run(3)
    seats = SeatSense(world.fusion.felt)
    arrival = Arrival(UID[Card("6h")], "seat 2", world.now, world.now)
    world.run(0.7)

    def looked(face: Face) -> Face | None:
        cards = (Sighting("seat 2", "up", Card("Ad"), 1.0, 0.0, 0.0), Sighting("seat 2", face, None, 1.0, 0.0, 0.0))
        seats.look(Look(at_ns=world.now, view="seat", cards=cards))
        return seats.face_of(arrival, 2, world.now)

    assert looked("unknown") == "unknown"
    assert looked("down") == "down"


def test_a_card_of_which_a_close_look_shows_no_back_beside_those_that_lay_there_is_not_said_to_lie_face_down():
    """Stud: two hidden cards and an open one lie there; the new one lies under them, this way up or that."""
    world = World()
    world.at("seat 2", "2c", "3c")
    world.run(3)
    world.at("seat 2", "Ad", face="up")
    world.run(3)
    seats = SeatSense(world.fusion.felt)
    arrival = Arrival(UID[Card("6h")], "seat 2", world.now, world.now)
    world.run(2)
    backs = (Sighting("seat 2", "down", None, 1.0, 0.0, 0.0),) * 2
    seats.look(Look(at_ns=world.now, view="seat", cards=(*backs, Sighting("seat 2", "up", Card("Ad"), 1.0, 0.0, 0.0))))
    assert seats.face_of(arrival, 2, world.now) == "unknown"


def test_a_street_of_stud_waits_for_the_burn_that_two_antennas_quarrel_over():
    world = World(Expectation(next="act"))
    world.run(1)
    world.hear = heard_at("board", "2d")
    world.at("burns", "2d")
    world.run(0.8)
    world.at("seat 3", "Kh", face="up")
    told = placed(world.run(1.2))
    world.hear = None
    assert [zone for zone, _, _ in told + placed(world.run(8))] == ["burns", "seat 3"]
