"""What the shuffler tells of its cycles, its door, its faults and its power."""

from __future__ import annotations

import pytest

from firmware_bridge.readings import Reading
from tests.firmware_bridge.test_shuffler_link import later, reports, started, states


def test_a_cycle_from_button_to_ejection() -> None:
    bus = started()
    machine = bus.shuffler
    readings: list[Reading] = []
    for report in (machine.press, machine.begin, machine.end, machine.eject):
        bus.machine(report())
        readings += later(bus)
    told = [one for one in reports(readings) if one.kind != "state"]
    assert [one.kind for one in told] == ["button", "cycle_begun", "cycle_ended", "ejected"]
    assert (told[2].count, told[2].verdict) == (52, "complete")
    assert (told[3].count, told[3].verdict) == (52, "complete")
    assert [one.state for one in reports(readings, "state")] == ["shuffling", "ready", "ejecting", "idle"]
    assert states(readings) == []


@pytest.mark.parametrize(("count", "verdict", "boxed", "told"), [
    (51, "short", 0, "short"), (53, "long", 0, "long"), (52, "duplicate", 0, "duplicate"), (52, "boxed", 2, "boxed 2"),
    (52, "foreign_back", 0, "foreign_back"), (52, "marked", 0, "marked"),
])  # fmt: skip
def test_every_verdict_comes_through(count: int, verdict: str, boxed: int, told: str) -> None:
    bus = started()
    bus.machine(bus.shuffler.begin() + bus.shuffler.end(count, verdict, boxed))
    (ended,) = reports(later(bus), "cycle_ended")
    assert (ended.count, ended.verdict) == (count, told)


def test_a_mixed_stub_is_not_counted() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin() + bus.shuffler.end(None) + bus.shuffler.eject())
    readings = later(bus)
    assert [(one.count, one.verdict) for one in reports(readings, "cycle_ended", "ejected")] == [(None, ""), (None, "")]


def test_door_open_is_a_state_and_its_input_is_ignored_until_it_closes() -> None:
    bus = started()
    bus.machine(bus.shuffler.open_door())
    bus.machine(bus.shuffler.report("button") + bus.shuffler.report("ejected"))  # a machine that does not obey
    readings = later(bus)
    assert states(readings) == ["door"]
    assert reports(readings, "button", "ejected") == []
    bus.machine(bus.shuffler.close_door() + bus.shuffler.press())
    readings = later(bus)
    assert states(readings) == ["ok"]
    assert len(reports(readings, "button")) == 1


def test_a_jam_is_recorded_when_it_occurs_and_when_it_clears() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin() + bus.shuffler.jam("E07"))
    readings = later(bus)
    assert states(readings) == ["jam"]
    assert reports(readings, "state")[-1].detail == "E07"
    bus.machine(bus.shuffler.open_door())
    assert states(later(bus)) == ["door"]
    bus.machine(bus.shuffler.close_door())
    assert states(later(bus)) == ["ok"]


def test_power_loss_in_a_cycle_voids_it() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin())
    later(bus)
    bus.machine(bus.shuffler.power_cycle())
    (power,) = reports(later(bus), "power")
    assert (power.state, power.verdict) == ("restored", "void")
    bus.machine(bus.shuffler.end())  # whatever it says now, that cycle does not count
    bus.machine(bus.shuffler.eject())
    readings = later(bus)
    assert reports(readings, "cycle_ended") == []
    (ejected,) = reports(readings, "ejected")
    assert (ejected.count, ejected.verdict) == (None, "void")
    bus.machine(bus.shuffler.begin() + bus.shuffler.end())
    assert reports(later(bus), "cycle_ended")[0].verdict == "complete"


def test_power_loss_between_cycles_voids_nothing() -> None:
    bus = started()
    bus.machine(bus.shuffler.begin() + bus.shuffler.end())
    later(bus)
    bus.machine(bus.shuffler.power_cycle())
    assert reports(later(bus), "power")[0].verdict == ""


def test_a_machine_that_changes_its_serial_number_while_running_is_not_trusted() -> None:
    bus = started()
    bus.shuffler.serial = "OTHER2"
    bus.machine(bus.shuffler.report("about", "firmware=1.0.0 serial=X2 cycles=0"))
    assert states(later(bus)) == ["security"]
