"""The machine's boot: a clock that nobody can set, and a name for the boot that it belongs to."""

from __future__ import annotations

import secrets
import time
from pathlib import Path

KERNELS_NAME = Path("/proc/sys/kernel/random/boot_id")


def boot_ns() -> int:
    """Nanoseconds since the boot, time in suspension included."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def boot_id(name: Path = KERNELS_NAME) -> str:
    """What the kernel calls this boot. Where it has no name for it every start counts as a boot: later, never sooner."""
    try:
        return name.read_text(encoding="ascii").strip()
    except OSError:
        return secrets.token_hex(16)
