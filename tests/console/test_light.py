"""The big light: what colour and word it has, and that it hangs on no card."""

from __future__ import annotations

import msgspec
import pytest

from rulebook.cards import DECK
from table_node.console.desk import desk_view
from table_node.console.light import standing_light
from tests.console.desks import CLOSED_QUESTION, FOUR_CARDS, SETTINGS, rendered, state


@pytest.mark.parametrize(
    ("word", "light", "colour"),
    [
        ("act", "betting", "blue"), ("burn", "deal", "green"), ("flop", "deal", "green"), ("turn", "deal", "green"),
        ("river", "deal", "green"), ("street", "deal", "green"), ("deal", "deal", "green"), ("show", "show", "blue"),
        ("push", "push", "blue"), ("hand", "hand", "green"), ("shuffle", "prepare", "green"), ("riffle", "prepare", "green"),
        ("cut", "prepare", "green"), ("correct", "correct", "amber"), ("judge", "judge", "red"),
    ],
)  # fmt: skip
def test_standing_light(word: str, light: str, colour: str) -> None:
    shown = standing_light(state(next=word), ())
    assert (shown["state"], shown["colour"]) == (light, colour)
    assert rendered(shown)["word"]


def test_question_turns_the_light_amber_and_never_red() -> None:
    light = standing_light(state(), (), [CLOSED_QUESTION])
    assert (light["state"], light["colour"], rendered(light)["hint"]) == ("betting", "amber", "Answer at the right")


def test_light_is_red_until_a_judge_has_acknowledged_a_misdeal() -> None:
    called = msgspec.structs.replace(FOUR_CARDS, kind="seat_skipped", call="misdeal")
    assert standing_light(state(next="shuffle"), [called])["state"] == "misdeal"
    known = msgspec.structs.replace(called, acknowledged=True)
    assert standing_light(state(next="shuffle"), [known])["colour"] == "green"


def test_waiting_for_the_judge_says_when_he_is_coming() -> None:
    assert rendered(standing_light(state(next="judge"), [FOUR_CARDS]))["hint"] == "Judge is called"
    known = msgspec.structs.replace(FOUR_CARDS, acknowledged=True)
    assert rendered(standing_light(state(next="judge"), [known]))["hint"] == "Judge is coming"
    there = msgspec.structs.replace(known, attended=True)
    assert rendered(standing_light(state(next="judge"), [there]))["hint"] == "Judge decides"
    other = msgspec.structs.replace(FOUR_CARDS, id="27/wrong_card_count/9")
    assert rendered(standing_light(state(next="judge"), [there, other]))["hint"] == "Judge is called"


def test_once_the_judge_has_picked_the_light_is_the_dealers_again() -> None:
    picked = msgspec.structs.replace(FOUR_CARDS, acknowledged=True, attended=True)
    shown = rendered(standing_light(state(next="correct"), [picked]))
    assert (shown["colour"], shown["hint"]) == ("amber", "Follow the steps")


def test_light_does_not_depend_on_any_card() -> None:
    """Lights and prompt with all hole cards named equal those with none."""
    names = {f"k{handle}": DECK[handle] for handle in range(1, 19)}
    known, unknown = desk_view(state(names=names), SETTINGS), desk_view(state(), SETTINGS)
    assert (known["light"], known["prompt"]) == (unknown["light"], unknown["prompt"])
