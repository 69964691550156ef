"""A page without a browser: joins the numbered channel of a page server, keeps the view, sends taps or judge's acts."""

from __future__ import annotations

import contextlib
import itertools
import json
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

ANSWER_S = 10.0
JOIN_AGAIN_S = 0.3
BEAT_S = 2.0


class PageClient:
    """One browser's worth of a page. Joins again by itself whenever the connection ends; `view` is the newest it was told.

    `lists`: the snapshot is lists of items with ids (the floor page), changes replace an item; otherwise changes replace keys.
    """

    def __init__(self, url: str, *, lists: bool = False) -> None:
        self._url = url
        self._lists = lists
        self._lock = threading.Condition()
        self._view: dict[str, Any] = {}
        self._answers: dict[int, queue.Queue[str]] = {}
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None
        self._stopping = False
        self.changed_s = time.monotonic()  # when the view changed last
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._run, self._beat)]
        for thread in self._threads:
            thread.start()

    @property
    def view(self) -> dict[str, Any]:
        """The whole view as told so far; empty until joined."""
        with self._lock:
            return dict(self._view)

    @property
    def joined(self) -> bool:
        """Whether the page server is there."""
        return self._socket is not None

    def wait(self, holds: Callable[[dict[str, Any]], bool], patience_s: float) -> bool:
        """Wait until the view, once joined, is such that it `holds`; False when patience ends first."""
        with self._lock:
            return self._lock.wait_for(lambda: bool(self._view) and holds(self._view), patience_s)

    def send(self, message: dict[str, Any]) -> str:
        """Send a message and wait for its answer: an empty text, or what was wrong. A page that is away is waited for."""
        ident = next(self._ids)
        self._answers[ident] = queue.Queue()
        try:
            return self._send(json.dumps({**message, "id": ident}), self._answers[ident])
        finally:
            del self._answers[ident]

    def _send(self, text: str, answer: queue.Queue[str]) -> str:
        until = time.monotonic() + ANSWER_S
        while time.monotonic() < until:
            with contextlib.suppress(WebSocketException, OSError, AttributeError):
                self._socket.send(text)  # type: ignore[union-attr]
                try:
                    return answer.get(timeout=max(0.1, until - time.monotonic()))
                except queue.Empty:
                    break
            threading.Event().wait(JOIN_AGAIN_S)
        return "The page did not answer."

    def close(self) -> None:
        """Leave."""
        self._stopping = True
        with contextlib.suppress(WebSocketException, OSError, AttributeError):
            self._socket.close()  # type: ignore[union-attr]

    def _run(self) -> None:
        while not self._stopping:
            try:
                # Loopback: packing costs more than it saves.
                with connect(self._url, open_timeout=2, max_size=2**22, compression=None) as socket:
                    self._socket = socket
                    for text in socket:
                        self._take(json.loads(text))
            except (WebSocketException, OSError):
                pass
            self._socket = None
            if not self._stopping:
                threading.Event().wait(JOIN_AGAIN_S)

    def _beat(self) -> None:
        pause = threading.Event()
        while not self._stopping:
            with contextlib.suppress(WebSocketException, OSError, AttributeError):
                self._socket.send('{"kind": "beat"}')  # type: ignore[union-attr]
            pause.wait(BEAT_S)

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "answer":
            waiting = self._answers.get(message["id"]) if message["id"] is not None else None
            if waiting is not None:
                waiting.put(message["error"])
            return
        with self._lock:
            if kind == "snapshot":
                self._view = message["data"]
            elif kind == "change" and self._lists:
                items = self._view.setdefault(message["list"], [])
                item = message["item"]
                places = [at for at, known in enumerate(items) if known["id"] == item["id"]]
                if places:
                    items[places[0]] = item
                else:
                    items.append(item)
            elif kind == "change":
                self._view.update(message["data"])
            else:
                return
            self.changed_s = time.monotonic()
            self._lock.notify_all()
