"""Findings become calls: what a judge must see, and notes of what the dealer puts right himself. PURE."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hub.view import Alert, DirectiveStatus
from rulebook.findings import Finding, Incident, Withdrawn

KEPT = 1_000  # alerts and notes on the board; what is done with leaves first, the log keeps everything

CALLING = ("floor", "critical")


class AlertBoard:
    """All tables' alerts. Every method returns what changed, in order.

    A finding that a refold no longer has stays on the board, marked withdrawn: nobody wonders where a call went.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._alerts: dict[str, Alert] = {}
        self._number = 0
        self._kept = kept

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """In the order in which they were found."""
        return tuple(self._alerts.values())

    def take(self, table: str, wall_ms: int, findings: Sequence[Finding]) -> list[Alert]:
        """Take what the fold of `table` found, changed or withdrew by a record stamped `wall_ms`."""
        changed: list[Alert] = []
        for finding in findings:
            if isinstance(finding, Incident):
                changed.append(self._put(table, wall_ms, finding))
            elif isinstance(finding, Withdrawn):
                former = self._alerts.get(_key(table, finding.id))
                if former is not None and not former.withdrawn:
                    changed.append(self._replace(msgspec.structs.replace(former, withdrawn=True, open=False)))
        if len(self._alerts) > self._kept:
            self._forget()
        return changed

    def close_table(self, table: str) -> list[Alert]:
        """The table's fold begins anew: what was open there can no longer be followed."""
        return [
            self._replace(msgspec.structs.replace(alert, open=False))
            for alert in self.alerts
            if alert.table == table and alert.open
        ]

    def show_pending(self, table: str, pending: Iterable[DirectiveStatus]) -> list[Alert]:
        """Mark each alert of `table` with the judge's acts on it that the node has not taken yet."""
        about: dict[str, tuple[str, ...]] = {}
        for directive in pending:
            if directive.about:
                about[directive.about] = (*about.get(directive.about, ()), directive.word)
        changed = []
        for alert in self.alerts:
            if alert.table == table:
                words = about.get(alert.incident, ()) + about.get(str(alert.cause), ())
                if words != alert.pending:
                    changed.append(self._replace(msgspec.structs.replace(alert, pending=words)))
        return changed

    def show_opened(self, table: str, incident: str) -> list[Alert]:
        """Mark the alert because of which a judge took sealed cards out."""
        alert = self._alerts.get(_key(table, incident))
        return [self._replace(msgspec.structs.replace(alert, opened=True))] if alert is not None else []

    def order_by_time(self) -> None:
        """After the logs of all tables were read, one after the other: number the alerts by when they were found."""
        ordered = sorted(self._alerts.values(), key=lambda alert: (alert.wall_ms, alert.table, alert.number))
        self._alerts = {
            alert.id: msgspec.structs.replace(alert, number=number) for number, alert in enumerate(ordered, start=1)
        }
        self._number = len(ordered)

    def _put(self, table: str, wall_ms: int, incident: Incident) -> Alert:
        key = _key(table, incident.id)
        former = self._alerts.get(key)
        if former is None:
            self._number += 1
        return self._replace(
            Alert(
                id=key,
                number=former.number if former else self._number,
                table=table,
                incident=incident.id,
                hand=incident.hand,
                kind=incident.kind,
                rule=incident.rule,
                severity=incident.severity,
                call=incident.call,
                street=incident.street,
                seats=incident.seats,
                cause=incident.cause,
                seen=incident.seen,
                cards=incident.cards,
                steps=incident.steps,
                open=incident.open,
                acknowledged=incident.acknowledged,
                withdrawn=False,
                wall_ms=former.wall_ms if former else wall_ms,
                pending=former.pending if former else (),
                attended=incident.attended,
                handles=incident.handles,
                opened=former.opened if former else False,
            )
        )

    def _replace(self, alert: Alert) -> Alert:
        self._alerts[alert.id] = alert
        return alert

    def _forget(self) -> None:
        """Oldest first: notes that are closed, then calls that are closed and were seen or withdrawn."""
        spare = len(self._alerts) - self._kept
        done = [alert for alert in self._alerts.values() if not alert.open]
        notes = [alert for alert in done if alert.severity not in CALLING]
        seen = [alert for alert in done if alert.severity in CALLING and (alert.acknowledged or alert.withdrawn)]
        for alert in (notes + seen)[:spare]:
            del self._alerts[alert.id]


def _key(table: str, incident: str) -> str:
    return f"{table}/{incident}"
