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
from firmware_bridge.shuffler_machine import Machine

MS = 1_000_000
POLL_MS = 1_000
ANSWER_MS = 300
RESEND_MS = 300
SILENT_AFTER = 3  # commands in a row without an answer
RESEND_TRIES = 3
REOPEN_EVERY = 10  # commands in a row without an answer: a half-open port looks alive
GARBAGE_LINES, GARBAGE_WINDOW_MS = 3, 10_000
REPEAT_SECURITY_MS = 10_000

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
        self._machine = Machine()
        self._conditions: set[str] = set()  # of the line; the machine has its own
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
        try:
            self._out += self._machine.take(self._now_ns, report)
        except LineRefusedError as error:
            self._refuse(str(error))

    def _new_boot(self, boot: int) -> None:
        self._boot, self._expected, self._resends = boot, 1, 0
        self._machine.new_boot()

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
        self._machine.stand(fields)
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
        self._machine.lose()
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
        name = next((name for name in CONDITIONS if name in self._conditions | self._machine.conditions), "")
        if not name and self._unheard:
            return  # the port is open, but nothing is known about the machine behind it
        state, detail = CONDITIONS.get(name, ("ok", "the shuffler answers"))
        if state != self._said:
            self._said = state
            self._out.append(DeviceState(self._now_ns, self._device, state, detail))
