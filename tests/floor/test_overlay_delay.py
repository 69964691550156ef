"""The overlay of a real table: exactly its delay behind, nothing sooner, and marked as a demo's."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from rulebook.events import Acted, CardNamed, CardPlaced, HandOpened, KeyReleased, Pushed
from rulebook.record import Record
from simulators.page_client import PageClient
from table_node.taps import Act, Push
from tests.floor.house import House, events, journal

pytestmark = pytest.mark.processes

DELAY_MS = 6_000
LATE_MS = 8_000  # how much later than its delay a picture may come on a busy machine; it comes within 50 ms on an idle one


class Pictures(PageClient):
    """An overlay that remembers when each picture came, in ms of boot time."""

    def __init__(self, url: str) -> None:
        self.came: list[tuple[float, dict[str, Any]]] = []
        super().__init__(url)

    def _take(self, message: dict[str, Any]) -> None:
        now_ms = time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1e6
        if message["kind"] in ("snapshot", "change"):
            self.came.append((now_ms, dict(message["data"])))
        super()._take(message)

    def first_ms(self, shows: Callable[[dict[str, Any]], bool]) -> float:
        """When a picture first showed it."""
        return next(at for at, picture in self.came if shows(picture))


def cards(picture: dict[str, Any]) -> list[str | None]:
    return [card for seat in picture["seats"] for card in seat["cards"]]


def test_the_overlay_shows_nothing_sooner_than_its_delay_and_opens_with_its_token(
    build: Callable[..., House], record_property: Callable[[str, object], None]
) -> None:
    house = build()
    address = house.demo.addresses["overlay"]
    assert "<title>" in urllib.request.urlopen(address, timeout=10).read().decode()
    for wrong in (address.partition("?")[0], address[:-1], address + "x"):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(wrong, timeout=10)

    overlay = Pictures(address.replace("http", "ws").replace("?", "/channel?"))
    house.set_table(2, delay_ms=DELAY_MS)
    house.open_hand()
    house.deal((("7h", 2), ("3d", 1)), (("4s", 2), ("9c", 1)))
    house.tap(Act(2, "raise", 300), Act(1, "call"))
    house.burn("8d")
    house.board("Jc", "5c", "Kh")
    house.tap(Act(1, "check"), Act(2, "bet", 400), Act(1, "fold"), Push())
    house.until("the hand is over", lambda: house.desk["next"] == "hand")
    house.until("all cards are open", lambda: sorted(map(str, cards(overlay.view))) == ["3d", "4s", "7h", "9c"])
    house.until("the overlay is at the end of the hand", lambda: overlay.view["next"] == "hand")
    overlay.close()
    house.stop()

    records = events(journal(house.folder))
    # Each thing on the picture with the record by which it happened.
    shown: dict[str, tuple[Callable[[Record], bool], Callable[[dict[str, Any]], bool]]] = {
        "the hand": (lambda r: isinstance(r.event, HandOpened), lambda p: p["hand"] == 1),
        "a card as a back": (lambda r: isinstance(r.event, CardPlaced), lambda p: cards(p) != []),
        "a raise": (lambda r: isinstance(r.event, Acted), lambda p: 300 in [seat["bet"] for seat in p["seats"]]),
        "a board card": (lambda r: isinstance(r.event, CardNamed) and r.event.card is not None, lambda p: any(p["board"])),
        "the bet": (lambda r: isinstance(r.event, Acted) and r.event.amount == 400, lambda p: p["pot"] >= 1_000),
        "the push": (lambda r: isinstance(r.event, Pushed), lambda p: p["next"] == "hand" and p["hand"] == 1),
        "a hole card": (lambda r: isinstance(r.event, CardNamed) and r.event.sealed != b"", lambda p: any(cards(p))),
    }
    late: dict[str, float] = {}
    for what, (happened, is_shown) in shown.items():
        at_ms = next(record.boot_ms for record in records if happened(record))
        late[what] = overlay.first_ms(is_shown) - at_ms - DELAY_MS
    record_property("late_ms", {what: round(ms) for what, ms in late.items()})
    assert {what: ms for what, ms in late.items() if ms < 0} == {}, "shown too early"
    late.pop("a hole card")  # it waits for its key, which goes out when the hand is over
    assert {what: ms for what, ms in late.items() if ms > LATE_MS} == {}, "shown too late"

    [release] = [record for record in records if isinstance(record.event, KeyReleased)]
    opened = next(record for record in records if isinstance(record.event, HandOpened))
    assert release.boot_ms >= opened.boot_ms + DELAY_MS
    assert not any(any(cards(picture)) for at, picture in overlay.came if at < release.boot_ms)
    watermarks = {picture["watermark"] for _, picture in overlay.came if picture["hand"]}
    assert watermarks == {"DEMO: delay of 6 s only"}
