"""The command line: thin. Every command lives in its package and is imported when it is used."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter
from cyclopts.validators import Number

app = App(
    name="dealer-table",
    version=lambda: version("dealer-table"),
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
    pause: Annotated[float, Parameter(validator=Number(gte=0))] = 1.0,
    rounds: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    seed: int = 0,
    delay: Annotated[int, Parameter(validator=Number(gte=1))] = 20,
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


# The others are named by where they live: their module is imported when the command is used.
app.command("vision.cli:see", name="see", help="Read the cards in photographs.")

app.command("hub.payouts_command:payouts", name="payouts", help="Say what an interrupted tournament pays.")

deck = App(name="deck", help="Teach and check decks of cards.")
deck.command("vision.cli:deck_enroll", name="enroll", help="Teach a deck from photographs or a camera.")
deck.command("vision.cli:deck_check", name="check", help="Check a spread deck: missing, doubled, foreign cards.")
deck.command("vision.cli:list_decks", name="list", help="List the enrolled decks.")
app.command(deck)

camera = App(name="camera", help="Calibrate the camera of a table.")
camera.command("vision.cli:camera_board", name="board", help="Write the calibration board as a PDF.")
camera.command("vision.cli:camera_calibrate", name="calibrate", help="Calibrate from pictures of the printed board.")
app.command(camera)

keys = App(name="keys", help="Make and show the key files of hubs and nodes.")
keys.command("link.keys_command:make", name="make", help="Make a key file; prints its public keys.")
keys.command("link.keys_command:show", name="show", help="Print the public keys of a key file.")
app.command(keys)

seal = App(name="seal", help="Open sealed cards for evidence: two officials, each with his own key.")
seal.command("link.seal_command:open_seal", name="open", help="Open your seal on a case file of the floor page.")
app.command(seal)


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(app())


if __name__ == "__main__":
    main()
