"""From what was observed, tapped or directed to records, with what a hand's opening and end bring along. Pure.

A hand opens with fresh handles under a fresh key; its end and the stream's delay open the seal. Every record of a table comes
out of here, in its order; whoever has something to record hands it in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from link.messages import Directive
from link.nested import nest
from link.seal import DelayKept, DelaySet, HandBegan, HandOver, SealClock, seal_card
from rulebook.core import TICK, Tick
from rulebook.events import AnyEvent, CardPlaced, HandOpened, KeyNested, TableSet
from rulebook.record import Record
from table_node import taps
from table_node.core_messages import Append, NodeOutput, Sources, Trouble
from table_node.enforcement import Enforcement
from table_node.fusion import Fusion
from table_node.fusion_felt import Expectation
from table_node.guidance import expectation
from table_node.ledger import Ledger
from table_node.screen import Screen

MS = 1_000_000


class Recorder:
    """One table's. `last` is the seq of the last record; `over`: whether the hand of that record is over.

    `shortest_delay_ms`: see `link.seal.SealClock`; 0 in a demo alone. `offset_ms` is Unix time minus boot time.
    """

    def __init__(
        self,
        enforcement: Enforcement,
        fusion: Fusion,
        ledger: Ledger,
        screen: Screen,
        sources: Sources,
        *,
        last: int,
        shortest_delay_ms: int | None,
    ) -> None:
        self.last = last
        self.over = False
        self.offset_ms = 0
        self._enforcement = enforcement
        self._ledger = ledger
        self._fusion = fusion
        self._screen = screen
        self._sources = sources
        self._clock = SealClock() if shortest_delay_ms is None else SealClock(shortest_ms=shortest_delay_ms)
        self._nested: KeyNested | None = None
        self._expectation: Expectation | None = None
        self._now = 0
        self._out: list[NodeOutput] = []

    def begin(self, now_ns: int) -> list[NodeOutput]:
        """A step begins. Returns the list that takes all that is made in it."""
        self._now = now_ns
        self._out = []
        return self._out

    def deadline(self) -> int | None:
        """When a seal may be opened."""
        return self._clock.deadline()

    def let_pass(self) -> None:
        """Open the seals whose time has come."""
        self._seal(TICK)

    def expected(self) -> Expectation:
        """What the procedure wants next, after the last record."""
        if self._expectation is None:
            # Sensors that come back in a hand that is counted by hand would count its cards again.
            self._expectation = Expectation(ignore=True) if self._screen.by_hand else expectation(self._enforcement.fold)
        return self._expectation

    # -- what is handed in

    def observe(self, event: AnyEvent) -> None:
        """Something was seen, or follows from what was."""
        try:
            records = self._enforcement.observe(self._now // MS, self._wall_ms(), event)
        except taps.Refused as refusal:
            self._out.append(Trouble(str(refusal)))
            return
        self._append(records)

    def tap(self, tap: taps.Tap, *, same_touch: bool) -> Sequence[Record]:
        """The dealer declared something. Returns its records. Raises `taps.Refused`; then nothing was recorded."""
        records = self._enforcement.tap(self._now // MS, self._wall_ms(), tap, same_touch=same_touch)
        if isinstance(tap, taps.Prepare) and tap.what == "new_deck":
            self._ledger.next_deck()
        self._append(records)
        return records

    def directive(self, directive: Directive) -> None:
        """A judge's act or a table setting came down."""
        self._append(self._enforcement.directive(self._now // MS, self._wall_ms(), directive))

    # -- what comes of it

    def _append(self, records: Sequence[Record]) -> None:
        for record in records:
            self._out.append(Append(record))
            self.last = record.seq
            if isinstance(record.event, HandOpened):
                self._open(record.event, records)
            elif isinstance(record.event, TableSet):
                self._seal(DelaySet(record.event.settings.delay_ms))
            self._screen.note(record)
        if not records:
            return
        if self._nested is not None:  # only now: each record has its place already
            nested, self._nested = self._nested, None
            self.observe(nested)
        self._expectation = None
        self._screen.found(self._enforcement.found())
        hand = self._enforcement.fold.hand
        over = hand is not None and hand.over
        if over and not self.over and hand is not None:
            self._seal(HandOver(hand.number))
        self.over = over

    def _open(self, opened: HandOpened, records: Sequence[Record]) -> None:
        """A new hand: fresh handles under a fresh key. The card whose coming opened it is its first."""
        keep = next((record.event.handle for record in records if isinstance(record.event, CardPlaced)), None)
        key = self._sources.new_key()
        if self._sources.officials is not None:
            self._nested = KeyNested(opened.hand, nest(key, opened.hand, *self._sources.officials))
        self._seal(HandBegan(opened.hand, key))
        self._ledger.new_hand(partial(seal_card, key, opened.hand), keep)
        self._fusion.begin_hand(keep)
        self.over = False

    def _seal(self, given: HandBegan | HandOver | DelaySet | Tick) -> None:
        for item in self._clock.step(self._now, given):
            if isinstance(item, DelayKept):
                asked, kept = item.asked_ms // 60_000, item.kept_ms // 60_000
                self._out.append(Trouble(f"a stream delay of {asked} min was asked for; it stays {kept} min, it never shrinks"))
            else:
                self.observe(item)

    def _wall_ms(self) -> int:
        return self._now // MS + self.offset_ms
