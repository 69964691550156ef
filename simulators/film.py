"""The simulated camera of a table in real time: draws the felt when it changes and serves frames to the node's process."""

from __future__ import annotations

import threading

from rulebook.seats import zone_seat
from simulators.frame_server import FrameServer
from simulators.frames import FrameRenderer
from simulators.scene import Scene
from vision.frame_wire import Picture

FRAME_S = 0.1  # ten frames a second while something moves
STILL_S = 0.25  # fewer of a still picture


class Film:
    """One camera over one table. `address` is what the node's configuration names as its frame source."""

    def __init__(self, address: str = "tcp:127.0.0.1:0", seed: int = 0) -> None:
        self._server = FrameServer(address)
        self._renderer = FrameRenderer(seed=seed, lively=True)
        self._scene = Scene()
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._stopping = threading.Event()
        self._cut = False
        self._thread = threading.Thread(target=self._run, name="film", daemon=True)

    @property
    def address(self) -> str:
        """Where the frames come from."""
        return self._server.address

    def start(self) -> None:
        """Begin to film."""
        self._thread.start()

    def show(self, scene: Scene) -> None:
        """The felt looks like this now."""
        with self._lock:
            self._scene = scene
        self._changed.set()

    def cut(self, cut: bool) -> None:
        """Pull the camera's cable, or put it in again."""
        self._cut = cut
        if cut:
            self._server.unplug()

    def close(self) -> None:
        """Stop filming."""
        self._stopping.set()
        self._changed.set()
        self._thread.join(5)
        self._server.close()

    def _run(self) -> None:
        lively = 0
        while not self._stopping.is_set():
            if self._changed.wait(FRAME_S if lively else STILL_S):
                self._changed.clear()
                lively = 6
            lively = max(0, lively - 1)
            with self._lock:
                scene = self._scene
            if not self._cut:
                self._shoot(scene)
            if lively:
                self._stopping.wait(FRAME_S)

    def _shoot(self, scene: Scene) -> None:
        """Both views, and a close look at every seat that shows faces."""
        self._server.send(Picture("window", self._renderer.render(scene, "window")))
        self._server.send(Picture("table", self._renderer.render(scene, "table")))
        tabled = {zone_seat(card.zone) for card in scene.cards if card.face == "up"}
        for seat in sorted(seat for seat in tabled if seat is not None):
            self._server.send(Picture("seat", self._renderer.render(scene, "seat", seat), seat))
