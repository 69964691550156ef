"""What the pages may see and do: the one door between the hub and `hub.web`.

Everything here is a frozen value without a hidden card; hole cards are in `overlay` alone, behind its token and its delay.
A page joins so: subscribe, take a snapshot, draw it, then apply every change whose number is higher than the snapshot's.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

import msgspec

from hub.evidence import CardWay
from rulebook.cards import Card
from rulebook.events import AnyEvent, Handle, TableSet
from rulebook.findings import Call, PlanStep, Severity
from rulebook.seats import Seat


class Alert(msgspec.Struct, frozen=True, tag=True):
    """One call for a judge (`severity` floor or critical) or one note of what the dealer puts right himself (note, dealer).

    `id` is unique in the hub (``7/…``); `incident` is the id within the table, the one `FloorAcknowledged` names. `cause` is
    the seq of the causing record, the one that `FloorRuled.about` names. `withdrawn`: a refold no longer has it.
    `pending` names the judge's acts on it that the node has not taken yet. `number` orders alerts by when they were found.
    """

    id: str
    number: int
    table: str
    incident: str
    hand: int
    kind: str
    rule: str
    severity: Severity
    call: Call
    street: str
    seats: tuple[Seat, ...]
    cause: int
    seen: str
    cards: tuple[Card, ...]
    steps: tuple[PlanStep, ...]
    open: bool
    acknowledged: bool
    withdrawn: bool
    wall_ms: int  # Unix time of the record that revealed it, as the node stamped it
    pending: tuple[str, ...] = ()
    attended: bool = False  # a judge has acted about it
    handles: tuple[Handle, ...] = ()  # the cards that it is about
    opened: bool = False  # a judge took sealed cards out because of it, for two officials to open


class TableStatus(msgspec.Struct, frozen=True, tag=True):
    """One table as the floor sees it. `problems`: plain sentences on what is wrong with the node, its log or its book.

    `online` is False while the node's heartbeats are missing; `silent_since_wall_ms` says since when (None: never heard).
    `ruled` is False when the hub does not rule (unknown rulebook or hash): a problem says why. `backs` is never here.
    """

    table: str
    online: bool
    silent_since_wall_ms: int | None
    ruled: bool
    rulebook: str
    hand: int
    street: str
    next: str
    to_act: Seat
    pot: int
    button: Seat
    board: tuple[str, ...]  # open names, "??" for a card that nobody has named, "back" for one that was turned down
    stacks: dict[Seat, int]
    bets: dict[Seat, int]
    folded: tuple[Seat, ...]
    last_seq: int
    delay_ms: int
    problems: tuple[str, ...] = ()
    playing: bool = False  # a hand has begun and is not over
    next_set: TableSet | None = None  # how the next dealing would begin as things stand


class DirectiveStatus(msgspec.Struct, frozen=True, tag=True):
    """One judge's act on its way: ``pending`` until the node's log has it, then ``done``.

    `word` is the event's name in the vocabulary (``floor_ruled``); `about` an incident id or a seq as text, where it has one.
    """

    id: str
    table: str
    word: str
    about: str
    state: Literal["pending", "done"]
    wall_ms: int


class RefusedKey(msgspec.Struct, frozen=True, tag=True):
    """A node that the hub turned away: its public key (z85), how often, from where, when last."""

    key: str
    times: int
    address: str
    wall_ms: int


class HubProblem(msgspec.Struct, frozen=True, tag=True):
    """Something wrong with the hub itself (its log cannot be written); `text` empty: it is over."""

    name: str
    text: str


Item = Alert | TableStatus | DirectiveStatus | RefusedKey | HubProblem


class Change(msgspec.Struct, frozen=True):
    """One numbered change; `item` replaces the former item of the same type and id (table, key, name)."""

    number: int
    item: Item


class Snapshot(msgspec.Struct, frozen=True):
    """Everything at one moment; `number` is that of the last change it contains. Alerts are in the order of finding."""

    number: int
    wall_ms: int
    alerts: tuple[Alert, ...]
    tables: tuple[TableStatus, ...]
    directives: tuple[DirectiveStatus, ...]
    refused: tuple[RefusedKey, ...]
    problems: tuple[HubProblem, ...]


class ActRefused(ValueError):
    """A judge's act that cannot be taken: which, why, what to do instead."""


class Lagged(Exception):
    """A subscriber fell so far behind that its queue was dropped: take a new snapshot and subscribe again."""


class Subscription(Protocol):
    """Changes as they come. Used on the event loop that subscribed; close it when the page goes."""

    async def next(self) -> Change:
        """Wait for the next change. Raises `Lagged`."""
        ...

    def close(self) -> None:
        """Forget this subscriber."""
        ...


class OverlaySubscription(Protocol):
    """Delayed pictures of one table; a slow reader sees the newest only."""

    async def next(self) -> dict[str, Any]:
        """Wait for a picture newer than the last one returned (the first call returns the present one at once)."""
        ...

    def close(self) -> None:
        """Forget this subscriber."""
        ...


class HubView(Protocol):
    """The hub as the pages know it. All methods return at once and may be called from the pages' event loop."""

    def snapshot(self) -> Snapshot:
        """Everything that a floor page shows."""
        ...

    def subscribe(self) -> Subscription:
        """Begin to receive numbered changes (call it before `snapshot`)."""
        ...

    def act(self, table: str, event: AnyEvent) -> str:
        """Take a judge's act: a `floor_…` event or a `TableSet`, its `directive` empty. Returns the directive's id.

        It shows as a pending `DirectiveStatus` when the hub's log has it and as done when the node's log has it. Raises
        `ActRefused` for an unknown table or an event that is no judge's.
        """
        ...

    async def kept(self, directive: str) -> bool:
        """Wait until the hub's log has the act: only then may a judge be told that it is sent. False: not in time; it may
        still come, and then shows as pending."""
        ...

    def ways(self, table: str, incident: str) -> list[CardWay]:
        """The ways of the cards that an incident is about. Raises KeyError where nothing is known of it (any more)."""
        ...

    def case(self, table: str, incident: str) -> dict[str, Any]:
        """The sealed cards that a judge took out because of an incident, ready for JSON, for two officials to open. Raises
        KeyError where nothing is known of it, ValueError with one sentence where there is nothing to open."""
        ...

    def tables(self) -> tuple[str, ...]:
        """The names of the tables that the overlay may show."""
        ...

    def overlay_token_ok(self, token: str) -> bool:
        """Whether the token opens the overlay (compared in constant time)."""
        ...

    def overlay(self, table: str) -> dict[str, Any]:
        """The table exactly `delay_ms` ago, ready for JSON. Raises KeyError for an unknown table.

        ``{"table", "number", "hand", "street", "button", "to_act", "next", "pot", "delay_ms", "watermark", "why_backs",
        "opened", "board": [name or null], "seats": [{"seat", "stack", "bet", "folded", "cards": [name or null (a back)],
        "to_act", "won"}]}``. `watermark` is a text, or "" when the delay is a full one; `why_backs` tells the director why a
        hand shows backs, or ""; `opened` that a judge took sealed cards out, until the
        picture has come to it. `number` rises with every picture.
        """
        ...

    def subscribe_overlay(self, table: str) -> OverlaySubscription:
        """Begin to receive delayed pictures. Raises KeyError for an unknown table."""
        ...
