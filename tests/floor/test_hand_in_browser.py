"""A nine-handed hand at a table of real processes, its acts entered in a real browser: few touches, none for a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.console_page import Touches, quick, seat
from tests.floor.house import PATIENCE_S, STACK, House

pytestmark = [pytest.mark.processes, pytest.mark.browser]

SEATS = 9
RANKS = "23456789T"


def test_a_nine_handed_hand_with_a_raise_two_callers_and_a_river_bet_takes_few_touches(
    build: Callable[..., House], open_page: Callable[..., Any]
) -> None:
    """One touch for each act that is no fold or check, at most two more a street, none for a card."""
    house = build()
    house.set_table(SEATS)
    house.open_hand()
    page = open_page(house.demo.addresses["console"])
    page.set_default_timeout(PATIENCE_S * 1_000)
    house.deal(*(tuple((rank + suit, number) for number, rank in enumerate(RANKS, 1)) for suit in "cs"))
    page.locator("#prompt strong", has_text="Seat 3 to act").wait_for()
    touch = Touches(page)

    seat(page, 4).click()
    touch.count += 1
    touch(page.locator("#actions .size").first, "Seat 5 to act")
    touch(quick(page, 7), "Seat 8 to act")
    touch(quick(page, 1), "Seat 2 to act")
    touch(page.locator("#actions .fold"), "Burn one card")
    assert touch.count <= 3 + 2  # raise, call, call

    for burn, cards in (("Kd", ("Ah", "Qd", "Jh")), ("Qh", ("2d",))):
        house.burn(burn)
        house.board(*cards)
        page.locator("#prompt strong", has_text="Seat 1 to act").wait_for()
        touch.count = 0
        touch(page.locator("#actions .bulk"), "Burn one card")
        assert touch.count <= 2

    house.burn("Ks")
    house.board("3h")
    page.locator("#prompt strong", has_text="Seat 1 to act").wait_for()
    touch.count = 0
    seat(page, 4).click()
    touch.count += 1
    touch(page.locator("#actions .size").nth(1), "Seat 7 to act")
    touch(quick(page, 7), "Seat 1 to act")
    touch(page.locator("#actions .fold"), "Seat 4 shows first")
    assert touch.count <= 2 + 2  # bet, call

    assert house.desk["incidents"] == []
    assert {one["seat"] for one in house.desk["seats"] if one["state"] == "in"} == {4, 7}
    assert sum(house.stacks().values()) + house.desk["pot"] == SEATS * STACK
    page.close()
