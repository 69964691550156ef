"""The page of the proof says what the journals say: each seed once, what it found, and on which state of the code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.procedure_bench import Job, lines
from bench.procedure_docs import NOT_SEEDED, document, gathered, kinds_of_errors


def line(key: str, what: str, result: str, incidents: list[str], code: str = "a1") -> dict[str, Any]:
    return {
        "key": key, "what": what, "seed": int(key.split()[-1]), "result": result, "incidents": incidents, "warnings": [],
        "questions": {"betting_closed": 1}, "failures": [], "hands": 1, "code": code,
    }  # fmt: skip


def journal(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in lines) + '{"key": "devices cle', encoding="utf-8")
    return path


def test_a_seed_that_was_played_again_counts_as_it_was_played_last(tmp_path: Path) -> None:
    before = journal(tmp_path / "1", line("devices clean 7", "clean", "false alarm", ["burn_extra"]))
    after = journal(tmp_path / "2", line("devices clean 7", "clean", "right", [], "b2"))
    page = document(gathered([before, after]))
    assert "1 hands at 1 tables, 0 incidents, 0 warnings, 0 tables not as played" in page
    assert "betting_closed 1.000" in page
    assert "Hands by state of the code: b2 1." in page
    assert "* clean, seed 7, a1: false alarm (burn_extra)" in page.split("Counted as right, but")[1]


def test_errors_are_counted_by_kind_and_what_went_wrong_is_listed(tmp_path: Path) -> None:
    lines = [line("devices not_cut 1", "not_cut", "right", ["not_cut"]), line("devices not_cut 2", "not_cut", "missed", [])]
    page = document(gathered([journal(tmp_path / "1", *lines)]))
    assert "| not_cut | 2 | 1 | 0 | 0 | 1 | 0 | 0 |" in page
    assert "* not_cut, seed 2, a1: missed (nothing)" in page


def test_runs_at_different_depths_and_paces_stand_apart(tmp_path: Path) -> None:
    lines = [line("node brisk clean 1", "clean", "right", []), line("devices clean 1", "clean", "right", [])]
    page = document(gathered([journal(tmp_path / "1", *lines)]))
    assert page.index("## Through node, brisk") < page.index("## Through devices, the dealer follows the screen")


def test_every_kind_of_irregularity_is_seeded_or_the_page_says_why_not() -> None:
    lacking = {kind for kind, names in kinds_of_errors().items() if not names}
    assert lacking == set(NOT_SEEDED)


def test_two_runs_of_seeds_that_do_not_meet_make_one_page(tmp_path: Path) -> None:
    for number, seeds in enumerate(((1, 2), (3,))):
        jobs = [Job("clean", seed, "rules", calm=False, brisk=False) for seed in seeds]
        assert [played["result"] for _, played in lines(jobs, tmp_path / str(number), 1)] == ["right"] * len(seeds)
    together = gathered([tmp_path / "0", tmp_path / "1"])
    assert sorted(one["seed"] for one in together) == [1, 2, 3]
    assert "hands at 3 tables, 0 incidents" in document(together)
