"""A sample of the bench against card art that we did not draw. The bench installs it; without it the sample is skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import vision_art
from bench.vision_bench import Bench, run
from bench.vision_report import Kept, Report, StateError, upper_bound

ART = vision_art.folder()
needs_art = pytest.mark.skipif(
    not vision_art.is_installed(ART), reason="no third-party card art: `python -m bench vision --install` fetches it"
)


@needs_art
def test_third_party_decks_are_read_and_never_wrongly() -> None:
    """Three decks, all stresses in turn, alone and with a second deck enrolled, and before each other's decks."""
    bench = Bench([art for art in vision_art.load(ART) if art.name in ("svg-cards", "plastic", "kde-standard")], [], 3)
    bench.enrol_all()
    report = Report()
    for turn in range(55):
        bench.frame(turn, report)
    assert report.wrong == []
    own = report.counts["all"]
    assert own["read"] > 0.8 * sum(own.values())
    assert len([key for key in report.counts if key.startswith("stress ")]) == 14
    assert report.counts["foreign"]["unread"] > 30


def test_a_frame_is_the_same_whenever_it_is_taken_and_no_other_is_like_it() -> None:
    """Without art: random streams of frames are their own, whatever was drawn before."""
    from bench.vision_bench import random_of

    first, again, other = (random_of(1, 2, turn).integers(1 << 62, size=4).tolist() for turn in (7, 7, 8))
    assert first == again
    assert first != other


class Frames(Bench):
    """A bench whose every frame is one read card; the frames that were taken."""

    taken: list[int]

    def frame(self, turn: int, report: Report) -> None:  # type: ignore[override]
        self.taken.append(turn)
        report.add(["all"], "wrong" if turn == 60 else "read")
        if turn == 60:
            report.wrong.append("As read as Ks")


def frames() -> Frames:
    bench = Frames([], [], 1)
    bench.taken = []
    return bench


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "run" / "state.jsonl", {"seed": 1})
    whole = Report()
    run(frames(), 220, whole, Kept(None, {}))
    run(frames(), 90, Report(), kept)
    with kept.path.open("a") as file:  # type: ignore[union-attr]
        file.write('{"next": 400, "counts": {"all": {"re')  # the power went as this was written
    second, report = frames(), Report()
    run(second, 220, report, kept)
    assert second.taken[0] == 100
    assert report.counts == whole.counts
    assert report.wrong == whole.wrong == ["frame 60: As read as Ks"]


def test_a_state_of_another_run_is_refused(tmp_path: Path) -> None:
    run(frames(), 10, Report(), Kept(tmp_path / "state", {"seed": 1}))
    with pytest.raises(StateError, match="belongs to another run"):
        run(frames(), 10, Report(), Kept(tmp_path / "state", {"seed": 2}))


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
