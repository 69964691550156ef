"""The poller against a reader of another hand, in virtual time: a look is true and fresh, or it is no look."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.feig_poller import ANTENNAS, FeigPoller
from firmware_bridge.lines import TICK, Bytes, PortDown, PortUp, Reopen, Write
from firmware_bridge.readings import DeviceState, Inventory, Reading
from simulators.feig_sim import FeigReaderSim, ReaderTiming, crc16
from simulators.serial_bus import SerialBus
from simulators.wires import Wire, byte_at_a_time, delayed, lossy, perfect

MS = 1_000_000
S = 1_000_000_000


def uid(number: int) -> str:
    return f"E01680FF{number:08X}"


def looks(readings: list[Reading], antenna: str | None = None) -> list[Inventory]:
    return [look for look in readings if isinstance(look, Inventory) and antenna in (None, look.antenna)]


def states(readings: list[Reading], device: str = "rfid") -> list[str]:
    found = [state for state in readings if isinstance(state, DeviceState)]
    return [state.state for state in found if state.device.startswith(device)]


# ---- literal bytes ----


def test_first_exchange_byte_for_byte() -> None:
    """Open, quiet line, RF reset as a fence, select antenna 0, inventory, one tag: the frames of HARDWARE.md."""
    poller = FeigPoller()
    assert poller.step(0, PortUp()) == []
    due = poller.deadline()
    assert due is not None
    (fence,) = poller.step(due, TICK)
    assert isinstance(fence, Write)
    assert fence.data[:3] == bytes.fromhex("05 FF 69")
    state, select = poller.step(due + 20 * MS, Bytes(bytes.fromhex("06 00 69 00 F6 FA")))
    assert isinstance(state, DeviceState)
    assert (state.device, state.state) == ("rfid", "ok")
    assert isinstance(select, Write)
    assert select.data[:6] == bytes.fromhex("08 FF DD 00 01 00")
    (ask,) = poller.step(due + 30 * MS, Bytes(bytes.fromhex("06 00 DD 00 F8 A7")))
    assert ask == Write(bytes.fromhex("07 FF B0 01 00 1C 56"))
    reply = bytes.fromhex("11 00 B0 00 01 03 00 E0 16 80 FF 08 00 50 24 80 75")
    look, _ = poller.step(due + 50 * MS, Bytes(reply))
    assert look == Inventory(due + 50 * MS, due + 30 * MS, "seat 1", frozenset({"E01680FF08005024"}))


# ---- one end-to-end test over every kind of link ----

LINKS = [
    pytest.param(lambda: perfect, id="perfect"),
    pytest.param(lambda: byte_at_a_time, id="byte at a time"),
    pytest.param(lambda: lossy(7), id="lossy"),
    pytest.param(lambda: lossy(8, rate=0.02), id="very lossy"),
    pytest.param(lambda: delayed(9), id="delayed"),
    pytest.param(lambda: delayed(10, usual_ms=120, rare_ms=900, rate=0.1), id="very delayed"),
]


@pytest.mark.parametrize("make", LINKS)
def test_every_look_is_the_truth_when_it_began_on_any_link(make: object) -> None:
    """Tags come and go; whatever the link does, an inventory is what lay there then, and each antenna is seen again."""
    assert callable(make)
    wire: Wire = make()
    bus = SerialBus(rfid_wire=wire, seed=3)
    truth: dict[str, list[tuple[int, frozenset[str]]]] = {antenna: [(0, frozenset())] for antenna in ANTENNAS}
    readings: list[Reading] = []
    for turn in range(120):
        antenna = ANTENNAS[turn * 5 % len(ANTENNAS)]
        tags = [uid(turn * 16 + card) for card in range(turn % 4)]
        bus.reader.put(antenna, tags)
        truth[antenna].append((bus.now_ns, frozenset(tags)))
        readings += bus.advance(bus.now_ns + 331 * MS)
    seen: Counter[str] = Counter()
    for look in looks(readings):
        then = [tags for at_ns, tags in truth[look.antenna] if at_ns <= look.began_ns][-1]
        assert look.tags == then, look.antenna
        seen[look.antenna] += 1
    assert set(seen) == set(ANTENNAS)
    assert min(seen.values()) >= 5


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    faults=st.lists(
        st.tuples(
            st.sampled_from([*ANTENNAS, "reader"]),
            st.sampled_from(["silent", "garbage", "partial", "late", "noise", "detuned", ""]),
            st.integers(0, 700),
        ),
        max_size=12,
    ),
)
def test_no_fault_of_the_reader_makes_a_false_or_stale_look(seed: int, faults: list[tuple[str, str, int]]) -> None:
    bus = SerialBus(seed=seed)
    truth: dict[str, list[tuple[int, frozenset[str]]]] = {antenna: [(0, frozenset())] for antenna in ANTENNAS}
    readings: list[Reading] = []
    for number, (place, kind, wait_ms) in enumerate(faults):
        bus.reader.fault(place, kind if (place, kind) != ("reader", "detuned") else "")
        antenna = ANTENNAS[number % len(ANTENNAS)]
        bus.reader.put(antenna, [uid(number)])
        truth[antenna].append((bus.now_ns, frozenset({uid(number)})))
        readings += bus.advance(bus.now_ns + wait_ms * MS)
    for place in ("reader", *ANTENNAS):
        bus.reader.fault(place, "")
    mended_ns = bus.now_ns + 4 * S  # back-off, probes of failed antennas, one sweep
    readings += bus.advance(mended_ns + S)
    for look in looks(readings):
        assert look.tags == [tags for at_ns, tags in truth[look.antenna] if at_ns <= look.began_ns][-1]
    assert {look.antenna for look in looks(readings) if look.at_ns > mended_ns} == set(ANTENNAS)


# ---- behaviour ----


def test_silence_is_an_empty_look_and_a_corrupt_reply_is_none() -> None:
    bus = SerialBus()
    bus.reader.put("board", [uid(1)])
    assert looks(bus.advance(2 * S), "board")[-1].tags == {uid(1)}
    bus.reader.fault("board", "garbage")
    readings = bus.advance(6 * S)
    during = [look for look in looks(readings, "board") if look.at_ns > 2600 * MS]
    assert during == []
    assert states(readings, "rfid board") == ["garbage"]
    bus.reader.fault("board", "")
    bus.reader.put("board", [])
    readings = bus.advance(10 * S)
    assert states(readings, "rfid board") == ["ok"]
    assert looks(readings, "board")[-1].tags == frozenset()


def test_noise_before_a_reply_costs_time_but_no_look() -> None:
    bus = SerialBus(seed=5)
    bus.reader.put("muck", [uid(9)])
    bus.reader.fault("muck", "noise")
    readings = bus.advance(20 * S)
    assert len(looks(readings, "muck")) >= 15
    assert all(look.tags == {uid(9)} for look in looks(readings, "muck"))


def test_a_late_reply_after_a_time_out_never_looks_fresh() -> None:
    """The card is taken away while its reply hangs: the stale reply may not bring it back."""
    bus = SerialBus()
    bus.reader.put("board", [uid(1)])
    bus.advance(2 * S)
    bus.reader.fault("board", "late")
    bus.advance(3 * S)
    bus.reader.put("board", [])
    bus.reader.fault("board", "")
    readings = bus.advance(8 * S)
    assert looks(readings, "board")
    assert all(look.tags == frozenset() for look in looks(readings, "board"))
    assert bus.poller.stale_replies > 0


def test_bytes_after_the_deadline_are_late_even_if_no_tick_came_between() -> None:
    poller = FeigPoller(("board",))
    poller.step(0, PortUp())
    poller.step(20 * MS, TICK)
    poller.step(40 * MS, Bytes(bytes.fromhex("06 00 69 00 F6 FA")))
    poller.step(50 * MS, Bytes(bytes.fromhex("06 00 DD 00 F8 A7")))
    out = poller.step(5 * S, Bytes(bytes.fromhex("06 00 B0 01 5C 63")))
    assert looks([one for one in out if not isinstance(one, Write | Reopen)]) == []
    assert poller.stale_replies == 1


def test_status_94_is_asked_on_until_all_tags_are_there() -> None:
    bus = SerialBus()
    pile = [uid(number) for number in range(60)]
    bus.reader.put("muck", pile)
    assert looks(bus.advance(3 * S), "muck")[-1].tags == set(pile)


def test_a_long_reply_comes_as_an_advanced_frame() -> None:
    bus = SerialBus(reader=FeigReaderSim(timing=ReaderTiming(tags_a_reply=60)))
    pile = [uid(number) for number in range(40)]
    bus.reader.put("board", pile)
    assert looks(bus.advance(3 * S), "board")[-1].tags == set(pile)


def test_tags_that_keep_quiet_are_woken_by_selecting_their_antenna() -> None:
    """With the forbidden option on, the field that goes off between two looks still wakes them."""
    bus = SerialBus(reader=FeigReaderSim(keeps_quiet=True))
    bus.reader.put("board", [uid(1), uid(2)])
    found = looks(bus.advance(4 * S), "board")
    assert len(found) > 5
    assert all(look.tags == {uid(1), uid(2)} for look in found)


def test_a_foreign_tag_is_refused_and_never_read_as_silence() -> None:
    poller = FeigPoller(("board",))

    def frame(*body: int) -> Bytes:
        raw = bytes((len(body) + 4, 0, *body))
        return Bytes(raw + crc16(raw).to_bytes(2, "little"))

    poller.step(0, PortUp())
    poller.step(20 * MS, TICK)
    now, out = 40 * MS, poller.step(40 * MS, frame(0x69, 0))
    for _ in range(2):
        poller.step(now + MS, frame(0xDD, 0))
        out = poller.step(now + 2 * MS, frame(0xB0, 0, 1, 4, 0, 4, 17, 34, 51, 68, 85, 102, 119))
        now += 10 * MS
    (state,) = (one for one in out if isinstance(one, DeviceState))
    assert (state.device, state.state) == ("rfid board", "refused")
    assert "041122" not in state.detail


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 200), st.binary(max_size=60)), max_size=60))
def test_any_bytes_at_any_time_raise_nothing_and_name_no_tag(stream: list[tuple[int, bytes]]) -> None:
    poller = FeigPoller()
    now = 0
    poller.step(now, PortUp())
    for wait_ms, data in stream:
        now += wait_ms * MS
        due = poller.deadline()
        if due is not None and due <= now:
            poller.step(due, TICK)
        assert looks([one for one in poller.step(now, Bytes(data)) if not isinstance(one, Write | Reopen)]) == []
    poller.step(now, PortDown("end"))
    assert poller.deadline() is None
    assert poller.step(now + S, Bytes(b"\x06\x00")) == []
