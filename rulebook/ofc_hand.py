"""One hand of open-face Chinese Pineapple as a fold (BFSP 8, RULES 6): dealing, setting, dead hands, settlement.

The rows of a seat are zones of their own: a card that came to lie in one has been set. There is no betting: points are counted
for pairs of players and paid from the stacks when the hand is pushed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rulebook import conduct
from rulebook.book import Book
from rulebook.cards import Card
from rulebook.carried import NOTHING, Beginning
from rulebook.events import (
    Acted,
    Answered,
    CardNamed,
    CardPlaced,
    CardTurned,
    DeckPrepared,
    DeviceChanged,
    FloorAcknowledged,
    FloorAwarded,
    FloorKilled,
    FloorPenalised,
    FloorRestored,
    FloorRuled,
    FloorSurrendered,
    FloorWord,
    HandOpened,
    IntegritySeen,
    Pushed,
    Reported,
)
from rulebook.findings import TableState
from rulebook.floor import ruled_by_killing
from rulebook.hand import Hand
from rulebook.handlers import HANDLERS
from rulebook.ofc import FANTASY_CARDS, Payment, Rows, enters_fantasy, is_dead, settle, stays_in_fantasy
from rulebook.ofc_course import Course
from rulebook.ofc_pay import awarded, pushed
from rulebook.ofc_placing import card_placed, opened, wrong_number
from rulebook.ofc_state import ofc_state
from rulebook.record import Record
from rulebook.seats import ROWS, Seat
from rulebook.settings import Settings

NO_ROWS = Rows((), (), ())
Moment = tuple[str, int]  # of the node's boot, in ms of its clock


class OfcHand(Hand):
    """A hand of open-face Chinese poker; the hand before says who plays it in fantasy.

    `killed`: seats whose hand is dead whatever they have set; `surrendered`: seats that gave up, as a judge entered, and when.
    `paid_unseen`: it was paid while rows were not known; `fantasy_unsure`: so was the hand before, and who plays this one in
    fantasy only the people know.
    """

    def __init__(
        self,
        opened: HandOpened,
        settings: Settings,
        stacks: Mapping[Seat, int],
        book: Book,
        beginning: Beginning = NOTHING,
        words: Mapping[int, FloorWord] | None = None,
    ) -> None:
        super().__init__(opened, settings, stacks, book, beginning, words)
        self.course = Course(self.seats, [seat for seat in self.seats if seat in beginning.fantasy], FANTASY_CARDS)
        self.paid_unseen = False
        self.fantasy_unsure = beginning.rows_unseen
        self.killed: set[Seat] = set()
        self.surrendered: dict[Seat, Moment | None] = {}
        self.paid: dict[Seat, int] = {}  # what each seat has won or lost, once the hand is pushed

    def apply(self, record: Record) -> bool:
        """Take one record of this hand (`Hand.apply`)."""
        event = record.event
        self.record = record
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event, record.seq)
            if self.faults.items:
                self.faults.advance(self)
        return self.quiet

    @property
    def dealing(self) -> bool:
        """Whether cards are still to be dealt before anybody can go on."""
        return self.course.to_deal != 0

    @property
    def fantasy(self) -> tuple[Seat, ...]:
        """The seats in fantasy."""
        return self.course.fantasy

    @property
    def uncounted(self) -> bool:
        """Whether nobody but the people knows who plays the next hand in fantasy; dealt anew it is as unsure as before."""
        annulled = self.result is not None and self.result.outcome in ("misdeal", "void")
        return self.paid_unseen or (annulled and self.fantasy_unsure)

    @property
    def playing(self) -> list[Seat]:
        """The seats that set a hand to its end."""
        return [seat for seat in self.seats if seat not in self.surrendered]

    def row_names(self, seat: Seat) -> Rows | None:
        """The hand of a seat by its names, None while one of them is unknown. A killed hand has no rows."""
        if seat in self.killed or seat in self.surrendered or len(self.playing) == 1:
            return NO_ROWS
        if any(turn.held or turn.unseen for turn in self.course.of(seat)):
            return None
        rows = self.course.rows(seat)
        names = self.felt.names
        found: list[tuple[Card, ...]] = []
        for row in ROWS:
            if any(handle not in names for handle in rows[row]):
                return None
            found.append(tuple(names[handle] for handle in rows[row]))
        return Rows(*found)

    def to_show(self) -> tuple[Seat, ...]:
        """Who is to open a hidden hand, in order: fantasy is hidden until the round ends."""
        if self.course.now is not None:
            return ()
        return tuple(seat for seat in self.fantasy if seat not in self.killed and self.row_names(seat) is None)

    def payments(self) -> list[Payment] | None:
        """The settlement in its order, None while a hand is not set or not named."""
        if self.course.now is not None:
            return None
        hands = {seat: self.row_names(seat) for seat in self.seats}
        known = {seat: rows for seat, rows in hands.items() if rows is not None}
        if len(known) < len(hands):
            return None
        settings = self.settings
        return settle(
            known, self.button, self.betting.stacks, self.book.money, point=settings.point, surrendered=self.surrendered
        )

    def next_fantasy(self) -> tuple[Seat, ...]:
        """Who plays the next hand in fantasy."""
        found = []
        for seat in self.playing:
            rows = self.row_names(seat)
            if rows is None or is_dead(rows):
                continue
            again = stays_in_fantasy(rows, self.book.money) if seat in self.fantasy else enters_fantasy(rows)
            if again:
                found.append(seat)
        return tuple(sorted(found))

    def end(self, outcome: str) -> None:
        """Annul the dealing: whoever was in fantasy is so when it is dealt anew."""
        super().end(outcome)
        assert self.result is not None
        self.result = msgspec.structs.replace(self.result, fantasy=self.fantasy)

    def dies(self, seat: Seat) -> None:
        """The hand of `seat` is dead: it takes no further turn, loses all rows and pays the others' royalties."""
        self.killed.add(seat)
        self.course.out.add(seat)

    def close_turns(self, before: Seat, seq: int) -> None:
        """`before` goes on (0: the hand is settled): what is complete is over, and must have its number of cards."""
        for turn in self.course.close_before(before):
            turn.ended = self.moment()
            if not turn.right and not turn.doubts:
                wrong_number(self, turn, seq)

    def may_have_been_before(self, moment: Moment | None, since_ms: int) -> bool:
        """Whether what is told now, and happened since that time of the node's clock, may have happened before that moment."""
        if moment is None or self.record is None:
            return False
        boot, at_ms = moment
        return boot == self.record.boot and 0 < since_ms < at_ms

    def moment(self) -> Moment | None:
        """By when what is told now had happened: the node's boot and its clock in ms."""
        if self.record is None:
            return None
        event = self.record.event
        arrived_ms = event.not_after_ms if isinstance(event, CardPlaced) else 0
        return self.record.boot, arrived_ms or self.record.boot_ms

    def state(self) -> TableState:
        """Where the hand stands."""
        return ofc_state(self)


