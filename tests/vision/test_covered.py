"""Cards of photographs whose outline does not show, and cards of which a part is hidden: by print, or not at all."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from rulebook.cards import Card
from simulators.card_art import Image, face_art
from simulators.frames import enrolled_sim_deck
from vision import cli
from vision.deck import Deck, DeckError, enrol
from vision.deck_files import write_deck
from vision.enrolling import Enrolment, Photograph
from vision.see import SeenCard, see_picture, take

WIDTH, HEIGHT = 130, 182
LEFT, TOP = 180, 150


@pytest.fixture(scope="module")
def deck() -> Deck:
    return enrolled_sim_deck("red")


def ground(level: int = 90) -> Image:
    return np.full((500, 700, 3), (level, level + 8, level - 10), dtype=np.uint8)


def lay(picture: Image, card: str, left: int = LEFT, top: int = TOP) -> Image:
    small = cv2.resize(face_art(Card(card)), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    picture[top : top + HEIGHT, left : left + WIDTH] = small
    return picture


def cover(picture: Image, from_x: float, from_y: float, to_x: float, to_y: float) -> Image:
    """Lay something dark and patterned over a part of the card, and beyond it, given in card's widths and heights."""
    x0, x1 = (round(LEFT + WIDTH * each) for each in (from_x, to_x))
    y0, y1 = (round(TOP + HEIGHT * each) for each in (from_y, to_y))
    part = picture[y0:y1, x0:x1]
    part[:] = (70, 40, 110)
    part[::9] = (40, 90, 60)
    return picture


def camera(picture: Image, seed: int = 1) -> Image:
    rng = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7) * np.array((0.88, 0.95, 0.99))
    return np.clip(soft + rng.normal(0, 2.5, picture.shape), 0, 255).astype(np.uint8)


def near_the_card(seen: list[SeenCard]) -> SeenCard:
    middle = np.array([LEFT + WIDTH / 2, TOP + HEIGHT / 2])
    return next(each for each in seen if np.linalg.norm(each.corners_px.mean(axis=0) - middle) < 8)


@pytest.mark.parametrize("card", ["9c", "Qd", "7s", "6h"])
def test_a_card_half_hidden_is_read_by_one_index_and_what_shows_and_the_hidden_part_is_said(deck: Deck, card: str) -> None:
    seen = see_picture(camera(cover(lay(ground(), card), 0.5, -0.1, 1.2, 1.1)), [deck])
    found = near_the_card(seen)
    assert (found.card, found.face) == (card, "up")
    assert 0.4 < found.hidden < 0.65
    assert [each.card for each in seen if each.card] == [card]


