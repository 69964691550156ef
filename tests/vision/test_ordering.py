"""Labels against cards: what the cards deny is not believed, what nothing decides is believed only of an orderly folder."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rulebook.cards import DECK
from simulators.card_art import face_art
from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Image, corner_picture, whitened
from vision.deck import DeckError, stressed
from vision.enrolling import Enrolment
from vision.ordering import Ordered, Taken, in_order, index_colour, suit_colours

CARDS = [str(card) for card in DECK]


def small(card: str) -> Image:
    art = face_art(DECK[CARDS.index(card)])
    return np.asarray(cv2.resize(art, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def taken(name: str, cards: str, labels: str = "") -> Taken:
    """A photograph in which these cards lie, labelled so or otherwise."""
    rng = np.random.default_rng(len(name) + sum(map(ord, name + cards)))
    pictures = tuple(stressed(small(card), rng) for card in cards.split())
    return Taken(name, tuple((labels or cards).split()), pictures)


def orders(result: Ordered) -> dict[str, str]:
    return {each.name: " ".join(each.labels) for each in result.taken}


def test_an_index_is_red_or_black_and_suits_have_the_usual_colours() -> None:
    colours = {card: index_colour(corner_picture(whitened(small(card)))) for card in CARDS}
    assert {colour for card, colour in colours.items() if card[1] in "hd"} == {"red"}
    assert {colour for card, colour in colours.items() if card[1] in "cs"} == {"black"}
    assert suit_colours([]) == {"h": "red", "d": "red", "c": "black", "s": "black"}


def test_a_deck_of_other_colours_is_believed_when_its_labels_say_so() -> None:
    """Spades printed red and hearts black, as one KDE deck has them nearly: the colour is then no evidence."""
    odd = [taken(f"{card}", card, card.translate(str.maketrans("hs", "sh"))) for card in CARDS if card[1] in "hs"][::2]
    assert "h" not in suit_colours(odd)
    assert in_order(odd).doubts == []


def test_a_single_card_of_the_other_colour_is_left_out_and_said() -> None:
    result = in_order([taken("a.jpg", "As"), taken("b.jpg", "Kd", "Ks")])
    assert orders(result) == {"a.jpg": "As"}
    assert result.doubts == ["b.jpg: labelled Ks, but its indices are red; left out. Check the label"]


def test_colour_alone_puts_a_pair_right() -> None:
    result = in_order([taken("pair.jpg", "Kd As", "As Kd")])
    assert orders(result) == {"pair.jpg": "Kd As"}
    assert "taken so, not as labelled" in result.doubts[0]


def test_what_is_settled_settles_the_next() -> None:
    """Ks and Qs cannot be told by colour; a photograph whose order colour gives shows both, and then they can."""
    first = taken("first.jpg", "Kh Ks Kd Kc", "Ks Kh Kc Kd")
    rest = [taken(card, card) for card in ("Qh", "Qd", "9s", "9c", "9h", "9d")]
    result = in_order([taken("second.jpg", "Qs Ks", "Ks Qs"), *rest, taken("queen.jpg", "Qs"), taken("king.jpg", "Ks")])
    assert orders(result)["second.jpg"] == "Qs Ks"
    assert "first.jpg" not in orders(in_order([first]))


def test_an_undecided_order_is_taken_as_labelled_from_an_orderly_folder_only() -> None:
    two = taken("two.jpg", "7c Js")
    assert orders(in_order([two, taken("a.jpg", "Ah")])) == {"two.jpg": "7c Js", "a.jpg": "Ah"}
    mixed = in_order([two, taken("pair.jpg", "Kd As", "As Kd")])
    assert orders(mixed) == {"pair.jpg": "Kd As"}
    assert any("two.jpg: how its cards lie is not clear" in each for each in mixed.doubts)


def test_two_cards_of_one_name_may_change_places() -> None:
    assert orders(in_order([taken("two.jpg", "As As Kd", "As As Kd")])) == {"two.jpg": "As As Kd"}


def test_pictures_of_one_label_that_differ_are_not_both_believed() -> None:
    enrolment = Enrolment([taken("a.jpg", "Kc"), taken("b.jpg", "Kc"), taken("c.jpg", "3c", "Kc"), taken("d.jpg", "As")])
    deck = enrolment.finish("own")
    assert sorted(deck.labels) == ["As", "Kc", "Kc"]
    assert enrolment.doubts == [
        "c.jpg: labelled Kc, but showing another card than a.jpg; left out. Check the labels, "
        "and that each card is sharp and nothing lies on it"
    ]


def test_of_two_pictures_that_differ_neither_is_believed_unless_one_shows_nothing_else() -> None:
    both = Enrolment([taken("a.jpg", "Kc"), taken("c.jpg", "3c", "Kc"), taken("d.jpg", "As")])
    assert both.finish("own").labels == ("As",)
    assert "a.jpg, c.jpg: labelled Kc, but showing different cards" in both.doubts[0]
    single = Enrolment([taken("a.jpg", "Kc"), taken("c.jpg", "3c Qh", "Kc Qh"), taken("d.jpg", "As")])
    assert sorted(single.finish("own").labels) == ["As", "Kc", "Qh"]


def test_nothing_left_is_no_deck_and_says_why() -> None:
    with pytest.raises(DeckError, match=r"no card was found.*a\.jpg, c\.jpg: labelled Kc"):
        Enrolment([taken("a.jpg", "Kc"), taken("c.jpg", "3c", "Kc")]).finish("own")
