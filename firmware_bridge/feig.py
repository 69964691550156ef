"""FEIG OBID i-scan: frames, requests and replies of an ISO 15693 reader with an antenna multiplexer. Pure.

Standard frame ``LEN ADR CMD data CRClo CRChi``, LEN counts every byte; advanced frame (over 255 bytes)
``02 LENhi LENlo ADR CMD data CRClo CRChi``. A reply's data begin with a status byte. The CRC-16 is that of HARDWARE.md
(polynomial 8408, reflected, init FFFF, over everything before it), which fastcrc calls mcrf4xx.
Sources: HARDWARE.md "RFID readers"; FEIG system manual ID ISC.MR/PR101 (H60301), 4.1 frames, 5.6 RF reset, 6.1 host commands.
"""

from __future__ import annotations

import msgspec
from fastcrc.crc16 import mcrf4xx

from firmware_bridge.errors import ForeignTagError, FrameError, RequestError
from firmware_bridge.framing import NO_FRAME, UNDECIDED, FrameBuffer

BROADCAST = 0xFF  # an address that every reader answers, with its own
ADVANCED = 0x02  # first byte of an advanced frame; no standard frame is that short
STANDARD_MIN, STANDARD_MAX = 5, 255
ADVANCED_MIN, ADVANCED_MAX = 8, 1024  # the manual allows 65535; ours is 100 tags, far more than one antenna reads

RF_RESET = 0x69
HOST_COMMAND = 0xB0
SELECT_CHANNEL = 0xDD
COMMANDS = frozenset((RF_RESET, HOST_COMMAND, SELECT_CHANNEL))

INVENTORY = 0x01  # sub-command of HOST_COMMAND
MODE_NEW, MODE_MORE = 0x00, 0x80

STATUS_OK = 0x00
STATUS_NO_TAG = 0x01
STATUS_BAD_DATA = 0x02  # a tag's own checksum failed in the air
STATUS_MORE = 0x94

ISO_15693 = 0x03  # TR-TYPE
TAG_RECORD_BYTES = 10  # TR-TYPE, DSFID, UID

MUX_CHANNELS = 8


class Reply(msgspec.Struct, frozen=True):
    """A reader's reply with a checksum that holds."""

    address: int
    command: int
    status: int
    data: bytes


def encode(address: int, command: int, data: bytes = b"") -> bytes:
    """The frame of a request, standard where it fits. Raises `RequestError` for a body that no frame holds."""
    length = len(data) + STANDARD_MIN
    if length <= STANDARD_MAX:
        head = bytes((length, address, command))
    elif length + 2 <= ADVANCED_MAX:
        length += 2  # STX and a second length byte
        head = bytes((ADVANCED, length >> 8, length & 0xFF, address, command))
    else:
        raise RequestError(f"a body of {len(data)} bytes does not fit into a frame of {ADVANCED_MAX}")
    body = head + data
    return body + mcrf4xx(body).to_bytes(2, "little")


def checksum_holds(frame: bytes) -> bool:
    """Whether the last two bytes are the CRC of the others."""
    return mcrf4xx(frame[:-2]) == frame[-2] | frame[-1] << 8


def measure(held: bytes | bytearray, at: int) -> int:
    """Length of the frame that would begin at `at` (see `framing.FrameBuffer`)."""
    first = held[at]
    if first != ADVANCED:
        return _plausible(held, at + 2, first) if first >= STANDARD_MIN else NO_FRAME
    if len(held) < at + 3:
        return UNDECIDED
    length = held[at + 1] << 8 | held[at + 2]
    return _plausible(held, at + 4, length) if ADVANCED_MIN <= length <= ADVANCED_MAX else NO_FRAME


def _plausible(held: bytes | bytearray, command_at: int, length: int) -> int:
    """`length`, unless the command byte is there already and is none that we ever send: then noise is dropped at once."""
    return length if command_at >= len(held) or held[command_at] in COMMANDS else NO_FRAME


def reply_buffer() -> FrameBuffer:
    """A decoder for the bytes of a reader."""
    return FrameBuffer(measure, checksum_holds, ADVANCED_MAX)


def parse_reply(frame: bytes) -> Reply:
    """A whole frame with a good checksum as a reply. Raises `FrameError` when it has no room for a status."""
    start = 3 if frame[0] == ADVANCED else 1
    if len(frame) < start + 5:
        raise FrameError(f"a reply of {len(frame)} bytes has no status")
    return Reply(frame[start], frame[start + 1], frame[start + 2], frame[start + 3 : -2])


def inventory_request(address: int = BROADCAST, *, more: bool = False) -> bytes:
    """Ask for the tags in the field; `more`: for the rest of those just found (after status 94)."""
    return encode(address, HOST_COMMAND, bytes((INVENTORY, MODE_MORE if more else MODE_NEW)))


def rf_reset_request(address: int = BROADCAST) -> bytes:
    """Switch the field off for up to 15 ms: every tag forgets that it was told to be quiet."""
    return encode(address, RF_RESET)


def select_request(channel: int, address: int = BROADCAST) -> bytes:
    """Connect the antenna `channel` (from 0) to the reader.

    ASSUMPTION, the only one of this codec and only here. The manual of the multiplexer ID ISC.ANT.MUX (H30701, 2.2.3) has
    ``DD MUX-ADR OUT-CH1 OUT-CH2`` with channels 1 to 8, 0 for none. How a given reader passes it on is not in the papers
    that we have: we take it as a reader command with that body and a reply of one status byte, antennas 8 to a
    multiplexer in the order of the plan, and the others off. Compare with the reader's own manual before the first use.
    """
    mux, output = divmod(channel, MUX_CHANNELS)
    if not 0 <= mux < MUX_CHANNELS:
        raise RequestError(f"antenna {channel} is beyond the {MUX_CHANNELS * MUX_CHANNELS} channels of all multiplexers")
    return encode(address, SELECT_CHANNEL, bytes((mux, output + 1, 0)))


def parse_tags(data: bytes) -> list[str]:
    """The UIDs (16 upper-case hex digits) in the data of an inventory reply: count, then one record a tag.

    Raises `FrameError` when count and length disagree and `ForeignTagError` for a tag that is not ISO 15693: its record's
    length is unknown, so nothing behind it can be read. The texts never quote tag bytes.
    """
    if not data:
        raise FrameError("an inventory reply without a count of tags")
    count, records = data[0], data[1:]
    for at in range(0, min(len(records), count * TAG_RECORD_BYTES), TAG_RECORD_BYTES):
        if records[at] != ISO_15693:
            raise ForeignTagError(f"a tag of type {records[at]:02X} where only ISO 15693 (03) is in play")
    if len(records) != count * TAG_RECORD_BYTES:
        raise FrameError(f"an inventory reply of {count} tags has {len(records)} bytes of records")
    return [records[at + 2 : at + 10].hex().upper() for at in range(0, len(records), TAG_RECORD_BYTES)]
