"""From the device byte that decides to the dealer's prompt and to the judge's page, with real processes.

    python -m bench latency [--events 300] [--details]

Hub and node are processes as at a table; the reader and the machine are on ptys, the camera's pictures come through a socket,
the keys too, and both pages are read through their own WebSockets. The dealer does one thing and waits until the screen says
so. Measured for each thing:

* **byte → console**: from the write of the byte that decided (the last one of the reader's reply, the taking of the picture,
  the end of the key's debouncing, the tap's sending) until the console's message is there;
* **byte → judge's page**: the same until the alert's message is there;
* **act → console**: from the moment at which the card lay there (the key went down), with sweeps, second reads, looks at rest
  and debouncing.

`bench.latency_node` says which input made which screen. The simulated devices and the drawing of the pictures take their share
of the same machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bench.latency_table import HANDS, Event, Missed, Table

MS = 1_000_000
GOAL_CONSOLE_MS, GOAL_JUDGE_MS = 30, 150


def quantile(values: Iterable[float], share: float) -> float:
    """The least value that so many of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def row(name: str, events: list[Event]) -> str:
    """One line of the table, in ms."""
    told = [(event.told_ns - event.byte_ns) / MS for event in events]
    called = [(event.called_ns - event.byte_ns) / MS for event in events if event.called_ns]
    whole = [(event.told_ns - event.act_ns) / MS for event in events]
    causes = ", ".join(cause for cause, _ in Counter(event.cause for event in events).most_common(3))
    judge = f"{quantile(called, 0.5):.0f} / {quantile(called, 0.99):.0f}" if called else ""
    console = f"{quantile(told, 0.5):.1f} / {quantile(told, 0.99):.1f} / {max(told):.1f}"
    act = f"{quantile(whole, 0.5):.0f} / {quantile(whole, 0.99):.0f}"
    return f"| {name} | {len(events)} | {causes} | {console} | {judge} | {act} |"


def report(events: list[Event], details: bool) -> None:
    """Print the table."""
    heads = (
        "what",
        "events",
        "decided by",
        "byte → console p50 / p99 / most",
        "→ judge's page p50 / p99",
        "act → console p50 / p99",
    )
    print(f"| {' | '.join(heads)} |")
    print("|---|---|---|---|---|---|")
    for kind in dict.fromkeys(event.kind for event in events):
        print(row(kind, [event for event in events if event.kind == kind]))
    print(row("all", events))
    if details:
        parts = {
            "line": [(event.came_ns - event.byte_ns) / MS for event in events],
            "node": [(event.shown_ns - event.came_ns) / MS for event in events],
            "page": [(event.told_ns - event.shown_ns) / MS for event in events],
        }
        for name, values in parts.items():
            print(f"{name}: p50 {quantile(values, 0.5):.1f}, p99 {quantile(values, 0.99):.1f}, most {max(values):.1f} ms")
        for event in sorted(events, key=lambda event: event.byte_ns - event.told_ns)[:12]:
            steps = (event.came_ns - event.byte_ns, event.shown_ns - event.came_ns, event.told_ns - event.shown_ns)
            print(f"  {event.kind} by {event.cause}: " + " + ".join(f"{step / MS:.1f}" for step in steps))


def main() -> int:
    """Run the bench. Exit status 1: something was never shown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=300, help="how many things happen at least (about 1.5 s each)")
    parser.add_argument("--details", action="store_true", help="also where the time went, and the slowest ones")
    given = parser.parse_args()
    sys.setswitchinterval(0.0005)  # this process is the clock of others: its threads must not wait for each other
    began = os.getloadavg()
    missed = 0
    with tempfile.TemporaryDirectory(prefix="latency-") as name:
        table = Table(Path(name))
        try:
            table.set_table()
            turn = 0
            while len(table.events) < given.events and missed < 10:
                try:
                    HANDS[turn % len(HANDS)](table)
                except Missed as error:
                    missed += 1
                    sys.stderr.write(f"{error}\n")
                    table.end()
                turn += 1
        finally:
            table.close()
    ended = os.getloadavg()
    report(table.events, given.details)
    print(f"load average {began[0]:.2f} at the start, {ended[0]:.2f} at the end, {os.cpu_count()} cores; missed {missed}")
    print(f"goal: p99 {GOAL_CONSOLE_MS} ms to the console, {GOAL_JUDGE_MS} ms to the judge's page")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
