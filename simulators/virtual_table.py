"""A whole node and a hub in one process, in virtual time: a heap of deadlines and a seed, nothing else.

`VirtualTable` is the part that every depth below the rules shares; what turns a scene into readings is the rig's that derives
from it (`simulators.node_rig`: perfect sensors; the device rig: bytes, edges and frames).
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from firmware_bridge.feig_poller import Reread
from link.delivery import Send
from link.messages import Frame
from rulebook.book import standard_books
from rulebook.cards import UNKNOWN, Card
from rulebook.core import TICK
from rulebook.events import AnyEvent, Handle, TableSet
from rulebook.findings import Finding, Question, Withdrawn
from rulebook.seats import Seat
from rulebook.table import Table
from simulators import decks
from simulators.rig import awards_by_hand, dealing_is_over
from simulators.scene import Scene, SceneCard
from simulators.virtual_hub import VirtualHub
from table_node.core import NodeCore
from table_node.core_messages import Append, NodeInput, NodeOutput, Sources, TapAnswered, TookDirective, Touched, WallClock
from table_node.fusion_felt import Crop
from table_node.journal import MemoryJournal
from table_node.taps import Tap
from table_node.uplink import Durable, FromHub, HubAcked

MS = 1_000_000
TABLE = "table"
BEGIN_NS = 10_000 * MS  # boot time when a simulated table begins
WALL_OFFSET_MS = 1_700_000_000_000  # its wall clock: evidence only
WIRE_NS = 1 * MS  # one way between node and hub
LONGEST_SETTLE_NS = 15_000 * MS
RESTARTED_MS = 3_000  # every antenna has been read several times since
DEMO_DELAY_MS = 0  # a simulated table may open its hands at once; nobody watches


class VirtualTable:
    """Owns the clock, the node core with its journal, and the hub core with its log. `officials`: see `Sources`."""

    officials: tuple[str, str] | None = None

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        self.now_ns = BEGIN_NS
        self.scene = Scene()
        self.changed_ns = self.now_ns
        self.journal = MemoryJournal()
        self.random = random.Random(seed)
        self.refusals: list[str] = []
        self.cut = False  # the line to the hub is cut: what is sent either way is lost
        self._alone: dict[str, Finding] = {}
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        packs = {colour: decks.pack(colour, seed) for colour in decks.COLOURS}
        self._sources = Sources(
            packs=packs,
            new_key=lambda: self.random.randbytes(32),
            read=self.journal.body,
            officials=self.officials,
        )
        self.core = NodeCore(standard_books(), TABLE, "boot", self._sources, shortest_delay_ms=DEMO_DELAY_MS)
        self.hub = VirtualHub(TABLE, self._to_node)
        self.give(WallClock(WALL_OFFSET_MS))
        self.run(100)
        self.judge(given)

    def restart(self) -> None:
        """The node dies and starts again on its journal: nothing of its memory is left. Returns once it has looked around."""
        marks = (self.journal.last, self.journal.acked, self.journal.directives)
        self.core = NodeCore(
            standard_books(), TABLE, "boot2", self._sources, replay=self.journal.replay(), journal_marks=marks,
            shortest_delay_ms=DEMO_DELAY_MS,
        )  # fmt: skip
        self.run(RESTARTED_MS)

    # -- what a rig adds

    def reread(self, antenna: str) -> None:
        """The node wants to look through this antenna at once."""

    def crop(self, seat: int) -> None:
        """The node wants to look closely at this seat."""

    def other(self, output: NodeOutput) -> None:
        """Lamp, screen, log: nobody needs them here, but a rig may look at them."""

    def busy(self) -> bool:
        """Whether the rig's own devices are still about to say something."""
        return False

    # -- time

    def at(self, due_ns: int, action: Callable[[], None]) -> None:
        """Do something at that moment."""
        self._count += 1
        heapq.heappush(self._heap, (due_ns, self._count, action))

    def run(self, ms: int) -> None:
        """Let so much time pass."""
        self.run_until(self.now_ns + ms * MS)

    def run_until(self, end_ns: int) -> None:
        """Let time pass up to that moment."""
        while True:
            due = self._heap[0][0] if self._heap else end_ns + 1
            wanted = self.core.deadline()
            if wanted is not None and max(wanted, self.now_ns) <= min(due, end_ns):
                self.now_ns = max(wanted, self.now_ns)
                self.give(TICK)
                continue
            wanted = self.hub.deadline()
            if wanted is not None and max(wanted, self.now_ns) <= min(due, end_ns):
                self.now_ns = max(wanted, self.now_ns)
                self.hub.tick(self.now_ns)
                continue
            if due > end_ns:
                break
            _, _, action = heapq.heappop(self._heap)
            self.now_ns = max(self.now_ns, due)
            action()
        self.now_ns = max(self.now_ns, end_ns)

    def settle_for(self, seconds: float, least_ms: int) -> None:
        """Let at least that time pass, and as much as the sensors need to be quiet."""
        self.run_until(max(self.now_ns + round(seconds * 1_000) * MS, self.changed_ns + least_ms * MS, self.now_ns + 50 * MS))
        limit = self.now_ns + LONGEST_SETTLE_NS
        while (self.core.pending() or self.busy()) and self.now_ns < limit:
            self.run(100)
        self.run(50)

    # -- the node

    def give(self, given: NodeInput) -> None:
        """Step the core and do what it says: journal first, then the wire."""
        outputs = list(self.core.step(self.now_ns, given))
        wrote = False
        while outputs:
            for output in outputs:
                match output:
                    case Append(record):
                        self.journal.append(record)
                        wrote = True
                    case TookDirective(seq):
                        self.journal.took_directive(seq)
                        wrote = True
                    case HubAcked(seq):
                        self.journal.set_acked(seq)
                    case Send(frame):
                        self.at(self.now_ns + WIRE_NS, partial(self._to_hub, frame))
                    case Reread(antenna):
                        self.reread(antenna)
                    case Crop(seat):
                        self.crop(seat)
                    case TapAnswered(_, refusal):
                        if refusal:
                            self.refusals.append(refusal)
                    case _:
                        self.other(output)
            outputs = []
            if wrote:
                wrote = False
                self.journal.commit()
                outputs = list(self.core.step(self.now_ns, Durable(self.journal.last, self.journal.directives)))

    def _to_hub(self, frame: Frame) -> None:
        if not self.cut:
            self.hub.receive(self.now_ns, frame)

    def _to_node(self, frame: Frame) -> None:
        if not self.cut:
            self.at(self.now_ns + WIRE_NS, lambda: self.give(FromHub(frame)))

    # -- simulators.rig.Rig, as far as it needs no sensor

    def tap(self, tap: Tap) -> None:
        """The dealer taps the console."""
        self.give(Touched((tap,)))
        self.run(10)

    def judge(self, event: AnyEvent) -> None:
        """A judge acts at the hub."""
        self.hub.judge(self.now_ns, event)
        self.run(10)

    def questions(self) -> Sequence[Question]:
        """What the console asks now."""
        return self.core.enforcement.fold.questions

    def authority(self) -> Table:
        """The hub's fold; while it is away the node's own over the same records, as the hub's will be once they have come."""
        return self.core.enforcement.fold if self.cut else self.hub.table

    def awards_by_hand(self, hands: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> dict[Seat, int] | None:
        """What the dealer has to enter at the push; see `simulators.rig`."""
        return awards_by_hand(self.authority(), hands, board)

    def dealing_is_over(self) -> bool:
        """Whether no dealing is under way."""
        return dealing_is_over(self.authority())

    def found(self) -> Sequence[Finding]:
        """What the authority has found since the last call."""
        return [*self.hub.found(), *(self._found_alone() if self.cut else ())]

    def _found_alone(self) -> list[Finding]:
        """What the node's fold says while the hub is away; what it says again later is the same finding by its id."""
        now = dict(self.core.enforcement.fold.findings)
        gone = [Withdrawn(ident, getattr(told, "kind", "ruling")) for ident, told in self._alone.items() if ident not in now]
        self._alone = now
        return [*now.values(), *gone]

    def card_of(self, handle: Handle) -> Card | None:
        """The truth about a handle of the present hand: the physical card whose tag the node took for it, or its open name."""
        track = self.core.fusion.felt.tracks.get(handle)
        if track is not None and track.uid is not None:
            tagged = next((card for card in self.scene.cards if card.tag == track.uid), None)
            if tagged is not None:
                return tagged.card
        named = self.authority().state().names.get(handle)
        if named is not None or track is None:
            return named
        return UNKNOWN if self._untagged(track.zone) else None

    def _untagged(self, zone: str) -> list[SceneCard]:
        return [card for card in self.scene.cards if card.zone == zone and card.tag is None]
