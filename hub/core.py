"""The hub's core: the events of all tables in; commits, calls, directives and delayed pictures out. PURE.

The order that nothing may break: a record is handed to the log (`Write`), the log commits, the shell steps `Written`, and
only then is the record acknowledged, folded and shown. The shell gathers the `Write`s of many steps into one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hub.agenda import Agenda
from hub.alerts import AlertBoard
from hub.authority import read_entry
from hub.core_messages import CoreInput, CoreOutput, JudgeAct, Noted, Send, TableKey, Write, WriteFailed, Written
from hub.differences import conflict_words
from hub.entries import DirectiveEntry, Entry, Log, RecordEntry
from hub.intake import IntakeRefused, take
from hub.judges import check_act
from hub.problems import Problems
from hub.ruling import rule, sent
from hub.status_turns import StatusTurns
from hub.stream import DelayedTable
from hub.tables import HubTable
from hub.view import ActRefused, Change, Item
from link import delivery
from link.delivery import MS, Aborted, Acked, Appended, Committed, Conflict, Deliver, Rewound, check_of
from link.endpoint import Claimed, EndpointOutput, Given, PeerBack, PeerLost
from link.messages import Arrived, Refused
from link.seal import SHORTEST_MS
from rulebook.book import Book
from rulebook.core import TICK
from rulebook.events import TableSet

RETRY_MS = 1_000  # a log that failed is tried again after this


class HubCore:
    """See the module. `boot` names the boot of the hub's own clock; `wall_offset_ms` is Unix time minus boot time, for display.

    `shortest_delay_ms` is 0 in a demo alone.
    """

    def __init__(
        self,
        tables: Iterable[TableKey],
        books: Mapping[str, Book],
        *,
        boot: str,
        wall_offset_ms: int = 0,
        shortest_delay_ms: int = SHORTEST_MS,
        started_ns: int = 0,
    ) -> None:
        self.board = AlertBoard()
        self.tables: dict[str, HubTable] = {}
        self.problems = Problems(books)
        self.number = 0
        self._boot = boot
        self._wall_offset_ms = wall_offset_ms
        self._by_key: dict[str, HubTable] = {}
        self._agenda = Agenda(lambda name: self.tables[name].deadline())
        self._retry_ns: int | None = None
        self._statuses = StatusTurns()
        for given in tables:
            stream = None
            if given.stream:
                started_ms = started_ns // MS
                stream = DelayedTable(given.name, books, boot=boot, started_ms=started_ms, shortest_ms=shortest_delay_ms)
            table = HubTable(given.name, given.key, books, stream)
            self.tables[given.name] = self._by_key[given.key] = table

    # -- beginning -------------------------------------------------------------------------------------------------

    def restore(self, now_ns: int, log: Log) -> list[CoreOutput]:
        """Fold what the log holds. Once, before the first step."""
        out: list[CoreOutput] = []
        for table in self.tables.values():
            table.outbox.load(log.directives(table.name))
            body = b""
            for entry in log.records(table.name):
                known = read_entry(entry)
                rule(table, self.board, known, [])
                table.last_seq, body = entry.seq, entry.body
                if table.stream is not None:
                    table.stream.load(known)
            table.last_check = check_of(body) if table.last_seq else b""
            table.begin()
            if table.stream is not None:
                out += table.stream.step(now_ns, TICK)
            self.board.show_pending(table.name, table.outbox.pending)
            if table.authority.why_not:
                out.append(Noted(table.name, table.authority.why_not))
            self._schedule(table)
        self.problems.shuffled_alike(self.tables, out)
        self.board.order_by_time()
        return out

    # -- the step --------------------------------------------------------------------------------------------------

    def deadline(self) -> int | None:
        """When `TICK` is due, in ns of the hub's boot clock."""
        return min((due for due in (self._agenda.due(), self._retry_ns, self._statuses.due()) if due is not None), default=None)

    def step(self, now_ns: int, given: CoreInput) -> list[CoreOutput]:
        """Take a frame, an act, word of the log, or the time. Raises `ActRefused` for an act that cannot be taken."""
        out: list[CoreOutput] = []
        if isinstance(given, Arrived):
            table = self._by_key.get(given.key)
            if table is not None:
                self._on_endpoint(now_ns, table, table.endpoint.step(now_ns, Given(given.frame)), out)
                self._schedule(table)
        elif isinstance(given, Written):
            self._on_written(now_ns, given.entries, out)
        elif isinstance(given, WriteFailed):
            self._on_write_failed(now_ns, given, out)
        elif isinstance(given, JudgeAct):
            self._on_act(now_ns, given, out)
        elif isinstance(given, Refused):
            refused = self.problems.turned_away(given, self._wall_ms(now_ns))
            out += self._changes([refused])
            if refused.times == 1:
                out.append(Noted("", f"a node with the unknown key {given.key} was turned away (from {given.address})"))
        self._let_pass(now_ns, out)
        return out

    def _changes(self, items: Iterable[Item]) -> list[CoreOutput]:
        out: list[CoreOutput] = []
        for item in items:
            self.number += 1
            out.append(Change(self.number, item))
        return out

    def _wall_ms(self, now_ns: int) -> int:
        return now_ns // MS + self._wall_offset_ms

    def _schedule(self, table: HubTable) -> None:
        self._agenda.note(table.name, table.deadline())

    def _let_pass(self, now_ns: int, out: list[CoreOutput]) -> None:
        first = (self._agenda.not_before(), self._retry_ns, self._statuses.due())
        if all(due is None or due > now_ns for due in first):
            return  # of a batch of frames nearly every one
        while (due := self.deadline()) is not None and due <= now_ns:
            if self._retry_ns is not None and self._retry_ns <= now_ns:
                self._retry_ns = None
                out += [Write(entry) for table in self.tables.values() for entry in table.outbox.unsaved()]
                continue
            if (shown_ns := self._statuses.due()) is not None and shown_ns <= now_ns:
                out += self._changes([table.status() for table in self._statuses.take(now_ns)])
                continue
            table = self.tables[self._agenda.take()]
            self._on_endpoint(now_ns, table, table.endpoint.step(now_ns, TICK), out)
            if table.stream is not None:
                out += table.stream.step(now_ns, TICK)
            self._schedule(table)

    # -- the link --------------------------------------------------------------------------------------------------

    def _on_endpoint(self, now_ns: int, table: HubTable, outputs: Sequence[EndpointOutput], out: list[CoreOutput]) -> None:
        changed = False
        for output in outputs:
            if isinstance(output, delivery.Send):
                out.append(Send(table.key, output.frame))
            elif isinstance(output, Deliver):
                changed |= self._on_item(now_ns, table, output, out)
            elif isinstance(output, PeerBack | PeerLost):
                table.silent_since_wall_ms = self._wall_ms(now_ns)
                changed = True
            elif isinstance(output, Claimed):
                table.claim = output
                out += self._changes(self.problems.compare(table, out))
            elif isinstance(output, Conflict):
                changed |= self._on_conflict(table, output, out)
            elif isinstance(output, Rewound):
                out.append(
                    Noted(table.name, f"the node has directives up to {output.now}, no longer up to {output.was}; sent again")
                )
            else:
                assert isinstance(output, Acked)  # the table's own log tells what the node did with a directive
        if changed:
            self._statuses.told(table)
            out += self._changes([table.status()])

    def _on_item(self, now_ns: int, table: HubTable, item: Deliver, out: list[CoreOutput]) -> bool:
        """Hand a record to the log. True if the table's problems changed."""
        try:
            out.append(Write(take(table.name, item.seq, item.body, self._boot, now_ns // MS)))
        except IntakeRefused as error:
            table.endpoint.step(now_ns, Aborted(item.seq))
            if table.problems.get("intake") == str(error):
                return False
            table.problems["intake"] = str(error)
            out.append(Noted(table.name, str(error)))
            return True
        mended = [table.problems.pop(what, None) for what in ("intake", table.endpoint.receiver.stream)]
        return any(mended)

    def _on_conflict(self, table: HubTable, conflict: Conflict, out: list[CoreOutput]) -> bool:
        """Keep the problem. True if it is new: the node says so again and again, and with every event its numbers rise."""
        if conflict.stream in table.problems:
            return False
        text = table.problems[conflict.stream] = conflict_words(conflict, table.endpoint.receiver.stream)
        out.append(Noted(table.name, text))
        return True

    # -- the log ---------------------------------------------------------------------------------------------------

    def _on_act(self, now_ns: int, given: JudgeAct, out: list[CoreOutput]) -> None:
        table = self.tables.get(given.table)
        if table is None:
            raise ActRefused(f"there is no table {given.table!r}; the hub has {', '.join(self.tables) or 'none'}")
        entry = table.outbox.propose(check_act(given.event), given.id, self._wall_ms(now_ns))
        if entry is not None and self._retry_ns is None:  # else the log has failed: all that waits is written then, in order
            out.append(Write(entry))

    def _on_written(self, now_ns: int, entries: Sequence[Entry], out: list[CoreOutput]) -> None:
        touched: dict[str, HubTable] = {}
        items: dict[tuple[str, str], Item] = {}  # the last state of each thing: a batch is one change of it
        for entry in entries:
            table = touched[entry.table] = self.tables[entry.table]
            if isinstance(entry, RecordEntry):
                table.last_seq = entry.seq
                items.update(((type(item).__name__, item.id), item) for item in rule(table, self.board, entry, out))
                items.update(((type(item).__name__, item.name), item) for item in self.problems.compare(table, out))
                if entry.record is not None and isinstance(entry.record.event, TableSet):
                    alike = self.problems.shuffled_alike(self.tables, out)
                    items.update(((type(item).__name__, item.name), item) for item in alike)
                if table.stream is not None:
                    out += table.stream.step(now_ns, entry)
            else:
                table.outbox.committed(entry.seq)
                items.update(((type(item).__name__, item.id), item) for item in sent(table, self.board, entry))
        for table in touched.values():
            receiver = table.endpoint.receiver
            if table.last_seq > receiver.committed:
                self._on_endpoint(now_ns, table, table.endpoint.step(now_ns, Committed(table.last_seq)), out)
            if table.outbox.durable > table.endpoint.sender.last:
                self._on_endpoint(now_ns, table, table.endpoint.step(now_ns, Appended(table.outbox.durable)), out)
            self._schedule(table)
        self._statuses.note(now_ns, touched.values())
        items.update(((type(item).__name__, item.name), item) for item in self.problems.log_written(out))
        out += self._changes(items.values())

    def _on_write_failed(self, now_ns: int, given: WriteFailed, out: list[CoreOutput]) -> None:
        """Nothing was kept: nothing is acknowledged, the nodes send again, and directives are tried again."""
        for name in {entry.table for entry in given.entries if isinstance(entry, RecordEntry)}:
            self.tables[name].endpoint.step(now_ns, Aborted())
        if any(isinstance(entry, DirectiveEntry) for entry in given.entries):
            self._retry_ns = now_ns + RETRY_MS * MS
        out += self._changes(self.problems.log_failed(given.reason, out))
