"""The stack light and the buzzer as patterns in time. Pure.

Colours after IEC 60073: red stop or a judge is coming, amber check, green go on, blue do something. Never colour alone: each
pattern also has a rhythm of its own, and those that interrupt the dealer a sound. Nothing flashes faster than 3 Hz (WCAG
2.3.1: photosensitive seizures). A pattern may never depend on a hidden card; that is the caller's duty, so the names are few.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from firmware_bridge.lines import Tick

MS = 1_000_000
Pattern = Literal["go", "check", "stop", "do", "off"]
Colour = Literal["red", "amber", "green", "blue"]


class Lights(msgspec.Struct, frozen=True):
    """What the outputs are to be: at most one colour, and the buzzer."""

    colour: Colour | None = None
    buzzer: bool = False


class Show(msgspec.Struct, frozen=True):
    """Play this pattern from its beginning; the one that plays already goes on undisturbed."""

    pattern: Pattern


class Phase(msgspec.Struct, frozen=True):
    """A part of a pattern; `ms` is 0 for one that lasts."""

    ms: int
    lit: bool
    buzzer: bool = False


class Rhythm(msgspec.Struct, frozen=True):
    """The intro is played once, the cycle for ever."""

    colour: Colour | None
    intro: tuple[Phase, ...]
    cycle: tuple[Phase, ...]


PATTERNS: dict[Pattern, Rhythm] = {
    "off": Rhythm(None, (), (Phase(0, lit=False),)),
    "go": Rhythm("green", (), (Phase(0, lit=True),)),  # steady: nothing is asked
    "do": Rhythm("blue", (), (Phase(1_500, lit=True), Phase(300, lit=False))),  # long on, short off
    "check": Rhythm("amber", (Phase(120, lit=True, buzzer=True),), (Phase(500, lit=True), Phase(500, lit=False))),  # 1 Hz
    "stop": Rhythm(
        "red",
        (Phase(300, lit=True, buzzer=True), Phase(150, lit=True), Phase(300, lit=True, buzzer=True)),
        (Phase(200, lit=True), Phase(200, lit=False), Phase(200, lit=True), Phase(600, lit=False)),  # double flash
    ),
}  # fmt: skip

LampInput = Show | Tick


class LampPlayer:
    """Core of the stack light: ``step(now_ns, given) -> lights that changed``, ``deadline()``."""

    def __init__(self) -> None:
        self._pattern: Pattern = "off"
        self._queue: tuple[Phase, ...] = PATTERNS["off"].cycle
        self._at = 0
        self._until_ns: int | None = None
        self._lights = Lights()

    def deadline(self) -> int | None:
        """When the next part of the pattern begins; None while it lasts."""
        return self._until_ns

    def step(self, now_ns: int, given: LampInput) -> list[Lights]:
        """Take one input; return the outputs where they changed."""
        if isinstance(given, Show):
            if given.pattern == self._pattern:
                return []
            self._pattern = given.pattern
            rhythm = PATTERNS[given.pattern]
            self._queue, self._at = rhythm.intro or rhythm.cycle, 0
            self._begin(now_ns)
        elif self._until_ns is not None and now_ns >= self._until_ns:
            # Late by more than a cycle (the machine slept): start over from now, nobody counts flashes.
            began_ns = self._until_ns if now_ns - self._until_ns < 1_000 * MS else now_ns
            self._at += 1
            if self._at == len(self._queue):
                self._queue, self._at = PATTERNS[self._pattern].cycle, 0
            self._begin(began_ns)
        return self._changed()

    def _begin(self, began_ns: int) -> None:
        phase = self._queue[self._at]
        self._until_ns = began_ns + phase.ms * MS if phase.ms else None

    def _changed(self) -> list[Lights]:
        phase = self._queue[self._at]
        lights = Lights(PATTERNS[self._pattern].colour if phase.lit else None, phase.buzzer)
        if lights == self._lights:
            return []
        self._lights = lights
        return [lights]
