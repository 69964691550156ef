"""The corner witness: rank and suit glyphs of both indices, each judged alone, against those of the enrolled deck.

It never looks at the rest of the card, so it errs independently of the whole-card witness.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Floats, likeness, turned, unit

_NEARLY_AS_BARE = 0.02  # mean ink
_BARE = 0.05  # spread of ink under which a corner bears no glyph
_PLACES = 4  # of the 49 shifts, how many are compared with every glyph
SHIFT = 3  # how far an index may be off its place, in pixels of the upright card


@dataclass(frozen=True)
class Box:
    """Where a glyph lies in the upright card: pixels, right and bottom not included."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class GlyphVerdict:
    """The best class of one glyph in one corner, its likeness (-1..1), and the margin to the next class (0.5 is perfect)."""

    best: str
    likeness: float
    margin: float


def find_boxes(pictures: list[Floats]) -> tuple[Box, Box]:
    """Where this deck prints rank and suit of its indices, from the ink that all its faces share in that corner."""
    ink = np.mean([np.clip((each[..., 0] + turned(each)[..., 0]), 0, 1) for each in pictures], axis=0)
    high, wide = int(UPRIGHT_HEIGHT * 0.36), int(UPRIGHT_WIDTH * 0.3)
    part = ink[:high, :wide]
    columns = part[4 : int(UPRIGHT_HEIGHT * 0.25)].mean(axis=0)
    left = next((x for x in range(2, 12) if columns[x] > 0.25 * columns[2:16].max()), 3)
    right = left + 6 + first_valley(columns[left + 6 : left + 20])
    rows = part[:, left:right].mean(axis=1)
    strong = 0.3 * rows[4:30].max()
    top = next((y for y in range(2, 24) if rows[y] > strong), 5)
    split = top + 9 + int(np.argmin(rows[top + 9 : top + 24]))
    end = split + 7 + int(np.argmin(rows[split + 7 : split + 21]))
    start = max(left - 1, SHIFT)
    return Box(start, max(top - 1, SHIFT), right + 1, split + 1), Box(start, split, right + 1, end + 1)


def first_valley(columns: Floats) -> int:
    """The first gap in the ink that is nearly as bare as the barest: beyond it a pip or a court card's frame begins.

    Where few faces are enrolled, many of them aces, the barest column may lie in the midst of a pip.
    """
    enough = float(columns.min()) + _NEARLY_AS_BARE
    for at in range(len(columns)):
        falls = at == 0 or columns[at] < columns[at - 1]
        if falls and columns[at] <= enough and columns[at] <= columns[min(at + 1, len(columns) - 1)]:
            return at
    return int(np.argmin(columns))


def _windows(picture: Floats, box: Box, channels: int, shift: int) -> Floats:
    """All cuts of the box within `shift` pixels, as unit vectors, ink about its mean."""
    part = picture[box.top - shift : box.bottom + shift, box.left - shift : box.right + shift, :channels]
    shape = (box.bottom - box.top, box.right - box.left)
    view = np.lib.stride_tricks.sliding_window_view(part, shape, axis=(0, 1)).transpose(0, 1, 3, 4, 2)
    rows = view.reshape(view.shape[0] * view.shape[1], shape[0] * shape[1], channels).astype(np.float32)
    rows[..., 0] -= rows[..., 0].mean(axis=1, keepdims=True)
    return unit(rows.reshape(rows.shape[0], -1))


def index_symmetry(picture: Floats) -> float:
    """How alike the upper left corner and the lower right one on its head are (-1..1): every indexed card repeats its index.

    0 where a corner is bare. It needs no deck, and an outline that is off by a little spoils it.
    """
    box = Box(SHIFT + 1, SHIFT + 1, int(UPRIGHT_WIDTH * 0.2), int(UPRIGHT_HEIGHT * 0.3))
    over = turned(picture)
    if min(each[box.top : box.bottom, box.left : box.right, 0].std() for each in (picture, over)) < _BARE:
        return 0.0
    return float((likeness(_windows(picture, box, 3, SHIFT), _windows(over, box, 3, 0))).max())


@dataclass(frozen=True)
class GlyphSet:
    """The enrolled glyphs of one kind (ranks or suits): unit vectors and the class of each."""

    box: Box
    channels: int
    templates: Floats
    classes: tuple[str, ...]

    @cached_property
    def means(self) -> Floats:
        """One mean glyph per class: enough to find where the index lies."""
        names = np.array(self.classes)
        return unit(np.stack([self.templates[names == name].mean(axis=0) for name in sorted(set(self.classes))]))

    @cached_property
    def alike(self) -> Floats:
        return likeness(self.templates, self.templates)

    @cached_property
    def others(self) -> dict[str, NDArray[np.intp]]:
        """For each class the templates of all the others."""
        return {name: np.flatnonzero(np.array(self.classes) != name) for name in set(self.classes)}

    def class_scores(self, picture: Floats) -> dict[str, float]:
        """Each class's likeness, the mean of both indices."""
        scores: dict[str, float] = {}
        for corner in (picture, turned(picture)):
            best = likeness(_windows(corner, self.box, self.channels, SHIFT), self.templates).max(axis=0)
            for name in sorted(set(self.classes)):
                at = np.flatnonzero(np.array(self.classes) == name)
                scores[name] = scores.get(name, 0.0) + 0.5 * float(best[at].max())
        return scores

    def judge(self, picture: Floats) -> GlyphVerdict:
        """Judge the upper left corner of an opponent picture (`vision.appearance.corner_picture`)."""
        windows = _windows(picture, self.box, self.channels, SHIFT)
        nearest = np.argsort(likeness(windows, self.means).max(axis=1))[-_PLACES:]
        scores = likeness(windows[nearest], self.templates).max(axis=0)
        best = int(np.argmax(scores))
        name = self.classes[best]
        others = self.others[name]
        if not len(others):
            return GlyphVerdict(name, float(scores[best]), 0.0)
        apart = np.maximum(2 - 2 * self.alike[best, others], 0.05)
        return GlyphVerdict(name, float(scores[best]), float(np.min((scores[best] - scores[others]) / apart)))


def glyph_set(faces: list[tuple[str, Floats]], box: Box, kind: str) -> GlyphSet:
    """Collect the glyphs of enrolled faces (card and opponent picture). ``rank`` looks at ink only, ``suit`` at colour too."""
    channels = 1 if kind == "rank" else 3
    rows: list[NDArray[np.float32]] = []
    classes: list[str] = []
    for card, picture in faces:
        for corner in (picture, turned(picture)):
            rows.append(_windows(corner, box, channels, 0)[0])
            classes.append(card[0] if kind == "rank" else card[1])
    return GlyphSet(box, channels, np.stack(rows), tuple(classes))
