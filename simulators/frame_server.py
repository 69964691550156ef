"""The simulated camera's side of the line: serves frames to the node's `vision.camera.SocketSource` on this machine."""

from __future__ import annotations

import contextlib
import socket

from vision.frame_wire import AGAIN, PNG, RAW, Picture, encode_picture


class FrameServer:
    """Listens on loopback; `send` gives a picture to the node that is connected, and is nothing while none is.

    A picture that is the same array as the view's last goes as a note of 24 bytes. `address` is what `SocketSource` takes.
    """

    def __init__(self, address: str = "tcp:127.0.0.1:0", png: bool = False) -> None:
        kind, _, rest = address.partition(":")
        if kind == "unix":
            self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._listener.bind(rest)
            self.address = address
        else:
            host, _, port = rest.rpartition(":")
            self._listener = socket.create_server((host, int(port)))
            self.address = f"tcp:{host}:{self._listener.getsockname()[1]}"
        self._listener.listen(1)
        self._listener.setblocking(False)
        self._form = PNG if png else RAW
        self._client: socket.socket | None = None
        self._sent: dict[tuple[str, int], object] = {}

    def send(self, picture: Picture) -> bool:
        """True when the picture went out. A node that went away is waited for anew."""
        if not self._connected():
            return False
        assert self._client is not None
        key = (picture.view, picture.seat)
        form = AGAIN if self._sent.get(key) is picture.image else self._form
        try:
            self._client.sendall(encode_picture(picture, form))
        except OSError:
            self._drop()
            return False
        self._sent[key] = picture.image
        return True

    def unplug(self) -> None:
        """Cut the line, as a pulled cable would."""
        self._drop()

    def close(self) -> None:
        """Stop serving."""
        self._drop()
        self._listener.close()

    def _connected(self) -> bool:
        if self._client is None:
            with contextlib.suppress(BlockingIOError):
                self._client = self._listener.accept()[0]
                self._client.settimeout(1.0)
                self._sent.clear()
        return self._client is not None

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
            self._sent.clear()
