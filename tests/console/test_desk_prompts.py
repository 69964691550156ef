"""What the screen asks for at the rarer turns of a hand: opened hands, cards that come up or down, nobody who can read."""

from __future__ import annotations

import msgspec
import pytest

from rulebook.findings import Incident
from table_node.console.desk import desk_view
from table_node.taps import Act, TableCards
from tests.console.desks import SEATS, SETTINGS, on_board, state
from tests.console.rules_desk import RulesDesk
from tests.console.test_desk import rendered


def test_club_2_10_3_all_in_hands_are_opened_before_the_next_card() -> None:
    """The prompt asks for it, one tap a seat says it, and then the street goes on; who burns first all the same may."""
    desk = RulesDesk({1: 900, 2: 900, 3: 5000}, button=3)
    desk.deal([1, 2, 3])
    for tap in (Act(3, "fold"), Act(1, "allin"), Act(2, "call")):
        desk.touch([tap], lambda refusal: None)
    view = rendered(desk.snapshot())
    assert view["prompt"]["text"] == "Open the all-in hands: seat 1–2"
    assert (view["next"], view["light"]["state"]) == ("burn", "show")
    assert [button["kind"] for button in view["choices"]["seats"]["1"]["buttons"]] == ["table"]
    desk.touch([TableCards(1)], lambda refusal: None)
    assert rendered(desk.snapshot())["prompt"]["text"] == "Open the all-in hand: seat 2"
    desk.touch([TableCards(2)], lambda refusal: None)
    view = rendered(desk.snapshot())
    assert (view["prompt"]["text"], view["light"]["state"]) == ("Burn one card", "deal")
    desk.street(3)
    assert desk.node.fold.incidents == []


def test_where_the_table_does_not_open_all_in_hands_nobody_is_asked_to() -> None:
    desk = RulesDesk({1: 900, 2: 900, 3: 5000}, button=3, settings=msgspec.structs.replace(SETTINGS, open_all_ins=False))
    desk.deal([1, 2, 3])
    for tap in (Act(3, "fold"), Act(1, "allin"), Act(2, "call")):
        desk.touch([tap], lambda refusal: None)
    assert rendered(desk.snapshot())["prompt"]["text"] == "Burn one card"


def test_incident_without_steps_has_no_done() -> None:
    bare = Incident("i", "absent_player", "BFSP 6.4.3", 27, "preflop", (3,), 1, "dealer", "play", True)
    assert desk_view(state(), SETTINGS, incidents=[bare])["done"] is None


@pytest.mark.parametrize(
    ("game", "held", "detail"),
    [("holdem", 0, "Face down"), ("holdem", 1, "Face down"), ("stud7", 1, "Face down"), ("stud7", 2, "Face up"),
     ("stud7", 5, "Face up"), ("stud7", 6, "Face down"), ("stud5", 0, "Face down"), ("stud5", 1, "Face up"),
     ("ofc", 0, "Face up")],
)  # fmt: skip
def test_prompt_says_how_the_next_card_comes(game: str, held: int, detail: str) -> None:
    cards = {4: tuple(f"k{at}" for at in range(held))}
    shown = state(next="street" if held > 2 else "deal", deal_to=4, to_act=0, owing=(), cards=cards)
    view = rendered(desk_view(shown, msgspec.structs.replace(SETTINGS, game=game)))
    assert view["prompt"]["text"] == "Deal to seat 4"
    assert view["prompt"]["detail"].startswith(detail)


def test_the_console_works_where_no_sensor_sees_the_hole_cards() -> None:
    """Who plays is the betting's word; the sensors may all be dead."""
    seen, unseen = state(), state(cards={}, live=tuple(SEATS))
    assert desk_view(unseen, SETTINGS)["choices"] == desk_view(seen, SETTINGS)["choices"]
    assert {seat["state"] for seat in desk_view(unseen, SETTINGS)["seats"]} == {"in"}
    shown = state(next="show", to_act=3, owing=(), cards={}, live=(3, 8))
    assert "3" in desk_view(shown, SETTINGS)["choices"]["seats"]


