"""Frames and lines out of a stream of bytes that may be split, garbled or interleaved. Bounded, and never lost for long.

Both buffers resynchronise byte by byte: what is no frame costs one byte, and the search goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable

NO_FRAME = -1  # `measure`: no frame begins here
UNDECIDED = 0  # `measure`: too few bytes to tell

Measure = Callable[[bytes | bytearray, int], int]
Check = Callable[[bytes], bool]


class FrameBuffer:
    """Finds length-prefixed, checksummed frames.

    `measure(held, at)` returns the length in bytes of the frame that would begin at `at`, `UNDECIDED` or `NO_FRAME`; it may
    never return more than `limit_bytes`. `check(frame)` tells whether a frame's checksum holds.
    At most `limit_bytes` are held between two calls. `dropped_bytes` counts what belonged to no good frame.
    """

    def __init__(self, measure: Measure, check: Check, limit_bytes: int) -> None:
        self._measure = measure
        self._check = check
        self._limit_bytes = limit_bytes
        self._held = bytearray()
        self.dropped_bytes = 0

    @property
    def held_bytes(self) -> int:
        """How many bytes wait for the rest of their frame."""
        return len(self._held)

    def feed(self, data: bytes) -> list[bytes]:
        """Take `data` and return the frames that it completes, oldest first."""
        self._held += data
        return self._scan()

    def flush(self) -> list[bytes]:
        """Nothing more will come: give up a frame that never ended, and return those hidden behind its false start."""
        frames: list[bytes] = []
        while self._held:
            del self._held[0]
            self.dropped_bytes += 1
            frames += self._scan()
        return frames

    def clear(self) -> None:
        """Forget what is held (the line was opened anew)."""
        self.dropped_bytes += len(self._held)
        self._held.clear()

    def _scan(self) -> list[bytes]:
        held, at, frames = self._held, 0, []
        while at < len(held):
            length = self._measure(held, at)
            if length == UNDECIDED:
                break
            if length != NO_FRAME and length <= self._limit_bytes:
                if at + length > len(held):
                    break
                frame = bytes(held[at : at + length])
                if self._check(frame):
                    frames.append(frame)
                    at += length
                    continue
            at += 1
            self.dropped_bytes += 1
        del held[:at]
        return frames


class LineBuffer:
    """Splits lines at LF (a CR before it is dropped). A line longer than `limit_bytes` is dropped whole, and counted."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._held = bytearray()
        self._skipping = False
        self.dropped_lines = 0

    @property
    def held_bytes(self) -> int:
        """How many bytes wait for the end of their line."""
        return len(self._held)

    def feed(self, data: bytes) -> list[bytes]:
        """Take `data` and return the lines that it completes, without their ends."""
        *ended, rest = data.split(b"\n")
        lines: list[bytes] = []
        for part in ended:
            self._take(part)
            if self._skipping:
                self._skipping = False
            else:
                lines.append(bytes(self._held.removesuffix(b"\r")))
            self._held.clear()
        self._take(rest)
        return lines

    def clear(self) -> None:
        """Forget what is held (the line was opened anew)."""
        self._held.clear()
        self._skipping = False

    def _take(self, part: bytes) -> None:
        if self._skipping:
            return
        if len(self._held) + len(part) > self._limit_bytes:
            self._held.clear()
            self._skipping = True
            self.dropped_lines += 1
        else:
            self._held += part
