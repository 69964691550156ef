"""What ``python -m hub`` and ``python -m table_node`` have in common: a process made of one configuration file.

Exit status: 2 it could not start (one line: what, where, what to do); otherwise what running it gave. Standard output has
only what was asked for: addresses, a check's result, a reference; everything else goes to standard error.
"""

from __future__ import annotations

import argparse
import gc
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Generic, TypeVar

import msgspec

from link.config_file import ConfigError, read_text
from link.process_log import log_to_stderr

ConfigT = TypeVar("ConfigT")
ProcessT = TypeVar("ProcessT")


class Parts(msgspec.Struct, Generic[ConfigT, ProcessT], frozen=True):
    """What makes one of the two processes. `command`: how a person starts it; `errors`: what `load` and
    `make` raise and a person can mend; `sentence`: what is said of such an error."""

    command: str
    description: str
    reference: Callable[[], str]
    load: Callable[[str, str], ConfigT]
    good: Callable[[ConfigT], str]
    make: Callable[[ConfigT, Path], ProcessT]
    run: Callable[[ProcessT, ConfigT], int]
    errors: tuple[type[Exception], ...]
    sentence: Callable[[Exception], str]


def run_process(parts: Parts[ConfigT, ProcessT], arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog=parts.command, description=parts.description)
    parser.add_argument("config", nargs="?", help="the configuration, a TOML file")
    parser.add_argument("--check", action="store_true", help="only check the configuration")
    parser.add_argument("--reference", action="store_true", help="print a commented example of a configuration")
    given = parser.parse_args(arguments)
    if given.reference:
        sys.stdout.write(parts.reference())
        return 0
    if given.config is None:
        parser.error("the path of a configuration is needed; --reference prints an example")
    log_to_stderr()
    path = Path(given.config)
    try:
        config = parts.load(read_text(path, f"{parts.command} --reference"), path.name)
        if given.check:
            sys.stdout.write(f"{path}: good, {parts.good(config)}\n")
            return 0
        process = parts.make(config, path.parent)
    except parts.errors as error:
        sys.stderr.write(parts.sentence(error).replace("\n", " ") + "\n")
        return 2
    gc.collect()
    gc.freeze()  # modules and what the start made stay: no later pass need look through them, and passes are pauses
    return parts.run(process, config)


def stop_on_signals(stop: Callable[[], None]) -> None:
    """Call `stop` on SIGTERM and on SIGINT (Ctrl-C)."""

    def stopped(_number: int, _frame: FrameType | None) -> None:
        stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stopped)


def system_sentence(error: Exception, where: str) -> str:
    """An error of ours as it is; one of the system with the file that it names, else with `where` in the configuration."""
    if isinstance(error, OSError) and not isinstance(error, ConfigError):
        return f"{error.filename or where}: {error.strerror or error}; correct it in the configuration"
    return str(error)
