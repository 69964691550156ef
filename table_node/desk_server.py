"""The dealer's console in its own thread: the page server, and the desk through which it reaches the node's loop."""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Callable

import uvicorn

from link.pages import LOOPBACK_HOSTS
from table_node.console.app import create_app
from table_node.console.desk import Listener, View
from table_node.core import Tapped
from table_node.taps import Tap

STOP_S = 5.0


class NodeDesk:
    """A `table_node.console.desk.Desk`: views out of the loop, taps into it. `enqueue` is False when the loop is swamped."""

    def __init__(self, view: View, enqueue: Callable[[Tapped], bool]) -> None:
        self._view = view
        self._enqueue = enqueue
        self._lock = threading.Lock()
        self._listeners: dict[int, Listener] = {}
        self._answers: dict[int, Callable[[str], None]] = {}
        self._numbers = itertools.count(1)

    # -- called by the page server

    def snapshot(self) -> View:
        """The newest view."""
        return self._view

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every new view until the returned function is called."""
        number = next(self._numbers)
        with self._lock:
            self._listeners[number] = listener

        def leave() -> None:
            with self._lock:
                self._listeners.pop(number, None)

        return leave

    def tap(self, tap: Tap, answer: Callable[[str], None]) -> None:
        """Hand a tap to the loop; `answer` is called once."""
        token = next(self._numbers)
        with self._lock:
            self._answers[token] = answer
        if not self._enqueue(Tapped(tap, token)):
            self.answered(token, "The table is busy. Tap again in a moment.")

    # -- called by the loop

    def show(self, view: View) -> None:
        """This is the newest view."""
        self._view = view
        with self._lock:
            listeners = list(self._listeners.values())
        for listener in listeners:
            listener(view)

    def answered(self, token: int, refusal: str) -> None:
        """The tap of that token was taken, or why not. Key presses have no token."""
        with self._lock:
            answer = self._answers.pop(token, None)
        if answer is not None:
            answer(refusal)


class DeskServer:
    """Serves the console. Raises OSError when the address cannot be had. `url` is where it is."""

    def __init__(self, desk: NodeDesk, host: str, port: int, language: str) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
        except OSError:
            self._socket.close()
            raise
        shown = f"[{host}]" if family == socket.AF_INET6 else host
        self.url = f"http://{shown}:{self._socket.getsockname()[1]}/"
        app = create_app(desk, hosts=(*LOOPBACK_HOSTS, host), language=language)
        config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="console", daemon=True)

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def stop(self) -> None:
        """End the connections and free the address."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self._socket.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])
