"""One peer: both streams and the heartbeat."""

from __future__ import annotations

from link.delivery import MS, Appended, Deliver, Receiver, Send, Sender
from link.endpoint import BEAT_NS, DIRECTIVES, LOST_NS, RECORDS, Endpoint, Given, PeerBack, PeerLost
from link.messages import Ack, Beat, Data, Hello
from rulebook.core import TICK

NOW = 9_000 * MS


def node(last: int = 0) -> Endpoint:
    sender = Sender(RECORDS, lambda seq: b"r%d" % seq, last=last)
    return Endpoint(sender, Receiver(DIRECTIVES), speaks_first=True)


def hub(last: int = 0) -> Endpoint:
    sender = Sender(DIRECTIVES, lambda seq: b"d%d" % seq, last=last)
    return Endpoint(sender, Receiver(RECORDS), speaks_first=False)


def test_a_node_speaks_first() -> None:
    assert node(last=3).step(NOW, TICK) == [Send(Hello("records", 4))]


def test_a_hub_has_nowhere_to_send_before_its_node_has_spoken() -> None:
    side = hub(last=2)
    assert side.deadline() is None
    assert side.step(NOW, TICK) == []
    assert side.step(NOW, Appended(3)) == []
    assert side.step(NOW, Given(Hello("records", 1))) == [PeerBack(), Send(Hello("directives", 4)), Send(Ack("records", 0))]


def test_it_beats_when_it_has_nothing_else_to_say() -> None:
    side = node()
    side.step(NOW, TICK)
    side.step(NOW, Given(Ack("records", 0)))
    assert side.deadline() == NOW + BEAT_NS
    assert side.step(NOW + BEAT_NS - 1, TICK) == []
    assert side.step(NOW + BEAT_NS, TICK) == [Send(Beat(10_000))]
    assert side.deadline() == NOW + 2 * BEAT_NS


def test_a_silent_peer_is_lost_once_and_is_back_with_its_first_frame() -> None:
    side = hub(last=1)
    side.step(NOW, Given(Beat(1)))
    lost = [out for ns in range(0, 3 * LOST_NS, BEAT_NS // 4) for out in side.step(NOW + ns, TICK) if isinstance(out, PeerLost)]
    assert lost == [PeerLost()]
    assert side.deadline() is None
    assert side.step(NOW + 4 * LOST_NS, Given(Beat(2))) == [PeerBack(), Send(Hello("directives", 2))]


def test_a_node_greets_anew_when_its_hub_is_back() -> None:
    side = node(last=1)
    side.step(NOW, TICK)
    out = side.step(NOW + 1, Given(Beat(1)))
    assert out == [PeerBack(), Send(Hello("records", 2))]


def test_frames_of_foreign_streams_are_dropped_and_counted() -> None:
    side = hub()
    side.step(NOW, Given(Beat(1)))
    assert not any(isinstance(out, Deliver) for out in side.step(NOW, Given(Data("directives", 1, b"x"))))
    side.step(NOW, Given(Ack("records", 7)))
    assert side.strays == 2


def test_a_node_answers_a_hubs_greeting_with_its_own_and_a_hub_does_not() -> None:
    """A hub that was restarted from an older log is filled again before the next event."""
    side = node(last=4)
    side.step(NOW, TICK)
    side.step(NOW, Given(Ack("records", 4)))
    out = side.step(NOW + 1, Given(Hello("directives", 1)))
    assert out == [Send(Ack("directives", 0)), Send(Hello("records", 5))]
    other = hub()
    other.step(NOW, Given(Beat(1)))
    assert other.step(NOW + 1, Given(Hello("records", 5))) == [Send(Ack("records", 0))]
