"""Cards that no antenna answers for: where the camera, or else the procedure, puts them. And which order is lawful. Pure."""

from __future__ import annotations

from rulebook.events import Face
from rulebook.seats import ASIDE, BURNS, MUCK, seat_zone, zone_seat
from table_node.fusion_board import Arrival, Landed
from table_node.fusion_felt import Expectation, Felt, newcomers
from table_node.fusion_seats import SeatSense
from table_node.fusion_views import Passage


def expected_zone(expect: Expectation) -> str:
    """Where the procedure expects the next card of the stub; empty: nowhere in particular."""
    if expect.deal_to:
        return seat_zone(expect.deal_to)
    if expect.next == "burn":
        return BURNS
    if expect.zones:
        return expect.zones[0]
    return seat_zone(expect.short) if expect.short else ""


def lawful(ripe: list[tuple[Arrival, Face]], expect: Expectation) -> tuple[Arrival, Face]:
    """Of the arrivals that may have been the first, the one that the procedure expects; else the first that was read."""
    first = min(arrival.not_after_ns for arrival, _ in ripe)
    possible = [one for one in ripe if one[0].not_before_ns < first or one[0].not_after_ns == first]
    due = expected_zone(expect)
    return min(possible, key=lambda one: (one[0].zone != due, (one[1] == "up") is not expect.up, one[0].not_after_ns))


def place_without_tag(
    felt: Felt, seats: SeatSense, passage: Passage, expect: Expectation, now_ns: int
) -> tuple[str, Landed] | None:
    """Where a card came to lie that left the mouth and that no antenna claims; None: it went back into the stub.

    First an outline in the window that nothing explains, then a seat that was empty and shows a card, then one where a close
    look counts more cards than are known, then the place that the procedure expects, unless the camera sees nothing there; in
    the deal its player may have picked the card up as it came.
    """
    interval = (passage.last_ns, passage.left_ns)
    seen_at_last(felt)
    for zone in (BURNS, MUCK, ASIDE):
        for outline in newcomers(felt, zone):
            if outline.steady and outline.first_ns >= passage.came_ns:
                return str(zone), Landed(None, outline, outline.face)
    views = dict(felt.seats)
    due = expect.deal_to
    # How a card lies beside others that should lie face up, no tag tells: the next look will.
    hidden: Face = "unknown" if expect.up else "down"
    if felt.sees_seats(now_ns):
        for seat in sorted(views, key=lambda seat: (seat != due, seat)):
            view = views[seat]
            shows: Face = "up" if view.shows == "face" else "down"
            if view.shows in ("back", "face") and view.since_ns >= passage.came_ns and not felt.in_zone(seat_zone(seat)):
                return str(seat_zone(seat)), Landed(None, None, shows, interval=interval)
        for seat in felt.seats_with_cards():
            crop = seats.crop(seat, passage.left_ns)
            if crop is not None and len(crop) > len(felt.in_zone(seat_zone(seat))):
                return str(seat_zone(seat)), Landed(None, None, hidden if seat == due else "down", interval=interval)
    place = expected_zone(expect)
    at_seat = zone_seat(place)
    if at_seat is not None:
        seen = views.get(at_seat)
        empty = felt.sees_seats(now_ns) and (seen is None or seen.shows == "nothing")
        if empty and (not expect.deal_to or passage.face != "down"):
            return None
        return place, Landed(None, None, hidden, interval=interval, presumed=True)
    if place == BURNS and not (felt.sees_window(BURNS, now_ns) and not felt.window.in_zone(BURNS)):
        return place, Landed(None, None, "down", interval=interval)
    return None


def seen_at_last(felt: Felt) -> None:
    """A burn that its antenna alone told of, for an arm lay over it: what the window shows there now is that card, no other."""
    unseen = [track for track in felt.in_zone(BURNS) if track.uid is not None and track.x_mm is None]
    for outline in sorted(newcomers(felt, BURNS), key=lambda outline: outline.first_ns):
        if not unseen:
            return
        if outline.steady and outline.first_ns >= unseen[0].came[0]:
            track = unseen.pop(0)
            outline.handle, track.x_mm, track.y_mm = track.handle, outline.x_mm, outline.y_mm
