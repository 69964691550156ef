"""Never sooner than the delay, whatever the clocks of node and hub, the line between them and the restarts of both."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.entries import RecordEntry
from hub.happened import Happened
from hub.stream import DelayedTable
from link.seal import MS
from rulebook.core import TICK
from rulebook.events import AnyEvent, KeyReleased
from rulebook.record import Record
from tests.hub.test_stream import KEY, sealed
from tests.hub.world import BOOKS, MINUTE_MS, deal, opened, table_set


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
