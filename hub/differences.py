"""Where node and hub do not hold the same: another log on the wire, or other findings after the same record. PURE."""

from __future__ import annotations

from hub.tables import HubTable
from link.delivery import Conflict

STOP = "Nothing more is taken from it; give the node a new key, or find the other one."


def conflict_words(conflict: Conflict, records: str) -> str:
    """What is wrong and what to do when both sides hold different items; `records` names the stream of the node's records."""
    if conflict.stream != records:
        return (
            f"The node has {conflict.peer_has} directives, not those that the hub gave ({conflict.have}): the hub's log is "
            "old. Judges' acts no longer reach this table; give its node a new key."
        )
    if conflict.have < conflict.peer_has:
        return (
            f"The node has only {conflict.have} records, the hub has {conflict.peer_has}: its disk lost some, or two nodes "
            f"use one key. {STOP}"
        )
    return (
        f"The node's record {conflict.peer_has} is another than the hub's: its disk was put back to an old copy, or "
        f"two nodes use one key. {STOP}"
    )


def same_findings(table: HubTable) -> tuple[int, bool] | None:
    """Hold the node's last word on its findings against the hub's after the same record: its number, and whether they agree.

    None when that cannot be said: the log has not come so far, or the table has gone on since; the next heartbeat tells.
    """
    claim = table.claim
    if claim is None or claim.seq > table.last_seq:
        return None
    table.claim = None
    if claim.seq < table.last_seq:
        return None
    own = table.authority.digest()
    return claim.seq, own is None or own == claim.digest


def difference_words(table: HubTable, seq: int) -> str:
    """What a judge is to know and do where the two folds differ since record `seq`."""
    return (
        f"{table.name}: node and hub rule differently since record {seq} (hand {table.authority.state.hand}). "
        "The hub's word counts, but the dealer sees the node's: send a judge, and bring both to one version."
    )
