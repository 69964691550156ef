"""One scenario, three depths, one verdict: expectations hold at every depth, and the verdict objects are equal.

A scenario that only one game or a later part of the rules can decide is played at every depth that exists; a depth whose
table is not part of this tree is skipped with a plain message.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from simulators.runner import DEPTHS, as_json, read, rig_for, run

OWN = Path(__file__).parent / "scenarios"
SHARED = Path(__file__).parents[3] / "shared" / "scenarios"
SEED = 1


def own() -> list[Path]:
    return sorted(OWN.glob("*.toml"))


def shared() -> list[Path]:
    return sorted(SHARED.glob("*.toml"))


def available() -> list[str]:
    return [depth for depth, (module, _) in DEPTHS.items() if find_spec(module) is not None]


def check_agreement(file: Path, depth: str) -> None:
    scenario = read(file, SEED)
    outcome = run(scenario, rig_for(depth), SEED)
    assert list(outcome.failures) == []
    if depth != "rules":
        assert as_json(outcome.verdict) == as_json(run(scenario, rig_for("rules"), SEED).verdict)


@pytest.mark.parametrize("depth", available())
@pytest.mark.parametrize("file", own(), ids=[file.stem for file in own()])
def test_our_scenarios_hold_and_agree(file: Path, depth: str) -> None:
    check_agreement(file, depth)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared scenario folder is not beside the repository")
@pytest.mark.parametrize("depth", available())
@pytest.mark.parametrize("file", shared(), ids=[file.stem for file in shared()])
def test_the_shared_scenarios_hold_and_agree(file: Path, depth: str) -> None:
    check_agreement(file, depth)


def test_the_same_seed_gives_the_same_bytes() -> None:
    for file in own()[:5]:
        first, second = (as_json(run(read(file, 7), rig_for("rules"), 7).verdict) for _ in range(2))
        assert first == second


def test_every_scenario_expects_something() -> None:
    assert own()
    assert [file.stem for file in own() if not read(file).expect] == []
