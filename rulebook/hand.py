"""One hand as a fold over its records: `Hand.apply(record)`; nothing else changes it.

What the fold has to say are findings, values with an identity of (hand, kind, causing event). Undo, late taps and judges'
acts are refolding, which `rulebook.table` does: a hand never takes anything back by itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook import acting, streets
from rulebook.asking import HAND_OVER, Asking
from rulebook.betting import Betting, RulingDraft
from rulebook.book import Book
from rulebook.carried import NOTHING, Beginning, with_missed
from rulebook.clock import Called
from rulebook.deal import Deal
from rulebook.events import FloorWord, HandOpened
from rulebook.faults import AFTER_THE_HAND, Faults
from rulebook.felt import Felt
from rulebook.findings import Finding, HandResult, Penalty, Question, Ruling, TableState, Warned
from rulebook.games import game_of
from rulebook.handlers import HANDLERS
from rulebook.irregularities import MisdealDeadline
from rulebook.moving import when_put_right
from rulebook.preparation import Preparation
from rulebook.presence import Presence, at_turn
from rulebook.record import Record
from rulebook.seats import BOARD, Seat
from rulebook.settings import Settings
from rulebook.showing import Showing
from rulebook.streets import Streets
from rulebook.stud import stub_short, when_dealt
from rulebook.table_state import table_state

NO_SEQS: frozenset[int] = frozenset()


class Hand:
    """One dealing. `stacks`: the seats dealt in with what lay behind before the forced bets.

    `beginning`: what it knows from the hands before. `words`: what a judge ruled about which seq.
    """

    # More fields than Python keeps in line: without slots each would be looked up in a dictionary.
    __slots__ = (
        "asking", "award_in_doubt", "begun", "betting", "book", "button", "button_lies", "button_next", "called", "counted",
        "deadline", "deal", "faults", "felt", "forwarded", "game", "number", "overruled", "penalties", "preparation",
        "presence", "quiet", "record", "result", "rulings", "seats", "settings", "showing", "street", "streets", "warnings",
        "words",
    )  # fmt: skip

    def __init__(
        self,
        opened: HandOpened,
        settings: Settings,
        stacks: Mapping[Seat, int],
        book: Book,
        beginning: Beginning = NOTHING,
        words: Mapping[int, FloorWord] | None = None,
    ) -> None:
        self.number = opened.hand
        self.button = opened.button
        self.settings = settings = with_missed(settings, beginning.owed) if beginning.owed else settings
        self.book = book
        self.words = dict(words) if words else {}
        self.overruled = {seq for seq, word in self.words.items() if word in ("play", "fair")} if words else NO_SEQS
        self.presence = Presence(beginning.left, beginning.out)
        self.button_lies = beginning.button_lies
        self.button_next: Seat = 0  # where the dealer has put it for the next hand
        self.award_in_doubt = beginning.award_in_doubt
        self.forwarded: Seat = 0  # who pushed his cards forward without a word
        self.called: Called | None = None  # on whom time was called
        self.record: Record | None = None  # the one that is being taken
        self.game = game_of(settings.game)
        self.betting = Betting(settings, book.money, book.cite, stacks, opened.button, beginning.blinds, beginning.apart)
        self.seats = tuple(self.betting.seats)
        first = self.game.streets[0]
        self.deal = Deal(self.seats, first.down + first.up, first.up)
        self.begun = False  # a card has come to a seat
        self.counted = 0  # how many of the betting's actions have been looked at
        self.felt = Felt()
        self.faults = Faults(book, settings, opened.hand)
        self.streets: Streets = Streets(self.game)
        done = beginning.prepared
        self.preparation = done.copy() if done else Preparation(settings.check_preparation, beginning.uncounted)
        self.deadline = MisdealDeadline(book.dealing.misdeal_until.of(settings.context))
        self.showing = Showing()
        self.asking = Asking(opened.hand, beginning.devices)
        self.warnings: dict[str, Warned] = {}
        self.rulings: dict[str, Ruling] = {}
        self.penalties: dict[str, Penalty] = {}
        self.quiet = True  # nothing has been found or asked yet
        self.result: HandResult | None = None
        self.street = first.name
        if opened.post:
            self.betting.post()
        if not self.game.stud:
            self.betting.open_round(self.street)  # stud waits for the up cards, which say who begins

    def apply(self, record: Record) -> bool:
        """Take one record of this hand. Returns whether the hand is quiet: nothing at all has been found in it."""
        event = record.event
        self.record = record
        HANDLERS[type(event)](self, event, record.seq)
        betting = self.betting
        if not betting.to_act or betting.street != self.street or self.presence.anybody:
            self._follow(record.seq)  # while a seat is to act, and sits there, nothing does
        if self.quiet:
            return True
        self.faults.advance(self)  # corrections tick
        if self.streets.astray:
            when_put_right(self, record.seq)
        return False

    def _follow(self, seq: int) -> None:
        """What follows by itself from what has happened: streets open, an early card is their own, a showdown has its order."""
        if self.result is not None:
            return
        course, betting = self.streets, self.betting
        if course.turned and not self.dealing:
            when_dealt(self, seq)
        if betting.street != self.street:
            streets.open_street_when_complete(self)
        if (course.early is not None or course.standing or course.standing_dealt) and self.betting_complete:
            acting.betting_closed(self)
        if self.game.stud and course.early is None and self.betting_complete:
            stub_short(self, seq)
        if self.street == course.last and not self.showing.order and self.betting_complete:
            self.showing.order = betting.show_order(streets.up_cards(self) if self.game.stud else None)
        if self.presence.anybody:
            at_turn(self, seq)
        if len(betting.ring) <= 1:
            self._won()

    def _won(self) -> None:
        """One player is left: no card will be dealt any more, so nothing is left to put right about the cards."""
        self.streets.early = None
        if self.streets.taken:
            self.streets.taken.clear()  # the board is gathered
            self.asking.withdraw(HAND_OVER)
        for fault in self.faults.open():
            if fault.row.plan not in AFTER_THE_HAND:
                fault.settle()

    # -- where the hand stands

    @property
    def over(self) -> bool:
        """Whether the dealing has ended: pushed, misdealt or void."""
        return self.result is not None

    @property
    def uncounted(self) -> bool:
        """Whether it was paid for by the people's word alone: rows of open-face that nobody saw."""
        return False

    @property
    def dealing(self) -> bool:
        """Whether the cards of a dealing to the seats are still coming."""
        return not self.deal.closed and not self.deal.complete

    @property
    def betting_complete(self) -> bool:
        """Whether the street's cards lie and nobody owes an action."""
        if self.betting.round_open or self.dealing or self.betting.street != self.street:
            return False
        return self.streets.laid(self.felt) >= self.streets.required

    @property
    def betting_due(self) -> bool:
        """Whether actions are owed: the betting is open, or is about to be, for a street of stud lies and nobody has read yet
        who begins it."""
        betting = self.betting
        if betting.street == self.street or not self.game.stud:
            return betting.round_open
        return self.deal.complete and len(betting.live) > 1 and not betting.no_more_betting

    @property
    def blind_seats(self) -> tuple[Seat, ...]:
        """Who has the small and the big blind; heads-up the big blind is dealt first, either way these are the two."""
        return self.betting.blind_seats or self.seats[:2]

    def street_laid(self, name: str) -> bool:
        """Whether the cards of a street lie."""
        order = self.streets.order
        ahead = order.index(self.street) - order.index(name)
        return ahead > 0 or (ahead == 0 and self.streets.laid(self.felt) >= self.streets.required)

    def street_bet(self, name: str) -> bool:
        """Whether the betting of a street (empty: of the present one) is complete."""
        order = self.streets.order
        ahead = order.index(self.street) - order.index(name) if name else 0
        return ahead > 0 or (ahead == 0 and self.betting_complete)

    # -- what is found

    def warn(self, kind: str, cause: int) -> None:
        """Prompt before an error is complete."""
        ident = f"{self.number}:{kind}:{cause}"
        self.warnings[ident] = Warned(id=ident, kind=kind, cause=cause)
        self.quiet = False

    def rule(self, drafts: list[RulingDraft], cause: int) -> None:
        """Give out what the betting had to interpret."""
        for draft in drafts:
            ident = f"{self.number}:ruling:{cause}:{draft.seat}"
            self.rulings[ident] = Ruling(ident, draft.seat, draft.action, draft.amount, draft.change, draft.rule, cause)
            self.quiet = False

    def punish(self, penalty: Penalty) -> None:
        """A judge gave a penalty."""
        self.penalties[penalty.id] = penalty
        self.quiet = False

    def end(self, outcome: str) -> None:
        """Annul the dealing (misdeal, void): all chips of the hand go back."""
        self.betting.refund()
        board = tuple(self.felt.lying(BOARD))
        self.result = HandResult(hand=self.number, outcome=outcome, board=board)

    def findings(self) -> dict[str, Finding]:
        """All findings as they stand, by id, in the order in which they were found."""
        found: dict[str, Finding] = {}
        for fault in self.faults.items.values():
            found[fault.id] = self.faults.incident(fault, self.felt.names)
        found.update(self.warnings)
        found.update(self.rulings)
        found.update(self.penalties)
        found.update({question.id: question for question in self.questions()})
        return found

    def questions(self) -> list[Question]:
        """What only the dealer can know, oldest first."""
        if self.result is not None:
            return []
        return sorted([*self.streets.questions(self), *self.asking.questions()], key=lambda question: question.about)

    @property
    def late_target(self) -> int | None:
        """Seq of the card before which a tap made now was really done, unless the dealer says that the card came early."""
        early = self.streets.early
        return early.about if self.result is None and early is not None else None

    def state(self) -> TableState:
        """Where the hand stands."""
        return table_state(self)
