"""The delivery cores, frame by frame, and over a link that does its worst."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from link.delivery import (
    MS,
    RETRY_MAX_NS,
    RETRY_NS,
    Aborted,
    Acked,
    Appended,
    Committed,
    Conflict,
    Connected,
    Deliver,
    Receiver,
    ReceiverInput,
    ReceiverOutput,
    Rewound,
    Send,
    Sender,
    SenderOutput,
    check_of,
)
from link.messages import Ack, Data, Frame, Hello
from rulebook.core import TICK
from tests.link.bad_link import check_seeds

NOW = 5_000 * MS


def body(seq: int) -> bytes:
    return b"item %d" % seq


def data(seq: int) -> Send:
    return Send(Data("records", seq, body(seq)))


def hello(next_seq: int, *, behind: bool = False) -> Send:
    return Send(Hello("records", next_seq, behind))


def ack(seq: int, check: bytes = b"") -> Ack:
    return Ack("records", seq, check)


def greeted(last: int, at: int, window: int = 3) -> Sender:
    sender = Sender("records", body, last=last, window=window)
    assert sender.step(NOW, TICK) == [hello(last + 1)]
    sender.step(NOW, ack(at))
    return sender


def test_a_sender_greets_first_and_sends_nothing_before_the_answer() -> None:
    sender = Sender("records", body, last=5, window=3)
    assert sender.deadline() == 0
    assert sender.step(NOW, TICK) == [hello(6)]
    assert sender.step(NOW, Appended(6)) == []
    assert sender.step(NOW, ack(2)) == [Acked(2), data(3), data(4), data(5)]


def test_the_window_holds_back_what_the_receiver_has_not_made_durable() -> None:
    sender = greeted(last=9, at=0)
    assert sender.step(NOW, Appended(10)) == []
    assert sender.step(NOW, ack(1)) == [Acked(1), data(4)]
    assert sender.step(NOW, ack(4)) == [Acked(4), data(5), data(6), data(7)]


def test_progress_alone_repeats_nothing() -> None:
    sender = greeted(last=3, at=0)
    assert sender.step(NOW + 1, ack(1)) == [Acked(1)]
    assert sender.step(NOW + 2, ack(3)) == [Acked(3)]
    assert sender.deadline() is None


def test_a_time_out_greets_again_and_doubles_the_wait_up_to_its_bound() -> None:
    sender = greeted(last=2, at=0)
    due = sender.deadline()
    assert due == NOW + RETRY_NS
    waits = []
    for _ in range(7):
        assert due is not None
        assert sender.step(due, TICK) == [hello(3)]
        after = sender.deadline()
        assert after is not None
        waits.append(after - due)
        due = after
    assert waits == [RETRY_NS, 2 * RETRY_NS, 4 * RETRY_NS, 8 * RETRY_NS, RETRY_MAX_NS, RETRY_MAX_NS, RETRY_MAX_NS]
    assert sender.step(NOW + 60_000 * MS, ack(1)) == [Acked(1), data(2)]


def test_a_new_link_is_greeted_at_once() -> None:
    sender = greeted(last=2, at=0)
    assert sender.step(NOW + 1, Connected()) == [hello(3)]
    assert sender.step(NOW + 2, ack(0)) == [data(1), data(2)]


def test_a_repeated_acknowledgement_means_a_gap_and_is_answered_once_in_a_time_out() -> None:
    sender = greeted(last=3, at=0)
    assert sender.step(NOW + 1, ack(0)) == [data(1), data(2), data(3)]
    assert sender.step(NOW + 2, ack(0)) == []
    assert sender.step(NOW + RETRY_NS - 1, ack(0)) == []


def test_an_old_acknowledgement_changes_nothing() -> None:
    sender = greeted(last=6, at=4)
    assert sender.step(NOW, ack(1)) == []
    assert sender.acked == 4


def test_a_receiver_whose_disk_is_an_older_copy_is_filled_again() -> None:
    sender = greeted(last=6, at=6)
    sender.step(NOW, Connected())
    assert sender.step(NOW, ack(4)) == [Rewound(6, 4), data(5), data(6)]


def test_a_sender_whose_disk_lost_items_stops_and_says_so() -> None:
    """Going on would make the receiver drop new items as old ones."""
    sender = Sender("records", body, last=5)
    sender.step(NOW, TICK)
    assert sender.step(NOW, ack(9)) == [Conflict("records", 5, 9), hello(6, behind=True)]
    assert sender.step(NOW, Appended(12)) == []
    assert sender.step(NOW, ack(9)) == []
    due = sender.deadline()
    assert due is not None
    assert sender.step(due, TICK) == [hello(13, behind=True)]
    assert Receiver("records", committed=9).step(NOW, Hello("records", 6, True)) == [Send(ack(9)), Conflict("records", 5, 9)]


def test_an_item_that_the_receiver_has_otherwise_stops_the_sender_too() -> None:
    """The disk was put back to an old copy and another history recorded on it, or two senders use one key."""
    sender = Sender("records", body, last=9)
    sender.step(NOW, TICK)
    assert sender.step(NOW, ack(4, check_of(body(4)))) == [Acked(4), data(5), data(6), data(7), data(8), data(9)]
    assert sender.step(NOW, ack(6, check_of(b"another"))) == [Conflict("records", 9, 6), hello(10, behind=True)]
    assert sender.step(NOW, ack(7, check_of(body(7)))) == []


def test_the_check_is_that_of_the_last_item_on_the_disk() -> None:
    assert check_of(b"item 3").hex() == "3a019411cfb50e52"
    receiver = Receiver("records", committed=2, check=b"the disk's")
    assert receiver.step(NOW, Hello("records", 5)) == [Send(ack(2, b"the disk's"))]
    for seq in (3, 4, 5):
        receiver.step(NOW, Data("records", seq, body(seq)))
    assert receiver.step(NOW, Committed(3)) == [Send(ack(3, check_of(body(3))))]
    receiver.step(NOW, Aborted(5))
    receiver.step(NOW, Data("records", 5, b"other"))
    assert receiver.step(NOW, Committed(5)) == [Send(ack(5, check_of(b"other")))]


def test_an_outbox_cannot_shrink() -> None:
    with pytest.raises(ValueError, match="outbox shrank from 5 to 4"):
        Sender("records", body, last=5).step(NOW, Appended(4))


RECEIVED: list[tuple[str, int, list[ReceiverInput], list[ReceiverOutput]]] = [
    ("hello is answered with what is durable", 7, [Hello("records", 10)], [Send(ack(7))]),
    ("an old hello is no conflict", 7, [Hello("records", 3)], [Send(ack(7))]),
    ("the next item is handed on and not acknowledged", 7, [Data("records", 8, b"x")], [Deliver(8, b"x")]),
    (
        "committed is acknowledged",
        0,
        [Data("records", 1, b"x"), Committed(1)],
        [Deliver(1, b"x"), Send(ack(1, check_of(b"x")))],
    ),
    (
        "one commit, one acknowledgement",
        0,
        [Data("records", 1, b"x"), Data("records", 2, b"y"), Committed(2), Committed(2)],
        [Deliver(1, b"x"), Deliver(2, b"y"), Send(ack(2, check_of(b"y")))],
    ),
    ("a doubled item in the commit is dropped", 0, [Data("records", 1, b"x"), Data("records", 1, b"x")], [Deliver(1, b"x")]),
    ("an item that is durable is acknowledged again", 7, [Data("records", 6, b"x")], [Send(ack(7))]),
    ("a gap is told once", 7, [Data("records", 9, b"x"), Data("records", 10, b"y")], [Send(ack(7))]),
    (
        "a commit that failed is received again",
        0,
        [Data("records", 1, b"x"), Aborted(), Data("records", 1, b"x")],
        [Deliver(1, b"x"), Deliver(1, b"x")],
    ),
    (
        "more than the limit is dropped",
        0,
        [Data("records", 1, b"x"), Data("records", 2, b"y"), Data("records", 3, b"z")],
        [Deliver(1, b"x"), Deliver(2, b"y")],
    ),
]


@pytest.mark.parametrize(("claim", "committed", "inputs", "outputs"), RECEIVED, ids=[row[0] for row in RECEIVED])
def test_receiver(claim: str, committed: int, inputs: list[ReceiverInput], outputs: list[ReceiverOutput]) -> None:
    receiver = Receiver("records", committed=committed, limit=2)
    assert [out for one in inputs for out in receiver.step(NOW, one)] == outputs
    assert receiver.deadline() is None


def test_a_receiver_refuses_a_commit_of_what_it_never_delivered() -> None:
    with pytest.raises(ValueError, match="item 1 was committed and never delivered"):
        Receiver("records").step(NOW, Committed(1))


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_nothing_is_lost_doubled_or_reordered_over_a_bad_link_with_crashes(first: int) -> None:
    check_seeds(first, 100)


def test_the_simulation_finds_a_receiver_that_acknowledges_before_its_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation that cannot fail would prove nothing."""
    honest = Receiver._on_data

    def hasty(self: Receiver, item: Data) -> list[ReceiverOutput]:
        return [*honest(self, item), Send(Ack(self.stream, self.received))]

    monkeypatch.setattr(Receiver, "_on_data", hasty)
    with pytest.raises(AssertionError):
        check_seeds(0, 100)


