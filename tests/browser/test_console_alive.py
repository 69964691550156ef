"""What the console's page does without a tap: it sounds, beats, and says that hub or node is away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from link.channel import ChannelTimes
from link.pages import PageServer
from table_node.console.app import create_app
from table_node.taps import Act
from tests.browser.console_page import Opened, wait_taps
from tests.browser.pages import served
from tests.console.desks import FOUR_CARDS, StillDesk, state

pytestmark = pytest.mark.browser


def test_hub_away_is_shown_and_taps_go_on(console: Opened) -> None:
    desk, page = console
    desk.show(state(), hub_away=True)
    page.wait_for_selector("#hub-sign.away")
    page.click("#actions .fold")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Act(4, "fold")]


def test_red_light_sounds(open_page: Callable[..., Any]) -> None:
    desk = StillDesk()
    with served(create_app(desk)) as address:
        page = open_page(address)
        page.evaluate(
            """() => {
                const Real = OscillatorNode;
                window.tones = [];
                window.OscillatorNode = class extends Real {
                    start(at) { tones.push(this.frequency.value); super.start(at); }
                };
            }"""
        )
        page.wait_for_selector(".plate")
        page.mouse.click(640, 60)
        page.wait_for_selector('.sign.well[title="Sound on"]')
        desk.show(state(next="judge", to_act=0, owing=()), incidents=[FOUR_CARDS])
        page.wait_for_selector("#light.red")
        assert page.evaluate("tones.length") == 2


def test_quiet_page_stays_joined_by_its_beats(open_page: Callable[..., Any]) -> None:
    """Nobody taps and nothing changes for longer than the server bears silence: the page answers its beats."""
    desk = StillDesk()
    with served(create_app(desk, times=ChannelTimes(beat_s=0.3, silent_s=2.6))) as address:
        page = open_page(address)
        page.wait_for_selector(".plate")
        joined = page.evaluate(
            """() => new Promise((resolve) => {
                const box = document.getElementById("offline");
                let lost = false;
                new MutationObserver(() => { lost = lost || !box.hidden; }).observe(box, { attributes: true });
                setTimeout(() => resolve(!lost), 3500);
            })"""
        )
        assert joined
        assert desk.readers() == 1


def test_page_says_that_it_lost_the_node_and_joins_again(open_page: Callable[..., Any]) -> None:
    desk = StillDesk()
    server = PageServer(create_app(desk))
    server.start()
    page = open_page(server.address, allow_errors=True)
    page.wait_for_selector(".plate")
    server.stop()
    page.wait_for_selector("#offline:not([hidden])")
    again = PageServer(create_app(desk), port=server.port)
    desk.show(state(to_act=6))
    again.start()
    try:
        page.wait_for_selector("#offline", state="hidden")
        assert page.locator("#prompt strong").inner_text() == "Seat 6 to act"
    finally:
        again.stop()
