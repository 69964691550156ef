"""What a cable does to what a device sends: nothing, cut it into bytes, lose and flip some, hold it up. Pure.

A wire takes bytes that are due at a time and returns what arrives, and when. The order on a serial line never changes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

MS = 1_000_000
Wire = Callable[[int, bytes], list[tuple[int, bytes]]]


def perfect(due_ns: int, data: bytes) -> list[tuple[int, bytes]]:
    """What was sent, when it was due, in one piece."""
    return [(due_ns, data)]


def byte_at_a_time(due_ns: int, data: bytes) -> list[tuple[int, bytes]]:
    """Every byte on its own, 286 us apart (38400 8E1), the last one when all was due."""
    first_ns = due_ns - (len(data) - 1) * 286_458
    return [(first_ns + at * 286_458, data[at : at + 1]) for at in range(len(data))]


def lossy(seed: int, *, rate: float = 0.002) -> Wire:
    """A byte in 1/`rate` is lost, flipped or doubled."""
    random = Random(seed)

    def wire(due_ns: int, data: bytes) -> list[tuple[int, bytes]]:
        out = bytearray()
        for byte in data:
            fate = random.random()
            if fate >= rate:
                out.append(byte)
            elif fate < rate / 3:
                continue
            elif fate < 2 * rate / 3:
                out.append(byte ^ 1 << random.randrange(8))
            else:
                out += bytes((byte, byte))
        return [(due_ns, bytes(out))] if out else []

    return wire


def delayed(seed: int, *, usual_ms: float = 16.0, rare_ms: float = 600.0, rate: float = 0.01) -> Wire:
    """A USB bridge that holds bytes up to `usual_ms`, and once in 1/`rate` for up to `rare_ms`: replies after the time-out."""
    random = Random(seed)
    latest_ns = 0

    def wire(due_ns: int, data: bytes) -> list[tuple[int, bytes]]:
        nonlocal latest_ns
        held_ms = random.random() * (rare_ms if random.random() < rate else usual_ms)
        latest_ns = max(latest_ns, due_ns + int(held_ms * MS))
        return [(latest_ns, data)]

    return wire
