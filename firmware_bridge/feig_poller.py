"""The look through thirteen antennas in turn: one FEIG reader, one multiplexer, one command under way at a time. Pure.

A look is two commands: select the antenna, ask for its tags (again while the reader has more). What makes it trustworthy:

* A look that failed is never silence: a corrupt reply, a time-out or a fault status yields no `Inventory`. It is repeated
  once; if that fails too, the antenna's `DeviceState` says so, and it is only probed now and then until it answers.
* Replies carry no number, so a late one could pass for the answer to the next question. The reader answers in order; hence
  after every time-out the line is drained and an RF reset is sent as a fence: what comes before its reply is stale.
* The RF reset also wakes tags that were told to be quiet after their first read (HARDWARE.md: present cards look gone).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from firmware_bridge import feig
from firmware_bridge.errors import ForeignTagError, FrameError
from firmware_bridge.lines import Bytes, PortDown, PortInput, PortUp, Reopen, Tick, Write
from firmware_bridge.readings import DeviceState, Inventory
from firmware_bridge.sweep import Sweep

ANTENNAS = (*(f"seat {seat}" for seat in range(1, 11)), "board", "burns", "muck")

MS = 1_000_000
MAX_PARTS = 16  # continuations of one inventory; a reader that goes on for ever is at fault


class Reread(msgspec.Struct, frozen=True):
    """Look through this antenna next (a new tag is confirmed by a second look at once)."""

    antenna: str


class Timing(msgspec.Struct, frozen=True):
    """How long the poller waits. `inventory_ms` must hold the anticollision of a full antenna and the reply's own time."""

    reply_ms: int = 100  # select, RF reset: 15 ms and a USB bridge's 16 ms twice are normal
    inventory_ms: int = 400
    grace_ms: int = 30  # after a reply that is known to be corrupt
    drain_ms: int = 20  # a line this long without a byte is quiet
    drain_max_ms: int = 200
    probe_ms: int = 2_000  # between two looks through an antenna that fails
    back_off_ms: tuple[int, ...] = (0, 100, 250, 500, 1_000)  # between fences of a reader that does not answer
    reopen_ms: int = 5_000  # of silence, before the port is closed and opened again


Phase = Literal["down", "drain", "fence", "select", "inventory", "rest"]
PollerInput = PortInput | Reread | Tick
PollerOutput = Write | Reopen | Inventory | DeviceState


