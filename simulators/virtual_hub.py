"""The hub's end of a virtual table: intake, log in memory and authority."""

from __future__ import annotations

from collections.abc import Callable

from link.delivery import Appended, Committed, Deliver, Receiver, Send, Sender
from link.endpoint import DIRECTIVES, RECORDS, Endpoint, EndpointInput, Given
from link.messages import Directive, Frame
from rulebook.book import standard_books
from rulebook.events import AnyEvent
from rulebook.findings import Finding
from rulebook.record import decode
from rulebook.table import Table
from table_node.uplink import encode_directive


class VirtualHub:
    """`send` carries a frame to the node."""

    def __init__(self, send: Callable[[Frame], None]) -> None:
        self.table = Table(standard_books())
        self.log: list[bytes] = []
        self._send = send
        self._directives: list[bytes] = []
        sender = Sender(DIRECTIVES, lambda seq: self._directives[seq - 1])
        self._endpoint = Endpoint(sender, Receiver(RECORDS), speaks_first=False)
        self._found: list[Finding] = []

    def receive(self, now_ns: int, frame: Frame) -> None:
        """A frame of the node came."""
        self._step(now_ns, Given(frame))

    def judge(self, now_ns: int, event: AnyEvent) -> None:
        """A judge acts."""
        self._directives.append(encode_directive(Directive(f"d{len(self._directives) + 1}", event)))
        self._step(now_ns, Appended(len(self._directives)))

    def found(self) -> list[Finding]:
        """What the authority has found since the last call."""
        found, self._found = self._found, []
        return found

    def _step(self, now_ns: int, given: EndpointInput) -> None:
        for output in self._endpoint.step(now_ns, given):
            if isinstance(output, Send):
                self._send(output.frame)
            elif isinstance(output, Deliver):
                self.log.append(output.body)
                self._found += self.table.apply(decode(output.body))
                self._step(now_ns, Committed(output.seq))
