"""The overlay's table: exactly the delay behind, never sooner, and hole cards with a released key alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hub.entries import MemoryLog
from hub.stream import Picture
from link.seal import LOST_KEYS, SHORTEST_MS, seal_card
from link.wording import BACK
from rulebook.cards import Card
from rulebook.events import (
    Acted,
    AnyEvent,
    CardNamed,
    CardTurned,
    DeviceChanged,
    DoubtOpened,
    FloorOpened,
    HandClosed,
    KeyReleased,
    Pushed,
)
from tests.hub.world import DELAY_MS, MINUTE_MS, World, deal, four_card_flop, opened, table_set

KEY = bytes(range(32))
HOLE = {f"k{number}": Card(name) for number, name in enumerate(("As", "Kh", "2c", "Ad", "Qs", "7d"), start=1)}


def sealed(hand: int = 1, key: bytes = KEY) -> list[AnyEvent]:
    return [CardNamed(handle, sealed=seal_card(key, hand, handle, card)) for handle, card in HOLE.items()]


def hole(picture: dict[str, Any]) -> dict[int, list[str | None]]:
    return {seat["seat"]: seat["cards"] for seat in picture["seats"] if seat["cards"]}


def minutes(world: World, count: float) -> None:
    world.run(int(count * MINUTE_MS))


def dealt(delay_ms: int = DELAY_MS) -> World:
    """A hand opened and dealt at the start, its names sealed."""
    world = World()
    world.node.append(table_set(delay_ms=delay_ms), opened(), *deal(), *sealed())
    return world


def shown(world: World) -> dict[str, Any]:
    stream = world.core.tables["7"].stream
    assert stream is not None
    return stream.fields


def test_nothing_is_shown_before_the_delay_and_all_of_it_then() -> None:
    world = dealt()
    world.run(DELAY_MS - 1)
    assert shown(world)["hand"] == 0
    assert hole(shown(world)) == {}
    world.run(1)
    assert shown(world)["hand"] == 1
    assert hole(shown(world)) == {1: [None, None], 2: [None, None], 3: [None, None]}


def test_hole_cards_are_backs_until_the_key_is_out_and_the_director_is_told() -> None:
    world = dealt()
    minutes(world, 31)
    assert "its key is not out yet" in shown(world)["why_backs"]
    world.node.append(KeyReleased(1, KEY))
    assert hole(shown(world)) == {2: ["As", "Ad"], 3: ["Kh", "Qs"], 1: ["2c", "7d"]}
    assert shown(world)["why_backs"] == ""


def test_a_key_that_is_out_shows_no_card_before_its_own_time() -> None:
    """Released early by a node with a shorter delay than the hub's: the picture still waits."""
    world = dealt()
    world.node.append(KeyReleased(1, KEY))
    minutes(world, 29)
    assert not any(hole(picture.fields) for picture in world.pictures())
    minutes(world, 2)
    assert hole(shown(world))[2] == ["As", "Ad"]


def test_cards_taken_out_for_two_officials_are_told_at_once_and_until_the_picture_has_come_to_it() -> None:
    """Every opening shows on every screen, the stream's too; what it opened shows on none."""
    world = dealt()
    minutes(world, 31)
    world.node.append(FloorOpened(1, ("k1", "k2")))
    assert shown(world)["opened"] == "Hand 1: a judge took 2 sealed cards out, for two officials to open."
    assert set(hole(shown(world))[1]) == {None}
    world.node.append(HandClosed(1), opened(2), *deal())
    minutes(world, 29)
    assert shown(world)["opened"]
    minutes(world, 2)
    assert shown(world)["opened"] == ""


def test_a_restarted_node_has_lost_its_key_and_the_director_is_told() -> None:
    world = dealt()
    minutes(world, 31)
    world.node.boot = "node-boot-2"
    world.node.append(DeviceChanged("rfid", "ok"))
    assert "its key is lost; two officials can open it" in shown(world)["why_backs"]


def test_a_node_started_again_within_one_boot_says_itself_that_its_keys_are_lost() -> None:
    """The kernel's boot id is the same before and after a killed process."""
    world = dealt()
    minutes(world, 31)
    assert "its key is not out yet" in shown(world)["why_backs"]
    world.node.append(DoubtOpened(LOST_KEYS, "started again"))
    assert "its key is lost; two officials can open it" in shown(world)["why_backs"]
    world.node.append(HandClosed(1), opened(2), *deal(), *sealed())
    minutes(world, 31)
    assert "Hand 2: its key is not out yet" in shown(world)["why_backs"]


def test_cards_that_were_never_read_are_told_from_a_missing_key() -> None:
    world = World()
    world.node.append(table_set(), opened(), *deal(), *sealed()[:4], KeyReleased(1, KEY))
    minutes(world, 31)
    assert shown(world)["why_backs"] == "Hand 1: 2 of 6 cards were not read."


def test_a_name_under_another_key_stays_a_back() -> None:
    world = World()
    world.node.append(table_set(), opened(), *deal(), *sealed(key=bytes(32)), KeyReleased(1, KEY))
    minutes(world, 31)
    assert hole(shown(world)) == {1: [None, None], 2: [None, None], 3: [None, None]}


