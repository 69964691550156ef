"""Both streams and the heartbeat of one peer, as one core: what a node has for its hub and a hub for each of its tables.

Heartbeats are the application's: libzmq's own can abort the process when a queue is full (DESIGN 7).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from link.delivery import MS, Aborted, Acked, Appended, Committed, Conflict, Connected, Deliver, Receiver, Rewound, Send, Sender
from link.messages import Ack, Beat, Data, Frame, Hello
from rulebook.core import TICK, Tick

RECORDS = "records"  # up: what happened at the table
DIRECTIVES = "directives"  # down: judges' acts and table settings

BEAT_NS = 1_000 * MS
LOST_NS = 3_500 * MS  # three beats missed, and half a one for delay


class PeerLost(msgspec.Struct, frozen=True, tag=True):
    """Nothing was heard of the peer for `LOST_NS`, or nothing ever. The shell may open the link anew."""


class PeerBack(msgspec.Struct, frozen=True, tag=True):
    """The peer is heard (again)."""


class Claimed(msgspec.Struct, frozen=True, tag=True):
    """The peer's heartbeat says what its own fold found after record `seq` (see `link.messages.Beat`)."""

    seq: int
    digest: bytes


NO_CLAIM = Claimed(0, b"")


class Given(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Input: a frame came from the peer."""

    frame: Frame


EndpointInput = Given | Appended | Committed | Aborted | Connected | Tick
EndpointOutput = Send | Deliver | Acked | Rewound | Conflict | PeerLost | PeerBack | Claimed


class Endpoint:
    """One peer: a `Sender` down or up, a `Receiver` for the other way, and the heartbeat.

    `speaks_first` is True at the node, which connects; a hub has nowhere to send before the node has spoken.
    `claim` is asked at every heartbeat for what it shall say. `strays` counts frames of streams that are not ours (dropped).
    """

    def __init__(
        self,
        sender: Sender,
        receiver: Receiver,
        *,
        speaks_first: bool,
        claim: Callable[[], Claimed] = lambda: NO_CLAIM,
        beat_ns: int = BEAT_NS,
        lost_ns: int = LOST_NS,
    ) -> None:
        self.sender = sender
        self.receiver = receiver
        self.online = False
        self.heard_ns: int | None = None
        self.strays = 0
        self._speaks = speaks_first
        self._always_speaks = speaks_first
        self._claim = claim
        self._beat_ns = beat_ns
        self._lost_ns = lost_ns
        self._beat_due = 0

    def deadline(self) -> int | None:
        """The next beat, time-out or loss. None: a hub that waits for its node."""
        due = self._beat_due if self._speaks else None
        if due is not None and (sender := self.sender.deadline()) is not None and sender < due:
            due = sender
        if self.online and self.heard_ns is not None and (due is None or self.heard_ns + self._lost_ns < due):
            due = self.heard_ns + self._lost_ns
        return due

    def step(self, now_ns: int, given: EndpointInput) -> list[EndpointOutput]:
        """Take a frame, word of a commit or of the outbox, a new link, or the time."""
        out: list[EndpointOutput] = []
        if isinstance(given, Given):
            self._hear(now_ns, out)
            self._on_frame(now_ns, given.frame, out)
        elif isinstance(given, Committed | Aborted):
            out += self.receiver.step(now_ns, given)
        elif isinstance(given, Appended) and not self._speaks:
            self.sender.last = given.seq  # said once the node has spoken
        elif isinstance(given, Appended | Connected):
            out += self.sender.step(now_ns, given)
        self._let_pass(now_ns, out)
        return out

    def _hear(self, now_ns: int, out: list[EndpointOutput]) -> None:
        self.heard_ns = now_ns
        if not self.online:
            self.online = True
            self._speaks = True
            out.append(PeerBack())
            out += self.sender.step(now_ns, Connected())

    def _on_frame(self, now_ns: int, frame: Frame, out: list[EndpointOutput]) -> None:
        if isinstance(frame, Ack) and frame.stream == self.sender.stream:
            out += self.sender.step(now_ns, frame)
        elif isinstance(frame, Hello | Data) and frame.stream == self.receiver.stream:
            out += self.receiver.step(now_ns, frame)
            if isinstance(frame, Hello) and self._always_speaks:
                # The hub may have been restarted from an older log: ask where it stands. Only one side does so, or two
                # greetings would call for each other for ever.
                out += self.sender.step(now_ns, Connected())
        elif not isinstance(frame, Beat):
            self.strays += 1
        elif frame.digest:
            out.append(Claimed(frame.seq, frame.digest))

    def _let_pass(self, now_ns: int, out: list[EndpointOutput]) -> None:
        if self.online and self.heard_ns is not None and now_ns >= self.heard_ns + self._lost_ns:
            self.online = False
            self._speaks = self._always_speaks
            out.append(PeerLost())
        if not self._speaks:
            return
        due = self.sender.deadline()
        if due is not None and now_ns >= due:
            out += self.sender.step(now_ns, TICK)
        if any(isinstance(item, Send) for item in out):
            self._beat_due = now_ns + self._beat_ns  # any frame tells the peer that we live
        elif now_ns >= self._beat_due:
            claim = self._claim()
            out.append(Send(Beat(now_ns // MS, claim.seq, claim.digest)))
            self._beat_due = now_ns + self._beat_ns
