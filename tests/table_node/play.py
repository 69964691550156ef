"""A node's core with somebody who deals, on virtual devices; and one without anything around it."""

from __future__ import annotations

from link.messages import Data, Directive
from rulebook.book import standard_books
from rulebook.core import TICK
from rulebook.events import TableSet
from rulebook.record import decode
from rulebook.settings import Settings
from simulators import decks
from simulators.node_rig import NodeRig
from simulators.stage import Stage
from simulators.virtual_table import MS
from table_node.core import NodeCore
from table_node.core_messages import Sources, WallClock
from table_node.taps import Act, Prepare
from table_node.uplink import FromHub, LinkUp, encode_directive

SETTINGS = Settings(blinds=(50, 100), delay_ms=1_800_000)


GIVEN = TableSet(SETTINGS, {1: 5000, 2: 5000, 3: 5000}, 3)


HOLE = (("As", 1), ("Kd", 2), ("7h", 3), ("Ah", 1), ("Kc", 2), ("7s", 3))


class Play:
    """A rig with somebody who deals."""

    def __init__(self, given: TableSet = GIVEN) -> None:
        self.rig = NodeRig(given)
        self.stage = Stage(0)
        self.frames: list[object] = []
        to_hub = self.rig._to_hub
        self.rig._to_hub = lambda frame: (self.frames.append(frame), to_hub(frame))[1]  # type: ignore[method-assign]

    def begin(self) -> None:
        self.rig.shuffler("ejected", 52, "complete")
        for what in ("riffled", "cut"):
            self.rig.tap(Prepare(what))
        self.rig.settle()

    def deal(self, name: str, zone: str, face: str = "down") -> None:
        card = self.stage.draw(name)  # type: ignore[arg-type]
        self.stage.to_mouth(card, "down")
        self.look()
        self.stage.place(card, zone, face)  # type: ignore[arg-type]
        self.look()

    def look(self) -> None:
        self.rig.show(self.stage.scene())
        self.rig.settle()

    def hole_cards(self) -> None:
        for name, seat in HOLE:
            self.deal(name, f"seat {seat}")

    def sleep(self, seconds: int) -> None:
        """Let a long time pass at once, all devices stalled: that is no event either."""
        self.rig.now_ns += seconds * 1_000 * MS
        self.rig.give(TICK)
        self.rig.run(3_000)

    def act(self, *acts: tuple[int, str, int | None]) -> None:
        for seat, action, amount in acts:
            self.rig.tap(Act(seat, action, amount))  # type: ignore[arg-type]
        self.rig.settle()

    def board(self, *names: str) -> None:
        cards = [self.stage.draw(name) for name in names]  # type: ignore[arg-type]
        self.stage.to_mouth(cards[0], "down")
        self.look()
        for card in cards:
            self.stage.place(card, "board", "up")  # type: ignore[arg-type]
        self.look()

    def to_the_flop(self) -> None:
        self.begin()
        self.hole_cards()
        self.act((3, "call", None), (1, "call", None), (2, "check", None))
        self.deal("2d", "burns")
        self.board("Kh", "9c", "4s")

    def records(self):
        return [decode(self.rig.journal.body(seq)) for seq in range(1, self.rig.journal.last + 1)]

    def events(self, kind: type):
        return [record.event for record in self.records() if isinstance(record.event, kind)]


def restart(play: Play) -> None:
    """The node dies and starts again on the same journal: nothing of its memory is left."""
    play.rig.restart()


def core() -> NodeCore:
    bodies: list[bytes] = []
    sources = Sources(packs={"red": decks.pack("red")}, new_key=lambda: bytes(32), read=lambda seq: bodies[seq - 1])
    return NodeCore(standard_books(), "T", "b", sources)


def set_up(node: NodeCore) -> None:
    node.step(1 * MS, WallClock(10_000))
    node.step(2 * MS, LinkUp())
    node.step(3 * MS, FromHub(Data("directives", 1, encode_directive(Directive("d1", GIVEN)))))
