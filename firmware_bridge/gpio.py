"""Keys, stack light and buzzer on pins, over gpiozero with an explicit pin factory. Opens nothing until it is asked to.

gpiozero and ``RPi.GPIO`` are imported when a factory is made: the latter refuses to load off a Pi. On kernels from 6.6 on
and on a Pi 5 the package rpi-lgpio provides the module of that name (HARDWARE.md "GPIO"; the `pi` extra installs it).
Edges are stamped where they are seen and only enqueued; debouncing is `buttons.py`'s, so gpiozero's own stays off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from firmware_bridge.buttons import Edge
from firmware_bridge.errors import PinFactoryError, PinTakenError
from firmware_bridge.lamps import Colour, Lights
from firmware_bridge.ports import boot_ns

OnEdge = Callable[[int, Edge], bool]
"""``on_edge(now_ns, edge)``: put it into a bounded queue; False if that is full. Called from a thread of gpiozero."""


class PinPlan(msgspec.Struct, frozen=True):
    """BCM numbers of the pins. Keys pull their pin to ground; lamps and buzzer are driven high."""

    buttons: dict[str, int] = msgspec.field(
        default_factory=lambda: {"call_floor": 5, "next_hand": 6, "undo": 13, "deck_change": 19}
    )
    lamps: dict[Colour, int] = msgspec.field(default_factory=lambda: {"red": 17, "amber": 27, "green": 22, "blue": 23})
    buzzer: int | None = 24

    def check(self) -> None:
        """Raise `PinTakenError` if two things want one pin."""
        seen: dict[int, str] = {}
        wanted: list[tuple[str, int]] = [(f"the button {name}", pin) for name, pin in self.buttons.items()]
        wanted += [(f"the {colour} lamp", pin) for colour, pin in self.lamps.items()]
        wanted += [("the buzzer", self.buzzer)] if self.buzzer is not None else []
        for what, pin in wanted:
            if pin in seen:
                raise PinTakenError(f"{what} and {seen[pin]} are both set to GPIO {pin}; give each its own pin")
            seen[pin] = what


def make_factory(name: str) -> Any:
    """A gpiozero pin factory: ``rpi`` (a Pi's own pins), ``mock``, or ``socket:PATH`` (pins behind a Unix socket).

    Raises `PinFactoryError` saying what is missing.
    """
    kind, _, address = name.partition(":")
    if kind == "rpi":
        try:
            from gpiozero.pins.rpigpio import RPiGPIOFactory

            return RPiGPIOFactory()
        except Exception as error:  # the module raises what it likes: ImportError, RuntimeError, its own
            hint = "install dealer-table[pi] and run on a Raspberry Pi, or choose another pin factory"
            raise PinFactoryError(f"the pins of this machine cannot be reached ({type(error).__name__}); {hint}") from error
    if kind == "mock":
        from gpiozero.pins.mock import MockFactory

        return MockFactory()
    if kind == "socket" and address:
        from firmware_bridge.gpio_socket import SocketFactory

        return SocketFactory(address)
    raise PinFactoryError(f"{name!r} is no pin factory; use rpi, mock or socket:PATH")


class Gpio:
    """The keys and lamps of one table. `show` sets the outputs; edges go to `on_edge` until `close`."""

    def __init__(self, plan: PinPlan, factory: Any, on_edge: OnEdge, *, clock: Callable[[], int] = boot_ns) -> None:
        from gpiozero import DigitalInputDevice, DigitalOutputDevice

        plan.check()
        self._on_edge = on_edge
        self._clock = clock
        self._factory = factory
        self.lost_edges = 0
        self._lamps = {colour: DigitalOutputDevice(pin, pin_factory=factory) for colour, pin in plan.lamps.items()}
        self._buzzer = DigitalOutputDevice(plan.buzzer, pin_factory=factory) if plan.buzzer is not None else None
        self._keys = []
        for button, pin in plan.buttons.items():
            key = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            key.when_activated = self._teller(button, closed=True)
            key.when_deactivated = self._teller(button, closed=False)
            self._keys.append(key)
            if key.is_active:  # down already when the program starts: it will be found stuck if it stays so
                self._tell(Edge(button, True))

    def show(self, lights: Lights) -> None:
        """Set the outputs. At most one lamp is lit."""
        for colour, lamp in self._lamps.items():
            lamp.value = colour == lights.colour
        if self._buzzer is not None:
            self._buzzer.value = lights.buzzer

    def close(self) -> None:
        """All lamps off, all pins free."""
        self.show(Lights())
        for device in (*self._keys, *self._lamps.values(), self._buzzer):
            if device is not None:
                device.close()
        self._factory.close()

    def _teller(self, button: str, *, closed: bool) -> Callable[[], None]:
        def tell() -> None:
            self._tell(Edge(button, closed))

        return tell

    def _tell(self, edge: Edge) -> None:
        if not self._on_edge(self._clock(), edge):
            self.lost_edges += 1
