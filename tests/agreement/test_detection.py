"""docs/detection.md says what was measured: which irregularity is found with which sensors."""

from __future__ import annotations

import pytest

from rulebook.events import TableSet
from rulebook.irregularities import KINDS
from simulators.detection import DOCUMENT, MODES, SCENARIOS, SEED, WARNINGS, Row, document, rows
from simulators.node_rig import NodeRig
from simulators.runner import read, run


@pytest.fixture(scope="module")
def measured() -> list[Row]:
    return rows()


def test_the_page_is_what_is_measured_now(measured: list[Row]) -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(measured), "measure again: python -m simulators.detection"


def test_with_both_sensors_everything_is_found_by_its_name(measured: list[Row]) -> None:
    assert [(row.kind, row.cells[0]) for row in measured if row.cells[0] not in ("yes", "asked")] == []


def test_what_needs_no_sensor_needs_none(measured: list[Row]) -> None:
    """What is found with all sensors dead is found with any that work: a sensor never hides what people tell."""
    for row in measured:
        if row.cells[-1] != "–":
            assert set(row.cells) == {row.cells[-1]}, row.kind


def test_the_dealer_who_counts_by_hand_hears_nothing_of_what_only_a_sensor_can_see(measured: list[Row]) -> None:
    neither = {row.kind: row.cells[len(MODES) - 1] for row in measured}
    for kind in ("four_card_flop", "boxed_card", "duplicate_card", "burn_extra", "seat_skipped"):
        assert neither[kind] == "–"


def test_every_row_is_of_a_known_kind(measured: list[Row]) -> None:
    assert {row.kind for row in measured} <= {*KINDS, *WARNINGS}
    assert len(measured) >= 40


@pytest.mark.parametrize("part", range(4))
def test_node_and_hub_find_the_same_in_every_scenario(part: int) -> None:
    """The node's heartbeat says what its fold found; the hub finds the same (DESIGN 2: a difference would be an alert)."""
    made: list[NodeRig] = []

    class Watched(NodeRig):
        def __init__(self, given: TableSet, seed: int = 0) -> None:
            super().__init__(given, seed)
            made.append(self)

    for path in sorted(SCENARIOS.glob("*.toml"))[part * 6 :: 24]:
        run(read(path, SEED), Watched, SEED)
        made[-1].run(3_000)
        assert made[-1].hub.core.problems.standing == {}, path.stem
        assert made[-1].hub.core.tables["table"].claim is None, path.stem
    assert len(made) > 5
