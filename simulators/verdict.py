"""The verdict: what the authority says of a scenario, in the form that all depths share (SCENARIOS, Verdict).

Only the authority's fold speaks here; the truth of the felt is used for one thing, the names of cards that it knows as handles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulebook.cards import UNKNOWN, Card
from rulebook.events import Handle
from rulebook.findings import Finding, HandResult, Question, Withdrawn
from rulebook.table import Table

CardOf = Callable[[Handle], Card | None]
Lying = tuple[tuple[Handle, ...], tuple[Handle, ...], tuple[Handle, ...]]  # board, burns, aside


class Notes:
    """Which step revealed what, and which card was which: taken down after every step."""

    def __init__(self) -> None:
        self._steps: dict[str, tuple[int, int]] = {}  # finding -> step, and its place in the order of finding
        self._found = 0
        self._names: dict[tuple[int, Handle], Card] = {}
        self._annulled: tuple[int, Lying] | None = None  # the last dealing that was annulled: what lay where after that step

    def take(self, step: int, found: Iterable[Finding], table: Table, card_of: CardOf) -> None:
        """After the step of that number the authority had found this."""
        for finding in found:
            if isinstance(finding, Withdrawn):
                self._steps.pop(finding.id, None)
            elif not isinstance(finding, Question) and finding.id not in self._steps:
                self._found += 1
                self._steps[finding.id] = (step, self._found)
        self._name(table, card_of)
        hand = table.state().hand
        if not any(result.hand == hand and result.outcome in ("misdeal", "void") for result in table.hands):
            self._annulled = None
        elif self._annulled is None or self._annulled[0] != hand:
            self._annulled = (hand, _lying(table))

    def lying(self, table: Table) -> Lying:
        """Board, burns and cards set aside. Of a dealing that was annulled (misdeal, void) they are as they lay then: what is
        done with its cards afterwards is no part of it, and no sensor follows it."""
        return self._annulled[1] if self._annulled is not None else _lying(table)

    def _name(self, table: Table, card_of: CardOf) -> None:
        # Handles begin anew with every hand: a finished hand's board must be named before the next one opens.
        state = table.state()
        handles = [*state.board, *state.burns, *state.aside]
        for result in table.hands:
            if result.hand == state.hand:
                handles += result.board
        for handle in handles:
            card = card_of(handle)
            if card is not None:
                self._names[state.hand, handle] = card

    def step(self, ident: str) -> int:
        """The step that revealed a finding."""
        return self._steps[ident][0]

    def order(self, ident: str) -> int:
        """Its place in the order of finding."""
        return self._steps[ident][1]

    def cards(self, hand: int, handles: Sequence[Handle]) -> list[str]:
        """Names by the truth."""
        return [self._names.get((hand, handle), UNKNOWN) for handle in handles]


def _lying(table: Table) -> Lying:
    state = table.state()
    return state.board, state.burns, state.aside


def _burns(table: Table, notes: Notes, burns: Sequence[Handle], laid: Sequence[Card]) -> list[str]:
    """The burns in the order laid. Of backs that were laid in one motion no sensor tells which was first: the truth does."""
    names = notes.cards(table.state().hand, burns)
    if table.hand is None or len(set(names)) < len(names) or not set(names) <= set(laid):
        return names
    cards = [table.hand.felt.cards[handle] for handle in burns]
    motion = [0] * len(cards)
    for at in range(1, len(cards)):
        motion[at] = motion[at - 1] + (not cards[at].came_with(cards[at - 1]))
    order = sorted(range(len(cards)), key=lambda at: (motion[at], laid.index(names[at])))
    return [names[at] for at in order]


def verdict(table: Table, notes: Notes, laid: Sequence[Card] = ()) -> dict[str, Any]:
    """The verdict object; its keys and their order are those of SCENARIOS. `laid`: the burns in the order in which they came to
    lie, by the truth."""
    state = table.state()
    board, burns, aside = notes.lying(table)
    return {
        "incidents": [
            {
                "kind": incident.kind, "rule": incident.rule, "hand": incident.hand, "street": incident.street,
                "seats": sorted(incident.seats), "step": notes.step(incident.id), "severity": incident.severity,
                "call": incident.call, "open": incident.open,
            }
            for incident in sorted(table.incidents, key=lambda finding: notes.order(finding.id))
        ],
        "warnings": [
            {"kind": warning.kind, "step": notes.step(warning.id)}
            for warning in sorted(table.warnings, key=lambda finding: notes.order(finding.id))
        ],
        "rulings": [
            {
                "seat": ruling.seat, "step": notes.step(ruling.id), "action": ruling.action, "amount": ruling.amount,
                "change": ruling.change, "rule": ruling.rule,
            }
            for ruling in sorted(table.rulings, key=lambda finding: notes.order(finding.id))
        ],
        "penalties": [
            {
                "seat": penalty.seat, "kind": penalty.kind, "hands": penalty.hands, "rule": penalty.rule,
                "step": notes.step(penalty.id),
            }
            for penalty in sorted(table.penalties, key=lambda finding: notes.order(finding.id))
        ],
        "state": {
            "hand": state.hand, "street": state.street, "to_act": state.to_act, "to_call": state.to_call,
            "raise_min": state.raise_min, "raise_max": state.raise_max, "pot": state.pot,
            "show_order": list(state.show_order), "board": notes.cards(state.hand, board),
            "burns": _burns(table, notes, burns, laid), "aside": notes.cards(state.hand, aside),
            "dead": sorted(state.dead), "next": state.next,
        },
        "hands": [_hand(result, notes) for result in table.hands],
        "stacks": {str(seat): chips for seat, chips in sorted(state.stacks.items())},
    }  # fmt: skip


def _hand(result: HandResult, notes: Notes) -> dict[str, Any]:
    return {
        "hand": result.hand,
        "outcome": result.outcome,
        "board": notes.cards(result.hand, result.board),
        "show_order": list(result.show_order),
        "pots": [
            {
                "amount": pot.amount,
                "eligible": sorted(pot.eligible),
                "won": {str(seat): chips for seat, chips in sorted(pot.won.items())},
            }
            for pot in result.pots
        ],
    }
