"""A felt in virtual time with sensors that can be made to err, for the tests of fusion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from firmware_bridge.feig_poller import Reread
from firmware_bridge.readings import Inventory
from rulebook.cards import DECK, Card
from rulebook.core import TICK
from rulebook.events import CardNamed, CardPlaced, CardTurned, Event, IntegritySeen
from simulators.perfect_sensors import ANTENNAS, look_seat, look_table, look_window, read_antenna
from simulators.scene import Scene, SceneCard
from table_node.fusion import Fusion
from table_node.fusion_felt import Crop, Expectation
from table_node.ledger import Ledger

MS = 1_000_000
SWEEP_MS = 450
UID = {card: f"E004{index:012X}" for index, card in enumerate(DECK)}
SPARE = "E004AAAAAAAAAAAA"  # a second tag of the king of diamonds
PACK = {uid: card for card, uid in UID.items()} | {SPARE: Card("Kd")}

Hear = Callable[[Inventory], Inventory | None]


class World:
    """Cards by name; `at` moves them; `run` lets sensors look. `hear` may falsify or drop an antenna's answer."""

    def __init__(self, expect: Expectation | None = None, hear: Hear | None = None) -> None:
        self.ledger = Ledger(PACK, seal=lambda handle, card: b"sealed")
        self.fusion = Fusion(self.ledger)
        self.expect = expect or Expectation(next="act")
        self.hear = hear
        self.now = 1_000 * MS
        self.events: list[Event] = []
        self.cards: dict[str, SceneCard] = {}
        self.covered: tuple[str, ...] = ()
        self.stuck: set[str] = set()  # cards that the camera cannot see: they cling beneath another
        self.camera = True
        self._next = [self.now + index * SWEEP_MS * MS // len(ANTENNAS) for index in range(len(ANTENNAS))]
        self._next_look = self.now

    def at(
        self, zone: str, *names: str, face: str = "down", tag: bool = True, slot: int | None = None, uid: str | None = None
    ) -> None:
        """These cards lie in a zone now (``stub``: in its mouth; ``gone``: nowhere). ``Kd'`` is the second king of diamonds."""
        for name in names:
            self.cards.pop(name, None)
            if zone == "gone":
                continue
            free = sum(card.zone == zone for card in self.cards.values()) if slot is None else slot
            card = Card(name.strip("'"))
            own = (SPARE if name.endswith("'") else UID.get(card)) if tag else None
            self.cards[name] = SceneCard(len(self.cards), card, zone, free, face, uid or own)  # type: ignore[arg-type]

    @property
    def scene(self) -> Scene:
        return Scene(tuple(self.cards.values()), self.covered)

    @property
    def seen(self) -> Scene:
        return Scene(tuple(card for name, card in self.cards.items() if name not in self.stuck), self.covered)

    def run(self, seconds: float) -> list[Event]:
        """Let time pass; return what was told in it."""
        told = len(self.events)
        end = self.now + int(seconds * 1_000) * MS
        while True:
            index = min(range(len(ANTENNAS)), key=self._next.__getitem__)
            due = min(self._next[index], self._next_look)
            if due > end:
                break
            self.now = due
            if due == self._next_look:
                self._next_look += 300 * MS
                if self.camera:
                    self._give(look_window(self.seen, due))
                    self._give(look_table(self.seen, due))
                self._give(TICK)
            else:
                self._next[index] += SWEEP_MS * MS
                self._read(ANTENNAS[index])
        self.now = end
        return self.events[told:]

    def _read(self, antenna: str) -> None:
        inventory = read_antenna(self.scene, antenna, self.now - 30 * MS, self.now)
        heard = self.hear(inventory) if self.hear else inventory
        if heard is not None:
            self._give(heard)

    def _give(self, given: object) -> None:
        requests = self.fusion.step(self.now, given)  # type: ignore[arg-type]
        while (event := self.fusion.take(self.expect)) is not None:
            self.events.append(event)
        for request in requests:
            if isinstance(request, Reread):
                self.now += 35 * MS
                self._read(request.antenna)
            elif isinstance(request, Crop) and self.camera:
                self._give(look_seat(self.seen, request.seat, self.now))

    def deal(
        self, seat: int, name: str, *, mouth: str = "down", face: str = "down", tag: bool = True, seconds: float = 3.0
    ) -> list[Event]:
        """One card out of the mouth to a seat."""
        return self.bring(f"seat {seat}", name, mouth=mouth, face=face, tag=tag, seconds=seconds)

    def bring(
        self, zone: str, *names: str, mouth: str = "down", face: str = "down", tag: bool = True, seconds: float = 3.0
    ) -> list[Event]:
        """Cards out of the mouth to a zone."""
        told = len(self.events)
        for name in names:
            self.at("stub", name, face=mouth, tag=tag)
            self.run(0.7)
            self.cards.pop(name)
        for name in names:
            self.at(zone, name, face=face, tag=tag)
        self.run(seconds)
        return self.events[told:]


def heard_at(antenna: str, name: str) -> Hear:
    """That antenna hears this card's tag as well, wherever it lies."""

    def hear(inventory: Inventory) -> Inventory:
        own = inventory.antenna == antenna
        return msgspec.structs.replace(inventory, tags=inventory.tags | {UID[Card(name)]}) if own else inventory

    return hear


def placed(events: Sequence[Event]) -> list[tuple[str, str, str]]:
    return [(str(one.zone), one.face, one.mouth) for one in events if isinstance(one, CardPlaced)]


def turns(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(one.handle, one.face) for one in events if isinstance(one, CardTurned)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [one.kind for one in events if isinstance(one, IntegritySeen)]


def names(events: Sequence[Event]) -> list[str]:
    return [str(one.card) for one in events if isinstance(one, CardNamed) and one.card is not None]
