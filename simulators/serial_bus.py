"""The devices of one table on in-memory serial lines, in virtual time: truth goes in, readings come out of the real codecs.

`SerialBus` is a heap of deadlines. Whoever runs the table steps it up to a moment and takes the readings in order; nothing
of it knows a clock. What happens on the felt is told by a `Scene`, what happens in the shuffler by its simulator's acts.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.buttons import ButtonDebouncer, Edge
from firmware_bridge.feig_poller import ANTENNAS, FeigPoller, Reread
from firmware_bridge.lines import TICK, Bytes, PortDown, PortUp, Reopen, Tick, Write
from firmware_bridge.readings import Reading
from firmware_bridge.shuffler_link import ShufflerLink
from simulators.feig_sim import FeigReaderSim
from simulators.felt_tags import FeltTags, break_device
from simulators.scene import Scene
from simulators.shuffler_sim import ShufflerSim
from simulators.wires import Wire, perfect

MS = 1_000_000
REOPEN_MS = 100  # how long the port layer takes to close and open a port
PRESS_MS, BOUNCE_MS = 120, 2


class _Codec(Protocol):
    def step(self, now_ns: int, given: Bytes | PortUp | PortDown | Tick) -> list[object]: ...

    def deadline(self) -> int | None: ...


class _Line:
    """One in-memory line: a codec at one end, a device at the other, and what is on its way to the codec."""

    def __init__(self, codec: _Codec, device: Callable[[int, bytes], list[tuple[int, bytes]]], wire: Wire) -> None:
        self.codec = codec
        self.device = device
        self.wire = wire
        self.plugged = False
        self.reopened = 0
        self.arrivals: list[tuple[int, int, Bytes | PortUp | PortDown]] = []
        self._order = 0

    def deliver(self, due_ns: int, given: Bytes | PortUp | PortDown) -> None:
        self._order += 1
        heapq.heappush(self.arrivals, (due_ns, self._order, given))

    def send(self, due_ns: int, data: bytes) -> None:
        for arrives_ns, part in self.wire(due_ns, data):
            self.deliver(arrives_ns, Bytes(part))

    def next_ns(self) -> int | None:
        due = self.codec.deadline()
        if self.arrivals and (due is None or self.arrivals[0][0] <= due):
            return self.arrivals[0][0]
        return due

    def advance(self, until_ns: int, readings: list[Reading]) -> None:
        """Run this line alone up to `until_ns`."""
        codec, arrivals = self.codec, self.arrivals
        while True:
            due = codec.deadline()
            if arrivals and (due is None or arrivals[0][0] <= due):
                at_ns, _, given = arrivals[0]
                if at_ns > until_ns:
                    return
                heapq.heappop(arrivals)
                self.carry(at_ns, codec.step(at_ns, given), readings)
            elif due is not None and due <= until_ns:
                self.carry(due, codec.step(due, TICK), readings)
            else:
                return

    def carry(self, at_ns: int, outputs: list[object], readings: list[Reading]) -> None:
        for output in outputs:
            if isinstance(output, Write):
                if self.plugged:
                    for due_ns, data in self.device(at_ns, output.data):
                        self.send(due_ns, data)
            elif isinstance(output, Reopen):
                if self.plugged:
                    self.reopened += 1
                    self.deliver(at_ns, PortDown("closed to be opened again", asked=True))
                    self.deliver(at_ns + REOPEN_MS * MS, PortUp())
            else:
                readings.append(output)  # type: ignore[arg-type]


class SerialBus:
    """Reader, shuffler and keys of one table. All ports are open from `start_ns` on."""

    def __init__(
        self,
        *,
        antennas: tuple[str, ...] = ANTENNAS,
        seed: int = 0,
        start_ns: int = 0,
        piles: dict[str, int] | None = None,
        reader: FeigReaderSim | None = None,
        rfid_wire: Wire = perfect,
        shuffler_wire: Wire = perfect,
    ) -> None:
        self.now_ns = start_ns
        self.reader = reader or FeigReaderSim(antennas, seed=seed)
        self.shuffler = ShufflerSim(seed=seed)
        self.poller = FeigPoller(antennas)
        self.link = ShufflerLink()
        self.keys = ButtonDebouncer()
        self._tags = FeltTags(self.reader, antennas, piles)
        self._lines = {
            "rfid": _Line(self.poller, self.reader.receive, rfid_wire),  # type: ignore[arg-type]
            "shuffler": _Line(self.link, self._to_shuffler, shuffler_wire),  # type: ignore[arg-type]
        }
        self._edges: list[tuple[int, str, bool]] = []
        for device in self._lines:
            self.plug(device)

    # ---- what happens ----

    def show(self, scene: Scene) -> None:
        """The felt looks like this from now on."""
        self._tags.show(scene)

    def machine(self, data: bytes) -> None:
        """Reports of the shuffler's simulator go onto its line: ``bus.machine(bus.shuffler.eject())``."""
        if data and self._lines["shuffler"].plugged:
            self._lines["shuffler"].send(self.now_ns + 2 * MS, data)

    def press(self, button: str) -> None:
        """Somebody presses a key, and its contact bounces."""
        for after_ms, closed in ((0, True), (BOUNCE_MS, False), (2 * BOUNCE_MS, True), (PRESS_MS, False)):
            heapq.heappush(self._edges, (self.now_ns + after_ms * MS, button, closed))

    def reread(self, antenna: str) -> list[Reading]:
        """The table asks for another look through this antenna."""
        readings: list[Reading] = []
        line = self._lines["rfid"]
        line.carry(self.now_ns, self.poller.step(self.now_ns, Reread(antenna)), readings)  # type: ignore[arg-type]
        return readings

    def fault(self, device: str, kind: str, tag: str | None = None) -> None:
        """See `felt_tags.break_device`."""
        break_device(self, device, kind, tag)

    def unplug(self, device: str) -> None:
        """The plug of ``rfid`` or ``shuffler`` is pulled: what was on the line is lost."""
        line = self._lines[device]
        line.plugged = False
        line.arrivals.clear()
        line.deliver(self.now_ns, PortDown("the plug is out"))

    def plug(self, device: str) -> None:
        """The plug is put in."""
        line = self._lines[device]
        if line.plugged:
            return
        line.plugged = True
        if device == "rfid":
            self.reader.power_up()
        line.deliver(self.now_ns, PortUp())

    def reopened(self, device: str) -> int:
        """How often the codec of ``rfid`` or ``shuffler`` had its port closed and opened again."""
        return self._lines[device].reopened

    # ---- time ----

    def deadline(self) -> int | None:
        """When something happens next."""
        dues = [due for line in self._lines.values() if (due := line.next_ns()) is not None]
        if self._edges:
            dues.append(self._edges[0][0])
        if (due := self.keys.deadline()) is not None:
            dues.append(due)
        return min(dues, default=None)

    def advance(self, until_ns: int) -> list[Reading]:
        """Let time run to `until_ns`; return the readings in the order of their times."""
        readings: list[Reading] = []
        for line in self._lines.values():
            line.advance(until_ns, readings)
        self._advance_keys(until_ns, readings)
        self.now_ns = max(self.now_ns, until_ns)
        readings.sort(key=lambda reading: reading.at_ns)
        return readings

    def _advance_keys(self, until_ns: int, readings: list[Reading]) -> None:
        while True:
            due = self.keys.deadline()
            if self._edges and (due is None or self._edges[0][0] <= due):
                if self._edges[0][0] > until_ns:
                    return
                at_ns, button, closed = heapq.heappop(self._edges)
                readings += self.keys.step(at_ns, Edge(button, closed))
            elif due is not None and due <= until_ns:
                readings += self.keys.step(due, TICK)
            else:
                return

    def _to_shuffler(self, now_ns: int, data: bytes) -> list[tuple[int, bytes]]:
        answers = self.shuffler.receive(data)
        return [(now_ns + 5 * MS, answers)] if answers else []
