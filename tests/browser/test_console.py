"""The dealer's console in a real Chromium at 1280 x 800, with the real rules behind it where a hand is played."""

from __future__ import annotations

import msgspec
import pytest

from rulebook.findings import Warned
from table_node.taps import Act, Answer, Bulk, CallFloor, Chips, Done, Prepare, Push, Report, Say, TableCards, Undo
from tests.browser.console_page import SHOWDOWN, Opened, quick, seat, wait_taps
from tests.console.desks import CLOSED_QUESTION, EXPOSED, FOUR_CARDS, on_board, state

pytestmark = pytest.mark.browser


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
    page.wait_for_selector('.board [data-card="Ah"]')  # what was shown before has such a button too
    quick(page, 8).click()
    page.click("text=Pushed like this")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Push({8: 9_000})]


def test_showdown_taps(console: Opened) -> None:
    desk, page = console
    desk.show(on_board("AhKd2c9sTc", next="show", **{**SHOWDOWN, "to_act": 3}))
    page.wait_for_selector('.board [data-card="Ah"]')
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


def test_where_no_sensor_sees_the_picked_card_is_told_by_its_name(console: Opened) -> None:
    desk, page = console
    steps = tuple(msgspec.structs.replace(step, done=step.kind in ("turn_down", "pick")) for step in FOUR_CARDS.steps)
    board = on_board("AhKd2c9s", next="correct", to_act=0, owing=())
    desk.show(board, incidents=[msgspec.structs.replace(FOUR_CARDS, steps=steps)], blind=True)
    page.click("#actions >> text=K♦")
    wait_taps(desk, page, 1)
    assert desk.tapped == [Done(board.board[1])]


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
