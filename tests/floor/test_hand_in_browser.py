"""A nine-handed hand at a table of real processes, its acts entered in a real browser: few touches, none for a card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.browser.console_page import enter_hand
from tests.floor.house import PATIENCE_S, STACK, House

pytestmark = [pytest.mark.processes, pytest.mark.browser]

SEATS = 9
RANKS = "23456789T"
STREETS = (("Kd", "Ah", "Qd", "Jh"), ("Qh", "2d"), ("Ks", "3h"))  # each with its burn


def lay(house: House, burn: str, *cards: str) -> None:
    house.burn(burn)
    house.board(*cards)


def test_a_nine_handed_hand_with_a_raise_two_callers_and_a_river_bet_takes_few_touches(
    build: Callable[..., House], open_page: Callable[..., Any]
) -> None:
    house = build()
    house.set_table(SEATS)
    house.open_hand()
    page = open_page(house.demo.addresses["console"])
    page.set_default_timeout(PATIENCE_S * 1_000)
    house.deal(*(tuple((rank + suit, number) for number, rank in enumerate(RANKS, 1)) for suit in "cs"))
    enter_hand(page, [partial(lay, house, *cards) for cards in STREETS], at=lambda number: number)
    assert house.desk["incidents"] == []
    assert {one["seat"] for one in house.desk["seats"] if one["state"] == "in"} == {4, 7}
    assert sum(house.stacks().values()) + house.desk["pot"] == SEATS * STACK
    page.close()
