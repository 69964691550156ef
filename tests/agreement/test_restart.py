"""A node that is stopped in the middle of a correction goes on with it when it starts again.

Every scenario of ours is played through the rules, and after each of its lines at which an incident is open or a question
stands the node begins anew from the bytes of its journal: the same prompt, the same light, the same steps ticked off, and the
hand comes to the same end. For each plan one of them is played on a whole node, which after a restart knows the cards by their
places alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulebook.book import standard_books
from rulebook.events import TableSet
from rulebook.record import Record, decode, encode
from rulebook.seats import BURNS
from simulators.actor import Actor
from simulators.node_rig import NodeRig
from simulators.rules_rig import BOOT, RulesRig
from simulators.runner import read, table_set
from simulators.stage import Stage
from simulators.verdict import Notes, verdict
from table_node.console.desk import View, desk_view
from table_node.enforcement import Enforcement

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))
PARTS = 4
SEED = 1
Restart = Callable[[Any], None]


def shown(node: Enforcement) -> View:
    """The dealer's screen, as far as it comes from the log."""
    fold = node.fold
    return desk_view(
        fold.state(), fold.settings, incidents=fold.incidents, questions=fold.questions, rulings=fold.rulings,
        undoable=node.undoable,
    )  # fmt: skip


class RulesAgain(RulesRig):
    """The rules' table, whose node can start again."""

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        self.journal: list[bytes] = []
        super().__init__(given, seed)

    @property
    def enforcement(self) -> Enforcement:
        return self._node

    def restart(self) -> None:
        self._node = Enforcement(standard_books(), "table", BOOT)
        for line in self.journal:
            self._node.replay(decode(line))
        self._node.found()

    def _deliver(self, records: Sequence[Record]) -> None:
        self.journal += [encode(record) for record in records]
        super()._deliver(records)


class NodeAgain(NodeRig):
    """A whole node with perfect sensors (`restart` is the virtual table's)."""

    @property
    def enforcement(self) -> Enforcement:
        return self.core.enforcement


def played(file: Path, build: type[RulesAgain | NodeAgain], *, stopped: bool) -> tuple[dict[str, Any], set[str]]:
    """The verdict, and the plans in the middle of which the node was `stopped`, or would have been."""
    scenario = read(file, SEED)
    stage, notes = Stage(SEED), Notes()
    rig = build(table_set(scenario), SEED)
    actor = Actor(scenario.lines, rig, stage)
    plans: set[str] = set()
    for at, line in enumerate(scenario.lines):
        actor.perform(at)
        notes.take(line.number, rig.found(), rig.authority(), rig.card_of)
        hand = rig.enforcement.fold.hand
        standing = {fault.row.plan for fault in hand.faults.open()} if hand is not None else set()
        plans |= standing
        if stopped and (standing or rig.questions()):
            before = shown(rig.enforcement)
            rig.restart()
            assert shown(rig.enforcement) == before, f"{file.stem}, line {line.number}: {line.text}"
    return verdict(rig.authority(), notes, stage.laid(BURNS)), plans


@pytest.fixture(scope="module")
def plans() -> dict[str, set[str]]:
    """Which plans the node was stopped in, by scenario; filled by the tests before."""
    return {}


@pytest.mark.parametrize("part", range(PARTS))
def test_a_journal_that_is_folded_anew_leads_to_the_same_end(part: int, plans: dict[str, set[str]]) -> None:
    for file in SCENARIOS[part::PARTS]:
        expected, _ = played(file, RulesAgain, stopped=False)
        found, plans[file.stem] = played(file, RulesAgain, stopped=True)
        assert found == expected, file.stem


def one_a_plan(plans: dict[str, set[str]]) -> Iterator[Path]:
    """For each plan a scenario of it, the books by turns."""
    for at, plan in enumerate(sorted(set().union(*plans.values()))):
        having = [file for file in SCENARIOS if plan in plans[file.stem]]
        books = sorted({file.stem.partition("-")[0] for file in having})
        yield next(file for file in having if file.stem.startswith(books[at % len(books)]))


def test_a_whole_node_that_starts_again_leads_to_the_same_end(plans: dict[str, set[str]]) -> None:
    if len(plans) < len(SCENARIOS):
        pytest.skip("not all scenarios were played before this test")
    known = {row.plan for book in standard_books().values() for row in book.dealing.rows.values()}
    assert known - {"none", "players_choice"} - set().union(*plans.values()) == set()
    for file in dict.fromkeys(one_a_plan(plans)):
        expected, _ = played(file, RulesAgain, stopped=False)
        found, _ = played(file, NodeAgain, stopped=True)
        assert hidden_alike(found) == hidden_alike(expected), file.stem


def hidden_alike(found: dict[str, Any]) -> str:
    """The verdict but for the order of the burns: which back is which of those that lay there nobody knows after a restart."""
    found["state"]["burns"].sort()
    return json.dumps(found)
