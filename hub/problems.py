"""What is wrong beyond one table, as the floor page shows it: folds that differ, unlike shuffling, unknown keys, the log. PURE.

Each method returns what it changes on the floor page; `out` takes its lines for the process's log.
"""

from __future__ import annotations

from collections.abc import Mapping

from hub.core_messages import CoreOutput, Noted
from hub.differences import difference_words, same_findings
from hub.shuffling import unlike
from hub.tables import HubTable
from hub.view import HubProblem, RefusedKey
from link.messages import Refused
from rulebook.book import Book

REFUSED_KEPT = 50  # keys that were turned away; an attacker can make any number of them
LOG = "log"  # names the problem that the log cannot be written
SHUFFLING = "shuffling"  # names the problem that the tables do not shuffle alike
DIFFERS = "differs"  # begins the name of the problem that a table's node and the hub do not find the same


class Problems:
    """Of one hub. `standing` by name; `refused` by key, those that came first forgotten first."""

    def __init__(self, books: Mapping[str, Book]) -> None:
        self.standing: dict[str, HubProblem] = {}
        self.refused: dict[str, RefusedKey] = {}
        self._books = books

    def compare(self, table: HubTable, out: list[CoreOutput]) -> list[HubProblem]:
        """Hold the node's findings against our own after the same record."""
        found = same_findings(table)
        name = f"{DIFFERS} {table.name}"
        if found is None or found[1] != (name in self.standing):
            return []
        seq, agree = found
        if agree:
            del self.standing[name]
            out.append(Noted(table.name, f"node and hub agree again at record {seq}"))
            return [HubProblem(name, "")]
        text = difference_words(table, seq)
        self.standing[name] = HubProblem(name, text)
        out.append(Noted(table.name, text))
        return [self.standing[name]]

    def shuffled_alike(self, tables: Mapping[str, HubTable], out: list[CoreOutput]) -> list[HubProblem]:
        """Hold the settings of all tables against each other."""
        text = unlike({name: table.authority.table.next_settings for name, table in tables.items()}, self._books)
        before = self.standing.pop(SHUFFLING, None)
        if text:
            self.standing[SHUFFLING] = HubProblem(SHUFFLING, text)
        if text == (before.text if before is not None else ""):
            return []
        out.append(Noted("", text or "the tables shuffle alike again"))
        return [HubProblem(SHUFFLING, text)]

    def turned_away(self, given: Refused, wall_ms: int) -> RefusedKey:
        """A node whose key is not configured wanted in. Returns what the floor page shows of it."""
        former = self.refused.pop(given.key, None)
        item = RefusedKey(given.key, former.times + 1 if former else 1, given.address, wall_ms)
        self.refused[given.key] = item
        if len(self.refused) > REFUSED_KEPT:
            del self.refused[next(iter(self.refused))]
        return item

    def log_failed(self, reason: str, out: list[CoreOutput]) -> list[HubProblem]:
        """The log cannot be written."""
        problem = HubProblem(LOG, reason)
        if self.standing.get(LOG) == problem:
            return []
        self.standing[LOG] = problem
        out.append(Noted("", reason))
        return [problem]

    def log_written(self, out: list[CoreOutput]) -> list[HubProblem]:
        """The log was written."""
        if self.standing.pop(LOG, None) is None:
            return []
        out.append(Noted("", "the log can be written again"))
        return [HubProblem(LOG, "")]
