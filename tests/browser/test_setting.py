"""Setting a table by touch: on the console while the hub is away, on the floor page at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hub.web.app import create_app
from link.table_setting import setting_view
from rulebook.events import TableSet
from rulebook.settings import Settings
from table_node.taps import SetTable
from tests.browser.console_page import Opened
from tests.browser.pages import covered_targets, cut_texts, outside_targets, served, small_targets
from tests.console.desks import state
from tests.hub_web.hubs import FakeHub, table

pytestmark = pytest.mark.browser

STANDING = TableSet(Settings(blinds=(50, 100), level=3), {1: 18_200, 2: 9_950, 5: 7_025}, 5)


def press(page: Any, digits: str) -> None:
    for digit in digits:
        page.locator(".setting .keys").get_by_text(digit, exact=True).click()


def show(console: Opened, *, playing: bool = False) -> Any:
    desk, page = console
    desk.show(state(next="act" if playing else "hand"), hub_away=True, setting=setting_view(STANDING, playing=playing))
    page.click("#setting")
    page.wait_for_selector("#set-table")
    return page


def test_console_sets_level_seats_and_button(console: Opened) -> None:
    desk, page = console
    show(console)
    page.click("[data-field='blinds.0']")
    press(page, "100")
    page.click("[data-field='blinds.1']")
    press(page, "200")
    page.click("[data-field='ante_by']")
    page.click(".setting [data-seat='7']")
    press(page, "5000")
    page.click("[data-set='button']")
    page.click(".setting [data-seat='2']")
    page.click("[data-set='empty']")
    page.click("#set-table")
    page.wait_for_selector("#drawer", state="hidden")
    [tap] = desk.tapped
    assert isinstance(tap, SetTable)
    changed = msgspec.structs.replace(STANDING.settings, blinds=(100, 200), ante_by="big_blind")
    assert (tap.settings, tap.stacks, tap.button) == (changed, {1: 18_200, 5: 7_025, 7: 5_000}, 7)


def test_console_in_a_hand_sets_the_next_level_alone(console: Opened) -> None:
    desk, page = console
    show(console, playing=True)
    assert page.locator(".setting.seats button:enabled").count() == 0
    page.click("[data-field='level']")
    press(page, "4")
    page.click("#set-table")
    page.wait_for_selector("#drawer", state="hidden")
    [tap] = desk.tapped
    assert isinstance(tap, SetTable)
    assert (tap.settings.level, tap.stacks, tap.button) == (4, {}, 0)


def test_a_refused_setting_stays_to_be_mended(console: Opened) -> None:
    desk, page = console
    show(console)
    page.click("[data-field='blinds.1']")
    press(page, "20")
    desk.refuse = "The small blind cannot be above the big blind."
    page.click("#set-table")
    page.wait_for_selector("#toast:not([hidden])")
    assert page.locator("[data-field='blinds.1']").inner_text().endswith("20")


def test_the_form_fits_under_a_finger(console: Opened) -> None:
    _, page = console
    show(console)
    for _ in range(3):
        assert small_targets(page) == []
        assert outside_targets(page) == []
        assert cut_texts(page) == []
        assert set(covered_targets(page)) <= set(page.locator("#table button").all_text_contents())
        page.click("[data-field='limit']")
        page.click(".setting [data-seat='10']")


def test_no_form_while_the_hub_is_there(console: Opened) -> None:
    desk, page = console
    desk.show(state(next="hand"), setting=None)
    page.wait_for_selector("#undo")
    assert page.locator("#setting").count() == 0


def test_the_floor_page_sets_the_next_level_from_a_phone(open_page: Callable[..., Any]) -> None:
    hub = FakeHub(table(next_set=STANDING, playing=True, problems=("The dealer set this table himself (record 9): level 3.",)))
    with served(create_app(hub)) as address:
        page = open_page(address, 390, 844)
        page.click("#tabs button >> nth=2")
        page.click("[data-act='setting']")
        page.click("[data-field='blinds.1']")
        press(page, "300")
        assert small_targets(page) == []
        assert cut_texts(page) == []
        page.click("[data-act='set']")
        page.wait_for_selector("#sheet", state="hidden")
    [(name, event)] = hub.acts
    assert name == "Table 7"
    assert event == TableSet(msgspec.structs.replace(STANDING.settings, blinds=(50, 300)), {}, 0)
