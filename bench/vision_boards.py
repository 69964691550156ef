"""Board cards within a second of the camera's time, and the memory of a process that reads all three views with two decks.

    python -m bench boards [--boards 180] [--seed 1]

Boards of five cards appear before the simulated camera: ten frames a second, sensor noise anew in each, of 0, 3 and 6 grey
levels in turn. What counts is what has been told a second after the board lay still.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from bench.vision_memory import VIEWS
from bench.vision_report import upper_bound
from rulebook.cards import DECK, Card
from simulators.frames import FrameRenderer, enrolled_sim_deck
from simulators.scene import Scene, SceneCard
from vision.appearance import Image
from vision.calibration import default_calibration
from vision.deck import save_deck
from vision.eye import Eye, EyeSettings, Frame
from vision.sightings import Look

_TENTH_NS = 100_000_000
_NOISES = (0.0, 3.0, 6.0)
_STILL = EyeSettings(frozen_after_ms=None)


def _board(rng: np.random.Generator) -> tuple[list[str], Scene]:
    cards = [str(DECK[at]) for at in rng.choice(52, 5, replace=False)]
    numbers = rng.integers(0, 500, 5)
    lying = [
        SceneCard(int(number), Card(card), "board", at, "up", back="red", printed=True)
        for at, (number, card) in enumerate(zip(numbers, cards, strict=True))
    ]
    return cards, Scene(tuple(lying), ())


def _seen(image: Image, noise: float, rng: np.random.Generator) -> Image:
    return np.clip(image + rng.normal(0, noise, image.shape), 0, 255).astype(np.uint8) if noise else image.copy()


def read_boards(boards: int, seed: int) -> tuple[Counter[str], Counter[int]]:
    """Counts of cards (``read``, ``unread``, ``wrong``), and of the tenths of a second after which those read were told."""
    rng, counts, tenths = np.random.default_rng(seed), Counter[str](), Counter[int]()
    renderer = FrameRenderer(default_calibration(), seed)
    eye = Eye([enrolled_sim_deck("red"), enrolled_sim_deck("blue")], default_calibration(), _STILL)
    now_ns = 0
    for turn in range(boards):
        cards, scene = _board(rng)
        drawn, noise = renderer.render(scene), _NOISES[turn % len(_NOISES)]
        told: dict[int, tuple[str, int]] = {}
        for tenth in range(11):
            now_ns += _TENTH_NS
            for look in eye.step(now_ns, Frame(now_ns, "window", _seen(drawn, noise, rng))):
                lying = sorted(look.cards, key=lambda each: each.x_mm) if isinstance(look, Look) else []
                for at, each in enumerate(lying if len(lying) == len(cards) else []):
                    if each.card is not None:
                        told[at] = (str(each.card), told.get(at, ("", tenth))[1])
        for at, card in enumerate(cards):
            name, tenth = told.get(at, ("", -1))
            counts["read" if name == card else "wrong" if name else "unread"] += 1
            if name:
                tenths[tenth] += 1
    return counts, tenths


def peak_mb() -> tuple[float, float]:
    """Peak memory, MB, of a process that has loaded decks and frames, and of one that has read all three views with them."""
    renderer = FrameRenderer(default_calibration(), 1)
    scene = _board(np.random.default_rng(1))[1]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for colour in ("red", "blue"):
            (folder / f"{colour}.npz").write_bytes(save_deck(enrolled_sim_deck(colour)))
        for view, seat in VIEWS:
            np.save(folder / f"{view}.npy", renderer.render(scene, view, seat))
        said = [
            subprocess.run([sys.executable, "-m", "bench.vision_memory", place, times], capture_output=True, check=True).stdout
            for times in ("0", "10")
        ]
    return float(said[0]), float(said[1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the boards, measure the memory and say both. Exit status 1 when a card was read wrongly."""
    parser = argparse.ArgumentParser(prog="bench boards", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    counts, tenths = read_boards(given.boards, given.seed)
    total, wrong = sum(counts.values()), counts["wrong"]
    print(f"{total} settled, uncovered board cards: {counts['read']} read within a second ({counts['read'] / total:.1%}), "
          f"{counts['unread']} unread, {wrong} wrong (95% bound {upper_bound(wrong, counts['read'] + wrong):.2%})")  # fmt: skip
    print("told after: " + ", ".join(f"{tenth / 10:.1f} s {times}" for tenth, times in sorted(tenths.items())))
    print("memory at its peak: {:.0f} MB before the first frame, {:.0f} MB after three views and two decks".format(*peak_mb()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
