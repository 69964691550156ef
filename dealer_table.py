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


@app.command
def demo(
    *,
    hands: Path | None = None,
    pause: float = 1.0,
    rounds: int = 0,
    seed: int = 0,
    delay: int = 20,
    errors: bool = True,
) -> int:
    """Start a whole simulated table on this machine: hub, node and devices. Ctrl-C ends it.

    Parameters
    ----------
    hands
        A folder of recorded hands (.phh) or scenarios; the project's own hands otherwise.
    pause
        Seconds that people take for each act beyond what the sensors need.
    rounds
        How often all hands are played; 0: until Ctrl-C.
    seed
        Decks, burns and errors thrown in are drawn from it.
    delay
        Seconds that the overlay lags behind; a real table has 900 and more.
    errors
        Throw dealing errors into recorded hands.
    """
    from simulators.demo import run_demo

    return run_demo(hands, pause, rounds, seed, delay, errors)


@app.command(help_flags=[], version_flags=[])
def hub(*arguments: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Run a hub: dealer-table hub CONFIG (--check, --reference)."""
    from hub.__main__ import main as run_hub

    return run_hub(arguments)


@app.command(help_flags=[], version_flags=[])
def node(*arguments: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Run a table's node: dealer-table node CONFIG (--check, --reference)."""
    from table_node.__main__ import main as run_node

    return run_node(arguments)


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(app())


if __name__ == "__main__":
    main()
