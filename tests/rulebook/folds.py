"""A table for tests of the fold: events in short words become records, which a `Table` takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebook.book import standard_books
from rulebook.cards import DECK
from rulebook.events import Acted, AnyEvent, CardNamed, CardPlaced, Face, HandOpened, TableSet
from rulebook.findings import Finding
from rulebook.record import Record
from rulebook.seats import Seat, Zone
from rulebook.settings import Settings
from rulebook.table import Table

BOOKS = standard_books()
APART_MS = 3_000


def record(seq: int, event: AnyEvent) -> Record:
    """A record of table ``t``."""
    return Record("t", seq, "boot", seq * APART_MS, seq * APART_MS, event)


class Log:
    """A log that is folded as it grows."""

    def __init__(self, book: str = "bfsp", stacks: dict[Seat, int] | None = None, **settings: object) -> None:
        self.table = Table(BOOKS)
        self.records: list[Record] = []
        self.found: list[Finding] = []
        self.cards = 0
        self.arrived_ms = 0  # when the last card came
        given = {"rulebook": book, "blinds": (50, 100), "check_preparation": False, **settings}
        self.stacks = stacks or {1: 5000, 2: 5000, 3: 5000}
        self.add(TableSet(Settings(**given), self.stacks, max(self.stacks)))  # type: ignore[arg-type]

    def add(self, event: AnyEvent) -> list[Finding]:
        """Append an event; return what it changes."""
        entry = record(len(self.records) + 1, event)
        self.records.append(entry)
        changed = self.table.apply(entry)
        self.found += changed
        return changed

    def open(self) -> None:
        """The next hand begins."""
        opening = self.table.next_opening()
        assert opening is not None
        rules = BOOKS[self.table.next_settings.rulebook]
        self.add(HandOpened(opening.hand, opening.button, rules.id, rules.hash, opening.redeal_of))
        self.cards = 0

    def card(self, zone: str, face: Face = "down", *, mouth: Face = "down", together: bool = False) -> str:
        """The next card of the stub comes to a zone; returns its handle."""
        self.cards += 1
        handle = f"k{self.cards}"
        at = self.arrived_ms = self.arrived_ms if together else (len(self.records) + 1) * APART_MS
        self.add(CardPlaced(handle, Zone(zone), face, mouth, at, at))
        return handle

    def move(self, handle: str, zone: str, face: Face = "down") -> None:
        """A card is moved by hand."""
        self.add(CardPlaced(handle, Zone(zone), face))

    def deal(self) -> list[str]:
        """Every seat gets its cards, in order; the up cards of stud have names."""
        assert self.table.hand is not None
        deal = self.table.hand.deal
        dealt = []
        for number in range(deal.per_seat):
            for seat in deal.order:
                up = number >= deal.per_seat - deal.ups
                dealt.append(self.card(f"seat {seat}", "up" if up else "down"))
                if up:
                    self.add(CardNamed(dealt[-1], DECK[len(dealt)]))
        return dealt

    def to_first_burn(self) -> None:
        """A hand of three is dealt, all call, and the flop's burn lies there."""
        self.open()
        self.deal()
        for seat, action in ((3, "call"), (1, "call"), (2, "check")):
            self.add(Acted(seat, action))  # type: ignore[arg-type]
        self.card("burns")

    def kinds(self) -> list[str]:
        """The kinds of all incidents, in order."""
        return [incident.kind for incident in self.table.incidents]


def fold(records: Iterable[Record]) -> Table:
    """A fold of these records in one go."""
    table = Table(BOOKS)
    for entry in records:
        table.apply(entry)
    return table


def standing(changes: Sequence[Finding]) -> set[str]:
    """Which findings are left after all changes: what was told and not withdrawn. Questions pass by themselves."""
    left: set[str] = set()
    for finding in changes:
        kind = type(finding).__name__
        if kind == "Withdrawn":
            left.discard(finding.id)
        elif kind != "Question":
            left.add(finding.id)
    return left
