"""The dealer's console in a real Chromium at 1280 x 800, with the real rules behind it where a hand is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from link.pages import PageServer
from rulebook.events import Settings
from rulebook.findings import Warned
from table_node.console.app import create_app
from table_node.taps import Act, Answer, Bulk, CallFloor, Chips, Done, Prepare, Push, Report, Say, TableCards, Undo
from tests.browser.pages import covered_targets, cut_texts, outside_targets, served, small_targets, spilling_plates
from tests.console.desks import CLOSED_QUESTION, EXPOSED, FOUR_CARDS, RULING, SEATS, Fault, StillDesk, on_board, state
from tests.console.rules_desk import RulesDesk

pytestmark = pytest.mark.browser

SHOWDOWN = {"folded": (1, 2, 4, 6, 7, 9), "to_act": 0, "owing": (), "to_call": 0, "bets": {}, "pot": 9_000, "street": "river"}
Opened = tuple[StillDesk, Any]


@pytest.fixture(scope="module")
def served_desk() -> Iterator[tuple[StillDesk, str]]:
    """One desk that shows what it is told, served for all tests of this file."""
    desk = StillDesk()
    with served(create_app(desk)) as address:
        yield desk, address


@pytest.fixture
def console(served_desk: tuple[StillDesk, str], tab: Any) -> Opened:
    """The desk as new, and its page, loaded anew."""
    desk, address = served_desk
    desk.reset()
    tab.goto(address)
    tab.wait_for_selector(".plate")
    return desk, tab


def seat(page: Any, number: int) -> Any:
    return page.locator(f'.place[data-seat="{number}"] .plate')


def quick(page: Any, number: int) -> Any:
    return page.locator(f'.place[data-seat="{number}"] .quick')


def wait_taps(desk: StillDesk, page: Any, count: int) -> None:
    """Taps arrive through a socket: look until they are there."""
    for _ in range(100):
        if len(desk.tapped) >= count:
            return
        page.wait_for_timeout(10)
    raise AssertionError(f"only {desk.tapped} arrived")


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


@pytest.mark.parametrize(
    ("word", "colour", "says"),
    [
        ("act", "blue", "Betting open"),
        ("burn", "green", "Deal now"),
        ("judge", "red", "Stop"),
        ("correct", "amber", "Put right"),
    ],
)
def test_standing_light_has_a_word_and_a_picture_besides_its_colour(console: Opened, word: str, colour: str, says: str) -> None:
    desk, page = console
    desk.show(state(next=word), incidents=[EXPOSED] if word == "correct" else ())
    light = page.locator(f"#light.{colour}")
    light.wait_for()
    assert light.locator("strong").inner_text() == says
    assert light.locator("svg.icon").count() == 1


def test_hidden_cards_are_backs_and_open_ones_have_faces(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c", burns=("x1",), names={"b0": "Ah", "b1": "Kd", "b2": "2c", "k5": "Td"}))
    page.wait_for_selector('.board [data-card="Ah"]')
    assert page.locator(".plate [data-card]").count() == 18
    assert page.locator('.plate [data-card="back"]').count() == 17
    assert page.locator('.place[data-seat="5"] [data-card="Td"]').get_attribute("aria-label") == "ten of diamonds"
    assert page.locator(".fact", has_text="Burns").inner_text() == "Burns 1"


def test_one_tap_at_a_seat_folds_those_before_it_and_calls(console: Opened) -> None:
    desk, page = console
    assert quick(page, 8).inner_text().split("\n") == ["Call 100", "4–7 fold"]
    quick(page, 8).click()
    wait_taps(desk, page, 2)
    assert desk.tapped == [Bulk("fold", 8), Act(8, "call")]


def test_bet_by_keypad(console: Opened) -> None:
    desk, page = console
    page.click("text=Other amount")
    for key in ("7", "00"):
        page.click(f'.keys >> text="{key}"')
    assert page.locator("#drawer output").inner_text() == "700"
    page.click("#drawer .strong")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Act(4, "raise", 700)]


def test_silent_chip_of_500_takes_three_touches(console: Opened) -> None:
    desk, page = console
    page.click("text=Words and chips")
    page.click('.chip >> text="500"')
    page.click("text=Put in")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Chips(4, (500,))]
    assert page.locator("#drawer").is_hidden()


def test_word_raise_then_chips_stay_in_one_place(console: Opened) -> None:
    desk, page = console
    page.click("text=Words and chips")
    page.click("text=“Raise”")
    page.wait_for_timeout(200)
    page.click('.chip >> text="100"')
    page.click('.chip >> text="500"')
    page.click("text=Put in")
    wait_taps(desk, page, 2)
    assert desk.tapped == [Say(4, "raise"), Chips(4, (100, 500))]


def test_words_of_a_seat_that_is_not_to_act_are_its_own(console: Opened) -> None:
    """Out of turn is for the rules to judge: nobody before it is folded."""
    desk, page = console
    page.click("text=Words and chips")
    seat(page, 8).click()
    assert "out of turn" in page.locator("#drawer p").first.inner_text()
    page.click("text=“Raise to…”")
    page.click('.keys >> text="6"')
    page.click('.keys >> text="00"')
    page.click(".saying .strong")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Say(8, "raise", 600)]


def test_report_about_a_seat(console: Opened) -> None:
    desk, page = console
    page.click("#tools >> text=Report")
    seat(page, 3).click()
    page.click("text=Pushed cards forward")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Report("forwards", 3)]


def test_question_is_answered_by_one_tap_and_blocks_nothing(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c", to_act=8, owing=(8, 9)), questions=[CLOSED_QUESTION])
    page.wait_for_selector(".question")
    quick(page, 8).click()
    wait_taps(desk, page, 1)
    page.wait_for_timeout(200)
    page.click('.question >> text="Closed"')
    wait_taps(desk, page, 2)
    assert desk.tapped == [Act(8, "call"), Answer("q1", "closed")]


def test_award_as_shown_is_one_tap(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c9sTc", next="push", due={5: 6_000, 8: 3_000}, **SHOWDOWN))
    page.click("text=Pushed as shown")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Push()]


def test_award_can_be_changed_before_it_is_entered(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c9sTc", next="push", due={5: 9_000}, **SHOWDOWN))
    page.click("text=Who was paid?")
    page.click(".button.row >> nth=0")
    for key in ("4", "5", "00"):
        page.click(f'.keys >> text="{key}"')
    assert page.locator("#drawer .warn").inner_text() == "Not yet paid: 4,500"
    page.click(".button.row >> nth=0")
    page.click('.others >> text="Pay 8"')
    page.click("text=Pushed like this")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Push({5: 4_500, 8: 4_500})]


def test_winner_nobody_could_name_is_paid_by_tapping_his_seat(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c9sTc", next="push", **SHOWDOWN))
    quick(page, 8).click()
    page.click("text=Pushed like this")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Push({8: 9_000})]


def test_showdown_taps(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c9sTc", next="show", **{**SHOWDOWN, "to_act": 3}))
    quick(page, 3).click()
    wait_taps(desk, page, 1)
    page.wait_for_timeout(200)
    seat(page, 8).click()
    page.click("#actions >> text=Mucks")
    wait_taps(desk, page, 2)
    assert desk.tapped == [TableCards(3), Act(8, "muck")]


def test_correction_shows_its_steps_and_ticks_them_off(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c9s", next="judge", to_act=0, owing=()), incidents=[FOUR_CARDS])
    card = page.locator(f'[data-incident="{FOUR_CARDS.id}"]')
    card.wait_for()
    assert "BFSP 6.6.3" in card.inner_text()
    assert card.locator("li.current").inner_text().startswith("Turn 4 cards face down and mix them")
    assert "1 still missing" in card.inner_text()
    steps = list(FOUR_CARDS.steps)
    steps[0] = msgspec.structs.replace(steps[0], done=True, missing=0)
    desk.show(
        on_board("AhKd2c9s", next="judge", to_act=0, owing=()),
        incidents=[msgspec.structs.replace(FOUR_CARDS, steps=tuple(steps))],
    )
    page.wait_for_selector("li.done")
    assert card.locator("li.current").inner_text() == "A judge picks one card, unseen"


def test_step_that_no_sensor_sees_is_ticked_off_by_done(console: Opened) -> None:
    desk, page = console
    back = msgspec.structs.replace(EXPOSED, steps=(msgspec.structs.replace(EXPOSED.steps[1], to="stub"),))
    desk.show(state(next="correct", to_act=0, owing=()), incidents=[back])
    page.click("#done")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Done()]


def test_tools_of_the_dealer(console: Opened) -> None:
    desk, page = console
    desk.show(state(next="cut", to_act=0, owing=()), undoable=2)
    page.click("#actions >> text=Cut")
    wait_taps(desk, page, 1)
    page.wait_for_timeout(200)
    page.click("#undo")
    wait_taps(desk, page, 2)
    page.wait_for_timeout(200)
    page.click("#floor")
    wait_taps(desk, page, 3)
    assert desk.tapped == [Prepare("cut"), Undo(), CallFloor()]
    assert page.locator("#toast.ok").inner_text() == "Judge called"


def test_trembling_finger_folds_one_seat(console: Opened) -> None:
    desk, page = console
    page.evaluate("document.querySelector('#actions .fold').click(), document.querySelector('#actions .fold').click()")
    wait_taps(desk, page, 1)
    page.wait_for_timeout(100)
    assert desk.tapped == [Act(4, "fold")]


def test_refusal_is_said_and_the_screen_stays(console: Opened) -> None:
    desk, page = console
    desk.refuse = "Seat 4 is not in this hand; playing are 5, 6."
    page.click("#actions .fold")
    page.wait_for_selector("#toast.refused")
    assert page.locator("#toast").inner_text() == "Not taken: Seat 4 is not in this hand; playing are 5, 6."


def test_warning_comes_before_harm(console: Opened) -> None:
    desk, page = console
    desk.show(state(), warnings=[Warned("w", "burn_while_betting", 9)])
    page.wait_for_selector("#light.amber")
    assert page.locator("#prompt strong").inner_text() == "Do not burn: betting is open"


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


class Touches:
    """Counts what the dealer touches."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.count = 0

    def __call__(self, locator: Any, then: str) -> None:
        """Touch, and look until the prompt says `then`."""
        locator.click()
        self.count += 1
        self._page.locator("#prompt strong", has_text=then).wait_for()
        self._page.wait_for_timeout(200)


