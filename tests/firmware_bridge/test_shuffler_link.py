"""Our end of the shuffler's line, against a machine of another hand in virtual time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.lines import Bytes, PortUp, Write
from firmware_bridge.readings import DeviceState, Reading, ShufflerReport
from firmware_bridge.shuffler_link import Cleared, ShufflerLink
from simulators.serial_bus import SerialBus
from simulators.shuffler_sim import HISTORY, line
from simulators.wires import Wire, byte_at_a_time, delayed, lossy, perfect

MS = 1_000_000
S = 1_000_000_000


def reports(readings: list[Reading], *kinds: str) -> list[ShufflerReport]:
    return [one for one in readings if isinstance(one, ShufflerReport) and (not kinds or one.kind in kinds)]


def states(readings: list[Reading]) -> list[str]:
    return [one.state for one in readings if isinstance(one, DeviceState) and one.device == "shuffler"]


def started(**options: object) -> SerialBus:
    bus = SerialBus(**options)  # type: ignore[arg-type]
    bus.unplug("rfid")
    bus.advance(3 * S)
    return bus


def later(bus: SerialBus, seconds: float = 1.5) -> list[Reading]:
    return bus.advance(bus.now_ns + int(seconds * S))


def test_first_contact_asks_what_the_machine_is_and_reports_no_history() -> None:
    bus = SerialBus()
    bus.shuffler.begin()
    bus.shuffler.end()
    readings = bus.advance(2 * S)
    assert [one.kind for one in reports(readings)] == ["about"]
    assert reports(readings)[0].detail == "firmware 1.0.0, serial number SIM1, 1 cycles since service"
    assert states(readings) == ["ok"]


def test_a_power_up_whose_report_was_lost_is_noticed_by_the_next_answer() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin())
    later(bus)
    bus.shuffler.power_cycle()  # the report does not reach the line
    readings = later(bus, 3)
    assert [one.verdict for one in reports(readings, "power")] == ["void"]


def test_lost_reports_are_asked_for_and_come_in_order_once() -> None:
    bus = started()
    bus.shuffler.begin()  # lost on the line
    bus.machine(bus.shuffler.end())
    bus.machine(bus.shuffler.eject())
    readings = later(bus, 3)
    assert [one.kind for one in reports(readings) if one.kind != "state"] == ["cycle_begun", "cycle_ended", "ejected"]
    assert [one.seq for one in reports(readings)] == list(range(2, 9))
    assert states(readings) == []


def test_the_loss_of_the_very_last_report_shows_within_a_second() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin() + bus.shuffler.end())
    later(bus)
    bus.shuffler.eject()
    assert [one.verdict for one in reports(later(bus, 1.6), "ejected")] == ["complete"]


def test_duplicates_are_ignored() -> None:
    bus = started()
    ended = bus.shuffler.begin() + bus.shuffler.end()
    bus.machine(ended)
    bus.machine(ended)
    bus.machine(ended)
    assert len(reports(later(bus), "cycle_ended")) == 1
    assert bus.link.duplicates == 8


def test_reports_that_the_machine_no_longer_has_are_counted_lost_and_said() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin())
    later(bus)
    bus.shuffler.end()
    for _ in range(HISTORY + 5):
        bus.shuffler.press()
    readings = later(bus, 3)
    assert bus.link.lost > 0
    assert states(readings)[0] == "fault"
    bus.machine(bus.shuffler.eject())
    readings = later(bus)
    assert [(one.count, one.verdict) for one in reports(readings, "ejected")] == [(None, "")]
    bus.machine(bus.shuffler.begin() + bus.shuffler.end())
    assert states(later(bus)) == ["ok"]


def test_silent_then_back() -> None:
    bus = started()
    bus.shuffler.fault = "silent"
    assert states(later(bus, 5)) == ["silent"]
    bus.shuffler.fault = ""
    assert states(later(bus, 3)) == ["ok"]


def test_garbage_is_said_and_clears_when_the_line_is_clean_again() -> None:
    bus = started()
    bus.shuffler.fault = "garbage"
    assert states(later(bus, 10))[0] == "garbage"
    bus.shuffler.fault = ""
    assert states(later(bus, 25))[-1] == "ok"


def test_unplugged_and_back_says_nothing_good_before_the_machine_has_answered() -> None:
    bus = started()
    bus.unplug("shuffler")
    assert states(later(bus)) == ["unplugged"]
    bus.shuffler.fault = "silent"
    bus.plug("shuffler")
    assert states(bus.advance(bus.now_ns + 500 * MS)) == []
    assert states(later(bus, 5)) == ["silent"]
    bus.shuffler.fault = ""
    assert states(later(bus, 3)) == ["ok"]


def test_what_happened_while_unplugged_is_asked_for() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin())
    later(bus)
    bus.unplug("shuffler")
    bus.machine(bus.shuffler.end())
    bus.machine(bus.shuffler.eject())
    later(bus)
    bus.plug("shuffler")
    assert [one.kind for one in reports(later(bus, 3)) if one.kind != "state"] == ["cycle_ended", "ejected"]


@pytest.mark.parametrize("text", ["ejected top=As", "order cards=AsKd", "cycle_ended count=52 verdict=complete first=7c"])
def test_cve_2025_34500_a_report_with_cards_is_refused_and_raises_security(text: str) -> None:
    bus = started()
    bus.machine(line(f"DT1 R 1 {bus.shuffler.seq + 1} {text}"))
    readings = later(bus, 4)
    assert states(readings) == ["security"]
    (state,) = (one for one in readings if isinstance(one, DeviceState))
    assert not any(word in state.detail for word in ("As", "Kd", "7c"))
    assert reports(readings) == []


def test_security_stays_until_a_judge_has_looked() -> None:
    bus = started()
    bus.machine(line("DT1 R 1 2 ejected top=As"))
    assert states(later(bus, 30)) == ["security"]
    assert states(list(bus.link.step(bus.now_ns, Cleared()))) == ["ok"]  # type: ignore[arg-type]


def test_a_flood_of_refused_lines_is_raised_again_but_not_line_by_line() -> None:
    bus = started()
    readings: list[Reading] = []
    for _ in range(250):
        bus.machine(line("DT1 R 1 2 ejected top=As"))
        readings += bus.advance(bus.now_ns + 100 * MS)
    assert states(readings) == ["security"] * 3  # at once, then every ten seconds


def test_a_silent_machine_has_its_port_reopened_now_and_then() -> None:
    bus = started()
    bus.shuffler.fault = "silent"
    assert states(later(bus, 60)) == ["silent"]
    assert 3 <= bus.reopened("shuffler") <= 6


def test_another_version_is_refused_without_an_alarm() -> None:
    bus = started()
    bus.machine(line("DT2 R 1 2 ejected"))
    assert states(later(bus))[0] == "refused"


WIRES: dict[str, Callable[[int], Wire]] = {
    "perfect": lambda seed: perfect,
    "byte at a time": lambda seed: byte_at_a_time,
    "lossy": lambda seed: lossy(seed, rate=0.004),
    "delayed": lambda seed: delayed(seed),
}


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(WIRES)), st.integers(0, 10_000), st.integers(1, 6))
def test_every_report_once_and_in_order_on_any_link(wire: str, seed: int, cycles: int) -> None:
    bus = SerialBus(shuffler_wire=WIRES[wire](seed))
    bus.unplug("rfid")
    readings = bus.advance(6 * S)
    first = bus.shuffler.seq + 1
    for number in range(cycles):
        for act in (bus.shuffler.press(), bus.shuffler.begin(), bus.shuffler.end(52 - number % 2), bus.shuffler.eject()):
            bus.machine(act)
            readings += later(bus, 1.1)
    readings += later(bus, 20)
    told = [one.seq for one in reports(readings) if one.seq >= first]
    assert told == list(range(first, bus.shuffler.seq + 1))
    assert [one.count for one in reports(readings, "ejected")] == [52 - number % 2 for number in range(cycles)]
    assert "security" not in states(readings)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=30))
def test_any_bytes_raise_nothing_and_are_no_report(stream: list[bytes]) -> None:
    link = ShufflerLink()
    link.step(0, PortUp())
    for number, data in enumerate(stream):
        for out in link.step(number * 10 * MS, Bytes(data)):
            assert isinstance(out, DeviceState | Write)