def rounded(picture: Image, radius: int = 8) -> Image:
    """The card as printed on rounded paper: the dark ground shows at its corners."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    off = radius - np.stack([np.minimum(x, WIDTH - 1 - x), np.minimum(y, HEIGHT - 1 - y)])
    picture[TOP : TOP + HEIGHT, LEFT : LEFT + WIDTH][(off > 0).all(axis=0) & (np.hypot(*off) > radius)] = (30, 38, 20)
    return picture


@pytest.mark.parametrize("card", ["9c", "7s"])
def test_the_ground_at_a_rounded_corner_hides_no_index(deck: Deck, card: str) -> None:
    seen = see_picture(camera(cover(rounded(lay(ground(30), card)), 0.5, -0.1, 1.2, 1.1)), [deck])
    assert [each.card for each in seen if each.card] == [card]


@pytest.mark.parametrize("card", ["9c", "Qd"])
def test_a_card_that_goes_beyond_the_picture_is_read(deck: Deck, card: str) -> None:
    picture = camera(lay(ground(), card))[:, : LEFT + round(0.7 * WIDTH)]
    assert near_the_card(see_picture(picture, [deck])).card == card


def test_where_what_shows_does_not_part_two_faces_nothing_is_named(deck: Deck) -> None:
    """The drawn kings of spades and clubs differ in their suits alone, of which half a card shows too little."""
    seen = see_picture(camera(cover(lay(ground(), "Ks"), 0.5, -0.1, 1.2, 1.1)), [deck])
    assert (near_the_card(seen).card, near_the_card(seen).face) == (None, "up")


def test_with_both_indices_hidden_nothing_is_named(deck: Deck) -> None:
    picture = cover(cover(lay(ground(), "Qd"), -0.1, -0.1, 0.3, 0.4), 0.7, 0.6, 1.1, 1.1)
    assert [each.card for each in see_picture(camera(picture), [deck]) if each.card] == []


def test_something_that_lies_wholly_upon_a_card_hides_nothing_that_can_be_trusted(deck: Deck) -> None:
    """A chip in the midst of a nine could hide what makes it another card: it does not reach in from the border."""
    picture = cv2.circle(lay(ground(), "9c"), (LEFT + WIDTH // 2, TOP + HEIGHT // 2), 26, (120, 60, 30), -1)
    assert [each.card for each in see_picture(camera(picture), [deck]) if each.card] == []


@pytest.mark.parametrize("card", ["Ks", "8c", "Th"])
def test_a_card_that_was_not_taught_is_not_taken_for_its_likes_when_half_hidden(deck: Deck, card: str) -> None:
    taught = {label: [deck.images[at] for at in deck.members[label]] for label in deck.faces if label != card}
    picture = camera(cover(lay(ground(), card), 0.5, -0.1, 1.2, 1.1))
    assert [each.card for each in see_picture(picture, [enrol("part", taught)]) if each.card] == []


def test_a_fan_is_read_where_an_index_and_enough_of_the_card_show(deck: Deck) -> None:
    picture = ground()
    cards = ["7h", "9c", "8d", "Ts"]
    for at, card in enumerate(cards):
        lay(picture, card, LEFT + round(0.6 * WIDTH * at))
    named = [str(each.card) for each in see_picture(camera(picture), [deck]) if each.card]
    assert named == [card for card in cards if card in named]
    assert len(named) >= 3


def test_a_card_on_white_paper_is_found_by_its_print(deck: Deck) -> None:
    picture = lay(ground(246), "Qd")
    assert [each.card for each in see_picture(camera(picture), [deck])] == ["Qd"]


def test_what_is_hidden_is_said_to_a_person(deck: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_deck(deck, "red", tmp_path)
    cv2.imwrite(str(tmp_path / "half.png"), camera(cover(lay(ground(), "Qd"), 0.5, -0.1, 1.2, 1.1)))
    assert cli.see(tmp_path / "half.png", deck=["red"], decks=tmp_path) == 0
    said = capsys.readouterr().out
    assert "Qd (0." in said
    assert "% hidden)" in said


def taught_on_plain_ground(*cards: str) -> Enrolment:
    enrolment = Enrolment()
    for at, card in enumerate(cards):
        enrolment.add(Photograph(card, camera(lay(ground(), card), at), (card,)))
    return enrolment


def test_a_card_on_white_paper_is_taught_by_the_print_of_its_ranks_other_cards() -> None:
    enrolment = taught_on_plain_ground("9c", "9d", "5s", "6h", "Td")
    assert enrolment.add(Photograph("pale", camera(lay(ground(246), "9s"), 9), ("9s",))) == 0
    deck = enrolment.finish("own")
    assert "9s" in deck.faces
    assert enrolment.problems == []
    assert enrolment.notes == ["pale: 9s found by the print of the other cards of its rank"]
    assert [each.card for each in see_picture(camera(lay(ground(), "9s"), 10), [deck]) if each.card] == ["9s"]


def test_of_several_cards_on_white_paper_those_that_are_found_are_taught_and_the_others_named() -> None:
    enrolment = taught_on_plain_ground("9c", "9d", "5s", "6h", "Td")
    pale = lay(lay(ground(246), "9s", LEFT), "Th", LEFT + round(1.5 * WIDTH))
    enrolment.add(Photograph("pale", camera(pale, 9), ("9s", "Th", "Kc")))
    assert {"9s", "Th"} <= set(enrolment.finish("own").faces)
    assert [each.split("; ")[0] for each in enrolment.problems] == ["pale: of 9s Th Kc not found, or not clearly: Kc"]


def test_a_folder_that_teaches_nothing_says_which_photograph_lacks_what() -> None:
    enrolment = Enrolment()
    enrolment.add(Photograph("half a pair", camera(lay(ground(), "9c")), ("9c", "5s")))
    with pytest.raises(DeckError, match="half a pair: no card found for certain where the labels say 9c 5s; left out"):
        enrolment.finish("own")


def test_a_card_on_white_paper_is_not_taught_under_another_suits_label_nor_half_hidden() -> None:
    enrolment = taught_on_plain_ground("9c", "9d", "5s", "6h", "Td")
    enrolment.add(Photograph("mislabelled", camera(lay(ground(246), "9c"), 9), ("9s",)))
    enrolment.add(Photograph("half", camera(cover(lay(ground(246), "9s"), 0.5, -0.1, 1.2, 1.1), 9), ("9s",)))
    assert "9s" not in enrolment.finish("own").faces
    assert [each.split(":")[0] for each in enrolment.problems] == ["mislabelled", "half"]


def test_what_two_readings_dispute_stays_unknown_whatever_a_third_says() -> None:
    place = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], dtype=np.float64)
    chosen: list[SeenCard] = []
    for card in ("9c", "9s", "9c"):
        take(SeenCard(Card(card), "up", 0.9, place), chosen)
    assert [(each.card, each.face, each.settled) for each in chosen] == [(None, "unknown", True)]
