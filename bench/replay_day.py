"""A simulated day of one table, folded anew from its log's bytes: what rebuilding a room costs, in seconds and memory."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Sequence
from random import Random

from rulebook.book import standard_books
from rulebook.events import TableSet
from rulebook.record import Record, decode, encode
from rulebook.seats import Seat, next_seat
from rulebook.settings import Settings
from rulebook.table import Table
from simulators.actor import Actor
from simulators.hand_writer import HandWriter
from simulators.human_play import Mood
from simulators.rules_rig import RulesRig
from simulators.scenario_script import parse_line
from simulators.scenario_steps import Line
from simulators.stage import Stage

BOOKS = standard_books()
SEATS = tuple(range(1, 10))
STACK = 10_000
FEWEST = 7  # below so many players everybody gets new chips, as when a table is filled up


class _KeepingRig(RulesRig):
    """A table that keeps its records."""

    def __init__(self, given: TableSet, seed: int) -> None:
        self.log: list[Record] = []
        super().__init__(given, seed)

    def _deliver(self, records: Sequence[Record]) -> None:
        self.log += records
        super()._deliver(records)


def day(hands: int, seed: int) -> list[bytes]:
    """The log of a nine-handed no-limit table: late taps, slips of the finger taken back, words and all-ins as people play."""
    random = Random(f"day {seed}")
    settings = Settings(rulebook="bfsp", blinds=(50, 100))
    stacks: dict[Seat, int] = dict.fromkeys(SEATS, STACK)
    button = SEATS[-1]
    rig = _KeepingRig(TableSet(settings, stacks, button), seed)
    stage = Stage(seed)
    for _ in range(hands):
        writer = HandWriter(random, settings, BOOKS["bfsp"], stacks, button, mood=Mood(), by="machine")
        writer.play()
        lines = [Line(number, number, text, parse_line(text, SEATS)) for number, text in enumerate(writer.lines, 1)]
        actor = Actor(lines, rig, stage)
        for at in range(len(lines)):
            actor.perform(at)
        stacks = writer.stacks
        seated = [seat for seat, chips in stacks.items() if chips]
        button = next_seat(seated, button)
        if len(seated) < FEWEST:
            stacks = dict.fromkeys(SEATS, STACK)
            rig.judge(TableSet(settings, stacks, button))
    return [encode(record) for record in rig.log]


def fold(log: Sequence[bytes]) -> Table:
    """The table anew."""
    table = Table(BOOKS)
    for body in log:
        table.apply(decode(body))
    return table


def show(hands: int, seed: int) -> None:
    """Fold the day and say what it cost."""
    log = day(hands, seed)
    began = time.process_time()
    table = fold(log)
    seconds = time.process_time() - began
    assert len(table.hands) == hands, "every hand of the day comes to its end"
    assert not table.incidents, "nobody erred"
    kept, peak = _memory(log)
    size = sum(map(len, log))
    print(f"{hands} hands: {len(log):,} records, {size / 1e6:.1f} MB, {len(log) / hands:.0f} records a hand")
    print(f"folded from bytes in {seconds:.2f} s ({hands / seconds:,.0f} hands/s); {kept:.2f} MB kept, {peak:.2f} MB at most")


def _memory(log: Sequence[bytes]) -> tuple[float, float]:
    """MB that the folded table keeps, and the most that the folding took."""
    tracemalloc.start()
    table = fold(log)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert table.hand is not None
    return kept / 1e6, peak / 1e6
