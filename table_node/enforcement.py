"""From what is observed, tapped and directed to what is recorded: the node's half of enforcing the deal.

Pure: the only writer of its table's log. It holds the node's own fold, which is advice to the dealer within milliseconds; the
hub's fold over the same records is the authority.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from link.messages import Directive
from rulebook.book import Book
from rulebook.events import (
    AnyEvent,
    Asked,
    CardPlaced,
    DeckPrepared,
    FloorRuled,
    HandClosed,
    HandOpened,
    Retracted,
)
from rulebook.findings import Finding
from rulebook.record import Record
from rulebook.seats import zone_seat
from rulebook.table import Table
from table_node import taps
from table_node.declared import declared, prepared
from table_node.touches import Touches


class Enforcement:
    """One table's log from the node's side.

    `table` names it in every record, `boot` the node's boot. Times are given with every call: `now_ms` boot time, `wall_ms`
    Unix time. Every call returns the records to append, in order; they are already folded.
    """

    def __init__(self, books: Mapping[str, Book], table: str, boot: str) -> None:
        self.fold = Table(books)
        self._books = books
        self._table = table
        self._boot = boot
        self._seq = 0
        self._asked: set[str] = set()
        self._directives: set[str] = set()
        self._touches = Touches()
        self._found: list[Finding] = []
        self._out: list[Record] = []
        self._now_ms = self._wall_ms = 0

    def replay(self, record: Record) -> None:
        """Take a record of the journal in after a restart: folded, not appended again."""
        self._seq = record.seq
        directive = getattr(record.event, "directive", "")
        if directive:
            self._directives.add(directive)
        if isinstance(record.event, Asked):
            self._asked.add(record.event.question)
        self._touches.replay(record)
        self.fold.apply(record)

    @property
    def undoable(self) -> int:
        """How many touches of this hand Undo can take back."""
        return len(self._touches)

    def new_touch(self) -> None:
        """What is observed now by the dealer's word belongs to a touch of its own."""
        self._touches.begin()

    def found(self) -> list[Finding]:
        """What the node's fold has found since the last call."""
        found, self._found = self._found, []
        return found

    def observe(self, now_ms: int, wall_ms: int, event: AnyEvent) -> list[Record]:
        """The sensors (or the shuffler) saw something."""
        self._begin(now_ms, wall_ms)
        if isinstance(event, DeckPrepared):
            self._prepared(event)
        else:
            first = self.fold.hand is None or self._dealt_anew
            if isinstance(event, CardPlaced) and first and zone_seat(event.zone) is not None:
                self._open(post=self.fold.settings.check_preparation)
            self._append(event)
        return self._finish()

    def tap(self, now_ms: int, wall_ms: int, tap: taps.Tap, *, same_touch: bool = False) -> list[Record]:
        """The dealer declared something, with a touch of his own or with the same one as before: one Undo takes back all that a
        touch declared. Raises `taps.Refused`; then nothing was recorded."""
        self._begin(now_ms, wall_ms)
        if not same_touch:
            self._touches.begin()
        match tap:
            case taps.Prepare():
                self._prepared(prepared(tap))
            case taps.NextHand():
                self._next_hand()
            case taps.Undo():
                self._undo()
            case taps.Done() | taps.Dealt():
                pass  # the core sees to what lies or has gone where no sensor tells
            case _:
                for event in declared(self.fold, self._books, tap, now_ms):
                    self._append(event)
        return self._finish()

    def directive(self, now_ms: int, wall_ms: int, directive: Directive) -> list[Record]:
        """A judge's act or a table setting came down. One that was taken before is not taken again."""
        self._begin(now_ms, wall_ms)
        if directive.id not in self._directives:
            self._directives.add(directive.id)
            event = directive.event
            if isinstance(event, FloorRuled) and event.about is None:
                event = msgspec.structs.replace(event, about=self._ruled_on(event.word))
            self._append(msgspec.structs.replace(event, directive=directive.id))
        return self._finish()

    # -- one call ------------------------------------------------------------------------------------------------

    def _begin(self, now_ms: int, wall_ms: int) -> None:
        self._now_ms, self._wall_ms = now_ms, wall_ms
        self._out = []

    def _append(self, event: AnyEvent) -> None:
        self._seq += 1
        record = Record(self._table, self._seq, self._boot, self._now_ms, self._wall_ms, event)
        self._out.append(record)
        self._touches.note(record)
        self._found += self.fold.apply(record)

    def _finish(self) -> list[Record]:
        """Ask what the fold wants to know; hand the records out."""
        for question in self.fold.questions:
            if question.id not in self._asked:
                self._asked.add(question.id)
                self._append(Asked(question.id, question.kind, question.about, question.seats))
        out, self._out = self._out, []
        return out

    # -- openings ------------------------------------------------------------------------------------------------

    def _open(self, *, post: bool = True) -> None:
        opening = self.fold.next_opening()
        if opening is None:
            if self.fold.hand is None:
                raise taps.Refused("The table is not set: no seats and stacks are known. Set the table first.")
            raise taps.Refused(f"Hand {self.fold.hand.number} is not finished. Push the pot first.")
        if self.fold.hand is not None:
            self._append(HandClosed(self.fold.hand.number))
        name = self.fold.next_settings.rulebook
        book = self._books.get(name)
        book_hash = book.hash if book is not None else ""
        self._append(HandOpened(opening.hand, opening.button, name, book_hash, opening.redeal_of, post))

    def _prepared(self, event: DeckPrepared) -> None:
        """The first wash, shuffle or riffle of a deck opens the dealing that it is for; so does what follows one that was done
        before the dealer said that the hand is dealt anew."""
        hand = self.fold.hand
        first = event.what in ("washed", "shuffled", "riffled")
        if (first and (hand is None or hand.over)) or self._dealt_anew:
            self._open()
        self._append(event)

    @property
    def _dealt_anew(self) -> bool:
        """Whether the hand is a misdeal and the deck has been shuffled for the next dealing already."""
        hand = self.fold.hand
        return hand is not None and hand.over and hand.preparation.anew is not None

    def _next_hand(self) -> None:
        hand = self.fold.hand
        if hand is not None and not hand.over and not hand.begun:
            return  # its shuffle has opened it already
        self._open()

    def _undo(self) -> None:
        declared = self._touches.last()
        if not declared:
            raise taps.Refused("Nothing to undo in this hand.")
        for seq in declared:
            self._append(Retracted(seq))

    def _ruled_on(self, word: str) -> int | None:
        """The event that a judge rules on when he names none: the cause of the newest open incident that waits for him, or of
        the newest open one. Whether a player meant to show his cards is asked of an act, put right or not."""
        incidents = [incident for incident in self.fold.incidents if incident.open]
        if word in ("intended", "unintended"):
            now = self.fold.state().hand
            incidents = [
                incident for incident in self.fold.incidents if incident.kind == "exposed_by_player" and incident.hand == now
            ]
        waiting = [incident for incident in incidents if incident.call == "floor"]
        chosen = waiting or incidents
        return chosen[-1].cause if chosen else None
