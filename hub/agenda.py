"""Which table wants a tick next, among any number of them. PURE.

A table's moment moves with every frame, mostly to later; asking all of them, or noting each move, would cost more than the
frames. So one moment a table stands here, never later than its true one, and what comes first is asked before it counts.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable


class Agenda:
    """`true_due` tells when the table of that name wants a tick (ns), or None."""

    def __init__(self, true_due: Callable[[str], int | None]) -> None:
        self._true_due = true_due
        self._heap: list[tuple[int, str]] = []
        self._standing: dict[str, int] = {}

    def note(self, name: str, due_ns: int | None) -> None:
        """The table's moment may have moved."""
        standing = self._standing.get(name)
        if due_ns is not None and (standing is None or due_ns < standing):
            self._standing[name] = due_ns
            heapq.heappush(self._heap, (due_ns, name))

    def not_before(self) -> int | None:
        """No table wants a tick before this; costs nothing. None: none ever does."""
        return self._heap[0][0] if self._heap else None

    def due(self) -> int | None:
        """When the first table wants its tick."""
        while self._heap:
            at_ns, name = self._heap[0]
            if self._standing.get(name) == at_ns:
                true_ns = self._true_due(name)
                if true_ns == at_ns:
                    return at_ns
                del self._standing[name]
                self.note(name, true_ns)
                if self._heap[0] != (at_ns, name):
                    continue  # it moved to an earlier moment after all
            heapq.heappop(self._heap)
        return None

    def take(self) -> str:
        """The table that `due` told of; it is forgotten until it is noted again."""
        _, name = heapq.heappop(self._heap)
        del self._standing[name]
        return name
