"""What a fold says of the present hand, in eight bytes: two folds of one log agree at every seq, or one of them is wrong.

The node tells the hub its own with every heartbeat (DESIGN 2: a difference between the folds is itself an alert). No card is in
it: neither names nor what devices saw.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from rulebook.findings import Finding, Incident, Penalty, Question, Ruling, TableState
from rulebook.table import Table

DIGEST_BYTES = 8

_encoder = msgspec.json.Encoder()


def digest(table: Table) -> bytes | None:
    """The digest of what has been found in the present hand and of where it stands; None while no hand is folded."""
    hand = table.hand
    if hand is None or not table.ruling:
        return None
    found = sorted(_told(finding) for finding in hand.findings().values())
    result = (
        [hand.result.outcome, [[pot.amount, sorted(pot.won.items())] for pot in hand.result.pots]]
        if hand.result is not None
        else []
    )
    told = _encoder.encode([found, _stands(hand.state()), result])
    return hashlib.blake2b(told, digest_size=DIGEST_BYTES).digest()


def _told(finding: Finding) -> list[Any]:
    """The parts of a finding by which people act; ids are unique, so that the lists sort by them."""
    told: list[Any] = [finding.id, type(finding).__name__]
    match finding:
        case Incident():
            steps = [[step.kind, step.done, step.to, step.missing] for step in finding.steps]
            told += [finding.rule, finding.severity, finding.call, finding.open, finding.acknowledged, finding.seats, steps]
        case Ruling():
            told += [finding.seat, finding.action, finding.amount, finding.change, finding.rule]
        case Penalty():
            told += [finding.seat, finding.kind, finding.hands, finding.rule]
        case Question():
            told += [finding.kind, finding.seats, finding.words]
    return told


def _stands(state: TableState) -> list[Any]:
    return [
        state.hand, state.street, state.next, state.to_act, state.to_call, state.raise_min, state.raise_max, state.pot,
        sorted(state.stacks.items()), state.dead, state.show_order,
    ]  # fmt: skip
