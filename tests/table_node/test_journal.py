"""The journal keeps what was committed through a kill, refuses what would fork the log, and says what to do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import msgspec
import pytest

from rulebook.book import standard_books
from rulebook.events import CardNamed, FloorPenalised, FloorRuled, HandOpened, Reported, TableSet
from rulebook.record import Record
from rulebook.settings import Settings
from rulebook.table import Table
from table_node.journal import JournalError, MemoryJournal, SqliteJournal

REPOSITORY = Path(__file__).parents[2]


def record(seq: int, event=None) -> Record:
    return Record("T1", seq, "b1", seq * 10, 0, event or Reported("clock", 3))


def journals(path: Path):
    return [MemoryJournal(), SqliteJournal(path / "journal.sqlite", "T1")]


def test_both_journals_keep_the_same_things(tmp_path):
    for journal in journals(tmp_path):
        for seq in (1, 2, 3):
            journal.append(record(seq))
        journal.took_directive(4)
        journal.set_acked(2)
        journal.commit()
        assert (journal.last, journal.acked, journal.directives) == (3, 2, 4)
        assert [one.seq for one in journal.replay()] == [1, 2, 3]
        assert b'"clock"' in journal.body(2)
        with pytest.raises(JournalError, match="record 5 after 3"):
            journal.append(record(5))


def test_what_was_committed_is_there_after_reopening_and_the_rest_is_not(tmp_path):
    journal = SqliteJournal(tmp_path / "j", "T1")
    journal.append(record(1))
    journal.commit()
    journal.append(record(2))
    journal.took_directive(9)
    journal.close()
    again = SqliteJournal(tmp_path / "j", "T1")
    assert (again.last, again.directives) == (1, 0)
    again.append(record(2))
    again.commit()


def test_replay_gives_the_fold_all_that_it_stands_on(tmp_path):
    """A level set in between has no stacks; an absence and a penalty are older than the last setting: all of it counts."""
    books = standard_books()
    settings = Settings(blinds=(50, 100), check_preparation=False)
    stacks = {1: 5000, 2: 5000, 3: 5000}
    events = [
        TableSet(settings, stacks, 1), HandOpened(1, 1, "bfsp", books["bfsp"].hash), FloorPenalised(3, "7.1.5"),
        Reported("leaves", 2), FloorRuled("misdeal"),
        TableSet(msgspec.structs.replace(settings, blinds=(100, 200)), {}, 0), HandOpened(2, 1, "bfsp", books["bfsp"].hash, 1),
    ]  # fmt: skip
    journal = SqliteJournal(tmp_path / "j", "T1")
    whole, again = Table(books), Table(books)
    for seq, event in enumerate(events, 1):
        journal.append(record(seq, event))
        whole.apply(record(seq, event))
    journal.commit()
    for one in journal.replay():
        again.apply(one)
    assert again.state() == whole.state()
    assert again.state().stacks.keys() == stacks.keys()
    assert again.penalties == whole.penalties != []
    assert again.hand.presence.left == {2}


def test_sealed_bytes_come_back_as_they_were(tmp_path):
    sealed = CardNamed("k1", sealed=bytes(range(42)))
    journal = SqliteJournal(tmp_path / "j", "T1")
    journal.append(record(1, sealed))
    journal.commit()
    assert next(journal.replay()).event == sealed


def test_the_journal_of_another_table_is_refused(tmp_path):
    SqliteJournal(tmp_path / "j", "T1").close()
    with pytest.raises(JournalError, match=r"belongs to table 'T1'.*name another file"):
        SqliteJournal(tmp_path / "j", "T2")


def test_a_second_node_on_one_journal_is_refused(tmp_path):
    first = SqliteJournal(tmp_path / "j", "T1")
    with pytest.raises(JournalError, match="another node uses it"):
        SqliteJournal(tmp_path / "j", "T1", wait_s=0.05)
    first.close()


def test_a_file_that_is_no_journal_is_refused(tmp_path):
    (tmp_path / "j").write_bytes(b"not a database at all, not even a little" * 40)
    with pytest.raises(JournalError, match=r"cannot be opened.*check the path"):
        SqliteJournal(tmp_path / "j", "T1")


def test_a_directory_that_does_not_exist_is_said_so(tmp_path):
    with pytest.raises(JournalError, match="cannot be opened"):
        SqliteJournal(tmp_path / "nowhere" / "j", "T1")


def test_a_killed_node_loses_nothing_that_it_had_committed(tmp_path):
    """kill -9 in the middle of writing: every seq that was printed after its commit is there, and the log has no gap."""
    script = textwrap.dedent(
        """
        import sys
        from rulebook.events import Reported
        from rulebook.record import Record
        from table_node.journal import SqliteJournal
        journal = SqliteJournal(sys.argv[1], "T1")
        seq = journal.last
        while True:
            for _ in range(3):
                seq += 1
                journal.append(Record("T1", seq, "b", seq, 0, Reported("clock", 3)))
            journal.commit()
            print(seq, flush=True)
        """
    )
    path = tmp_path / "j"
    committed = 0
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True, cwd=REPOSITORY, env={**os.environ}
        )
        assert process.stdout is not None
        for _ in range(20):
            committed = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().splitlines()
        process.wait()
        if rest and rest[-1].isdigit():
            committed = int(rest[-1])
        journal = SqliteJournal(path, "T1")
        assert journal.last >= committed
        assert journal.last % 3 == 0
        assert [one.seq for one in journal.replay()] == list(range(1, journal.last + 1))
        journal.close()
