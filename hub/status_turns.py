"""When the floor page is told how a table stands: a little after its events, and not of all tables at once. PURE."""

from __future__ import annotations

from collections.abc import Iterable

from hub.tables import HubTable
from link.delivery import MS

STATUS_MS = 100  # a table's status follows its events by this much: calls come at once, a picture of many events once
STATUSES_AT_ONCE = 100  # of tables; the others' turn comes with the next: a page's queue is finite, and records come first


class StatusTurns:
    """The tables whose status is out of date, those that wait longest first."""

    def __init__(self) -> None:
        self._waiting: dict[str, HubTable] = {}
        self._due_ns: int | None = None

    def due(self) -> int | None:
        """When the next of them are to be told."""
        return self._due_ns

    def note(self, now_ns: int, tables: Iterable[HubTable]) -> None:
        """Records of these tables are in the log."""
        self._waiting.update((table.name, table) for table in tables)
        if self._waiting and self._due_ns is None:
            self._due_ns = now_ns + STATUS_MS * MS

    def told(self, table: HubTable) -> None:
        """Its status goes out for another reason."""
        self._waiting.pop(table.name, None)

    def take(self, now_ns: int) -> list[HubTable]:
        """The tables whose turn it is, not more than pages can take."""
        chosen = [self._waiting.pop(name) for name in list(self._waiting)[:STATUSES_AT_ONCE]]
        self._due_ns = now_ns + STATUS_MS * MS if self._waiting else None
        return chosen
