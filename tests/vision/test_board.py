"""The printed board: its PDF is the board, and its picture gives the felt back to the millimetre."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import cli
from vision.appearance import Image
from vision.board import BOARD_MM, Placed, board_pdf, board_picture, find_board
from vision.calibration import WINDOW_MM, CalibrationError, load_calibration, map_points

CENTRE = (WINDOW_MM[0] / 2, WINDOW_MM[1] / 2)


def window_with_board(lean: tuple[float, ...] = (0.0,) * 8, noise: float = 2.0) -> tuple[Image, np.ndarray]:
    """The board in the window's middle seen by a camera that leans; with it the true homography, mm to pixels."""
    felt = np.array([[0, 0], [WINDOW_MM[0], 0], WINDOW_MM, [0, WINDOW_MM[1]]], dtype=np.float32)
    frame = np.array([[0, 0], [1280, 0], [1280, 720], [0, 720]], dtype=np.float32)
    to_px = cv2.getPerspectiveTransform(felt, frame + np.array(lean, dtype=np.float32).reshape(4, 2))
    picture = cv2.copyMakeBorder(board_picture(4.0), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(255,))
    shift = np.array(
        [[0.25, 0, CENTRE[0] - BOARD_MM[0] / 2 - 15 + 0.125], [0, 0.25, CENTRE[1] - BOARD_MM[1] / 2 - 15 + 0.125], [0, 0, 1]]
    )
    small = cv2.GaussianBlur(picture, (0, 0), 1.2)
    seen = cv2.warpPerspective(small, to_px @ shift, (1280, 720), borderValue=(70,))
    noisy = seen + np.random.default_rng(2).normal(0, noise, seen.shape)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2), to_px


@given(lean=st.tuples(*[st.floats(-70, 70)] * 8))
@settings(max_examples=12, deadline=None)
def test_every_corner_of_the_window_is_known_to_three_millimetres(lean: tuple[float, ...]) -> None:
    """The board covers an eighth of the window; the homography must still hold at its far corners."""
    image, to_px = window_with_board(lean)
    placed = find_board(image, CENTRE)
    assert placed.corners >= 20
    assert placed.error_mm < 0.5
    far = np.array([[20.0, 20], [930, 20], [930, 510], [20, 510], [475, 265]])
    back = map_points(np.array(placed.to_mm).reshape(3, 3), map_points(to_px, far))
    assert np.linalg.norm(back - far, axis=1).max() < 3.0


def test_a_picture_without_the_board_is_refused_with_advice() -> None:
    with pytest.raises(CalibrationError, match="only 0 corners"):
        find_board(np.full((720, 1280, 3), 90, np.uint8), CENTRE)


def test_the_pdf_draws_the_very_board() -> None:
    """Its rectangles, painted at their millimetres, are found as the board with all corners."""
    pdf = board_pdf()
    assert pdf.startswith(b"%PDF-1.4")
    assert pdf.rstrip().endswith(b"%%EOF")
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])  # type: ignore[index]
    assert pdf[start : start + 4] == b"xref"
    page = np.full((840, 1188, 3), 255, np.uint8)
    for x, y, wide, high in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", pdf):
        left, low, right, top = (round(v * 4) for v in (float(x), float(y), float(x) + float(wide), float(y) + float(high)))
        page[840 - top : 840 - low, left:right] = 0
    placed = find_board(page, CENTRE)
    assert isinstance(placed, Placed)
    assert placed.corners == 24
    assert abs(placed.to_mm[0] - 0.25) < 0.001


def test_the_commands_write_board_and_calibration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.camera_board(tmp_path / "board.pdf") == 0
    picture = tmp_path / "window.png"
    cv2.imwrite(str(picture), window_with_board()[0])
    assert cli.camera_calibrate(window=picture, out=tmp_path / "calibration.json") == 0
    assert "86 px wide" in capsys.readouterr().out
    calibration = load_calibration((tmp_path / "calibration.json").read_bytes())
    assert calibration.window.width_px == 1280
    assert calibration.table.rows == ()
    assert cli.camera_calibrate(window=picture, out=tmp_path / "rows.json", open_face=True) == 0
    assert load_calibration((tmp_path / "rows.json").read_bytes()).table.rows != ()
    cv2.imwrite(str(picture), np.zeros((200, 200, 3), np.uint8))
    assert cli.camera_calibrate(window=picture, out=tmp_path / "other.json") == 1
    assert cli.camera_calibrate(window=tmp_path / "missing.png", out=tmp_path / "other.json") == 2
    assert not (tmp_path / "other.json").exists()
