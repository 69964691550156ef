"""Keys and lamps on gpiozero pins: the library's mock pins, and pins behind a socket."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.buttons import Edge
from firmware_bridge.errors import PinFactoryError, PinTakenError
from firmware_bridge.gpio import Gpio, PinPlan, make_factory
from firmware_bridge.lamps import Lights
from simulators.gpio_sim import GpioBox
from tests.waiting import until

PLAN = PinPlan()


def test_edges_of_mock_pins_are_stamped_and_enqueued() -> None:
    factory = MockFactory()
    seen: list[tuple[int, Edge]] = []
    clock = iter(range(1_000, 9_000))
    gpio = Gpio(PLAN, factory, lambda at, edge: seen.append((at, edge)) or True, clock=lambda: next(clock))  # type: ignore[func-returns-value]
    pin = factory.pin(PLAN.buttons["undo"])
    pin.drive_low()
    pin.drive_high()
    factory.pin(PLAN.buttons["call_floor"]).drive_low()
    assert seen == [(1_000, Edge("undo", True)), (1_001, Edge("undo", False)), (1_002, Edge("call_floor", True))]
    gpio.close()


def test_a_full_queue_loses_an_edge_and_counts_it() -> None:
    factory = MockFactory()
    gpio = Gpio(PLAN, factory, lambda at, edge: False)
    factory.pin(PLAN.buttons["undo"]).drive_low()
    assert gpio.lost_edges == 1
    gpio.close()


def test_lights_set_one_lamp_and_the_buzzer() -> None:
    factory = MockFactory()
    gpio = Gpio(PLAN, factory, lambda at, edge: True)

    def lit() -> set[str]:
        return {str(colour) for colour, pin in PLAN.lamps.items() if factory.pin(pin).state}

    gpio.show(Lights("amber", buzzer=True))
    assert lit() == {"amber"}
    assert factory.pin(PLAN.buzzer).state
    gpio.show(Lights("red"))
    assert lit() == {"red"}
    assert not factory.pin(PLAN.buzzer).state
    gpio.close()


def test_two_things_on_one_pin_are_refused_by_name() -> None:
    plan = PinPlan(buttons={"undo": 17})
    with pytest.raises(PinTakenError, match="red lamp and the button undo are both set to GPIO 17"):
        plan.check()


def test_factories_that_are_not_there_say_what_to_do() -> None:
    with pytest.raises(PinFactoryError, match="use rpi, mock or socket:PATH"):
        make_factory("parallel port")
    if importlib.util.find_spec("RPi") is None:
        with pytest.raises(PinFactoryError, match=r"dealer-table\[pi\]"):
            make_factory("rpi")
    assert isinstance(make_factory("mock"), MockFactory)


def test_importing_gpio_loads_no_pin_library() -> None:
    """RPi.GPIO refuses to load off a Pi, so nothing may be imported before it is asked for."""
    code = "import sys, firmware_bridge.gpio; sys.exit(any(name.split('.')[0] in ('gpiozero', 'RPi') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=False).returncode == 0


def test_pins_behind_a_socket_carry_edges_and_lamps_and_survive_the_box_going_away(tmp_path: Path) -> None:
    path = tmp_path / "gpio"
    outputs = {**{str(colour): pin for colour, pin in PLAN.lamps.items()}, "buzzer": 24}
    factory = make_factory(f"socket:{path}")
    seen: list[Edge] = []
    gpio = Gpio(PLAN, factory, lambda at, edge: seen.append(edge) or True)  # type: ignore[func-returns-value]
    gpio.show(Lights("green"))
    box = GpioBox(path, PLAN.buttons, outputs)
    until("the lamp is lit", lambda: box.lit["green"])
    box.hold("undo", True)
    until("the key is down", lambda: seen == [Edge("undo", True)])
    box.close()
    until("the box is gone", lambda: not factory.connected)
    gpio.show(Lights("red", buzzer=True))
    box = GpioBox(path, PLAN.buttons, outputs)
    until("the new box shows what was set", lambda: box.lit["red"] and box.lit["buzzer"])
    until("the new box says that the key is up", lambda: seen == [Edge("undo", True), Edge("undo", False)])
    gpio.close()
    until("all is dark", lambda: not any(box.lit.values()))
    assert seen == [Edge("undo", True), Edge("undo", False)]
    box.close()


def test_noise_on_the_socket_is_ignored(tmp_path: Path) -> None:
    from firmware_bridge.gpio_socket import SocketFactory

    factory = SocketFactory(str(tmp_path / "none"))
    for line in (b"", b"pin", b"pin x 1", b"pin 5 2", b"set 5 1", b"pin 5 1 1", bytes(range(30))):
        factory._hear(line)
    assert factory.level(5) is None
    factory.close()
