"""What the eye makes of the simulator's frames: every uncovered card read, none wrongly, backs and hands told."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from rulebook.cards import DECK
from simulators.frames import FrameRenderer, enrolled_sim_deck
from tests.vision.table import SECOND, laid, scene, settle
from vision.calibration import default_calibration
from vision.eye import Eye, EyeSettings
from vision.sightings import Look

STILL = EyeSettings(frozen_after_ms=None)


@pytest.fixture
def renderer() -> FrameRenderer:
    return FrameRenderer(default_calibration(), seed=1)


@pytest.fixture
def eye() -> Eye:
    return Eye(enrolled_sim_deck("red"), default_calibration(), STILL)


def named(look: Look, zone: str) -> list[str | None]:
    """The cards of a zone from left to right."""
    return [each.card for each in sorted(look.cards, key=lambda each: each.x_mm) if each.zone == zone]


@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_every_card_of_the_deck_is_read_on_the_board(eye: Eye, noise: float) -> None:
    """All 52, five at a time, with and without sensor noise."""
    renderer = FrameRenderer(default_calibration(), seed=4, noise=noise)
    for turn in range(0, 52, 5):
        cards = [str(card) for card in DECK[turn : turn + 5]]
        picture = renderer.render(scene(*(laid(turn + at, card, "board", at) for at, card in enumerate(cards))))
        assert named(settle(eye, picture, at_ns=turn * SECOND), "board") == cards


def test_boards_of_seeded_deals_are_read_and_never_wrongly(eye: Eye, renderer: FrameRenderer) -> None:
    """At least 98% of uncovered board cards are named, and none by another's name."""
    rng = np.random.default_rng(8)
    read = tried = 0
    for deal in range(40):
        cards = [str(DECK[at]) for at in rng.choice(52, 5, replace=False)]
        ids = rng.integers(0, 500, 5)
        picture = renderer.render(
            scene(*(laid(int(n), card, "board", at) for at, (n, card) in enumerate(zip(ids, cards, strict=True))))
        )
        seen = named(settle(eye, picture, at_ns=deal * SECOND), "board")
        assert len(seen) == 5
        assert all(got in (None, card) for got, card in zip(seen, cards, strict=True)), (cards, seen)
        read, tried = read + sum(each is not None for each in seen), tried + 5
    assert read >= 0.98 * tried


def test_a_fourth_flop_card_counts_even_when_nobody_can_read_it(eye: Eye, renderer: FrameRenderer) -> None:
    look = settle(
        eye, renderer.render(scene(*(laid(at, card, "board", at) for at, card in enumerate(("Ah", "Kd", "2c", "??")))))
    )
    board = [each for each in look.cards if each.zone == "board"]
    assert [each.card for each in sorted(board, key=lambda each: each.x_mm)] == ["Ah", "Kd", "2c", None]
    assert all(each.whole for each in board)
    assert max(board, key=lambda each: each.x_mm).face == "up"


def test_a_card_face_up_in_the_stubs_mouth_is_told_from_one_face_down(eye: Eye, renderer: FrameRenderer) -> None:
    down = settle(eye, renderer.render(scene(laid(1, "7c", "stub", 0, "down"))))
    up = settle(eye, renderer.render(scene(laid(1, "7c", "stub", 0, "up"))), at_ns=SECOND)
    smudged = settle(eye, renderer.render(scene(laid(1, "??", "stub", 0, "up"))), at_ns=2 * SECOND)
    assert [(each.zone, each.face, each.card) for each in (*down.cards, *up.cards, *smudged.cards)] == [
        ("stub", "down", None),
        ("stub", "up", "7c"),
        ("stub", "up", None),
    ]


def test_backs_are_recognised_against_the_enrolled_one_only(eye: Eye, renderer: FrameRenderer) -> None:
    """A blue back with only red enrolled is a card nobody knows, never face down by default."""
    look = settle(
        eye, renderer.render(scene(laid(1, "7c", "burns", 0, "down"), laid(2, "8c", "aside", 0, "down", back="blue")))
    )
    assert {each.zone: (each.face, each.card) for each in look.cards} == {"burns": ("down", None), "aside": ("unknown", None)}
    both = Eye([enrolled_sim_deck("red"), enrolled_sim_deck("blue")], default_calibration(), STILL)
    assert {
        each.face for each in settle(both, renderer.render(scene(laid(2, "8c", "aside", 0, "down", back="blue")))).cards
    } == {"down"}


def test_the_uppermost_burn_is_whole_and_down_and_the_pile_is_more_than_one_card(eye: Eye, renderer: FrameRenderer) -> None:
    look = settle(
        eye, renderer.render(scene(*(laid(at, card, "burns", at, "down") for at, card in enumerate(("2c", "3c", "4c")))))
    )
    burns = [each for each in look.cards if each.zone == "burns"]
    assert [each.face for each in burns if each.whole] == ["down"]
    assert len(burns) >= 2
    assert all(each.face != "up" for each in burns)


