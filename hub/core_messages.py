"""What goes into the hub's core and what comes out of it, besides what the pages and the stream define. Values only. PURE."""

from __future__ import annotations

import msgspec

from hub.entries import Entry
from hub.stream import Picture
from hub.view import Change
from link.messages import Arrived, Frame, Refused
from rulebook.core import Tick
from rulebook.events import AnyEvent


class TableKey(msgspec.Struct, frozen=True):
    """A configured table: its name, its node's public key, whether the stream may show it."""

    name: str
    key: str
    stream: bool = True


class JudgeAct(msgspec.Struct, frozen=True, tag=True):
    """Input: a judge's act (`floor_…`) or a table setting. `id` identifies it; empty: the core numbers it."""

    table: str
    event: AnyEvent
    id: str = ""


class Written(msgspec.Struct, frozen=True, tag=True):
    """Input: the log has these entries, all of them, on its disk."""

    entries: tuple[Entry, ...]


class WriteFailed(msgspec.Struct, frozen=True, tag=True):
    """Input: the log has none of these entries; `reason` is for a person."""

    entries: tuple[Entry, ...]
    reason: str


class Send(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Output: give this frame to the peer with this public key, if it is there."""

    key: str
    frame: Frame


class Write(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Output: make this entry durable, then step `Written` or `WriteFailed`."""

    entry: Entry


class Noted(msgspec.Struct, frozen=True, tag=True):
    """Output: one line for the process's log."""

    table: str
    text: str


CoreInput = Arrived | Refused | JudgeAct | Written | WriteFailed | Tick
CoreOutput = Send | Write | Change | Picture | Noted
