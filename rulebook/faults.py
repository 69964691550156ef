"""The incidents of one hand while they live: raised, led to their end, overruled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulebook.book import Book
from rulebook.cards import Card
from rulebook.dealing_rules import IrregularityRow
from rulebook.events import Handle
from rulebook.findings import Incident, StepKind
from rulebook.irregularities import citation, kind_of, row_for
from rulebook.plans import About, Plan, make_plan
from rulebook.seats import STUB, Seat
from rulebook.settings import Settings
from rulebook.steps import ORDINARY, Happening
from rulebook.streets import release_burn

if TYPE_CHECKING:
    from rulebook.hand import Hand

NEVER = 99  # no betting makes it stand
ANNULS = ("misdeal", "void")

# What still has to be done when one player is left: no card will be dealt any more, but the deck is as it was.
AFTER_THE_HAND = ("new_deck", "new_deck_redeal", "new_deck_after", "judge", "judge_new_deck")


ABOUT_THE_BOARD = ("four_card_flop", "extra_board_card")
OFF_BOARD = "board_card_moved"


class Fault:
    """One incident with its correction. It is open until its plan is done, it stands, or it is overruled.

    `stands_from`: number of the street whose betting makes it stand, if it has not been put right before.
    """

    __slots__ = (
        "about", "acknowledged", "attended", "cause", "handles", "id", "kind", "open", "plan", "row", "rule", "seats", "seen",
        "situation", "stands_from", "street",
    )  # fmt: skip

    def __init__(self, ident: str, situation: str, row: IrregularityRow, street: str, cause: int) -> None:
        self.id = ident
        self.situation = situation
        self.kind = kind_of(situation)
        self.row = row
        self.rule = citation(row, situation)
        self.street = street
        self.cause = cause
        self.about = About()
        self.seats: tuple[Seat, ...] = ()
        self.handles: tuple[Handle, ...] = ()
        self.seen = ""
        self.plan = Plan([])
        self.stands_from = NEVER
        self.open = True
        self.acknowledged = False
        self.attended = False

    def attend(self) -> None:
        """A judge has acted about it: he need not be called any more."""
        self.acknowledged = self.attended = True

    def settle(self) -> None:
        """The rules say that it stands, or something stronger took its place: nothing more is to be done."""
        self.open = False

    @property
    def waits_for_judge(self) -> bool:
        """Whether its next step is a judge's."""
        if not self.open or self.row.call != "floor":
            return False
        return self.plan.wants("judge") or self.plan.wants("pick")

    def concerns(self, handle: Handle) -> bool:
        """Whether it is about the card, or its correction moves it."""
        return handle in self.handles or self.plan.concerns(handle)

    @property
    def wants_dealer(self) -> bool:
        """Whether its next step is one that the ordinary course of the hand does not bring by itself."""
        return self.open and any(step.kind not in ORDINARY for step in self.plan.current())


