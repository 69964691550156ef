"""Two witnesses or nothing: what is not enrolled is never taken for what is, whatever it looks like."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rulebook.cards import DECK
from simulators.card_art import back_art, cut_card_art, face_art, joker_art, smudged_art
from simulators.frames import enrolled_sim_deck
from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Image
from vision.deck import Deck, stressed
from vision.identify import NARROWEST_READ_PX, face_of_part, read_card, read_with


def small(art: Image) -> Image:
    return np.asarray(cv2.resize(art, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def without(deck: Deck, label: str) -> Deck:
    keep = [at for at, each in enumerate(deck.labels) if each != label]
    return Deck(deck.name, tuple(deck.labels[at] for at in keep), deck.images[keep], deck.limits)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return enrolled_sim_deck("red")


def test_every_face_is_read_upright_and_on_its_head(deck: Deck) -> None:
    for card in DECK:
        picture = small(face_art(card))
        for way in (picture, np.ascontiguousarray(picture[::-1, ::-1])):
            reading = read_card(way, deck)
            assert (reading.card, reading.face) == (card, "up")


def test_stressed_faces_are_read_or_unknown_never_another(deck: Deck) -> None:
    """Askew, soft down to 55 px, dim to one side, noisy: most are still read, none as another card."""
    rng = np.random.default_rng(11)
    read = 0
    for card in DECK:
        for _ in range(3):
            reading = read_card(stressed(small(face_art(card)), rng), deck)
            assert reading.card in (None, card), (card, reading)
            read += reading.card is not None
    assert read > 0.7 * 3 * 52


def test_a_face_that_is_not_enrolled_is_never_read_as_its_neighbour(deck: Deck) -> None:
    """Decks that are each short of one card: the missing one is unknown, though its neighbours are a pip away."""
    rng = np.random.default_rng(12)
    for card in DECK[::2]:
        poorer = without(deck, card)
        picture = small(face_art(card))
        for seen in (picture, stressed(picture, rng)):
            assert read_card(seen, poorer).card is None, card


@pytest.mark.parametrize("pair", [("Kd", "Qs"), ("9h", "6h"), ("As", "Ac"), ("Td", "9d"), ("Jc", "Js"), ("2c", "3c")])
def test_an_index_that_the_rest_of_the_card_contradicts_is_not_believed(deck: Deck, pair: tuple[str, str]) -> None:
    """The indices of one card printed on another: each witness alone would be sure, and sure of another card."""
    index, body = (face_art(next(card for card in DECK if card == name)) for name in pair)
    mixed = body.copy()
    mixed[:100, :48] = index[:100, :48]
    mixed[-100:, -48:] = index[-100:, -48:]
    assert read_card(small(mixed), deck).card is None


@pytest.mark.parametrize(
    "picture", [joker_art(), cut_card_art(), smudged_art(), np.full((356, 254, 3), 250, np.uint8), back_art("blue")], ids=str
)
def test_what_is_no_card_of_the_deck_has_no_name(deck: Deck, picture: Image) -> None:
    reading = read_card(small(picture), deck)
    assert reading.card is None
    assert reading.face != "down"
    assert reading.why


def test_face_down_is_recognised_and_not_assumed(deck: Deck) -> None:
    assert read_card(small(back_art("red")), deck).face == "down"
    assert read_card(small(back_art("red")), without(deck, "back")).face == "unknown"
    assert read_card(small(back_art("green")), deck).face == "unknown"


def test_a_covered_index_makes_a_card_unknown(deck: Deck) -> None:
    """A chip over one corner: the card may be guessed from the rest, and guessing is not reading."""
    for card in DECK[::5]:
        face = face_art(card).copy()
        cv2.circle(face, (30, 50), 60, (40, 120, 40), -1)
        assert read_card(small(face), deck).card is None


def test_a_card_too_small_to_tell_its_index_is_not_read_but_known_to_lie_face_up(deck: Deck) -> None:
    face = small(face_art(DECK[30]))
    reading = read_card(face, deck, NARROWEST_READ_PX - 1)
    assert (reading.card, reading.face) == (None, "up")


def test_two_decks_that_name_a_card_differently_make_it_unknown(deck: Deck) -> None:
    """The second deck's ranks are labelled one too high: whatever it says contradicts the first."""
    order = {str(card): str(DECK[at // 13 * 13 + (at + 1) % 13]) for at, card in enumerate(DECK)}
    other = Deck("liar", tuple(order.get(label, label) for label in deck.labels), deck.images, deck.limits)
    picture = small(face_art(DECK[7]))
    assert read_with(picture, [deck]).card == DECK[7]
    assert read_with(picture, [other]).card == DECK[8]
    assert read_with(picture, [deck, other]).card is None


def test_a_back_is_told_as_its_decks_own_unless_two_decks_have_it(deck: Deck) -> None:
    blue = enrolled_sim_deck("blue")
    twin = Deck("twin", deck.labels, deck.images, deck.limits)
    for colour, decks, told in (("red", [deck, blue], "red"), ("blue", [deck, blue], "blue"), ("red", [deck, twin], "")):
        reading = read_with(small(back_art(colour)), decks)
        assert (reading.face, reading.back) == ("down", told)
    assert read_with(small(face_art(DECK[0])), [deck, blue]).back == ""


def test_of_a_partly_covered_card_only_the_enrolled_back_says_face_down(deck: Deck) -> None:
    seen = np.zeros((UPRIGHT_HEIGHT, UPRIGHT_WIDTH), dtype=bool)
    seen[:, :35] = True
    assert face_of_part(small(back_art("red")), seen, [deck], 86) == "down"
    assert face_of_part(small(back_art("blue")), seen, [deck], 86) != "down"
    assert face_of_part(small(face_art(DECK[9])), seen, [deck], 86) != "down"
    seen[:, 4:] = False
    assert face_of_part(small(back_art("red")), seen, [deck], 86) == "unknown"
