"""Our shuffler protocol: literal lines of its document first, a closed vocabulary, and nothing about a card."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import shuffler
from firmware_bridge.errors import FirmwareError, FrameError, LineRefusedError, VersionError
from simulators import shuffler_sim

DOCUMENT = Path(__file__).parents[2] / "docs" / "shuffler-protocol.md"


def sealed(text: str) -> bytes:
    """A line without its end, by the simulator's encoder."""
    return shuffler_sim.line(text).rstrip()


LITERAL = [
    (
        b"DT1 R 3 17 cycle_ended count=52 verdict=complete *B561",
        shuffler.Report(3, 17, "cycle_ended", {"count": "52", "verdict": "complete"}),
    ),
    (
        b"DT1 R 3 18 cycle_ended count=52 verdict=boxed boxed=2 *AC34",
        shuffler.Report(3, 18, "cycle_ended", {"count": "52", "verdict": "boxed", "boxed": "2"}),
    ),
    (b"DT1 R 3 19 door state=open *8CC6", shuffler.Report(3, 19, "door", {"state": "open"})),
    (b"DT1 R 4 1 power cycle=void *F570", shuffler.Report(4, 1, "power", {"cycle": "void"})),
    (
        b"DT1 A 7 at boot=3 seq=17 state=ready door=closed cycle=none *5EF7",
        shuffler.Answer(7, "at", {"boot": "3", "seq": "17", "state": "ready", "door": "closed", "cycle": "none"}),
    ),
]


@pytest.mark.parametrize(("line", "message"), LITERAL)
def test_literal_lines(line: bytes, message: object) -> None:
    assert shuffler.parse(line) == message


def test_literal_commands() -> None:
    assert shuffler.command(7, "state") == b"DT1 C 7 state *A67A\r\n"
    assert shuffler.command(8, "resend", from_=18) == b"DT1 C 8 resend from=18 *9CAE\r\n"
    assert shuffler.command(9, "about") == b"DT1 C 9 about *0263\r\n"


def test_commands_outside_the_protocol_are_our_own_bugs() -> None:
    with pytest.raises(KeyError):
        shuffler.command(1, "eject")
    with pytest.raises(KeyError):
        shuffler.command(1, "state", from_=3)


def test_every_line_in_the_document_is_one_that_we_read_or_write() -> None:
    """The examples of docs/shuffler-protocol.md carry true checksums; those marked as refused are refused."""
    text = DOCUMENT.read_text(encoding="utf-8")
    lines = re.findall(r"^    (DT\d .* \*[0-9A-F]{4})(?:\s+(refused).*)?$", text, re.MULTILINE)
    assert len(lines) >= 15
    assert any(refused for _, refused in lines)
    for line, refused in lines:
        if " C " in line[:6]:
            assert sealed(line.rpartition(" *")[0]).decode() == line
        elif refused:
            with pytest.raises((LineRefusedError, VersionError)):
                shuffler.parse(line.encode())
        else:
            shuffler.parse(line.encode())


def test_every_word_of_the_vocabulary_is_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for word in [*shuffler.REPORTS, *shuffler.ANSWERS, *shuffler.COMMANDS, *shuffler.STATES, *shuffler.VERDICTS]:
        assert f"`{word}`" in text or f"`{word} " in text, word


REFUSED = [
    ("an unknown field", "DT1 R 1 1 cycle_ended count=52 verdict=complete order=AsKd"),
    ("a card as a field", "DT1 R 1 1 ejected top=As"),
    ("a card as a word", "DT1 R 1 1 ejected As"),
    ("an unknown kind", "DT1 R 1 1 card_seen"),
    ("a verdict that names a card", "DT1 R 1 1 cycle_ended count=52 verdict=duplicate_7c"),
    ("a free text", "DT1 R 1 1 state state=jam code=As"),
    ("a state of its own", "DT1 R 1 1 state state=Kd"),
    ("a count with a fraction", "DT1 R 1 1 cycle_ended count=52.13 verdict=complete"),
    ("a serial number with room for cards", "DT1 R 1 1 about firmware=1.0.0 serial=AsKd cycles=1"),
    ("a version with letters", "DT1 R 1 1 about firmware=1.0.As serial=S1 cycles=1"),
    ("a field twice", "DT1 R 1 1 door state=open state=closed"),
    ("a missing field", "DT1 R 1 1 door"),
    ("a count without a verdict", "DT1 R 1 1 cycle_ended count=52"),
    ("a verdict without a count", "DT1 R 1 1 cycle_ended verdict=complete"),
    ("boxed without a number", "DT1 R 1 1 cycle_ended count=52 verdict=boxed"),
    ("a number without boxed", "DT1 R 1 1 cycle_ended count=52 verdict=complete boxed=3"),
    ("another message", "DT1 X 1 1 hello"),
    ("a number in another script", "DT1 R 1 ١ ejected"),
    ("an overlong number", "DT1 R 1 12345678 ejected"),
    ("two blanks", "DT1 R 1 1  ejected"),
    ("a lower-case answer", "DT1 A 1 at boot=1 seq=1 state=ready door=closed cycle=none next=7c"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "text"), REFUSED)
def test_wac_230_16_152_anything_beyond_the_vocabulary_is_refused(what: str, text: str) -> None:
    raw = text.encode("utf-8")
    line = raw + b" *" + shuffler_sim.checksum(raw)
    with pytest.raises(LineRefusedError) as caught:
        shuffler.parse(line)
    assert not re.search(r"As|Kd|7c", str(caught.value)), what


def test_another_version_is_told_apart_from_an_attack() -> None:
    with pytest.raises(VersionError, match="DT1"):
        shuffler.parse(sealed("DT2 R 1 1 ejected"))


@pytest.mark.parametrize("line", [line for line, _ in LITERAL])
def test_a_damaged_line_is_garbage_and_nothing_else(line: bytes) -> None:
    for at in range(len(line)):
        for flip in (1, 0x20, 0x80):
            damaged = line[:at] + bytes((line[at] ^ flip,)) + line[at + 1 :]
            with pytest.raises(FirmwareError):
                shuffler.parse(damaged)


@given(st.binary(max_size=130))
def test_any_bytes_are_refused_by_name(data: bytes) -> None:
    with pytest.raises(FrameError):
        shuffler.parse(data)


card_words = st.sampled_from(["As", "7c", "Td", "order=As7c", "cards=52", "next=Kh", "top=7c", "k1=As"])


@given(st.sampled_from(sorted(shuffler.REPORTS)), st.lists(card_words, min_size=1, max_size=3))
def test_no_report_of_any_kind_can_carry_a_card(kind: str, words: list[str]) -> None:
    good = {"state": "state=idle", "cycle_ended": "count=52 verdict=complete", "door": "state=open", "power": "cycle=none",
            "about": "firmware=1.0.0 serial=S1 cycles=1"}.get(kind, "")  # fmt: skip
    text = " ".join(part for part in ("DT1 R 1 1", kind, good) if part)
    shuffler.parse(sealed(text))
    with pytest.raises(LineRefusedError):
        shuffler.parse(sealed(f"{text} {' '.join(words)}"))
