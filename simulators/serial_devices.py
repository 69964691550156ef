"""The devices of one table for real processes: reader and shuffler on ptys, keys and lamps behind a socket.

The same simulators as on the in-memory bus; here threads carry the bytes and real time passes. The demo and the tests with
real processes own one `SerialDevices` and tell it what happens at the table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_bridge.feig_poller import ANTENNAS
from firmware_bridge.gpio import PinPlan
from simulators.feig_sim import FeigReaderSim, ReaderTiming
from simulators.felt_tags import FeltTags, break_device
from simulators.gpio_sim import GpioBox
from simulators.ptys import PtyLine
from simulators.scene import Scene
from simulators.shuffler_sim import ShufflerSim
from simulators.wires import Wire, perfect

MS = 1_000_000
ANSWER_MS = 5


class SerialDevices:
    """Everything under `folder`: ``rfid`` and ``shuffler`` (ptys), ``gpio`` (a socket). All plugged in from the start."""

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 0,
        antennas: tuple[str, ...] = ANTENNAS,
        timing: ReaderTiming = ReaderTiming(),  # noqa: B008 - frozen
        pins: PinPlan | None = None,
        rfid_wire: Wire = perfect,
        shuffler_wire: Wire = perfect,
        clock: Callable[[], int] = time.monotonic_ns,
        on_lamp: Callable[[str, bool], None] = lambda name, on: None,
        on_sent: Callable[[str, int], None] = lambda line, at_ns: None,
    ) -> None:
        """`on_sent` is told of every line when bytes go onto it."""
        self.rfid_path = folder / "rfid"
        self.shuffler_path = folder / "shuffler"
        self.gpio_path = folder / "gpio"
        self.reader = FeigReaderSim(antennas, seed=seed, timing=timing)
        self.shuffler = ShufflerSim(seed=seed)
        self._tags = FeltTags(self.reader, antennas)
        pins = pins or PinPlan()
        outputs: dict[str, int] = {str(colour): pin for colour, pin in pins.lamps.items()}
        if pins.buzzer is not None:
            outputs["buzzer"] = pins.buzzer
        self.box = GpioBox(self.gpio_path, pins.buttons, outputs, on_change=on_lamp)
        self._lines = {
            "rfid": PtyLine(self.rfid_path, self.reader.receive, wire=rfid_wire, clock=clock, on_sent=partial(on_sent, "rfid")),
            "shuffler": PtyLine(
                self.shuffler_path, self._to_shuffler, wire=shuffler_wire, clock=clock, on_sent=partial(on_sent, "shuffler")
            ),
        }
        for device in self._lines:
            self.plug(device)

    def show(self, scene: Scene) -> None:
        """The felt looks like this from now on."""
        with self._lines["rfid"].lock:
            self._tags.show(scene)

    def act(self, act: Callable[[ShufflerSim], bytes]) -> None:
        """The shuffler does something: ``devices.act(ShufflerSim.eject)``."""
        with self._lines["shuffler"].lock:
            self.machine(act(self.shuffler))

    def machine(self, data: bytes) -> None:
        """Reports of the shuffler go onto its line."""
        if self._lines["shuffler"].plugged:
            self._lines["shuffler"].send(data)

    def press(self, button: str) -> None:
        """Somebody presses a key. Returns at once; the press takes its time."""
        threading.Thread(target=self.box.press, args=(button,), daemon=True).start()

    def fault(self, device: str, kind: str, tag: str | None = None) -> None:
        """See `felt_tags.break_device`."""
        with self._lines["rfid"].lock, self._lines["shuffler"].lock:
            break_device(self, device, kind, tag)

    def unplug(self, device: str) -> None:
        """The plug of ``rfid`` or ``shuffler`` is pulled: its path is gone."""
        self._lines[device].unplug()

    def plug(self, device: str) -> None:
        """The plug is put in: the path is there again, another pty behind it."""
        if device == "rfid" and not self._lines[device].plugged:
            with self._lines[device].lock:
                self.reader.power_up()
        self._lines[device].plug()

    def close(self) -> None:
        """Take everything away."""
        for line in self._lines.values():
            line.close()
        self.box.close()

    def _to_shuffler(self, now_ns: int, data: bytes) -> list[tuple[int, bytes]]:
        answers = self.shuffler.receive(data)
        return [(now_ns + ANSWER_MS * MS, answers)] if answers else []
