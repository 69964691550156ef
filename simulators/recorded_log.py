"""A recorded hand as the log that its table would have kept: every card seen, every action tapped, nothing wrong in it.

`simulators.rules_rig` gives the same events by way of a stage, a console and a ledger (a test compares them); here they are
written straight from the steps, fast enough for ten thousand hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.book import Book
from rulebook.cards import UNKNOWN, Card
from rulebook.events import (
    Acted,
    AnyEvent,
    CardNamed,
    CardPlaced,
    CardTurned,
    DeckPrepared,
    Face,
    Handle,
    HandOpened,
    Pushed,
    Tabled,
    TableSet,
)
from rulebook.record import Record
from rulebook.seats import BOARD, BURNS, MUCK, Seat, Zone, seat_zone
from simulators import scenario_steps as steps
from simulators.scenario import Scenario

APART_MS = 3_000  # a step is so far from the next that no sensor mistakes their order
WITNESSES = ("rfid", "window")


class LogWriter:
    """One table's log, hand after hand; `seq`, hand numbers and time go on.

    `sets_table`: every hand sets the table anew, as recorded hands need it, whose stacks do not follow from each other.
    """

    def __init__(self, book: Book, table: str = "table") -> None:
        self._book = book
        self._table = table
        self._seq = 0
        self._now_ms = 0
        self._hand = 0

    def hand(self, scenario: Scenario, *, sets_table: bool = True) -> list[Record]:
        """The records of one hand. Raises KeyError for a step that no recorded hand has."""
        self._hand += 1
        records: list[Record] = []
        if sets_table:
            records.append(self._record(TableSet(scenario.settings, scenario.stacks, scenario.button)))
        records.append(self._record(HandOpened(self._hand, scenario.button, self._book.id, self._book.hash)))
        cards = _Cards()
        for line in scenario.lines:
            self._now_ms += APART_MS
            records += map(self._record, cards.step(line.step, self._now_ms))
        return records

    def _record(self, event: AnyEvent) -> Record:
        self._seq += 1
        return Record(self._table, self._seq, "boot", self._now_ms, self._now_ms, event)


class _Cards:
    """The cards of one hand as they get their handles, and what their steps look like to a table."""

    def __init__(self) -> None:
        self._handles = 0
        self._before: dict[Seat, list[tuple[Handle, Card, Face]]] = {}

    def step(self, step: steps.AnyStep, now_ms: int) -> Iterator[AnyEvent]:
        match step:
            case steps.Shuffle():
                yield DeckPrepared("shuffled", by="machine", count=52, verdict="complete")
            case steps.Riffle():
                yield DeckPrepared("riffled")
            case steps.Cut():
                yield DeckPrepared("cut")
            case steps.Deal(seat, dealt):
                yield from self._deal(seat, dealt, now_ms)
            case steps.Burn(cards):
                yield from self._lay(BURNS, "down", [dealt.card for dealt in cards], now_ms)
            case steps.Board(cards):
                yield from self._lay(BOARD, "up", [dealt.card for dealt in cards], now_ms)
            case steps.Declared(seat, action, amount):
                yield Acted(seat, action, amount)
                if action in ("fold", "muck"):
                    for handle, _, _ in self._before.pop(seat, ()):
                        yield _placed(handle, MUCK, "down", now_ms, mouth="unknown")
            case steps.Tables(seat, names):
                yield from self._table(seat, names)
            case steps.PushPots():
                yield Pushed(rightly=True)
            case _:
                raise KeyError(f"no recorded hand has a step {step}")

    def _deal(self, seat: Seat, dealt: steps.Dealt, now_ms: int) -> Iterator[AnyEvent]:
        face: Face = "up" if dealt.showing == "up" else "down"
        handle = self._fresh()
        self._before.setdefault(seat, []).append((handle, dealt.card, face))
        yield _placed(handle, seat_zone(seat), face, now_ms)
        if face == "up" and dealt.card != UNKNOWN:
            yield CardNamed(handle, dealt.card)

    def _lay(self, zone: Zone, face: Face, cards: Sequence[Card], now_ms: int) -> Iterator[AnyEvent]:
        handles = [self._fresh() for _ in cards]
        for handle in handles:
            yield _placed(handle, zone, face, now_ms)
        if face == "up":
            for handle, card in zip(handles, cards, strict=True):
                yield CardNamed(handle, card)

    def _table(self, seat: Seat, names: Sequence[Card]) -> Iterator[AnyEvent]:
        """What lies face down is turned up and named; a card that nobody knew shows what it is."""
        held = self._before[seat]
        yield Tabled(seat, tuple(handle for handle, _, _ in held))
        hidden = [handle for handle, _, face in held if face == "down"]
        known = {card for _, card, _ in held}
        unknown = [name for name in names if name not in known]
        yield from (CardTurned(handle, "up") for handle in hidden)
        for handle, card, face in held:
            if face == "down" or card == UNKNOWN:
                yield CardNamed(handle, unknown.pop(0) if card == UNKNOWN else card)

    def _fresh(self) -> Handle:
        self._handles += 1
        return f"k{self._handles}"


def _placed(handle: Handle, zone: Zone, face: Face, now_ms: int, *, mouth: Face = "down") -> CardPlaced:
    return CardPlaced(handle, zone, face, mouth, now_ms, now_ms, WITNESSES)
