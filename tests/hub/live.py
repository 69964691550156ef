"""A hub process and the nodes that talk to it, for tests with real sockets and a real disk."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from websockets.sync.client import connect

from hub.judges import decode_directive
from link.boot import boot_ns
from link.delivery import MS, Appended, Committed, Connected, Deliver, Receiver, Send, Sender
from link.endpoint import DIRECTIVES, RECORDS, Endpoint, EndpointInput, Given, PeerLost
from link.keys import Keys, make_keys, write_keys
from link.messages import Frame
from link.zmq_shell import LinkState, NodeLink
from rulebook.core import TICK
from rulebook.events import AnyEvent
from rulebook.record import Record, encode
from tests.waiting import until

ROOT = Path(__file__).parents[2]
TOKEN = "a-token-for-the-overlay"
PATIENCE_S = 15.0


def wait_for(what: Callable[[], bool], why: str) -> None:
    """Wait for another thread or process, not longer than is patient."""
    until(why, what, PATIENCE_S)


class LiveHub:
    """`python -m hub` in a folder of its own, which survives it."""

    def __init__(self, folder: Path, nodes: dict[str, Keys], *, extra: str = "") -> None:
        self.folder = folder
        self.keys = make_keys(b"h" * 64)
        write_keys(folder / "hub.keys", self.keys)
        (folder / "overlay.token").write_text(TOKEN)
        (folder / "overlay.token").chmod(0o600)
        self.listen = "tcp://127.0.0.1:*"
        self.tables = {name: keys.curve.public for name, keys in nodes.items()}
        self.extra = extra
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        tables = "".join(f'[[table]]\nname = "{name}"\nkey = "{key}"\n{self.extra}\n' for name, key in self.tables.items())
        (self.folder / "hub.toml").write_text(
            f'[hub]\nlisten = "{self.listen}"\nkeys = "hub.keys"\nlog = "log.sqlite"\ndemo = true\n'
            f'[pages]\noverlay_token = "overlay.token"\nport = 0\n{tables}'
        )
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hub", str(self.folder / "hub.toml")],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=(self.folder / "stderr").open("a"), text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        said = dict(self.process.stdout.readline().split(maxsplit=1) for _ in range(2))
        self.listen = said["nodes"].strip()  # the same port after a restart
        self.floor = said["floor"].strip()

    def kill(self, number: int = signal.SIGKILL) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def snapshot(self) -> dict[str, Any]:
        """What a floor page is told when it joins."""
        with connect(self.floor.replace("http", "ws") + "channel") as socket:
            return dict(msgspec.json.decode(socket.recv(PATIENCE_S))["data"])


class LiveNode:
    """A node's link over a journal in memory (its disk, for these tests); a thread steps the endpoint."""

    def __init__(self, table: str, keys: Keys, hub: LiveHub) -> None:
        self.table = table
        self.journal: list[bytes] = []
        self.directives = 0
        self.states: list[LinkState] = []
        self._inbox: queue.Queue[Frame | LinkState | AnyEvent | None] = queue.Queue()
        self._link = NodeLink(hub.listen, hub.keys.curve.public, keys.curve, self._inbox.put)
        sender = Sender(RECORDS, lambda seq: self.journal[seq - 1])
        self.endpoint = Endpoint(sender, Receiver(DIRECTIVES), speaks_first=True)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._link.start()
        self._thread.start()

    @property
    def acked(self) -> int:
        return self.endpoint.sender.acked

    def append(self, *events: AnyEvent) -> None:
        for event in events:
            self._inbox.put(event)

    def close(self) -> None:
        self._inbox.put(None)
        self._thread.join()
        self._link.close()

    def _run(self) -> None:
        while True:
            due = self.endpoint.deadline()
            try:
                got = self._inbox.get(timeout=1.0 if due is None else max(0.0, (due - boot_ns()) / 1e9))
            except queue.Empty:
                self._step(TICK)
                continue
            if got is None:
                return
            if isinstance(got, LinkState):
                self.states.append(got)
                if got.state == "up":
                    self._step(Connected())
            elif isinstance(got, Frame):
                self._step(Given(got))
            else:
                self._write(got)

    def _write(self, event: AnyEvent) -> None:
        now_ms = boot_ns() // MS
        record = Record(self.table, len(self.journal) + 1, "boot", now_ms, time.time_ns() // MS, event)
        self.journal.append(encode(record))
        self._step(Appended(len(self.journal)))

    def _step(self, given: EndpointInput) -> None:
        for output in self.endpoint.step(boot_ns(), given):
            if isinstance(output, Send):
                self._link.send(output.frame)
            elif isinstance(output, Deliver):
                self._write(decode_directive(output.body).event)
                self.directives = output.seq
                self._step(Committed(output.seq))
            elif isinstance(output, PeerLost):
                self._link.reopen()
