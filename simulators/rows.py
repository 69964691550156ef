"""What is proved of the irregularities: each kind and book with the scenarios that show it noticed in time and noticed late.

    python -m simulators.rows          play every scenario of ours through the rules, and write docs/rows.md anew

A test compares the page, and wants every cell of the kinds in `PROVED` filled, or its reason in `simulators/rows_reasons.py`.
That the scenarios hold, and at three depths alike, is another test's matter (tests/agreement/test_depths.py).
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from rulebook.irregularities import KINDS
from simulators.actor import Actor
from simulators.rows_reasons import PROVED, REASONS
from simulators.rules_rig import RulesRig
from simulators.runner import read, table_set
from simulators.scenario import Scenario
from simulators.stage import Stage
from simulators.verdict import Notes

REPOSITORY = Path(__file__).parents[1]
SCENARIOS = REPOSITORY / "tests" / "agreement" / "scenarios"
DOCUMENT = REPOSITORY / "docs" / "rows.md"
BOOKS = ("bfsp", "club", "parimatch", "wsop")
WHEN = ("in time", "late")
SEED = 1

OF_THE_DEAL = (
    "deck_count", "duplicate_card", "mixed_backs", "marked_card", "unknown_card", "not_shuffled", "not_cut", "exposed_in_cut",
    "exposed_hole_card", "boxed_card", "wrong_card_count", "extra_card", "dealt_out_of_order", "seat_skipped",
    "dealt_to_empty_seat", "button_misplaced", "absent_player", "card_dropped", "stud_up_down", "stud_mixed",
)  # fmt: skip

Cell = tuple[str, str, str]  # kind, book, when


class Shown(msgspec.Struct, frozen=True):
    """One incident of a scenario: its kind, and whether it was noticed late."""

    kind: str
    late: bool


def shown(scenario: Scenario, name: str) -> list[Shown]:
    """The incidents that stand at a scenario's end.

    Late is, of what goes wrong in preparation and deal, what was noticed after the moment until which the book calls a misdeal
    (RULES 3.1); of burns, what stands with nothing left to put right; of everything else, and where nothing of the deal was so
    late, what the file's name calls late.
    """
    stage = Stage(SEED)
    rig = RulesRig(table_set(scenario), SEED)
    notes = Notes()
    actor = Actor(scenario.lines, rig, stage)
    passed: dict[int, bool] = {}
    for at, line in enumerate(scenario.lines):
        actor.perform(at)
        notes.take(line.number, rig.found(), rig.authority(), rig.card_of)
        hand = rig.authority().hand
        passed[line.number] = hand is not None and hand.deadline.passed
    incidents = rig.authority().incidents
    too_late = {one.id for one in incidents if one.kind in OF_THE_DEAL and passed[notes.step(one.id)]}
    burns_stand = {one.id for one in incidents if one.kind.startswith("burn_") and not one.steps}
    called_late = "late" in name.split("-")
    found = []
    for one in incidents:
        named = called_late and not (one.kind in OF_THE_DEAL and any(other.id in too_late for other in incidents))
        found.append(Shown(one.kind, named or one.id in too_late | burns_stand))
    return found


def cells() -> dict[Cell, list[str]]:
    """Which scenarios fill which cell."""
    filled: dict[Cell, list[str]] = {}
    for path in sorted(SCENARIOS.glob("*.toml")):
        scenario = read(path, SEED)
        for one in dict.fromkeys(shown(scenario, path.stem)):
            filled.setdefault((one.kind, scenario.settings.rulebook, WHEN[one.late]), []).append(path.stem)
    return filled


def reason(cell: Cell) -> str:
    """Why a cell need not be filled: the reason of the cell, of its kind and column, or of its kind and book; empty: none."""
    kind, book, when = cell
    return REASONS.get((kind, book, when)) or REASONS.get((kind, "", when)) or REASONS.get((kind, book, "")) or ""


def lacking(filled: dict[Cell, list[str]]) -> list[Cell]:
    """The empty cells of the kinds that are to be proved whole, and that have no reason to be empty."""
    wanted = [(kind, book, when) for kind in KINDS if kind in PROVED for book in BOOKS for when in WHEN]
    return [cell for cell in wanted if cell not in filled and not reason(cell)]


def document(filled: dict[Cell, list[str]]) -> str:
    """The page, whole."""
    lines = [HEAD]
    for kind in KINDS:
        lines += ["", f"## `{kind}`", "", "| book | in time | late |", "|---|---|---|"]
        lines += [f"| {book} | {' | '.join(_cell(filled, (kind, book, when)) for when in WHEN)} |" for book in BOOKS]
    return "\n".join([*lines, ""])


def _cell(filled: dict[Cell, list[str]], cell: Cell) -> str:
    if cell in filled:
        return "<br>".join(filled[cell])
    return f"*{reason(cell) or 'no scenario yet'}*"


HEAD = """# What is proved of each irregularity

For every kind of RULES 3.2 and every book: the scenarios of `tests/agreement/scenarios` in which it is noticed in time, and
those in which it is noticed late. Each holds at three depths with equal verdicts. The page is made by
`python -m simulators.rows`; a test compares it, and fails where a cell is empty without a reason.

* **In time**, of preparation and deal: while the book can still call a misdeal. Of burns: while the order of the cards can be
  restored. Of the rest: as soon as it has happened.
* **Late**: afterwards; it stands, or the hand is played out."""


def main() -> int:
    """Play everything and write the page."""
    filled = cells()
    DOCUMENT.write_text(document(filled), encoding="utf-8")
    sys.stdout.write(f"{DOCUMENT.relative_to(REPOSITORY)} written\n")
    for kind, book, when in lacking(filled):
        sys.stdout.write(f"no scenario and no reason: {kind}, {book}, {when}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
