"""The box with keys and lamps behind a Unix socket, for processes: the other end of `firmware_bridge.gpio_socket`.

Keys pull their pin to ground and bounce; lamps remember what was set. One node at a time; a new one replaces the old.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path

PRESS_S, BOUNCE_S = 0.12, 0.002
ACCEPT_S = 0.2


class GpioBox:
    """Listens at `path`. `buttons` and `outputs` name the pins (BCM numbers)."""

    def __init__(
        self,
        path: Path,
        buttons: dict[str, int],
        outputs: dict[str, int],
        *,
        on_change: Callable[[str, bool], None] = lambda name, on: None,
    ) -> None:
        self._path = path
        self._buttons = buttons
        self._names = {pin: name for name, pin in outputs.items()}
        self._on_change = on_change
        self._levels = dict.fromkeys(buttons.values(), True)  # pulled up
        self.lit: dict[str, bool] = dict.fromkeys(outputs, False)
        self._lock = threading.Lock()
        self._peer: socket.socket | None = None
        self._stopping = threading.Event()
        path.unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(str(path))
        self._server.listen(1)
        self._server.settimeout(ACCEPT_S)
        self._thread = threading.Thread(target=self._serve, name="gpio box", daemon=True)
        self._thread.start()

    def hold(self, button: str, closed: bool) -> None:
        """The contact of a key closes or opens, once."""
        self._set(self._buttons[button], not closed)

    def press(self, button: str) -> None:
        """Somebody presses a key for a moment; its contact bounces. Takes as long as the press does."""
        for closed, wait_s in ((True, BOUNCE_S), (False, BOUNCE_S), (True, PRESS_S), (False, 0.0)):
            self.hold(button, closed)
            if self._stopping.wait(wait_s):
                return

    def close(self) -> None:
        """Take the box away."""
        self._stopping.set()
        with self._lock:
            if self._peer is not None:
                with contextlib.suppress(OSError):
                    self._peer.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        self._server.close()
        self._path.unlink(missing_ok=True)

    def _set(self, pin: int, level: bool) -> None:
        with self._lock:
            self._levels[pin] = level
            self._send(f"pin {pin} {level:d}\n")

    def _send(self, text: str) -> None:
        if self._peer is not None:
            with contextlib.suppress(OSError):
                self._peer.sendall(text.encode("ascii"))

    def _serve(self) -> None:
        while not self._stopping.is_set():
            try:
                peer, _ = self._server.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            peer.settimeout(ACCEPT_S)
            with self._lock:
                self._peer = peer
                self._send("".join(f"pin {pin} {level:d}\n" for pin, level in sorted(self._levels.items())))
            self._listen(peer)
            with self._lock:
                self._peer = None
                peer.close()

    def _listen(self, peer: socket.socket) -> None:
        held = b""
        while not self._stopping.is_set():
            try:
                data = peer.recv(1024)
            except TimeoutError:
                continue
            except OSError:
                return
            if not data:
                return
            *lines, held = (held + data).split(b"\n")
            for line in lines:
                word, pin, level = line.split()
                name = self._names.get(int(pin))
                if word == b"set" and name is not None and self.lit[name] != (level == b"1"):
                    self.lit[name] = level == b"1"
                    self._on_change(name, self.lit[name])