class Faults:
    """All incidents of a hand, in the order in which they were found."""

    def __init__(self, book: Book, settings: Settings, hand: int) -> None:
        self.book = book
        self.settings = settings
        self.hand = hand
        self.items: dict[str, Fault] = {}

    def raise_(
        self,
        hand: Hand,
        situation: str,
        cause: int,
        *,
        seats: Sequence[Seat] = (),
        handles: Sequence[Handle] = (),
        about: About | None = None,
        plan: Plan | None = None,
        seen: str = "",
        stands_from: int = NEVER,
    ) -> Fault:
        """Raise an incident for a situation, with the book's call and correction. A misdeal or a void hand ends the hand."""
        row = row_for(self.book, self.settings, situation)
        ident = f"{self.hand}:{kind_of(situation)}:{cause}"
        if ident in self.items:  # two seats short at one event are two faults
            ident = f"{ident}:{'-'.join(map(str, seats)) or len(self.items)}"
        fault = Fault(ident, situation, row, hand.street, cause)
        fault.seats, fault.handles, fault.seen = tuple(sorted(seats)), tuple(handles), seen
        fault.about = (about or About())._replace(cards=fault.handles)
        fault.plan = plan or make_plan(row.plan, fault.about)
        fault.stands_from = stands_from
        fault.open = not fault.plan.done
        self.items[ident] = fault
        hand.quiet = False
        self._annul(hand, fault)
        return fault

    def _annul(self, hand: Hand, fault: Fault) -> None:
        """Where the book calls a misdeal or a void hand it is one, unless a judge has overruled it."""
        if fault.row.call not in ANNULS or hand.result is not None:
            return
        if fault.cause in hand.overruled:
            fault.settle()
            return
        for other in self.open():
            if other is not fault:
                other.settle()  # the stronger call wins
        hand.end(fault.row.call)

    def restate(self, hand: Hand, fault: Fault, situation: str) -> None:
        """The same fault is now another case of its kind: another clause, another correction."""
        fault.situation = situation
        fault.row = row_for(self.book, self.settings, situation)
        fault.rule = citation(fault.row, situation)
        self.replan(fault, make_plan(fault.row.plan, fault.about))
        self._annul(hand, fault)

    def replan(self, fault: Fault, plan: Plan) -> None:
        """Another correction for the same fault."""
        fault.plan = plan
        fault.open = not plan.done

    def widen(self, fault: Fault, handles: Sequence[Handle], number: int = 0) -> None:
        """The fault is about these cards: its correction begins anew for all of them."""
        fault.handles = tuple(handles)
        fault.about = fault.about._replace(cards=fault.handles, number=number or fault.about.number)
        self.replan(fault, make_plan(fault.row.plan, fault.about))

    def drop(self, fault: Fault) -> None:
        """It was part of a greater fault after all."""
        self.items.pop(fault.id, None)

    def open(self, kind: str | None = None) -> list[Fault]:
        """The open ones, of one kind or of all."""
        if not self.items:
            return []
        return [fault for fault in self.items.values() if fault.open and (kind is None or fault.kind == kind)]

    def of(self, kind: str) -> list[Fault]:
        """All of a kind, open or not."""
        return [fault for fault in self.items.values() if fault.kind == kind]

    def latest(self, kind: str) -> Fault | None:
        """The newest of a kind, open or not."""
        return next((fault for fault in reversed(self.items.values()) if fault.kind == kind), None)

    def see(self, what: str, zone: str = "") -> None:
        """Show what happened to every open correction."""
        if not self.items:
            return
        happening = Happening(what, zone)  # type: ignore[arg-type]
        for fault in self.open():
            fault.plan.see(happening)

    def advance(self, hand: Hand) -> None:
        """Tick off what is as the open corrections want it, and close those that are complete."""
        for fault in self.open():
            fault.plan.advance(hand)
            if fault.plan.done or self._dealt_anyway(hand, fault):
                fault.open = False
            elif self._taken_back(hand, fault):
                fault.settle()
                release_burn(hand, fault)

    @staticmethod
    def _dealt_anyway(hand: Hand, fault: Fault) -> bool:
        """Whether the cards that the stub lacked have come, however the dealer found them: he may shuffle two piles at once.
        Or the board that a judge wants whole is so, whichever card lies in the place of the one that was taken away."""
        if fault.kind == OFF_BOARD:
            whole = hand.streets.laid(hand.felt) >= hand.streets.required
            return whole and hand.result is None and not fault.waits_for_judge
        return fault.kind == "stub_short" and fault.row.call == "play" and hand.street == hand.streets.last and not hand.dealing

    @staticmethod
    def _taken_back(hand: Hand, fault: Fault) -> bool:
        """Whether another correction took its cards into the stub: nothing is left to pick from, or to put back later."""
        if any(hand.felt.zone_of(handle) != STUB for handle in fault.handles):
            return False
        return fault.kind in ABOUT_THE_BOARD or (fault.row.plan == "burn_put_back" and fault.plan.lacks_only("betting"))

    def wanting(self, kind: StepKind, to: str | None = None) -> list[Fault]:
        """The open ones whose correction waits for a step of that kind."""
        return [fault for fault in self.open() if fault.plan.wants(kind, to)]  # type: ignore[arg-type]

    def incident(self, fault: Fault, names: dict[Handle, Card]) -> Incident:
        """The fault as a value; only open names are told."""
        return Incident(
            id=fault.id,
            kind=fault.kind,
            rule=fault.rule,
            hand=self.hand,
            street=fault.street,
            seats=fault.seats,
            cause=fault.cause,
            severity=fault.row.severity,
            call=fault.row.call,
            open=fault.open,
            steps=fault.plan.views(),
            handles=fault.handles,
            cards=tuple(names[handle] for handle in fault.handles if handle in names),
            seen=fault.seen,
            acknowledged=fault.acknowledged,
            attended=fault.attended,
        )
