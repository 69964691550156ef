"""What a node may put into the log: its own table's records, under the seq of the stream, and nothing else. PURE.

A node is its key, never what it claims. A record that names another table, or another seq than its place in the stream, is
not taken: the node's configuration is wrong, or the node is not what it seems. A body of a version that this program does not
read is taken all the same, for it is the table's history; it only cannot be ruled on.
"""

from __future__ import annotations

import msgspec

from hub.entries import RecordEntry
from rulebook.record import RecordError, decode


class IntakeRefused(ValueError):
    """A record that is not taken; the text names the table and what is wrong, for the floor page."""


def take(table: str, seq: int, body: bytes, boot: str, arrived_ms: int) -> RecordEntry:
    """The log entry of an item of the table's stream. Raises `IntakeRefused`."""
    entry = RecordEntry(table, seq, body, boot, arrived_ms)
    try:
        record = decode(body)
    except RecordError:
        return entry
    if record.table != table:
        raise IntakeRefused(
            f"The node with the key of table {table} says that it is table {record.table!r}: put its configuration right. "
            "Nothing is taken from it until then."
        )
    if record.seq != seq:
        raise IntakeRefused(
            f"The node of table {table} sends record {record.seq} at place {seq}: its journal is damaged. "
            "Nothing is taken from it until it is mended."
        )
    return msgspec.structs.replace(entry, record=record)
