"""Seeded window frames with third-party cards on felt, wood and cloth, under one stress at a time: what the bench reads."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.vision_art import Art
from vision.calibration import CARD_WIDTH_MM, WINDOW_MM, Calibration, Matrix, default_calibration, map_points

Image = NDArray[np.uint8]
Random = np.random.Generator

STRESSES = ("plain", "tilt", "warm", "cold", "dim", "shade", "glare", "soft", "motion", "noise", "chip", "hand", "small", "all")
GROUNDS = ("green felt", "blue felt", "red felt", "grey felt", "wood", "cloth")
_FELTS = {"green felt": (74, 96, 34), "blue felt": (110, 70, 30), "red felt": (50, 38, 130), "grey felt": (96, 92, 88)}
SIZE = (1280, 720)


@dataclass(frozen=True)
class Laid:
    """One card of a frame: what it is, where its middle lies, and whether something hides part of it."""

    label: str
    x_mm: float
    y_mm: float
    hidden: bool


@dataclass(frozen=True)
class Shot:
    """A frame with its truth and its calibration."""

    image: Image
    laid: tuple[Laid, ...]
    calibration: Calibration
    stress: str
    ground: str


def card_height_mm(art: Art) -> float:
    picture = art.pictures["As"][0]
    return CARD_WIDTH_MM * picture.shape[0] / picture.shape[1]


def shoot(art: Art, labels: list[str], stress: str, ground: str, rng: Random) -> Shot:
    """Lay the cards (at most five) on the window's middle and take one frame."""
    shrink = 0.76 if stress == "small" else 0.9 if stress == "all" else 1.0
    calibration = _calibration(art, stress, shrink, rng)
    to_px = np.linalg.inv(np.array(calibration.window.to_mm).reshape(3, 3))
    scene = _ground(ground, rng).astype(np.float32)
    laid = []
    for at, label in enumerate(labels):
        x, y = 200 + 140 * at + rng.uniform(-12, 12), 265 + rng.uniform(-90, 90)
        angle = rng.uniform(-10, 10) + (180 if rng.random() < 0.5 else 0)
        _lay(scene, art.pictures[label], (x, y, angle), card_height_mm(art), to_px, rng)
        hidden = stress in ("chip", "hand") and rng.random() < 0.6
        if hidden:
            (_chip if stress == "chip" else _finger)(scene, (x, y), to_px, rng)
        laid.append(Laid(label, x, y, hidden))
    image = _camera(scene, stress, rng)
    return Shot(image, tuple(laid), calibration, stress, ground)


def _calibration(art: Art, stress: str, shrink: float, rng: Random) -> Calibration:
    """A camera a little off the vertical; far off under ``tilt``."""
    away = 0.085 if stress == "tilt" else 0.05 if stress == "all" else 0.012
    frame = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]], dtype=np.float32)
    felt = np.array([[0, 0], [WINDOW_MM[0], 0], [WINDOW_MM[0], WINDOW_MM[1]], [0, WINDOW_MM[1]]], dtype=np.float32)
    seen = frame + rng.uniform(-away, away, (4, 2)).astype(np.float32) * SIZE
    seen = (seen - np.array(SIZE) / 2) * shrink + np.array(SIZE) / 2
    matrix = cv2.getPerspectiveTransform(seen.astype(np.float32), felt)
    base = default_calibration()
    to_mm: Matrix = tuple(float(v) for v in matrix.ravel())  # type: ignore[assignment]
    window = msgspec.structs.replace(base.window, to_mm=to_mm)
    return msgspec.structs.replace(base, window=window, card_height_mm=card_height_mm(art))


