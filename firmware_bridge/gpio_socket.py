"""Pins behind a Unix socket: a gpiozero pin factory for machines without pins (a box on the desk, the demo).

ASCII lines. The other end says ``pin N 0`` or ``pin N 1`` for the level of an input, on connection for all of them; we say
``set N 0`` or ``set N 1`` for an output, on connection for all of them. The connection is made for ever anew; meanwhile
inputs keep their last level, as a cable does that nobody touches.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any

from gpiozero.exc import PinInvalidFunction, PinInvalidPull, PinPWMUnsupported, PinSetInput
from gpiozero.pins.pi import PiFactory, PiPin

from firmware_bridge.framing import LineBuffer

BOARD_REVISION = 0xC03115  # a Pi 4: which pins a header has
LINE_LIMIT_BYTES = 32
BACK_OFF_S = (0.1, 0.2, 0.5, 1.0, 2.0)
SEND_TIMEOUT_S = 1.0
CONNECT_TIMEOUT_S = 2.0


class SocketFactory(PiFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """Pins of the box that listens at `path`."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.pin_class = SocketPin
        self._path = path
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._levels: dict[int, bool] = {}  # what the box said last
        self._outputs: dict[int, bool] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen_for_ever, name="gpio socket", daemon=True)
        self._thread.start()

    @property
    def connected(self) -> bool:
        """Whether the box is there."""
        return self._socket is not None

    def close(self) -> None:
        """Hang up."""
        self._stopping.set()
        with self._lock:
            if self._socket is not None:
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(CONNECT_TIMEOUT_S + 1)
        super().close()

    def level(self, number: int) -> bool | None:
        """The level of an input as the box said it last; None if it never did."""
        return self._levels.get(number)

    def drive(self, number: int, level: bool) -> None:
        """Set an output, now and at every new connection."""
        with self._lock:
            self._outputs[number] = level
            self._send(f"set {number} {level:d}\n")

    @staticmethod
    def ticks() -> float:
        """Seconds, as gpiozero counts them."""
        return time.monotonic()

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Seconds between two ticks."""
        return later - earlier

    def _get_revision(self) -> int:
        return BOARD_REVISION

    def _send(self, text: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):  # the listener notices, and all outputs are said again
                self._socket.sendall(text.encode("ascii"))

    def _listen_for_ever(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            try:
                connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                connection.settimeout(CONNECT_TIMEOUT_S)
                connection.connect(self._path)
            except OSError:
                connection.close()
                self._stopping.wait(BACK_OFF_S[min(failures, len(BACK_OFF_S) - 1)])
                failures += 1
                continue
            failures = 0
            self._listen(connection)

    def _listen(self, connection: socket.socket) -> None:
        connection.settimeout(SEND_TIMEOUT_S)
        with self._lock:
            self._socket = connection
            self._send("".join(f"set {number} {level:d}\n" for number, level in sorted(self._outputs.items())))
        lines = LineBuffer(LINE_LIMIT_BYTES)
        while not self._stopping.is_set():
            try:
                data = connection.recv(1024)
            except TimeoutError:
                continue
            except OSError:
                break
            if not data:
                break
            for line in lines.feed(data):
                self._hear(line)
        with self._lock:
            self._socket = None
            connection.close()

    def _hear(self, line: bytes) -> None:
        words = line.split()
        if len(words) != 3 or words[0] != b"pin" or words[2] not in (b"0", b"1") or not words[1].isdigit():
            return  # not our language: as good as noise on a cable
        number, level = int(words[1]), words[2] == b"1"
        changed = self._levels.get(number) != level
        self._levels[number] = level
        pin = next((pin for pin in list(self.pins.values()) if pin.gpio == number), None)
        if changed and pin is not None:
            pin.heard(level)


class SocketPin(PiPin):  # type: ignore[misc]  # gpiozero publishes no types
    """One pin of the box."""

    def __init__(self, factory: SocketFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.gpio = int(info.name[4:])
        self._function = "input"
        self._pull = info.pull or "floating"
        self._edges = "both"
        self._watched = False
        self._driven = False

    def close(self) -> None:
        """Let go of the pin."""
        self.when_changed = None

    def heard(self, level: bool) -> None:
        """The box says that the level of this input changed."""
        if self._watched and self._function == "input":
            self._call_when_changed(self.factory.ticks(), int(level))

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction("a pin behind a socket is an input or an output")
        self._function = value

    def _get_state(self) -> int:
        if self._function == "output":
            return int(self._driven)
        level = self.factory.level(self.gpio)
        return int(self._pull == "up" if level is None else level)

    def _set_state(self, value: float) -> None:
        if self._function != "output":
            raise PinSetInput(f"cannot set the state of {self!r}, it is an input")
        self._driven = bool(value)
        self.factory.drive(self.gpio, self._driven)

    def _get_pull(self) -> str:
        return str(self._pull)

    def _set_pull(self, value: str) -> None:
        if value not in ("up", "down", "floating"):
            raise PinInvalidPull("the pull is up, down or floating")
        self._pull = value

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        """Debouncing is not done here."""

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        self._edges = value

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported("a pin behind a socket has no pulse width modulation")

    def _enable_event_detect(self) -> None:
        self._watched = True

    def _disable_event_detect(self) -> None:
        self._watched = False
