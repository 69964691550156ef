"""Physical keys: edges that bounce in, one press out. Pure.

A press is reported once the contact has been closed for `steady_ms` without a break, with the time of its first edge; the
next press needs a release that was just as steady. A key that stays down says so: it would swallow every later press.
"""

from __future__ import annotations

import msgspec

from firmware_bridge.lines import Tick
from firmware_bridge.readings import ButtonPressed, DeviceState

BUTTONS = ("call_floor", "next_hand", "undo", "deck_change")

MS = 1_000_000
STEADY_MS = 25  # contacts of industrial keys bounce for 5 ms, worn ones for 20
STUCK_MS = 15_000


class Edge(msgspec.Struct, frozen=True):
    """The contact of a key closed (`closed`) or opened."""

    button: str
    closed: bool


class _Key:
    __slots__ = ("changed_ns", "closed", "first_ns", "steady", "stuck")

    def __init__(self) -> None:
        self.closed = False  # the contact, as last heard
        self.steady = False  # the key, after debouncing
        self.changed_ns = -(10**18)  # never
        self.first_ns = 0
        self.stuck = False


ButtonInput = Edge | Tick
ButtonOutput = ButtonPressed | DeviceState


class ButtonDebouncer:
    """Core of all keys of a table: ``step(now_ns, given) -> outputs``, ``deadline()``."""

    def __init__(
        self,
        buttons: tuple[str, ...] = BUTTONS,
        *,
        device: str = "gpio",
        steady_ms: int = STEADY_MS,
        stuck_ms: int = STUCK_MS,
    ) -> None:
        self._keys = {button: _Key() for button in buttons}
        self._device = device
        self._steady_ns = steady_ms * MS
        self._stuck_ns = stuck_ms * MS
        self._now_ns = 0
        self._due_ns: int | None = None

    def deadline(self) -> int | None:
        """When to step with a tick at the latest."""
        return self._due_ns

    def step(self, now_ns: int, given: ButtonInput) -> list[ButtonOutput]:
        """Take one edge. An edge of a button that is not in the plan is a bug of the caller: KeyError."""
        self._now_ns = now_ns = max(now_ns, self._now_ns)
        out: list[ButtonOutput] = []
        self._settle(out)
        if isinstance(given, Edge):
            key = self._keys[given.button]
            if key.closed != given.closed:
                if key.closed == key.steady and now_ns - key.changed_ns >= self._steady_ns:
                    key.first_ns = now_ns  # no bounce of an edge just before
                key.closed, key.changed_ns = given.closed, now_ns
        self._due_ns = min((due for key in self._keys.values() if (due := self._due(key)) is not None), default=None)
        return out

    def _settle(self, out: list[ButtonOutput]) -> None:
        for button, key in self._keys.items():
            if key.closed != key.steady and self._now_ns - key.changed_ns >= self._steady_ns:
                key.steady = key.closed
                if key.steady:
                    out.append(ButtonPressed(key.first_ns, button))
                elif key.stuck:
                    key.stuck = False
                    out.append(DeviceState(self._now_ns, f"{self._device} {button}", "ok", "the key is free again"))
            if key.steady and key.closed and not key.stuck and self._now_ns - key.changed_ns >= self._stuck_ns:
                key.stuck = True
                detail = f"the key has been down for {self._stuck_ns // (1000 * MS)} s; free it or replace it"
                out.append(DeviceState(self._now_ns, f"{self._device} {button}", "fault", detail))

    def _due(self, key: _Key) -> int | None:
        if key.closed != key.steady:
            return key.changed_ns + self._steady_ns
        if key.steady and not key.stuck:
            return key.changed_ns + self._stuck_ns
        return None
