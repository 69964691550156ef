"""One table's serial devices behind one interface, however they are carried: in memory or on real ptys."""

from __future__ import annotations

import queue
import time
from pathlib import Path
from typing import Protocol

from firmware_bridge.feig_poller import FeigPoller, PollerInput
from firmware_bridge.lines import TICK, Reopen, Write
from firmware_bridge.ports import PortSettings, SerialPort, boot_ns
from firmware_bridge.readings import Reading
from firmware_bridge.shuffler_link import LinkInput, ShufflerLink
from simulators.feig_sim import FeigReaderSim, ReaderTiming
from simulators.serial_bus import SerialBus
from simulators.serial_devices import SerialDevices
from simulators.shuffler_sim import ShufflerSim

FAST = ReaderTiming(baud=2_000_000, latency_ms=0.1, inventory_ms=0.2, tag_ms=0.1, rf_reset_ms=1.0)
S = 1_000_000_000


class Bench(Protocol):
    """What a contract test may do."""

    reader: FeigReaderSim
    shuffler: ShufflerSim

    def run(self, seconds: float) -> list[Reading]:
        """Let time pass; return what was read."""

    def machine(self, data: bytes) -> None:
        """Reports of the shuffler go onto its line."""

    def unplug(self, device: str) -> None:
        """Pull a plug."""

    def plug(self, device: str) -> None:
        """Put it back."""

    def close(self) -> None:
        """End it."""


class MemoryBench(SerialBus):
    """Virtual time."""

    def __init__(self) -> None:
        super().__init__(reader=FeigReaderSim(timing=FAST))

    def run(self, seconds: float) -> list[Reading]:
        return self.advance(self.now_ns + int(seconds * S))

    def close(self) -> None:
        """Nothing is open."""


class PtyBench:
    """Real ptys, pyserial, threads and real time; the loop is the node's in small."""

    def __init__(self, folder: Path) -> None:
        self.devices = SerialDevices(folder, timing=FAST, clock=boot_ns)
        self.reader = self.devices.reader
        self.shuffler = self.devices.shuffler
        self.machine = self.devices.machine
        self.unplug = self.devices.unplug
        self.plug = self.devices.plug
        self._queue: queue.Queue[tuple[str, int, PollerInput | LinkInput]] = queue.Queue(10_000)
        self._cores: dict[str, FeigPoller | ShufflerLink] = {"rfid": FeigPoller(), "shuffler": ShufflerLink()}
        paths = {"rfid": self.devices.rfid_path, "shuffler": self.devices.shuffler_path}
        self._ports = {
            name: SerialPort(name, PortSettings(str(path), parity="N"), self._deliver) for name, path in paths.items()
        }
        for port in self._ports.values():
            port.start()

    def run(self, seconds: float) -> list[Reading]:
        readings: list[Reading] = []
        end_ns = boot_ns() + int(seconds * S)
        while (now_ns := boot_ns()) < end_ns:
            dues = [due for core in self._cores.values() if (due := core.deadline()) is not None]
            wait_s = (min([*dues, end_ns]) - now_ns) / S
            try:
                name, at_ns, given = self._queue.get(timeout=max(0.0, wait_s)) if wait_s > 0 else self._queue.get_nowait()
            except queue.Empty:
                for name in self._cores:
                    self._step(name, boot_ns(), TICK, readings)
                continue
            self._step(name, at_ns, given, readings)
        return readings

    def close(self) -> None:
        for port in self._ports.values():
            port.close()
        self.devices.close()

    def _deliver(self, name: str, at_ns: int, given: PollerInput | LinkInput) -> bool:
        self._queue.put((name, at_ns, given))
        return True

    def _step(self, name: str, at_ns: int, given: object, readings: list[Reading]) -> None:
        for output in self._cores[name].step(at_ns, given):  # type: ignore[arg-type]
            if isinstance(output, Write | Reopen):
                self._ports[name].carry(output)
            else:
                readings.append(output)


def patiently(bench: Bench, seconds: float, enough: object) -> list[Reading]:
    """Run until `enough(readings)` or until `seconds` are over: real time is not wasted, virtual time costs nothing."""
    assert callable(enough)
    readings: list[Reading] = []
    end = time.monotonic() + seconds
    for _ in range(int(seconds / 0.05)):
        readings += bench.run(0.05)
        if enough(readings) or time.monotonic() > end:
            break
    return readings
