"""Parts that both ZeroMQ shells are made of."""

from __future__ import annotations

import contextlib
import socket as sockets

import structlog
import zmq

from link.wire import MAX_FRAME_BYTES

HIGH_WATER_FRAMES = 2_000  # several windows of `delivery.WINDOW_ITEMS`
HANDSHAKE_MS = 5_000
KEEPALIVE_S = 5

log = structlog.get_logger("link")


def prepare(socket: zmq.Socket[bytes]) -> None:
    """What every socket of ours has: bounds on queues and messages, no lingering, a dead peer noticed by TCP too."""
    for option, value in (
        (zmq.LINGER, 0),
        (zmq.SNDHWM, HIGH_WATER_FRAMES),
        (zmq.RCVHWM, HIGH_WATER_FRAMES),
        (zmq.MAXMSGSIZE, MAX_FRAME_BYTES),
        (zmq.HANDSHAKE_IVL, HANDSHAKE_MS),
        (zmq.TCP_KEEPALIVE, 1),
        (zmq.TCP_KEEPALIVE_IDLE, KEEPALIVE_S),
        (zmq.TCP_KEEPALIVE_INTVL, KEEPALIVE_S),
        (zmq.TCP_KEEPALIVE_CNT, 3),
    ):
        socket.setsockopt(option, value)


class Garbage:
    """Counts what is no frame; says so at powers of two."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, whose: str, why: str) -> None:
        """Count one message of `whose`; `why` never quotes it."""
        self.count += 1
        if self.count & (self.count - 1) == 0:
            log.warning("dropped what is no frame", whose=whose, why=why, so_far=self.count)


class Wake:
    """Ends a poll from another thread."""

    def __init__(self) -> None:
        self.reader, self._writer = sockets.socketpair()
        self.reader.setblocking(False)
        self._writer.setblocking(False)

    def set(self) -> None:
        """End the poll now. From any thread."""
        with contextlib.suppress(OSError):  # full: it is awake already; closed: nobody sleeps
            self._writer.send(b"!")

    def clear(self) -> None:
        """Be ready for the next time."""
        with contextlib.suppress(BlockingIOError):
            while self.reader.recv(4096):
                pass

    def close(self) -> None:
        """Give the descriptors back."""
        self.reader.close()
        self._writer.close()