def test_the_uppermost_of_two_burns_is_found_however_askew_they_lie(eye: Eye, renderer: FrameRenderer) -> None:
    """Ids lay the cards up to two degrees askew: the pile's contour is nearly one rectangle, and is not taken for one card."""
    for first in range(0, 41, 4):
        for second in (1, 9, 23, 34):
            pair = scene(laid(first, "2c", "burns", 0, "down"), laid(second + 41, "3c", "burns", 1, "down"))
            look = settle(eye, renderer.render(pair), at_ns=(first * 50 + second) * SECOND)
            assert [(each.face, round(each.x_mm / 4)) for each in look.cards if each.whole] == [("down", 20)], (first, second)


def test_the_table_view_tells_nothing_back_and_face_at_each_seat(eye: Eye, renderer: FrameRenderer) -> None:
    cards = [laid(seat, "7c", f"seat {seat}", 0, "down") for seat in range(1, 9)]
    cards += [laid(20 + seat, "8d", f"seat {seat}", 1, "up" if seat in (2, 5) else "down") for seat in range(1, 9)]
    look = settle(eye, renderer.render(scene(*cards), "table"), "table")
    assert look.seats == {seat: "face" if seat in (2, 5) else "back" if seat < 9 else "nothing" for seat in range(1, 11)}
    assert look.cards == ()


def test_a_tabled_hand_is_read_from_the_full_resolution_crop_of_its_seat(eye: Eye, renderer: FrameRenderer) -> None:
    cards = ("As", "Td", "7c", "Qh")
    view = scene(*(laid(at, card, "seat 4", at) for at, card in enumerate(cards)))
    look = settle(eye, renderer.render(view, "seat", 4), "seat", seat=4)
    assert look.seat == 4
    assert named(look, "seat 4") == list(cards)


def test_a_hand_over_the_board_is_no_card_and_hides_the_zone(eye: Eye, renderer: FrameRenderer) -> None:
    cards = [laid(at, card, "board", at) for at, card in enumerate(("Ah", "Kd", "2c"))]
    look = settle(eye, renderer.render(scene(*cards, laid(9, "7c", "burns", 0, "down"), covered=("board",))))
    assert look.covered == ("board",)
    assert [each.zone for each in look.cards] == ["burns"]


def test_a_seat_under_a_hand_is_left_out_of_the_table_view(eye: Eye, renderer: FrameRenderer) -> None:
    look = settle(eye, renderer.render(scene(laid(1, "7c", "seat 3", 0, "down"), covered=("seat 3",)), "table"), "table")
    assert look.covered == ("seat 3",)
    assert 3 not in look.seats
    assert look.seats[4] == "nothing"


def test_places_are_millimetres_on_the_felt(eye: Eye, renderer: FrameRenderer) -> None:
    """The first board slot's middle is 37 mm right of the zone's left border, half way down it."""
    look = settle(eye, renderer.render(scene(laid(0, "Ah", "board", 0))))
    area = default_calibration().window.zone("board")
    assert look.cards[0].x_mm == pytest.approx(area.x_mm + 37, abs=1.0)
    assert look.cards[0].y_mm == pytest.approx(area.centre_mm[1], abs=1.0)


def test_the_same_scene_and_seed_draw_the_same_bytes() -> None:
    view = scene(laid(1, "Ah", "board", 0), laid(2, "2c", "muck", 3, "down"))
    first, second = (FrameRenderer(default_calibration(), seed=6, noise=2.0).render(view).tobytes() for _ in range(2))
    assert first == second


def test_a_whole_deal_is_told_at_every_seat_of_the_table_view(renderer: FrameRenderer) -> None:
    """Two decks enrolled, ten seats dealt to in turn with each deck, some hands tabled: every seat right after every card."""
    eye = Eye([enrolled_sim_deck("red"), enrolled_sim_deck("blue")], default_calibration(), STILL)
    for at, back in enumerate(("red", "blue")):
        cards = []
        for number in range(20):
            seat = 1 + number % 10
            cards.append(laid(100 * at + number, str(DECK[number]), f"seat {seat}", number // 10, "down", back))
            look = settle(eye, renderer.render(scene(*cards), "table"), "table", at_ns=(100 * at + number) * SECOND)
            assert look.seats == {each: "back" if number >= 9 or each <= seat else "nothing" for each in range(1, 11)}
        for seat in (2, 10):
            cards = [msgspec.structs.replace(each, face="up") if each.zone == f"seat {seat}" else each for each in cards]
            look = settle(eye, renderer.render(scene(*cards), "table"), "table", at_ns=(100 * at + 30 + seat) * SECOND)
            assert look.seats[seat] == "face"
            assert look.seats[5] == "back"
