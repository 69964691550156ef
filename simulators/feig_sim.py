"""A FEIG reader with a multiplexer, as bytes and time: what a poller sends goes in, what the reader answers comes out.

It has its own encoder, decoder and checksum, written from HARDWARE.md and not from the driver, so that a fault of the
driver's codec cannot hide. Its physics: serial byte time (8E1: 11 bits a byte), the reader's own latency, the air time of an
inventory, stacks that read badly, tags that were told to be quiet, and the faults of HARDWARE.md. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

MS = 1_000_000
ANTENNAS = (*(f"seat {seat}" for seat in range(1, 11)), "board", "burns", "muck")
UID_BYTES = 8
STANDARD_LIMIT = 255
FLICKER_MS = (270.0, 800.0)  # how long a tag that lies still drops out (HARDWARE.md)
REQUEST_GAP_MS = 50  # a request that pauses for longer is given up


def crc16(data: bytes) -> int:
    """CRC-16 of OBID frames bit by bit, as the manual's own sample computes it: polynomial 8408, preset FFFF."""
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
    return value


_TABLE = [0] * 256
for _index in range(256):
    _value = _index
    for _ in range(8):
        _value = _value >> 1 ^ 0x8408 if _value & 1 else _value >> 1
    _TABLE[_index] = _value


def _crc(data: bytes) -> bytes:
    """The same by table, low byte first: thirteen antennas in 100 s of virtual time need it."""
    value = 0xFFFF
    for byte in data:
        value = value >> 8 ^ _TABLE[(value ^ byte) & 0xFF]
    return bytes((value & 0xFF, value >> 8))


class ReaderTiming(msgspec.Struct, frozen=True):
    """How fast the simulated reader is."""

    baud: int = 38_400
    bits_a_byte: int = 11  # 8E1
    latency_ms: float = 2.0  # from the last byte of a request to the first of the reply
    inventory_ms: float = 6.0  # an empty field
    tag_ms: float = 4.0  # more for every tag: its reply, and the collisions
    rf_reset_ms: float = 15.0
    tags_a_reply: int = 24  # the rest waits for MODE 80


class _Antenna:
    """The truth about one antenna."""

    __slots__ = ("fault", "ghosts", "hidden", "quiet", "readable", "tags")

    def __init__(self) -> None:
        self.tags: tuple[str, ...] = ()
        self.readable: tuple[str, ...] = ()  # those of a stack that a reader gets
        self.ghosts: tuple[str, ...] = ()
        self.quiet: set[str] = set()
        self.hidden: dict[str, tuple[int, int]] = {}  # flicker: from, until
        self.fault = ""


