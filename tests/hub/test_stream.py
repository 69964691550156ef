"""The overlay's table: exactly the delay behind, never sooner, and hole cards with a released key alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.entries import MemoryLog, RecordEntry
from hub.happened import Happened
from hub.stream import DelayedTable, Picture
from link.seal import LOST_KEYS, MS, SHORTEST_MS, seal_card
from rulebook.cards import Card
from rulebook.core import TICK
from rulebook.events import Acted, AnyEvent, CardNamed, DeviceChanged, DoubtOpened, FloorOpened, HandClosed, KeyReleased, Pushed
from rulebook.record import Record
from tests.hub.world import BOOKS, DELAY_MS, MINUTE_MS, World, deal, opened, table_set

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


# -- never sooner, whatever the clocks ---------------------------------------------------------------------------------


class Truth(msgspec.Struct):
    """A record, when it truly happened on the hub's clock, when it came there."""

    record: Record
    happened_ms: int
    came_ms: int


def random_log(seed: int) -> tuple[list[Truth], int]:
    """A node with a drifting clock, reboots, an unreliable line; hands with sealed names. Returns the log and its delay."""
    rng = random.Random(seed)
    now_ms, came_ms, boot, rate, offset_ms = 100_000, 0, 1, 1 + rng.uniform(-4e-4, 4e-4), rng.randrange(10**9)
    delay_ms = rng.choice((15, 20, 45)) * MINUTE_MS
    hand = 0
    truths: list[Truth] = []
    for _ in range(rng.randrange(5, 40)):
        now_ms += rng.choice((1, 500, 20_000, 300_000))
        if rng.random() < 0.05:
            boot, offset_ms = boot + 1, -now_ms + rng.randrange(5_000)
        if not truths:
            event: AnyEvent = table_set(delay_ms=delay_ms)
        elif rng.random() < 0.2 or hand == 0:
            hand += 1
            event = opened(hand)
        else:
            event = rng.choice(deal() + sealed(max(hand, 1)) + [KeyReleased(max(hand, 1), KEY)])
        came_ms = max(came_ms, now_ms + rng.choice((0, 1, 3, 40, 5_000, 600_000)))
        record = Record("7", len(truths) + 1, f"boot {boot}", int(now_ms * rate) + offset_ms, 0, event)
        truths.append(Truth(record, now_ms, came_ms))
    return truths, delay_ms


def entry(truth: Truth) -> RecordEntry:
    return RecordEntry("7", truth.record.seq, b"", "hub", truth.came_ms, truth.record)


class Spy(DelayedTable):
    """Notes when each record was shown."""

    def __init__(self, **given_: Any) -> None:
        super().__init__("7", BOOKS, boot="hub", started_ms=0, **given_)
        self.shown: dict[int, int] = {}
        self.now_ms = 0

    def _show(self, entry: RecordEntry) -> None:
        self.shown[entry.seq] = self.now_ms
        super()._show(entry)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.booleans())
def test_no_record_is_ever_shown_sooner_than_the_delay(seed: int, restarted: bool) -> None:
    truths, delay_ms = random_log(seed)
    table = Spy()
    end_ms = truths[-1].came_ms + 2 * delay_ms
    arrivals: list[tuple[int, Truth | None]] = [(truth.came_ms, truth) for truth in truths]
    began_ms = 0
    if restarted:  # the hub process came up in the middle: the first half is read from its log
        half = len(truths) // 2
        for truth in truths[:half]:
            table.load(entry(truth))
        arrivals = arrivals[half:]
        began_ms = table.now_ms = truths[half].came_ms
        table.step(table.now_ms * MS, TICK)
    last: list[tuple[int, Truth | None]] = [(end_ms, None)]
    for came_ms, arrival in arrivals + last:
        while (due := table.deadline()) is not None and due <= came_ms * MS:
            table.now_ms = max(table.now_ms, -(-due // MS))
            table.step(table.now_ms * MS, TICK)
        table.now_ms = came_ms
        if arrival is not None:
            table.step(came_ms * MS, entry(arrival))
    for truth in truths:
        latest_ms = max(truth.came_ms + delay_ms, began_ms)
        assert truth.happened_ms + delay_ms <= table.shown[truth.record.seq] <= latest_ms
    assert sorted(table.shown) == list(table.shown)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 600_000), st.integers(0, 900_000)), min_size=1, max_size=40), st.floats(-4e-4, 4e-4))
def test_the_bound_is_never_before_the_truth_and_never_after_the_arrival(steps: list[tuple[int, int]], drift: float) -> None:
    bounds = Happened()
    now_ms = came_ms = 1_000_000
    seen: list[tuple[int, int, int]] = []
    for after_ms, late_ms in steps:
        now_ms += after_ms
        came_ms = max(came_ms, now_ms + late_ms)
        stamp = int(now_ms * (1 + drift)) - 12_345
        bounds.came("boot", stamp, came_ms)
        seen.append((now_ms, stamp, came_ms))
        for true_ms, its_stamp, its_came in seen:
            assert true_ms <= bounds.at_latest_ms("boot", its_stamp, its_came) <= its_came


def test_a_prompt_line_makes_the_bound_exact() -> None:
    bounds = Happened()
    bounds.came("boot", 1_000, 501_000)
    bounds.came("boot", 2_000, 502_000)
    assert bounds.at_latest_ms("boot", 2_000, 502_000) == 502_000
    assert bounds.at_latest_ms("boot", 1_500, 590_000) == 501_501
    assert bounds.at_latest_ms("another boot", 1_500, 590_000) == 590_000


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