class FeigPoller:
    """Core of one reader: ``step(now_ns, given) -> outputs``, ``deadline()``."""

    def __init__(
        self,
        antennas: tuple[str, ...] = ANTENNAS,
        *,
        device: str = "rfid",
        address: int = feig.BROADCAST,
        timing: Timing = Timing(),  # noqa: B008 - frozen
    ) -> None:
        self._antennas = antennas
        self._device = device
        self._timing = timing
        self._select = tuple(feig.select_request(channel, address) for channel in range(len(antennas)))
        self._ask = feig.inventory_request(address)
        self._ask_more = feig.inventory_request(address, more=True)
        self._fence = feig.rf_reset_request(address)
        self._decoder = feig.reply_buffer()
        self._phase: Phase = "down"
        self._due_ns: int | None = None
        self._now_ns = 0
        self._out: list[PollerOutput] = []
        self._states: dict[str, str] = {}
        self._heard = False  # any byte since the last request
        self._drain_end_ns = 0
        self._fence_failures = 0
        self._quiet_since_ns = 0
        self._sweep = Sweep(len(antennas), timing.probe_ms)
        self._began_ns = 0
        self._tags: list[str] = []
        self._parts = 0
        self.stale_replies = 0
        self.failed_looks = 0

    @property
    def dropped_bytes(self) -> int:
        """Bytes that belonged to no good frame, for the counters of the node."""
        return self._decoder.dropped_bytes

    def deadline(self) -> int | None:
        """When to step with a tick at the latest."""
        return self._due_ns

    def step(self, now_ns: int, given: PollerInput) -> list[PollerOutput]:
        """Take one input; return writes for the port and readings for the table."""
        self._now_ns = now_ns = max(now_ns, self._now_ns)
        out: list[PollerOutput] = []
        self._out = out
        if isinstance(given, Bytes):
            if self._due_ns is not None and now_ns > self._due_ns:
                self._expire()  # bytes that come after the time-out are late, whoever noticed it first
            self._hear(given.data)
        elif isinstance(given, Reread):
            self._reread(given.antenna)
        elif isinstance(given, PortUp):
            self._up()
        elif isinstance(given, PortDown):
            self._down(given)
        elif self._due_ns is not None and now_ns >= self._due_ns:
            self._expire()
        return out

    # ---- the port ----

    def _up(self) -> None:
        self._decoder.clear()
        self._fence_failures = 0
        self._quiet_since_ns = self._now_ns
        self._sweep.restart()
        self._drain()

    def _down(self, given: PortDown) -> None:
        self._phase, self._due_ns = "down", None
        self._decoder.clear()
        if not given.asked:
            what_to_do = "check the reader's plug and power, the port is tried again for ever"
            self._report(self._device, "unplugged", f"{given.reason}; {what_to_do}")

    def _reread(self, antenna: str) -> None:
        at = self._antennas.index(antenna)  # ValueError: an antenna that is not in the plan is a bug of the caller
        self._sweep.ask(at)
        if self._phase == "rest":
            self._next()

    # ---- bytes ----

    def _hear(self, data: bytes) -> None:
        if self._phase == "down":
            return
        self._heard = True
        if self._phase in ("drain", "rest"):
            self.stale_replies += len(self._decoder.feed(data))
            if self._phase == "drain":
                quiet_ns = self._now_ns + self._timing.drain_ms * MS
                self._due_ns = min(max(self._due_ns or 0, quiet_ns), self._drain_end_ns)
            return
        dropped = self._decoder.dropped_bytes
        frames = self._decoder.feed(data)
        for frame in frames:
            self._frame(frame)
        if not frames and self._decoder.dropped_bytes > dropped and not self._decoder.held_bytes and self._due_ns is not None:
            # What came was no frame: the reply is corrupt. It may still follow if this was noise before it.
            self._due_ns = min(self._due_ns, self._now_ns + self._timing.grace_ms * MS)

    def _frame(self, frame: bytes) -> None:
        try:
            reply = feig.parse_reply(frame)
        except FrameError:
            return  # with a good checksum: another device's request echoed; the time-out will tell
        if self._phase == "inventory" and reply.command == feig.HOST_COMMAND:
            self._inventory(reply)
        elif self._phase == "select" and reply.command == feig.SELECT_CHANNEL:
            if reply.status == feig.STATUS_OK:
                self._phase, self._began_ns = "inventory", self._now_ns
                self._send(self._ask, self._timing.inventory_ms)
            else:
                self._fail("fault", f"the multiplexer refuses this channel (status {reply.status:02X}); check its address")
        elif self._phase == "fence" and reply.command == feig.RF_RESET:
            self._fence_failures = 0
            self._report(self._device, "ok", "the reader answers")
            self._next()
        else:
            self.stale_replies += 1

    def _inventory(self, reply: feig.Reply) -> None:
        if reply.status == feig.STATUS_NO_TAG:
            self._seen()
        elif reply.status in (feig.STATUS_OK, feig.STATUS_MORE):
            try:
                self._tags += feig.parse_tags(reply.data)
            except ForeignTagError as error:
                self._fail("refused", f"{error}; take the foreign tag off the felt, let the reader read ISO 15693 alone")
                return
            except FrameError as error:
                self._fail("garbage", f"{error}; check the line and the reader's firmware")
                return
            self._parts += 1
            if reply.status == feig.STATUS_OK:
                self._seen()
            elif self._parts >= MAX_PARTS:
                self._fail("fault", f"the reader has more tags after {MAX_PARTS} replies; restart it")
            else:
                self._send(self._ask_more, self._timing.inventory_ms)
        elif reply.status == feig.STATUS_BAD_DATA:
            self._fail("garbage", "a tag's reply was damaged in the air; check for metal under the felt")
        else:
            self._fail("fault", f"the reader reports status {reply.status:02X}; check the antenna's cable and tuning")

    # ---- one look ----

    def _seen(self) -> None:
        antenna = self._antennas[self._sweep.at]
        self._out.append(Inventory(self._now_ns, self._began_ns, antenna, frozenset(self._tags)))
        if self._sweep.seen():
            self._report(f"{self._device} {antenna}", "ok", "the antenna answers")
        self._next()

    def _fail(self, state: str, detail: str, *, drain: bool = False) -> None:
        self.failed_looks += 1
        if self._sweep.failed(self._now_ns):
            self._report(f"{self._device} {self._antennas[self._sweep.at]}", state, detail)
        if drain:
            self._drain()
        else:
            self._next()

    def _next(self) -> None:
        """Begin the next look: a repeated one, one asked for, the sweep's; or rest until a failing antenna is to be probed."""
        at = self._sweep.choose(self._now_ns)
        if at is None:
            self._phase, self._due_ns = "rest", self._sweep.probe_ns()
            return
        self._tags, self._parts = [], 0
        self._phase = "select"
        self._send(self._select[at], self._timing.reply_ms)

    def _send(self, frame: bytes, wait_ms: int) -> None:
        self._heard = False
        self._due_ns = self._now_ns + wait_ms * MS
        self._out.append(Write(frame))

    # ---- time ----

    def _expire(self) -> None:
        phase = self._phase
        if phase == "rest":
            self._next()
        elif phase == "drain":
            self._decoder.clear()
            self._phase = "fence"
            self._send(self._fence, self._timing.reply_ms)
        elif phase in ("select", "inventory", "fence"):
            sent = len(self._out)
            for frame in self._decoder.flush():  # a good reply may hide behind a byte of noise
                self._frame(frame)
            if self._phase == phase and len(self._out) == sent:
                self._time_out()

    def _time_out(self) -> None:
        state, what = ("garbage", "a corrupt reply") if self._heard else ("silent", "no reply")
        if self._phase == "fence":
            self._fence_failed(state, what)
            return
        self._fail(state, f"{what} for {self._phase}; check the antenna's cable, then the multiplexer", drain=True)

    def _fence_failed(self, state: str, what: str) -> None:
        self._fence_failures += 1
        if self._fence_failures == 1:
            self._quiet_since_ns = self._now_ns
        if self._fence_failures >= 2:
            self._report(self._device, state, f"{what} from the reader; check its power, speed and parity (38400 8E1)")
        if self._now_ns - self._quiet_since_ns >= self._timing.reopen_ms * MS:
            self._quiet_since_ns = self._now_ns
            self._out.append(Reopen("the reader does not answer"))
        back_off = self._timing.back_off_ms[min(self._fence_failures, len(self._timing.back_off_ms)) - 1]
        self._drain(back_off)

    def _drain(self, wait_ms: int = 0) -> None:
        """Wait until the line is quiet (at least `wait_ms`), then send the fence."""
        self._phase = "drain"
        wait_ms = max(wait_ms, self._timing.drain_ms)
        self._due_ns = self._now_ns + wait_ms * MS
        self._drain_end_ns = self._now_ns + max(wait_ms, self._timing.drain_max_ms) * MS

    def _report(self, device: str, state: str, detail: str) -> None:
        """A `DeviceState` when the state changes: faults are recorded when they occur and when they clear."""
        if self._states.get(device) != state:
            self._states[device] = state
            self._out.append(DeviceState(self._now_ns, device, state, detail))
