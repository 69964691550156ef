"""The floor page in a real Chromium, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from hub.evidence import CardWay, Stop
from hub.view import DirectiveStatus, RefusedKey
from hub.web.app import create_app
from rulebook.cards import Card
from rulebook.events import FloorAcknowledged, FloorOpened, FloorPenalised, FloorPicked, FloorReturned, FloorRuled
from rulebook.seats import Zone
from tests.browser.pages import cut_texts, served, small_targets
from tests.hub_web.hubs import WALL_MS, FakeHub, alert, table

pytestmark = pytest.mark.browser

PHONE = (390, 844)
Opened = tuple[FakeHub, str]


@pytest.fixture
def floor() -> Iterator[Opened]:
    """A hub with one table, and the address of its floor page."""
    hub = FakeHub(table())
    with served(create_app(hub)) as address:
        yield hub, address


def wait_acts(hub: FakeHub, page: Any, count: int = 1) -> None:
    for _ in range(100):
        if len(hub.acts) >= count:
            return
        page.wait_for_timeout(10)
    raise AssertionError(f"only {hub.acts} arrived")


def test_call_appears_ticks_off_and_is_acknowledged_in_every_browser(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    phone, desk = open_page(address, *PHONE), open_page(address, 1440, 900)
    phone.wait_for_selector("#calls .quiet")
    hub.tell(alert())
    for page in (phone, desk):
        call = page.locator('[data-alert="7/1"]')
        call.wait_for()
        text = call.inner_text()
        for words in ("Table 7", "Hand 27", "Four cards on the flop", "BFSP 6.6.3", "Judge decides", "rfid board, window"):
            assert words in text
        assert page.title() == "(1) Floor"

    steps = list(alert().steps)
    for at, then in enumerate(["A judge picks one card, unseen", "Lay the picked card on the burns"]):
        steps[at] = msgspec.structs.replace(steps[at], done=True)
        hub.tell(alert(steps=tuple(steps)))
        desk.locator('[data-alert="7/1"] li.current', has_text=then).wait_for()
        assert desk.locator('[data-alert="7/1"] li.done').count() == at + 1

    phone.click('[data-alert="7/1"] [data-act="acknowledge"]')
    wait_acts(hub, phone)
    assert hub.acts == [("Table 7", FloorAcknowledged("27/four_card_flop/212"))]
    hub.tell(alert(acknowledged=True, steps=tuple(steps)))
    for page in (phone, desk):
        page.wait_for_selector('[data-alert="7/1"].acknowledged')
        assert "Judge is coming" in page.locator('[data-alert="7/1"]').inner_text()
        assert page.title() == "Floor"


def test_the_ways_of_the_cards_and_how_sealed_ones_are_taken_out(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    about = alert()
    stops = (Stop(Zone("seat 3"), "down", WALL_MS, ("rfid", "table")), Stop(Zone("muck"), "down", WALL_MS + 4_000, ("rfid",)))
    hub.cards["Table 7", about.incident] = [
        CardWay("k3", None, True, False, stops),
        CardWay("k6", Card("7s"), False, False, stops),
    ]
    page = open_page(address, *PHONE)
    hub.tell(about)
    page.click('[data-alert="7/1"] [data-act="ways"]')
    page.wait_for_selector("#sheet .way")
    first, second = (page.locator("#sheet .way").nth(at).inner_text() for at in (0, 1))
    for words in ("Card 1", "sealed", "seat 3, face down", "antenna, camera", "the muck"):
        assert words in first
    assert "sealed" not in second
    assert "7" in second
    assert small_targets(page) == []
    page.click('#sheet [data-act="break"]')
    assert "Two officials open them together" in page.locator("#sheet").inner_text()
    assert hub.acts == []  # asked twice
    page.click('#sheet [data-act="break-sure"]')
    wait_acts(hub, page)
    assert hub.acts == [("Table 7", FloorOpened(27, ("k3",), about.incident))]
    hub.tell(alert(opened=True))
    page.wait_for_selector("text=Sealed cards were taken out")
    page.click('[data-alert="7/1"] [data-act="ways"]')
    with page.expect_download() as download:
        page.click('#sheet [data-act="case"]')
    assert download.value.suggested_filename == "case-hand-27.json"


def test_withdrawn_call_stays_struck_through(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    hub.tell(alert())
    page = open_page(address, *PHONE)
    page.wait_for_selector('[data-alert="7/1"].waiting')
    hub.tell(alert(withdrawn=True, open=False))
    call = page.locator('[data-alert="7/1"].withdrawn')
    call.wait_for()
    assert "Withdrawn" in call.inner_text()
    assert "line-through" in call.locator("h2").evaluate("(title) => getComputedStyle(title).textDecorationLine")
    assert call.locator("button").count() == 0


def test_gravest_unanswered_call_stands_first(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    hub.tell(alert(id="a", number=1, acknowledged=True))
    hub.tell(alert(id="b", number=2))
    hub.tell(alert(id="c", number=3, severity="critical", kind="duplicate_card", call="void"))
    hub.tell(alert(id="d", number=4, open=False))
    hub.tell(alert(id="e", number=5, severity="dealer", kind="exposed_hole_card"))
    page = open_page(address, *PHONE)
    page.wait_for_selector("#calls .alert")
    assert page.eval_on_selector_all("#calls .alert", "(all) => all.map((one) => one.dataset.alert)") == ["c", "b", "a", "d"]
    assert page.eval_on_selector_all("#notes .alert", "(all) => all.map((one) => one.dataset.alert)") == ["e"]


@pytest.mark.parametrize(
    ("touches", "event"),
    [
        (['[data-act="picked"]'], FloorPicked()),
        (['[data-act="misdeal"]'], FloorRuled("misdeal", 212)),
        (
            ['[data-act="return"]', '[data-seat="3"]', '.keys >> text="2"', '.keys >> text="00"', "#sheet .wide"],
            FloorReturned(3, 200),
        ),
        (['[data-act="penalise"]', '[data-seat="8"]', '[data-clause="7.1.5"]'], FloorPenalised(8, "7.1.5")),
    ],
)
def test_judges_act_in_few_touches(open_page: Callable[..., Any], floor: Opened, touches: list[str], event: Any) -> None:
    """Every step of it fits the phone: large targets, words not cut off, and nothing sent before it is confirmed."""
    hub, address = floor
    hub.tell(alert())
    page = open_page(address, *PHONE)
    page.click('[data-alert="7/1"] [data-act="decide"]')
    for touch in touches:
        assert small_targets(page) == []
        assert cut_texts(page) == []
        page.locator("#sheet").locator(touch.removeprefix("#sheet ")).first.click()
    assert hub.acts == []
    page.click('[data-act="send"]')
    wait_acts(hub, page)
    assert hub.acts == [("Table 7", event)]
    page.wait_for_selector("#sheet:not([open])", state="attached")


def test_refused_act_is_said_and_stays_open(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    hub.tell(alert(table="Table 99"))
    page = open_page(address, *PHONE)
    page.click('[data-act="decide"]')
    page.click('#sheet [data-act="picked"]')
    page.click('[data-act="send"]')
    page.wait_for_selector("#toast.refused")
    assert page.locator("#toast").inner_text() == "Not sent: There is no table 'Table 99'."
    assert page.locator("#sheet[open]").count() == 1


def test_pending_act_shows_until_the_table_has_it(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    hub.tell(alert(acknowledged=True, pending=("floor_ruled",)))
    hub.tell(DirectiveStatus("d1", "Table 7", "floor_ruled", "", "pending", WALL_MS))
    page = open_page(address, *PHONE)
    page.wait_for_selector(".alert .pending")
    assert page.locator(".alert .pending").inner_text() == "On its way: Ruling"
    page.click(".tab >> nth=3")
    assert "On its way" in page.locator('[data-directive="d1"]').inner_text()
    hub.tell(alert(acknowledged=True))
    hub.tell(DirectiveStatus("d1", "Table 7", "floor_ruled", "", "done", WALL_MS))
    page.locator('[data-directive="d1"]', has_text="Done").wait_for()
    assert page.locator(".alert .pending").count() == 0


def test_refused_node_is_named_with_its_key(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    page = open_page(address, *PHONE)
    page.wait_for_selector("#calls .quiet")
    hub.tell(RefusedKey("Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID", 2, "10.0.0.7", WALL_MS))
    page.wait_for_selector("#banner:not([hidden])")
    wanted = "A node with key Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID was refused 2 times (last from 10.0.0.7)"
    assert page.locator("#banner").inner_text().strip() == wanted


def test_table_whose_node_is_away_says_since_when(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    hub.tell(table("Table 12", online=False, silent_since_wall_ms=WALL_MS - 40_000, problems=("The node is silent.",)))
    page = open_page(address, *PHONE)
    page.click(".tab >> nth=2")
    text = page.locator('[data-table="Table 12"]').inner_text()
    assert "Node away since" in text
    assert "The node is silent." in text
    assert page.eval_on_selector_all(".table-card", "(all) => all.map((one) => one.dataset.table)") == ["Table 7", "Table 12"]


@pytest.mark.parametrize("tab", [0, 1, 2, 3])
def test_phone_page_has_large_targets_and_no_sideways_scroll(open_page: Callable[..., Any], floor: Opened, tab: int) -> None:
    hub, address = floor
    long_seen = "five cards on the board while seats 3, 5 and 8 owed an action (rfid board, window, table)"
    hub.tell(alert(seats=(3, 5, 8), seen=long_seen, table="Feature table 12"))
    hub.tell(alert(id="n", severity="dealer", kind="dealt_to_empty_seat"))
    hub.tell(RefusedKey("Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID", 2, "10.0.0.7", WALL_MS))
    page = open_page(address, 360, 740)
    page.click(f".tab >> nth={tab}")
    assert small_targets(page) == []
    assert cut_texts(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_markup_in_a_text_stays_text(open_page: Callable[..., Any], floor: Opened) -> None:
    hub, address = floor
    hub.tell(alert(seen="<img src=x onerror=document.title=1><b>seen</b>"))
    page = open_page(address, *PHONE)
    page.wait_for_selector(".seen")
    assert page.locator(".seen").inner_text() == "<img src=x onerror=document.title=1><b>seen</b>"
    assert page.locator(".seen b").count() == 0
