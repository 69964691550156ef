"""``python -m hub CONFIG``: run the hub until it is told to stop.

Exit status: 0 stopped cleanly; 2 it could not start (one line: what, where, what to do).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import zmq

from hub.config import HubConfig, load, reference
from hub.entries import LogError
from hub.process import HubProcess
from link.command import Parts, run_process, stop_on_signals, system_sentence
from link.config_file import ConfigError
from link.keys import KeyFileError
from rulebook.book import BookError

START_ERRORS = (ConfigError, KeyFileError, BookError, LogError, ValueError, OSError, zmq.ZMQError)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    return run_process(PARTS, arguments)


def run(hub: HubProcess, config: HubConfig) -> int:
    """Serve until SIGTERM or SIGINT. Prints where, first."""
    stop_on_signals(hub.stop)
    sys.stdout.write(f"nodes {hub.address}\nfloor {hub.floor_url}\n")
    sys.stdout.writelines(f"overlay {hub.overlay_url(table.name)}?token=…\n" for table in config.table if table.stream)
    sys.stdout.flush()
    hub.run()
    return 0


def _sentence(error: Exception) -> str:
    if isinstance(error, zmq.ZMQError):
        return f"[hub] listen: {error.strerror}; stop what uses the address, or choose another"
    return system_sentence(error, "[pages] host and port")


PARTS: Parts[HubConfig, HubProcess] = Parts(
    command="dealer-table hub",
    description="Run the hub of all tables.",
    reference=reference,
    load=load,
    good=lambda config: f"for {len(config.table)} tables",
    make=HubProcess,
    run=run,
    errors=START_ERRORS,
    sentence=_sentence,
)

if __name__ == "__main__":
    sys.exit(main())
