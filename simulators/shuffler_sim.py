"""A shuffler as bytes and time: it follows docs/shuffler-protocol.md with its own encoder, not the driver's. Pure.

The machine's acts (`begin`, `end`, `eject`, `open_door`…) are called by whoever plays the dealer; each returns the bytes of
its reports, which go onto the line unless the machine is at fault. Commands come in by `receive`.
"""

from __future__ import annotations

from collections import deque
from random import Random

HISTORY = 32  # reports that it keeps for `resend`
LINE_LIMIT = 200


def checksum(text: bytes) -> bytes:
    """Four hex digits: CRC-16, polynomial 8408 reflected, preset FFFF, bit by bit."""
    value = 0xFFFF
    for byte in text:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
    return b"%04X" % value


def line(text: str) -> bytes:
    """A whole line of the protocol."""
    raw = text.encode("ascii")
    return raw + b" *" + checksum(raw) + b"\r\n"


class ShufflerSim:
    """One machine. `fault` is ``""``, ``silent``, ``garbage`` or ``lossy`` (every second report is lost on the line)."""

    def __init__(self, *, serial: str = "SIM1", firmware: str = "1.0.0", boot: int = 1, seed: int = 0) -> None:
        self.serial = serial
        self.firmware = firmware
        self.boot = boot
        self.seq = 0
        self.cycles = 0
        self.state = "idle"
        self.door_open = False
        self.running = False
        self.fault = ""
        self._history: deque[tuple[int, bytes]] = deque(maxlen=HISTORY)
        self._held = b""
        self._random = Random(seed)
        self._sent = 0

    # ---- what the machine does ----

    def press(self) -> bytes:
        """Its button is pressed; with the door open nothing happens."""
        return b"" if self.door_open else self.report("button")

    def begin(self) -> bytes:
        """A cycle begins."""
        if self.door_open:
            return b""
        self.running = True
        return self.report("cycle_begun") + self.enter("shuffling")

    def end(self, count: int | None = 52, verdict: str = "complete", boxed: int = 0) -> bytes:
        """The cycle ends with this count and verdict; without a count where it only mixed a stub."""
        self.running = False
        self.cycles += 1
        if count is None:
            return self.report("cycle_ended") + self.enter("ready")
        fields = f"count={count} verdict={verdict}" + (f" boxed={boxed}" if boxed else "")
        return self.report("cycle_ended", fields) + self.enter("ready")

    def eject(self) -> bytes:
        """The shuffled deck is given out."""
        if self.door_open:
            return b""
        return self.enter("ejecting") + self.report("ejected") + self.enter("idle")

    def open_door(self) -> bytes:
        """The door opens."""
        self.door_open = True
        return self.report("door", "state=open") + self.enter("door_open")

    def close_door(self) -> bytes:
        """The door closes; a jam is cleared thereby."""
        self.door_open = False
        return self.report("door", "state=closed") + self.enter("idle")

    def jam(self, code: str = "E01") -> bytes:
        """Cards are stuck; the cycle is not finished."""
        return self.enter("jam", code)

    def mend(self) -> bytes:
        """Whatever was wrong is put right."""
        return self.close_door() if self.door_open else self.enter("idle")

    def power_cycle(self) -> bytes:
        """Power was lost and came back: a new boot, reports count from 1, a running cycle is void."""
        void, self.running = self.running, False
        self.boot += 1
        self.seq = 0
        self._history.clear()
        self._held = b""
        self.state = "idle"
        return self.report("power", f"cycle={'void' if void else 'none'}")

    def enter(self, state: str, code: str = "") -> bytes:
        """The machine is in this state now."""
        self.state = state
        return self.report("state", f"state={state}" + (f" code={code}" if code else ""))

    def report(self, kind: str, fields: str = "") -> bytes:
        """Number a report, keep it for `resend`, and return its bytes as they reach the line."""
        self.seq += 1
        raw = line(" ".join(part for part in ("DT1 R", str(self.boot), str(self.seq), kind, fields) if part))
        self._history.append((self.seq, raw))
        return self._on_line(raw, report=True)

    # ---- commands ----

    def receive(self, data: bytes) -> bytes:
        """Take bytes of the line; return the answers (and reports) they call for."""
        self._held = (self._held + data)[-LINE_LIMIT:]
        answers = b""
        while b"\n" in self._held:
            raw, self._held = self._held.split(b"\n", 1)
            answers += self._obey(raw.rstrip(b"\r"))
        return answers

    def _obey(self, raw: bytes) -> bytes:
        text, mark, claimed = raw.rpartition(b" *")
        words = text.decode("ascii", "replace").split(" ")
        if not mark or claimed != checksum(text) or words[:2] != ["DT1", "C"] or len(words) < 4:
            return b""
        number, command, arguments = words[2], words[3], words[4:]
        if command == "state":
            door, cycle = "open" if self.door_open else "closed", "running" if self.running else "none"
            at = f"at boot={self.boot} seq={self.seq} state={self.state} door={door} cycle={cycle}"
            return self._on_line(line(f"DT1 A {number} {at}"))
        if command == "about":
            about = f"firmware={self.firmware} serial={self.serial} cycles={self.cycles}"
            return self._on_line(line(f"DT1 A {number} ok")) + self.report("about", about)
        if command == "resend" and arguments and arguments[0].startswith("from="):
            return self._resend(number, int(arguments[0][5:]))
        return self._on_line(line(f"DT1 A {number} unknown"))

    def _resend(self, number: str, first: int) -> bytes:
        oldest = self._history[0][0] if self._history else self.seq + 1
        if first < oldest:
            return self._on_line(line(f"DT1 A {number} gone oldest={oldest}"))
        again = b"".join(self._on_line(raw, report=True) for seq, raw in self._history if seq >= first)
        return self._on_line(line(f"DT1 A {number} ok")) + again

    def _on_line(self, raw: bytes, *, report: bool = False) -> bytes:
        if self.fault == "silent":
            return b""
        if self.fault == "garbage":
            at = self._random.randrange(len(raw) - 2)
            return raw[:at] + bytes((raw[at] ^ 0x15,)) + raw[at + 1 :]
        if self.fault == "lossy" and report:
            self._sent += 1
            return raw if self._sent % 2 == 0 else b""
        return raw
