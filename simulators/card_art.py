"""A deck of our own, drawn with lines and shapes: faces, two backs, a joker, a cut card and a face that nobody can read."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rulebook.cards import Card

Image = NDArray[np.uint8]

ART_PX_PER_MM = 4
ART_WIDTH, ART_HEIGHT = 254, 356  # 63.5 × 88.9 mm
_RADIUS = 12
_PAPER = (250, 250, 250)
_BLACK, _RED = (28, 24, 24), (36, 24, 200)
_BACKS = {"red": (44, 36, 176), "blue": (150, 70, 28), "green": (60, 110, 30), "black": (40, 40, 40)}
_SHIFT = 3  # fractional bits of drawn coordinates

# Columns and rows of pips as parts of the card's inner field; below the middle they stand on their heads.
_L, _M, _R = 0.3, 0.5, 0.7
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((_M, 0.5),),
    "2": ((_M, 0.17), (_M, 0.83)),
    "3": ((_M, 0.17), (_M, 0.5), (_M, 0.83)),
    "4": ((_L, 0.17), (_R, 0.17), (_L, 0.83), (_R, 0.83)),
    "5": ((_L, 0.17), (_R, 0.17), (_M, 0.5), (_L, 0.83), (_R, 0.83)),
    "6": ((_L, 0.17), (_R, 0.17), (_L, 0.5), (_R, 0.5), (_L, 0.83), (_R, 0.83)),
    "7": ((_L, 0.17), (_R, 0.17), (_M, 0.335), (_L, 0.5), (_R, 0.5), (_L, 0.83), (_R, 0.83)),
    "8": ((_L, 0.17), (_R, 0.17), (_M, 0.335), (_L, 0.5), (_R, 0.5), (_M, 0.665), (_L, 0.83), (_R, 0.83)),
    "9": ((_L, 0.17), (_R, 0.17), (_L, 0.39), (_R, 0.39), (_M, 0.5), (_L, 0.61), (_R, 0.61), (_L, 0.83), (_R, 0.83)),
    "T": (
        (_L, 0.17), (_R, 0.17), (_M, 0.28), (_L, 0.39), (_R, 0.39), (_L, 0.61), (_R, 0.61), (_M, 0.72), (_L, 0.83), (_R, 0.83),
    ),
}  # fmt: skip


def _circle(ink: Image, x: float, y: float, radius: float) -> None:
    at = (round(x * 2**_SHIFT), round(y * 2**_SHIFT))
    cv2.circle(ink, at, round(radius * 2**_SHIFT), 255, -1, cv2.LINE_AA, _SHIFT)


def _polygon(ink: Image, points: list[tuple[float, float]]) -> None:
    cv2.fillPoly(ink, [(np.array(points) * 2**_SHIFT).astype(np.int32)], 255, cv2.LINE_AA, _SHIFT)


@lru_cache(maxsize=256)
def _suit_ink(suit: str, size: int) -> Image:
    """The suit's sign as ink (255) in a square of `size` pixels."""
    ink = np.zeros((size, size), dtype=np.uint8)
    s = float(size)
    if suit == "d":
        _polygon(ink, [(s * 0.5, s * 0.02), (s * 0.87, s * 0.5), (s * 0.5, s * 0.98), (s * 0.13, s * 0.5)])
    elif suit == "h":
        _circle(ink, s * 0.29, s * 0.3, s * 0.24)
        _circle(ink, s * 0.71, s * 0.3, s * 0.24)
        _polygon(ink, [(s * 0.075, s * 0.41), (s * 0.5, s * 0.98), (s * 0.925, s * 0.41), (s * 0.5, s * 0.25)])
    elif suit == "s":
        _circle(ink, s * 0.29, s * 0.57, s * 0.23)
        _circle(ink, s * 0.71, s * 0.57, s * 0.23)
        _polygon(ink, [(s * 0.08, s * 0.47), (s * 0.5, s * 0.02), (s * 0.92, s * 0.47), (s * 0.5, s * 0.66)])
        _polygon(ink, [(s * 0.5, s * 0.5), (s * 0.68, s * 0.98), (s * 0.32, s * 0.98)])
    else:
        _circle(ink, s * 0.5, s * 0.25, s * 0.215)
        _circle(ink, s * 0.26, s * 0.57, s * 0.215)
        _circle(ink, s * 0.74, s * 0.57, s * 0.215)
        _polygon(ink, [(s * 0.42, s * 0.35), (s * 0.58, s * 0.35), (s * 0.56, s * 0.6), (s * 0.44, s * 0.6)])
        _polygon(ink, [(s * 0.5, s * 0.4), (s * 0.66, s * 0.98), (s * 0.34, s * 0.98)])
    return ink


