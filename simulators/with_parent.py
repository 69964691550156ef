"""Runs a module as ``python -m MODULE`` does, and ends it when whoever started it is gone, killed or not.

    python -m simulators.with_parent FOLDER MODULE [ARGUMENTS]

Whoever starts it gives it a pipe as standard input and holds the other end: that end closes with the process that holds it, on
every system. The module is then told to stop (SIGTERM), ended if it does not, and the folder that nobody will clear is cleared.
"""

from __future__ import annotations

import os
import runpy
import shutil
import signal
import sys
import threading

END_S = 10.0  # how long the module may take to stop


def watch(alone: threading.Event, descriptor: int = 0) -> None:
    """Wait until the other end of the pipe is closed, then end this process."""
    while os.read(descriptor, 1024):
        pass
    alone.set()
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(END_S)
    os._exit(1)


def main() -> None:
    """Watch, and run the module."""
    alone = threading.Event()
    threading.Thread(target=watch, args=(alone,), name="with parent", daemon=True).start()
    _, folder, module = sys.argv[:3]
    del sys.argv[:2]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        if alone.is_set():
            shutil.rmtree(folder, ignore_errors=True)  # each part tries; the last one finds nobody writing there


if __name__ == "__main__":
    main()