def test_the_delay_grows_at_once_and_the_picture_waits() -> None:
    world = dealt()
    minutes(world, 10)
    world.node.append(Acted(1, "fold"))
    minutes(world, 10)
    world.node.append(table_set(delay_ms=40 * MINUTE_MS))
    assert shown(world)["delay_ms"] == 40 * MINUTE_MS
    minutes(world, 19)
    assert shown(world)["hand"] == 0
    minutes(world, 1)
    assert shown(world)["hand"] == 1
    assert 1 not in [seat["seat"] for seat in shown(world)["seats"] if seat["folded"]]
    minutes(world, 10)
    assert [seat["seat"] for seat in shown(world)["seats"] if seat["folded"]] == [1]


def test_the_delay_never_shrinks_while_anything_waits() -> None:
    world = dealt()
    minutes(world, 29)
    world.node.append(table_set(delay_ms=20 * MINUTE_MS))
    assert shown(world)["delay_ms"] == DELAY_MS
    assert shown(world)["hand"] == 0


def test_after_a_silence_of_the_whole_delay_a_new_stream_may_be_shorter() -> None:
    world = dealt()
    minutes(world, 30)
    assert shown(world)["hand"] == 1
    world.node.append(table_set(delay_ms=20 * MINUTE_MS))
    assert shown(world)["delay_ms"] == 20 * MINUTE_MS


def test_no_delay_is_shorter_than_the_shortest_but_in_a_demo_which_says_so() -> None:
    world = World()
    world.node.append(table_set(delay_ms=5_000))
    assert shown(world)["delay_ms"] == SHORTEST_MS
    assert shown(world)["watermark"] == ""
    demo = World(demo=True)
    demo.node.append(table_set(delay_ms=5_000))
    assert shown(demo)["delay_ms"] == 5_000
    assert shown(demo)["watermark"] == "DEMO: delay of 5 s only"


def test_what_a_node_recorded_while_the_hub_was_away_is_shown_a_delay_after_it_happened() -> None:
    """Not a delay after it came: the overlay is exactly one delay behind."""
    world = dealt()
    minutes(world, 1)
    world.node.online = False
    world.node.append(Acted(1, "fold"))
    minutes(world, 20)
    world.node.online = True
    world.run(10_000)
    minutes(world, 9)
    assert [seat["folded"] for seat in shown(world)["seats"]] == [False, False, False]
    minutes(world, 1)  # 31 minutes after the fold, 10 after it came: within a second of the drift's allowance
    assert [seat["folded"] for seat in shown(world)["seats"]] == [True, False, False]


def test_a_restarted_hub_goes_on_where_it_was() -> None:
    world = dealt()
    world.node.append(KeyReleased(1, KEY))
    minutes(world, 31)
    before = shown(world)
    minutes(world, 1)
    world.start_hub()
    assert msgspec.json.encode({**shown(world), "number": 0}) == msgspec.json.encode({**before, "number": 0})


def test_after_a_reboot_of_the_hub_nothing_is_shown_before_a_whole_delay() -> None:
    """Its boot clock began anew, and the wall clock can be set: what lay in the log counts as just come."""
    world = dealt()
    minutes(world, 29)
    world.start_hub(boot="hub-boot-2")
    minutes(world, 29)
    assert shown(world)["hand"] == 0
    minutes(world, 1)
    assert shown(world)["hand"] == 1


def test_winnings_and_stacks_are_those_of_then() -> None:
    world = World()
    world.node.append(table_set(), opened(), *deal(), Acted(1, "fold"), Acted(2, "fold"), Pushed(rightly=True))
    minutes(world, 31)
    assert {seat["seat"]: (seat["stack"], seat["won"]) for seat in shown(world)["seats"]} == {
        1: (5000, 0), 2: (4950, 0), 3: (5050, 100)}  # fmt: skip


@pytest.mark.parametrize("unsealed", [False, True])
def test_no_picture_no_log_and_no_frame_holds_a_hole_card_before_its_time(unsealed: bool) -> None:
    """Everything that the hub keeps, sends and shows in the first half hour, searched. With the seal off it is found."""
    world = World()
    names: list[AnyEvent] = [CardNamed(handle, card) for handle, card in HOLE.items()] if unsealed else sealed()
    world.node.append(table_set(), opened(), *deal(), *names)
    minutes(world, 29)
    assert isinstance(world.log, MemoryLog)
    seen = [entry.body for entry in world.log.records("7")]
    seen += [repr(output).encode() for output in world.outputs]
    seen += [msgspec.json.encode(output.fields) for output in world.outputs if isinstance(output, Picture)]
    seen += [msgspec.json.encode(world.core.tables["7"].status())]
    found = [
        card for card in HOLE.values() for data in seen if b'"%s"' % card.encode() in data or b"'%s'" % card.encode() in data
    ]
    assert bool(found) == unsealed


def test_cards_of_the_board_that_were_turned_down_are_backs_here_and_on_the_floor_page() -> None:
    world = dealt()
    acts = [Acted(1, "call"), Acted(2, "call"), Acted(3, "check")]
    world.node.append(*acts, *four_card_flop(), *(CardTurned(handle, "down") for handle in ("k8", "k9", "k11")))
    minutes(world, 31)
    assert shown(world)["board"] == [None, None, "2c", None]
    assert world.core.tables["7"].status().board == (BACK, BACK, "2c", BACK)
