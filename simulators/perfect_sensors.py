"""Sensors without a fault: what antennas and camera of a ten-seat table say of a scene. Pure.

The node depth plays on them; tests add the faults that they are about.
"""

from __future__ import annotations

import msgspec

from firmware_bridge.readings import Inventory
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, ROWS, SEAT_COUNT, STUB, Seat, seat_zone, zone_row, zone_seat
from simulators.scene import Scene, SceneCard, at_seats
from vision.sightings import Look, Sighting

ANTENNAS: tuple[str, ...] = (*(seat_zone(seat) for seat in range(1, SEAT_COUNT + 1)), BOARD, BURNS, MUCK)
_ORIGIN_MM: dict[str, tuple[float, float]] = {
    STUB: (100.0, 400.0),
    BOARD: (260.0, 180.0),
    BURNS: (50.0, 100.0),
    ASIDE: (260.0, 400.0),
    MUCK: (760.0, 400.0),
}
_PITCH_MM: dict[str, float] = {BOARD: 75.0, ASIDE: 75.0, BURNS: 45.0, MUCK: 45.0, STUB: 0.0}


def read_antenna(scene: Scene, antenna: str, began_ns: int, at_ns: int) -> Inventory:
    """One look through one antenna."""
    tags = frozenset(card.tag for card in at_seats(scene).cards if card.zone == antenna and card.tag is not None)
    return Inventory(at_ns=at_ns, began_ns=began_ns, antenna=antenna, tags=tags)


def look_window(scene: Scene, at_ns: int) -> Look:
    """The window before the dealer: every card in it, read where it lies face up."""
    cards = tuple(_sighting(card) for card in scene.cards if card.zone in _ORIGIN_MM and card.zone not in scene.covered)
    return Look(at_ns=at_ns, view="window", cards=cards, covered=scene.covered)


def look_table(scene: Scene, at_ns: int) -> Look:
    """The whole table: per seat nothing, back or face."""
    seats, counts = {}, {}
    for seat in range(1, SEAT_COUNT + 1):
        faces = [card.face for card in scene.cards if _before(card) == seat]
        seats[seat] = "face" if "up" in faces else "back" if faces else "nothing"
        counts[seat] = faces.count("up")
    return Look(at_ns=at_ns, view="table", seats=seats, covered=scene.covered, faces=counts)


def look_seat(scene: Scene, seat: Seat, at_ns: int) -> Look:
    """A close look at one seat."""
    hidden = seat_zone(seat) in scene.covered
    cards = tuple(_sighting(card) for card in scene.cards if _before(card) == seat and not hidden)
    return Look(at_ns=at_ns, view="seat", cards=cards, covered=scene.covered)


def _before(card: SceneCard) -> Seat | None:
    """Before which seat a card lies, in a row or in hand."""
    row = zone_row(card.zone)
    return row[0] if row is not None else zone_seat(card.zone)


def _sighting(card: SceneCard) -> Sighting:
    row = zone_row(card.zone)
    if row is not None:
        seat, name = row
        card = msgspec.structs.replace(card, zone=seat_zone(seat))
        return msgspec.structs.replace(_sighting(card), row=name, y_mm=100.0 * (1 + ROWS.index(name)))
    x, y = _ORIGIN_MM.get(card.zone, (0.0, 0.0))
    x += card.slot * _PITCH_MM.get(card.zone, 75.0)
    readable = card.face == "up" and card.printed
    back = card.back if card.face == "down" else ""
    return Sighting(card.zone, card.face, card.card if readable else None, 1.0, x, y, back=back)
