"""The ZeroMQ shells on loopback: who comes in, what is dropped, what a restart does."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator

import pytest
import zmq

from link.keys import KeyPair, make_pair
from link.messages import Ack, Arrived, Beat, Data, Frame, Hello, Refused
from link.wire import MAX_BODY_BYTES, MAX_FRAME_BYTES, FrameError, decode_frame, encode_frame
from link.zmq_shell import HubSocket, LinkState, NodeLink

HUB = make_pair(b"h" * 32)
NODE = make_pair(b"n" * 32)
STRANGER = make_pair(b"s" * 32)
PATIENCE_S = 10.0


class Node:
    """A `NodeLink` whose arrivals are kept in a queue."""

    def __init__(self, address: str, curve: KeyPair = NODE, hub_public: str = HUB.public) -> None:
        self.arrivals: queue.Queue[Frame | LinkState] = queue.Queue()
        self.link = NodeLink(address, hub_public, curve, self.arrivals.put)
        self.link.start()

    def expect(self, wanted: Callable[[Frame | LinkState], bool]) -> Frame | LinkState:
        while True:
            got = self.arrivals.get(timeout=PATIENCE_S)
            if wanted(got):
                return got


def hear(hub: HubSocket, wanted: Callable[[Arrived | Refused], bool]) -> Arrived | Refused:
    """Receive until `wanted` comes."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for got in hub.receive(100):
            if wanted(got):
                return got
    raise AssertionError("nothing came")


def is_up(got: Frame | LinkState) -> bool:
    return got == LinkState("up")


def connect(hub: HubSocket, node: Node) -> None:
    """Turn the hub until the node says that it is in."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        assert not any(isinstance(got, Refused) for got in hub.receive(20))
        try:
            if is_up(node.arrivals.get_nowait()):
                return
        except queue.Empty:
            continue
    raise AssertionError("the node did not come in")


@pytest.fixture
def hub() -> Iterator[HubSocket]:
    socket = HubSocket("tcp://127.0.0.1:*", HUB, lambda key: key == NODE.public)
    yield socket
    socket.close()


def test_a_known_key_comes_in_and_is_its_own_name(hub: HubSocket) -> None:
    node = Node(hub.address)
    try:
        connect(hub, node)
        node.link.send(Data("records", 1, b"\x00body"))
        assert hear(hub, lambda got: True) == Arrived(NODE.public, Data("records", 1, b"\x00body"))
        assert hub.send(NODE.public, Ack("records", 1))
        assert node.expect(lambda got: isinstance(got, Ack)) == Ack("records", 1)
        assert not hub.send(STRANGER.public, Ack("records", 1))
    finally:
        node.link.close()


def test_an_unknown_key_is_refused_and_named_on_both_sides(hub: HubSocket) -> None:
    node = Node(hub.address, STRANGER)
    try:
        node.link.send(Hello("records", 1))
        assert hear(hub, lambda got: isinstance(got, Refused)) == Refused(STRANGER.public, "127.0.0.1")
        refused = None
        end = time.monotonic() + PATIENCE_S
        while refused is None and time.monotonic() < end:
            assert not any(isinstance(got, Arrived) for got in hub.receive(20))
            while not node.arrivals.empty():
                got = node.arrivals.get()
                refused = got if isinstance(got, LinkState) and got.state == "refused" else refused
        assert isinstance(refused, LinkState)
        assert "does not know this node's public key" in refused.detail
    finally:
        node.link.close()


def test_a_refused_node_asks_again_and_comes_in_once_its_key_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without being started again, and without saying at every attempt that it is refused."""
    monkeypatch.setattr("link.zmq_shell.REFUSED_AGAIN_S", 0.1)
    allowed: set[str] = set()
    socket = HubSocket("tcp://127.0.0.1:*", HUB, allowed.__contains__)
    node = Node(socket.address)
    try:
        for _ in range(3):
            hear(socket, lambda got: got == Refused(NODE.public, "127.0.0.1"))
        allowed.add(NODE.public)
        end = time.monotonic() + PATIENCE_S
        told: list[Frame | LinkState] = []
        while LinkState("up") not in told and time.monotonic() < end:
            socket.receive(20)
            while not node.arrivals.empty():
                told.append(node.arrivals.get())
        assert [got.state for got in told if isinstance(got, LinkState)] == ["refused", "up"]
    finally:
        node.link.close()
        socket.close()


