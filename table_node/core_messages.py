"""What goes into a node's core and what comes out of it, besides what devices and link say themselves. Values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from firmware_bridge.feig_poller import Reread
from firmware_bridge.lamps import Show
from firmware_bridge.readings import ButtonPressed, DeviceState, Inventory, ShufflerReport
from link.delivery import Send
from rulebook.cards import Card
from rulebook.core import Tick
from rulebook.record import Record
from table_node import taps
from table_node.fusion_felt import Crop
from table_node.uplink import Durable, FromHub, HubAcked, HubChanged, LinkUp
from vision.sightings import CameraState, Look


class Touched(msgspec.Struct, frozen=True, tag=True):
    """Input: the dealer touched the screen or a key: its taps, in order; all of them are taken or none. `token` comes back with
    the answer."""

    taps: tuple[taps.Tap, ...]
    token: int = 0


class WallClock(msgspec.Struct, frozen=True, tag=True):
    """Input: what has to be added to boot time to get Unix time, in ms. Evidence only; nothing is decided by it."""

    offset_ms: int


class Append(msgspec.Struct, frozen=True, tag=True):
    """To the journal: the next record."""

    record: Record


class TookDirective(msgspec.Struct, frozen=True, tag=True):
    """To the journal: the directive of that seq is taken, its records are appended before this."""

    seq: int


class TapAnswered(msgspec.Struct, frozen=True, tag=True):
    """To the console: the touch of that token was taken (`refusal` empty) or why not."""

    token: int
    refusal: str = ""


class DeskChanged(msgspec.Struct, frozen=True, tag=True):
    """The dealer's screen is out of date: `NodeCore.desk` has the new one."""


class Trouble(msgspec.Struct, frozen=True, tag=True):
    """Something for the process's log that is no event of the table. Never holds a card or a tag."""

    text: str


NodeInput = (
    Inventory | ShufflerReport | ButtonPressed | DeviceState | Look | CameraState
    | Touched | WallClock | Durable | FromHub | LinkUp | Tick
)  # fmt: skip
NodeOutput = Append | TookDirective | HubAcked | HubChanged | Send | Reread | Crop | Show | TapAnswered | DeskChanged | Trouble


class Sources(msgspec.Struct, frozen=True):
    """What a core is made of besides code: the deck packs by name (the one in play first), the cut cards' tags, randomness
    (32 bytes a call), the journal's bytes, the public keys (z85) of the two officials to whom each hand's key is sealed."""

    packs: Mapping[str, Mapping[str, Card]]
    new_key: Callable[[], bytes]
    read: Callable[[int], bytes]
    cut_tags: frozenset[str] = frozenset()
    officials: tuple[str, str] | None = None

    def __repr__(self) -> str:
        return f"Sources(packs={sorted(self.packs)})"
