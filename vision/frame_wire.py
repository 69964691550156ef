"""Frames on a byte stream, from a camera in another process on this machine. Pure: bytes in, pictures out.

Header, little endian, 20 bytes: magic ``DTF1``, view (0 window, 1 table, 2 seat), seat, form (0 raw BGR, 1 PNG, 2 the view's
last picture once more), 0, width, height (16 bits each), length of the body (32 bits), CRC-32 of these and of the body.
"""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

import cv2
import numpy as np

from vision.appearance import Image
from vision.sightings import View

MAGIC = b"DTF1"
VIEWS: tuple[View, ...] = ("window", "table", "seat")
RAW, PNG, AGAIN = 0, 1, 2
MOST_BODY_BYTES = 4056 * 3040 * 3  # a 12 megapixel sensor's whole picture
_HEADER = struct.Struct("<4sBBBBHHI")
_SUM = struct.Struct("<I")
HEADER_BYTES = _HEADER.size + _SUM.size


class Picture(NamedTuple):
    """One picture of one view, not yet stamped with a time."""

    view: View
    image: Image
    seat: int = 0


def encode_picture(picture: Picture, form: int = RAW) -> bytes:
    """The picture as bytes; with `AGAIN` only the note that the view's last picture still stands."""
    height, width = picture.image.shape[:2]
    if form == RAW:
        body = np.ascontiguousarray(picture.image).tobytes()
    elif form == PNG:
        body = cv2.imencode(".png", picture.image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()
    else:
        body = b""
    header = _HEADER.pack(MAGIC, VIEWS.index(picture.view), picture.seat, form, 0, width, height, len(body))
    return header + _SUM.pack(zlib.crc32(body, zlib.crc32(header))) + body


class PictureReader:
    """Takes bytes as they come and returns whole pictures; skips what is none. `skipped` counts those bytes."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._last: dict[tuple[View, int], Image] = {}
        self.skipped = 0

    def feed(self, data: bytes) -> list[Picture]:
        """The pictures that `data` completes."""
        self._buffer += data
        found = []
        while len(self._buffer) >= HEADER_BYTES:
            if not self._buffer.startswith(MAGIC):
                self._skip()
                continue
            _, view, seat, form, zero, width, height, length = _HEADER.unpack_from(self._buffer)
            sound = view < len(VIEWS) and form <= AGAIN and zero == 0 and width and height and length <= MOST_BODY_BYTES
            if not sound or (form == RAW and length != width * height * 3):
                self._skip()
                continue
            if len(self._buffer) < HEADER_BYTES + length:
                break
            body = bytes(self._buffer[HEADER_BYTES : HEADER_BYTES + length])
            header = bytes(self._buffer[: _HEADER.size])
            if _SUM.unpack_from(self._buffer, _HEADER.size)[0] != zlib.crc32(body, zlib.crc32(header)):
                self._skip()
                continue
            del self._buffer[: HEADER_BYTES + length]
            image = self._picture(form, body, (height, width, 3), (VIEWS[view], seat))
            if image is not None:
                found.append(Picture(VIEWS[view], image, seat))
        return found

    def _skip(self) -> None:
        """To the next place where a picture may begin."""
        at = self._buffer.find(MAGIC, 1)
        count = at if at > 0 else max(1, len(self._buffer) - len(MAGIC) + 1)
        self.skipped += count
        del self._buffer[:count]

    def _picture(self, form: int, body: bytes, shape: tuple[int, int, int], key: tuple[View, int]) -> Image | None:
        if form == AGAIN:
            return self._last.get(key)
        if form == PNG:
            decoded = cv2.imdecode(np.frombuffer(body, dtype=np.uint8), cv2.IMREAD_COLOR)
            if decoded is None or decoded.shape != shape:
                return None
            image = np.asarray(decoded, dtype=np.uint8)
        else:
            image = np.frombuffer(body, dtype=np.uint8).reshape(shape)
        self._last[key] = image
        return image
