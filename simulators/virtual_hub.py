"""The hub's core in virtual time, with its log in memory and one table."""

from __future__ import annotations

from collections.abc import Callable

from hub.core import HubCore
from hub.core_messages import CoreInput, JudgeAct, Send, TableKey, Write, Written
from hub.entries import MemoryLog
from hub.view import ActRefused
from link.messages import Arrived, Frame
from rulebook.book import standard_books
from rulebook.core import TICK
from rulebook.events import AnyEvent
from rulebook.findings import Finding, Withdrawn
from rulebook.table import Table

KEY = "virtual node"  # what CURVE would have proved


class VirtualHub:
    """`send` carries a frame to the node. `refusals`: what the hub said to acts that it did not take."""

    def __init__(self, table: str, send: Callable[[Frame], None], *, stream: bool = False) -> None:
        self.name = table
        self.log = MemoryLog()
        self.refusals: list[str] = []
        self._send = send
        self.core = HubCore([TableKey(table, KEY, stream)], standard_books(), boot="hub", shortest_delay_ms=0)
        self.core.restore(0, self.log)
        self._told: dict[str, Finding] = {}
        self._found: list[Finding] = []

    @property
    def table(self) -> Table:
        """The authority's fold."""
        return self.core.tables[self.name].authority.table

    def deadline(self) -> int | None:
        """See `rulebook.core`."""
        return self.core.deadline()

    def tick(self, now_ns: int) -> None:
        """Let time pass."""
        self._step(now_ns, TICK)

    def receive(self, now_ns: int, frame: Frame) -> None:
        """A frame of the node came."""
        self._step(now_ns, Arrived(KEY, frame))

    def judge(self, now_ns: int, event: AnyEvent) -> None:
        """A judge acts."""
        try:
            self._step(now_ns, JudgeAct(self.name, event))
        except ActRefused as refusal:
            self.refusals.append(str(refusal))

    def found(self) -> list[Finding]:
        """What the authority has found since the last call, withdrawals included."""
        found, self._found = self._found, []
        return found

    def _step(self, now_ns: int, given: CoreInput) -> None:
        for output in self.core.step(now_ns, given):
            if isinstance(output, Send):
                self._send(output.frame)
            elif isinstance(output, Write):
                self.log.append([output.entry])
                self._step(now_ns, Written((output.entry,)))
                self._compare()

    def _compare(self) -> None:
        """What the last entry changed in the fold."""
        now = self.table.findings
        self._found += [finding for ident, finding in now.items() if self._told.get(ident) != finding]
        self._found += [
            Withdrawn(ident, getattr(finding, "kind", "ruling")) for ident, finding in self._told.items() if ident not in now
        ]
        self._told = now
