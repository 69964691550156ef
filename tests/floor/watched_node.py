"""A node that is overheard: every frame is written down before it is encrypted, and after it is decrypted.

``python -m tests.floor.watched_node FRAMES [--unsealed] CONFIG``. With ``--unsealed`` hole cards are not sealed: a search that
does not find them there proves nothing.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import link.zmq_shell as shell
import table_node.recorder as recorder
from link.messages import Frame
from link.seal import SEALED_BYTES
from rulebook.cards import Card
from rulebook.events import Handle
from table_node.__main__ import main

LENGTH_BYTES = 4


def overhear(path: Path) -> None:
    """Write every frame to `path`, behind its length."""
    kept = path.open("ab", buffering=0)
    lock = threading.Lock()
    encode, decode = shell.encode_frame, shell.decode_frame

    def keep(data: bytes) -> None:
        with lock:
            kept.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)

    def encode_frame(frame: Frame) -> bytes:
        data = encode(frame)
        keep(data)
        return data

    def decode_frame(data: bytes) -> Frame:
        keep(bytes(data))
        return decode(data)

    shell.encode_frame, shell.decode_frame = encode_frame, decode_frame


def unsealed(_key: bytes, _hand: int, _handle: Handle, card: Card) -> bytes:
    """What `link.seal.seal_card` must never give."""
    return card.encode().ljust(SEALED_BYTES, b"\0")


if __name__ == "__main__":
    overhear(Path(sys.argv[1]))
    if "--unsealed" in sys.argv:
        recorder.seal_card = unsealed
    sys.exit(main([sys.argv[-1]]))
