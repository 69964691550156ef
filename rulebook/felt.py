"""Where the cards of a hand lie, as the log tells it: handles, zones, faces, open names."""

from __future__ import annotations

import msgspec

from rulebook.cards import Card
from rulebook.events import CardNamed, CardPlaced, CardTurned, Face, Handle
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, Seat, Zone, seat_zone, zone_seat


class LyingCard(msgspec.Struct, eq=False, gc=False):
    """One card that has come out of the stub in this hand. `placed`: how it came out, with the record of seq `seq`."""

    placed: CardPlaced
    seq: int
    handle: Handle
    zone: Zone
    face: Face
    boxed: bool
    exposed: bool = False

    @property
    def mouth(self) -> Face:
        """The face that it showed in the stub's mouth."""
        return self.placed.mouth

    @property
    def arrived_ms(self) -> int:
        """By when it had come out of the stub, in ms of boot time."""
        return self.placed.not_after_ms

    def came_with(self, other: LyingCard) -> bool:
        """Whether both may have come out of the stub in one motion: nobody knows which was the first."""
        mine, its = self.placed, other.placed
        return mine.not_before_ms <= its.not_after_ms and its.not_before_ms <= mine.not_after_ms


def _empty_zones() -> dict[Zone, list[Handle]]:
    return {BOARD: [], BURNS: [], MUCK: [], ASIDE: []}


class Felt(msgspec.Struct, eq=False):
    """The cards of one hand by zone, each zone in the order in which its cards came. `boxed`: one of them was boxed."""

    cards: dict[Handle, LyingCard] = {}
    zones: dict[Zone, list[Handle]] = msgspec.field(default_factory=_empty_zones)
    names: dict[Handle, Card] = {}
    boxed: bool = False

    def lay(self, event: CardPlaced, seq: int) -> LyingCard:
        """A card out of the stub comes to lie where the event says."""
        handle, zone = event.handle, event.zone
        card = self.cards[handle] = LyingCard(event, seq, handle, zone, event.face, event.mouth == "up")
        lying = self.zones.get(zone)
        if lying is None:
            self.zones[zone] = [handle]
        else:
            lying.append(handle)
        return card

    def move(self, card: LyingCard, event: CardPlaced) -> None:
        """A card of the table goes where the event says."""
        handle, zone, zones = card.handle, event.zone, self.zones
        zones[card.zone].remove(handle)
        card.zone = zone
        if event.face != "unknown":
            card.face = event.face
        if zone in zones:
            zones[zone].append(handle)
        elif zone != STUB:
            zones[zone] = [handle]
        else:
            # A card back in the stub is nobody's any more; should it come out again, it comes under a new handle.
            del self.cards[handle]

    def turn(self, event: CardTurned) -> LyingCard | None:
        """Turn a card over; None when nobody knows it."""
        card = self.cards.get(event.handle)
        if card is not None:
            card.face = event.face
        return card

    def name(self, event: CardNamed) -> None:
        """Remember an open name."""
        if event.card is not None:
            self.names[event.handle] = event.card

    def zone_of(self, handle: Handle) -> Zone:
        """Where a card lies; one that nobody knows any more is in the stub."""
        card = self.cards.get(handle)
        return card.zone if card is not None else STUB

    def is_up(self, handle: Handle) -> bool:
        """Whether a card lies face up."""
        card = self.cards.get(handle)
        return card is not None and card.face == "up"

    def lying(self, zone: Zone) -> list[Handle]:
        """The cards in a zone that count there, in the order in which they came (boxed ones never do)."""
        lying = self.zones.get(zone, ())
        return [handle for handle in lying if not self.cards[handle].boxed] if self.boxed else list(lying)

    def seat_cards(self, seat: Seat) -> list[Handle]:
        """The cards before a seat that count as its own."""
        return self.lying(seat_zone(seat))

    def face_up(self, seat: Seat) -> list[Handle]:
        """The cards before a seat that lie face up."""
        return [handle for handle in self.seat_cards(seat) if self.cards[handle].face == "up"]

    def seats_with_cards(self) -> dict[Seat, tuple[Handle, ...]]:
        """What lies before each seat."""
        held = {}
        for zone, handles in self.zones.items():
            seat = zone_seat(zone)
            if seat is not None and handles:
                held[seat] = tuple(handles)
        return held
