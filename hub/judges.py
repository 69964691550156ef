"""Judges' acts on their way to a table (DESIGN 2, one writer per table). PURE.

An act becomes a directive with an id, is made durable, goes down by the delivery protocol, and is pending until the node's
log brings it back as an event with that id. The log is the only witness: nothing else marks an act as done.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hub.entries import DirectiveEntry
from hub.view import ActRefused, DirectiveStatus
from link.messages import Directive
from rulebook.events import (
    AnyEvent,
    FloorAcknowledged,
    FloorAwarded,
    FloorKilled,
    FloorOpened,
    FloorPenalised,
    FloorPicked,
    FloorRestored,
    FloorReturned,
    FloorRuled,
    FloorSurrendered,
    TableSet,
)

JudgesEvent = (
    FloorRuled | FloorPicked | FloorRestored | FloorKilled | FloorSurrendered | FloorReturned | FloorAwarded | FloorPenalised
    | FloorAcknowledged | FloorOpened | TableSet
)  # fmt: skip

DONE_KEPT = 50  # finished acts that the pages still show, a table

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Directive)


def check_act(event: AnyEvent) -> JudgesEvent:
    """The event, if it is one that a judge may cause. Raises `ActRefused`."""
    if not isinstance(event, JudgesEvent):
        word = event.__struct_config__.tag
        raise ActRefused(f"{word} is no act of a judge: it comes from the table's own node")
    return event


def encode_directive(id_: str, event: JudgesEvent) -> bytes:
    """A directive's bytes; the event carries the id too, so that it is known again in the table's log."""
    return _encoder.encode(Directive(id_, msgspec.structs.replace(event, directive=id_)))


def decode_directive(body: bytes) -> Directive:
    """The directive in `body`. Raises `msgspec.DecodeError`."""
    return _decoder.decode(body)


def _about(event: AnyEvent) -> str:
    if isinstance(event, FloorAcknowledged | FloorOpened):
        return event.incident
    if isinstance(event, FloorRuled) and event.about is not None:
        return str(event.about)
    return ""


class Outbox:
    """The directives of one table, in the order of their seq, and which of them the node's log has."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.durable = 0
        self._entries: list[DirectiveEntry] = []
        self._known: set[str] = set()
        self._statuses: dict[str, DirectiveStatus] = {}

    @property
    def statuses(self) -> tuple[DirectiveStatus, ...]:
        """Pending and lately done acts, oldest first."""
        return tuple(self._statuses.values())

    @property
    def pending(self) -> tuple[DirectiveStatus, ...]:
        """Acts that the node's log does not have yet."""
        return tuple(status for status in self._statuses.values() if status.state == "pending")

    def load(self, entries: Iterable[DirectiveEntry]) -> None:
        """Take what the log holds, before its records are folded."""
        for entry in entries:
            self._add(entry, decode_directive(entry.body).event)
            self.durable = entry.seq

    def read(self, seq: int) -> bytes:
        """The bytes of a directive, for the sender."""
        return self._entries[seq - 1].body

    def propose(self, event: AnyEvent, id_: str, wall_ms: int) -> DirectiveEntry | None:
        """The entry to be made durable for this act; None for an id that was given before (a repeated click).

        Raises `ActRefused`.
        """
        act = check_act(event)
        seq = len(self._entries) + 1
        id_ = id_ or f"d{seq}"
        if id_ in self._known:
            return None
        entry = DirectiveEntry(self.table, seq, id_, encode_directive(id_, act), wall_ms)
        self._add(entry, act)
        return entry

    def committed(self, seq: int) -> None:
        """The log has the directives up to `seq`."""
        self.durable = max(self.durable, seq)

    def unsaved(self) -> list[DirectiveEntry]:
        """Proposed and not durable: to be given to the log again after it failed."""
        return self._entries[self.durable :]

    def settle(self, event: AnyEvent) -> DirectiveStatus | None:
        """A record came from the node: the act that it answers, now done; None if it answers none."""
        id_ = getattr(event, "directive", "")
        status = self._statuses.get(id_) if id_ else None
        if status is None or status.state == "done":
            return None
        status = self._statuses[id_] = msgspec.structs.replace(status, state="done")
        done = [key for key, value in self._statuses.items() if value.state == "done"]
        for key in done[:-DONE_KEPT]:
            del self._statuses[key]
        return status

    def _add(self, entry: DirectiveEntry, event: AnyEvent) -> None:
        self._entries.append(entry)
        self._known.add(entry.id)
        word = str(event.__struct_config__.tag)
        self._statuses[entry.id] = DirectiveStatus(entry.id, self.table, word, _about(event), "pending", entry.wall_ms)
