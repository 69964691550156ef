"""The node's journal: every record, on disk before anybody acknowledges it, and the outbox of the uplink (DESIGN 7).

SQLite in WAL mode with synchronous=FULL (NORMAL lost acknowledged records in simulated power cuts). Hand keys are never here.
The same port in memory serves virtual time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from rulebook.record import Record, decode, encode

VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS records (seq INTEGER PRIMARY KEY, event TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS names (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class JournalError(RuntimeError):
    """The journal cannot be used: which file, what is wrong, what to do."""


class Journal(Protocol):
    """What core and shell need of it. Nothing counts before `commit`."""

    @property
    def last(self) -> int:
        """Seq of the last record; 0: none."""
        ...

    @property
    def acked(self) -> int:
        """The hub has everything up to here (a hint: the link's greeting puts it right)."""
        ...

    @property
    def directives(self) -> int:
        """Everything up to here of the stream of directives has been taken."""
        ...

    def append(self, record: Record) -> None:
        """Add the next record. Raises `JournalError` when its seq is not the next one."""
        ...

    def took_directive(self, seq: int) -> None: ...

    def set_acked(self, seq: int) -> None: ...

    def commit(self) -> None:
        """Make everything since the last commit durable, or raise `JournalError`; then none of it counts."""
        ...

    def body(self, seq: int) -> bytes:
        """The bytes of a record."""
        ...

    def replay(self) -> Iterator[Record]:
        """All records, for the fold: absences, penalties, devices and stacks of the present hand stand on any earlier one."""
        ...


class MemoryJournal:
    """A journal for virtual time."""

    def __init__(self) -> None:
        self.last = 0
        self.acked = 0
        self.directives = 0
        self._bodies: list[bytes] = []

    def append(self, record: Record) -> None:
        _expect_next(record, self.last, "in memory")
        self._bodies.append(encode(record))
        self.last = record.seq

    def took_directive(self, seq: int) -> None:
        self.directives = seq

    def set_acked(self, seq: int) -> None:
        self.acked = seq

    def commit(self) -> None:
        """Nothing to do: memory is as durable as virtual time."""

    def body(self, seq: int) -> bytes:
        return self._bodies[seq - 1]

    def replay(self) -> Iterator[Record]:
        return map(decode, list(self._bodies))


class SqliteJournal:
    """The journal of a real node in one file. One process at a time; one thread.

    Raises `JournalError` when the file belongs to another table, another version, another process, or is no journal.
    """

    def __init__(self, path: Path | str, table: str, *, wait_s: float = 2.0) -> None:
        self._path = str(path)
        try:
            self._db = sqlite3.connect(self._path, isolation_level=None, timeout=wait_s)
            # Exclusive: a second node on the same journal would fork the table's log.
            self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("BEGIN IMMEDIATE")
            for statement in _SCHEMA.split(";"):
                self._db.execute(statement)
            self._claim(table)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._failed("cannot be opened", error) from error
        self.last = self._number("SELECT max(seq) FROM records")
        self.acked = self._mark("acked")
        self.directives = self._mark("directives")
        if self._number("SELECT count(*) FROM records") != self.last:
            raise JournalError(f"journal {self._path}: records are missing; restore the file from a copy, do not start afresh")

    def _claim(self, table: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO names VALUES ('table', ?)", (table,))
        self._db.execute("INSERT OR IGNORE INTO marks VALUES ('version', ?)", (VERSION,))
        (owner,) = self._db.execute("SELECT value FROM names WHERE name = 'table'").fetchone()
        version = self._mark("version")
        if version != VERSION:
            raise JournalError(f"journal {self._path}: written in version {version}, this program writes version {VERSION}")
        if owner != table:
            raise JournalError(
                f"journal {self._path}: it belongs to table {owner!r}, this node is table {table!r};"
                " name another file in [node] journal"
            )

    def append(self, record: Record) -> None:
        _expect_next(record, self.last, self._path)
        self._write("INSERT INTO records VALUES (?, ?, ?)", (record.seq, _tag(record), encode(record)))
        self.last = record.seq

    def took_directive(self, seq: int) -> None:
        self._set_mark("directives", seq)
        self.directives = seq

    def set_acked(self, seq: int) -> None:
        self._set_mark("acked", seq)
        self.acked = seq

    def commit(self) -> None:
        if not self._db.in_transaction:
            return
        try:
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._failed("cannot be written", error) from error

    def body(self, seq: int) -> bytes:
        row = self._db.execute("SELECT body FROM records WHERE seq = ?", (seq,)).fetchone()
        if row is None:
            raise JournalError(f"journal {self._path}: record {seq} is missing; restore the file from a copy")
        return bytes(row[0])

    def replay(self) -> Iterator[Record]:
        return (decode(bytes(row[0])) for row in self._db.execute("SELECT body FROM records ORDER BY seq"))

    def close(self) -> None:
        """Give the file back; what was not committed is gone."""
        self._db.close()

    def _write(self, statement: str, values: tuple[object, ...]) -> None:
        try:
            if not self._db.in_transaction:
                self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise self._failed("cannot be written", error) from error

    def _set_mark(self, name: str, value: int) -> None:
        self._write("INSERT INTO marks VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2", (name, value))

    def _mark(self, name: str) -> int:
        return self._number("SELECT value FROM marks WHERE name = ?", name)

    def _number(self, query: str, *values: object) -> int:
        row = self._db.execute(query, values).fetchone()
        return int(row[0]) if row is not None and row[0] is not None else 0

    def _failed(self, what: str, error: sqlite3.Error) -> JournalError:
        hint = {
            "database is locked": "another node uses it; stop that one first",
            "database or disk is full": "make room on the disk",
        }.get(str(error), "check the path, its rights and the disk")
        return JournalError(f"journal {self._path}: {what} ({error}); {hint}")


def _expect_next(record: Record, last: int, where: str) -> None:
    if record.seq != last + 1:
        raise JournalError(f"journal {where}: record {record.seq} after {last}; a record was lost before it was written")


def _tag(record: Record) -> str:
    return str(type(record.event).__struct_config__.tag)
