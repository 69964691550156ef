"""Whole hands entered by taps in Chromium, with the real rules behind the console."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from table_node.console.app import create_app
from tests.browser.console_page import Touches, enter_hand
from tests.browser.pages import served
from tests.console.desks import SEATS
from tests.console.rules_desk import RulesDesk

pytestmark = pytest.mark.browser


def test_nine_handed_hand_is_entered_by_taps(open_page: Callable[..., Any]) -> None:
    desk = RulesDesk(dict.fromkeys(SEATS, 20_000), button=1)
    with served(create_app(desk)) as address:
        page = open_page(address)
        desk.deal([2, 3, 4, 5, 6, 7, 8, 9, 1])
        enter_hand(page, [partial(desk.street, cards) for cards in (3, 1, 1)], at=lambda number: number % 9 + 1)
        assert desk.node.fold.incidents == []
        assert desk.node.fold.state().folded == (1, 2, 3, 4, 6, 7, 9)
        assert sum(desk.node.fold.state().stacks.values()) + desk.node.fold.state().pot == 180_000


def test_five_acts_can_be_taken_back(open_page: Callable[..., Any]) -> None:
    desk = RulesDesk(dict.fromkeys(SEATS, 20_000), button=1)
    with served(create_app(desk)) as address:
        page = open_page(address)
        desk.deal([2, 3, 4, 5, 6, 7, 8, 9, 1])
        page.locator("#prompt strong", has_text="Seat 4 to act").wait_for()
        touch = Touches(page)
        for number in range(5, 10):
            touch(page.locator("#actions .fold"), f"Seat {number} to act")
        for number in range(8, 3, -1):
            touch(page.locator("#undo"), f"Seat {number} to act")
        assert desk.node.fold.state().folded == ()
