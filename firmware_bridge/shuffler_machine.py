"""What the shuffler's reports say of the machine: its cycle, its cards, its door, its faults. Pure.

A cycle that lost its power is void, whatever the machine says at its end; what lost reports said, nobody knows.
"""

from __future__ import annotations

from firmware_bridge import shuffler
from firmware_bridge.errors import LineRefusedError
from firmware_bridge.readings import ShufflerReport

IGNORED_WHILE_OPEN = ("button", "cycle_begun", "cycle_ended", "ejected")


class Machine:
    """One shuffler. `conditions`: which of ``jam``, ``fault``, ``door``, ``lost`` apply (`shuffler_link.CONDITIONS`)."""

    def __init__(self) -> None:
        self.conditions: set[str] = set()
        self._cycle: bool | None = None  # None: not known yet
        self._count: int | None = None
        self._verdict = ""
        self._about: tuple[str, str] | None = None

    def new_boot(self) -> None:
        """It was switched on anew, or is another."""
        self._about = None

    def lose(self) -> None:
        """Reports are lost: what they said, nobody knows."""
        self._cycle, self._count, self._verdict = None, None, ""
        self.conditions.add("lost")

    def stand(self, fields: dict[str, str]) -> None:
        """The answer to ``state`` says how it stands."""
        self._state(fields["state"])
        self._door(fields["door"] == "open" or fields["state"] == "door_open")
        if self._cycle is None:
            self._cycle = fields["cycle"] == "running"

    def take(self, now_ns: int, report: shuffler.Report) -> list[ShufflerReport]:
        """The next report: what the table is told of it. Raises `LineRefusedError` if another machine answers."""
        kind, fields = report.kind, report.fields
        if "door" in self.conditions and kind in IGNORED_WHILE_OPEN:
            return []
        state, count, verdict, detail = "", None, "", ""
        if kind == "state":
            self._state(fields["state"])
            state, detail = fields["state"], fields.get("code", "")
        elif kind == "door":
            self._door(fields["state"] == "open")
            state = fields["state"]
        elif kind == "cycle_begun":
            self._cycle, self._count, self._verdict = True, None, ""
            self.conditions.discard("lost")
        elif kind == "cycle_ended":
            if not self._cycle_ended(fields):
                return []
            count, verdict = self._count, self._verdict
        elif kind == "ejected":
            count, verdict = self._count, self._verdict
            self._count, self._verdict = None, ""
        elif kind == "power":
            state, verdict = "restored", "void" if self._power_lost(fields) else ""
        elif kind == "about":
            detail = self._told_about(fields)
        return [ShufflerReport(now_ns, report.seq, kind, state, count, verdict, detail)]

    def _cycle_ended(self, fields: dict[str, str]) -> bool:
        if self._cycle is False:
            self.conditions.add("lost")
            return False
        self._cycle, self._count = False, int(fields["count"]) if "count" in fields else None
        boxed = fields.get("boxed")
        self._verdict = fields.get("verdict", "") + (f" {boxed}" if boxed else "")
        return True

    def _power_lost(self, fields: dict[str, str]) -> bool:
        void = self._cycle is True or fields["cycle"] == "void"
        self._cycle = False
        if void:
            self._count, self._verdict = None, "void"
        return void

    def _told_about(self, fields: dict[str, str]) -> str:
        about = (fields["firmware"], fields["serial"])
        if self._about not in (None, about):
            raise LineRefusedError("the shuffler changed its version or serial number while it was running")
        self._about = about
        return f"firmware {about[0]}, serial number {about[1]}, {fields['cycles']} cycles since service"

    def _state(self, state: str) -> None:
        self.conditions -= {"jam", "fault"}
        if state in ("jam", "fault"):
            self.conditions.add(state)
        self._door(state == "door_open")

    def _door(self, is_open: bool) -> None:
        if is_open:
            self.conditions.add("door")
        else:
            self.conditions.discard("door")