class FeigReaderSim:
    """``receive(now_ns, data) -> [(due_ns, bytes)]``: what the reader puts on the line, and when its last byte is out.

    Faults are switched by `fault(place, kind)`, where place is an antenna's name or ``reader``: ``silent``, ``garbage``,
    ``partial`` (the reply breaks off), ``late`` (comes `late_ms` after it was due), ``noise`` (a byte before each reply),
    ``detuned`` (status 84); ``""`` mends it.
    """

    def __init__(
        self,
        antennas: tuple[str, ...] = ANTENNAS,
        *,
        address: int = 0,
        timing: ReaderTiming = ReaderTiming(),  # noqa: B008 - frozen
        seed: int = 0,
        keeps_quiet: bool = False,
        late_ms: int = 400,
        flicker: float = 0.0,
    ) -> None:
        self._antennas = {name: _Antenna() for name in antennas}
        self._by_channel = tuple(self._antennas.values())
        self._address = address
        self._timing = timing
        self._random = Random(seed)
        self._keeps_quiet = keeps_quiet  # the option that must be off: a tag answers once, then is silent
        self._late_ms = late_ms
        self._flicker = flicker  # chance in every look that a tag drops out for a while
        self._held = b""
        self._heard_ns = 0
        self._selected: _Antenna | None = None
        self._waiting: list[str] = []  # tags found and not yet sent
        self._busy_until_ns = 0
        self._reader_fault = ""
        self._byte_ns = timing.bits_a_byte * 1_000_000_000 // timing.baud
        self._requests: dict[bytes, bytes] = {}  # whole requests whose checksum was found good: their bodies
        self._replies: dict[tuple[str, ...], bytes] = {}
        self.inventories = 0

    # ---- the felt ----

    def put(self, antenna: str, tags: Iterable[str], *, stack: int | None = None) -> None:
        """These tags lie on this antenna now, uppermost last. `stack`: they lie in one pile of which only so many read."""
        spot = self._antennas[antenna]
        spot.tags = tuple(tags)
        spot.readable = spot.tags if stack is None else spot.tags[-stack:]
        spot.quiet &= set(spot.tags)

    def ghost(self, antenna: str, tags: Iterable[str]) -> None:
        """Tags of a neighbour that this antenna reads as well (a cross-read); none to end it."""
        self._antennas[antenna].ghosts = tuple(tags)

    def flicker(self, antenna: str, tag: str, from_ns: int, for_ms: float) -> None:
        """A tag that lies still and is not read for a while."""
        self._hide(self._antennas[antenna], tag, from_ns, for_ms)

    @staticmethod
    def _hide(spot: _Antenna, tag: str, from_ns: int, for_ms: float) -> None:
        spot.hidden[tag] = (from_ns, from_ns + int(for_ms * MS))

    def fault(self, place: str, kind: str) -> None:
        """Break or mend one antenna, or the whole ``reader``."""
        if place == "reader":
            self._reader_fault = kind
        else:
            self._antennas[place].fault = kind

    def power_up(self) -> None:
        """As after plugging it in: nothing selected, nothing held."""
        self._held, self._selected, self._waiting, self._busy_until_ns = b"", None, [], 0

    # ---- the line ----

    def receive(self, now_ns: int, data: bytes) -> list[tuple[int, bytes]]:
        """Take bytes whose first one went onto the line at `now_ns`; return what is sent and when its last byte is out."""
        if now_ns - self._heard_ns > REQUEST_GAP_MS * MS:
            self._held = b""  # the rest of a request that never came
        self._heard_ns = now_ns
        arrived_ns = max(now_ns + len(data) * self._byte_ns, self._busy_until_ns)
        self._held += data
        sent: list[tuple[int, bytes]] = []
        while self._held:
            request = self._next_request()
            if request is None:
                break
            if not request:
                continue
            reply, work_ms, spot = self._obey(request, arrived_ns)
            due_ns = arrived_ns + int((self._timing.latency_ms + work_ms) * MS)
            for part_due_ns, part in self._spoil(reply, due_ns, spot):
                sent.append((part_due_ns + len(part) * self._byte_ns, part))
            arrived_ns = self._busy_until_ns = sent[-1][0] if sent else due_ns
        return sent

    def _next_request(self) -> bytes | None:
        """The next whole request's ``ADR CMD data``; empty for bytes that are none (no reply); None: wait for more."""
        held = self._held
        known = self._requests.get(held)
        if known is not None:
            self._held = b""
            return known
        head = 3 if held[0] == 2 else 1
        if len(held) < head:
            return None
        length = held[0] if head == 1 else int.from_bytes(held[1:3], "big")
        if length < head + 4:
            self._held = held[1:]
            return b""
        if len(held) < length:
            return None
        frame, self._held = held[:length], held[length:]
        if _crc(frame[:-2]) != frame[-2:] or frame[head] not in (self._address, 0xFF):
            return b""  # a bad checksum or another reader's address: no reply
        body = frame[head:-2]
        if len(self._requests) < 256:
            self._requests[frame] = body
        return body

    def _obey(self, request: bytes, now_ns: int) -> tuple[bytes, float, _Antenna | None]:
        """The reply, how long the work takes in ms, and the antenna that was used."""
        command, data = request[1], request[2:]
        if command == 0x69:
            for antenna in self._by_channel:
                antenna.quiet.clear()
            return self._frame(command, 0x00), self._timing.rf_reset_ms, None
        if command == 0xDD:
            return self._select(data), 0.5, None
        if command == 0xB0 and data[:1] == b"\x01" and len(data) == 2 and self._selected is not None:
            return self._inventory(self._selected, more=bool(data[1] & 0x80), now_ns=now_ns)
        return self._frame(command, 0x80), 0.0, None  # unknown command

    def _select(self, data: bytes) -> bytes:
        channel = data[0] * 8 + data[1] - 1 if len(data) == 3 else -1
        if not 0 <= channel < len(self._by_channel) or data[2]:
            return self._frame(0xDD, 0x11)  # parameter range error
        self._selected, self._waiting = self._by_channel[channel], []
        self._selected.quiet.clear()  # the field of this antenna was off until now
        return self._frame(0xDD, 0x00)

    def _inventory(self, spot: _Antenna, *, more: bool, now_ns: int) -> tuple[bytes, float, _Antenna]:
        self.inventories += 1
        if spot.fault == "detuned":
            return self._frame(0xB0, 0x84), self._timing.inventory_ms, spot
        if not more:
            self._waiting = self._answering(spot, now_ns)
        part, self._waiting = self._waiting[: self._timing.tags_a_reply], self._waiting[self._timing.tags_a_reply :]
        work_ms = self._timing.inventory_ms + self._timing.tag_ms * (0 if more else len(part) + len(self._waiting))
        if self._keeps_quiet:
            spot.quiet.update(part)
        if not part:
            return self._frame(0xB0, 0x01), work_ms, spot
        key = (*part, "more") if self._waiting else tuple(part)
        reply = self._replies.get(key)
        if reply is None:
            records = b"".join(b"\x03\x00" + bytes.fromhex(tag) for tag in part)
            reply = self._frame(0xB0, 0x94 if self._waiting else 0x00, bytes((len(part),)) + records)
            if len(self._replies) < 1024:
                self._replies[key] = reply
        return reply, work_ms, spot

    def _answering(self, spot: _Antenna, now_ns: int) -> list[str]:
        tags = spot.readable + spot.ghosts if spot.ghosts else spot.readable
        if self._flicker:
            for tag in tags:
                if self._random.random() < self._flicker:
                    self._hide(spot, tag, now_ns, self._random.uniform(*FLICKER_MS))
        if not spot.hidden and not spot.quiet:
            return list(dict.fromkeys(tags))  # two tags with one UID answer as one
        seen = []
        for tag in dict.fromkeys(tags):
            from_ns, until_ns = spot.hidden.get(tag, (0, 0))
            if not from_ns <= now_ns < until_ns and tag not in spot.quiet:
                seen.append(tag)
        return seen

    def _frame(self, command: int, status: int, data: bytes = b"") -> bytes:
        length = 6 + len(data)
        if length <= STANDARD_LIMIT:
            body = bytes((length, self._address, command, status)) + data
        else:
            body = b"\x02" + (length + 2).to_bytes(2, "big") + bytes((self._address, command, status)) + data
        return body + _crc(body)

    def _spoil(self, reply: bytes, due_ns: int, spot: _Antenna | None) -> list[tuple[int, bytes]]:
        fault = self._reader_fault or (spot.fault if spot is not None else "")
        if fault in ("", "detuned"):
            return [(due_ns, reply)]
        if fault == "silent":
            return []
        if fault == "late":
            return [(due_ns + self._late_ms * MS, reply)]
        if fault == "partial":
            return [(due_ns, reply[: max(1, len(reply) // 2)])]
        if fault == "noise":
            return [(due_ns, bytes((self._random.randrange(256),)) + reply)]
        if fault == "garbage":
            damaged = bytearray(reply)
            for _ in range(3):
                damaged[self._random.randrange(len(damaged))] ^= 1 + self._random.randrange(255)
            return [(due_ns, bytes(damaged))]
        raise ValueError(f"the simulated reader has no fault {fault!r}")
