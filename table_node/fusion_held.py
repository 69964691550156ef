"""A card that its player picked up as it came, and put down later: which of those that left the stub it was. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from rulebook.events import Face
from rulebook.seats import zone_seat
from table_node.fusion_board import Arrival
from table_node.fusion_felt import Felt
from table_node.fusion_views import FLIGHT_NS, SEEN_NS, IsCard, Passage
from table_node.ledger import Ledger

MS = 1_000_000
LATE_NS = 1_000 * MS  # longer than an antenna misses a tag that lies there


def claim_passage(felt: Felt, arrival: Arrival, *, due: bool, behind: int = 0) -> Passage | None:
    """How the card came out of the stub; `behind` so many that came to the same place before it and are not told of yet. Its
    player may have held it since, if he is `due` one, all were seen to leave it, or he took up his others with it.
    """
    mouth = felt.mouth
    mine = face_of_tag(felt.ledger, arrival.uid)
    passage = mouth.claim(arrival.not_before_ns, arrival.not_after_ns, mine, behind=behind)
    if passage is not None:
        return passage
    held = mouth.earlier(arrival.not_before_ns, arrival.not_after_ns)
    if held is None:
        return None
    seen = zone_seat(arrival.zone) is not None and not felt.unseen(arrival.not_after_ns)
    if not due and not seen and not taken_up(felt, held, arrival):
        return None
    mouth.passages.remove(held)
    return held


def taken_up(felt: Felt, passage: Passage, arrival: Arrival) -> bool:
    """Whether the arrival's seat lay bare of its other cards from when this one left the stub until it was put down."""
    seat = zone_seat(arrival.zone)
    if seat is None or not felt.in_zone(arrival.zone):
        return False
    begun_ns, ended_ns = felt.seats.seat(seat).bare_ns
    fetched = passage.last_ns <= begun_ns <= passage.left_ns + FLIGHT_NS
    return fetched and arrival.not_before_ns - SEEN_NS <= ended_ns <= arrival.not_after_ns + SEEN_NS


def dealt_since(felt: Felt, opened: Arrival, ripe: Iterable[tuple[Arrival, Face]]) -> bool:
    """Whether a card that lies face up came to its seat before a hidden one that is due there first: since then came an open
    card of a seat that has had its hidden one already, or hidden ones of two others. Nobody takes up an open card as it comes,
    and hardly two their hidden ones just then: his own is not in his hand, it has not been dealt."""
    own = zone_seat(opened.zone) or 0
    had = Counter(track.seat for track in felt.tracks.values())
    hidden = 0
    for arrival, face in ripe:
        seat = zone_seat(arrival.zone) or 0
        dealt = felt.ledger.handle_of(arrival.uid) not in felt.tracks
        if seat in (0, own) or not dealt or arrival.not_before_ns < opened.not_after_ns:
            continue
        if face == "up" and had[seat] > had[own] and arrival.not_before_ns > opened.not_after_ns + LATE_NS:
            return True
        hidden += face == "down"
    return hidden >= 2


def face_of_tag(ledger: Ledger, uid: str) -> IsCard | None:
    """How to know the card of a tag by its face; None: the tag is in no pack."""
    return partial(ledger.matches, uid) if ledger.registered(uid) else None
