"""One hand as a fold over its records: `Hand.apply(record)`; nothing else changes it.

What the fold has to say are findings, values with an identity of (hand, kind, causing event). Undo, late taps and judges'
acts are refolding, which `rulebook.table` does: a hand never takes anything back by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulebook import streets
from rulebook.betting import Betting, RulingDraft
from rulebook.book import Book
from rulebook.deal import Deal
from rulebook.events import (
    Acted,
    Answered,
    CardNamed,
    CardPlaced,
    CardTurned,
    ChipsPut,
    DeckPrepared,
    FloorAcknowledged,
    FloorAwarded,
    FloorPenalised,
    FloorPicked,
    FloorRestored,
    FloorReturned,
    FloorRuled,
    HandOpened,
    IntegritySeen,
    Pushed,
    Reported,
    Said,
    Settings,
    Tabled,
)
from rulebook.facing import Faces
from rulebook.faults import Faults
from rulebook.felt import Felt
from rulebook.findings import Finding, HandResult, Penalty, Question, Ruling, TableState, Warned
from rulebook.floor import awarded, picked, restored, returned, ruled
from rulebook.games import game_of
from rulebook.irregularities import MisdealDeadline
from rulebook.placing import card_placed, integrity_seen
from rulebook.preparation import Preparation
from rulebook.record import Record
from rulebook.seats import BOARD, Seat, clockwise
from rulebook.showing import Showing, pushed
from rulebook.streets import Streets
from rulebook.table_state import table_state


class Hand:
    """One dealing. `stacks`: the seats dealt in with what lay behind before the forced bets.

    `overruled`: seqs of causes that a judge let stand although the book calls a misdeal or a void hand.
    """

    def __init__(
        self,
        opened: HandOpened,
        settings: Settings,
        stacks: Mapping[Seat, int],
        book: Book,
        overruled: frozenset[int] = frozenset(),
    ) -> None:
        self.number = opened.hand
        self.button = opened.button
        self.settings = settings
        self.book = book
        self.overruled = overruled
        self.game = game_of(settings.game)
        self.stacks_before = dict(stacks)
        self.betting = Betting(settings, book.money, book.cite, stacks, opened.button)
        seated = [seat for seat, chips in stacks.items() if chips > 0]
        first = self.game.streets[0]
        self.deal = Deal(clockwise(seated, opened.button), first.down + first.up, first.up)
        self.felt = Felt()
        self.faults = Faults(book, settings, opened.hand)
        self.streets = Streets(self.game)
        self.preparation = Preparation(settings.check_preparation)
        self.deadline = MisdealDeadline(book.dealing.misdeal_until)
        self.showing = Showing()
        self.faces = Faces(opened.hand)
        self.warnings: dict[str, Warned] = {}
        self.rulings: dict[str, Ruling] = {}
        self.penalties: dict[str, Penalty] = {}
        self.result: HandResult | None = None
        self.street = first.name
        if opened.post:
            self.betting.post()
        if not self.game.stud:
            self.betting.open_round(self.street)  # stud waits for the up cards, which say who begins

    def apply(self, record: Record) -> None:
        """Take one record of this hand."""
        handler = _HANDLERS.get(type(record.event))
        if handler is not None:
            handler(self, record.event, record.seq)
            self.follow()

    def follow(self) -> None:
        """What follows by itself from what has happened: streets open, corrections tick."""
        if self.result is None:
            streets.open_street_when_complete(self)
            if self.deal.complete:
                self.faults.tick("deal_on")
            if self.betting_complete:
                self.faults.tick("betting")
            if self.betting_complete and not self.showing.order and streets.next_street(self) is None:
                self.showing.order = self.betting.show_order(streets.up_cards(self) if self.game.stud else None)
            if len(self.betting.live) <= 1:
                for fault in self.faults.open():
                    if fault.row.call == "play":
                        fault.settle()  # no card will be dealt any more

    @property
    def over(self) -> bool:
        """Whether the dealing has ended: pushed, misdealt or void."""
        return self.result is not None

    @property
    def betting_complete(self) -> bool:
        """Whether the street's cards lie and nobody owes an action."""
        return self.deal.complete and self.streets.laid(self.felt) >= self.streets.required and not self.betting.round_open

    def warn(self, kind: str, cause: int) -> None:
        """Prompt before an error is complete."""
        ident = f"{self.number}:{kind}:{cause}"
        self.warnings[ident] = Warned(id=ident, kind=kind, cause=cause)

    def rule(self, drafts: list[RulingDraft], cause: int) -> None:
        """Give out what the betting had to interpret."""
        for draft in drafts:
            ident = f"{self.number}:ruling:{cause}:{draft.seat}"
            self.rulings[ident] = Ruling(ident, draft.seat, draft.action, draft.amount, draft.change, draft.rule, cause)

    def end(self, outcome: str) -> None:
        """Annul the dealing (misdeal, void): all chips of the hand go back."""
        self.betting.refund()
        board = tuple(self.felt.lying(BOARD))
        self.result = HandResult(hand=self.number, outcome=outcome, board=board)

    def findings(self) -> dict[str, Finding]:
        """All findings as they stand, by id, in the order in which they were found."""
        found: dict[str, Finding] = {}
        for fault in self.faults.items.values():
            found[fault.id] = self.faults.incident(fault, self.felt.names)  # type: ignore[arg-type]
        found.update(self.warnings)
        found.update(self.rulings)
        found.update(self.penalties)
        found.update({question.id: question for question in self.questions()})
        return found

    def questions(self) -> list[Question]:
        """What only the dealer can know, oldest first."""
        if self.result is not None:
            return []
        return sorted([*self.streets.questions(self), *self.faces.questions()], key=lambda question: question.about)

    @property
    def late_target(self) -> int | None:
        """Seq of the card before which a tap made now was really done: the dealer said that the betting was closed."""
        return self.streets.late_target if self.result is None else None

    def state(self) -> TableState:
        """Where the hand stands."""
        return table_state(self)


