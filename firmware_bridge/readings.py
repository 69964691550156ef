"""What devices say, without a word of poker. Times are boot time in nanoseconds, stamped where the bytes arrived."""

from __future__ import annotations

from typing import Literal

import msgspec


class Inventory(msgspec.Struct, frozen=True, tag=True):
    """One complete look through one antenna: the tags that answered. An empty set is silence, which counts.

    `antenna` is the name given in the configuration (``seat 3``, ``board``, ``burns``, ``muck``). A look that failed
    (corrupt reply, time-out) is no Inventory but a `DeviceState`: it counts for nothing.
    """

    at_ns: int
    began_ns: int
    antenna: str
    tags: frozenset[str]  # UIDs, 16 upper-case hex digits


class ShufflerReport(msgspec.Struct, frozen=True, tag=True):
    """One report of the shuffler; `kind` is one of the protocol's words, never a card's identity or order."""

    at_ns: int
    seq: int
    kind: Literal["state", "button", "cycle_begun", "cycle_ended", "ejected", "door", "power", "about"]
    state: str = ""
    count: int | None = None
    verdict: str = ""
    detail: str = ""


class ButtonPressed(msgspec.Struct, frozen=True, tag=True):
    """A physical key: call_floor, next_hand, undo, deck_change."""

    at_ns: int
    button: str


class DeviceState(msgspec.Struct, frozen=True, tag=True):
    """A device failed or came back. `state`: ok, silent, garbage, unplugged, refused, fault, security.

    `detail` says for a person what is wrong and what to do; it never quotes tag bytes.
    """

    at_ns: int
    device: str  # "rfid", "rfid seat 3", "shuffler", "camera", "gpio"
    state: str
    detail: str = ""


Reading = Inventory | ShufflerReport | ButtonPressed | DeviceState
