"""What is plugged into a table's node: serial lines, pins and camera, opened by the configuration, each beside its codec."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from firmware_bridge.buttons import Edge
from firmware_bridge.feig_poller import Reread
from firmware_bridge.gpio import Gpio, PinPlan, make_factory
from firmware_bridge.lamps import Lights, Show
from firmware_bridge.lines import PortInput
from firmware_bridge.ports import PortSettings, SerialPort
from firmware_bridge.readings import Reading
from table_node.camera_worker import CameraWorker, open_source, read_calibration
from table_node.config import NodeConfig, SerialSection
from table_node.devices import SHUFFLER, Carry, Devices, OnLine
from vision.deck import Deck
from vision.sightings import CameraState, Look

FromEquipment = OnLine | Edge | Look | CameraState


class Equipment:
    """One node's. `enqueue` takes what comes, with its boot time, from whatever thread; False: there was no room."""

    def __init__(
        self,
        config: NodeConfig,
        folder: Path,
        faces: list[Deck],
        enqueue: Callable[[int, FromEquipment], bool],
        clock: Callable[[], int],
    ) -> None:
        self._enqueue = enqueue
        self._clock = clock
        names = ["rfid"] if len(config.rfid) == 1 else [f"rfid {number}" for number, _ in enumerate(config.rfid, 1)]
        readers = dict(zip(names, config.rfid, strict=True))
        gpio = config.gpio
        self._devices = Devices(
            {name: reader.antennas for name, reader in readers.items()},
            shuffler=config.shuffler is not None,
            buttons=tuple(gpio.buttons) if gpio is not None else (),
        )
        self._ports = {name: self._port(name, reader) for name, reader in readers.items()}
        if config.shuffler is not None:
            self._ports[SHUFFLER] = self._port(SHUFFLER, config.shuffler)
        self._gpio: Gpio | None = None
        if gpio is not None:
            lamps = {name: pin for name, pin in gpio.lamps.items() if name != "buzzer"}
            plan = PinPlan(buttons=gpio.buttons, lamps=lamps, buzzer=gpio.lamps.get("buzzer"))  # type: ignore[arg-type]
            self._gpio = Gpio(plan, make_factory(gpio.factory), enqueue)
        self._camera: CameraWorker | None = None
        if config.camera is not None:
            calibration = read_calibration(config.camera, folder)
            self._camera = CameraWorker(open_source(config.camera, calibration), faces, calibration, enqueue, clock)

    def _port(self, name: str, section: SerialSection) -> SerialPort:
        settings = PortSettings(section.port, section.baud, section.parity)
        return SerialPort(name, settings, self._arrived, clock=self._clock)

    def _arrived(self, line: str, now_ns: int, given: PortInput) -> bool:
        return self._enqueue(now_ns, OnLine(line, given))

    def start(self) -> None:
        """Let things come in."""
        for port in self._ports.values():
            port.start()
        if self._camera is not None:
            self._camera.start()

    def close(self) -> None:
        """Give everything back."""
        for port in self._ports.values():
            port.close()
        if self._camera is not None:
            self._camera.stop()
        if self._gpio is not None:
            self._gpio.close()

    def deadline(self) -> int | None:
        """When the codecs want their tick."""
        return self._devices.deadline()

    def step(self, now_ns: int, given: OnLine | Edge | Reread | Show | None = None) -> Iterator[Reading]:
        """Take one input, None only lets time pass: carry out what the codecs want, and give what was read, in order."""
        for item in self._devices.step(now_ns, given):
            match item:
                case Carry(line, output):
                    self._ports[line].carry(output)
                case Lights():
                    if self._gpio is not None:
                        self._gpio.show(item)
                case _:
                    yield item

    def look_closely(self, seat: int) -> None:
        """Have the camera look at a seat from near."""
        if self._camera is not None:
            self._camera.look_closely(seat)