def test_nine_handed_hand_is_entered_by_taps(open_page: Callable[..., Any]) -> None:
    """A raise, two callers and a river bet: one touch for each action that is no fold or check, at most two more a street."""
    desk = RulesDesk(dict.fromkeys(SEATS, 20_000), button=1)
    with served(create_app(desk)) as address:
        page = open_page(address)
        desk.deal([2, 3, 4, 5, 6, 7, 8, 9, 1])
        page.locator("#prompt strong", has_text="Seat 4 to act").wait_for()
        touch = Touches(page)

        seat(page, 5).click()
        touch.count += 1
        touch(page.locator("#actions .size").first, "Seat 6 to act")
        touch(quick(page, 8), "Seat 9 to act")
        touch(quick(page, 2), "Seat 3 to act")
        touch(page.locator("#actions .fold"), "Burn one card")
        assert touch.count <= 3 + 2  # raise, call, call

        for cards in (3, 1):
            desk.street(cards)
            page.locator("#prompt strong", has_text="Seat 2 to act").wait_for()
            touch.count = 0
            touch(page.locator("#actions .bulk"), "Burn one card")
            assert touch.count <= 2

        desk.street(1)
        page.locator("#prompt strong", has_text="Seat 2 to act").wait_for()
        touch.count = 0
        seat(page, 5).click()
        touch.count += 1
        touch(page.locator("#actions .size").nth(1), "Seat 8 to act")
        touch(quick(page, 8), "Seat 2 to act")
        touch(page.locator("#actions .fold"), "Seat 5 shows first")
        assert touch.count <= 2 + 2  # bet, call

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
