"""A hub in virtual time with nodes that do what real ones promise: journal first, send after, take each directive once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hub.core import HubCore
from hub.core_messages import CoreInput, CoreOutput, JudgeAct, Noted, Send, TableKey, Write, WriteFailed, Written
from hub.entries import LogError, MemoryLog
from hub.judges import decode_directive
from hub.stream import Picture
from hub.view import Alert, Change, Item
from link import delivery
from link.delivery import MS, Appended, Committed, Deliver, Receiver, Sender
from link.endpoint import DIRECTIVES, RECORDS, Endpoint, EndpointInput, Given
from link.messages import Arrived
from rulebook.book import standard_books
from rulebook.cards import Card
from rulebook.core import TICK
from rulebook.events import Acted, AnyEvent, CardNamed, CardPlaced, HandOpened, TableSet
from rulebook.record import Record, encode
from rulebook.seats import BOARD, BURNS, seat_zone
from rulebook.settings import Settings

BOOKS = standard_books()
MINUTE_MS = 60_000
DELAY_MS = 30 * MINUTE_MS
HUB_BOOT = "hub-boot-1"
WALL_MS = 1_767_225_600_000


def settings(**changes: object) -> Settings:
    base = Settings(rulebook="bfsp", blinds=(50, 100), check_preparation=False, delay_ms=DELAY_MS)
    return msgspec.structs.replace(base, **changes)


def table_set(**changes: object) -> TableSet:
    return TableSet(settings(**changes), {1: 5000, 2: 5000, 3: 5000}, 1)


def opened(hand: int = 1, rulebook: str = "bfsp", book_hash: str | None = None) -> HandOpened:
    known = BOOKS[rulebook].hash if rulebook in BOOKS else "0" * 16
    return HandOpened(hand, 1, rulebook, book_hash or known)


def deal(seats: Sequence[int] = (2, 3, 1)) -> list[AnyEvent]:
    """Two cards down to each of three seats: k1 to k6."""
    order = [seat for _ in range(2) for seat in seats]
    return [CardPlaced(f"k{number}", seat_zone(seat), "down") for number, seat in enumerate(order, start=1)]


def four_card_flop() -> list[AnyEvent]:
    """A burn and four cards on the board, in one hand: k7, k8 to k11."""
    placed: list[AnyEvent] = [CardPlaced("k7", BURNS, "down")]
    placed += [CardPlaced(f"k{number}", BOARD, "up") for number in range(8, 12)]
    return placed + [
        CardNamed(f"k{number}", Card(name)) for number, name in zip(range(8, 12), ("Ah", "Kd", "2c", "9s"), strict=True)
    ]


class SimNode:
    """A node with a perfect disk. `kill` loses everything but the disk."""

    def __init__(self, world: World, table: str, key: str, boot: str = "node-boot-1") -> None:
        self.world = world
        self.table = table
        self.key = key
        self.boot = boot
        self.boot_offset_ms = 0  # hub's clock minus ours
        self.journal: list[bytes] = []
        self.taken = 0  # directives, on the disk together with the record that answers them
        self.online = True
        self.claims = table
        self.start()

    def start(self) -> None:
        sender = Sender(RECORDS, lambda seq: self.journal[seq - 1], last=len(self.journal))
        self.endpoint = Endpoint(sender, Receiver(DIRECTIVES, committed=self.taken), speaks_first=True)

    def record(self, event: AnyEvent) -> Record:
        now_ms = self.world.now_ms
        return Record(self.claims, len(self.journal) + 1, self.boot, now_ms - self.boot_offset_ms, WALL_MS + now_ms, event)

    def append(self, *events: AnyEvent) -> None:
        for event in events:
            self.journal.append(encode(self.record(event)))
        self.step(Appended(len(self.journal)))

    def step(self, given: EndpointInput) -> None:
        for output in self.endpoint.step(self.world.now_ms * MS, given):
            if isinstance(output, delivery.Send):
                if self.online:
                    self.world.give(Arrived(self.key, output.frame))
            elif isinstance(output, Deliver):
                self.journal.append(encode(self.record(decode_directive(output.body).event)))
                self.taken = output.seq
                self.step(Committed(output.seq))
                self.step(Appended(len(self.journal)))


class World:
    """One hub, its log, its nodes, one clock. Frames arrive at once; `settle` lets them."""

    def __init__(self, tables: Iterable[str] = ("7",), *, demo: bool = False) -> None:
        self.now_ms = 10_000
        self.demo = demo
        self.log = MemoryLog()
        self.names = list(tables)
        self.outputs: list[CoreOutput] = []
        self.sent: list[bytes] = []
        self.start_hub()
        self.nodes = {name: SimNode(self, name, f"key of {name}") for name in self.names}

    def start_hub(self, boot: str = HUB_BOOT, log: MemoryLog | None = None) -> None:
        """Begin (again) from the log."""
        self.log = log or self.log
        self.boot = boot
        self.core = HubCore(
            [TableKey(name, f"key of {name}") for name in self.names],
            BOOKS,
            boot=boot,
            wall_offset_ms=WALL_MS,
            shortest_delay_ms=0 if self.demo else 15 * MINUTE_MS,
            started_ns=self.now_ms * MS,
        )
        self.outputs += self.core.restore(self.now_ms * MS, self.log)

    @property
    def node(self) -> SimNode:
        return self.nodes[self.names[0]]

    def give(self, given: CoreInput) -> list[CoreOutput]:
        """Step the hub as its shell does: writes of the step become one transaction."""
        out = self.core.step(self.now_ms * MS, given)
        self.outputs += out
        writes = tuple(output.entry for output in out if isinstance(output, Write))
        if writes:
            try:
                self.log.append(writes)
            except LogError as error:
                self.give(WriteFailed(writes, str(error)))
            else:
                self.give(Written(writes))
        for output in out:
            if isinstance(output, Send):
                for node in self.nodes.values():
                    if node.key == output.key and node.online:
                        node.step(Given(output.frame))
        return out

    def judge(self, event: AnyEvent, id_: str = "") -> None:
        self.give(JudgeAct(self.names[0], event, id_))

    def run(self, ms: int) -> None:
        """Let time pass, stepping every core at its deadlines."""
        end = self.now_ms + ms
        while True:
            dues = [node.endpoint.deadline() for node in self.nodes.values()] + [self.core.deadline()]
            due_ms = min((-(-due // MS) for due in dues if due is not None), default=end)
            if due_ms > end:
                break
            self.now_ms = max(self.now_ms, due_ms)
            self.give(TICK)
            for node in self.nodes.values():
                node.step(TICK)
        self.now_ms = end
        self.give(TICK)

    # -- what came out ---------------------------------------------------------------------------------------------

    def items(self) -> list[Item]:
        return [output.item for output in self.outputs if isinstance(output, Change)]

    def notes(self) -> list[str]:
        return [output.text for output in self.outputs if isinstance(output, Noted)]

    def pictures(self) -> list[Picture]:
        return [output for output in self.outputs if isinstance(output, Picture)]

    def alerts(self) -> tuple[Alert, ...]:
        return self.core.board.alerts

    def kept(self, table: str = "") -> list[bytes]:
        return [entry.body for entry in self.log.records(table or self.names[0])]


def on_the_flop() -> World:
    """Table 7 with four cards on its board."""
    world = World()
    world.node.append(table_set(), opened(), *deal())
    world.node.append(Acted(1, "call", 100), Acted(2, "call", 100), Acted(3, "check"))
    world.node.append(*four_card_flop())
    return world
