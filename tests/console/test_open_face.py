"""Open-face on the console: no tap for a card whose row the camera sees, one for each that it does not (BFSP 8)."""

from __future__ import annotations

import pytest

from rulebook.cards import DECK
from rulebook.events import CardNamed
from rulebook.settings import Settings
from table_node.by_hand import comes_up
from table_node.console.desk import desk_view
from table_node.taps import SetRow, TableCards, Undo
from tests.console.desks import state
from tests.console.rules_desk import RulesDesk
from tests.console.test_desk import rendered

OFC = Settings(game="ofc", blinds=(0, 0), point=10, check_preparation=False)
NAMES = {f"k{at}": card for at, card in enumerate(("As", "Kd", "7h", "2c", "9s"), 1)}


def turn(held: int, *, set_already: int = 0, named: int = 0, hidden: tuple[int, ...] = ()):
    """Seat 4 holds so many cards, the first `named` of them open, and has set others."""
    cards = {4: tuple(f"k{at}" for at in range(1, held + 1))}
    rows = {4: ((), tuple(f"s{at}" for at in range(set_already)), ())} if set_already else {}
    names = {handle: NAMES[handle] for handle in cards[4][:named]}
    given = {"cards": cards, "rows": rows, "names": names, "hidden": hidden, "live": (), "owing": (4,), "bets": {}}
    return state(street="draw 1" if set_already else "set", to_call=0, raise_min=0, raise_max=0, **given)


def test_the_prompt_says_who_sets_how_many_cards() -> None:
    for shown, text, detail in (
        (turn(5, named=5), "Seat 4 sets its cards", "All five, face up, into the rows"),
        (turn(3, set_already=5), "Seat 4 sets its cards", "Two face up into the rows, one away"),
        (turn(14, hidden=(4,)), "Seat 4 sets its fantasy", "Thirteen face down, one away"),
    ):
        prompt = rendered(desk_view(shown, OFC))["prompt"]
        assert (prompt["text"], prompt["detail"]) == (text, detail)


def test_one_open_card_after_the_other_is_offered_with_its_three_rows() -> None:
    choices = rendered(desk_view(turn(5, named=5), OFC))["choices"]["seats"]["4"]
    assert choices["note"] == "A♠: which row?"
    assert [(one["text"], one["taps"][0]["row"]) for one in choices["sizes"]] == [
        ("Top", "top"), ("Middle", "middle"), ("Bottom", "bottom"),
    ]  # fmt: skip
    assert {one["taps"][0]["handle"] for one in choices["sizes"]} == {"k1"}


@pytest.mark.parametrize(("held", "set_already", "offered"), [(3, 5, False), (2, 5, True), (3, 7, False), (2, 11, True)])
def test_drawn_cards_are_declared_open_once_the_discard_is_away(held: int, set_already: int, offered: bool) -> None:
    choices = desk_view(turn(held, set_already=set_already), OFC)["choices"]["seats"]["4"]
    assert [one["taps"][0]["tap"] for one in choices["buttons"]] == (["table_cards"] if offered else [])


def test_fantasy_is_never_opened_or_named_before_the_round_ends() -> None:
    for held in (13, 14):
        choices = desk_view(turn(held, hidden=(4,), named=5), OFC)["choices"]["seats"]["4"]
        assert choices["buttons"] == choices["sizes"] == []


def test_rows_are_shown_and_hidden_cards_are_backs() -> None:
    shown = turn(0, set_already=2)
    [seat] = [one for one in desk_view(shown, OFC)["seats"] if one["seat"] == 4]
    assert seat["rows"] == [[], [None, None], []]


def test_the_first_five_come_face_up_and_the_draws_face_down() -> None:
    assert comes_up(turn(4), OFC, 4)
    assert not comes_up(turn(0, set_already=5), OFC, 4)
    assert not comes_up(turn(2, hidden=(4,)), OFC, 4)


def played() -> tuple[RulesDesk, list[str]]:
    """Two seats have their first five cards, all open."""
    desk, refused = RulesDesk({1: 1000, 2: 1000}, button=2, settings=OFC), []
    for seat in (1, 2):
        for _ in range(5):
            card = desk.card(f"seat {seat}", "up")  # type: ignore[arg-type]
            desk.observe(card)
            desk.observe(CardNamed(card.handle, DECK[int(card.handle[1:])]))  # type: ignore[arg-type]
    return desk, refused


def test_rows_by_the_dealers_word_count_and_are_taken_back() -> None:
    desk, refused = played()
    for at, row in enumerate(("top", "middle", "middle", "bottom", "bottom"), 1):
        desk.touch([SetRow(1, f"k{at}", row)], refused.append)  # type: ignore[arg-type]
    fold = desk.node.fold
    assert fold.state().rows[1] == (("k1",), ("k2", "k3"), ("k4", "k5"))
    assert (fold.state().next, fold.state().to_act) == ("act", 2)
    desk.touch([Undo()], refused.append)
    assert fold.state().rows[1] == (("k1",), ("k2", "k3"), ("k4",))
    assert [text for text in refused if text] == []


def test_a_tap_for_a_card_that_is_not_there_or_a_hand_with_a_card_too_many_is_refused() -> None:
    desk, refused = played()
    desk.touch([SetRow(1, "k9", "top")], refused.append)
    for _ in range(3):
        desk.observe(desk.card("seat 1"))  # type: ignore[arg-type]
    desk.touch([TableCards(1)], refused.append)
    assert [text for text in refused if text] == [
        "That card does not lie before seat 1 any more.",
        "Seat 1 has a card too many to have set all: it discards one first.",
    ]