def test_a_hub_with_another_key_is_no_hub(hub: HubSocket) -> None:
    node = Node(hub.address, NODE, STRANGER.public)
    try:
        got: list[Frame | LinkState] = []
        end = time.monotonic() + PATIENCE_S
        while not got and time.monotonic() < end:
            assert hub.receive(20) == []
            if not node.arrivals.empty():
                got.append(node.arrivals.get())
        assert isinstance(got[0], LinkState)
        assert got[0].state == "refused"
        assert "another key than the hub's" in got[0].detail
    finally:
        node.link.close()


def test_a_dead_authenticator_lets_nobody_in(hub: HubSocket) -> None:
    """Not even the right key: without an enforced domain, libzmq would let everybody in (DESIGN 7)."""
    hub._poller.unregister(hub.authenticator.socket)
    hub.authenticator.close()
    node = Node(hub.address)
    try:
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            node.link.send(Hello("records", 1))
            assert hub.receive(50) == []
        assert not any(is_up(got) for got in list(node.arrivals.queue))
    finally:
        node.link.close()


def test_a_peer_without_curve_is_not_heard(hub: HubSocket) -> None:
    with zmq.Context() as context, context.socket(zmq.DEALER) as plain:
        plain.setsockopt(zmq.LINGER, 0)
        plain.connect(hub.address)
        plain.send(encode_frame(Hello("records", 1)))
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            assert not any(isinstance(got, Arrived) for got in hub.receive(50))


def test_a_claimed_identity_counts_for_nothing(hub: HubSocket) -> None:
    """A peer may set any routing id; its name is its key all the same."""
    with zmq.Context() as context, context.socket(zmq.DEALER) as dealer:
        for option, value in (
            (zmq.LINGER, 0),
            (zmq.ROUTING_ID, STRANGER.public.encode()),
            (zmq.CURVE_SERVERKEY, HUB.public.encode()),
            (zmq.CURVE_PUBLICKEY, NODE.public.encode()),
            (zmq.CURVE_SECRETKEY, NODE.secret.encode()),
        ):
            dealer.setsockopt(option, value)
        dealer.connect(hub.address)
        dealer.send(encode_frame(Hello("records", 1)))
        assert hear(hub, lambda got: isinstance(got, Arrived)) == Arrived(NODE.public, Hello("records", 1))


def test_garbage_is_counted_and_what_follows_is_heard(hub: HubSocket) -> None:
    with zmq.Context() as context, context.socket(zmq.DEALER) as dealer:
        for option, value in (
            (zmq.LINGER, 0),
            (zmq.CURVE_SERVERKEY, HUB.public.encode()),
            (zmq.CURVE_PUBLICKEY, NODE.public.encode()),
            (zmq.CURVE_SECRETKEY, NODE.secret.encode()),
        ):
            dealer.setsockopt(option, value)
        dealer.connect(hub.address)
        dealer.send(b"\xff\x00 garbage")
        dealer.send_multipart([encode_frame(Beat(1)), b"more"])
        dealer.send(b"")
        dealer.send(encode_frame(Beat(2)))
        assert hear(hub, lambda got: isinstance(got, Arrived)) == Arrived(NODE.public, Beat(2))
        assert hub.garbage == 3


