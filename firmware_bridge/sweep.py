"""Which antenna is looked through next: one that has to be looked through again, one asked for, the sweep's next. Pure.

An antenna whose look fails twice is only probed now and then until it answers; re-reads may not starve the others.
"""

from __future__ import annotations

from collections import deque

URGENT_IN_A_ROW = 3  # then one step of the sweep
RETRIES = 1
MS = 1_000_000


class Sweep:
    """Over antennas by number, from 0. `at`: the one under the look; `probe_ms`: between two looks through one that fails."""

    def __init__(self, count: int, probe_ms: int) -> None:
        self.at = 0
        self._count = count
        self._probe_ms = probe_ms
        self._cursor = 0  # the next one of the sweep
        self._tries = 0
        self._retry = False
        self._urgent: deque[int] = deque()
        self._urgent_run = 0
        self._probe_ns: dict[int, int] = {}  # failing antennas: when to try again

    def restart(self) -> None:
        """The line is new: nothing is to be repeated."""
        self._tries, self._retry = 0, False

    def ask(self, at: int) -> None:
        """Look through this one soon."""
        if at not in self._urgent:
            self._urgent.append(at)

    def seen(self) -> bool:
        """The look was good. Returns whether the antenna failed before."""
        self._tries, self._retry = 0, False
        return self._probe_ns.pop(self.at, None) is not None

    def failed(self, now_ns: int) -> bool:
        """The look failed. Returns whether the antenna counts as failing now; otherwise its look is repeated."""
        if self._tries < RETRIES and self.at not in self._probe_ns:
            self._tries += 1
            self._retry = True
            return False
        self._tries, self._retry = 0, False
        self._probe_ns[self.at] = now_ns + self._probe_ms * MS
        return True

    def choose(self, now_ns: int) -> int | None:
        """The antenna of the next look; None: all fail, and none is to be probed yet."""
        at = self._choose(now_ns)
        if at is not None:
            self.at = at
        return at

    def probe_ns(self) -> int:
        """When the first of the failing antennas is to be tried again."""
        return min(self._probe_ns.values())

    def _choose(self, now_ns: int) -> int | None:
        if self._retry:
            self._retry = False
            return self.at
        self._tries = 0
        if self._urgent and self._urgent_run < URGENT_IN_A_ROW:
            self._urgent_run += 1
            return self._urgent.popleft()
        self._urgent_run = 0
        for _ in range(self._count):
            at = self._cursor
            self._cursor = (at + 1) % self._count
            if self._probe_ns.get(at, now_ns) <= now_ns:
                return at
        return self._urgent.popleft() if self._urgent else None
