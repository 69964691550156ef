"""The process whose memory `bench.vision_boards` measures: it loads two decks and reads all three views, and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from vision.calibration import default_calibration
from vision.deck import load_deck
from vision.eye import Eye, EyeSettings, Frame
from vision.sightings import View

VIEWS: tuple[tuple[View, int], ...] = (("window", 0), ("table", 0), ("seat", 1))
_TENTH_NS = 100_000_000


def read(folder: Path, times: int) -> None:
    """Read each view of the folder's frames so many times anew, with noise, and print the peak of this process in MB."""
    decks = [load_deck((folder / f"{colour}.npz").read_bytes()) for colour in ("red", "blue")]
    frames = {view: np.load(folder / f"{view}.npy") for view, _ in VIEWS}
    eye, rng = Eye(decks, default_calibration(), EyeSettings(frozen_after_ms=None)), np.random.default_rng(1)
    for turn in range(times):
        for view, seat in VIEWS:
            for part in range(3):
                now_ns = (9 * turn + part) * _TENTH_NS
                noise = rng.integers(-4, 5, frames[view].shape, dtype=np.int8)
                noisy = np.clip(frames[view].astype(np.int16) + noise, 0, 255).astype(np.uint8)
                eye.step(now_ns, Frame(now_ns, view, noisy, seat))
        eye.use_decks(decks)
    # Not getrusage: its peak is that of the process which started this one, if that was larger.
    status = Path("/proc/self/status").read_text()
    print(int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6)


if __name__ == "__main__":
    read(Path(sys.argv[1]), int(sys.argv[2]))
