"""The dealer's console: its page server, and the desk through which the page's thread reaches the node's loop."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence

from link.pages import LOOPBACK_HOSTS, PageServer
from table_node.config import ConsoleSection
from table_node.console.app import create_app
from table_node.console.desk import Listener, View
from table_node.core_messages import Touched
from table_node.taps import Tap


class NodeDesk:
    """A `table_node.console.desk.Desk`: views out of the loop, taps into it. `enqueue` is False when the loop is swamped."""

    def __init__(self, view: View, enqueue: Callable[[Touched], bool]) -> None:
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

    def touch(self, taps: Sequence[Tap], answer: Callable[[str], None]) -> None:
        """Hand the taps of one touch to the loop; `answer` is called once."""
        token = next(self._numbers)
        with self._lock:
            self._answers[token] = answer
        if not self._enqueue(Touched(tuple(taps), token)):
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
        """The touch of that token was taken, or why not. Key presses have no token."""
        with self._lock:
            answer = self._answers.pop(token, None)
        if answer is not None:
            answer(refusal)


def desk_server(desk: NodeDesk, section: ConsoleSection) -> PageServer:
    """The server of the dealer's console. Raises what `link.pages.PageServer` raises."""
    app = create_app(desk, hosts=(*LOOPBACK_HOSTS, section.host), language=section.language)
    return PageServer(app, section.port, section.host)
