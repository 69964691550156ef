"""The incidents of one hand while they live: raised, led to their end, overruled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulebook.book import Book
from rulebook.dealing_rules import IrregularityRow
from rulebook.events import Handle, Settings
from rulebook.findings import Incident
from rulebook.irregularities import citation, kind_of, row_for
from rulebook.plans import Happening, Plan, make_plan
from rulebook.seats import BOARD, Seat, Zone

if TYPE_CHECKING:
    from rulebook.hand import Hand


class Fault:
    """One incident with its correction. It is open until its plan is done, it stands, or it is overruled."""

    __slots__ = (
        "acknowledged", "cause", "handles", "id", "kind", "open", "plan", "row", "rule", "seats", "seen", "situation", "street",
        "zone",
    )  # fmt: skip

    def __init__(self, ident: str, situation: str, row: IrregularityRow, street: str, cause: int) -> None:
        self.id = ident
        self.situation = situation
        self.kind = kind_of(situation)
        self.row = row
        self.rule = citation(row, situation)
        self.street = street
        self.cause = cause
        self.seats: tuple[Seat, ...] = ()
        self.handles: tuple[Handle, ...] = ()
        self.seen = ""
        self.zone: Zone = BOARD
        self.plan = Plan([])
        self.open = True
        self.acknowledged = False

    def settle(self) -> None:
        """The rules say that it stands, or something stronger took its place: nothing more is to be done."""
        self.open = False

    @property
    def waits_for_judge(self) -> bool:
        """Whether its next step is a judge's."""
        if not self.open or self.row.call != "floor":
            return False
        return self.plan.wants("judge") or self.plan.wants("pick")


class Faults:
    """All incidents of a hand, in the order in which they were found."""

    def __init__(self, book: Book, settings: Settings, hand: int) -> None:
        self.book = book
        self.settings = settings
        self.hand = hand
        self.items: dict[str, Fault] = {}

    def raise_(
        self,
        situation: str,
        street: str,
        cause: int,
        *,
        seats: Sequence[Seat] = (),
        handles: Sequence[Handle] = (),
        burn: Sequence[Handle] = (),
        zone: Zone = BOARD,
        count: int = 0,
        seen: str = "",
        plan: Plan | None = None,
    ) -> Fault:
        """Raise an incident for a situation and give it the book's correction."""
        row = row_for(self.book, self.settings, situation)
        kind = kind_of(situation)
        ident = f"{self.hand}:{kind}:{cause}"
        if ident in self.items:  # two seats short at one event are two faults
            ident = f"{ident}:{'-'.join(map(str, seats))}"
        fault = Fault(ident, situation, row, street, cause)
        fault.seats, fault.handles, fault.seen, fault.zone = tuple(sorted(seats)), tuple(handles), seen, zone
        fault.plan = plan or make_plan(row.plan, handles, burn=burn, zone=zone, count=count)
        if fault.plan.done:
            fault.settle()
        self.items[ident] = fault
        return fault

    def misdeal(self, hand: Hand, fault: Fault) -> None:
        """The book calls a misdeal or a void hand, and unless a judge has overruled it, it is one."""
        if fault.cause in hand.overruled:
            fault.settle()
        elif hand.result is None:
            for other in self.open():
                if other is not fault:
                    other.settle()  # the stronger call wins
            hand.end(fault.row.call)

    def restate(self, fault: Fault, situation: str) -> None:
        """The same fault is now another case of its kind: another clause, another correction."""
        fault.situation = situation
        fault.row = row_for(self.book, self.settings, situation)
        fault.rule = citation(fault.row, situation)
        fault.plan = make_plan(fault.row.plan, fault.handles, zone=fault.zone)
        fault.open = not fault.plan.done

    def replan(self, fault: Fault, *, count: int, burn: Sequence[Handle] = ()) -> None:
        """The same correction for more cards."""
        fault.plan = make_plan(fault.row.plan, fault.handles, burn=burn, zone=fault.zone, count=count)

    def drop(self, fault: Fault) -> None:
        """It was part of a greater fault after all."""
        self.items.pop(fault.id, None)

    def open(self, kind: str | None = None) -> list[Fault]:
        """The open ones, of one kind or of all."""
        return [fault for fault in self.items.values() if fault.open and (kind is None or fault.kind == kind)]

    def latest(self, kind: str) -> Fault | None:
        """The newest of a kind, open or not."""
        return next((fault for fault in reversed(self.items.values()) if fault.kind == kind), None)

    def see(self, happening: Happening) -> None:
        """Show what happened to every open correction, and close those that it completes."""
        for fault in self.open():
            fault.plan.see(happening)
        self.close_done()

    def tick(self, kind: str) -> None:
        """A state that corrections wait for has come (betting complete, deal complete)."""
        for fault in self.open():
            before = -1
            while before != (before := sum(step.done for step in fault.plan.views())):
                fault.plan.tick(kind)  # type: ignore[arg-type]
        self.close_done()

    def close_done(self) -> None:
        """Close what is complete."""
        for fault in self.open():
            if fault.plan.done:
                fault.settle()

    def wanting(self, kind: str, to: Zone | None = None) -> list[Fault]:
        """Open corrections that could take a step of that kind now."""
        return [fault for fault in self.open() if fault.plan.wants(kind, to)]  # type: ignore[arg-type]

    def incident(self, fault: Fault, names: dict[Handle, str]) -> Incident:
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
            cards=tuple(names[handle] for handle in fault.handles if handle in names),  # type: ignore[misc]
            seen=fault.seen,
            acknowledged=fault.acknowledged,
        )
