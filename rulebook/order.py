"""The order in which the records of a hand count: undo and late taps are resolved by folding anew (DESIGN 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.events import Retracted, is_declared
from rulebook.record import Record


def effective(log: Sequence[Record]) -> list[Record]:
    """The records in effective order: retracted declared acts are gone, late taps stand before what they came before.

    Log order otherwise; several late taps before one record keep their own order. A record about a seq that is not in this
    hand is taken where it stands.
    """
    if not log:
        return []
    declared = {record.seq for record in log if is_declared(record.event)}
    taken = {record.event.seq for record in log if isinstance(record.event, Retracted) and record.event.seq < record.seq}
    gone = taken & declared  # nothing can be taken back before it was done, and nothing that a sensor saw
    kept = [record for record in log if record.seq not in gone and not isinstance(record.event, Retracted)]
    known = {record.seq for record in kept}
    late: dict[int, list[Record]] = {}
    order: list[Record] = []
    for record in kept:
        before = getattr(record.event, "before", None)
        if before in known and before < record.seq:
            late.setdefault(before, []).append(record)

    moved = {record.seq for records in late.values() for record in records}
    for record in kept:
        if record.seq not in moved:
            _take(record, late, order)
    return order


def _take(record: Record, late: Mapping[int, Sequence[Record]], order: list[Record]) -> None:
    """A record, after what was done before it and tapped late."""
    for other in late.get(record.seq, ()):
        _take(other, late, order)
    order.append(record)
