"""From what is observed, tapped and directed to what is recorded: the node's half of enforcing the deal.

Pure: the only writer of its table's log. It holds the node's own fold, which is advice to the dealer within milliseconds; the
hub's fold over the same records is the authority.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from link.messages import Directive
from link.table_setting import check_setting
from rulebook.book import Book
from rulebook.events import (
    BY_HAND,
    Acted,
    Answered,
    AnyEvent,
    Asked,
    CardPlaced,
    ChipsPut,
    DeckPrepared,
    FloorRuled,
    HandClosed,
    HandOpened,
    Pushed,
    Reported,
    Retracted,
    Said,
    Tabled,
    TableSet,
)
from rulebook.findings import Finding
from rulebook.ofc_hand import OfcHand
from rulebook.record import Record
from rulebook.seats import Seat, row_zone, zone_seat
from rulebook.showing import nobody_knows, pots_due, total_due
from rulebook.table import Table
from table_node import taps
from table_node.open_face import in_hand, may_open
from table_node.touches import Touches


class Refused(ValueError):
    """A tap that cannot be taken, with what is wrong and what to do, for the dealer to read."""


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
            if isinstance(event, CardPlaced) and self.fold.hand is None and zone_seat(event.zone) is not None:
                self._open(post=self.fold.settings.check_preparation)
            self._append(event)
        return self._finish()

    def tap(self, now_ms: int, wall_ms: int, tap: taps.Tap, *, same_touch: bool = False) -> list[Record]:
        """The dealer declared something, with a touch of his own or with the same one as before: one Undo takes back all that a
        touch declared. Raises `Refused`; then nothing was recorded."""
        self._begin(now_ms, wall_ms)
        if not same_touch:
            self._touches.begin()
        match tap:
            case taps.Act():
                self._act(tap.seat, Acted(tap.seat, tap.action, tap.amount, self._late(tap.seat)))
            case taps.Say():
                self._act(tap.seat, Said(tap.seat, tap.words, tap.amount, self._late(tap.seat)))
            case taps.Chips():
                self._act(tap.seat, ChipsPut(tap.seat, tap.chips, self._late(tap.seat)))
            case taps.Bulk():
                self._bulk(tap)
            case taps.SetRow():
                self._set_row(tap)
            case taps.TableCards():
                self._may_table(tap.seat)
                handles = self.fold.state().cards.get(tap.seat, ())
                self._act(tap.seat, Tabled(tap.seat, handles))
            case taps.Report():
                self._append(Reported(tap.what, tap.seat))
            case taps.CallFloor():
                self._append(Reported("call_floor"))
            case taps.Prepare():
                self._prepared(_preparation(tap))
            case taps.Push():
                self._push(tap)
            case taps.NextHand():
                self._next_hand()
            case taps.Undo():
                self._undo()
            case taps.Answer():
                self._answer(tap)
            case taps.SetTable():
                self._set_table(tap)
            case taps.Done() | taps.Dealt():
                pass  # the core sees to what lies or has gone where no sensor tells
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
                raise Refused("The table is not set: no seats and stacks are known. Set the table first.")
            raise Refused(f"Hand {self.fold.hand.number} is not finished. Push the pot first.")
        if self.fold.hand is not None:
            self._append(HandClosed(self.fold.hand.number))
        name = self.fold.next_settings.rulebook
        book = self._books.get(name)
        book_hash = book.hash if book is not None else ""
        self._append(HandOpened(opening.hand, opening.button, name, book_hash, opening.redeal_of, post))

    def _prepared(self, event: DeckPrepared) -> None:
        """The first wash, shuffle or riffle of a deck opens the dealing that it is for."""
        hand = self.fold.hand
        if event.what in ("washed", "shuffled", "riffled") and (hand is None or hand.over):
            self._open()
        self._append(event)

    def _next_hand(self) -> None:
        hand = self.fold.hand
        if hand is not None and not hand.over and not hand.begun:
            return  # its shuffle has opened it already
        self._open()

    # -- declared acts -------------------------------------------------------------------------------------------

    def _act(self, seat: Seat, event: AnyEvent) -> None:
        hand = self.fold.hand
        if hand is None or hand.over:
            raise Refused("No hand is being played. Start one: shuffle, or tap Next hand.")
        if seat not in hand.betting.seats:
            seats = ", ".join(map(str, sorted(hand.betting.seats)))
            raise Refused(f"Seat {seat} is not in this hand; playing are {seats}.")
        self._append(event)

    def _may_table(self, seat: Seat) -> None:
        """In open-face a hand is open by itself; fantasy stays hidden, and what may yet be discarded is nobody's business."""
        state = self.fold.state()
        if isinstance(self.fold.hand, OfcHand) and not may_open(state, seat) and in_hand(state, seat):
            if seat in state.hidden:
                raise Refused("Fantasy stays hidden until everybody has set his cards.")
            raise Refused(f"Seat {seat} has a card too many to have set all: it discards one first.")

    def _set_row(self, tap: taps.SetRow) -> None:
        state = self.fold.state()
        if not isinstance(self.fold.hand, OfcHand) or self.fold.hand.over:
            raise Refused("Cards are set in rows in an open-face hand only.")
        if tap.handle not in state.cards.get(tap.seat, ()):
            raise Refused(f"That card does not lie before seat {tap.seat} any more.")
        if tap.handle not in state.names or tap.seat in state.hidden:
            raise Refused("That card is not open yet.")
        at_ms = self._now_ms
        self._append(CardPlaced(tap.handle, row_zone(tap.seat, tap.row), "up", "unknown", at_ms, at_ms, BY_HAND))

    def _late(self, seat: Seat) -> int | None:
        """A tap made now was really done before the card that the dealer said came after the betting."""
        return self.fold.late_target

    def _bulk(self, tap: taps.Bulk) -> None:
        owing = self.fold.state().owing
        if not owing:
            raise Refused("Nobody owes an action.")
        for seat in owing:
            if seat == tap.until:
                break
            if seat not in self.fold.state().owing:
                break
            self._act(seat, Acted(seat, tap.action, None, self._late(seat)))

    def _push(self, tap: taps.Push) -> None:
        hand = self.fold.hand
        if hand is None or hand.over:
            raise Refused("No pot lies there: no hand is being played.")
        if tap.awards is None:
            if nobody_knows(hand):
                raise Refused("Nobody knows who wins: table the hands, or enter what each seat gets.")
            due = total_due(pots_due(hand, at_push=True))
            self._append(Pushed(due, rightly=True))
        else:
            unknown = [seat for seat in tap.awards if seat not in hand.betting.seats]
            if unknown:
                raise Refused(f"Seat {unknown[0]} is not in this hand and can win no pot.")
            self._append(Pushed(dict(tap.awards)))

    def _undo(self) -> None:
        declared = self._touches.last()
        if not declared:
            raise Refused("Nothing to undo in this hand.")
        for seq in declared:
            self._append(Retracted(seq))

    def _set_table(self, tap: taps.SetTable) -> None:
        """The dealer sets the table. The stream's delay is not his to change."""
        hand = self.fold.hand
        if tap.stacks and hand is not None and not hand.over:
            raise Refused("A hand is being played: seats and stacks can be set once its pot is pushed.")
        if not tap.stacks and not self.fold.next_stacks:
            raise Refused("Nobody sits here yet: enter a stack for each seat.")
        settings = msgspec.structs.replace(tap.settings, delay_ms=self.fold.next_settings.delay_ms)
        given = TableSet(settings, dict(tap.stacks), tap.button if tap.stacks else 0)
        try:
            check_setting(given, self._books)
        except ValueError as error:
            raise Refused(str(error)) from None
        self._append(given)

    def _answer(self, tap: taps.Answer) -> None:
        question = next((question for question in self.fold.questions if question.id == tap.question), None)
        if question is None:
            raise Refused("That question is settled already.")
        if tap.word not in question.words:
            raise Refused(f"{tap.word!r} is no answer here; answers are {', '.join(question.words)}.")
        self._append(Answered(tap.question, tap.word))

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


def _preparation(tap: taps.Prepare) -> DeckPrepared:
    what = tap.what
    words = {"washed", "riffled", "shuffled", "cut", "cut_exposed", "counted", "new_deck"}
    if what not in words:
        raise Refused(f"{what!r} is no preparation of the deck; expected one of {', '.join(sorted(words))}.")
    if (what == "counted") != (tap.count is not None):
        raise Refused("A count of the deck is a number of cards, and nothing else is.")
    return DeckPrepared(what, by="hand" if what == "shuffled" else "", count=tap.count)  # type: ignore[arg-type]
