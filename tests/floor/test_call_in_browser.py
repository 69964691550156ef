"""A four-card flop at a real table, in two real browsers: how soon the call is there, how it ticks off, who knows of whom."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from link.wording import BACK
from rulebook.events import CardPlaced
from rulebook.seats import BOARD
from table_node.taps import Act
from tests.floor.house import PATIENCE_S, House, events, hub_log, journal

pytestmark = [pytest.mark.processes, pytest.mark.browser]

PHONE, DESK = (390, 844), (1440, 900)
FLOP, PICKED = ("Jc", "5c", "Kh"), "Ts"
SOON_MS = 2_000
# The first moment at which the page shows a call, on the clock by which records are stamped.
WATCH = """() => { window.calledAt = 0; new MutationObserver(() => {
    if (!window.calledAt && document.querySelector("#calls .alert")) window.calledAt = Date.now();
}).observe(document.body, { childList: true, subtree: true }); }"""


def test_a_four_card_flop_is_called_at_once_ticks_off_and_is_acknowledged_everywhere(
    build: Callable[..., House], open_page: Callable[..., Any], record_property: Callable[[str, object], None]
) -> None:
    house = build()
    house.set_table(2)
    house.open_hand()
    house.deal((("7h", 2), ("3d", 1)), (("4s", 2), ("9c", 1)))
    house.tap(Act(2, "call"), Act(1, "check"))
    house.burn("8d")
    phone, desk = (open_page(house.demo.addresses["floor"], *size) for size in (PHONE, DESK))
    for page in (phone, desk):
        page.set_default_timeout(PATIENCE_S * 1_000)
        page.wait_for_selector("#calls .quiet")
        page.evaluate(WATCH)

    laid_ms = time.time() * 1_000
    house.lay_board(*FLOP, PICKED)
    for page in (phone, desk):
        page.wait_for_selector("#calls .alert")
        text = page.locator("#calls .alert").inner_text()
        assert [words for words in ("Table 1", "Hand 1", "Four cards on the flop", "BFSP 6.6.3") if words not in text] == []
    called_ms = [page.evaluate("window.calledAt") for page in (phone, desk)]

    phone.click('#calls .alert [data-act="acknowledge"]')
    for page in (phone, desk):
        page.wait_for_selector("#calls .alert.acknowledged")

    def ticked(count: int) -> None:
        for page in (phone, desk):
            page.wait_for_function("(count) => document.querySelectorAll('.alert li.done').length === count", arg=count)

    flop = house.stage.find([*FLOP, PICKED])
    ticked(0)
    house.stage.turn(flop, "down")
    house.rig.show(house.stage.scene())
    ticked(1)
    assert house.desk["board"] == [BACK] * 4  # no screen shows an order of the cards that are mixed
    desk.click('#calls .alert [data-act="decide"]')
    desk.click('#sheet [data-act="picked"]')
    desk.click('[data-act="send"]')
    ticked(2)
    house.stage.move(house.stage.find([PICKED]), "burns")
    house.rig.show(house.stage.scene())
    ticked(3)
    assert house.desk["board"] == [BACK] * 3
    house.stage.turn(house.stage.find(FLOP), "up")
    house.rig.show(house.stage.scene())
    ticked(4)
    house.until("the dealer is led on", lambda: house.desk["next"] == "act" and house.desk["board"] == list(FLOP))
    assert all(not incident["open"] for incident in house.desk["incidents"])
    house.synced()
    for page in (phone, desk):
        page.close()
    house.stop()

    bodies = journal(house.folder)
    assert hub_log(house.folder) == bodies
    board = [one for one in events(bodies) if isinstance(one.event, CardPlaced) and one.event.zone == BOARD]
    known_ms = board[3].wall_ms
    times = {"from known": round(max(called_ms) - known_ms), "from laid": round(max(called_ms) - laid_ms)}
    record_property("called_after_ms", times)
    assert 0 <= times["from known"] <= SOON_MS, times
    assert [one.event.card for one in events(bodies) if hasattr(one.event, "card") and one.event.card == PICKED] == [PICKED]
