"""How often bad cables and flickering tags change a verdict: every scenario through devices against the rules.

    python bench/device_soak.py [--flicker 0.015] [--loss 0.002] [--delay] [--seeds 1 2 3] [FILE...]

Prints one line a run whose verdict differs from the rules' (file, seed, keys that differ) and the count of all.
The goal is none at the faults of HARDWARE.md: 20 drop-outs in ten minutes are 0.015 of the looks.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

from simulators.device_rig import DeviceRig
from simulators.rules_rig import RulesRig
from simulators.runner import read, run
from simulators.wires import Wire, delayed, lossy, perfect

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT / "tests" / "agreement" / "scenarios", ROOT.parent / "shared" / "scenarios")


def differences(file: Path, seed: int, loss: float, delay: bool, flicker: float) -> list[str]:
    """The keys of the verdict in which devices and rules differ; an exception's name where one is raised."""
    wire: Wire = lossy(seed, rate=loss) if loss else delayed(seed) if delay else perfect
    build = partial(DeviceRig, rfid_wire=wire, shuffler_wire=delayed(seed) if delay else perfect, flicker=flicker)
    right: dict[str, Any] = run(read(file, seed), RulesRig, seed).verdict
    try:
        got = run(read(file, seed), build, seed).verdict
    except Exception as error:
        return [type(error).__name__]
    return [key for key in right if right[key] != got[key]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--flicker", type=float, default=0.015)
    parser.add_argument("--loss", type=float, default=0.0)
    parser.add_argument("--delay", action="store_true")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    given = parser.parse_args()
    files = given.files or [file for folder in FOLDERS for file in sorted(folder.glob("*.toml"))]
    began, runs, wrong = time.process_time(), 0, 0
    for file in files:
        for seed in given.seeds:
            keys = differences(file, seed, given.loss, given.delay, given.flicker)
            runs += 1
            if keys:
                wrong += 1
                print(f"{file.name} seed {seed}: {', '.join(keys)}")
    print(f"{wrong} of {runs} verdicts differ; {runs / (time.process_time() - began):.1f} runs/s of one core")


if __name__ == "__main__":
    main()