def _ground(name: str, rng: Random) -> Image:
    width, height = SIZE
    if name in _FELTS:
        grain = cv2.GaussianBlur(rng.normal(0, 5, (height, width)).astype(np.float32), (3, 3), 0)
        return np.clip(np.array(_FELTS[name]) + grain[:, :, None], 0, 255).astype(np.uint8)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    if name == "wood":
        warp = cv2.resize(rng.normal(0, 1, (9, 16)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
        rings = np.sin(y / 7 + 5 * warp) * 14 + np.sin(y / 2.3 + 9 * warp) * 6
        seams = np.where(((y + 30 * rng.random()) % 180) < 3, -45, 0)
        return np.clip(np.array((58, 92, 138)) + (rings + seams)[:, :, None] * (0.7, 0.9, 1.0), 0, 255).astype(np.uint8)
    weave = ((x // 4 + y // 4) % 2) * 12 + rng.normal(0, 4, (height, width))
    stripes = np.where((x % 90 < 14) | (y % 90 < 14), 26, 0)
    return np.clip(np.array((92, 70, 60)) + (weave + stripes)[:, :, None], 0, 255).astype(np.uint8)


def _lay(
    scene: NDArray[np.float32], picture: tuple[Image, Image], place: tuple[float, float, float], tall: float,
    to_px: NDArray[np.float64], rng: Random,
) -> None:  # fmt: skip
    x, y, angle = place
    turn = np.deg2rad(angle)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([CARD_WIDTH_MM, tall]) / 2
    corners = map_points(to_px, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ axes + (x, y)).astype(np.float32)
    width = max(24, round(float(np.linalg.norm(corners[1] - corners[0])) * 1.15))
    colour, cover = picture
    size = (width, round(width * colour.shape[0] / colour.shape[1]))
    colour, cover = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (colour, cover))
    source = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(source - np.float32(0.5), corners)
    whole = cv2.warpPerspective(cover, matrix, SIZE).astype(np.float32) / 255
    box = cv2.boundingRect(corners)
    x0, y0, x1, y1 = (
        max(box[0] - 9, 0),
        max(box[1] - 9, 0),
        min(box[0] + box[2] + 9, SIZE[0]),
        min(box[1] + box[3] + 9, SIZE[1]),
    )
    part = scene[y0:y1, x0:x1]
    shadow = cv2.GaussianBlur(np.roll(whole[y0:y1, x0:x1], (2, 2), (0, 1)), (0, 0), 2)[:, :, None]
    part *= 1 - shadow * rng.uniform(0.1, 0.35)
    print_ = cv2.warpPerspective(colour, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE)[y0:y1, x0:x1]
    clear = whole[y0:y1, x0:x1, None]
    part[:] = part * (1 - clear) + print_ * clear * 0.97


def _chip(scene: NDArray[np.float32], at: tuple[float, float], to_px: NDArray[np.float64], rng: Random) -> None:
    """A chip of 39 mm over part of the card."""
    x, y = map_points(to_px, np.array([[at[0] + rng.uniform(-30, 30), at[1] + rng.uniform(-42, 42)]]))[0]
    radius = 19.5 * float(np.sqrt(abs(np.linalg.det(to_px))))
    colour = [float(v) for v in rng.uniform(20, 220, 3)]
    cv2.circle(scene, (round(x), round(y)), round(radius), colour, -1, cv2.LINE_AA)
    for turn in np.linspace(0, 2 * np.pi, 9)[:-1]:
        tip = (round(x + radius * 0.9 * np.cos(turn)), round(y + radius * 0.9 * np.sin(turn)))
        cv2.circle(scene, tip, max(2, round(radius / 7)), (235, 235, 235), -1, cv2.LINE_AA)


def _finger(scene: NDArray[np.float32], at: tuple[float, float], to_px: NDArray[np.float64], rng: Random) -> None:
    """Two fingers from below over part of the card."""
    scale = float(np.sqrt(abs(np.linalg.det(to_px))))
    x, y = map_points(to_px, np.array([[at[0] + rng.uniform(-25, 25), at[1] + rng.uniform(0, 50)]]))[0]
    skin = np.array((120, 150, 205)) * rng.uniform(0.5, 1.1)
    for off in (-9, 9):
        root = (round(x + off * scale + rng.uniform(-9, 9)), SIZE[1])
        cv2.line(scene, (round(x + off * scale), round(y)), root, skin.tolist(), round(16 * scale), cv2.LINE_AA)


def _camera(scene: NDArray[np.float32], stress: str, rng: Random) -> Image:
    """Light, optics and sensor: everyday amounts always, a great deal of the stress's own."""
    width, height = SIZE
    everything = stress == "all"
    gain = rng.uniform(0.93, 1.03, 3) * rng.uniform(0.85, 1.0)
    if stress == "warm" or (everything and rng.random() < 0.5):
        gain *= (0.68, 0.88, 1.02)
    elif stress == "cold" or everything:
        gain *= (1.02, 0.92, 0.78)
    if stress == "dim":
        gain *= rng.uniform(0.35, 0.5)
    image = scene * gain
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = rng.uniform(0.3, 0.5) if stress == "shade" else rng.uniform(0, 0.12)
    turn = rng.uniform(0, 2 * np.pi)
    image *= (1 - slope * (0.5 + 0.5 * (np.cos(turn) * (x / width - 0.5) + np.sin(turn) * (y / height - 0.5)) * 2))[:, :, None]
    if stress == "glare" or (everything and rng.random() < 0.5):
        centre, spread = rng.uniform((200, 200), (1080, 520)), rng.uniform(25, 70)
        image += (rng.uniform(40, 150) * np.exp(-(((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (2 * spread**2))))[:, :, None]
    blur = rng.uniform(0.9, 1.4) if stress == "soft" else rng.uniform(0.3, 0.7)
    image = cv2.GaussianBlur(image, (0, 0), blur)
    if stress == "motion":
        image = cv2.filter2D(image, -1, _smear(rng))
    noise = rng.uniform(8, 13) if stress == "noise" else rng.uniform(1.0, 3.0) if not everything else rng.uniform(3, 6)
    image += rng.standard_normal(image.shape, dtype=np.float32) * noise
    return np.clip(image, 0, 255).astype(np.uint8)


def _smear(rng: Random) -> NDArray[np.float32]:
    kernel = np.zeros((9, 9), dtype=np.float32)
    reach, turn = rng.uniform(1.2, 2.6), rng.uniform(0, np.pi)
    for step in np.linspace(-reach, reach, 40):
        kernel[round(4 + step * np.sin(turn)), round(4 + step * np.cos(turn))] += 1
    return kernel / kernel.sum()


def things(art: Art, stress: str, ground: str, rng: Random) -> Shot:
    """Five things of about a card's size that are no cards of the deck: boxes, coins, phones, badges, jokers, notes."""
    kinds = [str(rng.choice(("box", "coin", "phone", "badge", "note", "joker", "blank", "cut"))) for _ in range(5)]
    pictures = {f"thing {at}": _thing(kind, art, rng) for at, kind in enumerate(kinds)}
    shot = shoot(Art(art.name, {**pictures, "As": art.pictures["As"]}), list(pictures), stress, ground, rng)
    laid = tuple(Laid(kinds[at], each.x_mm, each.y_mm, each.hidden) for at, each in enumerate(shot.laid))
    return Shot(shot.image, laid, shot.calibration, stress, ground)


def _thing(kind: str, art: Art, rng: Random) -> tuple[Image, Image]:
    colour, cover = art.pictures["As"]
    height, width = colour.shape[:2]
    paper = np.full((height, width, 3), 245, dtype=np.uint8)
    tint = [int(v) for v in rng.integers(10, 230, 3)]
    if kind == "joker" and "joker" in art.pictures:
        return art.pictures["joker"]
    if kind == "cut":
        return np.full_like(paper, tint), cover
    if kind == "coin":
        disc = np.zeros((height, width), dtype=np.uint8)
        cv2.circle(disc, (width // 2, height // 2), int(width * rng.uniform(0.25, 0.48)), 255, -1, cv2.LINE_AA)
        return np.full_like(paper, tint), disc
    if kind == "phone":
        paper[:] = 25
        cv2.rectangle(paper, (10, 30), (width - 11, height - 31), [int(v) for v in rng.integers(120, 255, 3)], -1)
        for row in range(60, height - 60, 26):
            cv2.putText(paper, "12:45 AK Q10", (22, row), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2, cv2.LINE_AA)
    elif kind == "badge":
        cv2.rectangle(paper, (0, 0), (width, height // 4), tint, -1)
        cv2.putText(
            paper,
            str(rng.choice(("JUDGE", "DEALER", "Q. ACE", "K 10"))),
            (12, height // 2),
            cv2.FONT_HERSHEY_DUPLEX,
            1.4,
            (20, 20, 20),
            3,
        )
    elif kind == "note":
        for row in range(24, height - 10, 22):
            cv2.putText(
                paper,
                "".join(rng.choice(list("AKQJ1098765 hdcs"), 16)),
                (8, row),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.6,
                (30, 30, 30),
                1,
            )
    elif kind == "box":
        cv2.rectangle(paper, (14, 14), (width - 15, height - 15), tint, -1)
        big = cv2.resize(art.pictures["As"][0], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        paper[height // 4 : height // 4 + big.shape[0], width // 4 : width // 4 + big.shape[1]] = big
    return paper, cover
