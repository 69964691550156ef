"""Decks taught in part: what was not taught is unknown, never its neighbour. The cases are those that had a name."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rulebook.cards import DECK
from simulators.card_art import face_art
from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Image
from vision.deck import Deck, enrol, stressed
from vision.glyphs import first_valley
from vision.identify import read_card
from vision.neighbours import Standing, standings

CARDS = [str(card) for card in DECK]


def small(card: str) -> Image:
    art = face_art(DECK[CARDS.index(card)])
    return np.asarray(cv2.resize(art, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def taught(cards: list[str]) -> Deck:
    return enrol("part", {card: [small(card)] for card in cards})


def read(cards: list[str], deck: Deck) -> list[str | None]:
    rng = np.random.default_rng(31)
    pictures = [picture for card in cards for picture in (small(card), stressed(small(card), rng))]
    return [read_card(each, deck, width).card for each in pictures for width in (58.0, 86.0)]


@pytest.mark.parametrize("missing", ["s", "h"])
def test_without_any_card_of_the_suit_of_its_colour_no_card_is_named(missing: str) -> None:
    """No spade taught: neither a spade nor a club has a name, while red cards keep theirs."""
    deck = taught([card for card in CARDS if card[1] != missing])
    assert set(read([card for card in CARDS if card[1] == missing][::2], deck)) == {None}
    twin = {"s": "c", "h": "d"}[missing]
    assert set(read([card for card in CARDS if card[1] == twin][::3], deck)) == {None}
    others = [card for card in CARDS if card[1] not in (missing, twin)][::4]
    assert {each for each in read(others, deck) if each} == set(others)
    assert f"no card of suit {missing} is enrolled" in read_card(small(f"K{twin}"), deck).why


@pytest.mark.parametrize("rank", ["8", "9", "6", "T", "J", "K"])
def test_a_rank_that_was_never_taught_is_not_taken_for_the_next(rank: str) -> None:
    deck = taught([card for card in CARDS if card[0] != rank])
    assert set(read([rank + suit for suit in "cdhs"], deck)) == {None}


@pytest.mark.parametrize("seed", range(4))
def test_a_deck_taught_at_random_names_only_what_it_was_taught(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = [CARDS[at] for at in rng.choice(52, 14, replace=False)]
    named = read(CARDS[::2], taught(cards))
    shown = [card for card in CARDS[::2] for _ in range(4)]
    assert [(card, name) for card, name in zip(shown, named, strict=True) if name not in (None, card)] == []


def test_a_whole_deck_asks_nothing_more() -> None:
    assert set(standings(CARDS).values()) == {Standing()}
    lone = standings([card for card in CARDS if card != "9s"])
    assert {card for card, standing in lone.items() if standing != Standing()} == {"9c", "8s", "Ts"}


def test_the_index_ends_at_the_first_gap_and_not_within_the_pip_beyond_it() -> None:
    """The mean ink by column of eleven photographed faces, five of them aces, from the index's middle on: two gaps alike."""
    columns = np.array([0.60, 0.61, 0.60, 0.58, 0.47, 0.28, 0.15, 0.17, 0.26, 0.15, 0.14, 0.18, 0.21, 0.24], np.float32)
    assert first_valley(columns) == 6
    deep = columns.copy()
    deep[10] = 0.02
    assert first_valley(deep) == 10
