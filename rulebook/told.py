"""What a table has been told: the findings of its present hand and of those before; what each record changes about them."""

from __future__ import annotations

import msgspec

from rulebook.findings import Finding, Incident, Penalty, Question, Withdrawn


class Told:
    """`present`: the findings of the present hand by id; `earlier`: of those before, with their `penalties`."""

    def __init__(self) -> None:
        self.present: dict[str, Finding] = {}
        self.earlier: dict[str, Finding] = {}
        self.penalties: list[Penalty] = []

    @property
    def all(self) -> dict[str, Finding]:
        """Everything found and not withdrawn, all hands."""
        return {**self.earlier, **self.present}

    def differences(self, now: dict[str, Finding]) -> list[Finding]:
        """What is new, changed or withdrawn, the findings of the hand being `now`. A question that is settled just goes."""
        before = self.present
        if now == before:
            return []
        self.present = now
        changed: list[Finding] = [finding for ident, finding in now.items() if before.get(ident) != finding]
        for ident, finding in before.items():
            if ident not in now and not isinstance(finding, Question):
                changed.append(Withdrawn(ident, getattr(finding, "kind", "ruling")))
        return changed

    def next_hand(self) -> list[Finding]:
        """The next dealing begins: a misdeal is made good, and nothing of the old hand can be disputed any more. Returns the
        incidents that were open until now."""
        closed: list[Finding] = []
        for ident, finding in self.present.items():
            if isinstance(finding, Incident) and finding.open:
                finding = msgspec.structs.replace(finding, open=False)
                closed.append(finding)
            elif isinstance(finding, Penalty):
                self.penalties.append(finding)
            self.earlier[ident] = finding
        self.present = {}
        return closed
