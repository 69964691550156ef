"""The overlay's table: a second fold of the same log, always exactly the delay behind, and the only place with hole cards.

A record is applied once `delay` has passed since the latest moment at which it can have happened (`hub.happened`), on the
hub's boot clock; what lay in the log before this boot of the hub counts as having come when the hub started. A card's name
is shown when its own record is due *and* it was open or its hand's key is out. The delay follows the settings as soon as
they are in the log: it grows at once and never shrinks, unless the table was silent for so long that all had been shown.
PURE.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import msgspec

from hub.authority import Authority
from hub.entries import RecordEntry
from hub.happened import Happened
from link.seal import LONGEST_MS, LOST_KEYS, MS, SHORTEST_MS, SealError, open_card
from rulebook.book import Book
from rulebook.cards import UNKNOWN, Card
from rulebook.core import Tick
from rulebook.events import CardNamed, DoubtOpened, FloorOpened, Handle, HandOpened, KeyReleased, TableSet
from rulebook.findings import TableState
from rulebook.record import Record
from rulebook.seats import Seat
from rulebook.settings import Settings


class Picture(msgspec.Struct, frozen=True, tag=True):
    """The delayed table changed; see `hub.view.HubView.overlay` for what `fields` holds."""

    table: str
    fields: dict[str, Any]


class _Waiting(msgspec.Struct, frozen=True, gc=False):
    entry: RecordEntry
    came_ms: int
    same_boot: bool


class DelayedTable:
    """One table as the stream shows it. Step it with every committed entry and at its deadline."""

    def __init__(
        self, table: str, books: Mapping[str, Book], *, boot: str, started_ms: int, shortest_ms: int = SHORTEST_MS
    ) -> None:
        self.table = table
        self._fold = Authority(table, books)
        self._boot = boot
        self._started_ms = started_ms
        self._shortest_ms = shortest_ms
        self._delay_ms = max(shortest_ms, Settings().delay_ms)
        self._happened = Happened()
        self._last: RecordEntry | None = None
        self._was_set = False
        self._stale = False
        self._waiting: deque[_Waiting] = deque()
        self._due_ns: int | None = None  # of the first that waits; None: to be worked out
        self._keys: dict[int, bytes] = {}
        self._sealed: dict[Handle, bytes] = {}
        self._opened: dict[Handle, Card] = {}
        self._hand = 0
        self._hand_boot = ""
        self._node_boot = ""
        self._newest_hand = 0  # of what has come, shown or not
        self._taken_out: FloorOpened | None = None  # sealed cards that a judge took out last
        self._taken_out_until = 0  # the hand with which the picture has come to it
        self._lost_up_to = 0  # the node said that the keys of these hands and before are lost, as far as they are not out
        self._number = 0
        self._fields: dict[str, Any] = self._draw()

    @property
    def delay_ms(self) -> int:
        """The delay in force."""
        return self._delay_ms

    @property
    def fields(self) -> dict[str, Any]:
        """The present picture."""
        return self._fields

    def deadline(self) -> int | None:
        """When the next record is due, in ns of the hub's boot clock."""
        if self._due_ns is None and self._waiting:
            self._due_ns = self._due_ms(self._waiting[0]) * MS
        return self._due_ns

    def load(self, entry: RecordEntry) -> None:
        """Take a record that was in the log when the hub started; the next step shows what is due."""
        self._take(entry)
        self._stale = True

    def step(self, now_ns: int, given: RecordEntry | Tick) -> list[Picture]:
        """Take a record that the log has, or the time."""
        before = self._told_at_once()
        if isinstance(given, RecordEntry):
            self._take(given)
        if before != self._told_at_once():
            self._stale = True
        while (due_ns := self.deadline()) is not None and due_ns <= now_ns:
            self._due_ns = None
            self._show(self._waiting.popleft().entry)
            self._stale = True
        if not self._stale:
            return []
        self._stale = False
        self._number += 1
        self._fields = self._draw()
        return [Picture(self.table, self._fields)]

    def _told_at_once(self) -> tuple[object, ...]:
        """What the picture shows as soon as it comes: the delay, whether and why the hand's key is not there, an opening."""
        return (self._delay_ms, self._hand in self._keys, self._node_boot, self._lost_up_to, self._taken_out)

    def _take(self, entry: RecordEntry) -> None:
        same_boot = entry.boot == self._boot
        came_ms = entry.arrived_ms if same_boot else self._started_ms
        record = entry.record
        if record is not None:
            if same_boot:
                self._happened.came(record.boot, record.boot_ms, came_ms)
            self._node_boot = record.boot
            if isinstance(record.event, TableSet):
                self._set_delay(record.event.settings.delay_ms, entry)
            elif isinstance(record.event, KeyReleased):
                self._keys[record.event.hand] = record.event.key
            elif isinstance(record.event, HandOpened):
                self._newest_hand = record.event.hand
            elif isinstance(record.event, DoubtOpened) and record.event.doubt == LOST_KEYS:
                self._lost_up_to = self._newest_hand
            elif isinstance(record.event, FloorOpened):
                self._taken_out, self._taken_out_until = record.event, self._newest_hand + 1
        self._last = entry
        self._waiting.append(_Waiting(entry, came_ms, same_boot))
        self._due_ns = None

    def _set_delay(self, asked_ms: int, entry: RecordEntry) -> None:
        asked_ms = min(max(asked_ms, self._shortest_ms), LONGEST_MS)
        quiet_ms = 0
        if self._last is not None and entry.boot == self._last.boot:
            quiet_ms = entry.arrived_ms - self._last.arrived_ms
        # Before the first setting no hand was dealt; after such a silence nothing waits, and a new stream begins.
        if not self._was_set or asked_ms > self._delay_ms or quiet_ms >= self._delay_ms:
            self._delay_ms = asked_ms
        self._was_set = True

    def _due_ms(self, waiting: _Waiting) -> int:
        record = waiting.entry.record
        happened_ms = waiting.came_ms
        if record is not None and waiting.same_boot:
            happened_ms = self._happened.at_latest_ms(record.boot, record.boot_ms, waiting.came_ms)
        return happened_ms + self._delay_ms

    # -- the picture -----------------------------------------------------------------------------------------------

    def _show(self, entry: RecordEntry) -> None:
        """The record is due: fold it, and know its card's name if it is open or its key is out."""
        record = entry.record
        if record is not None:
            self._remember(record)
        self._fold.apply(entry)

    def _remember(self, record: Record) -> None:
        event = record.event
        if isinstance(event, HandOpened):
            self._hand, self._hand_boot = event.hand, record.boot
            if event.hand >= self._taken_out_until:
                self._taken_out = None
            self._sealed.clear()
            self._opened.clear()
            self._keys = {hand: key for hand, key in self._keys.items() if hand >= event.hand}
        elif isinstance(event, CardNamed) and event.sealed:
            self._sealed[event.handle] = event.sealed
            self._opened.pop(event.handle, None)

    def _name(self, state: TableState, handle: Handle) -> Card | None:
        """The name as far as it may be shown; None is a back."""
        open_name = state.names.get(handle)
        if open_name is not None and open_name != UNKNOWN:
            return open_name
        if handle in self._opened:
            return self._opened[handle]
        key, sealed = self._keys.get(self._hand), self._sealed.get(handle)
        if key is None or sealed is None:
            return None
        try:
            self._opened[handle] = open_card(key, self._hand, handle, sealed)
        except SealError:
            return None  # damaged: it stays a back, and `why_backs` counts it
        return self._opened[handle]

    def _draw(self) -> dict[str, Any]:
        state = self._fold.state
        seats = [self._draw_seat(state, seat) for seat in sorted(state.stacks)]
        short = self._delay_ms < SHORTEST_MS
        return {
            "table": self.table,
            "number": self._number,
            "hand": state.hand,
            "street": state.street,
            "button": state.button,
            "to_act": state.to_act,
            "next": state.next,
            "pot": state.pot,
            "delay_ms": self._delay_ms,
            "watermark": f"DEMO: delay of {self._delay_ms / 1000:g} s only" if short else "",
            "why_backs": self._why_backs(state),
            "opened": self._opening(),
            "board": [None if handle in state.turned_down else self._name(state, handle) for handle in state.board],
            "seats": seats,
        }

    def _opening(self) -> str:
        if self._taken_out is None:
            return ""
        count, hand = len(self._taken_out.handles), self._taken_out.hand
        return f"Hand {hand}: a judge took {count} sealed card{'' if count == 1 else 's'} out, for two officials to open."

    def _draw_seat(self, state: TableState, seat: Seat) -> dict[str, Any]:
        hand = self._fold.table.hand
        result = hand.result if hand is not None else None
        return {
            "seat": seat,
            "stack": state.stacks[seat],
            "bet": state.bets.get(seat, 0),
            "folded": seat in state.folded,
            "cards": [self._name(state, handle) for handle in state.cards.get(seat, ())],
            "to_act": seat == state.to_act,
            "won": sum(pot.won.get(seat, 0) for pot in result.pots) if result is not None else 0,
        }

    def _why_backs(self, state: TableState) -> str:
        if self._fold.why_not:
            return self._fold.why_not
        handles = [handle for cards in state.cards.values() for handle in cards]
        backs = [handle for handle in handles if self._name(state, handle) is None]
        if not backs:
            return ""
        if self._hand in self._keys:
            return f"Hand {self._hand}: {len(backs)} of {len(handles)} cards were not read."
        if self._hand <= self._lost_up_to or self._node_boot != self._hand_boot:
            return f"Hand {self._hand}: the table's node was restarted and its key is lost; two officials can open it."
        return f"Hand {self._hand}: its key is not out yet; it comes when the hand is over and the delay has passed."
