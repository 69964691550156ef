"""``python -m hub CONFIG``: run the hub until it is told to stop.

Exit status: 0 stopped cleanly; 2 it could not start (one line: what, where, what to do).
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import zmq

from hub.config import HubConfig, load, reference
from hub.entries import LogError
from hub.process import HubProcess
from link.config_file import ConfigError, read_text
from link.keys import KeyFileError
from rulebook.book import BookError

START_ERRORS = (ConfigError, KeyFileError, BookError, LogError, ValueError, OSError, zmq.ZMQError)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="hub", description="Run the hub of all tables.")
    parser.add_argument("config", nargs="?", help="the hub's configuration, a TOML file")
    parser.add_argument("--check", action="store_true", help="only check the configuration")
    parser.add_argument("--reference", action="store_true", help="print a commented example of a configuration")
    given = parser.parse_args(arguments)
    if given.reference:
        sys.stdout.write(reference())
        return 0
    if given.config is None:
        parser.error("the path of a configuration is needed; --reference prints an example")
    path = Path(given.config)
    try:
        config = load(read_text(path, "python -m hub --reference"), path.name)
        if given.check:
            sys.stdout.write(f"{path}: good, for {len(config.table)} tables\n")
            return 0
        hub = HubProcess(config, path.parent)
    except START_ERRORS as error:
        sys.stderr.write(_sentence(error) + "\n")
        return 2
    return run(hub, config)


def run(hub: HubProcess, config: HubConfig) -> int:
    """Serve until SIGTERM or SIGINT. Prints where, first."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        hub.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    sys.stdout.write(f"nodes {hub.address}\nfloor {hub.floor_url}\n")
    sys.stdout.writelines(f"overlay {hub.overlay_url(table.name)}?token=…\n" for table in config.table if table.stream)
    sys.stdout.flush()
    hub.run()
    return 0


def _sentence(error: Exception) -> str:
    text = str(error)
    if isinstance(error, zmq.ZMQError):
        text = f"[hub] listen: {error.strerror}; stop what uses the address, or choose another"
    elif isinstance(error, OSError) and not isinstance(error, ConfigError):
        text = f"{error.filename or '[pages] host and port'}: {error.strerror or error}; correct it in the configuration"
    return text.replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
