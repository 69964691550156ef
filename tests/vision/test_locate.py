"""Outlines to a part of a pixel, cards that touch or overlap, and things that are no cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.cards import DECK
from simulators.card_art import ART_HEIGHT, ART_WIDTH, Image, back_art, face_art
from vision.calibration import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    CalibrationError,
    default_calibration,
    load_calibration,
    map_points,
    matrix_to_px,
    save_calibration,
)
from vision.locate import blobs, cards_of_blob, not_felt, smallest_blob_px
from vision.outline import Outline, clockwise, grown

CALIBRATION = default_calibration()
FELT = (74, 96, 34)


def corners_mm(x: float, y: float, angle: float) -> np.ndarray:
    turn = np.deg2rad(angle)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2) @ axes + (x, y)


def felt_with(*cards: tuple[Image, float, float, float]) -> Image:
    """The window with cards laid one upon another, each with the thin dark rim that a card's edge shows."""
    frame = np.full((720, 1280, 3), FELT, dtype=np.uint8)
    source = np.array([[0, 0], [ART_WIDTH, 0], [ART_WIDTH, ART_HEIGHT], [0, ART_HEIGHT]], dtype=np.float32) - np.float32(0.5)
    for art, x, y, angle in cards:
        rimmed = art.copy()
        cv2.rectangle(rimmed, (0, 0), (ART_WIDTH - 1, ART_HEIGHT - 1), (150, 150, 150), 3)
        target = map_points(matrix_to_px(CALIBRATION.window.to_mm), corners_mm(x, y, angle)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        cover = cv2.warpPerspective(np.full(art.shape[:2], 255, np.uint8), matrix, (1280, 720), flags=cv2.INTER_AREA)
        paint = cv2.warpPerspective(cv2.GaussianBlur(rimmed, (0, 0), 1.2), matrix, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        part = cover[:, :, None].astype(np.float32) / 255
        frame = (paint * part + frame * (1 - part)).astype(np.uint8)
    return frame


def found(image: Image) -> list[Outline]:
    window = CALIBRATION.window
    things = blobs(not_felt(image), smallest_blob_px(CALIBRATION, window))
    return [each for thing in things for each in cards_of_blob(image, thing, CALIBRATION, window)]


def error_mm(outline: Outline, x: float, y: float, angle: float) -> float:
    gaps = np.linalg.norm(outline.corners_mm[:, None] - corners_mm(x, y, angle)[None], axis=2)
    return float(gaps.min(axis=1).max())


@given(x=st.floats(120, 800), y=st.floats(120, 400), angle=st.floats(-90, 90), card=st.sampled_from(DECK))
@settings(max_examples=25, deadline=None)
def test_a_card_is_found_at_any_place_and_turn_within_a_millimetre(x: float, y: float, angle: float, card: str) -> None:
    outlines = found(felt_with((face_art(next(each for each in DECK if each == card)), x, y, angle)))
    assert len(outlines) == 1
    assert outlines[0].whole
    assert error_mm(outlines[0], x, y, angle) < 1.0


@pytest.mark.parametrize("gap", [0.0, 0.4, 1.5])
def test_cards_that_touch_are_two(gap: float) -> None:
    image = felt_with((face_art(DECK[0]), 300, 200, 0), (face_art(DECK[13]), 300 + CARD_WIDTH_MM + gap, 200, 0))
    outlines = found(image)
    assert [each.whole for each in outlines] == [True, True]
    assert max(error_mm(outlines[0], 300, 200, 0), error_mm(outlines[1], 300 + CARD_WIDTH_MM + gap, 200, 0)) < 1.2


@pytest.mark.parametrize(("dx", "dy", "turn"), [(30, 0, 0), (20, 25, 0), (25, 10, 20), (45, 40, -35), (0, 30, 90)])
def test_of_two_overlapping_cards_the_upper_is_whole_and_the_lower_is_not_read(dx: float, dy: float, turn: float) -> None:
    image = felt_with((back_art("red"), 400, 220, 0), (face_art(DECK[20]), 400 + dx, 220 + dy, turn))
    outlines = found(image)
    whole = [each for each in outlines if each.whole]
    assert len(whole) == 1
    assert error_mm(whole[0], 400 + dx, 220 + dy, turn) < 1.5
    assert all(error_mm(each, 400, 220, 0) < 4 for each in outlines if not each.whole)


def test_a_fan_is_more_than_one_card_and_only_its_last_is_whole() -> None:
    places = [(300 + 30 * at, 220 + 8 * at, 12 * at) for at in range(4)]
    outlines = found(felt_with(*((face_art(DECK[at * 9]), *place) for at, place in enumerate(places))))
    assert len(outlines) >= 2
    assert [error_mm(each, *places[-1]) < 1.5 for each in outlines if each.whole] == [True]


@pytest.mark.parametrize("size", [(30, 40), (63.5, 63.5), (120, 90), (200, 150), (63.5, 110)])
def test_paper_of_another_size_is_no_card(size: tuple[float, float]) -> None:
    frame = np.full((720, 1280, 3), FELT, dtype=np.uint8)
    half = np.array(size) / 2 * CALIBRATION.window.px_per_mm
    cv2.rectangle(
        frame, (640 - round(half[0]), 360 - round(half[1])), (640 + round(half[0]), 360 + round(half[1])), (245,) * 3, -1
    )
    assert [each for each in found(frame) if each.whole] == []


def test_a_coin_and_a_chip_are_no_cards() -> None:
    frame = np.full((720, 1280, 3), FELT, dtype=np.uint8)
    cv2.circle(frame, (300, 300), 34, (210, 210, 215), -1, cv2.LINE_AA)
    cv2.circle(frame, (600, 300), 58, (240, 240, 240), -1, cv2.LINE_AA)
    assert found(frame) == []


def test_corners_run_clockwise_from_the_upper_left_of_a_short_side() -> None:
    upright = np.array([[10.0, 10], [70, 10], [70, 100], [10, 100]])
    for turn in range(4):
        assert clockwise(np.roll(upright, turn, axis=0)).tolist() == upright.tolist()
    lying = np.array([[10.0, 10], [100, 10], [100, 70], [10, 70]])
    ring = clockwise(lying)
    assert np.linalg.norm(ring[1] - ring[0]) == pytest.approx(60)
    assert grown(upright, 2.0).tolist() == [[8, 8], [72, 8], [72, 102], [8, 102]]


def test_a_calibration_survives_its_file_and_a_broken_one_is_refused() -> None:
    assert load_calibration(save_calibration(CALIBRATION)) == CALIBRATION
    for text in (b"{}", b"[", save_calibration(CALIBRATION).replace(b"1280", b"12"), b"\xff"):
        with pytest.raises(CalibrationError):
            load_calibration(text)
    flat = save_calibration(CALIBRATION).replace(b"0.7421875", b"0.0")
    with pytest.raises(CalibrationError, match="no inverse"):
        load_calibration(flat)


def test_zones_hold_their_own_middle_and_nothing_between() -> None:
    for view in (CALIBRATION.window, CALIBRATION.table):
        for zone in view.zones:
            assert view.zone_at(*zone.centre_mm) == zone.name
    assert CALIBRATION.window.zone_at(475, 15) == ""
    assert CALIBRATION.seats() == tuple(range(1, 11))
