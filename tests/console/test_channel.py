"""The channel beneath both page servers: slow browsers are dropped, queues are bounded, only loopback is bound."""

from __future__ import annotations

import asyncio
import urllib.request
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from link.channel import CLOSE_SLOW, QUEUE_LENGTH, ChangeQueue, ChannelTimes, Lagging, serve_channel
from link.pages import PageServer, health, token_ok


class Browser:
    """A WebSocket whose browser takes `takes` messages and then reads no more."""

    def __init__(self, takes: int) -> None:
        self.takes = takes
        self.got: list[str] = []
        self.code: int | None = None

    async def accept(self) -> None:
        return

    async def send_text(self, text: str) -> None:
        if len(self.got) >= self.takes:
            await asyncio.Event().wait()
        self.got.append(text)

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    async def close(self, code: int) -> None:
        self.code = code


class Counting:
    """A feed that always has the next number."""

    def __init__(self) -> None:
        self.closed = False
        self.number = 0

    def snapshot(self) -> Any:
        return 0

    async def next(self) -> dict[str, Any]:
        self.number += 1
        return {"kind": "change", "data": self.number}

    def close(self) -> None:
        self.closed = True


def test_browser_that_does_not_take_its_messages_is_dropped() -> None:
    browser, feed = Browser(takes=3), Counting()
    asyncio.run(serve_channel(browser, feed, None, ChannelTimes(send_s=0.02)))  # type: ignore[arg-type]
    assert len(browser.got) == 3
    assert browser.code == CLOSE_SLOW
    assert feed.closed


def test_queue_is_bounded_and_says_that_changes_were_lost() -> None:
    async def fill() -> None:
        queue = ChangeQueue()
        for number in range(QUEUE_LENGTH):
            queue.put(number)
        await asyncio.to_thread(queue.put, QUEUE_LENGTH)  # from another thread, after the others
        assert queue._waiting.qsize() == QUEUE_LENGTH
        with pytest.raises(Lagging):
            await queue.get()

    asyncio.run(fill())


def test_queue_keeps_the_order() -> None:
    async def pass_through() -> list[int]:
        queue = ChangeQueue()
        for number in range(QUEUE_LENGTH):
            queue.put(number)
        return [await queue.get() for _ in range(QUEUE_LENGTH)]

    assert asyncio.run(pass_through()) == list(range(QUEUE_LENGTH))


def test_queue_of_a_page_server_that_has_stopped_takes_no_harm() -> None:
    async def make() -> ChangeQueue:
        return ChangeQueue()

    queue = asyncio.run(make())
    queue.put(1)
    assert queue._waiting.empty()


@pytest.mark.parametrize(
    ("wanted", "given", "ok"),
    [("abc", "abc", True), ("abc", "abd", False), ("abc", "", False), ("", "", False), ("ä", "ä", True)],
)
def test_token(wanted: str, given: str, ok: bool) -> None:
    assert token_ok(wanted, given) is ok


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.10", "::"])
def test_pages_are_bound_to_loopback_only(host: str) -> None:
    with pytest.raises(ValueError, match="loopback only"):
        PageServer(Starlette(), host=host)


def test_server_serves_on_the_address_it_names_and_stops() -> None:
    server = PageServer(Starlette(routes=[Route("/health", health)]))
    server.start()
    try:
        with urllib.request.urlopen(server.address + "/health", timeout=5) as answer:
            assert answer.read() == b"ok\n"
            assert "server" not in answer.headers
    finally:
        server.stop()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(server.address + "/health", timeout=5)
