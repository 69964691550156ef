"""The node process: one thread owns the core, every other only enqueues stamped inputs (DESIGN 2).

A turn of the loop takes what has come, shows it to the dealer, writes the journal once, and only then answers his taps and lets
anything be acknowledged. All randomness, clocks and sockets of the node are opened here and handed in, its ports and pins by
`equipment`.
"""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import structlog

from firmware_bridge.buttons import Edge
from firmware_bridge.feig_poller import Reread
from firmware_bridge.lamps import Show
from link.boot import boot_id, boot_ns
from link.delivery import Send
from link.keys import DeckPack, Keys, PackError, load_keys, open_pack
from link.messages import Frame
from link.zmq_shell import LinkState, NodeLink
from rulebook.book import standard_books
from rulebook.core import TICK
from table_node.config import NodeConfig
from table_node.core import NodeCore
from table_node.core_messages import (
    Append,
    DeskChanged,
    NodeInput,
    NodeOutput,
    Sources,
    TapAnswered,
    TookDirective,
    Trouble,
    WallClock,
)
from table_node.desk_server import NodeDesk, desk_server
from table_node.devices import OnLine
from table_node.equipment import Equipment
from table_node.fusion_felt import Crop
from table_node.journal import SqliteJournal
from table_node.uplink import Durable, FromHub, HubAcked, HubChanged, LinkUp
from vision.deck import load_deck

MS = 1_000_000
BOOT_LETTERS = 8  # of the boot's name, in every record
QUEUE = 4_096
BATCH = 256  # inputs of one turn: one commit for all of them
LONGEST_WAIT_S = 0.5
WALL_EVERY_NS = 60_000 * MS

Item = NodeInput | OnLine | Edge | LinkState | None
log = structlog.get_logger("table_node")


