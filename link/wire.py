"""Frames as bytes: msgpack, bounded, and nothing else. PURE.

msgpack rather than the records' JSON: a frame carries a record's bytes as they are.
"""

from __future__ import annotations

import msgspec

from link.messages import Ack, Beat, Data, Frame, Hello

MAX_BODY_BYTES = 32_768  # the largest record, a table setting with ten seats, has under 2 kB
MAX_FRAME_BYTES = MAX_BODY_BYTES + 256
MAX_STREAM_CHARACTERS = 32
MAX_DIGEST_BYTES = 16
MAX_SEQ = 2**63 - 1  # what SQLite counts to


class FrameError(ValueError):
    """Bytes that are no frame. The text never quotes them."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Frame)


def encode_frame(frame: Frame) -> bytes:
    """The bytes of a frame. Raises `FrameError` if its body is larger than any record may be."""
    if isinstance(frame, Data) and len(frame.body) > MAX_BODY_BYTES:
        raise FrameError(f"item {frame.seq} of {frame.stream} has {len(frame.body)} bytes, at most {MAX_BODY_BYTES} travel")
    return _encoder.encode(frame)


def decode_frame(data: bytes | bytearray | memoryview) -> Frame:
    """The frame in `data`. Raises `FrameError` for garbage and for numbers and lengths out of bounds."""
    if len(data) > MAX_FRAME_BYTES:
        raise FrameError(f"{len(data)} bytes, a frame has at most {MAX_FRAME_BYTES}")
    try:
        frame: Frame = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FrameError(f"no frame: {type(error).__name__}") from None
    if isinstance(frame, Beat):
        if not 0 <= frame.seq <= MAX_SEQ or len(frame.digest) > MAX_DIGEST_BYTES:
            raise FrameError("a heartbeat out of bounds")
        return frame
    if len(frame.stream) > MAX_STREAM_CHARACTERS:
        raise FrameError(f"a stream's name of {len(frame.stream)} characters")
    number, least = frame.next_seq if isinstance(frame, Hello) else frame.seq, 0 if isinstance(frame, Ack) else 1
    if not least <= number <= MAX_SEQ:
        raise FrameError("a seq out of bounds")
    return frame
