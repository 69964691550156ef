"""The node's end of the link: records go up once they are on disk, directives come down and are taken once. Pure.

Joins `link.endpoint` to the journal: what is sent is read from it, what is acknowledged was committed to it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from link.delivery import Acked, Appended, Committed, Conflict, Connected, Deliver, Receiver, Rewound, Send, Sender
from link.endpoint import DIRECTIVES, NO_CLAIM, RECORDS, Claimed, Endpoint, EndpointInput, Given, PeerBack, PeerLost
from link.messages import Directive, Frame
from rulebook.core import TICK, Tick


class FromHub(msgspec.Struct, frozen=True, tag=True):
    """Input: a frame of the hub."""

    frame: Frame


class LinkUp(msgspec.Struct, frozen=True, tag=True):
    """Input: the link to the hub is new."""


class Durable(msgspec.Struct, frozen=True, tag=True):
    """Input: the journal has committed everything up to these seqs."""

    records: int
    directives: int


class Came(msgspec.Struct, frozen=True, tag=True):
    """From the uplink: the next directive; None: its bytes are none (it is taken and passed over, and said so)."""

    seq: int
    directive: Directive | None


class HubAcked(msgspec.Struct, frozen=True, tag=True):
    """From the uplink: the hub has the records up to here on its disk."""

    seq: int


class HubChanged(msgspec.Struct, frozen=True, tag=True):
    """From the uplink: the hub is heard, or no more; `trouble`: what cannot be right, for a person."""

    online: bool
    trouble: str = ""


UplinkInput = FromHub | LinkUp | Durable | Tick
UplinkOutput = Send | Came | HubAcked | HubChanged

_directive = msgspec.json.Decoder(Directive)


def encode_directive(directive: Directive) -> bytes:
    """The bytes of a directive on the stream."""
    return msgspec.json.encode(directive)


class Uplink:
    """`read` gives the bytes of a record; `last`, `acked` and `directives` are the journal's. `claim` says what the node's
    own fold has found, for the heartbeat."""

    def __init__(
        self,
        read: Callable[[int], bytes],
        *,
        last: int = 0,
        acked: int = 0,
        directives: int = 0,
        claim: Callable[[], Claimed] = lambda: NO_CLAIM,
    ) -> None:
        sender = Sender(RECORDS, read, last=last, acked=acked)
        receiver = Receiver(DIRECTIVES, committed=directives)
        self._endpoint = Endpoint(sender, receiver, speaks_first=True, claim=claim)
        self._records = last
        self._taken = directives

    @property
    def online(self) -> bool:
        """Whether the hub is heard."""
        return self._endpoint.online

    @property
    def durable(self) -> int:
        """The last record that the journal has on its disk."""
        return self._records

    @property
    def behind(self) -> int:
        """How many records the hub has not acknowledged."""
        return self._endpoint.sender.last - self._endpoint.sender.acked

    def deadline(self) -> int | None:
        """See `rulebook.core`."""
        return self._endpoint.deadline()

    def step(self, now_ns: int, given: UplinkInput) -> list[UplinkOutput]:
        """See `rulebook.core`."""
        out: list[UplinkOutput] = []
        for item in self._inputs(given):
            for made in self._endpoint.step(now_ns, item):
                match made:
                    case Send():
                        out.append(made)
                    case Deliver(seq, body):
                        out.append(Came(seq, _read(body)))
                    case Acked(seq):
                        out.append(HubAcked(seq))
                    case PeerBack():
                        out.append(HubChanged(True))
                    case PeerLost():
                        out.append(HubChanged(False))
                    case Conflict() | Rewound():
                        out.append(HubChanged(self.online, _trouble(made)))
        return out

    def _inputs(self, given: UplinkInput) -> list[EndpointInput]:
        match given:
            case FromHub(frame):
                return [Given(frame)]
            case LinkUp():
                return [Connected()]
            case Durable(records, directives):
                inputs: list[EndpointInput] = []
                if records > self._records:
                    self._records = records
                    inputs.append(Appended(records))
                if directives > self._taken:
                    self._taken = directives
                    inputs.append(Committed(directives))
                return inputs
            case _:
                return [TICK]


def _read(body: bytes) -> Directive | None:
    try:
        return _directive.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _trouble(made: Conflict | Rewound) -> str:
    if isinstance(made, Rewound):
        return f"the hub had records up to {made.was} and now says {made.now}: its log was restored from a copy; sending again"
    return (
        f"the peer has {made.peer_has} items of stream {made.stream}, this side {made.have}: a disk lost items or was copied;"
        " nothing is sent until the right journal is back"
    )
