"""One form for journal, wire and log: a versioned JSON object, one record a line.

JSON rather than a packed form: the log is evidence that people read, and msgspec makes it cheap.
"""

from __future__ import annotations

import msgspec

from rulebook.events import AnyEvent

VERSION = 1


class RecordError(ValueError):
    """Bytes that are no record of a version that we read. The text never quotes the bytes: they may hold a name."""


class Record(msgspec.Struct, frozen=True, omit_defaults=False, forbid_unknown_fields=True, gc=False):
    """One event of one table. `seq` alone orders; the times are evidence.

    `boot` identifies the node's boot, `boot_ms` its clock that nobody can set, `wall_ms` Unix time.
    """

    table: str
    seq: int
    boot: str
    boot_ms: int
    wall_ms: int
    event: AnyEvent
    v: int = VERSION


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)


def encode(record: Record) -> bytes:
    """The bytes of a record."""
    return _encoder.encode(record)


def decode(data: bytes) -> Record:
    """The record in `data`. Raises `RecordError`."""
    try:
        record = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"not a record of version {VERSION}: {type(error).__name__}") from None
    if record.v != VERSION:
        raise RecordError(f"a record of version {record.v}, this program reads version {VERSION}")
    return record
