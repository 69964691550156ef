"""A hub to try the pages with: it holds what a test gives it and tells every subscriber, as `hub.view.HubView` says."""

from __future__ import annotations

import asyncio
from typing import Any

from hub.evidence import CardWay
from hub.view import (
    ActRefused,
    Alert,
    Change,
    DirectiveStatus,
    HubProblem,
    Item,
    Lagged,
    RefusedKey,
    Snapshot,
    TableStatus,
)
from link.pages import token_ok
from rulebook.events import AnyEvent, FloorOpened
from rulebook.findings import PlanStep
from rulebook.seats import BURNS

WALL_MS = 1_767_225_600_000
TOKEN = "overlay-token-of-a-test"


def alert(**changes: Any) -> Alert:
    """A four-card flop at table 7, not yet acknowledged."""
    base: dict[str, Any] = {
        "id": "7/1", "number": 1, "table": "Table 7", "incident": "27/four_card_flop/212", "hand": 27,
        "kind": "four_card_flop", "rule": "BFSP 6.6.3", "severity": "floor", "call": "floor", "street": "flop", "seats": (),
        "cause": 212, "seen": "four cards on the board (rfid board, window)", "cards": (),
        "steps": (PlanStep("turn_down", missing=4), PlanStep("pick"), PlanStep("take", to=BURNS, missing=4)),
        "open": True, "acknowledged": False, "withdrawn": False, "wall_ms": WALL_MS - 8_000,
    }  # fmt: skip
    return Alert(**{**base, **changes})


def table(name: str = "Table 7", **changes: Any) -> TableStatus:
    """A table on the flop."""
    base: dict[str, Any] = {
        "table": name, "online": True, "silent_since_wall_ms": None, "ruled": True, "rulebook": "bfsp", "hand": 27,
        "street": "flop", "next": "judge", "to_act": 0, "pot": 900, "button": 1, "board": ("Ah", "Kd", "2c", "??"),
        "stacks": {1: 18_200, 2: 9_950, 3: 31_800, 5: 7_025, 8: 15_900, 9: 40_075}, "bets": {}, "folded": (1, 9),
        "last_seq": 212, "delay_ms": 1_800_000,
    }  # fmt: skip
    return TableStatus(**{**base, **changes})


def picture(number: int = 1, **changes: Any) -> dict[str, Any]:
    """An overlay picture: two live hands on the turn."""
    seats = [
        {"seat": seat, "stack": 10_000 + 3_250 * seat, "bet": 0, "folded": True, "cards": [], "to_act": False, "won": 0}
        for seat in range(1, 10)
    ]
    seats[2].update(folded=False, cards=["As", "Td"], bet=1_200)
    seats[7].update(folded=False, cards=["9h", "9c"], to_act=True)
    base = {
        "table": "Table 7", "number": number, "hand": 26, "street": "turn", "button": 1, "to_act": 8, "next": "act",
        "pot": 5_400, "delay_ms": 1_800_000, "watermark": "", "why_backs": "", "opened": "", "board": ["Ah", "Kd", "2c", "9s"],
        "seats": seats,
    }  # fmt: skip
    return {**base, **changes}


class FakeSubscription:
    """A bounded queue on the loop that subscribed."""

    def __init__(self, hub: FakeHub, length: int) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Change | None] = asyncio.Queue(length)
        self._lost = False

    def put(self, change: Change) -> None:
        self._loop.call_soon_threadsafe(self._put, change)

    def _put(self, change: Change) -> None:
        if self._queue.full():
            self._lost = True
        else:
            self._queue.put_nowait(change)

    def lose(self) -> None:
        """The subscriber has fallen too far behind."""
        self._lost = True

    async def next(self) -> Change:
        if self._lost:
            raise Lagged
        change = await self._queue.get()
        assert change is not None
        return change

    def close(self) -> None:
        self._hub.subscribers.discard(self)


class FakeOverlay:
    """Hands out the newest picture once."""

    def __init__(self, hub: FakeHub, name: str) -> None:
        self._hub, self._name = hub, name
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._given = -1

    def put(self) -> None:
        self._loop.call_soon_threadsafe(self._changed.set)

    async def next(self) -> dict[str, Any]:
        while self._hub.pictures[self._name]["number"] <= self._given:
            self._changed.clear()
            await self._changed.wait()
        shown = self._hub.pictures[self._name]
        self._given = shown["number"]
        return shown

    def close(self) -> None:
        self._hub.overlays.discard(self)


class FakeHub:
    """`hub.view.HubView` over plain dictionaries."""

    def __init__(self, *items: Item, queue: int = 64) -> None:
        self.items: dict[tuple[str, str], Item] = {}
        self.subscribers: set[FakeSubscription] = set()
        self.overlays: set[FakeOverlay] = set()
        self.pictures: dict[str, dict[str, Any]] = {"Table 7": picture()}
        self.acts: list[tuple[str, AnyEvent]] = []
        self.keeps = True
        self.cards: dict[tuple[str, str], list[CardWay]] = {}
        self._number = 0
        self._queue = queue
        for item in items:
            self.tell(item)

    def tell(self, item: Item) -> None:
        """A change that every page is told."""
        key = getattr(item, "id", "") or getattr(item, "table", "") or getattr(item, "key", "") or getattr(item, "name", "")
        self._number += 1
        self.items[type(item).__name__, key] = item
        for subscriber in tuple(self.subscribers):
            subscriber.put(Change(self._number, item))

    def show(self, shown: dict[str, Any]) -> None:
        """The next overlay picture."""
        self.pictures[shown["table"]] = shown
        for overlay in tuple(self.overlays):
            overlay.put()

    def snapshot(self) -> Snapshot:
        def every(kind: type) -> tuple[Any, ...]:
            return tuple(item for item in self.items.values() if isinstance(item, kind))

        return Snapshot(
            self._number,
            WALL_MS,
            every(Alert),
            every(TableStatus),
            every(DirectiveStatus),
            every(RefusedKey),
            every(HubProblem),
        )

    def subscribe(self) -> FakeSubscription:
        subscription = FakeSubscription(self, self._queue)
        self.subscribers.add(subscription)
        return subscription

    def act(self, name: str, event: AnyEvent) -> str:
        if name not in self.tables():
            raise ActRefused(f"There is no table {name!r}.")
        self.acts.append((name, event))
        return f"d{len(self.acts)}"

    def ways(self, name: str, incident: str) -> list[CardWay]:
        return self.cards[name, incident]

    def case(self, name: str, incident: str) -> dict[str, Any]:
        if not any(isinstance(event, FloorOpened) and event.incident == incident for _, event in self.acts):
            raise ValueError("No judge has asked.")
        return {"case": 1, "hand": 27, "cards": [way.handle for way in self.cards[name, incident]]}

    async def kept(self, directive: str) -> bool:
        return self.keeps

    def tables(self) -> tuple[str, ...]:
        return tuple(self.pictures)

    def overlay_token_ok(self, token: str) -> bool:
        return token_ok(TOKEN, token)

    def overlay(self, name: str) -> dict[str, Any]:
        return self.pictures[name]

    def subscribe_overlay(self, name: str) -> FakeOverlay:
        overlay = FakeOverlay(self, name)
        self.overlays.add(overlay)
        return overlay
