"""A card that its player picked up as it came, and put down later: which of those that left the stub it was. Pure."""

from __future__ import annotations

from functools import partial

from rulebook.seats import zone_seat
from table_node.fusion_board import Arrival
from table_node.fusion_felt import Felt
from table_node.fusion_views import FLIGHT_NS, SEEN_NS, IsCard, Passage
from table_node.ledger import Ledger


def claim_passage(felt: Felt, arrival: Arrival, *, due: bool) -> Passage | None:
    """How the card came out of the stub; its player may have held it since, if he is `due` one, all were seen to leave it, or
    he took up his others with it."""
    mouth = felt.mouth
    passage = mouth.claim(arrival.not_before_ns, arrival.not_after_ns, face_of_tag(felt.ledger, arrival.uid))
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


def face_of_tag(ledger: Ledger, uid: str) -> IsCard | None:
    """How to know the card of a tag by its face; None: the tag is in no pack."""
    return partial(ledger.matches, uid) if ledger.registered(uid) else None
