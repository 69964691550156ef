"""The simulated serial devices: a scene in, readings out of the real codecs, and the same run for the same seed."""

from __future__ import annotations

import pytest

from firmware_bridge.readings import ButtonPressed, DeviceState, Inventory, Reading
from rulebook.cards import Card
from simulators.felt_tags import DeviceFaultError
from simulators.scene import Scene, SceneCard
from simulators.serial_bus import SerialBus
from simulators.wires import delayed, lossy

MS = 1_000_000
S = 1_000_000_000


def tag(number: int) -> str:
    return f"E00400000000{number:04X}"


def card(number: int, zone: str, slot: int = 0, *, tagged: bool = True) -> SceneCard:
    return SceneCard(number, Card("As"), zone, slot, "down", tag=tag(number) if tagged else None)


def last_tags(readings: list[Reading], antenna: str) -> frozenset[str]:
    return [one for one in readings if isinstance(one, Inventory) and one.antenna == antenna][-1].tags


def states(readings: list[Reading]) -> list[tuple[str, str]]:
    return [(one.device, one.state) for one in readings if isinstance(one, DeviceState)]


def test_a_scene_is_read_where_its_cards_lie() -> None:
    bus = SerialBus()
    bus.show(Scene((card(1, "seat 3"), card(2, "seat 3", 1), card(3, "board"), card(4, "stub"), card(5, "aside"))))
    readings = bus.advance(2 * S)
    assert last_tags(readings, "seat 3") == {tag(1), tag(2)}
    assert last_tags(readings, "board") == {tag(3)}
    seen = {uid for one in readings if isinstance(one, Inventory) for uid in one.tags}
    assert seen == {tag(1), tag(2), tag(3)}  # stub and aside have no antenna


def test_a_card_without_a_tag_is_not_read() -> None:
    bus = SerialBus()
    bus.show(Scene((card(1, "board", tagged=False), card(2, "board", 1))))
    assert last_tags(bus.advance(2 * S), "board") == {tag(2)}


def test_of_a_pile_only_the_uppermost_cards_read() -> None:
    """HARDWARE: two stacked read well, a pile of discards never; what comes on top is read when it comes."""
    bus = SerialBus()
    pile: tuple[SceneCard, ...] = ()
    for number in range(6):
        pile = (*pile, card(number, "muck", number))
        bus.show(Scene(pile))
        expected = {tag(each.id) for each in pile[-2:]}
        assert last_tags(bus.advance(bus.now_ns + 2 * S), "muck") == expected


def test_a_ghost_is_read_at_two_places_until_it_is_put_right() -> None:
    bus = SerialBus()
    bus.show(Scene((card(1, "seat 3"),)))
    bus.fault("rfid seat 4", "ghost", tag(1))
    readings = bus.advance(2 * S)
    assert last_tags(readings, "seat 3") == last_tags(readings, "seat 4") == {tag(1)}
    bus.fault("rfid seat 4", "back")
    assert last_tags(bus.advance(4 * S), "seat 4") == frozenset()


@pytest.mark.parametrize(
    ("device", "kind", "said"),
    [
        ("rfid board", "silent", ("rfid board", "silent")),
        ("rfid board", "garbage", ("rfid board", "garbage")),
        ("rfid board", "partial", ("rfid board", "garbage")),
        ("rfid board", "late", ("rfid board", "silent")),
        ("rfid board", "detuned", ("rfid board", "fault")),
        ("rfid board", "unplugged", ("rfid", "unplugged")),
        ("rfid", "silent", ("rfid", "silent")),
        ("rfid", "garbage", ("rfid", "garbage")),
        ("shuffler", "jam", ("shuffler", "jam")),
        ("shuffler", "door", ("shuffler", "door")),
        ("shuffler", "silent", ("shuffler", "silent")),
        ("shuffler", "garbage", ("shuffler", "garbage")),
        ("shuffler", "unplugged", ("shuffler", "unplugged")),
    ],
)
def test_every_fault_is_said_and_clears_when_the_device_is_back(device: str, kind: str, said: tuple[str, str]) -> None:
    bus = SerialBus()
    bus.advance(2 * S)
    bus.fault(device, kind)
    assert said in states(bus.advance(12 * S))
    bus.fault(device, "back")
    assert (said[0], "ok") in states(bus.advance(40 * S))


@pytest.mark.parametrize(
    ("device", "kind"),
    [("rfid", "ghost"), ("rfid", "detuned"), ("rfid board", "jam"), ("shuffler", "blind"), ("camera", "blind")],
)
def test_faults_that_no_serial_device_has_are_refused_by_name(device: str, kind: str) -> None:
    with pytest.raises(DeviceFaultError, match="expected"):
        SerialBus().fault(device, kind)


def test_a_key_bounces_and_is_pressed_once() -> None:
    bus = SerialBus(start_ns=5 * S)
    bus.press("call_floor")
    presses = [one for one in bus.advance(6 * S) if isinstance(one, ButtonPressed)]
    assert presses == [ButtonPressed(5 * S, "call_floor")]


def test_readings_come_in_the_order_of_their_times() -> None:
    bus = SerialBus()
    bus.machine(bus.shuffler.begin() + bus.shuffler.end())
    bus.press("undo")
    times = [one.at_ns for one in bus.advance(5 * S)]
    assert times == sorted(times)


def test_small_steps_and_one_long_one_give_the_same_readings() -> None:
    def run(step_ms: int) -> list[Reading]:
        bus = SerialBus(seed=4, rfid_wire=lossy(4, rate=0.01), shuffler_wire=delayed(4))
        bus.show(Scene(tuple(card(number, f"seat {number}") for number in range(1, 11))))
        readings: list[Reading] = []
        while bus.now_ns < 12 * S:
            readings += bus.advance(min(bus.now_ns + step_ms * MS, 12 * S))
        return readings

    assert run(7) == run(12_000) == run(500)


def test_the_next_deadline_is_when_something_happens() -> None:
    bus = SerialBus()
    for _ in range(500):
        due = bus.deadline()
        assert due is not None
        assert due >= bus.now_ns
        bus.advance(due)
    assert 0 < bus.now_ns < 60 * S
