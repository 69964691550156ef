"""What the camera saw: the final interface of vision. Frame in, sightings out. Millimetres on the felt, never pixels.

The window view (95 × 53 cm before the dealer) has the origin at its upper left corner, x to the right as the camera sees it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.cards import Card

Face = Literal["up", "down", "unknown"]
View = Literal["window", "table", "seat"]


class Sighting(msgspec.Struct, frozen=True):
    """One card-shaped thing, settled. `card` is None when unread: better no read than a wrong one.

    `zone`: where its centre lies by calibration (``stub``, ``board``, ``burns``, ``muck``, ``aside``, ``seat N``, or ``""``).
    `box`: four corners in pixels of its frame, for annotation only.
    """

    zone: str
    face: Face
    card: Card | None
    confidence: float
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    box: tuple[tuple[float, float], ...] = ()
    whole: bool = True  # False: other cards cover part of it, so it cannot be read; its outline is inferred from what shows
    row: str = ""  # of an open-face hand, by calibration: ``top``, ``middle``, ``bottom``; empty: none of them
    back: str = ""  # face down: the deck whose back it shows; empty: it cannot be told


class Look(msgspec.Struct, frozen=True, tag=True):
    """All that one settled frame shows, in one view. Sent when the scene settled anew, and three times a second while it stays.

    view ``window``: `cards` lists every card seen. view ``table``: `seats` says per seat ``nothing`` ``back`` ``face``.
    view ``seat``: a full-resolution crop of one seat whose hand is tabled; `cards` are its cards. `covered` names zones that
    a hand or a tray hides in this frame: nothing is known about them. `faces`: how many faces the view ``table`` makes out at a
    seat; a hint that a closer look is due when it changes, no more: cards overlap.
    """

    at_ns: int
    view: View
    cards: tuple[Sighting, ...] = ()
    seats: dict[int, str] = {}
    covered: tuple[str, ...] = ()
    seat: int = 0  # of a ``seat`` view
    faces: dict[int, int] = {}  # of a ``table`` view
    stirred: tuple[str, ...] = ()  # of a ``window`` view: ``stub`` if something moved there since the look before
    arrived: tuple[str, ...] = ()  # piles (``burns``, ``muck``) that a new uppermost card lies on since the look before


class CameraState(msgspec.Struct, frozen=True, tag=True):
    """The camera failed or came back: ok, unplugged, frozen, black, saturated, wrong_size."""

    at_ns: int
    state: str
    detail: str = ""
