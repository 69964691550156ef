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
    FloorWord,
    HandClosed,
    HandOpened,
    Retracted,
    Said,
    TableSet,
)
from rulebook.findings import Finding, HandResult, Incident, Penalty, Question, Ruling, TableState, Warned
from rulebook.hand import Hand
from rulebook.ofc_hand import OfcHand
from rulebook.order import effective
from rulebook.record import Record
from rulebook.seats import Seat
from rulebook.settings import Settings
from rulebook.told import Told


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
        self._told = Told()
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
        return self._told.all

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
        apart = () if self._absent_dealt_in(self.next_settings) else self._hand.presence.left
        seated = [seat for seat, chips in stacks.items() if chips > 0 and seat not in apart]
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
        given, self._pending_set = self._pending_set, None
        if given is not None:
            self._set = given
            self._stacks = dict(given.stacks) or self._stacks
        assert self._set is not None, "a hand opens at a table that was set"
        if given is not None or event.redeal_of is None:
            self._playing = self._set.settings
        self._set = _once(self._set)
        changed = self._told.next_hand()
        self._log = [record]
        self._beginning = self._carried.begin(
            event,
            last,
            [seat for seat, chips in self._stacks.items() if chips > 0],
            self._playing.button_rule,
            set_anew=given is not None and bool(given.stacks),
            in_doubt=any(isinstance(one, Incident) and one.kind == "wrong_award" for one in changed),
            given=self._told.penalties,
            absent_dealt_in=self._absent_dealt_in(self._playing),
        )
        book = self._books.get(event.rulebook)
        self.ruling = book is not None and book.hash == event.rulebook_hash
        self._hand = self._begun(event, {}) if self.ruling else None
        return changed

    def _absent_dealt_in(self, settings: Settings) -> bool:
        """Whether the book deals in a seat whose player is away."""
        book = self._books.get(settings.rulebook)
        return book is None or book.dealing.absent_dealt_in.of(settings.context)

    def _begun(self, opened: HandOpened, words: Mapping[int, FloorWord]) -> Hand:
        """The present hand as it was when it opened."""
        kind = OfcHand if self._playing.game == "ofc" else Hand
        return kind(opened, self._playing, self._stacks, self._books[opened.rulebook], self._beginning, words)

    def _refold(self) -> None:
        """Fold the present hand anew from its opening, in effective order."""
        opened, *others = self._log
        assert isinstance(opened.event, HandOpened)
        rulings = [record.event for record in others if isinstance(record.event, FloorRuled)]
        hand = self._begun(opened.event, {event.about: event.word for event in rulings if event.about is not None})
        for record in effective(others):
            hand.apply(record)
            if isinstance(record.event, FloorPenalised):
                self._penalise(hand, record.seq, record.event)
        self._hand = hand

    def _penalise(self, hand: Hand, seq: int, event: FloorPenalised) -> None:
        before = [*self._told.penalties, *hand.penalties.values()]
        hand.punish(penalty_for(event.clause, event.seat, before, len(hand.betting.seats), hand.book, hand.number, seq))

    def _differences(self) -> list[Finding]:
        """What changed since the last record."""
        assert self._hand is not None
        return self._told.differences(self._hand.findings())
