"""What the hub must not lose, and the port through which it is kept: a log on disk, or in memory for virtual time. PURE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from rulebook.record import Record


class RecordEntry(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One record of a table as the log keeps it: its bytes, and when they came (ms of the hub's boot `boot`).

    `record` is what the bytes say; it is not kept. None: not decoded yet, or of a version that this program does not read.
    """

    table: str
    seq: int
    body: bytes
    boot: str
    arrived_ms: int
    record: Record | None = None


class DirectiveEntry(msgspec.Struct, frozen=True, tag=True):
    """One directive for a table: its seq in the table's stream of directives, its id, its bytes, when it was given."""

    table: str
    seq: int
    id: str
    body: bytes
    wall_ms: int


Entry = RecordEntry | DirectiveEntry


class LogError(Exception):
    """The log cannot be opened, read or written: which file, why, what to do."""


class Log(Protocol):
    """Where the hub keeps what it must not lose."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep all of these or none. Raises `LogError`; a gap or a repeated seq is one."""
        ...

    def records(self, table: str) -> Iterator[RecordEntry]:
        """A table's records from 1 on."""
        ...

    def directives(self, table: str) -> list[DirectiveEntry]:
        """A table's directives from 1 on."""
        ...

    def close(self) -> None:
        """Give the file back."""
        ...


class MemoryLog:
    """The log of a hub in virtual time. `broken` makes the next appends fail with that reason, as a full disk does."""

    def __init__(self) -> None:
        self._records: dict[str, list[RecordEntry]] = {}
        self._directives: dict[str, list[DirectiveEntry]] = {}
        self.broken = ""

    def append(self, entries: Sequence[Entry]) -> None:
        """See `Log.append`."""
        if self.broken:
            raise LogError(self.broken)
        counts: dict[tuple[bool, str], int] = {}
        for entry in entries:
            kind = isinstance(entry, RecordEntry)
            kept = self._records.get(entry.table, []) if kind else self._directives.get(entry.table, [])
            expected = counts.get((kind, entry.table), len(kept)) + 1
            if entry.seq != expected:
                raise LogError(f"table {entry.table}: seq {entry.seq} came where {expected} was expected")
            counts[kind, entry.table] = expected
        for entry in entries:
            if isinstance(entry, RecordEntry):
                self._records.setdefault(entry.table, []).append(msgspec.structs.replace(entry, record=None))
            else:
                self._directives.setdefault(entry.table, []).append(entry)

    def records(self, table: str) -> Iterator[RecordEntry]:
        """See `Log.records`."""
        yield from self._records.get(table, [])

    def directives(self, table: str) -> list[DirectiveEntry]:
        """See `Log.directives`."""
        return list(self._directives.get(table, []))

    def close(self) -> None:
        """Nothing to give back."""
