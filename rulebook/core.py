"""The one shape of everything that decides (DESIGN 2): ``step(now_ns, input) -> outputs`` and ``deadline() -> ns | None``.

Time is an argument. The caller steps a core with every input as it comes, and with `TICK` once its deadline has passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

InputT = TypeVar("InputT", contravariant=True)
OutputT = TypeVar("OutputT", covariant=True)


class Tick:
    """The input of a step that only lets time pass."""


TICK = Tick()


class Core(Protocol[InputT, OutputT]):
    """A machine without a clock."""

    def step(self, now_ns: int, given: InputT | Tick) -> Sequence[OutputT]:
        """Take one input at boot time `now_ns`; return what is to be done, in order."""
        ...

    def deadline(self) -> int | None:
        """When the core wants to be stepped with `TICK` at the latest, in ns of boot time; None: never by itself."""
        ...
