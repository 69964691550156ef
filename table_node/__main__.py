"""``python -m table_node CONFIG``: run a table's node until it is told to stop.

Exit status: 0 stopped cleanly; 1 the journal or the program failed while running; 2 it could not start (one line says why).
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence

from firmware_bridge.errors import GpioError
from link.command import Parts, run_process, stop_on_signals, system_sentence
from link.config_file import ConfigError
from link.keys import KeyFileError, PackError
from rulebook.book import BookError
from table_node.config import NodeConfig, load, reference
from table_node.journal import JournalError
from table_node.node import NodeProcess
from vision.calibration import CalibrationError
from vision.deck import DeckError

# How long a thread may keep the others waiting: the recogniser computes without a pause, a prompt passes through three threads.
SWITCH_S = 0.001

START_ERRORS = (ConfigError, KeyFileError, PackError, BookError, JournalError, CalibrationError, DeckError, GpioError, OSError)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    return run_process(PARTS, arguments)


def run(node: NodeProcess) -> int:
    """Play until SIGTERM or SIGINT."""
    stop_on_signals(node.stop)
    sys.setswitchinterval(SWITCH_S)
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


PARTS: Parts[NodeConfig, NodeProcess] = Parts(
    command="dealer-table node",
    description="Run the node of one poker table.",
    reference=reference,
    load=load,
    good=lambda config: f"for table {config.node.table!r}",
    make=NodeProcess,
    run=lambda node, config: run(node),
    errors=START_ERRORS,
    sentence=lambda error: system_sentence(error, "[console] host and port"),
)

if __name__ == "__main__":
    sys.exit(main())
