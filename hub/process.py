"""The hub process: one thread owns socket, log and core; the pages have theirs and only enqueue (DESIGN 2).

A turn takes what has come from the nodes and the pages, writes the log once, and only then acknowledges: while one commit
runs the next batch gathers, so the log keeps up with any number of tables.
"""

from __future__ import annotations

import collections
import resource
import secrets
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import structlog

from hub.config import HubConfig, first_setting
from hub.core import HubCore
from hub.core_messages import CoreInput, CoreOutput, JudgeAct, Noted, Send, TableKey, Write, WriteFailed, Written
from hub.entries import Entry, LogError
from hub.live_view import LiveView, read_token
from hub.log import SqliteLog
from hub.view import ActRefused
from hub.web.app import create_app
from link.boot import boot_id, boot_ns
from link.config_file import ConfigError
from link.delivery import MS
from link.keys import load_keys
from link.pages import PageServer
from link.seal import SHORTEST_MS
from link.zmq_shell import HubSocket
from rulebook.book import standard_books
from rulebook.core import TICK

LONGEST_WAIT_MS = 1_000
ACTS_WAITING = 1_000
DESCRIPTORS = 8_192  # a node takes one, and the soft limit is often 1,024

log = structlog.get_logger("hub")


class HubProcess:
    """One hub, made of its configuration. `folder`: what relative paths in it are relative to.

    Raises one of `hub.__main__.START_ERRORS` when it cannot start.
    """

    def __init__(self, config: HubConfig, folder: Path, *, clock: Callable[[], int] = boot_ns) -> None:
        self._clock = clock
        self._acts: collections.deque[JudgeAct] = collections.deque()
        self._stopping = threading.Event()
        token = _read_token(folder / config.pages.overlay_token)
        keys = load_keys(folder / config.hub.keys)
        allowed = frozenset(table.key for table in config.table)
        _raise_descriptor_limit()
        self._log = SqliteLog(folder / config.hub.log)
        now = clock()
        self._core = HubCore(
            [TableKey(table.name, table.key, table.stream) for table in config.table],
            standard_books(),
            boot=boot_id(),
            wall_offset_ms=time.time_ns() // MS - now // MS,
            shortest_delay_ms=0 if config.hub.demo else SHORTEST_MS,
            started_ns=now,
        )
        self._note(self._core.restore(now, self._log))
        self._view = LiveView(self._core, token, self._enqueue, lambda: secrets.token_hex(8), lambda: time.time_ns() // MS)
        app = create_app(self._view, language=config.pages.language)
        self._pages = PageServer(app, config.pages.port, config.pages.host)
        self._socket = HubSocket(config.hub.listen, keys.curve, allowed.__contains__)
        self._first = {table.name: event for table in config.table if (event := first_setting(table)) is not None}

    @property
    def address(self) -> str:
        """Where nodes connect."""
        return self._socket.address

    @property
    def floor_url(self) -> str:
        """The floor page."""
        return f"{self._pages.address}/"

    def overlay_url(self, table: str) -> str:
        """The overlay of a table, without the ``?token=…`` that opens it: the token is in its file and nowhere else."""
        return f"{self._pages.address}/overlay/{quote(table)}"

    def stop(self) -> None:
        """End `run`; from any thread or a signal handler."""
        self._stopping.set()
        self._socket.wake()

    def _enqueue(self, act: JudgeAct) -> None:
        if len(self._acts) >= ACTS_WAITING:
            raise ActRefused("The hub is too busy to take this act; try again in a moment.")
        self._acts.append(act)
        self._socket.wake()

    # -- the loop

    def run(self) -> None:
        """Serve until `stop`."""
        self._pages.start()
        log.info("hub up", nodes=self.address, pages=self.floor_url, tables=len(self._core.tables))
        try:
            self._turn([JudgeAct(name, event, "first") for name, event in self._first.items() if self._is_new(name)])
            while not self._stopping.is_set():
                self._turn(self._arrived())
        finally:
            self._pages.stop()
            self._socket.close()
            self._log.close()
            log.info("hub down")

    def _is_new(self, name: str) -> bool:
        table = self._core.tables[name]
        return table.last_seq == 0 and not table.outbox.durable

    def _arrived(self) -> list[CoreInput]:
        """Wait for nodes, pages or a deadline; return what there is."""
        due = self._core.deadline()
        wait_ms = LONGEST_WAIT_MS if due is None else -(-(due - self._clock()) // MS)
        given: list[CoreInput] = [*self._socket.receive(min(max(wait_ms, 0), LONGEST_WAIT_MS))]
        while self._acts:
            given.append(self._acts.popleft())
        return given

    def _turn(self, given: list[CoreInput]) -> None:
        """Step the core with all of it, write once, step the core with the word of the log."""
        outputs: list[CoreOutput] = []
        for one in [*given, TICK]:
            outputs += self._core.step(self._clock(), one)
        self._carry_out(outputs)

    def _carry_out(self, outputs: list[CoreOutput]) -> None:
        while outputs:
            for output in outputs:
                if isinstance(output, Send):
                    self._socket.send(output.key, output.frame)
            self._note(outputs)
            self._view.publish(self._core, outputs)
            entries = tuple(output.entry for output in outputs if isinstance(output, Write))
            outputs = self._core.step(self._clock(), self._write(entries)) if entries else []

    def _write(self, entries: tuple[Entry, ...]) -> CoreInput:
        try:
            self._log.append(entries)
        except LogError as error:
            return WriteFailed(entries, str(error))
        return Written(entries)

    def _note(self, outputs: list[CoreOutput]) -> None:
        for output in outputs:
            if isinstance(output, Noted):
                log.warning(output.text, **({"table": output.table} if output.table else {}))


def _read_token(path: Path) -> str:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        token = read_token(path.read_text(encoding="ascii"))
    except OSError as error:
        raise ConfigError(
            f"[pages] overlay_token: {path} cannot be read ({error.strerror}); put a long random word there"
        ) from None
    except ValueError:
        raise ConfigError(f"[pages] overlay_token: {path} holds no token: one word of 16 or more ASCII characters") from None
    if mode & 0o077:
        raise ConfigError(f"[pages] overlay_token: {path} can be read by others (mode {mode:04o}): `chmod 600 {path}`")
    return token


def _raise_descriptor_limit() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
