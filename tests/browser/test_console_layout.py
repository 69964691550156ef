"""The console's layout, measured in Chromium: 64 px targets, nothing covered or cut, other screens scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulebook.settings import Settings
from tests.browser.console_page import SHOWDOWN, Opened
from tests.browser.pages import covered_targets, cut_texts, outside_targets, small_targets, spilling_plates
from tests.console.desks import CLOSED_QUESTION, EXPOSED, FOUR_CARDS, RULING, Fault, StillDesk, on_board, state

pytestmark = pytest.mark.browser


def _states() -> dict[str, Callable[[StillDesk, Any], None]]:
    def opened(*selectors: str) -> Callable[[StillDesk, Any], None]:
        def run(desk: StillDesk, page: Any) -> None:
            desk.show(state(), undoable=3, rulings=[RULING])
            for selector in selectors:
                page.click(selector)

        return run

    def shows(shown: Any, **findings: Any) -> Callable[[StillDesk, Any], None]:
        return lambda desk, page: desk.show(shown, **findings)

    def award(desk: StillDesk, page: Any) -> None:
        desk.show(on_board("AhKd2c9sTc", next="push", due={5: 6_000, 8: 3_000}, **SHOWDOWN))
        page.click("text=Who was paid?")
        page.click(".button.row >> nth=0")

    big = dict.fromkeys(range(1, 11), 12_345_600)
    seven = {number: tuple(f"k{number}{letter}" for letter in "abcdefg") for number in range(1, 9)}
    stud = Settings(game="stud7", limit="fixed", limits=(600, 1_200), ante=50)
    return {
        "to act": opened(),
        "another seat": opened('.place[data-seat="8"] .plate'),
        "keypad": opened("text=Other amount"),
        "words and chips": opened("text=Words and chips"),
        "raise to": opened("text=Words and chips", "text=“Raise to…”"),
        "reports": opened("#tools >> text=Report", '.place[data-seat="3"] .plate'),
        "deck": opened("#tools >> text=Deck"),
        "ten seats, large stacks": shows(
            state(
                stacks=big,
                button=10,
                bets={2: 1_000_000, 3: 1_000_000},
                raise_min=2_234_500,
                raise_max=12_345_600,
                to_call=1_000_000,
            )
        ),
        "seven cards": shows(
            state(cards=seven, bets={3: 12_500, 5: 12_500, 8: 12_500}, names={"k3c": "As", "k3d": "Td"}), settings=stud
        ),
        "question": shows(on_board("AhKd2c", to_act=8, owing=(8, 9)), questions=[CLOSED_QUESTION]),
        "judge": shows(on_board("AhKd2c9s", next="judge", to_act=0, owing=()), incidents=[FOUR_CARDS]),
        "correction": shows(state(next="correct", to_act=0, owing=()), incidents=[EXPOSED]),
        "showdown": shows(on_board("AhKd2c9sTc", next="show", **{**SHOWDOWN, "to_act": 3})),
        "award": award,
        "preparation": shows(state(next="shuffle", to_act=0, owing=(), cards={})),
        "counted by hand": shows(state(next="burn", to_act=0, owing=()), blind=True, by_hand=True),
        "hub away": shows(state(), hub_away=True, devices=[Fault("rfid", "unplugged", "Plug the reader's cable in again.")]),
    }


@pytest.mark.parametrize("name", list(_states()))
def test_every_target_is_large_within_reach_and_readable(console: Opened, name: str) -> None:
    """64 px at least, on the screen, not covered by anything, words not cut off."""
    desk, page = console
    _states()[name](desk, page)
    page.wait_for_timeout(80)
    assert small_targets(page) == []
    assert outside_targets(page) == []
    assert covered_targets(page) == []
    assert cut_texts(page) == []
    assert spilling_plates(page) == []


@pytest.mark.parametrize(("width", "height"), [(1366, 640), (1920, 1080), (1024, 600), (1280, 900)])
def test_other_screens_scale_the_whole_picture(console: Opened, width: int, height: int) -> None:
    _, page = console
    page.set_viewport_size({"width": width, "height": height})
    page.click("text=Other amount")
    assert outside_targets(page) == []
    assert covered_targets(page) == []
    assert page.evaluate(
        "[document.documentElement].every((all) => all.scrollWidth <= innerWidth && all.scrollHeight <= innerHeight)"
    )
    page.set_viewport_size({"width": 1280, "height": 800})
