"""Waiting for other threads and processes: for what they bring about, never for a fixed time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

LOOK_AGAIN_S = 0.005
PATIENCE_S = 40.0  # on a machine with other work; what is waited for comes within one or two on an idle one


def until(what: str, holds: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Wait until it `holds`; fails with `what` when that never comes."""
    end = time.monotonic() + patience_s
    pause = threading.Event()
    while not holds():
        assert time.monotonic() < end, f"it never came to this: {what}"
        pause.wait(LOOK_AGAIN_S)
