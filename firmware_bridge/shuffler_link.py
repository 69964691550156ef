"""Our end of the shuffler's line: every report once and in order, lost ones asked for again, a bad machine refused. Pure.

The machine numbers its reports from 1 after each power-up and keeps the last ones for `resend`. We ask for its `state` once
a second; the answer names its last report, so that even the loss of the very last one shows. Nothing that we send moves a
card: the machine is started by its own button.
"""

from __future__ import annotations

import msgspec

from firmware_bridge import shuffler
from firmware_bridge.errors import FrameError, LineRefusedError, VersionError
from firmware_bridge.framing import LineBuffer
from firmware_bridge.lines import Bytes, PortDown, PortInput, PortUp, Reopen, Tick, Write
from firmware_bridge.readings import DeviceState, ShufflerReport

MS = 1_000_000
POLL_MS = 1_000
ANSWER_MS = 300
RESEND_MS = 300
SILENT_AFTER = 3  # commands in a row without an answer
RESEND_TRIES = 3
REOPEN_EVERY = 10  # commands in a row without an answer: a half-open port looks alive
GARBAGE_LINES, GARBAGE_WINDOW_MS = 3, 10_000
REPEAT_SECURITY_MS = 10_000
IGNORED_WHILE_OPEN = ("button", "cycle_begun", "cycle_ended", "ejected")

# What is said about the machine, the first that applies: name: (state, what to do).
CONDITIONS = {
    "unplugged": ("unplugged", "check the shuffler's plug and power; the port is tried again for ever"),
    "security": ("security", "the shuffler sent what the protocol forbids; take it out of play and call a judge"),
    "silent": ("silent", "the shuffler does not answer; check its power and its line"),
    "garbage": ("garbage", "the shuffler's line is damaged; check the cable, its length and its shield"),
    "refused": ("refused", "the shuffler speaks another version of the protocol; update its firmware or this program"),
    "fault": ("fault", "the shuffler reports a fault; see its display, and shuffle by hand until it is mended"),
    "jam": ("jam", "the shuffler is jammed; open the door, take the cards out, count them, shuffle again"),
    "door": ("door", "the shuffler's door is open; its input is ignored until the door is closed"),
    "lost": ("fault", "reports of the shuffler were lost; its last cycle is not known to be good, shuffle again"),
}


class Cleared(msgspec.Struct, frozen=True):
    """A judge has looked at the machine after a security incident and lets it play on."""


LinkInput = PortInput | Cleared | Tick
LinkOutput = Write | Reopen | ShufflerReport | DeviceState


