"""The log as evidence: what each card's way was, without a name that may not be seen (DESIGN 4; BFSP 5.9.2, 6.6.9, 7.4.1).

A card's way is where it lay, in order, with the time and who saw it. An open name is told, a sealed one is not: who needs it
has the seal broken by two officials (`case_of`), which the table's log and every screen tell. PURE.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from rulebook.cards import Card
from rulebook.events import AnyEvent, CardNamed, CardPlaced, CardTurned, Face, FloorOpened, Handle, HandOpened, KeyNested
from rulebook.record import Record
from rulebook.seats import BOARD, STUB, Seat, Zone, zone_seat

HANDS_KEPT = 2  # a hand can be disputed until the next one begins (BFSP 5.9.1), and a little longer does no harm
CASE_VERSION = 1

_KEPT = (CardPlaced, CardTurned, CardNamed, KeyNested, FloorOpened)


class Stop(msgspec.Struct, frozen=True):
    """Where a card lay from a moment on. `wall_ms`: as the node stamped it; `witnesses`: who saw it come."""

    zone: Zone
    face: Face
    wall_ms: int
    witnesses: tuple[str, ...] = ()


class CardWay(msgspec.Struct, frozen=True):
    """One card's way through a hand. `card`: its open name; `sealed`: it has a name that is shut; `opened`: a judge had it
    opened by two officials."""

    handle: Handle
    card: Card | None
    sealed: bool
    opened: bool
    stops: tuple[Stop, ...]


class Evidence:
    """The records about cards of the last hands of one table.

    `take` appends; a hand's list is never changed otherwise, so another thread may read a copy of it at any time.
    """

    def __init__(self) -> None:
        self._hands: dict[int, list[Record]] = {}
        self._hand = 0

    def take(self, record: Record) -> None:
        """The table's next record."""
        event = record.event
        if isinstance(event, HandOpened):
            self._hand = event.hand
            hands = {**self._hands, event.hand: []}
            self._hands = {hand: hands[hand] for hand in list(hands)[-HANDS_KEPT:]}
        elif isinstance(event, _KEPT):
            hand = event.hand if isinstance(event, KeyNested | FloorOpened) else self._hand
            if hand in self._hands:
                self._hands[hand].append(record)

    def of(self, hand: int) -> tuple[Record, ...]:
        """What is kept of a hand; empty: it is too long ago."""
        return tuple(self._hands.get(hand, ()))


def ways(records: Iterable[Record], handles: Collection[Handle] = (), seats: Collection[Seat] = ()) -> list[CardWay]:
    """The ways of these cards, of those that lay before one of these seats, and (beside seats) of the board."""
    stops: dict[Handle, list[Stop]] = {}
    names: dict[Handle, Card] = {}
    sealed: set[Handle] = set()
    opened: set[Handle] = set()
    for record in records:
        match record.event:
            case CardPlaced(handle, zone, face, witnesses=witnesses):
                stops.setdefault(handle, []).append(Stop(zone, face, record.wall_ms, witnesses))
            case CardTurned(handle, face) if handle in stops:
                last = stops[handle][-1]
                stops[handle].append(Stop(last.zone, face, record.wall_ms))
            case CardNamed(handle, card) if card is not None:
                names[handle] = card
            case CardNamed(handle):
                sealed.add(handle)
            case FloorOpened() as event:
                opened.update(event.handles)
    concerned = [handle for handle, way in stops.items() if handle in handles or _was_there(way, seats)]
    return [
        CardWay(handle, names.get(handle), handle in sealed and handle not in names, handle in opened, tuple(stops[handle]))
        for handle in concerned
    ]


def _was_there(way: Sequence[Stop], seats: Collection[Seat]) -> bool:
    places = {zone_seat(stop.zone) for stop in way}
    return bool(places & set(seats)) or (bool(seats) and any(stop.zone == BOARD for stop in way))


def case_of(table: str, hand: int, records: Sequence[Record]) -> dict[str, Any]:
    """What two officials need to open the cards that a judge asked for, nothing else of the hand. Raises ValueError with one
    sentence where that cannot be."""
    asked: dict[Handle, None] = {}
    nested, names = b"", dict[Handle, bytes]()
    for record in records:
        event: AnyEvent = record.event
        if isinstance(event, FloorOpened):
            asked.update(dict.fromkeys(event.handles))
        elif isinstance(event, KeyNested):
            nested = event.nested
        elif isinstance(event, CardNamed) and event.sealed:
            names[event.handle] = event.sealed
    if not asked:
        raise ValueError("No judge has asked for sealed cards of this hand: ask first, and every screen says so.")
    if not nested:
        raise ValueError("The key of this hand was sealed to nobody: the table's node has no officials in its configuration.")
    return {
        "case": CASE_VERSION,
        "table": table,
        "hand": hand,
        "nested": b64encode(nested).decode(),
        "cards": [
            {"card": handle, "places": _places(records, handle), "sealed": b64encode(names[handle]).decode()}
            for handle in asked
            if handle in names
        ],
    }


def _places(records: Iterable[Record], handle: Handle) -> list[str]:
    return [stop.zone for way in ways(records, [handle]) for stop in way.stops if stop.zone != STUB]
