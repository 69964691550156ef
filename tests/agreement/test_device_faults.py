"""Devices that fail exist at one depth alone (SCENARIOS, `fault`): there every expectation of these scenarios holds.

At the depths above the line is without effect: what only a device can do wrong is not found there, all else is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.runner import read, rig_for, run

FILES = sorted((Path(__file__).parent / "device_faults").glob("*.toml"))
OF_DEVICES = {"card_in_two_places", "sources_disagree", "device_fault"}
SEED = 1


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_what_a_failing_device_does_is_found_once_and_the_hand_goes_on(file: Path) -> None:
    assert list(run(read(file, SEED), rig_for("devices"), SEED).failures) == []


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_without_devices_nothing_of_it_is_found_and_everything_else_is(file: Path) -> None:
    scenario = read(file, SEED)
    assert scenario.expect is not None
    expected = [incident["kind"] for incident in scenario.expect["incidents"] if incident["kind"] not in OF_DEVICES]
    verdict = run(scenario, rig_for("rules"), SEED).verdict
    assert [incident["kind"] for incident in verdict["incidents"]] == expected
