"""``python -m table_node CONFIG``: run a table's node until it is told to stop.

Exit status: 0 stopped cleanly; 1 the journal or the program failed while running; 2 it could not start (one line says why).
"""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from firmware_bridge.errors import GpioError
from link.config_file import ConfigError, read_text
from link.keys import KeyFileError, PackError
from rulebook.book import BookError
from table_node.config import load, reference
from table_node.journal import JournalError
from table_node.node import NodeProcess
from vision.calibration import CalibrationError
from vision.deck import DeckError

START_ERRORS = (
    ConfigError, KeyFileError, PackError, BookError, JournalError, CalibrationError, DeckError, GpioError, OSError,
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="table_node", description="Run the node of one poker table.")
    parser.add_argument("config", nargs="?", help="the node's configuration, a TOML file")
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
        config = load(read_text(path, "python -m table_node --reference"), path.name)
        if given.check:
            sys.stdout.write(f"{path}: good, for table {config.node.table!r}\n")
            return 0
        node = NodeProcess(config, path.parent)
    except START_ERRORS as error:
        return _refuse(error)
    return run(node)


def run(node: NodeProcess) -> int:
    """Play until SIGTERM or SIGINT."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        node.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    sys.stdout.write(f"console {node.console_url}\n")
    sys.stdout.flush()
    try:
        node.run()
    except JournalError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except Exception as error:
        # A bug of ours. Its text may quote a value, and a value may be a tag or a card: only its kind and place are told.
        frames = "".join(traceback.format_tb(error.__traceback__))
        sys.stderr.write(f"{frames}{type(error).__name__} in the node's loop; report this, start the node again\n")
        return 1
    return 0


def _refuse(error: Exception) -> int:
    text = str(error)
    if isinstance(error, OSError) and not isinstance(error, ConfigError):
        text = f"{error.filename or 'a file or address'}: {error.strerror or error}; correct it in the configuration"
    sys.stderr.write(text.replace("\n", " ") + "\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
