"""The console's page server: one page, one channel. It works while the hub is away, because it asks only the node."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from link.channel import ChangeQueue, ChannelTimes, serve_channel
from link.pages import LOOPBACK_HOSTS, Guard, Pages, health, load_texts
from link.table_setting import check_amount, check_seat, check_setting
from link.texts import Texts
from rulebook.events import TableSet
from table_node.console.desk import Desk, View
from table_node.taps import Chips, Push, SetTable, Tap

ANSWER_S = 5.0  # a node that has not taken a tap by then is in trouble, and the dealer must know
TAPS_AT_ONCE = 4  # one touch of the screen sends two at most
CHIPS_AT_ONCE = 100
LONGEST_WORD = 64

# What the dealer may enter about a seat beside its actions: words as spoken, and what he saw (`Reported.what`).
WORDS = ("raise", "call", "check", "fold", "all-in", "time")
REPORTS = ("forwards", "touches_muck", "drops", "dealer_takes", "dealer_asks", "clock", "leaves", "sits", "button_at")
DECK_REPORTS = ("marked",)


class _Taps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser sends for one touch: the taps, in order."""

    kind: str
    taps: list[Tap]
    id: int | None = None


_encoder = msgspec.json.Encoder()


def read_taps(message: dict[str, Any]) -> list[Tap]:
    """The taps of a browser's message. Raises ValueError with one sentence that says what is wrong and what to do."""
    if message["kind"] != "tap":
        raise ValueError(f"The console takes taps, not {message['kind']!r}.")
    try:
        # Through JSON again: keys of `awards` are seats, which JSON has as strings.
        taps = msgspec.json.decode(_encoder.encode(message), type=_Taps).taps
    except msgspec.ValidationError as error:
        raise ValueError(f"That tap was not understood: {error}. Reload the page.") from None
    if not 0 < len(taps) <= TAPS_AT_ONCE:
        raise ValueError(f"One touch sends 1 to {TAPS_AT_ONCE} taps, not {len(taps)}.")
    for tap in taps:
        _check(tap)
    return taps


def _check(tap: Tap) -> None:
    """Refuse seats and amounts that no table has, whatever the hand is."""
    if isinstance(tap, SetTable):
        check_setting(TableSet(tap.settings, tap.stacks, tap.button))
        return
    seats = [seat for seat in (getattr(tap, "seat", None), getattr(tap, "until", 0) or None) if seat is not None]
    amounts = [value for value in (getattr(tap, "amount", None),) if value is not None]
    if isinstance(tap, Chips):
        amounts += tap.chips
        if not 0 < len(tap.chips) <= CHIPS_AT_ONCE:
            raise ValueError(f"One motion has 1 to {CHIPS_AT_ONCE} chips, not {len(tap.chips)}.")
    if isinstance(tap, Push) and tap.awards is not None:
        seats += tap.awards
        amounts += tap.awards.values()
    for seat in seats:
        check_seat(seat)
    for amount in amounts:
        check_amount(amount)
    for text in (getattr(tap, name, "") for name in ("words", "what", "word", "question")):
        if len(text) > LONGEST_WORD:
            raise ValueError(f"A word of that tap is longer than {LONGEST_WORD} letters.")


class _DeskFeed:
    """The desk's views for one browser: the parts that changed."""

    def __init__(self, desk: Desk, texts: Texts) -> None:
        self._texts = texts
        self._views = ChangeQueue()
        self._leave = desk.subscribe(self._views.put)
        self._shown: View = texts.render(desk.snapshot())

    def snapshot(self) -> View:
        return self._shown

    async def next(self) -> dict[str, Any]:
        while True:
            view: View = self._texts.render(await self._views.get())
            changed = {key: value for key, value in view.items() if key not in self._shown or self._shown[key] != value}
            self._shown = view
            if changed:
                return {"kind": "change", "data": changed}

    def close(self) -> None:
        self._leave()


async def give_taps(desk: Desk, message: dict[str, Any], answer_s: float = ANSWER_S) -> dict[str, Any]:
    """Hand the taps of one touch to the desk."""
    try:
        taps = read_taps(message)
    except ValueError as error:
        return {"error": str(error)}
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[str] = loop.create_future()
    desk.touch(taps, _settle(loop, answered))
    try:
        async with asyncio.timeout(answer_s):
            return {"error": await answered}
    except TimeoutError:
        return {"error": "The table did not answer. Look at the screen before tapping again."}


def _settle(loop: asyncio.AbstractEventLoop, answered: asyncio.Future[str]) -> Callable[[str], None]:
    """The callback for the node's thread; a second answer, or one that nobody waits for any more, is ignored."""

    def settle(text: str) -> None:
        if not answered.done():
            answered.set_result(text)

    def answer(text: str) -> None:
        try:
            loop.call_soon_threadsafe(settle, text)
        except RuntimeError:
            return  # the page server has stopped

    return answer


def create_app(
    desk: Desk, *, hosts: tuple[str, ...] = LOOPBACK_HOSTS, times: ChannelTimes | None = None, language: str = "en"
) -> Starlette:
    """The console for one table. `hosts`: names and addresses under which it may be asked for."""
    texts = load_texts("table_node.console", language)
    pages = Pages("table_node.console", texts)

    async def console(_request: Request) -> Response:
        said = {text_id.removeprefix("ui."): texts.text(text_id) for text_id in texts.ids() if text_id.startswith("ui.")}
        return pages.page(
            "console.html",
            said=said,
            words=[{"word": word, "text": texts.text(f"word.{word}")} for word in WORDS],
            reports=[{"what": what, "text": texts.text(f"report.{what}")} for what in REPORTS],
            deck_reports=[{"what": what, "text": texts.text(f"report.{what}")} for what in DECK_REPORTS],
        )

    async def channel(websocket: WebSocket) -> None:
        await serve_channel(websocket, _DeskFeed(desk, texts), lambda message: give_taps(desk, message), times)

    routes = [Route("/", console), Route("/health", health), WebSocketRoute("/channel", channel), *pages.mounts()]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])
