"""Recorded hands through the whole fold: dealing, burns, betting, showdown and award, as the log of their table.

The archive lies beside the repository and is no part of it; without it the tests skip. Every run folds a sample;
``DEALER_TABLE_RECORDED=all`` folds all of it.
"""

from __future__ import annotations

import os
import tarfile
from collections.abc import Iterator, Sequence

import pytest

from rulebook.book import standard_books
from rulebook.events import AnyEvent, CardPlaced, Pushed, TableSet
from rulebook.record import Record, decode, encode
from rulebook.table import Table
from simulators.actor import Actor
from simulators.phh import OTHERS, PLAYED, parse_phh
from simulators.recorded_log import LogWriter
from simulators.rules_rig import RulesRig
from simulators.runner import table_set
from simulators.scenario import Scenario
from simulators.scenario_steps import ScenarioError
from simulators.stage import Stage
from tests.rulebook_money.recorded import ARCHIVE

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not ARCHIVE.is_file(), reason=f"recorded hands are not here: {ARCHIVE}"),
]
BOOKS = standard_books()
EVERYTHING = os.environ.get("DEALER_TABLE_RECORDED") == "all"
EVERY = 1 if EVERYTHING else 40
# The one thing that recorded play has to be ruled on: a raise to what set the last opponent all-in.
RULED = {"wsop/2023/43/5/85.phh": [(2, "raise", 1200000, 0, "WSOP T95")]}


def texts() -> Iterator[tuple[str, str]]:
    """Name and text of the hands: all of the televised final table, the famous ones, a sample of the match."""
    with tarfile.open(ARCHIVE) as archive:
        for number, member in enumerate(member for member in archive if member.name.endswith(".phh")):
            file = archive.extractfile(member) if "pluribus" not in member.name or number % EVERY == 0 else None
            if file is not None:
                yield member.name.partition("/")[2], file.read().decode()


def fold(records: Sequence[Record]) -> Table:
    """The table after these records; chips are counted after each of them."""
    table = Table(BOOKS)
    total = 0
    for record in records:
        table.apply(decode(encode(record)))
        if isinstance(record.event, TableSet):
            total = sum(record.event.stacks.values())
        if table.hand is not None:
            betting = table.hand.betting
            assert sum(betting.stacks.values()) + betting.pot == total, record.seq
    return table


def test_every_recorded_hand_of_our_games_ends_as_it_did() -> None:
    folded, refused = 0, []
    for name, text in texts():
        try:
            scenario = parse_phh(text)
        except ScenarioError as error:
            refused.append(str(error))
            continue
        table = fold(LogWriter(BOOKS["wsop"]).hand(scenario))
        state = table.state()
        if scenario.expect is not None:  # scaled to whole chips, so that halves of a chip are whole as well
            assert {str(seat): chips for seat, chips in state.stacks.items()} == scenario.expect["stacks"], name
        assert (state.next, state.pot) == ("hand", 0), name
        assert (table.incidents, table.warnings, table.questions) == ([], [], []), name
        rulings = [(one.seat, one.action, one.amount, one.change, one.rule) for one in table.rulings]
        assert rulings == RULED.get(name, []), name
        [result] = table.hands
        assert all(pot.won and sum(pot.won.values()) == pot.amount for pot in result.pots), name
        folded += 1
    assert folded == 10_071 if EVERYTHING else folded > 300
    assert len(refused) == 17
    assert all(any(name in text for name in OTHERS.values()) for text in refused)


class KeepingRig(RulesRig):
    """A table that keeps its records."""

    log: list[Record]

    def _deliver(self, records: Sequence[Record]) -> None:
        self.__dict__.setdefault("log", []).extend(records)
        super()._deliver(records)


def kept_log(scenario: Scenario) -> list[AnyEvent]:
    """What the table of the rules depth records when the hand is acted out."""
    rig = KeepingRig(table_set(scenario))
    actor = Actor(scenario.lines, rig, Stage())
    for at in range(len(scenario.lines)):
        actor.perform(at)
    return [record.event for record in rig.log]


def plain(events: Sequence[AnyEvent]) -> list[str]:
    """Events without their times, the directive that set the table, and the proposal that the push took."""
    shown = []
    for event in events:
        match event:
            case TableSet(settings, stacks, button):
                event = TableSet(settings, stacks, button)
            case CardPlaced(handle, zone, face, mouth):
                event = CardPlaced(handle, zone, face, mouth)
            case Pushed():
                event = Pushed(rightly=event.rightly)
        shown.append(repr(event))
    return shown


def test_the_log_that_is_written_is_the_log_that_a_table_keeps() -> None:
    """One hand of every variant that reaches a showdown, acted out with stage, console and ledger."""
    seen = set()
    for _, text in texts():
        variant = next((name for name in PLAYED if f"'{name}'" in text.splitlines()[0]), None)
        if variant is None or variant in seen or " sm " not in text:
            continue
        seen.add(variant)
        scenario = parse_phh(text)
        written = [record.event for record in LogWriter(BOOKS["wsop"]).hand(scenario)]
        assert plain(written) == plain(kept_log(scenario)), variant
    assert seen == set(PLAYED)
