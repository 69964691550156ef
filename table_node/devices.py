"""The device codecs of one table side by side: bytes and edges in, readings, bytes and lights out. Opens nothing.

The shell (`table_node.equipment`) carries bytes between these cores and the ports; here is only which core is on which line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from firmware_bridge.buttons import ButtonDebouncer, Edge
from firmware_bridge.feig_poller import FeigPoller, Reread
from firmware_bridge.lamps import LampPlayer, Lights, Show
from firmware_bridge.lines import TICK, PortInput, Reopen, Write
from firmware_bridge.readings import ButtonPressed, DeviceState, Inventory, Reading, ShufflerReport
from firmware_bridge.shuffler_link import ShufflerLink

SHUFFLER = "shuffler"


class OnLine(msgspec.Struct, frozen=True):
    """Something came on a serial line."""

    line: str
    given: PortInput


class Carry(msgspec.Struct, frozen=True):
    """Give this to the port of that line."""

    line: str
    output: Write | Reopen


DevicesOutput = Reading | Carry | Lights


class Devices:
    """`readers`: line -> the antennas of the reader on it. `shuffler`: whether there is one. `buttons`: the keys."""

    def __init__(self, readers: Mapping[str, Sequence[str]], *, shuffler: bool = False, buttons: Sequence[str] = ()) -> None:
        self._pollers = {line: FeigPoller(tuple(antennas), device=line) for line, antennas in readers.items()}
        self._line_of = {antenna: line for line, antennas in readers.items() for antenna in antennas}
        self._shuffler = ShufflerLink(SHUFFLER) if shuffler else None
        self._keys = ButtonDebouncer(tuple(buttons)) if buttons else None
        self._lamps = LampPlayer()

    def deadline(self) -> int | None:
        """See `rulebook.core`."""
        cores = [*self._pollers.values(), self._lamps, *(one for one in (self._shuffler, self._keys) if one is not None)]
        return min((due for core in cores if (due := core.deadline()) is not None), default=None)

    def step(self, now_ns: int, given: OnLine | Edge | Reread | Show | None = None) -> list[DevicesOutput]:
        """Take one input; None only lets time pass."""
        out: list[DevicesOutput] = []
        match given:
            case OnLine(line, arrived):
                if line == SHUFFLER and self._shuffler is not None:
                    self._sort(line, self._shuffler.step(now_ns, arrived), out)
                elif line in self._pollers:
                    self._sort(line, self._pollers[line].step(now_ns, arrived), out)
            case Reread(antenna):
                line = self._line_of.get(antenna, "")
                if line:
                    self._sort(line, self._pollers[line].step(now_ns, given), out)
            case Edge():
                if self._keys is not None:
                    self._sort("", self._keys.step(now_ns, given), out)
            case Show():
                out += self._lamps.step(now_ns, given)
            case _:
                self._tick(now_ns, out)
        return out

    def _tick(self, now_ns: int, out: list[DevicesOutput]) -> None:
        for line, poller in self._pollers.items():
            if _is_due(poller.deadline(), now_ns):
                self._sort(line, poller.step(now_ns, TICK), out)
        if self._shuffler is not None and _is_due(self._shuffler.deadline(), now_ns):
            self._sort(SHUFFLER, self._shuffler.step(now_ns, TICK), out)
        if self._keys is not None and _is_due(self._keys.deadline(), now_ns):
            self._sort("", self._keys.step(now_ns, TICK), out)
        if _is_due(self._lamps.deadline(), now_ns):
            out += self._lamps.step(now_ns, TICK)

    def _sort(
        self,
        line: str,
        made: Sequence[Write | Reopen | Inventory | ShufflerReport | ButtonPressed | DeviceState],
        out: list[DevicesOutput],
    ) -> None:
        for item in made:
            if isinstance(item, Write | Reopen):
                out.append(Carry(line, item))
            elif isinstance(item, DeviceState) and line in self._pollers:
                # An antenna's state is told by the antenna's name, whichever reader it hangs on.
                antenna = item.device.removeprefix(f"{line} ")
                device = f"rfid {antenna}" if antenna in self._line_of else item.device
                out.append(msgspec.structs.replace(item, device=device))
            else:
                out.append(item)


def _is_due(due_ns: int | None, now_ns: int) -> bool:
    return due_ns is not None and due_ns <= now_ns