def test_the_simulation_finds_a_receiver_that_takes_items_out_of_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Receiver, item: Data) -> list[ReceiverOutput]:
        self.received += 1
        return [Deliver(self.received, item.body)]

    monkeypatch.setattr(Receiver, "_on_data", careless)
    with pytest.raises(AssertionError):
        check_seeds(0, 100)


def frames(outputs: Sequence[SenderOutput]) -> list[Frame]:
    return [out.frame for out in outputs if isinstance(out, Send)]


class Wire:
    """A sender, a receiver, and every frame ever sent between them: any of them may come at any time, or never."""

    def __init__(self) -> None:
        self.now_ns = NOW
        self.sent: list[bytes] = []
        self.kept: list[bytes] = []
        self.frames: list[Frame] = []
        self.start_sender()
        self.start_receiver()

    def start_sender(self) -> None:
        self.sender = Sender("records", lambda seq: self.sent[seq - 1], last=len(self.sent), window=4)

    def start_receiver(self) -> None:
        self.receiver = Receiver("records", committed=len(self.kept))
        self.writing: list[bytes] = []

    def take(self, frame: Frame) -> None:
        outputs = self.sender.step(self.now_ns, frame) if isinstance(frame, Ack) else None
        for output in self.receiver.step(self.now_ns, frame) if isinstance(frame, Hello | Data) else outputs or []:
            if isinstance(output, Send):
                self.frames.append(output.frame)
            elif isinstance(output, Deliver):
                self.writing.append(output.body)
            assert not isinstance(output, Conflict)

    def do(self, action: str, which: int) -> None:
        self.now_ns += which * 7 * MS
        if action == "append":
            self.sent.append(b"%d" % len(self.sent))
            self.frames += [
                out.frame for out in self.sender.step(self.now_ns, Appended(len(self.sent))) if isinstance(out, Send)
            ]
        elif action == "arrive" and self.frames:
            self.take(self.frames[which % len(self.frames)])
        elif action == "newest" and self.frames:
            self.take(self.frames[-1])
        elif action == "commit" and self.writing:
            self.kept += self.writing
            self.writing = []
            for out in self.receiver.step(self.now_ns, Committed(len(self.kept))):
                assert isinstance(out, Send)
                self.frames.append(out.frame)
        elif action == "tick":
            self.frames += frames(self.sender.step(self.now_ns, TICK))
        elif action == "kill sender":
            self.start_sender()
        elif action == "kill receiver":
            self.start_receiver()
        assert self.kept == self.sent[: len(self.kept)]
        assert self.sender.acked <= len(self.kept)


ACTIONS = st.tuples(
    st.sampled_from(["append", "arrive", "newest", "newest", "commit", "tick", "kill sender", "kill receiver"]),
    st.integers(0, 200),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(ACTIONS, max_size=60))
def test_whatever_comes_in_whatever_order_the_kept_is_a_prefix_of_the_sent(actions: list[tuple[str, int]]) -> None:
    wire = Wire()
    for action, which in actions:
        wire.do(action, which)
    # The link becomes honest: everything arrives.
    for _ in range(4 * len(actions) + 4):
        if wire.kept == wire.sent and wire.sender.acked == len(wire.sent):
            break
        before = len(wire.frames)
        due = wire.sender.deadline()
        wire.now_ns = max(wire.now_ns, due or 0)
        wire.do("tick", 0)
        while before < len(wire.frames):
            wire.take(wire.frames[before])
            before += 1
            wire.do("commit", 0)
    assert wire.kept == wire.sent