@pytest.mark.parametrize(("street", "action"), [("third", "bring_in"), ("fifth", "check")])
def test_where_nobody_can_read_who_begins_the_first_tap_says_it(street: str, action: str) -> None:
    stud = msgspec.structs.replace(SETTINGS, game="stud7", limit="fixed", limits=(100, 200), bring_in=30)
    view = rendered(desk_view(state(street=street, to_act=0, owing=()), stud))
    assert view["prompt"]["text"] == "Who begins? Tap that seat"
    assert set(view["choices"]["seats"]) == {str(seat) for seat in SEATS}
    assert view["choices"]["seats"]["4"]["buttons"][0]["taps"] == [{"tap": "act", "seat": 4, "action": action}]


def test_a_flop_that_is_begun_asks_for_the_rest() -> None:
    view = rendered(desk_view(on_board("AhKd", next="flop", to_act=0, owing=()), SETTINGS))
    assert view["prompt"]["text"] == "Deal 1 more card to the flop"


@pytest.mark.parametrize(
    ("next_word", "game", "stub"), [("show", "holdem", True), ("push", "stud7", True), ("push", "ofc", False)]
)
def test_bfsp_5_6_7_once_no_card_is_to_come_the_stub_goes_onto_the_muck(next_word: str, game: str, *, stub: bool) -> None:
    settings = msgspec.structs.replace(SETTINGS, game=game)
    view = rendered(desk_view(state(next=next_word, to_act=2, live=(1, 2)), settings))
    assert view["prompt"]["detail"].startswith("Stub onto the muck. ") is stub


@pytest.mark.parametrize(
    ("shuffling", "words", "tapped"),
    [
        ("either", "Shuffle the deck", True),
        ("machine", "Take the deck out of the shuffler", False),
        ("hand", "Wash and shuffle the deck", True),
    ],
)
def test_bfsp_5_5_1_the_screen_asks_for_the_shuffle_that_the_table_is_set_to(
    shuffling: str, words: str, *, tapped: bool
) -> None:
    """What the machine does it reports itself: no button comes up for it."""
    settings = msgspec.structs.replace(SETTINGS, shuffling=shuffling)
    view = rendered(desk_view(state(next="shuffle"), settings))
    assert view["prompt"]["text"] == words
    usual = {button["kind"] for button in view["preparation"] if not button.get("rare")}
    assert ("prepare_shuffled" in usual) is tapped
    assert any(button["kind"] == "prepare_shuffled" for button in view["preparation"])


@pytest.mark.parametrize(("by", "detail"), [("hand", "Decks are shuffled by machine here"), ("machine", "With one hand")])
def test_bfsp_5_5_1_another_shuffle_than_the_tables_own_is_said_before_the_cut(by: str, detail: str) -> None:
    settings = msgspec.structs.replace(SETTINGS, shuffling="machine")
    view = rendered(desk_view(state(next="cut", shuffled_by=by), settings))
    assert view["prompt"]["detail"] == detail


def test_design_3_a_seat_whose_cards_are_gone_without_a_tap_is_asked_about_and_fold_is_one_tap() -> None:
    cards = {seat: (f"k{seat}", f"k{seat + 9}") for seat in SEATS if seat != 4}
    shown = rendered(desk_view(state(cards=cards, live=tuple(SEATS)), SETTINGS))
    assert shown["prompt"]["text"] == "Seat 4 folded?"
    assert "fold" in [button["kind"] for button in shown["choices"]["seats"]["4"]["buttons"]]
    assert shown["light"]["colour"] == "blue"
    assert rendered(desk_view(state(), SETTINGS))["prompt"]["text"] == "Seat 4 to act"
    nobody_seen = rendered(desk_view(state(cards={}, live=tuple(SEATS)), SETTINGS))
    assert nobody_seen["prompt"]["text"] == "Seat 4 to act"