def test_a_node_finds_its_hub_again(hub: HubSocket) -> None:
    address = hub.address
    node = Node(address)
    try:
        connect(hub, node)
        hub.close()
        node.expect(lambda got: isinstance(got, LinkState) and got.state == "down")
        node.link.send(Beat(1))  # nobody is there: dropped, not queued
        again = HubSocket(address, HUB, lambda key: key == NODE.public)
        try:
            connect(again, node)
            node.link.send(Beat(2))
            assert hear(again, lambda got: True) == Arrived(NODE.public, Beat(2))
        finally:
            again.close()
    finally:
        node.link.close()


def test_a_node_makes_a_new_connection_when_told(hub: HubSocket) -> None:
    node = Node(hub.address)
    try:
        connect(hub, node)
        node.link.reopen()
        connect(hub, node)
        node.link.send(Beat(3))
        assert hear(hub, lambda got: True) == Arrived(NODE.public, Beat(3))
        assert hub.send(NODE.public, Beat(4))
        assert node.expect(lambda got: isinstance(got, Beat)) == Beat(4)
    finally:
        node.link.close()


def test_another_thread_ends_the_wait(hub: HubSocket) -> None:
    hub.wake()
    began = time.monotonic()
    assert hub.receive(int(PATIENCE_S * 1000)) == []
    assert time.monotonic() - began < PATIENCE_S / 2


def test_an_address_that_is_taken_is_an_error(hub: HubSocket) -> None:
    with pytest.raises(zmq.ZMQError):
        HubSocket(hub.address, HUB, lambda key: True)


FRAMES: list[tuple[Frame, bytes]] = [
    (Hello("records", 5), b"\x84\xa4type\xa5hello\xa6stream\xa7records\xa8next_seq\x05\xa6behind\xc2"),
    (Data("records", 1, b"\x00\xff"), b"\x84\xa4type\xa4data\xa6stream\xa7records\xa3seq\x01\xa4body\xc4\x02\x00\xff"),
    (Ack("directives", 300), b"\x83\xa4type\xa3ack\xa6stream\xaadirectives\xa3seq\xcd\x01\x2c"),
    (Ack("records", 1, b"\x01" * 8), b"\x84\xa4type\xa3ack\xa6stream\xa7records\xa3seq\x01\xa5check\xc4\x08" + b"\x01" * 8),
    (Beat(7), b"\x82\xa4type\xa4beat\xa5at_ms\x07"),
]


@pytest.mark.parametrize(("frame", "data"), FRAMES)
def test_a_frame_is_these_bytes(frame: Frame, data: bytes) -> None:
    assert encode_frame(frame) == data
    assert decode_frame(data) == frame


BROKEN: list[tuple[bytes, str]] = [
    (b"", "no frame"),
    (b"\x84\xa4type", "no frame"),
    (b"\x82\xa4type\xa4jump\xa5at_ms\x07", "no frame"),
    (b"\x83\xa4type\xa4beat\xa5at_ms\x07\xa4more\x01", "no frame"),
    (b"\x83\xa4type\xa3ack\xa6stream\xa7records\xa3seq\xff", "a seq out of bounds"),
    (b"\x83\xa4type\xa3ack\xa6stream\xa7records\xa3seq\xcf\xff\xff\xff\xff\xff\xff\xff\xff", "a seq out of bounds"),
    (encode_frame(Data("records", 0, b"")), "a seq out of bounds"),
    (encode_frame(Hello("records", 0)), "a seq out of bounds"),
    (encode_frame(Ack("r" * 33, 1)), "a stream's name of 33"),
    (b"\x00" * (MAX_FRAME_BYTES + 1), "a frame has at most"),
]


@pytest.mark.parametrize(("data", "says"), BROKEN)
def test_what_is_no_frame_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(FrameError, match=says):
        decode_frame(data)


def test_a_body_beyond_all_records_does_not_leave() -> None:
    with pytest.raises(FrameError, match="item 4 of records has 32769 bytes"):
        encode_frame(Data("records", 4, b"x" * (MAX_BODY_BYTES + 1)))
