"""The node without its threads: readings, looks, taps and the hub's frames in; records, frames, lamp and screen out. Pure.

The way of a card: reading → fusion → event → enforcement (fold, finding) → record. The shell writes `Append` to the journal and
answers with `Durable`; only then do records go up and directives count as taken. Prompts need not wait for the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from firmware_bridge.readings import ButtonPressed, DeviceState, Inventory, ShufflerReport
from link.endpoint import NO_CLAIM, Claimed
from rulebook.book import Book
from rulebook.clock import TIME_UP, running
from rulebook.core import TICK, Tick
from rulebook.digest import digest
from rulebook.events import DeckPrepared, DoubtOpened, Reported
from rulebook.record import Record
from table_node.console.desk import View
from table_node.core_messages import NodeInput, NodeOutput, Sources, TookDirective, Touched, Trouble, WallClock
from table_node.dealers_word import DealersWord
from table_node.enforcement import Enforcement
from table_node.fusion import Fusion
from table_node.held import HeldTouches
from table_node.ledger import Ledger
from table_node.recorder import Recorder
from table_node.restart import LastLife
from table_node.screen import Screen
from table_node.uplink import Came, Durable, FromHub, HubChanged, LinkUp, Uplink
from vision.sightings import CameraState, Look

MS = 1_000_000


class NodeCore:
    """One table's node. `journal_marks`: last record, hub's acknowledgement, directives taken.

    `shortest_delay_ms`: see `link.seal.SealClock`; 0 in a demo alone.
    """

    def __init__(
        self,
        books: Mapping[str, Book],
        table: str,
        boot: str,
        sources: Sources,
        *,
        replay: Iterable[Record] = (),
        journal_marks: tuple[int, int, int] = (0, 0, 0),
        shortest_delay_ms: int | None = None,
    ) -> None:
        self.table = table
        self.enforcement = Enforcement(books, table, boot)
        self._boot = boot
        packs = list(sources.packs.values())
        self.ledger = Ledger(packs[0] if packs else {}, others=packs[1:], names=tuple(sources.packs))
        self.fusion = Fusion(self.ledger, cut_tags=sources.cut_tags)
        self.screen = Screen(table)
        last, acked, directives = journal_marks
        parts = (self.enforcement, self.fusion, self.ledger, self.screen)
        self._recorder = Recorder(*parts, sources, last=last, shortest_delay_ms=shortest_delay_ms)
        self.uplink = Uplink(sources.read, last=last, acked=acked, directives=directives, claim=self._claim)
        self._word = DealersWord(*parts, self._recorder, self.uplink)
        self._now = 0
        self._out: list[NodeOutput] = []
        self._held = HeldTouches(self.enforcement, self.fusion)
        self._unsaid: DoubtOpened | None = None
        self._restore(replay)
        self.screen.draw(self.enforcement.fold, undoable=self.enforcement.undoable, hub_away=not self.uplink.online)

    # -- the one shape

    def step(self, now_ns: int, given: NodeInput) -> Sequence[NodeOutput]:
        """See `rulebook.core`."""
        self._now = now_ns
        self._out = self._recorder.begin(now_ns)
        if self._unsaid is not None:
            unsaid, self._unsaid = self._unsaid, None
            self._recorder.observe(unsaid)
        match given:
            case Touched():
                self._touch(given)
            case Durable() | FromHub() | LinkUp():
                self._link(given)
            case WallClock(offset_ms):
                self._recorder.offset_ms = offset_ms
            case ShufflerReport():
                self._shuffler(given)
            case ButtonPressed(button=button):
                if (touched := self._word.of_button(button)) is not None:
                    self._touch(touched)
            case _:
                self._sensed(given)
        self._drain()
        self._release()
        self._time_called()
        self._recorder.let_pass()
        due = self.uplink.deadline()
        if due is not None and due <= now_ns:
            self._link(TICK)
        self._show()
        return self._out

    def deadline(self) -> int | None:
        """See `rulebook.core`."""
        called = running(self.enforcement.fold.hand, self._boot)
        time_up = called.up_ms * MS if called is not None else None
        due = (self.fusion.deadline(), self.uplink.deadline(), self._recorder.deadline(), self._held.deadline(), time_up)
        return min((at for at in due if at is not None), default=None)

    def pending(self) -> bool:
        """Whether the sensors have something that is not decided yet."""
        return self.fusion.pending() or bool(self._held)

    def desk(self) -> View:
        """The dealer's screen, as of the last `DeskChanged`."""
        return self.screen.view

    # -- after a restart

    def _restore(self, replay: Iterable[Record]) -> None:
        """Fold the journal, and take over where the cards of an unfinished hand lie. Their key is lost with the old process."""
        last_life = LastLife()
        for record in replay:
            self.enforcement.replay(record)
            self.screen.note(record)
            last_life.read(record)
        self.enforcement.found()
        self.screen.begin()
        self._unsaid = last_life.loss()
        hand = self.enforcement.fold.hand
        self._recorder.over = hand is not None and hand.over
        if hand is not None:
            # No new key within a hand: half of its cards would open and half not, and nobody could tell why.
            names = self.enforcement.fold.state().names
            lying = [msgspec.structs.replace(one, card=names.get(one.handle)) for one in last_life.lying.values()]
            self.fusion.adopt(lying, last_life.handles)

    # -- inputs

    def _sensed(self, given: Inventory | DeviceState | Look | CameraState | Tick) -> None:
        if not isinstance(given, Tick):
            self.screen.sensed(given)
        self._out += self.fusion.step(self._now, given)
        if isinstance(given, Look):
            self.screen.reached(self.fusion.drawing and self.enforcement.fold.state().next == "act")

    def _shuffler(self, report: ShufflerReport) -> None:
        if report.kind == "ejected":
            self.fusion.done(self._now)  # what was gone from the felt went through the machine
            self._recorder.observe(DeckPrepared("shuffled", by="machine", count=report.count, verdict=report.verdict))

    def _touch(self, given: Touched) -> None:
        if not self._held.holds(self._now, given):
            self._out.append(self._word.take(self._now, given))
        self.fusion.tabling(self._held.tabling)

    def _release(self) -> None:
        """Take the touches that were held, in their order."""
        while (given := self._held.release(self._now)) is not None:
            self._out.append(self._word.take(self._now, given))
            self.fusion.tabling(self._held.tabling)
            self._drain()

    def _link(self, given: FromHub | LinkUp | Durable | Tick) -> None:
        for item in self.uplink.step(self._now, given):
            match item:
                case Came(seq, directive):
                    if directive is None:
                        self._out.append(Trouble(f"directive {seq} of the hub is none that this version knows; passed over"))
                    else:
                        self._recorder.directive(directive)
                    self._out.append(TookDirective(seq))
                case HubChanged():
                    self.screen.stale = True
                    self._out.append(item)
                case _:
                    self._out.append(item)

    def _claim(self) -> Claimed:
        """What this node's fold says after its last durable record; nothing while a later one is on its way to the disk."""
        found = digest(self.enforcement.fold) if self._recorder.last == self.uplink.durable else None
        return Claimed(self._recorder.last, found) if found is not None else NO_CLAIM

    # -- from events to records

    def _drain(self) -> None:
        while (event := self.fusion.take(self._recorder.expected())) is not None:
            self._recorder.observe(event)  # type: ignore[arg-type]
            self._release()  # who acted once the street was complete acted before the cards that have come since

    def _time_called(self) -> None:
        """The time that was called on a seat has run out."""
        called = running(self.enforcement.fold.hand, self._boot)
        if called is not None and self._now >= called.up_ms * MS:
            self._recorder.observe(Reported(TIME_UP, called.seat))

    def _show(self) -> None:
        fold, undoable = self.enforcement.fold, self.enforcement.undoable
        self._out += self.screen.show(fold, undoable=undoable, hub_away=not self.uplink.online)
