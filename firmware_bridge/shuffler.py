"""Our shuffler protocol, version 1: one ASCII line a message, a checksum on each, a number on each report. Pure.

docs/shuffler-protocol.md has it in full. The vocabulary is closed: every kind of report has its own fields, every field its
own form, and nothing in it can carry the identity or the order of a card (WAC 230-16-152 forbids card-specific data on the
uplink of such machines; CVE-2025-34500 shows why). A line with a good checksum and anything more is refused.

    DT1 R <boot> <seq> <kind> [key=value]... *CCCC      report, numbered from 1 after each power-up
    DT1 C <id> <command> [key=value] *CCCC              command, from us
    DT1 A <id> <word> [key=value]... *CCCC              answer

Neither `parse` nor its errors ever quote what a refused line held.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from fastcrc.crc16 import mcrf4xx

from firmware_bridge.errors import FrameError, LineRefusedError, VersionError

VERSION = "DT1"
LINE_LIMIT_BYTES = 120
NUMBER_LIMIT = 999_999

Kind = Literal["state", "button", "cycle_begun", "cycle_ended", "ejected", "door", "power", "about"]
STATES = ("idle", "door_open", "loading", "shuffling", "ready", "ejecting", "jam", "fault")
VERDICTS = ("complete", "short", "long", "duplicate", "boxed", "foreign_back", "marked")


class Report(msgspec.Struct, frozen=True):
    """One thing that happened in the machine; `fields` hold only what `REPORTS` allows for its kind."""

    boot: int
    seq: int
    kind: Kind
    fields: dict[str, str]


class Answer(msgspec.Struct, frozen=True):
    """The answer to the command of that id."""

    id: int
    word: str
    fields: dict[str, str]


def _one_of(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.ASCII)


_COUNT = re.compile(r"\d{1,3}", re.ASCII)
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_STATE = _one_of(*STATES)
_CODE = re.compile(r"E\d{2}", re.ASCII)
_CYCLE = _one_of("running", "none")

Form = dict[str, re.Pattern[str]]
# kind: (fields that must be there, fields that may be)
REPORTS: dict[str, tuple[Form, Form]] = {
    "state": ({"state": _STATE}, {"code": _CODE}),
    "button": ({}, {}),
    "cycle_begun": ({}, {}),
    "cycle_ended": ({}, {"count": _COUNT, "verdict": _one_of(*VERDICTS), "boxed": re.compile(r"[1-9]\d?", re.ASCII)}),
    "ejected": ({}, {}),
    "door": ({"state": _one_of("open", "closed")}, {}),
    "power": ({"cycle": _one_of("void", "none")}, {}),
    "about": (
        {
            "firmware": re.compile(r"\d{1,3}\.\d{1,3}\.\d{1,3}", re.ASCII),
            "serial": re.compile(r"[A-Z]{0,3}\d{1,8}", re.ASCII),
            "cycles": _NUMBER,
        },
        {},
    ),
}
ANSWERS: dict[str, tuple[Form, Form]] = {
    "ok": ({}, {}),
    "at": ({"boot": _NUMBER, "seq": _NUMBER, "state": _STATE, "door": _one_of("open", "closed"), "cycle": _CYCLE}, {}),
    "gone": ({"oldest": _NUMBER}, {}),
    "unknown": ({}, {}),
}
COMMANDS: dict[str, Form] = {"about": {}, "state": {}, "resend": {"from": _NUMBER}}


def seal(text: str) -> bytes:
    """The bytes of a line: its text, its checksum (CRC-16 of the text, as the readers use it), its end."""
    return f"{text} *{mcrf4xx(text.encode('ascii')):04X}\r\n".encode("ascii")


def command(number: int, word: str, **fields: int) -> bytes:
    """The line of a command. A word or field that `COMMANDS` does not have is our own bug: KeyError."""
    form = COMMANDS[word]
    parts = [f"{key.rstrip('_')}={value}" for key, value in fields.items() if form[key.rstrip("_")]]
    return seal(" ".join((VERSION, "C", str(number), word, *parts)))


def parse(line: bytes) -> Report | Answer:
    """The message in a line without its end.

    Raises `FrameError` where the line was damaged (no or a wrong checksum), `VersionError` for another version and
    `LineRefusedError` for a whole line that says what the protocol does not allow: that is a matter of security.
    """
    text = _checked(line)
    version, *words = text.split(" ")
    if version != VERSION:
        raise VersionError(f"the line is not of version {VERSION} of the shuffler protocol")
    if words[:1] == ["R"] and len(words) >= 4:
        boot, seq, kind = _number(words[1]), _number(words[2]), words[3]
        if kind not in REPORTS:
            raise LineRefusedError("a report of a kind that the protocol does not have")
        fields = _fields(words[4:], REPORTS[kind])
        if ("boxed" in fields) != (fields.get("verdict") == "boxed") or ("count" in fields) != ("verdict" in fields):
            raise LineRefusedError("fields that go together came alone: count and verdict, verdict boxed and its number")
        return Report(boot, seq, kind, fields)  # type: ignore[arg-type]
    if words[:1] == ["A"] and len(words) >= 3:
        if words[2] not in ANSWERS:
            raise LineRefusedError("an answer of a kind that the protocol does not have")
        return Answer(_number(words[1]), words[2], _fields(words[3:], ANSWERS[words[2]]))
    raise LineRefusedError("a message that is neither a report nor an answer")


def _checked(line: bytes) -> str:
    body, mark, claimed = line.rpartition(b" *")
    if not mark or claimed != b"%04X" % mcrf4xx(body):
        raise FrameError("a line without a good checksum")
    try:
        text = body.decode("ascii")
    except UnicodeDecodeError:
        raise LineRefusedError("a line with bytes that are not ASCII") from None
    if not text.isprintable():
        raise LineRefusedError("a line with control characters")
    return text


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise LineRefusedError("a number that is none, or too long")
    return int(word)


def _fields(words: list[str], forms: tuple[Form, Form]) -> dict[str, str]:
    required, optional = forms
    fields: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        form = required.get(key) or optional.get(key)
        if form is None:
            raise LineRefusedError("a field that the protocol does not have")
        if key in fields or not form.fullmatch(value):
            raise LineRefusedError("a field twice, or with a value that the protocol does not allow")
        fields[key] = value
    if required.keys() - fields.keys():
        raise LineRefusedError("a report without a field that it must have")
    return fields
