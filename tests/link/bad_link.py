"""Two endpoints over a link that loses, doubles, delays and reorders, with crashes of both: one seed, one run.

``python -m tests.link.bad_link 100000`` runs that many seeds and prints figures.
"""

from __future__ import annotations

import heapq
import random
import sys
from dataclasses import dataclass, field

from link.delivery import MS, Aborted, Acked, Appended, Committed, Conflict, Deliver, Receiver, Send, Sender
from link.endpoint import DIRECTIVES, RECORDS, Endpoint, EndpointInput, Given
from link.messages import Frame
from rulebook.core import TICK

STORM_NS = 20_000 * MS
CALM_NS = 120_000 * MS  # at most: a window of one item and a slow disk need most of it


@dataclass
class Side:
    """One process with a disk: `sent` its own stream, `kept` the peer's. Only the disk outlives a crash."""

    name: str
    out_stream: str
    in_stream: str
    speaks_first: bool
    window: int
    sent: list[bytes] = field(default_factory=list)
    kept: list[bytes] = field(default_factory=list)
    writing: list[bytes] = field(default_factory=list)
    endpoint: Endpoint = field(init=False)
    crashes: int = 0

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin from the disk. Nobody keeps `acked`."""
        self.writing.clear()
        sender = Sender(self.out_stream, lambda seq: self.sent[seq - 1], last=len(self.sent), window=self.window)
        receiver = Receiver(self.in_stream, committed=len(self.kept), limit=self.window)
        self.endpoint = Endpoint(sender, receiver, speaks_first=self.speaks_first)


class Run:
    """One seeded run. Every commit is checked at once: what is kept is a prefix of what was sent."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        window = self.random.choice((1, 2, 5, 32))
        self.node = Side("node", RECORDS, DIRECTIVES, True, window)
        self.hub = Side("hub", DIRECTIVES, RECORDS, False, window)
        self.loss = self.random.choice((0.0, 0.05, 0.3, 0.7))
        self.doubling = self.random.choice((0.0, 0.1, 0.4))
        self.delay_ns = self.random.choice((1, 50, 3_000)) * MS
        self.crash_share = self.random.choice((0.0, 0.02, 0.1))
        self.now_ns = self.random.randrange(1, 10**12)
        self.born_ns = self.world_ns = self.now_ns
        self.wire: list[tuple[int, int, Side, Frame]] = []
        self.count = 0
        self.frames = 0

    def other(self, side: Side) -> Side:
        return self.hub if side is self.node else self.node

    def calm(self) -> bool:
        return self.now_ns - self.born_ns >= STORM_NS

    def step(self, side: Side, given: EndpointInput) -> None:
        for output in side.endpoint.step(self.now_ns, given):
            if isinstance(output, Send):
                self.put(self.other(side), output.frame)
            elif isinstance(output, Deliver):
                assert output.seq == len(side.kept) + len(side.writing) + 1
                side.writing.append(output.body)
            elif isinstance(output, Acked):
                assert output.seq <= len(self.other(side).kept), f"{side.name} was told of an item that is on no disk"
            assert not isinstance(output, Conflict), f"{side.name}: {output}"

    def put(self, to: Side, frame: Frame) -> None:
        self.frames += 1
        copies = 1 if self.calm() else (self.random.random() >= self.loss) + (self.random.random() < self.doubling)
        for _ in range(copies):
            self.count += 1
            delay_ns = MS if self.calm() else self.random.randrange(MS, self.delay_ns + MS)
            heapq.heappush(self.wire, (self.now_ns + delay_ns, self.count, to, frame))

    def write_to_disk(self, side: Side) -> None:
        """Commit what was delivered; a crash may come before the endpoint hears of it, or the disk may be full."""
        if not side.writing:
            return
        if not self.calm() and self.random.random() < 0.1:
            side.writing.clear()
            self.step(side, Aborted())
            return
        side.kept += side.writing
        side.writing.clear()
        sent = self.other(side).sent
        assert side.kept == sent[: len(side.kept)], f"{side.name} keeps something else than was sent"
        if not self.calm() and self.random.random() < self.crash_share:
            side.crashes += 1
            side.start()
            return
        self.step(side, Committed(len(side.kept)))

    def append(self, side: Side) -> None:
        side.sent.append(f"{side.name} {len(side.sent)} {self.random.random()}".encode())
        if not self.calm() and self.random.random() < self.crash_share:
            side.crashes += 1
            side.start()
        else:
            self.step(side, Appended(len(side.sent)))

    def advance(self) -> None:
        """To the next thing that happens: a frame arrives, a deadline passes, the world does something."""
        dues = [due for side in (self.node, self.hub) if (due := side.endpoint.deadline()) is not None]
        dues.append(self.world_ns)
        if self.wire:
            dues.append(self.wire[0][0])
        self.now_ns = max(self.now_ns, min(dues))
        while self.wire and self.wire[0][0] <= self.now_ns:
            _, _, to, frame = heapq.heappop(self.wire)
            self.step(to, Given(frame))
        for side in (self.node, self.hub):
            due = side.endpoint.deadline()
            if due is not None and due <= self.now_ns:
                self.step(side, TICK)
                after = side.endpoint.deadline()
                assert after is None or after > self.now_ns, "a core that is stepped at its deadline must move it"
        if self.world_ns <= self.now_ns:
            self.world_ns = self.now_ns + self.random.randrange(5, 200) * MS
            self.turn_the_world()

    def turn_the_world(self) -> None:
        """Disks write, people act, processes crash."""
        for side in (self.node, self.hub):
            if self.random.random() < 0.7:
                self.write_to_disk(side)
            if not self.calm() and self.random.random() < 0.4:
                for _ in range(self.random.randrange(1, 4)):
                    self.append(side)
            if not self.calm() and self.random.random() < self.crash_share / 2:
                side.crashes += 1
                side.start()

    def run(self) -> None:
        """The storm, then calm: everything must arrive."""
        while self.now_ns - self.born_ns < STORM_NS:
            self.advance()
        while self.now_ns - self.born_ns < CALM_NS and not self.done():
            self.advance()
        for side in (self.node, self.hub):
            assert side.kept == self.other(side).sent, f"{side.name} has {len(side.kept)} of {len(self.other(side).sent)}"
            assert side.endpoint.online
            acked = side.endpoint.sender.acked
            assert acked == len(side.sent), f"the {side.name} was told of {acked} of {len(side.sent)}"

    def done(self) -> bool:
        """Both disks are alike and both senders know it."""
        return all(
            side.kept == self.other(side).sent and side.endpoint.sender.acked == len(side.sent)
            for side in (self.node, self.hub)
        )


def check_seeds(first: int, seeds: int) -> None:
    """Run these seeds; the first that breaks a promise raises AssertionError."""
    for seed in range(first, first + seeds):
        Run(seed).run()


def main(seeds: int, first: int = 0) -> None:
    crashes = items = frames = 0
    for seed in range(first, first + seeds):
        run = Run(seed)
        try:
            run.run()
        except AssertionError as error:
            raise SystemExit(f"seed {seed}: {error}") from error
        crashes += run.node.crashes + run.hub.crashes
        items += len(run.node.sent) + len(run.hub.sent)
        frames += run.frames
    sys.stdout.write(f"{seeds} seeds: {items} items in {frames} frames, {crashes} crashes; none lost, doubled or reordered\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
