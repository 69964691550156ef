"""The log of a process: one line a message on standard error, ``key=value`` (logfmt), for journald or a file.

Standard output is kept for what a command was asked for. structlog's own default writes there, and where it finds the package
rich it shows the local variables of every frame of an exception: keys and hole cards would be among them.
"""

from __future__ import annotations

import sys
from typing import Any, TextIO

import structlog


def log_to_stderr() -> None:
    """Send the log of this process to standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,  # the plain traceback: no local variables
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        logger_factory=_print_to_stderr,
        cache_logger_on_first_use=False,
    )


def _print_to_stderr(*_names: Any) -> structlog.PrintLogger:
    """A logger on standard error as it is now: whoever replaces it, as tests do, gets the lines."""
    stream: TextIO = sys.stderr
    return structlog.PrintLogger(stream)
