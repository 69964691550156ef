"""Serial ports for the codecs: threads that only enqueue stamped bytes, and open their port again for ever.

One reader and one writer thread a port. The reader alone opens and closes; everybody else asks it to. Rules of HARDWARE.md
and DESIGN 7: `exclusive`, a write time-out always, `cancel_read()` before closing, and an `OSError` counts as unplugged.
Open by ``/dev/serial/by-id/…``: a plain ttyUSB0 may be another device after a reconnect.
"""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Literal

import msgspec
import serial

from firmware_bridge.errors import PortBusyError, PortError, PortLostError, PortMissingError, PortRefusedError, PortStuckError
from firmware_bridge.lines import Bytes, PortDown, PortInput, PortUp, Reopen, Write

READ_TIMEOUT_S = 0.5  # how soon a stop is noticed where cancel_read() cannot wake the read
WRITE_TIMEOUT_S = 1.0
READ_LIMIT_BYTES = 4_096
WRITE_QUEUE = 64
BACK_OFF_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
DELIVER_RETRY_S = 0.05

Deliver = Callable[[str, int, PortInput], bool]
"""``deliver(port, now_ns, given)``: put it into a bounded queue; False if that is full. Called from the port's thread."""


class PortSettings(msgspec.Struct, frozen=True):
    """How a line is spoken. The defaults are those of a FEIG reader; a pty knows no parity and is set to ``N``."""

    path: str
    baud: int = 38_400
    parity: Literal["N", "E", "O"] = "E"
    stop_bits: Literal[1, 2] = 1


def boot_ns() -> int:
    """Time since boot, sleep included: a clock that nobody can set."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def open_serial(settings: PortSettings) -> serial.Serial:
    """The opened port. Raises a `PortError` whose text says what to do."""
    path = settings.path
    try:
        return serial.Serial(
            path,
            baudrate=settings.baud,
            parity=settings.parity,
            stopbits=settings.stop_bits,
            timeout=READ_TIMEOUT_S,
            write_timeout=WRITE_TIMEOUT_S,
            exclusive=True,
        )
    except ValueError as error:
        raise PortRefusedError(f"{path} cannot be set to {settings.baud} baud, parity {settings.parity}: {error}") from error
    except OSError as error:
        raise _named(path, error) from error


def _named(path: str, error: OSError) -> PortError:
    number = error.errno or (error.args[0] if error.args and isinstance(error.args[0], int) else None)
    if "lock" in str(error) or number in (errno.EBUSY, errno.EWOULDBLOCK):
        return PortBusyError(f"{path} is in use by another program; stop it")
    if number in (errno.EACCES, errno.EPERM):
        return PortRefusedError(f"{path} may not be opened; put the node's user into the group dialout")
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, None) or not os.path.exists(path):
        return PortMissingError(f"{path} is not there; plug the device in or correct the path in the configuration")
    return PortLostError(f"{path} cannot be opened ({os.strerror(number)})")


def _short(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else "the device is disconnected"


class SerialPort:
    """One serial line under a name. `start` it, feed it the outputs of its codec, `close` it."""

    def __init__(self, name: str, settings: PortSettings, deliver: Deliver, *, clock: Callable[[], int] = boot_ns) -> None:
        self.name = name
        self._settings = settings
        self._deliver = deliver
        self._clock = clock
        self._stopping = threading.Event()
        self._wake = threading.Event()  # ends a back-off early
        self._lock = threading.Lock()  # guards the open port against being closed under a write
        self._port: serial.Serial | None = None
        self._reopen_reason = ""
        self._writes: queue.Queue[bytes | None] = queue.Queue(WRITE_QUEUE)
        self._threads = (
            threading.Thread(target=self._read_for_ever, name=f"{name} reader", daemon=True),
            threading.Thread(target=self._write_for_ever, name=f"{name} writer", daemon=True),
        )
        self.overruns = 0  # deliveries that the full queue refused: the codec sees a corrupt reply
        self.unsent = 0  # writes that found the port closed or its queue full: the codec sees a time-out

    def start(self) -> None:
        """Begin; the first `PortUp` or `PortDown` follows."""
        for thread in self._threads:
            thread.start()

    def carry(self, output: Write | Reopen) -> None:
        """Carry out what a codec asked for. Never blocks."""
        if isinstance(output, Reopen):
            self._ask_reopen(output.reason)
            return
        try:
            self._writes.put_nowait(output.data)
        except queue.Full:
            self.unsent += 1

    def close(self, timeout_s: float = 2.0) -> None:
        """Stop both threads and close the port."""
        self._stopping.set()
        self._ask_reopen("")
        with contextlib.suppress(queue.Full):  # then the writer notices at its next turn
            self._writes.put_nowait(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout_s)

    # ---- reader thread ----

    def _read_for_ever(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            try:
                port = open_serial(self._settings)
            except PortError as error:
                self._tell(PortDown(str(error)))
                self._wake.wait(BACK_OFF_S[min(failures, len(BACK_OFF_S) - 1)])
                self._wake.clear()
                failures += 1
                continue
            failures = 0
            self._read_until_lost(port)

    def _read_until_lost(self, port: serial.Serial) -> None:
        self._drop_writes()
        with self._lock:
            self._port, self._reopen_reason = port, ""
        self._wake.clear()
        self._tell(PortUp())
        try:
            while not self._stopping.is_set() and not self._reopen_reason:
                data = port.read(min(port.in_waiting, READ_LIMIT_BYTES) or 1)
                if data and not self._deliver(self.name, self._clock(), Bytes(data)):
                    self.overruns += 1
            down = PortDown(self._reopen_reason, asked=True)
        except OSError as error:
            down = PortDown(str(PortLostError(f"{self._settings.path} was lost: {_short(error)}")))
        with self._lock:
            self._port = None
            with contextlib.suppress(OSError):  # it is gone already; closing was all that we wanted
                port.cancel_read()
                port.close()
        if not self._stopping.is_set():
            self._tell(down)

    def _tell(self, given: PortInput) -> None:
        """Up and down may not get lost: wait for room."""
        while not self._deliver(self.name, self._clock(), given) and not self._stopping.wait(DELIVER_RETRY_S):
            self.overruns += 1

    # ---- writer thread ----

    def _write_for_ever(self) -> None:
        while not self._stopping.is_set():
            data = self._writes.get()
            if data is None:
                return
            with self._lock:
                port = self._port
                try:
                    if port is None:
                        self.unsent += 1
                    else:
                        port.write(data)
                except serial.SerialTimeoutException:
                    self.unsent += 1
                    stuck = PortStuckError(f"{self._settings.path} took no bytes for {WRITE_TIMEOUT_S} s")
                    self._reopen_reason = str(stuck)
                except OSError:
                    self.unsent += 1
                    self._reopen_reason = f"{self._settings.path} was lost in a write"

    def _drop_writes(self) -> None:
        """What was meant for the port as it was before is void: the codec begins anew after `PortUp`."""
        while True:
            try:
                if self._writes.get_nowait() is None:
                    self._writes.put_nowait(None)
                    return
            except queue.Empty:
                return

    def _ask_reopen(self, reason: str) -> None:
        self._wake.set()
        with self._lock:
            self._reopen_reason = reason
            if self._port is not None:
                with contextlib.suppress(OSError):  # it is being lost; the reader notices
                    self._port.cancel_read()
