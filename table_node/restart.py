"""What a node that starts again must know of its own log besides the fold: where the cards lie, which keys are lost. Pure."""

from __future__ import annotations

import msgspec

from link.seal import LOST_KEYS
from rulebook.events import CardPlaced, CardTurned, DoubtOpened, Handle, HandOpened, KeyReleased
from rulebook.record import Record
from rulebook.seats import STUB
from table_node.fusion_felt import Placed


class LastLife:
    """Reads the journal record by record. `lying`: the cards of the last hand, over or not: what lies there did not just come
    out of the stub; `handles`: all that it has given, those of cards back in the stub included. Keys live in memory only, so
    those of hands that were not released before the end of the process are lost."""

    def __init__(self) -> None:
        self.lying: dict[Handle, Placed] = {}
        self.handles: set[Handle] = set()
        self._sealed: list[int] = []

    def read(self, record: Record) -> None:
        """Take the next record."""
        match record.event:
            case HandOpened(hand):
                self.lying, self.handles = {}, set()
                self._sealed.append(hand)
            case KeyReleased(hand):
                self._sealed = [other for other in self._sealed if other != hand]
            case DoubtOpened(doubt) if doubt == LOST_KEYS:
                self._sealed = []  # said already, at an earlier start
            case CardPlaced(handle, zone, face):
                self.handles.add(handle)
                self.lying.pop(handle, None)
                if zone != STUB:
                    self.lying[handle] = Placed(handle, zone, face)
            case CardTurned(handle, face) if handle in self.lying:
                self.lying[handle] = msgspec.structs.replace(self.lying[handle], face=face)

    def loss(self) -> DoubtOpened | None:
        """What has to be said of the keys; None: nothing was lost."""
        if not self._sealed:
            return None
        hands = ", ".join(map(str, self._sealed))
        what = f"the node was started again: the keys of these hands are lost, their face-down cards stay backs: {hands}"
        return DoubtOpened(doubt=LOST_KEYS, what=what)
