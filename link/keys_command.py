"""What ``dealer-table keys`` does: make a key file, and show the public keys of one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from link.keys import KeyFileError, Keys, load_keys, make_keys, write_keys


def make(path: Path, /) -> int:
    """Make a key file and print its public keys. Exit status 0, or 2 with one line that says why not.

    Parameters
    ----------
    path
        The file to make, such as hub.keys; never one that exists.
    """

    def made() -> Keys:
        keys = make_keys(os.urandom(64))
        write_keys(path, keys)
        return keys

    return _show(made)


def show(path: Path, /) -> int:
    """Print the public keys of a key file: what the other side's configuration and ``deck enroll`` ask for.

    Parameters
    ----------
    path
        The key file.
    """
    return _show(lambda: load_keys(path))


def _show(get: Callable[[], Keys]) -> int:
    try:
        keys = get()
    except KeyFileError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"curve {keys.curve.public}\npack  {keys.pack.public}\n")
    return 0
