"""The pages' view of a running hub: the core's thread publishes, the pages' event loops read. Implements `hub.view.HubView`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any

from hub.core import HubCore
from hub.core_messages import CoreOutput, JudgeAct
from hub.evidence import CardWay, case_of, ways
from hub.judges import check_act
from hub.stream import Picture
from hub.view import (
    ActRefused,
    Alert,
    Change,
    DirectiveStatus,
    HubProblem,
    Lagged,
    RefusedKey,
    Snapshot,
    TableStatus,
)
from link.pages import token_ok
from rulebook.events import AnyEvent
from rulebook.seats import SEAT_COUNT

QUEUE_CHANGES = 512  # that may wait for one page
KEPT_S = 3.0  # an act that the log has not taken by then: its disk is in trouble, and the judge must know


class LiveSubscription:
    """See `hub.view.Subscription`."""

    def __init__(self, leave: Callable[[LiveSubscription], None]) -> None:
        self._leave = leave
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Change] = asyncio.Queue(QUEUE_CHANGES)
        self._lost = False

    def put(self, changes: Sequence[Change]) -> None:
        """From the core's thread."""
        try:
            self._loop.call_soon_threadsafe(self._put, changes)
        except RuntimeError:
            self._leave(self)  # its loop is closed: nobody reads any more

    def _put(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if self._queue.full():
                self._lost = True
                return
            self._queue.put_nowait(change)

    async def next(self) -> Change:
        """See `hub.view.Subscription.next`."""
        if self._lost:
            raise Lagged
        return await self._queue.get()

    def close(self) -> None:
        """See `hub.view.Subscription.close`."""
        self._leave(self)


class LiveOverlay:
    """See `hub.view.OverlaySubscription`."""

    def __init__(self, newest: Callable[[], dict[str, Any]], leave: Callable[[LiveOverlay], None]) -> None:
        self._newest = newest
        self._leave = leave
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._given = -1

    def put(self) -> None:
        """From the core's thread: there is a newer picture."""
        try:
            self._loop.call_soon_threadsafe(self._changed.set)
        except RuntimeError:
            self._leave(self)

    async def next(self) -> dict[str, Any]:
        """See `hub.view.OverlaySubscription.next`."""
        while (picture := self._newest())["number"] <= self._given:
            self._changed.clear()
            if self._newest()["number"] <= self._given:  # none came between the look and the clearing
                await self._changed.wait()
        self._given = picture["number"]
        return picture

    def close(self) -> None:
        """See `hub.view.OverlaySubscription.close`."""
        self._leave(self)


class LiveView:
    """`act` is called with each accepted act, on the pages' thread; `new_id` makes ids that nobody can guess or repeat."""

    def __init__(
        self, core: HubCore, token: str, act: Callable[[JudgeAct], None], new_id: Callable[[], str], wall_ms: Callable[[], int]
    ) -> None:
        self._token = token
        self._act = act
        self._new_id = new_id
        self._wall_ms = wall_ms
        self._lock = threading.Lock()
        self._subscribers: dict[LiveSubscription, None] = {}
        self._overlays: dict[LiveOverlay, str] = {}
        self._all_tables = tuple(core.tables)
        self._pictures = {name: table.stream.fields for name, table in core.tables.items() if table.stream is not None}
        self._alerts: tuple[Alert, ...] = core.board.alerts
        self._evidence = {name: table.evidence for name, table in core.tables.items()}
        self._tables: dict[str, TableStatus] = {name: table.status() for name, table in core.tables.items()}
        self._directives: dict[str, tuple[DirectiveStatus, ...]] = {
            name: table.outbox.statuses for name, table in core.tables.items()
        }
        self._refused: tuple[RefusedKey, ...] = ()
        self._problems: tuple[HubProblem, ...] = ()
        self._unkept: set[str] = set()  # acts that were taken and are not in the log yet
        self._number = core.number

    # -- the core's thread -------------------------------------------------------------------------------------------

    def publish(self, core: HubCore, outputs: Sequence[CoreOutput]) -> None:
        """Show what a step of the core changed."""
        changes = [output for output in outputs if isinstance(output, Change)]
        pictures = {output.table: output.fields for output in outputs if isinstance(output, Picture)}
        with self._lock:
            self._pictures.update(pictures)
            for change in changes:
                item = change.item
                if isinstance(item, TableStatus):
                    self._tables[item.table] = item
                elif isinstance(item, DirectiveStatus):
                    self._unkept.discard(item.id)  # the core tells of an act once the log has it
                    self._directives[item.table] = core.tables[item.table].outbox.statuses
            if any(isinstance(change.item, Alert) for change in changes):
                self._alerts = core.board.alerts
            if changes:
                self._refused = tuple(core.problems.refused.values())
                self._problems = tuple(core.problems.standing.values())
                self._number = changes[-1].number
            subscribers = tuple(self._subscribers) if changes else ()
            overlays = tuple(overlay for overlay, table in self._overlays.items() if table in pictures)
        for subscriber in subscribers:
            subscriber.put(changes)
        for overlay in overlays:
            overlay.put()

    # -- the pages' thread -------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """See `hub.view.HubView.snapshot`."""
        with self._lock:
            directives = tuple(status for statuses in self._directives.values() for status in statuses)
            return Snapshot(
                self._number,
                self._wall_ms(),
                self._alerts,
                tuple(self._tables.values()),
                directives,
                self._refused,
                self._problems,
            )

    def subscribe(self) -> LiveSubscription:
        """See `hub.view.HubView.subscribe`."""
        subscription = LiveSubscription(self._leave)
        with self._lock:
            self._subscribers[subscription] = None
        return subscription

    def act(self, table: str, event: AnyEvent) -> str:
        """See `hub.view.HubView.act`."""
        if table not in self._all_tables:
            raise ActRefused(f"There is no table {table!r}; the hub has {', '.join(self._all_tables)}.")
        check_act(event)
        id_ = self._new_id()
        with self._lock:
            self._unkept.add(id_)
        try:
            self._act(JudgeAct(table, event, id_))
        except ActRefused:
            with self._lock:
                self._unkept.discard(id_)
            raise
        return id_

    async def kept(self, directive: str) -> bool:
        """See `hub.view.HubView.kept`."""
        subscription = self.subscribe()
        try:
            async with asyncio.timeout(KEPT_S):
                while directive in self._unkept:
                    await subscription.next()
        except (TimeoutError, Lagged):
            return directive not in self._unkept
        finally:
            subscription.close()
        return True

    def ways(self, table: str, incident: str) -> list[CardWay]:
        """See `hub.view.HubView.ways`."""
        alert = self._alert(table, incident)
        records = self._evidence[table].of(alert.hand)
        if alert.handles:
            return ways(records, alert.handles)
        return ways(records, seats=alert.seats or range(1, SEAT_COUNT + 1))  # a call about nobody is about any of them

    def case(self, table: str, incident: str) -> dict[str, Any]:
        """See `hub.view.HubView.case`."""
        alert = self._alert(table, incident)
        return case_of(table, alert.hand, self._evidence[table].of(alert.hand))

    def _alert(self, table: str, incident: str) -> Alert:
        with self._lock:
            alerts = self._alerts
        found = next((alert for alert in alerts if (alert.table, alert.incident) == (table, incident)), None)
        if found is None:
            raise KeyError(incident)
        return found

    def tables(self) -> tuple[str, ...]:
        """See `hub.view.HubView.tables`."""
        return tuple(self._pictures)

    def overlay_token_ok(self, token: str) -> bool:
        """See `hub.view.HubView.overlay_token_ok`."""
        return token_ok(self._token, token)

    def overlay(self, table: str) -> dict[str, Any]:
        """See `hub.view.HubView.overlay`."""
        return self._pictures[table]

    def subscribe_overlay(self, table: str) -> LiveOverlay:
        """See `hub.view.HubView.subscribe_overlay`."""
        if table not in self._pictures:
            raise KeyError(table)
        overlay = LiveOverlay(lambda: self._pictures[table], self._leave_overlay)
        with self._lock:
            self._overlays[overlay] = table
        return overlay

    def _leave(self, subscription: LiveSubscription) -> None:
        with self._lock:
            self._subscribers.pop(subscription, None)

    def _leave_overlay(self, overlay: LiveOverlay) -> None:
        with self._lock:
            self._overlays.pop(overlay, None)


def read_token(text: str) -> str:
    """The overlay's token in its file. Raises ValueError with one sentence."""
    token = text.strip()
    if len(token) < 16 or not token.isascii() or not token.isprintable() or " " in token:
        raise ValueError("a token is one word of 16 or more ASCII characters")
    return token
