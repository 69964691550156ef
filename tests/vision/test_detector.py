"""A detector given by a path: a tiny network, written here as the file format has it, names red and black cards."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.vision_detector import Detector, DetectorError, card_name

SIDE, CELL = 64, 16
CELLS = (SIDE // CELL) ** 2


def varint(value: int) -> bytes:
    out = b""
    while True:
        value, low = value >> 7, value & 127
        out += bytes([low | (128 if value else 0)])
        if not value:
            return out


def part(number: int, data: bytes | int | str) -> bytes:
    """One field of a protocol buffer."""
    if isinstance(data, int):
        return varint(number << 3) + varint(data)
    raw = data.encode() if isinstance(data, str) else data
    return varint(number << 3 | 2) + varint(len(raw)) + raw


def tensor(name: str, values: np.ndarray) -> bytes:
    kind, raw = (7, values.astype("<i8").tobytes()) if values.dtype.kind == "i" else (1, values.astype("<f4").tobytes())
    return b"".join(part(1, each) for each in values.shape) + part(2, kind) + part(8, name) + part(9, raw)


def value_info(name: str, shape: tuple[int, ...]) -> bytes:
    dimensions = b"".join(part(1, part(1, each)) for each in shape)
    return part(1, name) + part(2, part(1, part(1, 1) + part(2, dimensions)))


def node(kind: str, given: list[str], out: str, **attributes: list[int]) -> bytes:
    data = b"".join(part(1, each) for each in given) + part(2, out) + part(4, kind)
    for name, numbers in attributes.items():
        data += part(5, part(1, name) + b"".join(part(8, each) for each in numbers) + part(20, 7))
    return data


def detector_file(path: Path, classes: str = "AH\nAS\nchip\n") -> Path:
    """Cells of 16 px: the first class is sure where a cell is red, the second where it is black. Boxes are the cells."""
    weights = np.zeros((7, 3, CELL, CELL), np.float32)  # x, y, width, height, and three classes
    weights[4, 0], weights[4, 1:] = 1 / CELL**2, -1 / CELL**2
    weights[5] = -1 / CELL**2
    bias = np.array([0, 0, CELL, CELL, 0, 0.9, 0], np.float32)
    grid = np.zeros((1, 7, CELLS), np.float32)
    grid[0, 0] = np.tile(np.arange(SIDE // CELL) * CELL + CELL / 2, SIDE // CELL)
    grid[0, 1] = np.repeat(np.arange(SIDE // CELL) * CELL + CELL / 2, SIDE // CELL)
    nodes = [
        node("Conv", ["images", "weights", "bias"], "cells", kernel_shape=[CELL, CELL], strides=[CELL, CELL]),
        node("Reshape", ["cells", "shape"], "rows"),
        node("Add", ["rows", "grid"], "found"),
    ]
    constants = {"weights": weights, "bias": bias, "grid": grid, "shape": np.array([1, 7, CELLS], np.int64)}
    graph = b"".join(part(1, each) for each in nodes) + part(2, "tiny")
    graph += b"".join(part(5, tensor(name, values)) for name, values in constants.items())
    graph += part(11, value_info("images", (1, 3, SIDE, SIDE))) + part(12, value_info("found", (1, 7, CELLS)))
    path.write_bytes(part(1, 8) + part(7, graph) + part(8, part(1, "") + part(2, 13)))
    path.with_suffix(".txt").write_text(classes)
    return path


def frame(*cards: tuple[int, int, tuple[int, int, int]]) -> np.ndarray:
    """A picture twice as large as the network's, with a coloured card in some cells, on grey."""
    picture = np.full((2 * SIDE, 2 * SIDE, 3), 150, np.uint8)
    for column, row, colour in cards:
        cv2.rectangle(picture, (column * 32, row * 32), (column * 32 + 31, row * 32 + 31), colour, -1)
    return picture


def outline(column: int, row: int, wide: int = 1) -> np.ndarray:
    x, y, right = column * 32.0, row * 32.0, (column + wide) * 32.0
    return np.array([[x, y], [right, y], [right, y + 32], [x, y + 32]])


RED, BLACK = (0, 0, 250), (0, 0, 0)


def test_a_detector_names_the_card_in_an_outline(tmp_path: Path) -> None:
    detector = Detector(detector_file(tmp_path / "tiny.64.onnx"))
    picture = frame((0, 1, RED), (2, 2, BLACK))
    assert detector.card_within(picture, outline(0, 1)) == "Ah"
    assert detector.card_within(picture, outline(2, 2)) == "As"
    assert detector.card_within(picture, outline(3, 0)) is None


def test_boxes_that_differ_within_one_outline_name_no_card(tmp_path: Path) -> None:
    detector = Detector(detector_file(tmp_path / "tiny.64.onnx"))
    assert detector.card_within(frame((0, 0, RED), (1, 0, BLACK)), outline(0, 0, wide=2)) is None
    assert detector.card_within(frame((0, 0, RED), (1, 0, RED)), outline(0, 0, wide=2)) == "Ah"


def test_a_class_that_is_no_card_names_none(tmp_path: Path) -> None:
    detector = Detector(detector_file(tmp_path / "tiny.64.onnx", "joker\nAS\nchip\n"))
    assert detector.card_within(frame((0, 1, RED)), outline(0, 1)) is None


def test_what_is_no_detector_is_refused_with_advice(tmp_path: Path) -> None:
    (tmp_path / "a.onnx").write_bytes(b"nothing of the kind")
    with pytest.raises(DetectorError, match=r"a\.txt: missing"):
        Detector(tmp_path / "a.onnx")
    (tmp_path / "a.txt").write_text("cat\ndog\n")
    with pytest.raises(DetectorError, match="no class is a card"):
        Detector(tmp_path / "a.onnx")
    (tmp_path / "a.txt").write_text("As\nKd\n")
    with pytest.raises(DetectorError, match="cannot be read as ONNX"):
        Detector(tmp_path / "a.onnx")
    short = Detector(detector_file(tmp_path / "tiny.64.onnx", "AH\nAS\nKD\n2C\n7H\n9S\n"))
    with pytest.raises(DetectorError, match="fits no YOLO of 6 classes"):
        short.card_within(frame(), outline(0, 0))


@pytest.mark.parametrize(
    ("text", "card"), [("10h", "Th"), ("AS", "As"), ("as", "As"), ("Qd", "Qd"), ("joker", None), ("1s", None), ("", None)]
)
def test_class_names_are_read_as_people_write_cards(text: str, card: str | None) -> None:
    assert card_name(text) == card
