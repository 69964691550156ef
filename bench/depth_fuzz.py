"""Do all depths agree on scripts that nobody wrote?

    python -m bench.depth_fuzz [node|devices] [runs] [first seed]

Takes the project's no-limit scenarios, damages them line by line, and plays each through rules and through another depth; the
verdicts must be the same.

A difference is no proof of a fault: what a dealer does with cards after the push, and a second untagged card at a seat that was
not due one, no sensor can tell as perfect observation does. Such lines are not put in.
"""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path

from simulators.runner import as_json, rig_for, run
from simulators.scenario import Scenario, parse_scenario
from simulators.scenario_steps import ScenarioError

REPOSITORY = Path(__file__).parents[1]
SCRIPT = re.compile(r'script = """\n(.*?)"""', re.S)
BEYOND_SENSORS = ("??", "push", "deck")


def texts() -> list[str]:
    """The scenario files that are damaged, without their expectations."""
    folders = (REPOSITORY / "tests" / "agreement" / "scenarios", REPOSITORY.parent / "shared" / "scenarios")
    found = [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("*.toml"))]
    return [text.split("[expect]")[0] for text in found if 'game = "holdem"' in text and 'limit = "no"' in text]


def steps(text: str) -> list[str]:
    """The lines of its script."""
    found = SCRIPT.search(text)
    return [line for line in found[1].splitlines() if line.strip()] if found else []


def damage(lines: list[str], pool: list[str], rng: random.Random) -> None:
    """One fault of hand: a step forgotten, done twice, too early, done wrongly, or put in from another hand."""
    at = rng.randrange(len(lines))
    match rng.choice(("forgotten", "twice", "early", "wrongly", "put in")):
        case "forgotten" if len(lines) > 8:
            lines.pop(at)
        case "twice":
            lines.insert(at, rng.choice(lines))
        case "early" if at + 1 < len(lines):
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case "wrongly":
            step = lines[at].split("#")[0].strip()
            if step.startswith("deal") and ":" not in step:
                lines[at] = step + rng.choice((":exposed", ":boxed"))
            elif step.startswith("board") and ":" not in step:
                lines[at] = step + rng.choice((":boxed", ":down", " 3s"))
        case _:
            lines.insert(at, rng.choice(pool))


def scenario(seed: int, sources: list[str]) -> Scenario | None:
    """A damaged scenario; None where the damage left none that can be read."""
    rng = random.Random(seed)
    pool = [line for text in sources for line in steps(text) if not any(word in line for word in BEYOND_SENSORS)]
    text = rng.choice(sources)
    lines = [line for line in steps(text) if not any(word in line for word in BEYOND_SENSORS)]
    for _ in range(rng.randint(1, 3)):
        damage(lines, pool, rng)
    script = 'script = """\n' + "\n".join(lines) + '\n"""\n'
    try:
        return parse_scenario(SCRIPT.sub(lambda _: script, text))
    except ScenarioError:
        return None


def compare(seed: int, given: Scenario, depth: str) -> bool | None:
    """Whether both depths say the same; None where the script cannot be played."""
    try:
        expected = run(given, rig_for("rules"), seed).verdict
    except ScenarioError:
        return None
    got = run(given, rig_for(depth), seed).verdict
    if as_json(expected) == as_json(got):
        return True
    print(f"seed {seed}: rules and {depth} differ")
    for line in given.lines:
        print(f"  {line.number:3} {line.text}")
    for key in expected:
        if expected[key] != got[key]:
            print(f"  rules {key}: {json.dumps(expected[key])}\n  {depth} {key}: {json.dumps(got[key])}")
    return False


def main() -> int:
    """Exit status 1 if any verdict differs."""
    depth = sys.argv[1] if len(sys.argv) > 1 else "node"
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    sources = texts()
    played = differing = 0
    for seed in range(first, first + runs):
        given = scenario(seed, sources)
        same = compare(seed, given, depth) if given is not None else None
        played += same is not None
        differing += same is False
    print(f"{played} of {runs} scripts played through rules and {depth}: {differing} verdicts differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
