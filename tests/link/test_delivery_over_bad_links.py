"""The delivery cores over a link that does its worst, with crashes on both sides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from link.delivery import (
    MS,
    Appended,
    Committed,
    Conflict,
    Deliver,
    Receiver,
    ReceiverOutput,
    Send,
    Sender,
    SenderOutput,
)
from link.messages import Ack, Data, Frame, Hello
from rulebook.core import TICK
from tests.link.bad_link import check_seeds

NOW = 5_000 * MS


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
