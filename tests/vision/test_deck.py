"""Enrolling, keeping and loading decks; what is refused, and with what words."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.cards import DECK
from simulators.card_art import face_art
from simulators.frames import enrolled_sim_deck
from vision.appearance import Image
from vision.deck import Deck, DeckError, enrol, load_deck, save_deck
from vision.identify import read_card


def art(name: str) -> Image:
    picture = face_art(next(card for card in DECK if card == name))
    return np.asarray(cv2.resize(picture, (100, 140), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def test_a_saved_deck_reads_as_the_enrolled_one() -> None:
    deck = enrolled_sim_deck("blue")
    again = load_deck(save_deck(deck))
    assert again.labels == deck.labels
    assert again.limits.likeness == pytest.approx(deck.limits.likeness)
    for name in ("As", "Td", "Jh", "6c"):
        assert read_card(art(name), again) == read_card(art(name), deck)


def test_the_file_holds_no_pickle() -> None:
    with np.load(io.BytesIO(save_deck(enrolled_sim_deck("red"))), allow_pickle=False) as file:
        assert {file[name].dtype.kind for name in file.files} <= {"U", "u", "f", "i"}


def test_a_file_with_a_pickle_inside_is_refused_and_not_run() -> None:
    out = io.BytesIO()
    np.savez(out, form=np.array([print], dtype=object))
    with pytest.raises(DeckError, match="not an enrolled deck"):
        load_deck(out.getvalue(), "bad.npz")


@given(st.binary(max_size=300))
@settings(max_examples=60, deadline=None)
def test_garbage_is_refused_by_name(data: bytes) -> None:
    with pytest.raises(DeckError, match=r"bad\.npz"):
        load_deck(data, "bad.npz")


@given(cut=st.integers(10, 200_000))
@settings(max_examples=20, deadline=None)
def test_a_file_cut_short_is_refused(cut: int) -> None:
    whole = save_deck(enrolled_sim_deck("red"))
    with pytest.raises(DeckError):
        load_deck(whole[: min(cut, len(whole) - 30)])


def test_two_faces_too_close_are_refused_with_their_names() -> None:
    """The same photograph under two labels: nobody can tell them apart, so the deck is not taken."""
    with pytest.raises(DeckError, match="As and Ks look too much alike"):
        enrol("d", {"As": [art("As")], "Ks": [art("As")], "2c": [art("2c")]})


def test_a_label_that_is_no_card_and_a_deck_without_faces_are_refused() -> None:
    with pytest.raises(DeckError, match="'1s' is no label"):
        enrol("d", {"1s": [art("As")]})
    with pytest.raises(DeckError, match="has no face"):
        enrol("d", {"back": [art("As")]})


def test_a_partial_deck_says_what_it_lacks() -> None:
    deck = enrol("d", {name: [art(name)] for name in ("As", "Kd", "9c", "Th")})
    assert deck.faces == ("9c", "Kd", "Th", "As")
    assert len(deck.missing) == 48
    assert "As" not in deck.missing
    assert {name: read_card(art(name), deck).card for name in ("As", "Kd", "Ac", "Td")} == {
        "As": "As", "Kd": "Kd", "Ac": None, "Td": None,
    }  # fmt: skip


def test_limits_come_from_the_deck_itself() -> None:
    limits = enrolled_sim_deck("red").limits
    assert set(limits.likeness) == {*DECK, "back", "joker"}
    assert all(0.88 <= each <= 0.93 for each in limits.likeness.values())
    assert len(set(limits.likeness.values())) > 1


def test_enrolment_is_the_same_each_time() -> None:
    pictures = {name: [art(name)] for name in ("As", "Kd", "9c", "Th")}
    first, second = enrol("d", pictures), enrol("d", pictures)
    assert isinstance(first, Deck)
    assert save_deck(first) == save_deck(second)
