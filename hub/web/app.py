"""The hub's page server: the floor page for judges, the overlay for the stream."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from hub.evidence import CardWay
from hub.view import (
    ActRefused,
    Alert,
    DirectiveStatus,
    HubProblem,
    HubView,
    Item,
    Lagged,
    RefusedKey,
    TableStatus,
)
from hub.web.acts import ACTS, CLAUSES, likely_acts, read_act
from link.channel import ChannelTimes, Lagging, serve_channel
from link.pages import LOOPBACK_HOSTS, Guard, Pages, health, load_texts
from link.table_setting import setting_view
from link.texts import Texts, say
from link.wording import incident_view, place_words
from rulebook.events import TableSet
from rulebook.settings import Settings

CLOSE_REFUSED = 1008
NOT_STORED = {"cache-control": "no-store"}


def alert_view(alert: Alert) -> dict[str, Any]:
    """An alert as the floor page draws it."""
    return {
        **incident_view(alert),
        "number": alert.number,
        "table": alert.table,
        "incident": alert.incident,
        "cause": alert.cause,
        "withdrawn": alert.withdrawn,
        "attended": alert.attended,
        "wall_ms": alert.wall_ms,
        "handles": list(alert.handles),
        "opened": alert.opened,
        "pending": [say(f"sent.{word}|sent.other") for word in alert.pending],
        "pending_words": list(alert.pending),
        "likely": likely_acts(alert.kind, alert.call, alert.steps, alert.street),
    }


def table_view(status: TableStatus) -> dict[str, Any]:
    """A table as the floor page draws it; nothing of its cards beyond the board."""
    return {
        "id": status.table,
        "table": status.table,
        "online": status.online,
        "silent_since_wall_ms": status.silent_since_wall_ms,
        "ruled": status.ruled,
        "rulebook": status.rulebook,
        "hand": status.hand,
        "street": say(f"street.{status.street}") if status.street else "",
        "next": say(f"next.{status.next}|next.other") if status.next else "",
        "to_act": status.to_act,
        "pot": status.pot,
        "button": status.button,
        "board": list(status.board),
        "stacks": [[seat, stack] for seat, stack in sorted(status.stacks.items())],
        "folded": list(status.folded),
        "problems": list(status.problems),
        "setting": _setting(status),
    }


def _setting(status: TableStatus) -> dict[str, Any]:
    return setting_view(status.next_set or TableSet(Settings(), {}, 0), playing=status.playing, stream=True)


def item_view(item: Item) -> dict[str, Any]:
    """A changed thing with the name of its list and its id in it."""
    if isinstance(item, Alert):
        return {"list": "alerts", "item": alert_view(item)}
    if isinstance(item, TableStatus):
        return {"list": "tables", "item": table_view(item)}
    if isinstance(item, DirectiveStatus):
        words = say(f"sent.{item.word}|sent.other")
        return {"list": "directives", "item": {**msgspec.structs.asdict(item), "text": words}}
    if isinstance(item, RefusedKey):
        text = say("floor.refused_key", key=item.key, times=item.times, address=item.address)
        return {"list": "refused", "item": {"id": item.key, "text": text, "wall_ms": item.wall_ms}}
    assert isinstance(item, HubProblem)
    return {"list": "problems", "item": {"id": item.name, "text": item.text}}


def way_view(way: CardWay, number: int) -> dict[str, Any]:
    """One card's way as the floor page draws it; a sealed name is not in it."""
    return {
        "handle": way.handle,
        "number": number,
        "card": way.card,
        "sealed": way.sealed,
        "opened": way.opened,
        "stops": [
            {
                "place": place_words(stop.zone),
                "face": say(f"face.{stop.face}"),
                "wall_ms": stop.wall_ms,
                "by": [say(f"witness.{one}|witness.other") for one in stop.witnesses],
            }
            for stop in way.stops
        ],
    }


class _FloorFeed:
    """The hub's state for one judge's browser."""

    def __init__(self, view: HubView, texts: Texts) -> None:
        self._texts = texts
        self._subscription = view.subscribe()
        self._snapshot = view.snapshot()

    def snapshot(self) -> dict[str, Any]:
        shown = self._snapshot
        lists: dict[str, Any] = {name: [] for name in ("alerts", "tables", "directives", "refused", "problems")}
        items: list[Item] = [*shown.alerts, *shown.tables, *shown.directives, *shown.refused, *shown.problems]
        for item in items:
            entry = item_view(item)
            lists[entry["list"]].append(entry["item"])
        rendered: dict[str, Any] = self._texts.render({**lists, "wall_ms": shown.wall_ms})
        return rendered

    async def next(self) -> dict[str, Any]:
        while True:
            try:
                change = await self._subscription.next()
            except Lagged:
                raise Lagging from None
            if change.number > self._snapshot.number:
                rendered: dict[str, Any] = self._texts.render({"kind": "change", **item_view(change.item)})
                return rendered

    def close(self) -> None:
        self._subscription.close()


