"""The simulated overhead camera: a `Scene` drawn as the window, the table view or one seat's crop sees it.

A frame is drawn when its scene changes and handed out again while it does not; nothing here is random but the seeded noise.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rulebook.cards import DECK, Card
from simulators.card_art import (
    ART_HEIGHT,
    ART_PX_PER_MM,
    ART_WIDTH,
    Image,
    back_art,
    card_shape,
    cut_card_art,
    face_art,
    joker_art,
    smudged_art,
)
from simulators.scene import Scene, SceneCard
from vision.calibration import Calibration, ViewGeometry, default_calibration, matrix_to_px
from vision.deck import Deck, enrol

FELT = (74, 96, 34)
_SKIN = (120, 150, 205)
_BOARD_PITCH_MM, _ASIDE_PITCH_MM, _BURN_PITCH_MM = 70.0, 70.0, 16.0
_SEAT_DOWN_PITCH_MM, _SEAT_UP_PITCH_MM, _SEATS_IN_ROW = 50.0, 66.0, 5
_ROW_PITCH_MM, _FAN_PITCH_MM = 78.0, 26.0  # of open-face
_SPRITES_KEPT = 2000


def place_of(zone: str, slot: int, face: str, calibration: Calibration, wobble: int = 0) -> tuple[float, float, float]:
    """Where the simulated dealer lays a card: centre in mm of its view, and its angle in degrees clockwise.

    `wobble` (the card's id) makes a hand-laid card lie up to two degrees askew.
    """
    askew = ((wobble * 37) % 41 - 20) / 10
    if zone.startswith("seat ") and calibration.table.rows:
        return _open_face_place(zone, slot, calibration, askew)
    if zone.startswith("seat "):
        area = calibration.table.zone(zone)
        row, column = divmod(slot, _SEATS_IN_ROW)
        pitch = _SEAT_UP_PITCH_MM if face == "up" else _SEAT_DOWN_PITCH_MM
        return area.x_mm + 40 + column * pitch, area.y_mm + 58 + min(row, 1) * 110, askew / 2
    area = calibration.window.zone(zone)
    x, y = area.centre_mm
    if zone == "board":
        return area.x_mm + 37 + min(slot, 6) * _BOARD_PITCH_MM, y, askew / 4
    if zone == "aside":
        row, column = divmod(slot, 7)
        return area.x_mm + 38 + column * _ASIDE_PITCH_MM, area.y_mm + 54 + min(row, 1) * 101, askew / 4
    if zone == "burns":
        return area.x_mm + 45 + min(slot, 7) * _BURN_PITCH_MM, y, askew
    if zone == "muck":
        return x + (slot * 37) % 50 - 25, y + (slot * 53) % 60 - 30, float((slot * 47) % 360)
    return x, y, askew


def _open_face_place(zone: str, slot: int, calibration: Calibration, askew: float) -> tuple[float, float, float]:
    """Three rows side by side; under them the cards in hand, of which a sixth and more lie over the others."""
    rows = {row.name: row for row in calibration.table.rows}
    if zone in rows:
        area = rows[zone]
        along = min(slot, 4) * _ROW_PITCH_MM + (slot > 4) * 34  # one too many lies half over the last
        return area.x_mm + 39 + along, area.y_mm + area.height_mm / 2, askew / 8
    area = calibration.table.zone(zone)
    y = area.y_mm + area.height_mm - rows[f"{zone} bottom"].height_mm / 2
    along = slot * _ROW_PITCH_MM if slot < _SEATS_IN_ROW else (slot - _SEATS_IN_ROW) * _FAN_PITCH_MM + 14
    return area.x_mm + 39 + along, y, askew / 8


class FrameRenderer:
    """Draws frames. `noise` is the standard deviation of the seeded sensor noise in grey levels; 0 draws none.

    `lively` changes a few pixels by one level in every frame, as a sensor does: a camera that is told apart from a frozen one.
    """

    def __init__(self, calibration: Calibration | None = None, seed: int = 0, noise: float = 0.0, lively: bool = False) -> None:
        cv2.setNumThreads(1)  # a seed must replay a run byte for byte
        self.calibration = calibration or default_calibration()
        self._noise_sd = noise
        self._lively = lively
        self._rng = np.random.default_rng(seed)
        self._felt: dict[str, Image] = {}
        self._noise: dict[str, NDArray[np.int16]] = {}
        self._sprites: dict[tuple[object, ...], tuple[int, int, NDArray[np.uint16], NDArray[np.uint16]]] = {}
        self._last: dict[str, tuple[object, Image]] = {}
        self._counts: dict[str, int] = {}

    def render(self, scene: Scene, view: str = "window", seat: int = 0) -> Image:
        """The frame of a view (``window``, ``table``, or ``seat`` with its number). The array must not be written to."""
        key = f"{view} {seat}"
        geometry = self.calibration.geometry(view, seat)
        shown = tuple(card for card in scene.cards if self._shows(card.zone, view, seat))
        covered = tuple(zone for zone in scene.covered if self._shows(zone, view, seat))
        last = self._last.get(key)
        if last is not None and last[0] == (shown, covered):
            return self._alive(key, last[1])
        frame = self._bare_felt(key, geometry).copy()
        for card in sorted(shown, key=lambda each: (each.zone, each.slot)):
            self._lay(frame, card, geometry)
        for zone in covered:
            self._hand(frame, zone, geometry)
        if self._noise_sd:
            frame = self._with_noise(key, frame)
        frame.flags.writeable = False
        self._last[key] = ((shown, covered), frame)
        return self._alive(key, frame)

    def _shows(self, zone: str, view: str, seat: int) -> bool:
        if view == "window":
            return not zone.startswith("seat ")
        return zone.startswith("seat ") if view == "table" else f"{zone} ".startswith(f"seat {seat} ")

    def _bare_felt(self, key: str, geometry: ViewGeometry) -> Image:
        if key not in self._felt:
            grain = self._rng.normal(0, 2.0, (geometry.height_px, geometry.width_px, 1))
            felt = np.clip(np.array(FELT) + cv2.GaussianBlur(grain, (3, 3), 0)[:, :, None], 0, 255)
            self._felt[key] = felt.astype(np.uint8)
        return self._felt[key]

    def _lay(self, frame: Image, card: SceneCard, geometry: ViewGeometry) -> None:
        place = place_of(card.zone, card.slot, card.face, self.calibration, card.id)
        look = _look(card)
        key = (look, place, geometry.to_mm)
        sprite = self._sprites.get(key)
        if sprite is None:
            if len(self._sprites) > _SPRITES_KEPT:
                self._sprites.clear()
            sprite = self._sprites[key] = _sprite(look, place, geometry)
        left, top, paint, clear = sprite
        high, wide = paint.shape[:2]
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + wide, frame.shape[1]), min(top + high, frame.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        part, own = frame[y0:y1, x0:x1], (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        part[:] = (paint[own] + part * clear[own]) >> 8

    def _hand(self, frame: Image, zone: str, geometry: ViewGeometry) -> None:
        """A forearm from below would cross other zones; the hand alone lies over the zone that the scene names."""
        area = geometry.zone(zone)
        to_px = matrix_to_px(geometry.to_mm)
        scale_x, scale_y = to_px[0, 0], to_px[1, 1]
        x, y = area.centre_mm
        centre = (round(x * scale_x + to_px[0, 2]), round(y * scale_y + to_px[1, 2]))
        half = (round(area.width_mm * scale_x * 0.49), round(area.height_mm * scale_y * 0.49))
        cv2.ellipse(frame, centre, half, 0, 0, 360, _SKIN, -1, cv2.LINE_AA)
        for finger in range(4):
            tip = (centre[0] + round(half[0] * (finger - 1.5) * 0.45), centre[1] - round(half[1] * 0.75))
            cv2.ellipse(frame, tip, (half[0] // 7 + 1, half[1] // 4 + 1), 0, 0, 360, _SKIN, -1, cv2.LINE_AA)
            cv2.ellipse(frame, tip, (half[0] // 7 + 1, half[1] // 4 + 1), 0, 0, 360, (90, 115, 165), 1, cv2.LINE_AA)

    def _with_noise(self, key: str, frame: Image) -> Image:
        if key not in self._noise:
            self._noise[key] = np.round(self._rng.normal(0, self._noise_sd, frame.shape)).astype(np.int16)
        noisy: Image = np.clip(frame + self._noise[key], 0, 255).astype(np.uint8)
        return noisy

    def _alive(self, key: str, frame: Image) -> Image:
        """Pixels that a look at every eighth sees as well change by one level with every frame of the view."""
        if not self._lively:
            return frame
        self._counts[key] = self._counts.get(key, 0) + 1
        alive = frame.copy()
        alive[::8, ::8] ^= self._counts[key] & 1
        return alive


def _look(card: SceneCard) -> str:
    if card.face == "down":
        return f"back {card.back}"
    return str(card.card) if card.printed and card.card in DECK else "smudged"


@lru_cache(maxsize=512)
def _art(look: str, width: int) -> Image:
    """The drawing shrunk to about `width` pixels: warping a large drawing to a small card would alias."""
    if look.startswith("back "):
        art = back_art(look[5:])
    else:
        art = {"smudged": smudged_art, "joker": joker_art, "cut": cut_card_art}.get(look, lambda: face_art(Card(look)))()
    height = round(width * ART_HEIGHT / ART_WIDTH)
    return np.asarray(cv2.resize(art, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _sprite(
    look: str, place: tuple[float, float, float], geometry: ViewGeometry
) -> tuple[int, int, NDArray[np.uint16], NDArray[np.uint16]]:
    """The card as it will lie: left and top pixel, its colour times its cover (in 256ths), and what it leaves clear."""
    x, y, angle = place
    turn = np.deg2rad(angle)
    half_w, half_h = ART_WIDTH / ART_PX_PER_MM / 2, ART_HEIGHT / ART_PX_PER_MM / 2
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners_mm = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]]) @ axes + (x, y)
    to_px = matrix_to_px(geometry.to_mm)
    homogeneous = corners_mm @ to_px[:, :2].T + to_px[:, 2]
    corners = homogeneous[:, :2] / homogeneous[:, 2:]
    left, top = (int(v) for v in np.floor(corners.min(axis=0)))
    wide, high = (int(v) for v in np.ceil(corners.max(axis=0)) - (left, top) + 1)
    width = max(16, round(float(np.linalg.norm(corners[1] - corners[0]))))
    art = _art(look, width)
    shape = cv2.resize(card_shape(), (art.shape[1], art.shape[0]), interpolation=cv2.INTER_AREA)
    source = np.array([[0, 0], [art.shape[1], 0], [art.shape[1], art.shape[0]], [0, art.shape[0]]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - (left, top) - 0.5).astype(np.float32))
    paint = cv2.warpPerspective(art, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(shape, matrix, (wide, high), flags=cv2.INTER_LINEAR)
    weight = np.round(cover.astype(np.float32) * (256 / 255)).astype(np.uint16)[:, :, None]
    return left, top, paint.astype(np.uint16) * weight, 256 - weight


@lru_cache(maxsize=4)
def enrolled_sim_deck(colour: str = "red") -> Deck:
    """The simulator's deck of that colour, enrolled from its own drawings; made once per process."""
    art = {str(card): [np.ascontiguousarray(_art(str(card), 128))] for card in DECK}
    return enrol(colour, {**art, "back": [_art(f"back {colour}", 128)], "joker": [_art("joker", 128)]})
