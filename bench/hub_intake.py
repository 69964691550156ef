"""How many events a second a hub takes in, durably, from many nodes over CURVE, and how soon it acknowledges.

    python -m bench hub [--nodes 100] [--hands 4] [--rate EVENTS_A_SECOND] [--profile FILE]

A hub process with its real log on this disk; the nodes are sockets of this process, which send prepared frames. Without
`--rate` every node keeps a full window in flight (throughput); with it events are spread evenly (latency of the ack).
The load generator runs on the same machine and takes its share of it: so the processor time of both is told, and what the hub
would take in if it had a core for itself. `--profile` writes the hub's own profile (pstats), which slows it.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import zmq

from link.delivery import WINDOW_ITEMS
from link.keys import Keys, make_keys, write_keys
from link.messages import Ack, Data, Hello
from link.wire import decode_frame, encode_frame
from rulebook.book import standard_books
from rulebook.cards import Card
from rulebook.events import Acted, AnyEvent, CardNamed, CardPlaced, HandOpened, Pushed, TableSet
from rulebook.record import Record, encode
from rulebook.seats import BOARD, BURNS, seat_zone
from rulebook.settings import Settings

ROOT = Path(__file__).parents[1]


def hand(number: int) -> list[AnyEvent]:
    """Three players, a flop, a bet that nobody calls: 21 events."""
    cards: list[AnyEvent] = [CardPlaced(f"k{card}", seat_zone((2, 3, 1)[card % 3 - 1]), "down") for card in range(1, 7)]
    flop: list[AnyEvent] = [CardPlaced(f"k{card}", BOARD, "up") for card in (8, 9, 10)]
    named: list[AnyEvent] = [CardNamed(f"k{card}", Card(name)) for card, name in ((8, "Ah"), (9, "Kd"), (10, "2c"))]
    before: list[AnyEvent] = [Acted(1, "call", 100), Acted(2, "call", 100), Acted(3, "check"), CardPlaced("k7", BURNS, "down")]
    after: list[AnyEvent] = [Acted(2, "bet", 200), Acted(3, "fold"), Acted(1, "fold"), Pushed(rightly=True)]
    return [HandOpened(number, 1, "bfsp", standard_books()["bfsp"].hash), *cards, *before, *flop, *named, *after]


def journal(table: str, hands: int) -> list[bytes]:
    """One table's stream, as frames."""
    setting = TableSet(Settings(blinds=(50, 100), check_preparation=False), {1: 50_000, 2: 50_000, 3: 50_000}, 1)
    events: list[AnyEvent] = [setting, *(event for number in range(1, hands + 1) for event in hand(number))]
    records = [encode(Record(table, seq, "boot", seq, 0, event)) for seq, event in enumerate(events, start=1)]
    return [encode_frame(Data("records", seq, body)) for seq, body in enumerate(records, start=1)]


