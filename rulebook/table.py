"""The fold of one table's log: hands follow each other, stacks go from one to the next.

`Table.apply(record) -> findings` is the only way in. Undo (`retracted`), late taps (`before=`) and judges' rulings about
earlier events are resolved by folding the hand anew; a finding that does not come again is withdrawn.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulebook.book import Book
from rulebook.discipline import penalty_for
from rulebook.events import (
    DECLARED,
    Acted,
    AnyEvent,
    ChipsPut,
    FloorPenalised,
    FloorRuled,
    HandClosed,
    HandOpened,
    Retracted,
    Said,
    Settings,
    TableSet,
)
from rulebook.findings import Finding, HandResult, Incident, Penalty, Question, Ruling, TableState, Warned, Withdrawn
from rulebook.hand import Hand
from rulebook.record import Record
from rulebook.seats import Seat, next_seat


class Opening(msgspec.Struct, frozen=True):
    """How the next dealing begins: its number, its button, and the misdealt or void hand that it repeats."""

    hand: int
    button: Seat
    redeal_of: int | None


_OF_THE_TABLE = frozenset({TableSet, HandOpened, HandClosed})
_TAPPED = frozenset({Said, ChipsPut, Acted})  # may have been done before the record of another seq
_REFOLDING = frozenset({Retracted, FloorRuled})  # change what earlier records mean


class Table:
    """The authority at the hub, the adviser at the node: the same code over the same records.

    `ruling` is False while the hand names a rulebook (or a version of it) that is not among `books`; then nothing is found.
    """

    def __init__(self, books: Mapping[str, Book]) -> None:
        self._books = books
        self._set: TableSet | None = None
        self._pending_set: TableSet | None = None
        self._button: Seat = 0
        self._stacks: dict[Seat, int] = {}
        self._log: list[Record] = []  # of the present hand, its opening first
        self._told: dict[str, Finding] = {}  # of the present hand
        self._earlier: dict[str, Finding] = {}  # of the hands before
        self._results: list[HandResult] = []
        self._hand: Hand | None = None
        self.ruling = True

    def apply(self, record: Record) -> list[Finding]:
        """Take the next record; return what is found, changed or withdrawn by it."""
        event = record.event
        kind = type(event)
        if kind in _OF_THE_TABLE:
            return self._of_the_table(record, event)
        hand = self._hand
        if hand is None:
            return []
        self._log.append(record)
        if kind in _REFOLDING or (kind in _TAPPED and event.before is not None):  # type: ignore[union-attr]
            self._refold()
        else:
            hand.apply(record)
            if isinstance(event, FloorPenalised):
                self._penalise(hand, record.seq, event)
            if hand.quiet and not self._told:
                return []  # most records of most hands
        return self._differences()

    def _of_the_table(self, record: Record, event: AnyEvent) -> list[Finding]:
        """What is no part of a hand: how the table is set, where a hand begins and ends."""
        if isinstance(event, TableSet):
            self._pending_set = event
        elif isinstance(event, HandOpened):
            return self._open(record, event)
        return []

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand | None:
        """The present hand's fold."""
        return self._hand

    @property
    def settings(self) -> Settings:
        """What is played for now."""
        if self._hand is not None:
            return self._hand.settings
        chosen = self._pending_set or self._set
        return chosen.settings if chosen is not None else Settings()

    @property
    def next_settings(self) -> Settings:
        """What the next dealing is played for."""
        chosen = self._pending_set or self._set
        return chosen.settings if chosen is not None else Settings()

    @property
    def findings(self) -> dict[str, Finding]:
        """Everything found and not withdrawn, all hands."""
        return {**self._earlier, **self._told}

    @property
    def incidents(self) -> list[Incident]:
        """All incidents, in the order in which they were found."""
        return [finding for finding in self.findings.values() if isinstance(finding, Incident)]

    @property
    def warnings(self) -> list[Warned]:
        """All warnings."""
        return [finding for finding in self.findings.values() if isinstance(finding, Warned)]

    @property
    def rulings(self) -> list[Ruling]:
        """All rulings on words, chips and turns."""
        return [finding for finding in self.findings.values() if isinstance(finding, Ruling)]

    @property
    def penalties(self) -> list[Penalty]:
        """All penalties given."""
        return [finding for finding in self.findings.values() if isinstance(finding, Penalty)]

    @property
    def questions(self) -> list[Question]:
        """What only the dealer can know now, oldest first."""
        return self._hand.questions() if self._hand is not None and self.ruling else []

    @property
    def hands(self) -> list[HandResult]:
        """The finished dealings, the present one included once it is over."""
        present = self._hand.result if self._hand is not None else None
        return [*self._results, present] if present is not None else list(self._results)

    @property
    def late_target(self) -> int | None:
        """Seq that a tap made now comes before (see `Hand.late_target`)."""
        return self._hand.late_target if self._hand is not None else None

    def state(self) -> TableState:
        """Where the table stands."""
        if self._hand is not None:
            return self._hand.state()
        chosen = self._pending_set
        return TableState(
            hand=0, street="", to_act=0, to_call=0, raise_min=0, raise_max=0, pot=0, show_order=(), board=(), burns=(),
            aside=(), dead=(), next="shuffle", stacks=dict(chosen.stacks) if chosen else {},
            button=chosen.button if chosen else 0,
        )  # fmt: skip

    def next_opening(self) -> Opening | None:
        """How the next dealing begins; None while a hand is being played or nobody sits."""
        if self._hand is None:
            if self._pending_set is None or not self._pending_set.stacks:
                return None
            return Opening(1, self._pending_set.button, None)
        result = self._hand.result
        if result is None:
            return None
        number = self._hand.number
        if result.outcome in ("misdeal", "void"):
            return Opening(number + 1, self._hand.button, number)
        stacks = self._pending_set.stacks if self._pending_set is not None else self._hand.betting.stacks
        seated = [seat for seat, chips in stacks.items() if chips > 0]
        if not seated:
            return None
        if self._pending_set is not None:
            return Opening(number + 1, self._pending_set.button, None)
        return Opening(number + 1, next_seat(seated, self._hand.button), None)

    def retractable(self) -> int | None:
        """Seq of the last declared act that `Retracted` may take back, None when there is none in this hand."""
        taken = {record.event.seq for record in self._log if isinstance(record.event, Retracted)}
        for record in reversed(self._log):
            if isinstance(record.event, DECLARED) and record.seq not in taken:
                return record.seq
        return None

    # -- folding -------------------------------------------------------------------------------------------------

    def _open(self, record: Record, event: HandOpened) -> list[Finding]:
        if self._hand is not None:
            if self._hand.result is not None:
                self._results.append(self._hand.result)
            self._stacks = dict(self._hand.betting.stacks)
        if self._pending_set is not None:
            self._set, self._pending_set = self._pending_set, None
            self._stacks = dict(self._set.stacks)
        changed = self._close_open_incidents()
        self._earlier.update(self._told)
        self._told = {}
        self._log = [record]
        book = self._books.get(event.rulebook)
        self.ruling = book is not None and book.hash == event.rulebook_hash
        if not self.ruling:
            self._hand = None
            return changed
        self._hand = self._fold()
        return changed + self._differences()

    def _close_open_incidents(self) -> list[Finding]:
        """The next dealing begins: a misdeal is made good, and nothing of the old hand can be disputed any more."""
        changed: list[Finding] = []
        for ident, finding in self._told.items():
            if isinstance(finding, Incident) and finding.open:
                self._told[ident] = msgspec.structs.replace(finding, open=False)
                changed.append(self._told[ident])
        return changed

    def _fold(self) -> Hand:
        """The present hand from its opening, in effective order."""
        opened = self._log[0].event
        assert isinstance(opened, HandOpened)
        assert self._set is not None, "a hand opens at a table that was set"
        overruled = frozenset(
            record.event.about
            for record in self._log
            if isinstance(record.event, FloorRuled) and record.event.word in ("play", "fair") and record.event.about is not None
        )
        hand = Hand(opened, self._set.settings, self._stacks, self._books[opened.rulebook], overruled)
        for record in effective(self._log[1:]):
            hand.apply(record)
            if isinstance(record.event, FloorPenalised):
                self._penalise(hand, record.seq, record.event)
        return hand

    def _refold(self) -> None:
        self._hand = self._fold()

    def _penalise(self, hand: Hand, seq: int, event: FloorPenalised) -> None:
        earlier = [*self._earlier.values(), *hand.penalties.values()]
        before = [finding for finding in earlier if isinstance(finding, Penalty)]
        penalty = penalty_for(event.clause, event.seat, before, len(hand.betting.seats), hand.book, hand.number, seq)
        hand.penalties[penalty.id] = penalty

    def _differences(self) -> list[Finding]:
        """What changed since the last record."""
        assert self._hand is not None
        now = self._hand.findings()
        if now == self._told:
            return []
        changed: list[Finding] = [finding for ident, finding in now.items() if self._told.get(ident) != finding]
        for ident, finding in self._told.items():
            if ident not in now and not isinstance(finding, Question):
                changed.append(Withdrawn(ident, getattr(finding, "kind", "ruling")))
        self._told = now
        return changed


def effective(log: list[Record]) -> list[Record]:
    """The records in effective order: retracted declared acts are gone, late taps stand before what they came before.

    Log order otherwise; several late taps before one record keep their own order. A record about a seq that is not in this
    hand is taken where it stands.
    """
    if not log:
        return []
    declared = {record.seq for record in log if isinstance(record.event, DECLARED)}
    gone = {record.event.seq for record in log if isinstance(record.event, Retracted)} & declared
    kept = [record for record in log if record.seq not in gone and not isinstance(record.event, Retracted)]
    known = {record.seq for record in kept}
    late: dict[int, list[Record]] = {}
    order: list[Record] = []
    for record in kept:
        before = getattr(record.event, "before", None)
        if before in known and before < record.seq:
            late.setdefault(before, []).append(record)

    def take(record: Record) -> None:
        for other in late.get(record.seq, ()):
            take(other)
        order.append(record)

    moved = {record.seq for records in late.values() for record in records}
    for record in kept:
        if record.seq not in moved:
            take(record)
    return order
