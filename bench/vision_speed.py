"""How fast a frame is read and how much memory that takes: the figure's parts, one deck enrolled and two, idle frames."""

from __future__ import annotations

import resource
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench.vision_art import Art
from bench.vision_scenes import Shot, shoot
from rulebook.cards import DECK
from vision.appearance import upright
from vision.deck import Deck
from vision.eye import Eye, Frame
from vision.identify import prepared, read_with
from vision.locate import blobs, cards_of_blob, not_felt, smallest_blob_px
from vision.scan import Scanner

_FRAMES = 60
_TENTH_NS = 100_000_000


def shots(art: Art, rng: np.random.Generator, times: int = _FRAMES) -> list[Shot]:
    """Frames of five cards, none like another."""
    cards = [str(card) for card in DECK]
    return [
        shoot(art, [cards[at] for at in rng.choice(52, 5, replace=False)], "plain", "green felt", rng) for _ in range(times)
    ]


def parts_ms(taken: Sequence[Shot], decks: Sequence[Deck]) -> dict[str, float]:
    """CPU milliseconds of a frame never seen before and of its parts, each the median over the frames."""
    parts: dict[str, list[float]] = defaultdict(list)
    for shot in taken:
        geometry = shot.calibration.window
        width_px = shot.calibration.card_width_mm * geometry.px_per_mm
        spans = [time.process_time()]
        mask = not_felt(shot.image)
        spans.append(time.process_time())
        found = blobs(mask, smallest_blob_px(shot.calibration, geometry))
        spans.append(time.process_time())
        outlines = [each for blob in found for each in cards_of_blob(shot.image, blob, shot.calibration, geometry)]
        spans.append(time.process_time())
        cards = [upright(shot.image, each.corners_px) for each in outlines]
        spans.append(time.process_time())
        for card in cards:  # `read_with` does this once more: it is taken off again
            prepared(card)
        spans.append(time.process_time())
        for card in cards:
            read_with(card, decks, width_px)
        spans.append(time.process_time())
        Scanner(decks, shot.calibration).scan(shot.image, "window")
        spans.append(time.process_time())
        each = dict(
            zip(("mask", "things", "outlines", "upright", "prepared", "witnesses", "all"), np.diff(spans) * 1e3, strict=True)
        )
        each["witnesses"] -= each["prepared"]
        for name, span in each.items():
            parts[name].append(float(span))
    result = {name: float(np.median(spans)) for name, spans in parts.items()}
    result["rest"] = result["all"] - sum(span for name, span in result.items() if name != "all")
    return result


def one_new_card_ms(shot: Shot, decks: Sequence[Deck]) -> float:
    """CPU milliseconds of a frame in which four of five cards have not changed."""
    spans = []
    x, y = (round(float(each)) for each in _middle_px(shot))
    before = shot.image.copy()
    before[max(y - 75, 0) : y + 75, max(x - 75, 0) : x + 75] = np.median(shot.image.reshape(-1, 3), axis=0)
    for _ in range(9):
        scanner = Scanner(decks, shot.calibration)
        scanner.scan(before, "window")
        begun = time.process_time()
        scanner.scan(shot.image, "window")
        spans.append((time.process_time() - begun) * 1e3)
    return float(np.median(spans))


def _middle_px(shot: Shot) -> np.ndarray:
    to_px = np.linalg.inv(np.array(shot.calibration.window.to_mm).reshape(3, 3))
    point = to_px @ (shot.laid[2].x_mm, shot.laid[2].y_mm, 1.0)
    return np.asarray(point[:2] / point[2])


def idle_ms(times: int = 400) -> float:
    """CPU milliseconds of a frame that shows nothing new, fresh sensor noise included."""
    rng = np.random.default_rng(3)
    frames = [np.clip(rng.normal(90, 3, (720, 1280, 3)), 0, 255).astype(np.uint8) for _ in range(4)]
    eye = Eye([])
    for at in range(4):
        eye.step(at * _TENTH_NS, Frame(at * _TENTH_NS, "window", frames[at % 4]))
    begun = time.process_time()
    for at in range(4, 4 + times):
        eye.step(at * 1_000_000, Frame(at * 1_000_000, "window", frames[at % 4]))
    return (time.process_time() - begun) / times * 1e3


def memory_mb() -> float:
    """The memory that this process has now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def print_speed(decks: Sequence[Deck], art: Art) -> None:
    """Measure and say it, first with the shown deck alone, then with the other one enrolled beside it."""
    taken = shots(art, np.random.default_rng(5))
    before = memory_mb()
    for count in (1, 2):
        enrolled = decks[:count]
        parts_ms(taken[:4], enrolled)  # templates are made at first use
        parts = parts_ms(taken, enrolled)
        said = ", ".join(f"{name} {span:.2f}" for name, span in parts.items() if name != "all")
        print(f"{count} deck{'s' * (count > 1)} enrolled: {parts['all']:.2f} ms a frame of five new cards ({said})")
        print(f"  one new card among five: {one_new_card_ms(taken[0], enrolled):.2f} ms")
    print(f"idle frame: {idle_ms():.3f} ms")
    print(f"memory: {memory_mb() - before:.0f} MB more than before the first reading, of {memory_mb():.0f} MB")