class ShufflerLink:
    """Core of one shuffler: ``step(now_ns, given) -> outputs``, ``deadline()``."""

    def __init__(self, device: str = "shuffler") -> None:
        self._device = device
        self._lines = LineBuffer(shuffler.LINE_LIMIT_BYTES)
        self._now_ns = 0
        self._out: list[LinkOutput] = []
        self._up = False
        self._unheard = True  # no good line since the port was opened
        self._due_ns: int | None = None
        self._command = 0  # id of the last command
        self._asked = ""  # the word of the command that waits for its answer
        self._unanswered = 0
        self._boot: int | None = None
        self._expected = 0  # seq of the next report
        self._resends = 0
        self._cycle: bool | None = None  # None: not known yet
        self._count: int | None = None
        self._verdict = ""
        self._about: tuple[str, str] | None = None
        self._conditions: set[str] = set()
        self._said = ""
        self._security_ns: int | None = None
        self._bad_lines: list[int] = []
        self.duplicates = 0
        self.lost = 0

    @property
    def heard(self) -> int:
        """Number of the last report that was taken, 0 before the first since its power-up."""
        return max(0, self._expected - 1)

    def deadline(self) -> int | None:
        """When to step with a tick at the latest."""
        return self._due_ns

    def step(self, now_ns: int, given: LinkInput) -> list[LinkOutput]:
        """Take one input; return writes for the port and readings for the table."""
        self._now_ns = now_ns = max(now_ns, self._now_ns)
        out: list[LinkOutput] = []
        self._out = out
        if isinstance(given, Bytes):
            if self._up:
                for line in self._lines.feed(given.data):
                    self._line(line)
        elif isinstance(given, PortUp):
            self._lines.clear()
            self._up, self._unanswered, self._resends = True, 0, 0
            self._conditions -= {"unplugged", "silent"}
            self._unheard = True
            self._ask("state")
        elif isinstance(given, PortDown):
            self._up, self._due_ns = False, None
            if not given.asked:
                self._conditions.add("unplugged")
        elif isinstance(given, Cleared):
            self._conditions.discard("security")
            self._security_ns = None
        elif self._due_ns is not None and now_ns >= self._due_ns:
            self._expire()
        self._say()
        return out

    # ---- lines ----

    def _line(self, line: bytes) -> None:
        if not line:
            return
        try:
            message = shuffler.parse(line)
        except FrameError:
            self._bad_lines = [*self._bad_lines[-GARBAGE_LINES + 1 :], self._now_ns]
            if len(self._bad_lines) >= GARBAGE_LINES and self._bad_lines[0] > self._now_ns - GARBAGE_WINDOW_MS * MS:
                self._conditions.add("garbage")
            return
        except VersionError:
            self._conditions.add("refused")
            return
        except LineRefusedError as error:
            self._refuse(str(error))
            return
        if not self._bad_lines or self._bad_lines[-1] <= self._now_ns - GARBAGE_WINDOW_MS * MS:
            self._conditions.discard("garbage")
        self._conditions -= {"refused", "silent"}
        self._unheard = False
        if isinstance(message, shuffler.Report):
            self._report(message)
        else:
            self._answer(message)

    def _refuse(self, reason: str) -> None:
        """Raise it at once, and again for later ones, but not for each line of a flood."""
        self._conditions.add("security")
        if self._security_ns is None or self._now_ns - self._security_ns >= REPEAT_SECURITY_MS * MS:
            self._security_ns = self._now_ns
            self._said = "security"
            self._out.append(DeviceState(self._now_ns, self._device, "security", f"{reason}; {CONDITIONS['security'][1]}"))

    # ---- reports, in order ----

    def _report(self, report: shuffler.Report) -> None:
        if self._boot is None:  # first contact: from here on
            self._boot, self._expected = report.boot, report.seq
        if report.boot > self._boot:
            self._new_boot(report.boot)
        if report.boot < self._boot or report.seq < self._expected:
            self.duplicates += 1
            return
        if report.seq > self._expected:
            self._ask_again()
            return
        self._expected += 1
        self._resends = 0
        self._take(report)

    def _new_boot(self, boot: int) -> None:
        self._boot, self._expected, self._resends, self._about = boot, 1, 0, None

    def _take(self, report: shuffler.Report) -> None:
        kind, fields = report.kind, report.fields
        if "door" in self._conditions and kind in IGNORED_WHILE_OPEN:
            return
        if kind == "state":
            self._machine(fields["state"])
            self._pass(report, state=fields["state"], detail=fields.get("code", ""))
        elif kind == "door":
            self._door(fields["state"] == "open")
            self._pass(report, state=fields["state"])
        elif kind == "cycle_begun":
            self._cycle, self._count, self._verdict = True, None, ""
            self._conditions.discard("lost")
            self._pass(report)
        elif kind == "cycle_ended":
            self._cycle_ended(report)
        elif kind == "ejected":
            self._pass(report, count=self._count, verdict=self._verdict)
            self._count, self._verdict = None, ""
        elif kind == "power":
            void = self._cycle is True or fields["cycle"] == "void"
            self._cycle = False
            if void:
                self._count, self._verdict = None, "void"
            self._pass(report, state="restored", verdict="void" if void else "")
        elif kind == "about":
            self._take_about(report)
        else:
            self._pass(report)

    def _cycle_ended(self, report: shuffler.Report) -> None:
        if self._cycle is False:
            self._conditions.add("lost")  # one that lost its power is void, whatever the machine says at its end
            return
        fields = report.fields
        self._cycle, self._count = False, int(fields["count"]) if "count" in fields else None
        boxed = fields.get("boxed")
        self._verdict = fields.get("verdict", "") + (f" {boxed}" if boxed else "")
        self._pass(report, count=self._count, verdict=self._verdict)

    def _take_about(self, report: shuffler.Report) -> None:
        fields = report.fields
        about = (fields["firmware"], fields["serial"])
        if self._about not in (None, about):
            self._refuse("the shuffler changed its version or serial number while it was running")
            return
        self._about = about
        self._pass(report, detail=f"firmware {about[0]}, serial number {about[1]}, {fields['cycles']} cycles since service")

    def _machine(self, state: str) -> None:
        self._conditions -= {"jam", "fault"}
        if state in ("jam", "fault"):
            self._conditions.add(state)
        self._door(state == "door_open")

    def _door(self, is_open: bool) -> None:
        if is_open:
            self._conditions.add("door")
        else:
            self._conditions.discard("door")

    def _pass(
        self, report: shuffler.Report, *, state: str = "", count: int | None = None, verdict: str = "", detail: str = ""
    ) -> None:
        self._out.append(ShufflerReport(self._now_ns, report.seq, report.kind, state, count, verdict, detail))

    # ---- commands and answers ----

    def _answer(self, answer: shuffler.Answer) -> None:
        if answer.id != self._command or not self._asked:
            return  # late: its command was given up
        asked, self._asked, self._unanswered = self._asked, "", 0
        self._due_ns = self._now_ns + POLL_MS * MS
        if asked == "state" and answer.word == "at":
            self._synchronise(answer.fields)
        elif asked == "resend":
            if answer.word == "gone":
                self._lost_until(int(answer.fields["oldest"]))
            else:
                self._due_ns = self._now_ns + RESEND_MS * MS  # the reports follow; if one is missing again, ask again

    def _synchronise(self, fields: dict[str, str]) -> None:
        boot, seq = int(fields["boot"]), int(fields["seq"])
        first = self._boot is None
        if first:
            self._boot, self._expected = boot, seq + 1
        elif boot != self._boot:
            self._new_boot(boot)  # also when the machine's memory was cleared and it counts from 1 again
        if seq >= self._expected:
            self._ask_again()
            return
        self._resends = 0
        self._machine(fields["state"])
        self._door(fields["door"] == "open" or fields["state"] == "door_open")
        if self._cycle is None:
            self._cycle = fields["cycle"] == "running"
        if first:
            self._ask("about")

    def _ask_again(self) -> None:
        """A report is missing: ask for it and all that followed. After a few tries it counts as lost."""
        if self._asked == "resend":
            return
        if self._resends >= RESEND_TRIES:
            self._lost_until(self._expected + 1)
            return
        self._resends += 1
        self._ask("resend", from_=self._expected)

    def _lost_until(self, seq: int) -> None:
        self.lost += max(0, seq - self._expected)
        self._expected = max(seq, self._expected)
        self._resends = 0
        self._cycle, self._count, self._verdict = None, None, ""  # what the lost ones said, nobody knows
        self._conditions.add("lost")
        self._ask("state")

    def _ask(self, word: str, **fields: int) -> None:
        self._command = self._command % shuffler.NUMBER_LIMIT + 1
        self._asked = word
        self._due_ns = self._now_ns + ANSWER_MS * MS
        self._out.append(Write(shuffler.command(self._command, word, **fields)))

    def _expire(self) -> None:
        if self._asked:
            self._asked = ""
            self._unanswered += 1
            if self._unanswered % REOPEN_EVERY == 0:
                self._out.append(Reopen("the shuffler does not answer"))
            if self._unanswered >= SILENT_AFTER:
                self._conditions.add("silent")
                self._due_ns = self._now_ns + POLL_MS * MS
                return
        self._ask("state")

    # ---- what is said about it ----

    def _say(self) -> None:
        """A `DeviceState` when the first condition that applies has changed: recorded when it occurs and when it clears."""
        name = next((name for name in CONDITIONS if name in self._conditions), "")
        if not name and self._unheard:
            return  # the port is open, but nothing is known about the machine behind it
        state, detail = CONDITIONS.get(name, ("ok", "the shuffler answers"))
        if state != self._said:
            self._said = state
            self._out.append(DeviceState(self._now_ns, self._device, state, detail))
