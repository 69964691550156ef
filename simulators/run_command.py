"""The command ``dealer-table run``: what goes to standard output, what to standard error, and the exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from simulators.runner import as_json as json_line
from simulators.runner import read, rig_for, run, summary
from simulators.scenario_steps import ScenarioError

HOLDS, FAILED, UNREADABLE = 0, 1, 2


def run_files(
    files: Sequence[Path],
    through: str,
    *,
    as_json: bool,
    seed: int,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Run every file; return the gravest status. Verdicts and summaries go to `out`, what is wrong to `err`."""
    out, err = out or sys.stdout, err or sys.stderr
    if not files:
        err.write("no file is named; expected dealer-table run FILE...\n")
        return UNREADABLE
    build = rig_for(through)
    status = HOLDS
    for file in files:
        try:
            outcome = run(read(file, seed), build, seed)
        except ScenarioError as error:
            err.write(f"{file}:{error.line}: {_one_line(error.wrong)}; expected {_one_line(error.expected)}\n")
            status = UNREADABLE
            continue
        if as_json:
            out.write(json_line(outcome.verdict, str(file) if len(files) > 1 else None) + "\n")
            for failure in outcome.failures:
                err.write(f"{file}: does not hold: {failure}\n")
        else:
            out.write("\n".join(summary(outcome, str(file))) + "\n")
        if outcome.failures:
            status = max(status, FAILED)
    return status


def _one_line(text: str) -> str:
    return " ".join(text.split())
