"""Seats 1 to 10, clockwise, and the places where a card can lie."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from typing import NewType

Seat = int
Zone = NewType("Zone", str)

SEAT_COUNT = 10

BOARD = Zone("board")
BURNS = Zone("burns")
MUCK = Zone("muck")
ASIDE = Zone("aside")
STUB = Zone("stub")
ROWS = ("top", "middle", "bottom")  # of an open-face hand
SHARED_ZONES = (STUB, BOARD, BURNS, MUCK, ASIDE)


def seat_zone(seat: Seat) -> Zone:
    """The zone before a seat: ``seat 3``."""
    return Zone(f"seat {seat}")


def row_zone(seat: Seat, row: str) -> Zone:
    """The zone of a row that a seat sets in open-face: ``seat 3 top``."""
    return Zone(f"seat {seat} {row}")


_SEATS_BY_ZONE: dict[str, Seat] = {seat_zone(seat): seat for seat in range(1, SEAT_COUNT + 1)}
_ROWS_BY_ZONE: dict[str, tuple[Seat, str]] = {
    row_zone(seat, row): (seat, row) for seat in range(1, SEAT_COUNT + 1) for row in ROWS
}


# The seat and row of a row's zone, None for any other.
zone_row = _ROWS_BY_ZONE.get

# The seat of a seat zone, None for a shared one.
zone_seat = _SEATS_BY_ZONE.get


def clockwise(seats: Collection[Seat], after: Seat) -> tuple[Seat, ...]:
    """`seats` in clockwise order, beginning with the first one after `after` (which comes last if it is one)."""
    order = sorted(seats)
    at = bisect_right(order, after)
    return (*order[at:], *order[:at])


def next_seat(seats: Collection[Seat], after: Seat) -> Seat:
    """The first of `seats` clockwise after `after`. Raises ValueError when there are none."""
    if not seats:
        raise ValueError("no seats")
    return clockwise(seats, after)[0]
