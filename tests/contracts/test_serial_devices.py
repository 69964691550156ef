"""The same claims for simulated devices in memory and on real ptys: codecs, ports and plugs together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.feig_poller import ANTENNAS
from firmware_bridge.readings import DeviceState, Inventory, Reading, ShufflerReport
from simulators.shuffler_sim import line
from tests.contracts.benches import Bench, MemoryBench, PtyBench, patiently

TAGS = [f"E01680FF000000{number:02X}" for number in range(40)]


@pytest.fixture(params=["memory", "pty"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    made: Bench = MemoryBench() if request.param == "memory" else PtyBench(tmp_path)
    yield made
    made.close()


def sees(antenna: str, tags: list[str]) -> Callable[[list[Reading]], bool]:
    def enough(readings: list[Reading]) -> bool:
        return any(isinstance(one, Inventory) and one.antenna == antenna and one.tags == set(tags) for one in readings)

    return enough


def says(device: str, state: str) -> Callable[[list[Reading]], bool]:
    def enough(readings: list[Reading]) -> bool:
        return any(isinstance(one, DeviceState) and (one.device, one.state) == (device, state) for one in readings)

    return enough


def reports(kind: str) -> Callable[[list[Reading]], bool]:
    def enough(readings: list[Reading]) -> bool:
        return any(isinstance(one, ShufflerReport) and one.kind == kind for one in readings)

    return enough


def test_every_antenna_is_looked_through_and_tells_its_tags(bench: Bench) -> None:
    lying = {antenna: TAGS[3 * number : 3 * number + number % 4] for number, antenna in enumerate(ANTENNAS)}
    for antenna, tags in lying.items():
        bench.reader.put(antenna, tags)
    readings = patiently(bench, 8, lambda found: {one.antenna for one in found if isinstance(one, Inventory)} == set(ANTENNAS))
    for look in readings:
        if isinstance(look, Inventory):
            assert look.tags == set(lying[look.antenna])
            assert look.began_ns < look.at_ns


def test_a_card_that_comes_and_goes_is_seen_both_times(bench: Bench) -> None:
    assert sees("board", [])(patiently(bench, 8, sees("board", [])))
    bench.reader.put("board", TAGS[:3])
    assert sees("board", TAGS[:3])(patiently(bench, 8, sees("board", TAGS[:3])))
    bench.reader.put("board", TAGS[:2])
    assert sees("board", TAGS[:2])(patiently(bench, 8, sees("board", TAGS[:2])))


def test_the_readers_plug(bench: Bench) -> None:
    bench.reader.put("seat 1", TAGS[:1])
    assert says("rfid", "ok")(patiently(bench, 8, says("rfid", "ok")))
    bench.unplug("rfid")
    assert says("rfid", "unplugged")(patiently(bench, 8, says("rfid", "unplugged")))
    assert not [one for one in bench.run(0.1) if isinstance(one, Inventory)]
    bench.plug("rfid")
    back = patiently(bench, 12, sees("seat 1", TAGS[:1]))
    assert says("rfid", "ok")(back)
    assert sees("seat 1", TAGS[:1])(back)


def test_a_garbled_antenna_is_no_silence(bench: Bench) -> None:
    bench.reader.put("muck", TAGS[:2])
    patiently(bench, 8, sees("muck", TAGS[:2]))
    bench.reader.fault("muck", "garbage")
    readings = patiently(bench, 8, says("rfid muck", "garbage"))
    assert says("rfid muck", "garbage")(readings)
    assert not sees("muck", [])(readings)


def test_the_shufflers_cycle_and_plug(bench: Bench) -> None:
    assert says("shuffler", "ok")(patiently(bench, 8, says("shuffler", "ok")))
    bench.machine(bench.shuffler.begin() + bench.shuffler.end())
    assert reports("cycle_ended")(patiently(bench, 8, reports("cycle_ended")))
    bench.unplug("shuffler")
    assert says("shuffler", "unplugged")(patiently(bench, 8, says("shuffler", "unplugged")))
    bench.machine(bench.shuffler.eject())  # nobody hears it
    bench.plug("shuffler")
    readings = patiently(bench, 12, reports("ejected"))
    (ejected,) = (one for one in readings if isinstance(one, ShufflerReport) and one.kind == "ejected")
    assert (ejected.count, ejected.verdict) == (52, "complete")


def test_a_report_with_a_card_is_refused_on_any_line(bench: Bench) -> None:
    patiently(bench, 8, says("shuffler", "ok"))
    bench.machine(line(f"DT1 R 1 {bench.shuffler.seq + 1} ejected top=As"))
    readings = patiently(bench, 8, says("shuffler", "security"))
    assert says("shuffler", "security")(readings)
    assert not reports("ejected")(readings)
