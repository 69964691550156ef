"""What node and hub say to each other beneath the records: delivery frames and directives."""

from __future__ import annotations

import msgspec

from rulebook.events import AnyEvent


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True, gc=False):
    """First word of a sender after a (re)start, a reconnect or a time-out: the stream it sends and the seq that it would
    append next. `behind`: the receiver has acknowledged more than the sender still has, so its disk lost items or a copy of
    it runs elsewhere; it sends nothing until a person has looked.
    """

    stream: str
    next_seq: int
    behind: bool = False


class Data(msgspec.Struct, frozen=True, tag="data", forbid_unknown_fields=True, gc=False):
    """One item of a stream: its seq (from 1, for ever) and its bytes."""

    stream: str
    seq: int
    body: bytes


class Ack(msgspec.Struct, frozen=True, tag="ack", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Everything up to and including `seq` is durable at the receiver (cumulative). Sent after its commit alone.

    `check` is `delivery.check_of` the item `seq` as the receiver has it (empty: it does not know it any more): a sender whose
    own item differs has another history than its receiver.
    """

    stream: str
    seq: int
    check: bytes = b""


class Beat(msgspec.Struct, frozen=True, tag="beat", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Application heartbeat. A node's says what its own fold has found, for the hub to compare with its own: `digest` is
    `rulebook.digest.digest` after record `seq`, its last durable one (empty: nothing to compare).
    """

    at_ms: int
    seq: int = 0
    digest: bytes = b""


Frame = Hello | Data | Ack | Beat


class Arrived(msgspec.Struct, frozen=True, tag=True, gc=False):
    """At the hub: a frame of the peer whose public key is `key`: proved by CURVE, not claimed."""

    key: str
    frame: Frame


class Refused(msgspec.Struct, frozen=True, tag=True):
    """At the hub: the door turned a peer away: its public key in z85 ("" if it has none) and the address that it came from."""

    key: str
    address: str


class Directive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A judge's act (or a table setting) on its way down: the event that the node is to append, with its id."""

    id: str
    event: AnyEvent
