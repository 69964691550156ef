"""A sample of the bench against card art that we did not draw. The bench installs it; without it this is skipped."""

from __future__ import annotations

import numpy as np
import pytest

from bench import vision_art
from bench.vision_bench import Report, enrol_from_shots, foreign, own_decks, upper_bound

ART = vision_art.folder()
needs_art = pytest.mark.skipif(not (ART / ".ready").exists(), reason="no third-party card art: `make vision-bench` installs it")


@needs_art
def test_third_party_decks_are_read_and_never_wrongly() -> None:
    """Two decks of the fourteen, all stresses in turn, and their cards before each other's decks."""
    rng = np.random.default_rng(3)
    arts = vision_art.load(ART)
    chosen = [arts[0], arts[11]]
    decks = {art.name: enrol_from_shots(art, rng, rounds=1) for art in chosen}
    report = own_decks(chosen, decks, 30, rng, others=False)
    strange = foreign(chosen, decks, 4, rng)
    assert report.wrong + strange.wrong == []
    assert report.counts["all"]["read"] > 0.75 * sum(report.counts["all"].values())


@pytest.mark.parametrize(
    ("wrong", "tried", "bound"), [(0, 30_000, 0.0000999), (0, 300, 0.00994), (1, 100, 0.0466), (5, 5, 1.0)]
)
def test_the_bound_is_clopper_and_pearsons(wrong: int, tried: int, bound: float) -> None:
    """Literal values of the one-sided 95% bound; with none wrong it is about three in the number tried."""
    assert upper_bound(wrong, tried) == pytest.approx(bound, rel=0.01)


def test_a_report_counts_by_every_key() -> None:
    report = Report()
    report.add(["all", "deck x"], "read")
    report.add(["all"], "wrong")
    assert "all" in report.lines()[1]
    assert report.counts["all"] == {"read": 1, "wrong": 1}
