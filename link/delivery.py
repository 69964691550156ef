"""The delivery protocol's two cores: nothing lost, doubled or reordered, whatever the link drops, doubles, delays or reorders.

One stream has one sender, one receiver and one sequence from 1, for ever. The sender offers only what is durable at its own
side; the receiver acknowledges only what is durable at its side (cumulative). So either may be killed at any moment and
begin again from its disk:

* a **sender** begins with `Hello` and sends nothing until an `Ack` tells it where the receiver stands; then a window of items.
  A time-out, a reconnect and a restart are all answered in the same way: say `Hello` again.
* a **receiver** hands the next item on, and no other, as `Deliver`; it acknowledges once it is told `Committed`.

An `Ack` can be old, and then it is too low, never too high: following it costs repeated items, which the receiver drops. An
`Ack` higher than the sender's last item, or one that checks another item than the sender has at that place, cannot be
explained by the link: the sender's disk lost items, was put back, or was copied. Going on would make the receiver drop new
items as old ones, so the sender stops and reports `Conflict`.

`link.endpoint` joins a sender, a receiver and the heartbeat for one peer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from link.messages import Ack, Data, Frame, Hello
from rulebook.core import Tick

MS = 1_000_000

WINDOW_ITEMS = 256  # smaller than `zmq_shell.HIGH_WATER_FRAMES`: a full window never meets a full queue
RETRY_NS = 500 * MS
RETRY_MAX_NS = 8_000 * MS


def check_of(body: bytes) -> bytes:
    """Eight bytes that tell an item from another at the same place. Not secret, not signed: CURVE guards the link."""
    return hashlib.blake2b(body, digest_size=8).digest()


class Appended(msgspec.Struct, frozen=True, tag=True, gc=False):
    """To a sender: its outbox is durable up to and including `seq`."""

    seq: int


class Connected(msgspec.Struct, frozen=True, tag=True):
    """To a sender: the link is new, or the peer is back; whatever was in flight may be gone."""


class Committed(msgspec.Struct, frozen=True, tag=True, gc=False):
    """To a receiver: what it delivered is durable up to and including `seq`."""

    seq: int


class Aborted(msgspec.Struct, frozen=True, tag=True):
    """To a receiver: of what it delivered, `seq` and all after it were not kept and must come again (0: nothing was kept)."""

    seq: int = 0


class Send(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Give this frame to the link."""

    frame: Frame


class Deliver(msgspec.Struct, frozen=True, tag=True, gc=False):
    """From a receiver: the next item of the stream. Make it durable, then step `Committed`."""

    seq: int
    body: bytes


class Acked(msgspec.Struct, frozen=True, tag=True, gc=False):
    """From a sender: the receiver has everything up to and including `seq` on its disk."""

    seq: int


class Rewound(msgspec.Struct, frozen=True, tag=True):
    """From a sender: the receiver has less than it once acknowledged (a disk restored from a copy); it is sent again."""

    was: int
    now: int


class Conflict(msgspec.Struct, frozen=True, tag=True):
    """The sender's items are not those that the receiver has: `have` is the sender's last, `peer_has` the receiver's.

    `have` is lower: the sender lost items. It is not: the two differ at item `peer_has`.
    """

    stream: str
    have: int
    peer_has: int


SenderInput = Ack | Appended | Connected | Tick
SenderOutput = Send | Acked | Rewound | Conflict
ReceiverInput = Hello | Data | Committed | Aborted | Tick
ReceiverOutput = Send | Deliver | Conflict


