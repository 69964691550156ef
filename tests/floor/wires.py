"""Listening on the lines between processes: a proxy that keeps every byte it carries, and what WebSocket bytes say."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

CHUNK = 1 << 16
Address = tuple[str, int] | str  # loopback, or the path of a Unix socket


class Proxy:
    """Carries connections from `listens` on to `leads`, and keeps the bytes of each direction of each connection."""

    def __init__(self, name: str, leads: Address, listens: Address = ("127.0.0.1", 0)) -> None:
        self.name = name
        self._leads = leads
        if isinstance(listens, str):
            self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._server.bind(listens)
        else:
            self._server = socket.create_server(listens)
        self._server.listen(16)
        self._lock = threading.Lock()
        self._heard: list[tuple[bytearray, bytearray]] = []
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._server, selectors.EVENT_READ)
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"proxy {name}", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens on the loopback."""
        return int(self._server.getsockname()[1])

    def heard(self) -> list[tuple[bytes, bytes]]:
        """For each connection: what was sent to `leads`, what came from there."""
        with self._lock:
            return [(bytes(up), bytes(down)) for up, down in self._heard]

    def close(self) -> None:
        """Carry nothing any more."""
        self._stopping = True
        self._thread.join(5)

    def _run(self) -> None:
        while not self._stopping:
            for key, _ in self._selector.select(0.1):
                assert isinstance(key.fileobj, socket.socket)
                if key.fileobj is self._server:
                    self._accept()
                elif key.fileobj.fileno() >= 0:  # else its other end has just closed both
                    self._carry(key)
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()

    def _accept(self) -> None:
        near, _ = self._server.accept()
        family = socket.AF_UNIX if isinstance(self._leads, str) else socket.AF_INET
        far = socket.socket(family, socket.SOCK_STREAM)
        try:
            far.connect(self._leads)
        except OSError:
            near.close()
            far.close()
            return
        up, down = bytearray(), bytearray()
        with self._lock:
            self._heard.append((up, down))
        self._selector.register(near, selectors.EVENT_READ, (near, far, up))
        self._selector.register(far, selectors.EVENT_READ, (far, near, down))

    def _carry(self, key: selectors.SelectorKey) -> None:
        source, target, kept = key.data
        data = b""
        with contextlib.suppress(OSError):
            data = source.recv(CHUNK)
            target.sendall(data)
        if data:
            with self._lock:
                kept += data
            return
        for end in (source, target):
            self._selector.unregister(end)
            end.close()


def unix_proxy(name: str, leads: Path, listens: Path) -> Proxy:
    """A proxy between two Unix sockets."""
    return Proxy(name, str(leads), str(listens))


def websocket_texts(stream: bytes) -> Iterator[bytes]:
    """The payloads of a direction of a WebSocket after its HTTP head (RFC 6455), unmasked; unpacked ones only.

    A stream that holds plain HTTP yields nothing: it is read as it is.
    """
    head, found, rest = stream.partition(b"\r\n\r\n")
    if not found or b"upgrade: websocket" not in head.lower():
        return
    assert b"permessage-deflate" not in head.lower(), "this reader does not unpack"
    at = 0
    while len(rest) - at >= 2:
        masked, length = rest[at + 1] & 0x80, rest[at + 1] & 0x7F
        at += 2
        if length >= 126:
            size = 2 if length == 126 else 8
            length = int.from_bytes(rest[at : at + size], "big")
            at += size
        mask = rest[at : at + 4] if masked else b"\0\0\0\0"
        at += 4 if masked else 0
        payload = rest[at : at + length]
        if len(payload) < length:
            return  # the capture ends within it
        yield bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        at += length
