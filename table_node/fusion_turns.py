"""In whose turn a card of the deal came: what the stub's mouth proves of it (decision 0012). Pure.

To the antennas a card that came out of turn and one that its player picked up as it came, and put down later, look alike: by
then a single card had left the stub in the one case, two in the other.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.seats import zone_seat
from table_node.fusion_board import Arrival
from table_node.fusion_felt import Felt
from table_node.fusion_held import face_of_tag
from table_node.fusion_views import Passage

MS = 1_000_000
CLEAR_NS = 550 * MS  # a back that shows in the mouth for so long: the dealer's pace lets every card be seen
BETWEEN_NS = 450 * MS  # looks no farther apart show one back, and not one and then the next


def dealt(felt: Felt, arrival: Arrival) -> bool:
    """Whether it is a card out of the stub, and none that lay elsewhere."""
    return felt.ledger.handle_of(arrival.uid) not in felt.tracks


def at_seats(felt: Felt, waiting: Iterable[Arrival]) -> list[Arrival]:
    """The cards out of the stub that wait at seats."""
    return [one for one in waiting if zone_seat(one.zone) is not None and dealt(felt, one)]


def came_clearly(felt: Felt, arrival: Arrival) -> bool:
    """Whether the card was seen to leave the mouth, and none before it can have left unseen: it showed for so long, or was the
    only one since the card that was told of last."""
    if _alone(felt, arrival):
        return True
    passage = _passage_of(felt, arrival)
    if passage is None or passage.last_ns - passage.came_ns < CLEAR_NS or passage.gap_ns > BETWEEN_NS:
        return False
    return felt.mouth.watched(felt.dealt_ns)


def came_first(felt: Felt, chosen: Arrival, waiting: Iterable[Arrival]) -> Arrival | None:
    """The card of another seat that came before the one that is due, if the mouth proves it: not even a player who picked his
    up as it came explains that."""
    others = [one for one in at_seats(felt, waiting) if one.zone != chosen.zone and one.not_after_ns < chosen.not_after_ns]
    first = min(others, key=lambda one: one.not_after_ns, default=None)
    return first if first is not None and _alone(felt, first) else None


def since_ns(felt: Felt, arrival: Arrival, waiting: Iterable[Arrival]) -> int:
    """The earliest moment at which this card may have come, for the record. If it is told of before ones that came earlier, its
    player may have picked it up as it came; unless it was seen to leave the stub only after they had come."""
    others = [one for one in at_seats(felt, waiting) if one.uid != arrival.uid]
    earlier = [one for one in others if one.not_after_ns < arrival.not_before_ns]
    if not earlier or zone_seat(arrival.zone) is None or not dealt(felt, arrival):
        return arrival.not_before_ns
    first_ns = min(one.not_after_ns for one in earlier)
    if felt.mouth.shown_between(first_ns, arrival.not_after_ns) > sum(one.not_after_ns > first_ns for one in others):
        return arrival.not_before_ns
    return min(one.not_before_ns for one in earlier)


def turn_in_doubt(felt: Felt, chosen: Arrival, waiting: Iterable[Arrival]) -> bool:
    """Whether the record would say of this card that it came after others of its round, which one that has left the stub since,
    and is not read yet where it lies, may disprove."""
    waiting = list(waiting)
    earlier = any(one.not_after_ns < chosen.not_before_ns for one in at_seats(felt, waiting))
    return dealt(felt, chosen) and earlier and since_ns(felt, chosen, waiting) == chosen.not_before_ns


def _alone(felt: Felt, arrival: Arrival) -> bool:
    """Whether the card is the only one that can have left the stub since the one that was told of last."""
    passage = _passage_of(felt, arrival)
    return passage is not None and felt.mouth.alone(passage, felt.dealt_from_ns, arrival.not_after_ns)


def _passage_of(felt: Felt, arrival: Arrival) -> Passage | None:
    return felt.mouth.claimable(arrival.not_before_ns, arrival.not_after_ns, face_of_tag(felt.ledger, arrival.uid))