class Sender:
    """Sends the items of one stream from `last` items on disk, `read(seq)` giving the bytes of any of them.

    `acked` may be lower than the truth (0 if nobody kept it): the answer to the first `Hello` puts it right.
    """

    def __init__(
        self,
        stream: str,
        read: Callable[[int], bytes],
        *,
        last: int = 0,
        acked: int = 0,
        window: int = WINDOW_ITEMS,
        retry_ns: int = RETRY_NS,
        retry_max_ns: int = RETRY_MAX_NS,
    ) -> None:
        self.stream = stream
        self.last = last
        self.acked = acked
        self.conflict: Conflict | None = None
        self._read = read
        self._sent = acked
        self._window = window
        self._retry_ns = retry_ns
        self._retry_max_ns = retry_max_ns
        self._wait_ns = retry_ns
        self._greeted = False
        self._due: int | None = 0  # the first step says Hello
        self._repeated_ns: int | None = None

    def deadline(self) -> int | None:
        """When `TICK` is due: the next `Hello` or time-out."""
        return self._due

    def step(self, now_ns: int, given: SenderInput) -> list[SenderOutput]:
        """Take an acknowledgement, the outbox's growth, a new link or the time."""
        out: list[SenderOutput] = []
        if isinstance(given, Ack):
            self._on_ack(now_ns, given, out)
        elif isinstance(given, Appended):
            if given.seq < self.last:
                raise ValueError(f"stream {self.stream}: its outbox shrank from {self.last} to {given.seq} items")
            self.last = given.seq
        elif isinstance(given, Connected):
            self._greeted = False
            self._wait_ns = self._retry_ns
            self._due = now_ns
        if self._due is not None and now_ns >= self._due:
            self._hello(now_ns, out)
        self._pump(now_ns, out)
        return out

    def _hello(self, now_ns: int, out: list[SenderOutput]) -> None:
        self._greeted = False
        out.append(Send(Hello(self.stream, self.last + 1, self.conflict is not None)))
        self._due = now_ns + self._wait_ns
        self._wait_ns = min(2 * self._wait_ns, self._retry_max_ns)

    def _on_ack(self, now_ns: int, ack: Ack, out: list[SenderOutput]) -> None:
        if self.conflict is not None:
            return
        if self._contradicts(ack):
            self.conflict = Conflict(self.stream, self.last, ack.seq)
            out.append(self.conflict)
            self._hello(now_ns, out)
        elif not self._greeted:
            self._on_greeting_answered(ack.seq, out)
        elif ack.seq > self.acked:
            self.acked = ack.seq
            self._sent = max(self._sent, ack.seq)
            self._wait_ns = self._retry_ns
            self._due = None  # set anew by `_pump` while items are in flight
            out.append(Acked(ack.seq))
        elif ack.seq == self.acked and self._sent > ack.seq and self._may_repeat(now_ns):
            # The receiver says the same twice only when it met a gap: do not wait for the time-out.
            self._sent = ack.seq

    def _contradicts(self, ack: Ack) -> bool:
        """Whether no link can explain this `Ack`. An item is read and checked once: when it is first acknowledged."""
        if ack.seq > self.last:
            return True
        fresh = ack.seq > self.acked or not self._greeted
        return bool(fresh and ack.seq and ack.check and ack.check != check_of(self._read(ack.seq)))

    def _on_greeting_answered(self, seq: int, out: list[SenderOutput]) -> None:
        if seq > self.acked:
            out.append(Acked(seq))
        elif seq < self.acked:
            # Either an old answer, which costs repeated items, or the receiver's disk is an older copy.
            out.append(Rewound(self.acked, seq))
        self._greeted = True
        self.acked = self._sent = seq
        self._wait_ns = self._retry_ns
        self._due = None

    def _may_repeat(self, now_ns: int) -> bool:
        """Once in a time-out at most: every item of a lost window would otherwise bring another window."""
        if self._repeated_ns is not None and now_ns < self._repeated_ns + self._retry_ns:
            return False
        self._repeated_ns = now_ns
        return True

    def _pump(self, now_ns: int, out: list[SenderOutput]) -> None:
        if not self._greeted or self.conflict is not None:
            return
        while self._sent < self.last and self._sent - self.acked < self._window:
            self._sent += 1
            out.append(Send(Data(self.stream, self._sent, self._read(self._sent))))
        if self._sent > self.acked and self._due is None:
            self._due = now_ns + self._wait_ns


class Receiver:
    """Receives one stream of which `committed` items are on its disk, the last of them with `check` (empty: not known).

    `limit` bounds what may be delivered and not yet committed; more is dropped and comes again.
    """

    def __init__(self, stream: str, *, committed: int = 0, check: bytes = b"", limit: int = 4 * WINDOW_ITEMS) -> None:
        self.stream = stream
        self.committed = committed
        self.received = committed
        self._check = check
        self._checks: list[bytes] = []  # of what was delivered and is not committed
        self._limit = limit
        self._gap_told = -1

    def deadline(self) -> int | None:
        """None: a receiver only answers."""
        return None

    def step(self, now_ns: int, given: ReceiverInput) -> list[ReceiverOutput]:
        """Take a frame of the sender or word of the commit."""
        if isinstance(given, Data):
            return self._on_data(given)
        if isinstance(given, Hello):
            self._gap_told = -1
            out: list[ReceiverOutput] = [self._ack()]
            if given.behind:
                out.append(Conflict(self.stream, given.next_seq - 1, self.committed))
            return out
        if isinstance(given, Committed):
            return self._on_committed(given.seq)
        if isinstance(given, Aborted):
            self.received = max(self.committed, min(self.received, given.seq - 1))
            del self._checks[self.received - self.committed :]
        return []

    def _ack(self) -> Send:
        return Send(Ack(self.stream, self.committed, self._check))

    def _on_committed(self, seq: int) -> list[ReceiverOutput]:
        if seq > self.received:
            raise ValueError(f"stream {self.stream}: item {seq} was committed and never delivered")
        if seq <= self.committed:
            return []
        self._check = self._checks[seq - self.committed - 1]
        del self._checks[: seq - self.committed]
        self.committed = seq
        return [self._ack()]

    def _on_data(self, given: Data) -> list[ReceiverOutput]:
        if given.seq == self.received + 1:
            if self.received - self.committed >= self._limit:
                return []
            self.received = given.seq
            self._checks.append(check_of(given.body))
            self._gap_told = -1
            return [Deliver(given.seq, given.body)]
        if given.seq <= self.committed:
            return [self._ack()]  # the acknowledgement was lost
        if given.seq > self.received + 1 and self._gap_told != self.received:
            self._gap_told = self.received
            return [self._ack()]
        return []