def _turned(hand: OfcHand, event: CardTurned, seq: int) -> None:
    card = hand.felt.turn(event)
    if card is not None:
        opened(hand, card)


def _mucked(hand: OfcHand, event: Acted, seq: int) -> None:
    """A hand that is given up unseen is dead; no other action exists here."""
    if event.action in ("muck", "fold") and event.seat in hand.playing and not hand.over:
        hand.dies(event.seat)


def _reported(hand: OfcHand, event: Reported, seq: int) -> None:
    hand.presence.moved(event)
    if event.what == "button_at" and event.seat is not None:
        conduct.button_at(hand, event.seat, seq)


def _killed(hand: OfcHand, event: FloorKilled, seq: int) -> None:
    """A judge killed a hand: it loses all rows, earns no royalties and pays the others'."""
    if not hand.over and event.seat in hand.playing:
        ruled_by_killing(hand, event.seat)
        hand.dies(event.seat)


def _restored(hand: OfcHand, event: FloorRestored, seq: int) -> None:
    """A judge gave a hand back: it counts as it lies."""
    if not hand.over:
        hand.killed.discard(event.seat)
        hand.course.out.discard(event.seat)
        for fault in hand.faults.open():
            if fault.seats == (event.seat,):
                fault.settle()


def _surrendered(hand: OfcHand, event: FloorSurrendered, seq: int) -> None:
    """A judge entered that a seat surrenders: two points to each opponent (BFSP 8)."""
    if not hand.over and event.seat in hand.playing:
        hand.surrendered[event.seat] = hand.moment()
        hand.course.out.add(event.seat)
        if len(hand.playing) == 1:
            hand.course.out.update(hand.playing)  # nobody is left to play against


def _answered(hand: OfcHand, event: Answered, seq: int) -> None:
    if not hand.over:
        hand.asking.answered(hand, event)


AS_IN_EVERY_HAND = (DeckPrepared, CardNamed, IntegritySeen, DeviceChanged, FloorRuled, FloorPenalised, FloorAcknowledged)
# Tabling needs no handler: a hidden hand is open once its cards have names.
_HANDLERS: dict[type, Callable[[OfcHand, Any, int], None]] = {
    **{kind: HANDLERS[kind] for kind in AS_IN_EVERY_HAND},
    CardPlaced: card_placed,
    CardTurned: _turned,
    Acted: _mucked,
    Reported: _reported,
    Answered: _answered,
    Pushed: pushed,
    FloorKilled: _killed,
    FloorRestored: _restored,
    FloorSurrendered: _surrendered,
    FloorAwarded: awarded,
}
