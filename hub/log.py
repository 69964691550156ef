"""The hub's log on disk: every table's records, contiguous from 1, and the directives on their way down.

SQLite in WAL with synchronous=FULL, for NORMAL loses committed transactions in a power cut (DESIGN 7). One `append` is one
transaction; after it everything given is on the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from hub.entries import DirectiveEntry, Entry, LogError, RecordEntry

SCHEMA_VERSION = 1

# The triggers make the promise the database's own: no gap, no repetition, nothing changed, nothing taken out.
_SCHEMA = """
CREATE TABLE records (
    table_name TEXT NOT NULL, seq INTEGER NOT NULL, boot TEXT NOT NULL, arrived_ms INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (table_name, seq)) WITHOUT ROWID;
CREATE TABLE directives (
    table_name TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL, wall_ms INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (table_name, seq), UNIQUE (table_name, id)) WITHOUT ROWID;
"""
_GUARDS = """
CREATE TRIGGER {name}_contiguous BEFORE INSERT ON {name}
WHEN NEW.seq <> 1 + COALESCE((SELECT MAX(seq) FROM {name} WHERE table_name = NEW.table_name), 0)
BEGIN SELECT RAISE(ABORT, 'not the next seq of its table'); END;
CREATE TRIGGER {name}_unchanged BEFORE UPDATE ON {name} BEGIN SELECT RAISE(ABORT, 'the log is only appended to'); END;
CREATE TRIGGER {name}_kept BEFORE DELETE ON {name} BEGIN SELECT RAISE(ABORT, 'the log is only appended to'); END;
"""


class SqliteLog:
    """The log on disk. Belongs to one thread and, by SQLite's exclusive lock, to one process."""

    def __init__(self, path: Path, *, wait_s: float = 1.0) -> None:
        """Open or create; `wait_s` is how long another process may take to let go of it. Raises `LogError`."""
        self.path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None, timeout=wait_s)
            self._db.execute("PRAGMA locking_mode=EXCLUSIVE")  # two hubs on one log would be two writers
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._create()
            (mode,) = self._db.execute("PRAGMA synchronous").fetchone()
        except sqlite3.Error as error:
            raise LogError(_reason(path, "opened", error)) from None
        if mode != 2:
            raise LogError(f"the log {path}: SQLite does not give synchronous=FULL here; use a local disk")

    def _create(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version not in (0, SCHEMA_VERSION):
            self._db.execute("ROLLBACK")
            self._db.close()
            raise LogError(f"the log {self.path} is of version {version}, this program keeps version {SCHEMA_VERSION}")
        if version == 0:
            for script in (_SCHEMA, _GUARDS.format(name="records"), _GUARDS.format(name="directives")):
                for statement in _statements(script):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        self._db.execute("COMMIT")

    def append(self, entries: Sequence[Entry]) -> None:
        """See `Log.append`."""
        if not entries:
            return
        records = [(e.table, e.seq, e.boot, e.arrived_ms, e.body) for e in entries if isinstance(e, RecordEntry)]
        directives = [(e.table, e.seq, e.id, e.wall_ms, e.body) for e in entries if isinstance(e, DirectiveEntry)]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", records)
            self._db.executemany("INSERT INTO directives VALUES (?, ?, ?, ?, ?)", directives)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise LogError(_reason(self.path, "written", error)) from None

    def records(self, table: str) -> Iterator[RecordEntry]:
        """See `Log.records`."""
        query = "SELECT seq, body, boot, arrived_ms FROM records WHERE table_name = ? ORDER BY seq"
        try:
            for seq, body, boot, arrived_ms in self._db.execute(query, (table,)):
                yield RecordEntry(table, seq, body, boot, arrived_ms)
        except sqlite3.Error as error:
            raise LogError(_reason(self.path, "read", error)) from None

    def directives(self, table: str) -> list[DirectiveEntry]:
        """See `Log.directives`."""
        query = "SELECT seq, id, body, wall_ms FROM directives WHERE table_name = ? ORDER BY seq"
        try:
            rows = self._db.execute(query, (table,)).fetchall()
        except sqlite3.Error as error:
            raise LogError(_reason(self.path, "read", error)) from None
        return [DirectiveEntry(table, seq, id_, body, wall_ms) for seq, id_, body, wall_ms in rows]

    def close(self) -> None:
        """Give the file back."""
        self._db.close()


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would end our transaction."""
    text = ""
    for line in script.strip().splitlines():
        text += line + "\n"
        if sqlite3.complete_statement(text):
            yield text
            text = ""


def _reason(path: Path, what: str, error: sqlite3.Error) -> str:
    hint = {
        "SQLITE_BUSY": "another hub has it open; stop that one first",
        "SQLITE_FULL": "the disk is full; make room, the nodes keep everything meanwhile",
        "SQLITE_CANTOPEN": "the folder is missing or not writable for this user",
        "SQLITE_NOTADB": "the file is no log; name another one in the configuration",
        "SQLITE_READONLY": "the file is not writable for this user",
        "SQLITE_CORRUPT": "the file is damaged; put it aside, the nodes send everything again",
    }.get(getattr(error, "sqlite_errorname", ""), "")
    return f"the log {path} cannot be {what}: {error}" + (f" ({hint})" if hint else "")
