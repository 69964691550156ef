"""What is kept of one tag at one antenna, and what the sense of tags says (`table_node.fusion_tags`). Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from firmware_bridge.feig_poller import Reread

MEMORY = 14  # looks of one antenna that are compared


@dataclass
class TagReads:
    """One tag at one antenna: since when, how often."""

    first_ns: int
    last_ns: int
    not_before_ns: int
    looks: deque[tuple[int, bool]] = field(default_factory=lambda: deque(maxlen=MEMORY))  # when, and whether it answered
    hits: int = 1
    stale: bool = False  # it lay there before the hand began

    def rate(self, since_ns: int = 0) -> float:
        """How often it answered of the looks since that moment."""
        looks = [answered for at, answered in self.looks if at >= since_ns]
        return sum(looks) / len(looks) if looks else 0.0

    def count(self, since_ns: int) -> int:
        """How many looks there were."""
        return sum(at >= since_ns for at, _ in self.looks)


@dataclass(frozen=True)
class TagArrived:
    """A tag was confirmed at an antenna. The interval runs from the last look without it to the first with it."""

    uid: str = field(repr=False)
    zone: str
    not_before_ns: int
    not_after_ns: int
    heard: tuple[str, ...] = ()  # other antennas that heard it meanwhile


@dataclass(frozen=True)
class TagTwice:
    """A tag is read at two places nearly always: a clone, or a reader that hears a ghost."""

    uid: str = field(repr=False)
    zones: tuple[str, str]


@dataclass(frozen=True)
class TagUnsure:
    """Two antennas quarrel over a tag (`zones`), or have settled it (`zones` empty)."""

    uid: str = field(repr=False)
    zones: tuple[str, ...]


Sensed = TagArrived | TagTwice | TagUnsure | Reread
