"""What an entry of the log changes for the floor page: a record is folded and ruled on, an act is on its way. PURE."""

from __future__ import annotations

from hub.alerts import AlertBoard
from hub.core_messages import CoreOutput, Noted
from hub.entries import DirectiveEntry, RecordEntry
from hub.tables import HubTable
from hub.view import Alert, DirectiveStatus
from rulebook.events import FloorOpened


def rule(table: HubTable, board: AlertBoard, entry: RecordEntry, out: list[CoreOutput]) -> list[Alert | DirectiveStatus]:
    """A record is in the log: fold it. Returns what changed for the pages; `out` takes lines for the process's log."""
    wall_ms = entry.record.wall_ms if entry.record is not None else 0
    if entry.record is not None and (text := table.watch_setting(entry.record)):
        out.append(Noted(table.name, text))
    if entry.record is not None:
        table.evidence.take(entry.record)
    was = table.authority.why_not
    called = table.call.take(entry.record) if entry.record is not None else []
    found = [*table.authority.apply(entry), *called]
    changed: list[Alert | DirectiveStatus] = [*board.take(table.name, wall_ms, found)]
    if table.authority.why_not != was:
        if was:
            changed += board.close_table(table.name)
        text = table.authority.why_not or "ruled by the hub again"
        out.append(Noted(table.name, f"{text} [{table.authority.failure}]" if table.authority.failure else text))
    if entry.record is not None and isinstance(entry.record.event, FloorOpened):
        changed += board.show_opened(table.name, entry.record.event.incident)
    done = table.outbox.settle(entry.record.event) if entry.record is not None else None
    if done is not None:
        changed += [done, *board.show_pending(table.name, table.outbox.pending)]
    return changed


def sent(table: HubTable, board: AlertBoard, entry: DirectiveEntry) -> list[Alert | DirectiveStatus]:
    """An act is in the log: from now on it shows as being on its way."""
    pending = table.outbox.pending
    return [*(status for status in pending if status.id == entry.id), *board.show_pending(table.name, pending)]