def _prepared(hand: Hand, event: DeckPrepared, seq: int) -> None:
    hand.preparation.prepared(hand, event, seq)


def _turned(hand: Hand, event: CardTurned, seq: int) -> None:
    streets.card_turned(hand, event, seq)


def _named(hand: Hand, event: CardNamed, seq: int) -> None:
    hand.felt.name(event)


def _acted(hand: Hand, event: Acted, seq: int) -> None:
    if hand.over:
        return
    if event.action == "muck":
        hand.showing.muck(event.seat)
        return
    streets.betting_begins_anyway(hand)
    hand.rule(hand.betting.act(event.seat, event.action, event.amount), seq)
    streets.action_taken(hand, event.seat, event.action not in ("fold", "check"), seq, event.before, _raises(event.action))


def _raises(action: str) -> bool:
    return action in ("bet", "raise", "allin")


def _said(hand: Hand, event: Said, seq: int) -> None:
    if not hand.over:
        streets.betting_begins_anyway(hand)
        hand.rule(hand.betting.said(event.seat, event.words, event.amount), seq)
        raises = event.words.split()[0] in ("raise", "bet", "allin") if event.words else False
        streets.action_taken(hand, event.seat, event.words not in ("fold", "check", "time"), seq, event.before, raises)


def _chips(hand: Hand, event: ChipsPut, seq: int) -> None:
    if not hand.over:
        streets.betting_begins_anyway(hand)
        hand.rule(hand.betting.put(event.seat, event.chips), seq)
        streets.action_taken(hand, event.seat, True, seq, event.before, False)


def _tabled(hand: Hand, event: Tabled, seq: int) -> None:
    if not hand.over:
        hand.showing.table(event.seat)


def _reported(hand: Hand, event: Reported, seq: int) -> None:
    if hand.over or event.seat is None:
        return
    if event.what == "dealer_asks":
        hand.betting.asked_by_dealer(event.seat)
    elif event.what == "clock":
        hand.betting.clock(event.seat)


def _answered(hand: Hand, event: Answered, seq: int) -> None:
    if not hand.over:
        streets.answered(hand, event, seq)


def _acknowledged(hand: Hand, event: FloorAcknowledged, seq: int) -> None:
    fault = hand.faults.items.get(event.incident)
    if fault is not None:
        fault.acknowledged = True


def _penalised(hand: Hand, event: FloorPenalised, seq: int) -> None:
    """A penalty is a finding of the table, which knows what went before; see `rulebook.table`."""


_HANDLERS: dict[type, Callable[[Hand, Any, int], None]] = {
    DeckPrepared: _prepared,
    CardPlaced: card_placed,
    CardTurned: _turned,
    CardNamed: _named,
    Said: _said,
    ChipsPut: _chips,
    Acted: _acted,
    Tabled: _tabled,
    Reported: _reported,
    Answered: _answered,
    Pushed: pushed,
    IntegritySeen: integrity_seen,
    FloorRuled: ruled,
    FloorPicked: picked,
    FloorRestored: restored,
    FloorReturned: returned,
    FloorAwarded: awarded,
    FloorAcknowledged: _acknowledged,
    FloorPenalised: _penalised,
}