class _OverlayFeed:
    """The delayed pictures of one table for one stream program."""

    def __init__(self, view: HubView, texts: Texts, table: str) -> None:
        self._texts = texts
        self._subscription = view.subscribe_overlay(table)
        self._first = view.overlay(table)

    def snapshot(self) -> dict[str, Any]:
        return self._words(self._first)

    async def next(self) -> dict[str, Any]:
        while True:
            picture = await self._subscription.next()
            if picture["number"] > self._first["number"]:
                return {"kind": "change", "data": self._words(picture)}

    def close(self) -> None:
        self._subscription.close()

    def _words(self, picture: dict[str, Any]) -> dict[str, Any]:
        street = picture.get("street")
        shown: dict[str, Any] = self._texts.render({**picture, "street": say(f"street.{street}") if street else ""})
        return shown


def _give_act(view: HubView, message: dict[str, Any]) -> dict[str, Any]:
    try:
        act = read_act(message)
        return {"error": "", "directive": view.act(act.table, act.event)}
    except (ActRefused, ValueError) as error:
        return {"error": str(error)}


def create_app(
    view: HubView, *, hosts: tuple[str, ...] = LOOPBACK_HOSTS, times: ChannelTimes | None = None, language: str = "en"
) -> Starlette:
    """The hub's pages. `hosts`: names and addresses under which they may be asked for."""
    texts = load_texts("hub.web", language)
    pages = Pages("hub.web", texts)

    async def floor(_request: Request) -> Response:
        said = {text_id.removeprefix("ui."): texts.text(text_id) for text_id in texts.ids() if text_id.startswith("ui.")}
        acts = [{"act": act, "text": texts.text(f"act.{act}"), "hint": texts.text(f"act_hint.{act}")} for act in ACTS]
        clauses = [{"clause": clause, "text": texts.text(f"clause.{clause.replace('.', '_')}")} for clause in CLAUSES]
        return pages.page("floor.html", said=said, acts=acts, clauses=clauses)

    async def floor_channel(websocket: WebSocket) -> None:
        async def answer(message: dict[str, Any]) -> dict[str, Any]:
            given = _give_act(view, message)
            if given["error"] or await view.kept(given["directive"]):
                return given
            return {"error": "The hub could not write this act down yet. Look at the list before you send it again."}

        await serve_channel(websocket, _FloorFeed(view, texts), answer, times)

    async def card_ways(request: Request) -> Response:
        try:
            found = view.ways(request.path_params["table"], request.path_params["incident"])
        except KeyError:
            return JSONResponse({"error": texts.text("ui.no_ways")}, status_code=404)
        shown = [way_view(way, number) for number, way in enumerate(found, start=1)]
        return JSONResponse({"ways": texts.render(shown)}, headers=NOT_STORED)

    async def case(request: Request) -> Response:
        table, incident = request.path_params["table"], request.path_params["incident"]
        try:
            found = view.case(table, incident)
        except KeyError:
            return JSONResponse({"error": texts.text("ui.no_ways")}, status_code=404)
        except ValueError as error:
            return JSONResponse({"error": str(error)}, status_code=409)
        name = f'attachment; filename="case-hand-{found["hand"]}.json"'
        return JSONResponse(found, headers={**NOT_STORED, "content-disposition": name})

    async def overlay(request: Request) -> Response:
        if not view.overlay_token_ok(request.query_params.get("token", "")):
            return pages.page("refused.html", status_code=403)
        table = request.path_params["table"]
        if table not in view.tables():
            return pages.page("no_table.html", status_code=404, tables=view.tables())
        return pages.page("overlay.html", table=table)

    async def overlay_channel(websocket: WebSocket) -> None:
        table = websocket.path_params["table"]
        if not view.overlay_token_ok(websocket.query_params.get("token", "")) or table not in view.tables():
            await websocket.close(CLOSE_REFUSED)
            return
        await serve_channel(websocket, _OverlayFeed(view, texts, table), None, times)

    routes = [
        Route("/", floor),
        Route("/health", health),
        WebSocketRoute("/channel", floor_channel),
        Route("/ways/{table}/{incident:path}", card_ways),
        Route("/case/{table}/{incident:path}", case),
        Route("/overlay/{table}", overlay),
        WebSocketRoute("/overlay/{table}/channel", overlay_channel),
        *pages.mounts(),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])


__all__ = ["alert_view", "create_app", "item_view", "table_view"]
