"""What passes between a codec and its line: stamped bytes in, bytes to write out. Shared by every serial device.

A codec never opens anything: the port layer (`ports.py`, or a simulator) steps it with these inputs and carries its
`Write`s out. The `now_ns` of a step is the boot time at which the input arrived at the port, not when it was handled.
"""

from __future__ import annotations

import msgspec


class Tick:
    """The input of a step that only lets time pass (this package knows no other of ours)."""


TICK = Tick()


class Bytes(msgspec.Struct, frozen=True):
    """Bytes as they arrived: any split, any number, possibly damaged."""

    data: bytes


class PortUp(msgspec.Struct, frozen=True):
    """The port was opened; whatever was under way before is lost."""


class PortDown(msgspec.Struct, frozen=True):
    """The port was lost or could not be opened; `reason` is for a person. The port layer keeps trying.

    `asked`: it was closed because we asked for it with `Reopen`; that is no news about the plug.
    """

    reason: str
    asked: bool = False


class Write(msgspec.Struct, frozen=True):
    """Bytes to be written to the port, all of them or none."""

    data: bytes


class Reopen(msgspec.Struct, frozen=True):
    """Close the port and open it again: it looks alive, but nobody answers (a half-open USB port does this)."""

    reason: str


PortInput = Bytes | PortUp | PortDown
PortOutput = Write | Reopen