@lru_cache(maxsize=128)
def _glyph_ink(text: str, width: int, height: int) -> Image:
    """The text as ink, stretched to fill `width` by `height`: every rank fills the same box."""
    board = np.full((160, 320, 3), 0, dtype=np.uint8)
    cv2.putText(board, text, (20, 120), cv2.FONT_HERSHEY_TRIPLEX, 2.6, (255, 255, 255), 6, cv2.LINE_AA)
    ink = board[:, :, 0]
    rows, columns = np.flatnonzero(ink.max(axis=1) > 64), np.flatnonzero(ink.max(axis=0) > 64)
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.asarray(cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _stamp(face: Image, ink: Image, x: float, y: float, colour: tuple[int, int, int]) -> None:
    """Print `ink` centred at (x, y)."""
    height, width = ink.shape
    left, top = round(x - width / 2), round(y - height / 2)
    part = face[top : top + height, left : left + width]
    alpha = ink[:, :, None].astype(np.float32) / 255
    part[:] = (part * (1 - alpha) + np.array(colour, dtype=np.float32) * alpha + 0.5).astype(np.uint8)


def _paper() -> Image:
    face = np.full((ART_HEIGHT, ART_WIDTH, 3), _PAPER, dtype=np.uint8)
    cv2.rectangle(face, (0, 0), (ART_WIDTH - 1, ART_HEIGHT - 1), (205, 205, 205), 1)
    return face


@lru_cache(maxsize=1)
def card_shape() -> Image:
    """255 where a card is, 0 outside its rounded corners."""
    shape = np.zeros((ART_HEIGHT, ART_WIDTH), dtype=np.uint8)
    r, right, low = _RADIUS, ART_WIDTH - 1 - _RADIUS, ART_HEIGHT - 1 - _RADIUS
    cv2.rectangle(shape, (r, 0), (right, ART_HEIGHT - 1), 255, -1)
    cv2.rectangle(shape, (0, r), (ART_WIDTH - 1, low), 255, -1)
    for x, y in ((r, r), (right, r), (r, low), (right, low)):
        cv2.circle(shape, (x, y), r, 255, -1, cv2.LINE_AA)
    return shape


def _court(face: Image, rank: str, suit: str, colour: tuple[int, int, int]) -> None:
    """The upper half of a court: a frame, a figure that differs by rank, and the suit's sign."""
    cv2.rectangle(face, (52, 30), (ART_WIDTH - 53, ART_HEIGHT - 31), (150, 60, 30), 2, cv2.LINE_AA)
    robe = {"J": (40, 150, 220), "Q": (60, 170, 60), "K": (170, 60, 110)}[rank]
    middle = ART_HEIGHT // 2
    cv2.fillPoly(face, [np.array([(54, middle), (84, 112), (170, 112), (199, middle)], dtype=np.int32)], robe, cv2.LINE_AA)
    cv2.circle(face, (127, 84), 27, (170, 205, 240), -1, cv2.LINE_AA)
    cv2.circle(face, (127, 84), 27, _BLACK, 2, cv2.LINE_AA)
    if rank == "K":
        crown = [(98, 66), (98, 40), (113, 54), (127, 36), (141, 54), (156, 40), (156, 66)]
        cv2.fillPoly(face, [np.array(crown, dtype=np.int32)], (30, 190, 235))
    elif rank == "Q":
        cv2.ellipse(face, (127, 64), (32, 15), 0, 180, 360, colour, -1, cv2.LINE_AA)
    else:
        cv2.fillPoly(face, [np.array([(96, 68), (110, 40), (164, 56), (156, 70)])], colour, cv2.LINE_AA)
    stripes = {"J": 3, "Q": 5, "K": 7}[rank]
    for number in range(stripes):
        x = 84 + round(86 * (number + 0.5) / stripes)
        cv2.line(face, (x, 116), (x, middle), colour, 3, cv2.LINE_AA)
    _stamp(face, _suit_ink(suit, 44), 80, 62, colour)


def _turned_half(face: Image) -> Image:
    """The lower half is the upper one on its head, as on every indexed deck."""
    half = ART_HEIGHT // 2
    face[ART_HEIGHT - half :] = face[:half][::-1, ::-1]
    return face


def _index(face: Image, rank: str, suit: str, colour: tuple[int, int, int]) -> None:
    _stamp(face, _glyph_ink("10" if rank == "T" else rank, 30, 42), 27, 36, colour)
    _stamp(face, _suit_ink(suit, 30), 27, 78, colour)


@lru_cache(maxsize=64)
def face_art(card: Card) -> Image:
    """The printed face of a card, upright, at `ART_PX_PER_MM`."""
    rank, suit = card[0], card[1]
    colour = _RED if suit in "hd" else _BLACK
    face = _paper()
    if rank in _PIPS:
        size = 88 if rank == "A" else 50
        ink = _suit_ink(suit, size)
        for column, row in _PIPS[rank]:
            _stamp(face, ink if row <= 0.5 else np.ascontiguousarray(ink[::-1]), column * ART_WIDTH, row * ART_HEIGHT, colour)
        _index(face, rank, suit, colour)
        turned = face[::-1, ::-1].copy()
        _index(turned, rank, suit, colour)
        return np.ascontiguousarray(turned[::-1, ::-1])
    _index(face, rank, suit, colour)
    _court(face, rank, suit, colour)
    return _turned_half(face)


@lru_cache(maxsize=8)
def back_art(colour: str) -> Image:
    """The back of a deck of that colour: a lattice in a white border, alike on its head."""
    face = _paper()
    ink = _BACKS.get(colour, _BACKS["red"])
    cv2.rectangle(face, (16, 16), (ART_WIDTH - 17, ART_HEIGHT - 17), ink, -1)
    field = face[24 : ART_HEIGHT - 24, 24 : ART_WIDTH - 24]
    height, width = field.shape[:2]
    for at in range(-height, width + height, 26):
        cv2.line(field, (at, 0), (at + height, height), (235, 235, 235), 3, cv2.LINE_AA)
        cv2.line(field, (at, 0), (at - height, height), (235, 235, 235), 3, cv2.LINE_AA)
    cv2.circle(face, (ART_WIDTH // 2, ART_HEIGHT // 2), 40, ink, -1, cv2.LINE_AA)
    cv2.circle(face, (ART_WIDTH // 2, ART_HEIGHT // 2), 32, (235, 235, 235), 3, cv2.LINE_AA)
    return _turned_half(face)


@lru_cache(maxsize=2)
def joker_art() -> Image:
    """A joker: no index that a card of the deck has."""
    face = _paper()
    for row, letter in enumerate("JOKER"):
        _stamp(face, _glyph_ink(letter, 18, 20), 22, 26 + 23 * row, _BLACK)
    radius, turn = np.array([70, 30] * 5), np.arange(10) * np.pi / 5
    star = np.stack([127 + radius * np.sin(turn), 178 - radius * np.cos(turn)], axis=1)
    cv2.fillPoly(face, [star.astype(np.int32)], (40, 150, 220), cv2.LINE_AA)
    return _turned_half(face)


@lru_cache(maxsize=2)
def cut_card_art() -> Image:
    """The cut card: plain yellow plastic."""
    return np.full((ART_HEIGHT, ART_WIDTH, 3), (30, 200, 240), dtype=np.uint8)


@lru_cache(maxsize=2)
def smudged_art() -> Image:
    """A face that lies up and that nobody can read."""
    face = _paper()
    cv2.ellipse(face, (127, 178), (72, 116), 12, 0, 360, (140, 150, 150), -1, cv2.LINE_AA)
    cv2.ellipse(face, (110, 150), (40, 90), 30, 0, 360, (90, 100, 110), -1, cv2.LINE_AA)
    cv2.rectangle(face, (10, 12), (46, 100), (165, 170, 170), -1)
    cv2.rectangle(face, (ART_WIDTH - 47, ART_HEIGHT - 101), (ART_WIDTH - 11, ART_HEIGHT - 13), (165, 170, 170), -1)
    return np.asarray(cv2.GaussianBlur(face, (0, 0), 9), dtype=np.uint8)