class Load:
    """All nodes: one socket each."""

    def __init__(self, address: str, hub: Keys, nodes: list[Keys], hands: int) -> None:
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.context.set(zmq.MAX_SOCKETS, 4_096)
        self.poller = zmq.Poller()
        self.frames = [journal(f"t{number}", hands) for number in range(len(nodes))]
        self.total = sum(map(len, self.frames))
        self.sockets: dict[zmq.Socket[bytes], int] = {}
        self.order: list[zmq.Socket[bytes]] = []
        for number, keys in enumerate(nodes):
            socket: zmq.Socket[bytes] = self.context.socket(zmq.DEALER)
            socket.curve_serverkey = hub.curve.public.encode()
            socket.curve_publickey, socket.curve_secretkey = keys.curve.public.encode(), keys.curve.secret.encode()
            socket.linger = 0
            socket.connect(address)
            self.poller.register(socket, zmq.POLLIN)
            self.sockets[socket] = number
            self.order.append(socket)
        self.sent = [0] * len(nodes)
        self.acked = [-1] * len(nodes)
        self.sent_at: dict[tuple[int, int], float] = {}
        self.waits: list[float] = []

    def greet(self) -> None:
        """Everybody says hello and is answered."""
        for socket in self.order:
            socket.send(encode_frame(Hello("records", 1)))
        while min(self.acked) < 0:
            self.hear(1_000)

    def hear(self, timeout_ms: int) -> None:
        now = 0.0
        for socket, _ in self.poller.poll(timeout_ms):
            number = self.sockets[socket]
            frame = decode_frame(socket.recv())
            now = now or time.perf_counter()
            if isinstance(frame, Ack) and frame.stream == "records":
                for seq in range(max(self.acked[number], 0) + 1, frame.seq + 1):
                    self.waits.append(now - self.sent_at.pop((number, seq), now))
                self.acked[number] = max(self.acked[number], frame.seq)

    def send(self, number: int) -> bool:
        """The next item of a node, if it has one and its window allows."""
        sent = self.sent[number]
        if sent >= len(self.frames[number]) or sent - self.acked[number] >= WINDOW_ITEMS:
            return False
        self.order[number].send(self.frames[number][sent])
        self.sent[number] += 1
        self.sent_at[number, sent + 1] = time.perf_counter()
        return True

    def run(self, rate: float) -> float:
        """Send everything; return the seconds until all of it was acknowledged."""
        began = time.perf_counter()
        given, turn = 0, 0
        while sum(self.acked) < self.total:
            allowed = self.total if not rate else min(self.total, int((time.perf_counter() - began) * rate))
            idle = 0
            while given < allowed and idle < len(self.order):
                moved = self.send(turn % len(self.order))
                given, idle, turn = given + moved, 0 if moved else idle + 1, turn + 1
            self.hear(1)
        return time.perf_counter() - began


def processor_s(pid: int) -> float:
    """The processor time that a process has used, its threads' and the kernel's work for it included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start_hub(folder: Path, hub: Keys, nodes: list[Keys], profile: str) -> tuple[subprocess.Popen[str], str]:
    write_keys(folder / "hub.keys", hub)
    (folder / "token").write_text("a-token-for-the-bench")
    (folder / "token").chmod(0o600)
    tables = "".join(f"[[table]]\nname = 't{number}'\nkey = '{keys.curve.public}'\n" for number, keys in enumerate(nodes))
    head = "[hub]\nlisten = 'tcp://127.0.0.1:*'\nkeys = 'hub.keys'\nlog = 'log.sqlite'\n"
    (folder / "hub.toml").write_text(f"{head}[pages]\noverlay_token = 'token'\nport = 0\n{tables}")
    command = [sys.executable, *(("-m", "cProfile", "-o", profile) if profile else ()), "-m", "hub", str(folder / "hub.toml")]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().split()[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--folder", type=Path, default=ROOT, help="a folder on the disk to be measured")
    parser.add_argument("--profile", default="", help="write the hub's profile to this file")
    given = parser.parse_args()
    hub, nodes = make_keys(os.urandom(64)), [make_keys(os.urandom(64)) for _ in range(given.nodes)]
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        process, address = start_hub(Path(name), hub, nodes, given.profile)
        try:
            load = Load(address, hub, nodes, given.hands)
            load.greet()
            before = processor_s(process.pid), processor_s(os.getpid())
            seconds = load.run(given.rate)
            hub_s, own_s = processor_s(process.pid) - before[0], processor_s(os.getpid()) - before[1]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(10)
    waits = sorted(load.waits)
    p50, p99 = (waits[int(len(waits) * share)] * 1_000 for share in (0.5, 0.99))
    print(f"{given.nodes} nodes, {load.total} events, {load.total / seconds:.0f} events/s; ack p50 {p50:.1f}, p99 {p99:.1f} ms")
    print(f"hub {hub_s:.2f} s of processor time: {load.total / hub_s:.0f} events a second of it; load generator {own_s:.2f} s")


if __name__ == "__main__":
    main()
