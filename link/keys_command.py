"""What ``dealer-table keys`` does: make a key file, and show the public keys of one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from link.keys import KeyFileError, Keys, load_keys, make_keys, write_keys


def make(path: Path) -> int:
    """Make a key file and print its public keys. Exit status 0, or 2 with one line that says why not."""
    try:
        keys = make_keys(os.urandom(64))
        write_keys(path, keys)
    except KeyFileError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    _show(keys)
    return 0


def show(path: Path) -> int:
    """Print the public keys of a key file: what the other side's configuration and ``deck enroll`` ask for."""
    try:
        keys = load_keys(path)
    except KeyFileError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    _show(keys)
    return 0


def _show(keys: Keys) -> None:
    sys.stdout.write(f"curve {keys.curve.public}\npack  {keys.pack.public}\n")
