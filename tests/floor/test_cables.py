"""Cables pulled in the middle of a hand: the dealer reads which and what to do, and no incident comes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from table_node.taps import Act, Push, Tap
from tests.floor.house import House, hub_log, journal

pytestmark = pytest.mark.processes


def test_cables_pulled_and_put_back_in_a_hand_cost_time_and_no_false_incident(build: Callable[..., House]) -> None:
    house = build()
    house.set_table(2)
    house.open_hand()
    devices, film = house.devices, house.film

    def broken(device: str, break_: Callable[[], None], mend: Callable[[], None], *says: str) -> None:
        """Break it, read the screen, mend it; nothing on the felt may have changed by it."""
        before = house.cards_at_seats(), list(house.desk["board"])
        break_()
        house.until(f"the screen says that the {device} is gone", lambda: device in house.faults())
        [fault] = house.faults().values()
        assert [word for word in says if word not in fault] == [], fault
        mend()
        house.until("all is well again", lambda: house.faults() == {})
        assert (house.cards_at_seats(), list(house.desk["board"])) == before

    def play_on_without(*taps: Tap) -> Callable[[], None]:
        def fail() -> None:
            devices.fault("rfid", "garbage")
            house.until("the screen says that the reader is not understood", lambda: "rfid" in house.faults())
            house.tap(*taps)

        return fail

    house.deal((("2c", 2), ("3d", 1)))
    broken(
        "rfid", lambda: devices.unplug("rfid"), lambda: devices.plug("rfid"), "unplugged", "check the reader's plug and power"
    )
    house.deal((("Qd", 2), ("9c", 1)))
    broken("shuffler", lambda: devices.unplug("shuffler"), lambda: devices.plug("shuffler"), "unplugged", "plug and power")
    mended = (lambda: devices.fault("rfid", "back"), "garbage", "check its power, speed and parity")
    broken("rfid", play_on_without(Act(2, "call"), Act(1, "check")), *mended)
    house.burn("8d")
    house.board("Jc", "5c", "Kh")
    broken("camera", lambda: film.cut(True), lambda: film.cut(False), "unplugged", "start it again")
    noisy = (lambda: devices.fault("shuffler", "garbage"), lambda: devices.fault("shuffler", "back"))
    broken("shuffler", *noisy, "garbage", "check the cable")
    house.tap(Act(1, "check"), Act(2, "check"))

    devices.unplug("rfid")
    house.until("the screen says that the reader is gone", lambda: "rfid" in house.faults())
    house.lay("4h", "burns", "down")
    house.lay("7s", "board", "up")
    devices.plug("rfid")
    house.until("all is well again", lambda: house.faults() == {})
    house.until(
        "cards laid meanwhile are found", lambda: house.desk["board"] == ["Jc", "5c", "Kh", "7s"] and house.desk["burns"] == 2
    )

    house.tap(Act(1, "bet", 300), Act(2, "fold"), Push())
    house.until("the hand is over", lambda: house.desk["next"] == "hand")
    assert house.stacks() == {1: 5100, 2: 4900}
    assert {incident["kind"] for incident in house.desk["incidents"]} <= {"device_fault"}
    assert {alert["kind"] for alert in house.floor.view["alerts"]} <= {"device_fault"}
    house.synced()
    house.stop()
    assert hub_log(house.folder) == journal(house.folder)
