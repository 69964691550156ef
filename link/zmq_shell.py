"""The ZeroMQ shells: the hub's ROUTER and the node's DEALER, under CURVE, with frames in and frames out.

They decide nothing: what a queue or a broken connection loses, the delivery protocol sends again. What is no frame is
counted, dropped, and logged in one line at the first, second, fourth, eighth… time.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Literal

import msgspec
import zmq
from zmq.utils.monitor import recv_monitor_message

from link.keys import KeyPair
from link.messages import Arrived, Frame, Refused
from link.wire import FrameError, decode_frame, encode_frame
from link.zap import Authenticator, secure_server
from link.zmq_parts import HIGH_WATER_FRAMES, Garbage, Wake, prepare

RECONNECT_MS = 100
RECONNECT_MAX_MS = 3_000
REFUSED_AGAIN_S = 5.0  # libzmq gives a refused connection up for good: who mends the hub should restart no node


class LinkState(msgspec.Struct, frozen=True, tag=True):
    """At the node: ``up`` (the hub has let us in), ``down``, or ``refused`` (the hub does not know our key, or is another)."""

    state: Literal["up", "down", "refused"]
    detail: str = ""


class HubSocket:
    """The hub's end. Owned by one thread; only `wake` may be called from others.

    `listen` is an address such as ``tcp://0.0.0.0:5570``; port ``*`` takes a free one (`address` tells). `allowed` says
    whether a public key may come in, asked at each handshake. Raises `zmq.ZMQError` when the address cannot be bound.
    """

    def __init__(self, listen: str, curve: KeyPair, allowed: Callable[[str], bool]) -> None:
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._context.set(zmq.MAX_SOCKETS, 4096)
        self._garbage = Garbage()
        self._routes: dict[str, bytes] = {}
        self._wake = Wake()
        self.authenticator = Authenticator(self._context, allowed)
        self._router: zmq.Socket[bytes] = self._context.socket(zmq.ROUTER)
        prepare(self._router)
        self._router.setsockopt(zmq.BACKLOG, 1024)
        secure_server(self._router, curve)
        try:
            self._router.bind(listen)
        except zmq.ZMQError:
            self.close()
            raise
        bound = self._router.getsockopt(zmq.LAST_ENDPOINT)
        self.address = bound.rstrip(b"\0").decode() if isinstance(bound, bytes) else listen
        self._poller = zmq.Poller()
        for socket in (self._router, self.authenticator.socket, self._wake.reader):
            self._poller.register(socket, zmq.POLLIN)

    @property
    def garbage(self) -> int:
        """How many messages were no frames."""
        return self._garbage.count

    def receive(self, timeout_ms: int, limit: int = 2_000) -> list[Arrived | Refused]:
        """Wait at most so long; return what has come by then, at most `limit` frames, and whom the door turned away."""
        ready = dict(self._poller.poll(timeout_ms))
        out: list[Arrived | Refused] = []
        if self._wake.reader in ready or self._wake.reader.fileno() in ready:
            self._wake.clear()
        if self.authenticator.socket in ready:
            self._answer_the_door(out)
        if self._router in ready:
            self._take_frames(limit, out)
        return out

    def _answer_the_door(self, out: list[Arrived | Refused]) -> None:
        for _ in range(256):
            try:
                refused = self.authenticator.answer()
            except zmq.Again:
                return
            if refused is not None:
                out.append(refused)

    def _take_frames(self, limit: int, out: list[Arrived | Refused]) -> None:
        for _ in range(limit):
            try:
                parts = self._router.recv_multipart(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return
            key = str(parts[-1].get("User-Id"))
            if len(parts) != 2:
                self._garbage.add(key, f"{len(parts) - 1} parts")
                continue
            try:
                frame = decode_frame(parts[1].buffer)
            except FrameError as error:
                self._garbage.add(key, str(error))
                continue
            self._routes[key] = parts[0].bytes
            out.append(Arrived(key, frame))

    def send(self, key: str, frame: Frame) -> bool:
        """Give a frame to the peer with this key; False if it is not there or its queue is full (it is then lost)."""
        route = self._routes.get(key)
        if route is None:
            return False
        try:
            self._router.send_multipart([route, encode_frame(frame)], zmq.NOBLOCK)
        except zmq.ZMQError:
            return False
        return True

    def wake(self) -> None:
        """End `receive` now. May be called from any thread."""
        self._wake.set()

    def close(self) -> None:
        """Free the address and the context."""
        self._router.close(0)
        self.authenticator.close()
        self._wake.close()
        self._context.term()


class NodeLink:
    """The node's end: a thread that owns the DEALER and gives every arrival to `put`, on that thread.

    `send`, `reopen` and `close` may be called from any thread. `put` must only enqueue. While the hub is away frames are
    dropped, not queued: the protocol sends them again, and a queue of stale beats helps nobody (ZMQ_IMMEDIATE).
    """

    def __init__(self, connect: str, hub_public: str, curve: KeyPair, put: Callable[[Frame | LinkState], None]) -> None:
        self._connect = connect
        self._hub_public = hub_public.encode()
        self._curve = curve
        self._put = put
        self._out: deque[bytes] = deque(maxlen=HIGH_WATER_FRAMES)
        self._wake = Wake()
        self._garbage = Garbage()
        self._closing = False
        self._reopen = False
        self._state = ""
        self._again_s = 0.0
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)

    @property
    def garbage(self) -> int:
        """How many messages were no frames."""
        return self._garbage.count

    def start(self) -> None:
        """Connect, and keep connecting for ever."""
        self._thread.start()

    def send(self, frame: Frame) -> None:
        """Give a frame to the hub, if it is there."""
        self._out.append(encode_frame(frame))
        self._wake.set()

    def reopen(self) -> None:
        """The hub is silent: drop the connection, which may only look alive, and make a new one."""
        self._reopen = True
        self._wake.set()

    def close(self) -> None:
        """Stop the thread."""
        self._closing = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self._wake.close()

    def _run(self) -> None:
        with zmq.Context() as context:
            while not self._closing:
                self._reopen = False
                self._serve(context)

    def _serve(self, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        """One life of the socket."""
        dealer: zmq.Socket[bytes] = context.socket(zmq.DEALER)
        prepare(dealer)
        dealer.setsockopt(zmq.IMMEDIATE, 1)
        dealer.setsockopt(zmq.RECONNECT_IVL, RECONNECT_MS)
        dealer.setsockopt(zmq.RECONNECT_IVL_MAX, RECONNECT_MAX_MS)
        dealer.setsockopt(zmq.CURVE_SERVERKEY, self._hub_public)
        dealer.setsockopt(zmq.CURVE_PUBLICKEY, self._curve.public.encode())
        dealer.setsockopt(zmq.CURVE_SECRETKEY, self._curve.secret.encode())
        monitor = dealer.get_monitor_socket()
        poller = zmq.Poller()
        for socket in (dealer, monitor, self._wake.reader):
            poller.register(socket, zmq.POLLIN)
        try:
            dealer.connect(self._connect)
            self._again_s = time.monotonic() + REFUSED_AGAIN_S
            while not self._closing and not self._reopen and not self._is_given_up():
                poller.poll(int(REFUSED_AGAIN_S * 1_000) if self._state == "refused" else None)
                self._wake.clear()
                self._watch(monitor)
                self._take(dealer)
                self._give(dealer)
        finally:
            dealer.disable_monitor()
            monitor.close(0)
            dealer.close(0)
            if self._state != "refused" or self._closing:
                self._tell("down", "closed")

    def _is_given_up(self) -> bool:
        """Whether the hub refused us, and it is time to ask again."""
        return self._state == "refused" and time.monotonic() >= self._again_s

    def _watch(self, monitor: zmq.Socket[bytes]) -> None:
        while monitor.poll(0):
            event = recv_monitor_message(monitor)["event"]
            if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                self._tell("up", "")
            elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
                self._tell("refused", "the hub does not know this node's public key: add it to the hub's configuration")
            elif event in (zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL, zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL):
                self._tell("refused", "what answers there has another key than the hub's public key in this configuration")
            elif event == zmq.EVENT_DISCONNECTED and self._state == "up":
                self._tell("down", "disconnected")

    def _tell(self, state: Literal["up", "down", "refused"], detail: str) -> None:
        if state != self._state or state == "up":
            self._state = state
            self._put(LinkState(state, detail))

    def _take(self, dealer: zmq.Socket[bytes]) -> None:
        for _ in range(HIGH_WATER_FRAMES):
            try:
                parts = dealer.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            try:
                if len(parts) != 1:
                    raise FrameError(f"{len(parts)} parts")
                self._put(decode_frame(parts[0]))
            except FrameError as error:
                self._garbage.add("hub", str(error))

    def _give(self, dealer: zmq.Socket[bytes]) -> None:
        while self._out:
            data = self._out.popleft()
            try:
                dealer.send(data, zmq.NOBLOCK)
            except zmq.Again:
                self._out.clear()
