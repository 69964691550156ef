"""The numbered WebSocket channel between a page server and its browsers.

Every message is a JSON object with its number ``n``, rising by one per connection. The first is the whole view
(``kind: snapshot``), then come changes, answers to what the browser sent, and a ``beat`` when nothing else was said.
A browser that sees a gap, or hears nothing for some seconds, joins again and gets a fresh snapshot; one that reads too
slowly, or falls silent, is dropped and does the same. Nothing is ever resent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

QUEUE_LENGTH = 64  # changes that may wait for one browser
MESSAGE_BYTES = 16 * 1024  # no tap and no judge's act comes near it
CLOSE_SLOW = 4008  # our close codes; the browser joins again after any of them
CLOSE_SILENT = 4009


class Lagging(Exception):
    """A browser reads more slowly than its table changes; it is dropped and joins again."""


class Feed(Protocol):
    """What one browser is told: the whole view when it joins, then changes."""

    def snapshot(self) -> Any:
        """The whole view, ready for JSON. Called once, first."""
        ...

    async def next(self) -> dict[str, Any]:
        """The next change, an object with its own ``kind``. Raises `Lagging` when some were lost."""
        ...

    def close(self) -> None:
        """The browser has gone."""
        ...


class ChannelTimes(msgspec.Struct, frozen=True):
    """How long the channel waits, in seconds: between beats, for a word of the browser, for the browser to take a message."""

    beat_s: float = 3.0
    silent_s: float = 15.0
    send_s: float = 5.0


Answerer = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


class ChangeQueue:
    """A bounded queue from any thread to one browser's task on the page server's loop."""

    def __init__(self, length: int = QUEUE_LENGTH) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[Any] = asyncio.Queue(length)
        self._lost = False

    def put(self, change: Any) -> None:
        """Queue a change; when there is no room, mark the browser as lagging. Callable from any thread."""
        try:
            self._loop.call_soon_threadsafe(self._put, change)
        except RuntimeError:
            return  # the loop is closed: nobody reads any more

    def _put(self, change: Any) -> None:
        if self._waiting.full():
            self._lost = True
            return
        self._waiting.put_nowait(change)

    async def get(self) -> Any:
        """Wait for the next change. Raises `Lagging` once one was lost."""
        if self._lost:
            raise Lagging
        return await self._waiting.get()


async def serve_channel(
    websocket: WebSocket, feed: Feed, answer: Answerer | None = None, times: ChannelTimes | None = None
) -> None:
    """Run one browser's connection until it goes, lags or falls silent. `answer` replies to what it sends."""
    waits = times or ChannelTimes()
    await websocket.accept()
    channel = _Channel(websocket, feed, answer, waits)
    try:
        await channel.run()
    finally:
        feed.close()


class _Channel:
    """One connection: a task that tells and a task that listens; the first to end ends both."""

    def __init__(self, websocket: WebSocket, feed: Feed, answer: Answerer | None, times: ChannelTimes) -> None:
        self._websocket = websocket
        self._feed = feed
        self._answer = answer
        self._times = times
        self._number = 0
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        """Until one of the two ends. A server that is being stopped cancels this; both tasks then end with it."""
        tasks = {asyncio.create_task(self._tell()), asyncio.create_task(self._listen())}
        for task in tasks:
            task.add_done_callback(_look_at)
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        code = 1000
        for error in (task.exception() for task in done):
            if isinstance(error, WebSocketDisconnect):
                return  # the browser has gone; there is nobody to close for
            if isinstance(error, Lagging):
                code = CLOSE_SLOW
            elif isinstance(error, TimeoutError):
                code = CLOSE_SILENT
            elif error is not None:
                raise error
        try:
            async with asyncio.timeout(self._times.send_s):
                await self._websocket.close(code)
        except (RuntimeError, WebSocketDisconnect, TimeoutError, OSError):
            return  # it had gone already

    async def _send(self, message: dict[str, Any]) -> None:
        async with self._sending:
            text = msgspec.json.encode({"n": self._number, **message}).decode()
            self._number += 1
            try:
                async with asyncio.timeout(self._times.send_s):
                    await self._websocket.send_text(text)
            except TimeoutError:
                raise Lagging from None

    async def _tell(self) -> None:
        await self._send({"kind": "snapshot", "beat_s": self._times.beat_s, "data": self._feed.snapshot()})
        change = asyncio.ensure_future(self._feed.next())
        try:
            while True:
                done, _ = await asyncio.wait({change}, timeout=self._times.beat_s)
                if not done:
                    await self._send({"kind": "beat"})
                    continue
                await self._send(change.result())
                change = asyncio.ensure_future(self._feed.next())
        finally:
            change.cancel()

    async def _listen(self) -> None:
        while True:
            async with asyncio.timeout(self._times.silent_s):
                text = await self._websocket.receive_text()
            try:
                message = read_message(text)
            except ValueError as error:
                await self._send({"kind": "answer", "id": None, "error": str(error)})
                continue
            if message["kind"] == "beat":
                continue
            if self._answer is None:
                await self._send({"kind": "answer", "id": message.get("id"), "error": "This page takes no input."})
                continue
            reply = await self._answer(message)
            await self._send({"kind": "answer", "id": message.get("id"), **reply})


def _look_at(task: asyncio.Task[None]) -> None:
    """Take a task's exception, so that one nobody waits for any more is not reported as forgotten."""
    if not task.cancelled():
        task.exception()


def read_message(text: str) -> dict[str, Any]:
    """A browser's message: a JSON object with a ``kind``. Raises ValueError with one sentence for a person."""
    if len(text) > MESSAGE_BYTES:
        raise ValueError(f"The message is longer than {MESSAGE_BYTES} characters and was not read.")
    try:
        message = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise ValueError("The message is no JSON and was not read.") from None
    if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
        raise ValueError('The message is no object with a "kind" and was not read.')
    if not isinstance(message.get("id"), int | None):
        raise ValueError('The message\'s "id" is no number; it was not read.')
    return message
