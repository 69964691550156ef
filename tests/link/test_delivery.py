"""The delivery cores, frame by frame."""

from __future__ import annotations

import pytest

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
    check_of,
)
from link.messages import Ack, Data, Hello
from rulebook.core import TICK

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
