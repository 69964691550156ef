"""A judge's acts as the floor page offers and sends them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hub.judges import JudgesEvent
from link.table_setting import check_amount, check_seat, check_setting
from rulebook.events import TableSet
from rulebook.findings import PlanStep
from rulebook.games import game_of

LONGEST_TEXT = 120

# Clauses of RULES 7 that a judge at a table uses; their words are in the texts file.
CLAUSES = (
    "7.1.2", "7.1.3", "7.1.5", "7.1.6", "7.1.7", "7.1.8", "7.1.9", "7.1.10", "7.1.11", "7.1.12", "7.1.13", "7.1.14", "7.1.15",
    "7.1.16", "6.4.3",
)  # fmt: skip

# What a judge is likely to do about an incident, likeliest first; everything else stays in reach under "other".
_LIKELY = {
    "exposed_by_player": ("unintended", "intended", "penalise"),
    "allin_mucked": ("restore", "fair"),
    "winner_mucked": ("restore", "fair"),
    "muck_touched": ("restore", "fair"),
    "forward_fold": ("restore", "fair"),
    "wrong_award": ("award", "fair"),
    "judge_called": ("play", "penalise", "misdeal"),
    "stub_short": ("play", "misdeal", "fair"),
    "flop_short": ("play", "misdeal", "fair"),
    "seats_swapped_cards": ("misdeal", "fair", "play"),
    "board_card_moved": ("play", "misdeal"),
    "dealt_anew": ("fair", "penalise"),
}
_DRAWS = frozenset(street.name for street in game_of("ofc").streets)
ACTS = (
    "misdeal", "play", "fair", "intended", "unintended", "picked", "restore", "kill", "return", "award", "penalise",
    "surrender",
)  # fmt: skip


class ActMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser sends: the table and the event of the act, its `directive` empty."""

    kind: str
    table: str
    event: JudgesEvent
    id: int | None = None


def likely_acts(kind: str, call: str, steps: Sequence[PlanStep] = (), street: str = "") -> list[str]:
    """The acts that the page shows first for an incident of this kind, call and street, whose correction has these steps."""
    if any(step.kind == "pick" and not step.done for step in steps):
        return ["picked"]
    if kind == "wrong_card_count" and call == "floor" and street in _DRAWS:
        return ["kill", "play", "fair"]  # no misdeal can be called any more: the hand is dead (BFSP 6.3.7, 6.3.8)
    if kind in _LIKELY:
        return list(_LIKELY[kind])
    return ["play", "misdeal", "fair"] if call == "floor" else []


_encoder = msgspec.json.Encoder()


def read_act(message: dict[str, Any]) -> ActMessage:
    """A judge's act out of a browser's message. Raises ValueError with one sentence that says what is wrong."""
    if message["kind"] != "act":
        raise ValueError(f"The floor page takes a judge's acts, not {message['kind']!r}.")
    try:
        act = msgspec.json.decode(_encoder.encode(message), type=ActMessage)
    except msgspec.ValidationError as error:
        raise ValueError(f"That act was not understood: {error}. Reload the page.") from None
    event = act.event
    if event.directive:
        raise ValueError("An act's number is given by the hub; it must be empty here.")
    if isinstance(event, TableSet):
        check_setting(event)
    else:
        if (seat := getattr(event, "seat", None)) is not None:
            check_seat(seat)
        if (amount := getattr(event, "amount", None)) is not None:
            check_amount(amount)
    for text in (getattr(event, "clause", ""), getattr(event, "incident", "")):
        if len(text) > LONGEST_TEXT:
            raise ValueError(f"A text of that act is longer than {LONGEST_TEXT} letters.")
    return act
