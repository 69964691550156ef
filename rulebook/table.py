"""The fold of one table's log: hands follow each other, stacks go from one to the next.

`Table.apply(record) -> findings` is the only way in. Undo (`retracted`), late taps (`before=`) and judges' rulings about
earlier events are resolved by folding the hand anew; a finding that does not come again is withdrawn.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulebook.book import Book
from rulebook.carried import NOTHING, Carried
from rulebook.discipline import penalty_for
from rulebook.events import (
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
from rulebook.ofc_hand import OfcHand
from rulebook.order import effective
from rulebook.record import Record
from rulebook.seats import Seat


class Opening(msgspec.Struct, frozen=True):
    """How the next dealing begins: its number, its button, and the misdealt or void hand that it repeats."""

    hand: int
    button: Seat
    redeal_of: int | None


_APART = frozenset({TableSet, HandOpened, HandClosed, Retracted, FloorRuled, FloorPenalised})  # see `Table._apart`
_TAPPED = frozenset({Said, ChipsPut, Acted})  # may have been done before the record of another seq


def _once(given: TableSet) -> TableSet:
    """Guest and missed blinds are posted once (CLUB 2.11.4): the hands after the next do without them."""
    settings = given.settings
    if not settings.guest_blinds and not settings.dead_blinds:
        return given
    return msgspec.structs.replace(given, settings=msgspec.structs.replace(settings, guest_blinds={}, dead_blinds={}))


class Table:
    """The authority at the hub, the adviser at the node: the same code over the same records.

    `ruling` is False while the hand names a rulebook (or a version of it) that is not among `books`; then nothing is found.
    """

    def __init__(self, books: Mapping[str, Book]) -> None:
        self._books = books
        self._set: TableSet | None = None
        self._playing = Settings()  # what the present hand is played for
        self._pending_set: TableSet | None = None
        self._stacks: dict[Seat, int] = {}
        self._log: list[Record] = []  # of the present hand, its opening first
        self._told: dict[str, Finding] = {}  # of the present hand
        self._earlier: dict[str, Finding] = {}  # of the hands before
        self._results: list[HandResult] = []
        self._hand: Hand | None = None
        self._carried = Carried()
        self._beginning = NOTHING  # what the present hand knows from those before
        self.ruling = True

    def apply(self, record: Record) -> list[Finding]:
        """Take the next record; return what is found, changed or withdrawn by it."""
        event = record.event
        kind = type(event)
        if kind in _APART:
            return self._apart(record, event)
        hand = self._hand
        if hand is None:
            self._carried.before_the_first(event)
            return []
        self._log.append(record)
        if kind in _TAPPED and event.before is not None:  # type: ignore[union-attr]
            self._refold()
        elif hand.apply(record):
            return []  # nothing was told before either: most records of most hands
        return self._differences()

    def _apart(self, record: Record, event: AnyEvent) -> list[Finding]:
        """What is not for the hand alone: how the table is set, where a hand begins, what changes earlier records' meaning."""
        if isinstance(event, TableSet):
            former = self._pending_set
            if not event.stacks and former is not None:  # only the level of what was set before and has not begun yet
                event = msgspec.structs.replace(event, stacks=former.stacks, button=former.button)
            self._pending_set = event
            return []
        if isinstance(event, HandOpened):
            return self._open(record, event)
        if isinstance(event, HandClosed) or self._hand is None:
            return []
        self._log.append(record)
        if isinstance(event, FloorPenalised):
            self._hand.apply(record)
            self._penalise(self._hand, record.seq, event)
        else:
            self._refold()
        return self._differences()

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
    def next_stacks(self) -> dict[Seat, int]:
        """What the next dealing begins with, as far as that is known now: during a hand, what lies behind the seats."""
        if self._pending_set is not None and self._pending_set.stacks:
            return dict(self._pending_set.stacks)
        return dict(self._hand.betting.stacks) if self._hand is not None else dict(self._stacks)

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
        given = self._pending_set if self._pending_set is not None and self._pending_set.stacks else None
        stacks = given.stacks if given is not None else self._hand.betting.stacks
        seated = [seat for seat, chips in stacks.items() if chips > 0]
        if not seated:
            return None
        if given is not None:
            return Opening(number + 1, given.button, None)
        return Opening(number + 1, self._carried.next_button(seated, self.next_settings.button_rule), None)

    # -- folding -------------------------------------------------------------------------------------------------

    def _open(self, record: Record, event: HandOpened) -> list[Finding]:
        last = self._hand
        if last is not None:
            if last.result is not None:
                self._results.append(last.result)
            self._stacks = dict(last.betting.stacks)
        set_anew = self._pending_set is not None and bool(self._pending_set.stacks)
        same_settings = self._pending_set is None and event.redeal_of is not None
        if self._pending_set is not None:
            self._set, self._pending_set = self._pending_set, None
            self._stacks = dict(self._set.stacks) or self._stacks
        assert self._set is not None, "a hand opens at a table that was set"
        if not same_settings:
            self._playing = self._set.settings
        self._set = _once(self._set)
        changed = self._close_open_incidents()
        in_doubt = any(isinstance(one, Incident) and one.kind == "wrong_award" for one in changed)
        self._earlier.update(self._told)
        self._told = {}
        self._log = [record]
        seated = [seat for seat, chips in self._stacks.items() if chips > 0]
        given = [finding for finding in self._earlier.values() if isinstance(finding, Penalty)]
        self._beginning = self._carried.begin(
            event, last, seated, self._playing.button_rule, set_anew=set_anew, in_doubt=in_doubt, given=given
        )
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
        rulings = [record.event for record in self._log if isinstance(record.event, FloorRuled)]
        words = {event.about: event.word for event in rulings if event.about is not None}
        kind = OfcHand if self._playing.game == "ofc" else Hand
        hand = kind(opened, self._playing, self._stacks, self._books[opened.rulebook], self._beginning, words)
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
        hand.punish(penalty)

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
