"""Which antenna is looked through when, and what is said of one, or of a reader, that fails."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from firmware_bridge.feig_poller import ANTENNAS, FeigPoller, Reread
from firmware_bridge.readings import Reading
from simulators.serial_bus import SerialBus
from tests.firmware_bridge.test_feig_poller import MS, S, looks, states, uid


def test_a_sweep_of_a_full_table_takes_what_hardware_md_says() -> None:
    bus = SerialBus()
    for number, antenna in enumerate(ANTENNAS):
        bus.reader.put(antenna, [uid(number * 8 + card) for card in range(2 + number % 3)])
    board = looks(bus.advance(10 * S), "board")
    sweeps_ms = [(after.at_ns - before.at_ns) / MS for before, after in pairwise(board)]
    assert all(300 <= sweep <= 600 for sweep in sweeps_ms)


@pytest.mark.parametrize(
    ("fault", "state"), [("silent", "silent"), ("partial", "garbage"), ("late", "silent"), ("detuned", "fault")]
)
def test_one_failing_antenna_is_named_and_does_not_stop_the_others(fault: str, state: str) -> None:
    bus = SerialBus()
    bus.reader.fault("seat 4", fault)
    readings = bus.advance(10 * S)
    assert states(readings, "rfid seat 4") == [state]
    assert states(readings) == ["ok", state]
    counts = Counter(look.antenna for look in looks(readings))
    assert counts["seat 4"] == 0
    assert min(counts[antenna] for antenna in ANTENNAS if antenna != "seat 4") >= 10


def test_a_single_corrupt_reply_is_repeated_at_once_and_not_reported() -> None:
    flips = iter([1])

    def wire(due_ns: int, data: bytes) -> list[tuple[int, bytes]]:
        if due_ns > S and len(data) > 10 and next(flips, 0):
            data = data[:8] + bytes((data[8] ^ 4,)) + data[9:]
        return [(due_ns, data)]

    bus = SerialBus(rfid_wire=wire)
    bus.reader.put("seat 2", [uid(5), uid(6)])
    readings = bus.advance(5 * S)
    assert states(readings) == ["ok"]
    assert bus.poller.failed_looks == 1
    gaps = [b.at_ns - a.at_ns for a, b in pairwise(looks(readings, "seat 2"))]
    assert max(gaps) < 700 * MS


def test_a_reread_comes_next_and_the_sweep_goes_on() -> None:
    bus = SerialBus()
    bus.advance(2 * S)
    asked_ns = bus.now_ns
    readings = bus.reread("burns") + bus.advance(asked_ns + 100 * MS)
    order = [look.antenna for look in looks(readings)]
    assert "burns" in order[:2]
    assert looks(readings, "burns")[0].began_ns >= asked_ns


def test_rereads_without_end_do_not_starve_the_sweep() -> None:
    bus = SerialBus()
    readings: list[Reading] = []
    for _ in range(400):
        readings += bus.reread("board")
        readings += bus.reread("seat 1")
        readings += bus.advance(bus.now_ns + 20 * MS)
    assert {look.antenna for look in looks(readings)} == set(ANTENNAS)


def test_a_reread_of_an_unknown_antenna_is_a_bug_of_the_caller() -> None:
    with pytest.raises(ValueError, match="tuple"):
        FeigPoller().step(0, Reread("seat 11"))


def test_a_dead_reader_is_said_once_asked_for_ever_and_its_port_reopened() -> None:
    bus = SerialBus()
    bus.advance(S)
    bus.reader.fault("reader", "silent")
    readings = bus.advance(30 * S)
    assert states(readings) == ["silent"]
    assert 3 <= bus.reopened("rfid") <= 6  # it looks alive and may be half open
    assert looks([one for one in readings if one.at_ns > 2 * S]) == []
    bus.reader.fault("reader", "")
    readings = bus.advance(40 * S)
    assert states(readings)[-1] == "ok"
    assert {look.antenna for look in looks(readings)} == set(ANTENNAS)


def test_unplugged_and_back() -> None:
    bus = SerialBus()
    bus.reader.put("seat 1", [uid(3)])
    bus.advance(S)
    bus.unplug("rfid")
    readings = bus.advance(5 * S)
    assert states(readings) == ["unplugged"]
    assert looks(readings) == []
    assert bus.poller.deadline() is None
    bus.plug("rfid")
    readings = bus.advance(7 * S)
    assert states(readings) == ["ok"]
    assert looks(readings, "seat 1")[-1].tags == {uid(3)}
