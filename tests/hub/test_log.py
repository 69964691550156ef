"""The log keeps what it was given, whole or not at all, and nothing may change it; both implementations of the port."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.core import HubCore
from hub.core_messages import Send, TableKey, Write, Written
from hub.entries import DirectiveEntry, Entry, Log, LogError, MemoryLog, RecordEntry
from hub.log import SqliteLog
from link.delivery import check_of
from link.messages import Ack, Arrived, Data, Frame, Hello
from rulebook.events import AnyEvent
from rulebook.record import Record, encode
from tests.hub.world import BOOKS, World, deal, opened, table_set


def record(seq: int, table: str = "7") -> RecordEntry:
    return RecordEntry(table, seq, b"body %d" % seq, "boot", 1000 + seq)


def directive(seq: int, id_: str = "") -> DirectiveEntry:
    return DirectiveEntry("7", seq, id_ or f"act-{seq}", b"act %d" % seq, 5)


@pytest.fixture(params=["memory", "sqlite"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    made: Log = MemoryLog() if request.param == "memory" else SqliteLog(tmp_path / "log.sqlite")
    yield made
    made.close()


def test_what_was_appended_is_read_back_per_table(log: Log) -> None:
    log.append([record(1), record(1, "8"), directive(1), record(2)])
    log.append([record(2, "8"), directive(2)])
    log.append([])
    assert list(log.records("7")) == [record(1), record(2)]
    assert list(log.records("8")) == [record(1, "8"), record(2, "8")]
    assert log.directives("7") == [directive(1), directive(2)]
    assert list(log.records("9")) == []
    assert log.directives("9") == []


@pytest.mark.parametrize(
    "batch",
    [[record(2)], [record(1), record(3)], [record(1), record(1)], [record(1), directive(2)], [record(1), record(2, "8")]],
    ids=["a gap at the start", "a gap in the batch", "a repetition", "a gap of directives", "a gap of another table"],
)
def test_a_batch_with_a_gap_is_not_kept_at_all(log: Log, batch: list[Entry]) -> None:
    with pytest.raises(LogError):
        log.append(batch)
    assert list(log.records("7")) == []
    log.append([record(1)])
    assert list(log.records("7")) == [record(1)]


def test_a_decoded_record_is_not_kept_twice(log: Log) -> None:
    body = World().node.record(table_set())
    log.append([RecordEntry("7", 1, encode(body), "boot", 1, body)])
    [kept] = log.records("7")
    assert kept.record is None
    assert kept.body == encode(body)


def test_the_file_is_only_appended_to(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.sqlite")
    log.append([record(1), directive(1)])
    for statement in (
        "UPDATE records SET body = x'00'",
        "DELETE FROM records",
        "UPDATE directives SET id = 'x'",
        "DELETE FROM directives",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="only appended to"):
            log._db.execute(statement)
    log.close()


def test_it_is_durable_and_says_so_to_sqlite(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.sqlite")
    assert log._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert log._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    log.close()


def test_two_hubs_cannot_have_one_log(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.sqlite")
    with pytest.raises(LogError, match="another hub has it open"):
        SqliteLog(tmp_path / "log.sqlite", wait_s=0.01)
    log.close()
    SqliteLog(tmp_path / "log.sqlite").close()


def test_a_log_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="the folder is missing"):
        SqliteLog(tmp_path / "no" / "log.sqlite")
    (tmp_path / "letter").write_bytes(b"dear aunt, " * 100)
    with pytest.raises(LogError, match="the file is no log"):
        SqliteLog(tmp_path / "letter")
    newer = SqliteLog(tmp_path / "newer")
    newer._db.execute("PRAGMA user_version=9")
    newer.close()
    with pytest.raises(LogError, match="of version 9, this program keeps version 1"):
        SqliteLog(tmp_path / "newer")


def test_a_disk_that_is_full_keeps_nothing_of_the_batch(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.sqlite")
    log.append([record(1)])
    (pages,) = log._db.execute("PRAGMA page_count").fetchone()
    log._db.execute(f"PRAGMA max_page_count={pages}")
    big = RecordEntry("7", 2, b"x" * 100_000, "boot", 1)
    with pytest.raises(LogError, match="the disk is full; make room, the nodes keep everything meanwhile"):
        log.append([big])
    assert list(log.records("7")) == [record(1)]
    log._db.execute("PRAGMA max_page_count=100000")
    log.append([big])
    log.close()


class Hub:
    """A core over a log in a file: one life of the hub process, ended by a kill at any moment."""

    def __init__(self, path: Path) -> None:
        self.log = SqliteLog(path)
        self.core = HubCore([TableKey("7", "key")], BOOKS, boot="boot")
        self.core.restore(1, self.log)

    def take(self, frame: Frame, *, die: str = "") -> list[Ack]:
        """Step; `die` says where the kill comes: ``before`` or ``after`` the commit."""
        out = self.core.step(2, Arrived("key", frame))
        entries = tuple(one.entry for one in out if isinstance(one, Write))
        if entries and die != "before":
            self.log.append(entries)
            out = self.core.step(3, Written(entries)) if die != "after" else []
        return [one.frame for one in out if isinstance(one, Send) and isinstance(one.frame, Ack)]


@pytest.mark.parametrize("die", ["before", "after"])
def test_a_kill_around_the_commit_loses_nothing_and_doubles_nothing(tmp_path: Path, die: str) -> None:
    bodies = [encode(record_) for record_ in _journal()]
    hub = Hub(tmp_path / "log.sqlite")
    assert hub.take(Data("records", 1, bodies[0])) == [Ack("records", 1, check_of(bodies[0]))]
    assert hub.take(Data("records", 2, bodies[1]), die=die) == []
    hub.log.close()
    hub = Hub(tmp_path / "log.sqlite")
    had = 1 if die == "before" else 2
    assert hub.take(Hello("records", 4)) == [Ack("records", had, check_of(bodies[had - 1]))]
    for seq in range(had + 1, 4):
        assert hub.take(Data("records", seq, bodies[seq - 1])) == [Ack("records", seq, check_of(bodies[seq - 1]))]
    assert [entry.body for entry in hub.log.records("7")] == bodies
    hub.log.close()


def _journal() -> list[Record]:
    node = World().node
    node.online = False
    made = []
    events: list[AnyEvent] = [table_set(), opened(), deal()[0]]
    for event in events:
        made.append(node.record(event))
        node.append(event)
    return made
