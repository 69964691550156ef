"""What a rulebook says of dealing and its irregularities: one row a situation, validated when the book is loaded."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.findings import Call, Severity


class IrregularityRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a book rules on one situation of a kind (RULES 3.2): what it cites, its call, its severity."""

    rule: str
    call: Call
    severity: Severity


class DealingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Section ``[dealing]`` of a book's file.

    `misdeal_until`: the moment after which no misdeal can be called (RULES 3.1): before the first voluntary action, or until
    two players have acted after the forced bets. `rows`: situation -> row; situations are named in `rulebook.irregularities`.
    """

    misdeal_until: Literal["first_action", "two_acted"]
    rows: dict[str, IrregularityRow]
