"""Simulated devices on real ptys, for processes: what a USB serial device looks like to the port layer, plug included.

A `PtyLine` has a path that stays the same (a symbolic link, like /dev/serial/by-id/…) and a device behind it. Unplugging
closes the pty and takes the link away; plugging makes a new pty under the same path, as re-enumeration does.
"""

from __future__ import annotations

import contextlib
import heapq
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from simulators.wires import Wire, perfect

Device = Callable[[int, bytes], list[tuple[int, bytes]]]
IDLE_S = 0.5
READ_BYTES = 4_096


class PtyLine:
    """One device on one path. Call the device's own acts under `lock`: its thread answers commands meanwhile.

    `on_sent` is told when bytes go onto the line.
    """

    def __init__(
        self,
        link: Path,
        device: Device,
        *,
        wire: Wire = perfect,
        clock: Callable[[], int] = time.monotonic_ns,
        on_sent: Callable[[int], None] = lambda at_ns: None,
    ) -> None:
        self.link = link
        self.lock = threading.RLock()
        self._device = device
        self._wire = wire
        self._clock = clock
        self._on_sent = on_sent
        self._master: int | None = None
        self._slave: int | None = None
        self._due: list[tuple[int, int, bytes]] = []
        self._order = 0
        self._stopping = False
        self._wake_out, self._wake_in = os.pipe()
        self._thread = threading.Thread(target=self._pump, name=f"pty {link.name}", daemon=True)
        self._thread.start()

    @property
    def plugged(self) -> bool:
        """Whether the path is there."""
        return self._master is not None

    def plug(self) -> None:
        """Make a pty and put the link there."""
        with self.lock:
            if self._master is not None:
                return
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            fresh = self.link.with_name(f".{self.link.name}.new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(os.ttyname(self._slave))
            fresh.replace(self.link)
        self._wake()

    def unplug(self) -> None:
        """Pull the plug: the path goes, whoever has it open is hung up, what was on the line is lost."""
        with self.lock:
            if self._master is None or self._slave is None:
                return
            self.link.unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = None
            self._due.clear()
        self._wake()

    def send(self, data: bytes) -> None:
        """The device says something on its own."""
        if data:
            with self.lock:
                self._queue(self._clock(), data)
            self._wake()

    def close(self) -> None:
        """Unplug for good and end the thread."""
        self.unplug()
        self._stopping = True
        self._wake()
        self._thread.join(5)
        os.close(self._wake_in)
        os.close(self._wake_out)

    # ---- the thread ----

    def _pump(self) -> None:
        while not self._stopping:
            with self.lock:
                master = self._master
                self._send_due()
                wait_s = IDLE_S if not self._due else max(0.0, (self._due[0][0] - self._clock()) / 1e9)
            watched = [self._wake_out] if master is None else [self._wake_out, master]
            try:
                ready, _, _ = select.select(watched, [], [], wait_s)
            except OSError:
                continue  # unplugged between the look and the wait
            if self._wake_out in ready:
                os.read(self._wake_out, READ_BYTES)
            if master in ready:
                self._receive()

    def _receive(self) -> None:
        with self.lock:
            if self._master is None:
                return
            try:
                data = os.read(self._master, READ_BYTES)
            except OSError:
                return  # nobody at the other end
            for due_ns, answer in self._device(self._clock(), data):
                self._queue(due_ns, answer)

    def _queue(self, due_ns: int, data: bytes) -> None:
        for at_ns, part in self._wire(due_ns, data):
            self._order += 1
            heapq.heappush(self._due, (at_ns, self._order, part))

    def _send_due(self) -> None:
        while self._due and self._master is not None and self._due[0][0] <= self._clock():
            _, _, data = heapq.heappop(self._due)
            self._on_sent(self._clock())
            with contextlib.suppress(OSError):  # nobody reads and the pty is full: a real line loses it as well
                os.write(self._master, data)

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._wake_in, b"x")
