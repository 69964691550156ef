"""Who set the table, and whether the floor knows of it (DESIGN 5: offline the dealer sets it, the hub flags differences).

PURE, and made of the log alone, so that a hub that starts again says the same.
"""

from __future__ import annotations

from typing import Any

from rulebook.events import HandOpened, TableSet
from rulebook.record import Record
from rulebook.settings import Settings

_PAIRS = ("blinds", "limits")
_WORDS = {"delay_ms": "stream delay", "ante_by": "ante by", "bring_in": "bring-in", "smallest_chip": "smallest chip"}


def differences(was: TableSet, now: TableSet) -> list[str]:
    """How a setting differs from another, in words; without stacks only what is played for is compared."""
    found = [
        f"{_WORDS.get(name, name.replace('_', ' '))} {_value(name, new)} (was {_value(name, old)})"
        for name in Settings.__struct_fields__
        if (new := getattr(now.settings, name)) != (old := getattr(was.settings, name))
    ]
    if not now.stacks:
        return found
    for seat in sorted({*was.stacks, *now.stacks}):
        old, new = was.stacks.get(seat, 0), now.stacks.get(seat, 0)
        if old != new:
            found.append(f"seat {seat} {new:,} (was {old:,})" if new else f"seat {seat} empty (was {old:,})")
    if now.button != was.button:
        found.append(f"button at seat {now.button} (was due at seat {was.button})")
    return found


def _value(name: str, value: Any) -> str:
    if name in _PAIRS:
        return "/".join(map(str, value))
    if name == "delay_ms":
        return f"{value // 60_000} min"
    return str(value)


class SettingWatch:
    """`text`: what a judge should look at, or empty. Fed with a table's records before they are folded."""

    def __init__(self) -> None:
        self.text = ""
        self._replaced = False

    def take(self, record: Record, standing: TableSet | None) -> None:
        """`standing`: how the table stood, so far as the hub knows; None: it does not rule there."""
        event = record.event
        if isinstance(event, HandOpened) and self._replaced:
            self.text, self._replaced = "", False
        elif isinstance(event, TableSet):
            found = differences(standing, event) if standing is not None and standing.stacks else []
            if not event.directive:
                self._by_dealer(record.seq, found)
            else:
                self._by_floor(record.seq, found)

    def _by_dealer(self, seq: int, found: list[str]) -> None:
        if found:
            self._replaced = False
            self.text = (
                f"The dealer set this table himself (record {seq}): {'; '.join(found)}. "
                "Set it here, as it is or otherwise, to settle that."
            )

    def _by_floor(self, seq: int, found: list[str]) -> None:
        if self.text and not self._replaced and found:
            self.text = f"The floor's setting took the place of the dealer's (record {seq}): {'; '.join(found)}."
            self._replaced = True
        else:
            self.text = ""
