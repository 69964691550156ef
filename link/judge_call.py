"""The dealer calls a judge with his key: the call as it stands, told from the table's records. PURE.

A call is no fault and no law speaks of it: the fold goes on as it was, nothing waits. Node and hub tell it alike, the node on
the dealer's screen and lamp, the hub among the alerts.
"""

from __future__ import annotations

import msgspec

from rulebook.events import (
    FloorAcknowledged,
    FloorAwarded,
    FloorKilled,
    FloorPenalised,
    FloorPicked,
    FloorRestored,
    FloorReturned,
    FloorRuled,
    FloorSurrendered,
    HandOpened,
    Reported,
    Retracted,
)
from rulebook.findings import Incident, Withdrawn
from rulebook.record import Record

KIND = "judge_called"
CALL_FLOOR = "call_floor"  # what the node reports (`rulebook.events.Reported`)

_ACTS = (
    FloorRuled, FloorPicked, FloorRestored, FloorKilled, FloorSurrendered, FloorReturned, FloorAwarded, FloorPenalised,
)  # fmt: skip


class JudgeCall:
    """One table's call. `standing` is the newest one; it stays after its end, until the next."""

    def __init__(self) -> None:
        self.standing: Incident | None = None
        self._hand = 0

    def take(self, record: Record) -> list[Incident | Withdrawn]:
        """Take the table's next record; return the call if that changed it.

        A call ends with any act of a judge, and with the next hand once he has said that he comes. The dealer may take it back.
        A second call while nobody has answered the first is the same one.
        """
        event, call = record.event, self.standing
        if isinstance(event, Reported):
            return self._called(record) if event.what == CALL_FLOOR else []
        if isinstance(event, HandOpened):
            self._hand = event.hand
        if call is None or not call.open:
            return []
        if isinstance(event, Retracted) and event.seq == call.cause:
            self.standing = None
            return [Withdrawn(call.id, KIND)]
        if isinstance(event, FloorAcknowledged) and event.incident == call.id:
            return self._now(msgspec.structs.replace(call, acknowledged=True))
        if isinstance(event, _ACTS):
            return self._now(msgspec.structs.replace(call, acknowledged=True, attended=True, open=False))
        if isinstance(event, HandOpened) and call.acknowledged:
            return self._now(msgspec.structs.replace(call, open=False))
        return []

    def _called(self, record: Record) -> list[Incident | Withdrawn]:
        former = self.standing
        if former is not None and former.open and not former.acknowledged:
            return []
        ended = [msgspec.structs.replace(former, open=False)] if former is not None and former.open else []
        return [*ended, *self._now(_call(record.seq, self._hand))]

    def _now(self, call: Incident) -> list[Incident | Withdrawn]:
        self.standing = call
        return [call]


def _call(seq: int, hand: int) -> Incident:
    return Incident(f"call:{seq}", KIND, "", hand, "", (), seq, "floor", "floor", True, seen="the dealer's key")
