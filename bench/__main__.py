"""``python -m bench`` lists the benches, ``python -m bench NAME [OPTIONS]`` runs one. Each is a module with its own `main`."""

from __future__ import annotations

import sys
from importlib import import_module

BENCHES = {
    "procedure": ("bench.procedure_bench", "false alarms of clean hands, errors found, at any depth"),
    "devices": ("bench.device_soak", "verdicts changed by bad cables and flickering tags"),
    "latency": ("bench.latency", "from the device byte that decides to the prompt and to the judge's page"),
    "hub": ("bench.hub_intake", "durable events a second and the wait for the ack"),
    "replay": ("bench.replay", "recorded hands a second beside PokerKit, a day of one table, where the time goes"),
    "vision": ("bench.vision_bench", "time and reads of the camera's recogniser"),
    "boards": ("bench.vision_boards", "board cards within a second, and the memory of reading three views with two decks"),
    "photos": ("bench.vision_photos", "real photographs of a deck, each read with the deck enrolled from the others"),
}


def main() -> int:
    """Run the bench that is named; without a name say which there are."""
    if len(sys.argv) < 2 or sys.argv[1] not in BENCHES:
        print("python -m bench NAME [OPTIONS]; NAME is one of")
        for name, (_, what) in BENCHES.items():
            print(f"  {name:<10} {what}")
        return 0 if len(sys.argv) < 2 else 2
    module, _ = BENCHES[sys.argv[1]]
    sys.argv[:2] = [f"python -m bench {sys.argv[1]}"]
    result = import_module(module).main()
    return int(result or 0)


if __name__ == "__main__":
    sys.exit(main())
