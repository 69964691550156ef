"""The node without its threads: readings, looks, taps and the hub's frames in; records, frames, lamp and screen out. Pure.

The way of a card: reading → fusion → event → enforcement (fold, finding) → record. The shell writes `Append` to the journal and
answers with `Durable`; only then do records go up and directives count as taken. Prompts need not wait for the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import msgspec

from firmware_bridge.lamps import Pattern, Show
from firmware_bridge.readings import ButtonPressed, DeviceState, Inventory, ShufflerReport
from link.endpoint import NO_CLAIM, Claimed
from link.nested import nest
from link.seal import DelayKept, DelaySet, HandBegan, HandOver, SealClock, seal_card
from rulebook.book import Book
from rulebook.clock import TIME_UP, running
from rulebook.core import TICK, Tick
from rulebook.digest import digest
from rulebook.events import (
    BY_HAND,
    AnyEvent,
    CardPlaced,
    DeckPrepared,
    DoubtOpened,
    HandOpened,
    KeyNested,
    Reported,
    Tabled,
    TableSet,
)
from rulebook.record import Record
from table_node import taps
from table_node.by_hand import BOARDS, COUNTED, DEALINGS, carried_out, due_card
from table_node.console.desk import View
from table_node.core_messages import (
    Append,
    DeskChanged,
    NodeInput,
    NodeOutput,
    Sources,
    TapAnswered,
    TookDirective,
    Touched,
    Trouble,
    WallClock,
)
from table_node.enforcement import Enforcement, Refused
from table_node.fusion import Fusion
from table_node.fusion_felt import Expectation
from table_node.guidance import betting_open, expectation, lamp_pattern
from table_node.held import HeldTouches
from table_node.ledger import Ledger
from table_node.restart import LastLife
from table_node.screen import Screen
from table_node.uplink import Came, Durable, FromHub, HubChanged, LinkUp, Uplink
from vision.sightings import CameraState, Look

MS = 1_000_000
MOST_CARDS = 52  # of one tap


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
        self._sources = sources
        packs = list(sources.packs.values())
        self.ledger = Ledger(packs[0] if packs else {}, others=packs[1:], names=tuple(sources.packs))
        self.fusion = Fusion(self.ledger, cut_tags=sources.cut_tags)
        self.screen = Screen(table)
        self._clock = SealClock() if shortest_delay_ms is None else SealClock(shortest_ms=shortest_delay_ms)
        last, acked, directives = journal_marks
        self._last = last
        self.uplink = Uplink(sources.read, last=last, acked=acked, directives=directives, claim=self._claim)
        self._now = 0
        self._offset_ms = 0
        self._out: list[NodeOutput] = []
        self._expectation: Expectation | None = None
        self._pattern: Pattern = "off"
        self._stale_desk = True
        self._over = False
        self._reaching = False
        self._nested: KeyNested | None = None
        self._held = HeldTouches(self.enforcement, self.fusion)
        self._unsaid: DoubtOpened | None = None
        self._restore(replay)
        self._view = self._draw()

    # -- the one shape

    def step(self, now_ns: int, given: NodeInput) -> Sequence[NodeOutput]:
        """See `rulebook.core`."""
        self._now = now_ns
        self._out = []
        if self._unsaid is not None:
            unsaid, self._unsaid = self._unsaid, None
            self._observe(unsaid)
        match given:
            case Touched():
                self._touch(given)
            case Durable() | FromHub() | LinkUp():
                self._link(given)
            case WallClock(offset_ms):
                self._offset_ms = offset_ms
            case ShufflerReport():
                self._shuffler(given)
            case ButtonPressed():
                self._button(given)
            case _:
                self._sensed(given)
        self._drain()
        self._release()
        self._time_called()
        self._seal(TICK)
        due = self.uplink.deadline()
        if due is not None and due <= now_ns:
            self._link(TICK)
        self._show()
        return self._out

    def deadline(self) -> int | None:
        """See `rulebook.core`."""
        called = running(self.enforcement.fold.hand, self._boot)
        time_up = called.up_ms * MS if called is not None else None
        due = (self.fusion.deadline(), self.uplink.deadline(), self._clock.deadline(), self._held.deadline(), time_up)
        return min((at for at in due if at is not None), default=None)

    def pending(self) -> bool:
        """Whether the sensors have something that is not decided yet."""
        return self.fusion.pending() or bool(self._held)

    def desk(self) -> View:
        """The dealer's screen, as of the last `DeskChanged`."""
        return self._view

    def _draw(self) -> View:
        fold, undoable = self.enforcement.fold, self.enforcement.undoable
        return self.screen.draw(fold, undoable=undoable, hub_away=not self.uplink.online, reaching=self._reaching)

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
        self._over = hand is not None and hand.over
        if hand is not None:
            # No new key within a hand: half of its cards would open and half not, and nobody could tell why.
            names = self.enforcement.fold.state().names
            lying = [msgspec.structs.replace(one, card=names.get(one.handle)) for one in last_life.lying.values()]
            self.fusion.adopt(lying, last_life.handles)

    # -- inputs

    def _sensed(self, given: Inventory | DeviceState | Look | CameraState | Tick) -> None:
        if not isinstance(given, Tick):
            self._stale_desk |= self.screen.sensed(given)
        self._out += self.fusion.step(self._now, given)
        if isinstance(given, Look):
            reaching = self.fusion.drawing and self.enforcement.fold.state().next == "act"
            self._stale_desk |= reaching != self._reaching
            self._reaching = reaching

    def _shuffler(self, report: ShufflerReport) -> None:
        if report.kind == "ejected":
            self._into_stub()
            self._observe(DeckPrepared("shuffled", by="machine", count=report.count, verdict=report.verdict))

    def _button(self, pressed: ButtonPressed) -> None:
        hand = self.enforcement.fold.hand
        at_push = hand is not None and not hand.over and self.enforcement.fold.state().next == "push"
        tap: taps.Tap | None = {
            "call_floor": taps.CallFloor(),
            "next_hand": taps.Push() if at_push else taps.NextHand(),
            "undo": taps.Undo(),
            "deck_change": taps.Prepare("new_deck"),
        }.get(pressed.button)
        if tap is not None:
            self._touch(Touched((tap,)))

    def _touch(self, given: Touched) -> None:
        if not self._held.holds(self._now, given):
            self._touched(given)

    def _release(self) -> None:
        """Take the touches that were held, in their order."""
        while (given := self._held.release(self._now)) is not None:
            self._touched(given)
            self._drain()

    def _touched(self, given: Touched) -> None:
        before = self.enforcement.undoable
        for at, tap in enumerate(given.taps):
            try:
                self._tap(tap, same_touch=at > 0)
            except Refused as refusal:
                if at and self.enforcement.undoable > before:
                    self._tap(taps.Undo(), same_touch=False)  # half a touch would be something that nobody said
                self._out.append(TapAnswered(given.token, str(refusal)))
                return
        self._out.append(TapAnswered(given.token))
        self._stale_desk = True

    def _tap(self, tap: taps.Tap, *, same_touch: bool) -> None:
        """Raises `Refused`."""
        if isinstance(tap, taps.SetTable) and self.uplink.online:
            raise Refused("The hub is there: ask a judge, who sets the table on the floor page.")
        if isinstance(tap, taps.Dealt):
            self._dealt()
            return
        if isinstance(tap, taps.Done) and self.screen.blind:
            self._carried_out(tap)
            return
        open_betting = betting_open(self.enforcement.fold.state())
        if isinstance(tap, taps.Done) or (isinstance(tap, taps.Prepare) and tap.what in ("shuffled", "riffled", "washed")):
            self._into_stub()
        records = self.enforcement.tap(self._now // MS, self._wall_ms(), tap, same_touch=same_touch)
        if isinstance(tap, taps.Prepare) and tap.what == "new_deck":
            self.ledger.next_deck()
        self._appended(records)
        for record in records:
            if isinstance(record.event, Tabled) and not open_betting:
                self.fusion.tabled(record.event.seat, record.event.handles, self._now)

    def _dealt(self) -> None:
        """The dealer says that what the screen asks for lies. Raises `Refused`."""
        fold = self.enforcement.fold
        if not self.screen.blind:
            raise Refused("The sensors see the felt: nothing has to be said about cards.")
        begun = fold.state().next
        if begun not in COUNTED or due_card(fold.state(), fold.settings) is None:
            raise Refused("The screen asks for no card now.")
        kinds = next(kinds for kinds in (DEALINGS, BOARDS, ("burn",)) if begun in kinds)
        self.enforcement.new_touch()
        for _ in range(MOST_CARDS):
            due = due_card(fold.state(), fold.settings)
            if due is None or fold.state().next not in kinds:
                return
            at_ms = self._now // MS
            self._observe(CardPlaced(self.ledger.fresh(), *due, "unknown", at_ms, at_ms, BY_HAND))

    def _carried_out(self, tap: taps.Done) -> None:
        """The dealer says that a correction's step is done which moves cards. Raises `Refused`."""
        placed = carried_out(self.enforcement.fold, self.ledger.fresh, self._now // MS, tap.handle)
        if not placed:
            raise Refused("No card has to be moved now.")
        self.enforcement.new_touch()
        for event in placed:
            self._observe(event)

    def _into_stub(self) -> None:
        """The dealer says that cards went back into the stub: by Done, or by shuffling it."""
        self.fusion.done(self._now)

    def _link(self, given: FromHub | LinkUp | Durable | Tick) -> None:
        for item in self.uplink.step(self._now, given):
            match item:
                case Came(seq, directive):
                    if directive is None:
                        self._out.append(Trouble(f"directive {seq} of the hub is none that this version knows; passed over"))
                    else:
                        self._appended(self.enforcement.directive(self._now // MS, self._wall_ms(), directive))
                    self._out.append(TookDirective(seq))
                case HubChanged():
                    self._stale_desk = True
                    self._out.append(item)
                case _:
                    self._out.append(item)

    def _claim(self) -> Claimed:
        """What this node's fold says after its last durable record; nothing while a later one is on its way to the disk."""
        found = digest(self.enforcement.fold) if self._last == self.uplink.durable else None
        return Claimed(self._last, found) if found is not None else NO_CLAIM

    # -- from events to records

    def _drain(self) -> None:
        while True:
            if self._expectation is None:
                # Sensors that come back in a hand that is counted by hand would count its cards again.
                self._expectation = Expectation(ignore=True) if self.screen.by_hand else expectation(self.enforcement.fold)
            event = self.fusion.take(self._expectation)
            if event is None:
                return
            self._observe(event)  # type: ignore[arg-type]
            self._release()  # who acted once the street was complete acted before the cards that have come since

    def _time_called(self) -> None:
        """The time that was called on a seat has run out."""
        called = running(self.enforcement.fold.hand, self._boot)
        if called is not None and self._now >= called.up_ms * MS:
            self._observe(Reported(TIME_UP, called.seat))

    def _observe(self, event: AnyEvent) -> None:
        try:
            records = self.enforcement.observe(self._now // MS, self._wall_ms(), event)
        except Refused as refusal:
            self._out.append(Trouble(str(refusal)))
            return
        self._appended(records)

    def _appended(self, records: Sequence[Record]) -> None:
        for record in records:
            self._out.append(Append(record))
            self._last = record.seq
            if isinstance(record.event, HandOpened):
                self._open(record.event, records)
            elif isinstance(record.event, TableSet):
                self._seal(DelaySet(record.event.settings.delay_ms))
            self.screen.note(record)
        if not records:
            return
        if self._nested is not None:  # only now: each record has its place already
            nested, self._nested = self._nested, None
            self._observe(nested)
        self._expectation = None
        self._stale_desk = True
        self.screen.found(self.enforcement.found())
        hand = self.enforcement.fold.hand
        over = hand is not None and hand.over
        if over and not self._over and hand is not None:
            self._seal(HandOver(hand.number))
        self._over = over

    def _open(self, opened: HandOpened, records: Sequence[Record]) -> None:
        """A new hand: fresh handles under a fresh key. The card whose coming opened it is its first."""
        keep = next((record.event.handle for record in records if isinstance(record.event, CardPlaced)), None)
        key = self._sources.new_key()
        if self._sources.officials is not None:
            self._nested = KeyNested(opened.hand, nest(key, opened.hand, *self._sources.officials))
        self._seal(HandBegan(opened.hand, key))
        self.ledger.new_hand(partial(seal_card, key, opened.hand), keep)
        self.fusion.begin_hand(keep)
        self._over = False

    def _seal(self, given: HandBegan | HandOver | DelaySet | Tick) -> None:
        for item in self._clock.step(self._now, given):
            if isinstance(item, DelayKept):
                asked, kept = item.asked_ms // 60_000, item.kept_ms // 60_000
                self._out.append(Trouble(f"a stream delay of {asked} min was asked for; it stays {kept} min, it never shrinks"))
            else:
                self._observe(item)

    # -- what is shown

    def _show(self) -> None:
        if not self._stale_desk:
            return
        self._stale_desk = False
        self._view = self._draw()
        self._out.append(DeskChanged())
        pattern = lamp_pattern(self._view["light"])
        if pattern != self._pattern:
            self._pattern = pattern
            self._out.append(Show(pattern))

    def _wall_ms(self) -> int:
        return self._now // MS + self._offset_ms


__all__ = [
    "Append",
    "DeskChanged",
    "NodeCore",
    "NodeInput",
    "NodeOutput",
    "Sources",
    "TapAnswered",
    "TookDirective",
    "Touched",
    "Trouble",
    "WallClock",
]
