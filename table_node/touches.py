"""What one touch of the console declared: one Undo takes all of it back, a call with the folds that it implies. Pure."""

from __future__ import annotations

from rulebook.events import HandOpened, Retracted, is_declared
from rulebook.record import Record


class Touches:
    """The declared acts of the present hand that are not taken back, by touch.

    The log has no touches, only records: those of one touch have one stamp, and by that they are known again after a restart.
    """

    def __init__(self) -> None:
        self._touches: list[list[int]] = []
        self._going_on = False
        self._stamp = ("", -1)

    def __len__(self) -> int:
        """How many touches Undo can take back."""
        return len(self._touches)

    def begin(self) -> None:
        """What comes now belongs to a new touch."""
        self._going_on = False

    def last(self) -> tuple[int, ...]:
        """Seqs of the last touch, its last act first; empty: there is none in this hand."""
        return tuple(reversed(self._touches[-1])) if self._touches else ()

    def note(self, record: Record) -> None:
        """Take the next record of the log."""
        event = record.event
        if isinstance(event, HandOpened):
            self._touches.clear()
            self.begin()
        elif isinstance(event, Retracted):
            self._touches = [left for touch in self._touches if (left := [seq for seq in touch if seq != event.seq])]
            self.begin()
        elif is_declared(event):
            if not self._going_on:
                self._touches.append([])
                self._going_on = True
            self._touches[-1].append(record.seq)

    def replay(self, record: Record) -> None:
        """Take a record of the journal after a restart."""
        stamp = (record.boot, record.boot_ms)
        if stamp != self._stamp:
            self._stamp = stamp
            self.begin()
        self.note(record)
