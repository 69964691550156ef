"""Rows of open-face hands: antennas know the card, the close look its row; what cannot be known is not told (BFSP 8)."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards import Card
from rulebook.events import CardNamed, CardPlaced, CardTurned, Event
from rulebook.seats import MUCK
from table_node.fusion_board import Arrival
from table_node.fusion_felt import Expectation, Placed
from tests.table_node.felt_world import MS, UID, World

FIVE = ("As", "Kd", "7h", "2c", "9s")
SETTING = Expectation(next="act", rows=True)


def placed(events: Sequence[Event]) -> list[tuple[str, str, str]]:
    return [(one.handle, str(one.zone), one.face) for one in events if isinstance(one, CardPlaced)]


def dealt(*names: str, face: str = "up") -> World:
    """These cards before seat 3, `k1` first."""
    world = World(Expectation(next="deal", deal_to=3, rows=True))
    for name in names:
        world.deal(3, name, face=face)
    world.expect = SETTING
    return world


def test_a_card_is_told_of_in_the_row_in_which_its_face_is_read() -> None:
    world = dealt(*FIVE)
    world.at("seat 3 bottom", "Kd", "2c", face="up")
    assert sorted(placed(world.run(2))) == [("k2", "seat 3 bottom", "up"), ("k4", "seat 3 bottom", "up")]
    assert world.run(3) == []


def test_without_rows_in_the_calibration_nothing_is_told() -> None:
    world = dealt(*FIVE)
    world.at("seat 3", "Kd", face="up", slot=7)
    assert world.run(3) == []


def test_a_card_that_was_drawn_is_named_once_it_is_set_and_not_before() -> None:
    world = dealt("As", "Kd", "7h", face="down")
    world.at("seat 3 top", "Kd", face="up")
    events = world.run(3)
    assert ("k2", "seat 3 top", "up") in placed(events)
    assert [one.card for one in events if isinstance(one, CardNamed)] == ["Kd"]


def test_a_card_goes_to_another_row_and_back_into_the_hand() -> None:
    world = dealt(*FIVE)
    world.at("seat 3 top", "7h", face="up")
    world.run(2)
    world.at("seat 3 middle", "7h", face="up")
    assert placed(world.run(2)) == [("k3", "seat 3 middle", "up")]
    world.at("seat 3", "7h", face="up", slot=5)
    assert placed(world.run(2)) == [("k3", "seat 3", "up")]


def test_a_look_that_no_second_one_confirms_tells_nothing() -> None:
    world = dealt(*FIVE)
    world.at("seat 3 top", "7h", face="up")
    world.run(0.3)
    world.at("seat 3", "7h", face="up", slot=2)
    assert placed(world.run(3)) == []


def test_a_face_that_nobody_can_read_is_known_when_all_others_are() -> None:
    world = dealt("As", "Kd")
    world.deal(3, "??", face="up", tag=False)
    world.at("seat 3 top", "As", "Kd", face="up")
    world.at("seat 3 bottom", "??", face="up", tag=False)
    told = placed(world.run(6))
    assert ("k3", "seat 3 bottom", "up") in told


def test_hidden_cards_are_counted_by_row_and_named_where_they_are_opened() -> None:
    world = dealt("As", "Kd", "7h", face="down")
    world.expect = Expectation(next="act", rows=True, hidden=frozenset({3}))
    world.at("seat 3 bottom", "7h")
    world.at("seat 3 top", "Kd")
    told = placed(world.run(3))
    assert sorted((zone, face) for _, zone, face in told) == [("seat 3 bottom", "down"), ("seat 3 top", "down")]
    assert [one for one in world.events if isinstance(one, CardNamed) and one.card is not None] == []
    world.at("seat 3 bottom", "7h", face="up")
    world.at("seat 3 top", "Kd", face="up")
    world.run(3)
    last = {handle: zone for handle, zone, _ in placed(world.events)}
    assert (last["k3"], last["k2"]) == ("seat 3 bottom", "seat 3 top")
    assert {one.card for one in world.events if isinstance(one, CardNamed)} >= {"7h", "Kd"}


def test_a_back_in_a_row_of_a_seat_that_hides_nothing_is_nobodys() -> None:
    world = dealt("As", "Kd", "7h", face="down")
    world.at("seat 3 top", "Kd")
    assert placed(world.run(4)) == []


def test_a_set_card_that_went_aside_comes_back() -> None:
    world = dealt(*FIVE)
    world.at("seat 3 top", "As", face="up")
    world.run(2)
    world.at("aside", "As", face="up")
    assert [zone for _, zone, _ in placed(world.run(4))] == ["aside"]
    world.at("seat 3 top", "As", face="up")
    assert [zone for _, zone, _ in placed(world.run(6))] == ["seat 3", "seat 3 top"]


def test_after_a_restart_a_set_card_lies_in_its_row() -> None:
    world = World(SETTING)
    world.at("seat 3 top", "As", face="up")
    world.fusion.adopt([Placed("k1", "seat 3 top", "up", "As")])  # type: ignore[arg-type]
    assert [one for one in world.run(4) if isinstance(one, CardPlaced | CardTurned)] == []
    world.at("seat 3 middle", "As", face="up")
    assert placed(world.run(3)) == [("k1", "seat 3 middle", "up")]


def test_a_card_that_was_moved_under_a_hand_may_have_been_moved_since_it_was_seen_last() -> None:
    world = dealt(*FIVE)
    world.at("seat 3 top", "7h", face="up")
    world.run(2)
    world.covered, covered_ms = ("seat 3",), world.now // MS
    world.at("seat 3 middle", "7h", face="up")
    world.run(4)
    world.covered = ()
    (moved,) = [one for one in world.run(2) if isinstance(one, CardPlaced)]
    assert moved.zone == "seat 3 middle"
    assert moved.not_before_ms <= covered_ms < moved.not_after_ms - 4_000


def test_a_draw_that_is_thrown_away_before_it_is_told_came_to_its_player_first() -> None:
    world = World(Expectation(next="deal", deal_to=3, rows=True))
    world.run(0.5)
    # His antenna heard it as well, before he picked it up; of a pile few cards answer for long.
    world.fusion._arrivals.add(Arrival(UID[Card("9s")], MUCK, world.now - 500 * MS, world.now, ("seat 3",)))
    world.run(4)
    assert [zone for _, zone, _ in placed(world.events)] == ["seat 3", "muck"]


def test_a_draw_that_the_muck_alone_hears_is_its_players_though_the_turn_before_is_not_seen_to_be_over() -> None:
    world = World(Expectation(next="act", short=3, rows=True))
    world.at("muck", "9s")
    assert [zone for _, zone, _ in placed(world.run(4))] == ["seat 3", "muck"]
