"""One table's fold with authority: rebuilt from the log, and silent where it cannot rule.

The hub does not rule when it lacks the rulebook that `hand_opened` names (by id and hash), when it cannot read a record, or
when the fold fails. It says so, keeps the log going, and rules again from the first hand after the table is set anew: only
then are the stacks known. PURE.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping

import msgspec

from hub.entries import RecordEntry
from rulebook.book import Book
from rulebook.digest import digest
from rulebook.events import HandOpened, TableSet
from rulebook.findings import Finding, TableState
from rulebook.record import Record, RecordError, decode
from rulebook.table import Table

SET_ANEW = "set the table anew with its stacks as they are"


def read_entry(entry: RecordEntry) -> RecordEntry:
    """The entry with its record decoded, if it can be."""
    if entry.record is not None:
        return entry
    try:
        return msgspec.structs.replace(entry, record=decode(entry.body))
    except RecordError:
        return entry


class Authority:
    """The fold of one table. `why_not` says why the hub does not rule there; "" while it does.

    `failure` tells the programmer where a fold failed: type, file and line, never the exception's text, which may hold a key.
    """

    def __init__(self, table: str, books: Mapping[str, Book]) -> None:
        self.name = table
        self.why_not = ""
        self.failure = ""
        self._books = books
        self.table = Table(books)
        self._state = self.table.state()
        self._fresh = True

    @property
    def state(self) -> TableState:
        """Where the table stands: as far as it was understood."""
        if not self._fresh and not self.why_not:
            try:
                self._state = self.table.state()
            except Exception as error:
                self._stop(f"its state cannot be told after hand {self._state.hand}: a fault of this program", error)
            self._fresh = True
        return self._state

    def digest(self) -> bytes | None:
        """What is to be compared with the node's own fold (`rulebook.digest`); None while there is nothing to compare."""
        if self.why_not:
            return None
        try:
            return digest(self.table)
        except Exception as error:
            self._stop(f"its findings cannot be told after hand {self._state.hand}: a fault of this program", error)
            return None

    def apply(self, entry: RecordEntry) -> list[Finding]:
        """Take the next record of the log."""
        record = entry.record
        if record is None:
            self._stop(f"record {entry.seq} is of a version that this program does not read; update the hub")
            return []
        if self.why_not:
            if not isinstance(record.event, TableSet) or not record.event.stacks:
                return []
            self.table = Table(self._books)
            self.why_not = ""
            self.failure = ""
        if isinstance(record.event, HandOpened) and not self._has_book(record.event):
            return []
        return self._fold(record)

    def _fold(self, record: Record) -> list[Finding]:
        self._fresh = False
        try:
            return self.table.apply(record)
        except Exception as error:
            # Whatever it is, it is this table's: the others must go on, and the log is safe already.
            self._stop(f"record {record.seq} cannot be folded: a fault of this program; {SET_ANEW}", error)
            return []

    def _has_book(self, event: HandOpened) -> bool:
        book = self._books.get(event.rulebook)
        if book is None:
            known = ", ".join(sorted(self._books))
            self._stop(f"hand {event.hand} is played by rulebook {event.rulebook!r}, this hub has {known}; then {SET_ANEW}")
            return False
        if book.hash != event.rulebook_hash:
            versions = f"version {event.rulebook_hash} of rulebook {event.rulebook!r}, this hub has version {book.hash}"
            self._stop(f"hand {event.hand} is played by {versions}: update the older one; then {SET_ANEW}")
            return False
        return True

    def _stop(self, why: str, error: Exception | None = None) -> None:
        self.why_not = f"Not ruled by the hub: {why}."
        self.failure = _place(error) if error is not None else ""


def _place(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {frame.filename}:{frame.lineno}"