class NodeProcess:
    """One table's node, made of its configuration. `folder`: what relative paths in it are relative to.

    Raises one of the errors of `table_node.__main__.START_ERRORS` when it cannot start.
    """

    def __init__(self, config: NodeConfig, folder: Path, *, clock: Callable[[], int] = boot_ns) -> None:
        self._clock = clock
        self._queue: queue.Queue[tuple[int, Item]] = queue.Queue(QUEUE)
        self._stopping = threading.Event()
        self._now = 0
        self._dirty = False
        self._acked = 0
        self._wall_due = 0
        self._answers: list[TapAnswered] = []  # given once the disk has what they answer; the screen need not wait
        keys = load_keys(folder / config.node.keys)
        packs = [_open_pack(folder / deck.pack, keys) for deck in config.deck]
        faces = [load_deck((folder / deck.faces).read_bytes(), deck.faces) for deck in config.deck] if config.camera else []
        self._journal = SqliteJournal(folder / config.node.journal, config.node.table)
        self._core = NodeCore(
            standard_books(),
            config.node.table,
            boot_id()[:BOOT_LETTERS],
            Sources(
                packs={pack.deck: pack.cards for pack in packs},
                new_key=lambda: secrets.token_bytes(32),
                read=self._journal.body,
                cut_tags=frozenset(pack.cut_card for pack in packs if pack.cut_card),
                officials=(config.node.officials[0], config.node.officials[1]) if config.node.officials else None,
            ),
            replay=self._journal.replay(),
            journal_marks=(self._journal.last, self._journal.acked, self._journal.directives),
            shortest_delay_ms=0 if config.node.demo else None,
        )
        self._equipment = Equipment(config, folder, faces, self._enqueue, clock)
        self._link = NodeLink(config.hub.address, config.hub.public_key, keys.curve, self._from_link)
        self._desk = NodeDesk(self._core.desk(), lambda touched: self._enqueue(self._clock(), touched))
        self._server = desk_server(self._desk, config.console)

    @property
    def console_url(self) -> str:
        """Where the dealer's console is served."""
        return f"{self._server.address}/"

    # -- other threads put things in

    def _enqueue(self, now_ns: int, item: Item) -> bool:
        try:
            self._queue.put_nowait((now_ns, item))
        except queue.Full:
            return False
        return True

    def _from_link(self, item: Frame | LinkState) -> None:
        # A frame that finds no room is one that the link lost: the protocol sends it again.
        self._enqueue(self._clock(), item if isinstance(item, LinkState) else FromHub(item))

    def stop(self) -> None:
        """End `run`; from any thread or a signal handler."""
        self._stopping.set()
        self._enqueue(0, None)

    # -- the loop

    def run(self) -> None:
        """Play until `stop`. Raises `table_node.journal.JournalError` when the disk refuses: nothing may go on then."""
        self._equipment.start()
        self._link.start()
        self._server.start()
        log.info("node up", console=self.console_url, records=self._journal.last)
        self._now = self._clock()
        self._tell_wall()
        try:
            while not self._stopping.is_set():
                self._turn()
        finally:
            self._close()

    def _turn(self) -> None:
        """Take what has come by now, then write the journal once."""
        for at, item in self._batch():
            self._now = max(self._now, at)
            self._take(item)
        self._now = max(self._now, self._clock())
        self._tell_wall()
        due = self._equipment.deadline()
        if due is not None and due <= self._now:
            self._plugged_in(None)
        due = self._core.deadline()
        if due is not None and due <= self._now:
            self._give(TICK)
        self._commit()

    def _tell_wall(self) -> None:
        if self._now >= self._wall_due:
            self._wall_due = self._now + WALL_EVERY_NS
            self._give(WallClock(time.time_ns() // MS - self._now // MS))

    def _batch(self) -> Iterable[tuple[int, Item]]:
        try:
            batch = [self._queue.get(timeout=self._wait_s())]
        except queue.Empty:
            return []
        while len(batch) < BATCH:
            try:
                batch.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return batch

    def _wait_s(self) -> float:
        dues = [due for due in (self._core.deadline(), self._equipment.deadline()) if due is not None]
        wait = (min(dues) - self._clock()) / 1e9 if dues else LONGEST_WAIT_S
        return min(max(wait, 0.0005), LONGEST_WAIT_S)

    def _take(self, item: Item) -> None:
        match item:
            case None:
                return
            case OnLine() | Edge():
                self._plugged_in(item)
            case LinkState(state, detail):
                if state == "up":
                    self._give(LinkUp())
                elif state == "refused":
                    log.warning("the hub refuses this node", why=detail)
            case _:
                self._give(item)

    def _plugged_in(self, given: OnLine | Edge | Reread | Show | None) -> None:
        for reading in self._equipment.step(self._now, given):
            self._give(reading)

    def _give(self, given: NodeInput) -> None:
        for output in self._core.step(self._now, given):
            self._carry_out(output)

    def _carry_out(self, output: NodeOutput) -> None:
        match output:
            case Append(record):
                self._journal.append(record)
                self._dirty = True
            case TookDirective(seq):
                self._journal.took_directive(seq)
                self._dirty = True
            case HubAcked(seq):
                self._acked = seq  # a hint: it is written with the next record, and costs no sync of its own
            case HubChanged(online, trouble):
                log.info("hub", online=online, trouble=trouble)
                if not online and not trouble:
                    self._link.reopen()
            case Send(frame):
                self._link.send(frame)
            case Reread() | Show():
                self._plugged_in(output)
            case Crop(seat):
                self._equipment.look_closely(seat)
            case TapAnswered():
                self._answers.append(output)
            case DeskChanged():
                self._desk.show(self._core.desk())
            case Trouble(text):
                log.warning("trouble", what=text)

    def _commit(self) -> None:
        while self._dirty:
            self._dirty = False
            if self._acked > self._journal.acked:
                self._journal.set_acked(self._acked)
            self._journal.commit()
            self._give(Durable(self._journal.last, self._journal.directives))
        for answer in self._answers:
            self._desk.answered(answer.token, answer.refusal)
        self._answers.clear()

    def _close(self) -> None:
        self._server.stop()
        self._equipment.close()
        self._link.close()
        self._journal.close()
        log.info("node down")


def _open_pack(path: Path, keys: Keys) -> DeckPack:
    """The pack in a file. Raises `PackError` naming the file."""
    try:
        return open_pack(path.read_bytes(), keys.pack)
    except PackError as error:
        raise PackError(f"{path}: {error}") from None
