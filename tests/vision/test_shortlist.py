"""A deck is passed over only where a bound proves that it cannot contradict: readings are the same as with all decks read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rulebook.cards import DECK, Card
from simulators.card_art import back_art, face_art
from simulators.frames import FrameRenderer, enrolled_sim_deck
from simulators.scene import Scene, SceneCard
from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Image, likeness, turned, upright, whole_vector
from vision.deck import Deck, stressed
from vision.identify import Reading, prepared, read_card, read_with
from vision.shortlist import Bounds


def small(art: Image) -> Image:
    return np.asarray(cv2.resize(art, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def relabelled(deck: Deck, by: int) -> Deck:
    """The same pictures, each under the name of the rank so many higher: it contradicts every true reading."""
    names = {str(card): str(DECK[at // 13 * 13 + (at + by) % 13]) for at, card in enumerate(DECK)}
    return Deck("liar", tuple(names.get(label, label) for label in deck.labels), deck.images, deck.limits)


def read_all(picture: Image, decks: list[Deck]) -> Card | None:
    readings: list[Reading] = [read_card(picture, deck) for deck in decks]
    named = {each.card for each in readings if each.card is not None}
    return named.pop() if len(named) == 1 else None


@pytest.fixture(scope="module")
def pictures() -> list[Image]:
    rng = np.random.default_rng(21)
    faces = [small(face_art(card)) for card in DECK[::3]]
    return [*faces, *(stressed(each, rng) for each in faces), small(back_art("red")), small(back_art("green"))]


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (0, 2), (2, 0), (0, 1, 2), (2, 2)])
def test_two_decks_give_the_name_that_reading_against_both_gives(pictures: list[Image], order: tuple[int, ...]) -> None:
    red = enrolled_sim_deck("red")
    decks = [(red, enrolled_sim_deck("blue"), relabelled(red, 1))[at] for at in order]
    assert [read_with(each, decks).card for each in pictures] == [read_all(each, decks) for each in pictures]


def test_a_deck_whose_names_differ_is_never_passed_over(pictures: list[Image]) -> None:
    red = enrolled_sim_deck("red")
    liar = relabelled(red, 3)
    for picture in pictures:
        named = read_card(picture, red).card
        if named is not None:
            assert Bounds(prepared(picture).whole).could_name_another(liar, UPRIGHT_WIDTH, named)


def test_the_bound_is_above_every_likeness(pictures: list[Image]) -> None:
    templates = enrolled_sim_deck("red").templates(58)
    for picture in pictures:
        whole = prepared(picture).whole
        vectors = np.stack([whole_vector(whole), whole_vector(turned(whole))])
        exact = likeness(vectors, templates.vectors).max(axis=0)
        bounds = Bounds(whole)
        assert (bounds.most(enrolled_sim_deck("red"), 58) >= exact).all()


def test_backs_in_a_row_taken_for_one_card_show_no_face_to_the_other_deck() -> None:
    """Of backs that overlap an outline across them may be found; another deck sees much paper there and no back of its own."""
    row = Scene(
        cards=tuple(SceneCard(at, Card(name), "seat 6", at, "down") for at, name in enumerate(("Kc", "2d", "4d", "Qs")))
    )
    image = FrameRenderer(seed=1).render(row, "table")
    both = [enrolled_sim_deck("red"), enrolled_sim_deck("blue")]
    for left in range(751, 812, 3):
        across = np.array([(left + 44, 60), (left + 44, 89), (left, 89), (left, 60)], dtype=np.float64)
        assert read_with(upright(image, across), both, 31.0).face != "up", left
