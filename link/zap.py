"""The hub's answer to ZeroMQ's question "may this key come in?" (ZAP, RFC 27).

libzmq asks over ``inproc://zeromq.zap.01`` in the same context. Without a domain, and without enforcing it, an
authenticator that has died lets every key in; `secure_server` sets both (ZMQ_ZAP_DOMAIN, ZMQ_ZAP_ENFORCE_DOMAIN).
"""

from __future__ import annotations

from collections.abc import Callable

import zmq

from link.keys import KEY_BYTES, KeyPair, z85_encode
from link.messages import Refused

ZAP_ENDPOINT = "inproc://zeromq.zap.01"
DOMAIN = b"dealer-table"


def secure_server(socket: zmq.Socket[bytes], curve: KeyPair) -> None:
    """Let only keys in that the authenticator names, and nobody when there is no authenticator."""
    socket.setsockopt(zmq.CURVE_SERVER, 1)
    socket.setsockopt(zmq.CURVE_SECRETKEY, curve.secret.encode())
    socket.setsockopt(zmq.ZAP_DOMAIN, DOMAIN)
    socket.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)


class Authenticator:
    """Answers ZAP requests on the thread that calls `answer`; the socket is `socket`, to be polled.

    `allowed` says whether a public key (z85) may come in. The key becomes the User-Id of everything the peer sends.
    """

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], allowed: Callable[[str], bool]) -> None:
        self._allowed = allowed
        self.socket: zmq.Socket[bytes] = context.socket(zmq.REP)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.bind(ZAP_ENDPOINT)

    def answer(self) -> Refused | None:
        """Answer one waiting request. Returns who was refused, if anybody. Raises `zmq.Again` when none waits."""
        parts = self.socket.recv_multipart(zmq.NOBLOCK)
        reply, refused = self._judge(parts)
        self.socket.send_multipart(reply)
        return refused

    def _judge(self, parts: list[bytes]) -> tuple[list[bytes], Refused | None]:
        version, request = (parts[0], parts[1]) if len(parts) > 1 else (b"1.0", b"")
        address = parts[3].decode("ascii", "replace") if len(parts) > 3 else ""
        key = ""
        if version == b"1.0" and len(parts) == 7 and parts[2] == DOMAIN and parts[5] == b"CURVE" and len(parts[6]) == KEY_BYTES:
            key = z85_encode(parts[6])
        if key and self._allowed(key):
            return [b"1.0", request, b"200", b"OK", key.encode(), b""], None
        return [b"1.0", request, b"400", b"unknown key", b"", b""], Refused(key, address)

    def close(self) -> None:
        """Stop answering: from now on nobody comes in."""
        self.socket.close(0)
