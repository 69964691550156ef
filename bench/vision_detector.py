"""A trained detector given by a path, for comparison: an ONNX file of the YOLO family, run by OpenCV.

Beside ``cards.onnx`` lies ``cards.txt`` (or ``.names``), a class a line: ``As``, ``10h``, ``QS`` … The side of the square that
it takes is 640 px, or stands in its name: ``cards.416.onnx``. What it says of a card is what its boxes within the card's
outline say together: such detectors box the whole card or its indices.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from rulebook.cards import DECK
from vision.appearance import Image
from vision.outline import Points

_CARDS = {str(card) for card in DECK}
_LEAST_SCORE = 0.5
_GREY = 114  # what these networks are trained to see around a picture that does not fill their square


class DetectorError(ValueError):
    """A detector that cannot be used, with what is wrong and what to do."""


def card_name(text: str) -> str | None:
    """The card that a class name means; None for another class."""
    word = text.strip().replace(" ", "")
    word = "T" + word[2:] if word.startswith("10") else word
    name = word[:1].upper() + word[1:].lower()
    return name if name in _CARDS else None


class Detector:
    """Raises `DetectorError` when the model or its class names cannot be read."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        names = next((each for each in (path.with_suffix(".txt"), path.with_suffix(".names")) if each.is_file()), None)
        if names is None:
            raise DetectorError(f"{path.with_suffix('.txt')}: missing; write the detector's classes into it, one a line")
        self._classes = [line for line in names.read_text().split("\n") if line.strip()]
        if not any(card_name(each) for each in self._classes):
            raise DetectorError(f"{names}: no class is a card; expected lines such as As, 10h or QS")
        try:
            self._net = cv2.dnn.readNetFromONNX(str(path))
        except cv2.error as error:
            raise DetectorError(f"{path}: cannot be read as ONNX ({error.err or 'see above'})") from None
        self._side = _input_side(path)
        self._frame: Image | None = None
        self._found: list[tuple[float, float, float, str | None]] = []

    def card_within(self, image: Image, corners_px: Points) -> str | None:
        """The card that the boxes in an outline name; None when there are none, when they differ, or when they name no card."""
        if image is not self._frame:
            self._frame, self._found = image, self._detect(image)
        outline = corners_px.astype(np.float32)
        inside = [each for each in self._found if cv2.pointPolygonTest(outline, (each[1], each[2]), False) >= 0]
        named = {name for _, _, _, name in inside}
        return named.pop() if len(named) == 1 else None

    def _detect(self, image: Image) -> list[tuple[float, float, float, str | None]]:
        """Boxes over the limit: score, middle in pixels of the picture, card."""
        height, width = image.shape[:2]
        scale = self._side / max(height, width)
        small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
        square = np.full((self._side, self._side, 3), _GREY, dtype=np.uint8)
        square[: small.shape[0], : small.shape[1]] = small
        self._net.setInput(cv2.dnn.blobFromImage(square, 1 / 255, swapRB=True))
        boxes, scores = _decoded(np.asarray(self._net.forward()), len(self._classes))
        best = scores.argmax(axis=1)
        found = []
        for at in np.flatnonzero(scores.max(axis=1) >= _LEAST_SCORE):
            x, y = (float(each) / scale for each in boxes[at, :2])
            found.append((float(scores[at].max()), x, y, card_name(self._classes[int(best[at])])))
        return found


def _decoded(out: NDArray[np.float32], classes: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Boxes (middle, size) and class scores of a YOLO output: n×(5+classes) with an objectness, or (4+classes)×n without.

    Raises `DetectorError` when it is neither.
    """
    rows = out.reshape(out.shape[-2], out.shape[-1])
    if rows.shape[0] == 4 + classes:
        rows = rows.T
    if rows.shape[1] == 4 + classes:
        return rows[:, :4], rows[:, 4:]
    if rows.shape[1] == 5 + classes:
        return rows[:, :4], rows[:, 5:] * rows[:, 4:5]
    raise DetectorError(
        f"the detector's output is {out.shape}, which fits no YOLO of {classes} classes: is the class list whole?"
    )


def _input_side(path: Path) -> int:
    """The side of the square that the network wants, from ``cards.640.onnx``; 640 where the name does not say."""
    parts = path.stem.rsplit(".", 1)
    return int(parts[1]) if len(parts) == 2 and parts[1].isdigit() else 640
