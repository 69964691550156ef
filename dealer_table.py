"""The command line: thin. Every command lives in its package and is imported when it is used."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

app = App(
    name="dealer-table",
    help="A controller for instrumented poker tables: follows every card, enforces the deal, calls the judge with the rule.",
)


@app.command
def run(
    *files: Path,
    through: Literal["rules", "node", "devices"] = "rules",
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    seed: int = 0,
) -> int:
    """Play scenario files (.toml) or recorded hands (.phh) and compare the verdict with what the file expects.

    Exit status: 0 every expectation holds; 1 one does not; 2 a file cannot be read.

    Parameters
    ----------
    files
        Scenarios or recorded hands.
    through
        How deep the table is simulated: as events, as readings and sightings, or as device bytes and frames.
    as_json
        Print the verdict: one object for one file, one object a line (with its file) for several.
    seed
        The same seed gives the same run, byte for byte.
    """
    from simulators.run_command import run_files

    return run_files(files, through, as_json=as_json, seed=seed)


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(app())


if __name__ == "__main__":
    main()
