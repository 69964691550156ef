"""The overlay in a real Chromium: transparent, of any size, only what the delayed picture holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from hub.web.app import create_app
from tests.browser.pages import served
from tests.hub_web.hubs import TOKEN, FakeHub, picture, table

pytestmark = pytest.mark.browser

Opened = tuple[FakeHub, str]
SIZES = [(1920, 1080), (1280, 720), (3840, 2160), (800, 1000), (1280, 400)]


@pytest.fixture
def overlay() -> Iterator[Opened]:
    """A hub with one picture, and the overlay's address."""
    hub = FakeHub(table())
    with served(create_app(hub)) as address:
        yield hub, f"{address}/overlay/Table%207?token={TOKEN}"


def test_background_is_transparent_and_the_cards_are_not(open_page: Callable[..., Any], overlay: Opened) -> None:
    page = open_page(overlay[1], 1280, 720)
    page.wait_for_selector(".player")
    image = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert image.shape[2] == 4
    clear = float((image[:, :, 3] == 0).mean())
    assert clear > 0.6
    box = page.locator('.board [data-card="Ah"]').bounding_box()
    middle = image[int(box["y"] + box["height"] * 0.3), int(box["x"] + box["width"] / 2)]
    assert middle[3] == 255


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_is_on_screen_and_scales(open_page: Callable[..., Any], overlay: Opened, width: int, height: int) -> None:
    hub, address = overlay
    hub.show(picture(2, watermark="DEMO · delay 20 s", why_backs="Hand 26: its key comes when the hand is over."))
    page = open_page(address, width, height)
    page.wait_for_selector(".player")
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(".player, .board, .pot, #watermark span, #director")].map((element) => {
            const box = element.getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];
        })"""
    )
    assert len(boxes) == 13
    strip, note = boxes[-2:]
    assert note[1] >= strip[3]
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= width + 0.5
        assert bottom <= height + 0.5
    unit = min(width / 1920, height / 1080)
    assert page.locator(".board .card").first.bounding_box()["height"] == pytest.approx(146 * unit, abs=1)


def test_players_and_board_do_not_cover_each_other(open_page: Callable[..., Any], overlay: Opened) -> None:
    page = open_page(overlay[1], 1280, 720)
    page.wait_for_selector(".player")
    boxes = [box.bounding_box() for box in page.locator(".player, .board").all()]
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = (
                one["x"] + one["width"] <= other["x"] + 0.5 or other["x"] + other["width"] <= one["x"] + 0.5
                or one["y"] + one["height"] <= other["y"] + 0.5 or other["y"] + other["height"] <= one["y"] + 0.5
            )  # fmt: skip
            assert apart


def test_live_hands_have_faces_and_a_hand_without_its_key_has_backs(open_page: Callable[..., Any], overlay: Opened) -> None:
    hub, address = overlay
    page = open_page(address, 1280, 720)
    page.wait_for_selector('[data-seat="3"] [data-card="As"]')
    sealed = picture(2, why_backs="The key of hand 26 was lost.", opened="Hand 25: a judge took 2 sealed cards out.")
    for seat in sealed["seats"]:
        seat["cards"] = [None] * len(seat["cards"])
    hub.show(sealed)
    page.wait_for_selector('[data-seat="3"] [data-card="back"]')
    assert page.locator('.player [data-card]:not([data-card="back"])').count() == 0
    notes = page.locator("#director p").all_inner_texts()
    assert notes == ["Hand 25: a judge took 2 sealed cards out.", "The key of hand 26 was lost."]


def test_watermark_shows_when_the_hub_says_so(open_page: Callable[..., Any], overlay: Opened) -> None:
    hub, address = overlay
    page = open_page(address, 1280, 720)
    page.wait_for_selector(".player")
    assert page.locator("#watermark").is_hidden()
    hub.show(picture(2, watermark="DEMO · delay 20 s"))
    page.wait_for_selector("#watermark:not([hidden])")
    assert page.locator("#watermark span").inner_text() == "DEMO · delay 20 s"


def test_winner_and_button_are_marked(open_page: Callable[..., Any], overlay: Opened) -> None:
    hub, address = overlay
    won = picture(2, next="hand")
    won["seats"][7]["won"] = 5_400
    hub.show(won)
    page = open_page(address, 1280, 720)
    page.wait_for_selector('[data-seat="8"].won')
    assert "+5,400" in page.locator('[data-seat="8"]').inner_text()
    assert page.locator('[data-seat="1"] .number i').inner_text() == "D"


def test_a_page_is_closed_before_its_server_goes(open_page: Callable[..., Any]) -> None:
    """A page that outlived its server had joined again at once: its refused connection failed the test before it."""
    with served(create_app(FakeHub(table()))) as address:
        page = open_page(f"{address}/overlay/Table%207?token={TOKEN}")
        page.wait_for_selector(".player")
    assert page.is_closed()
