"""Where our betting and PokerKit's differ, and which differences we accept.

A difference that stands in `ACCEPTED`, with the clause that makes us right, ends the comparison of that hand; any other fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulebook.betting import Betting


@dataclass
class Difference:
    """Where the two disagree, with what is needed to judge it."""

    what: str  # actor, call, raise, stacks
    ours: Any
    theirs: Any
    betting: Betting
    notes: set[str] = field(default_factory=set)


def _short_forced(difference: Difference) -> bool:
    """A forced or opening bet was posted short in this round or before."""
    return "short blind" in difference.notes or "short opening" in difference.notes


@dataclass(frozen=True)
class Accepted:
    """A difference that we accept: why, by which clause, and how it is recognised."""

    clause: str
    why: str
    holds: Callable[[Difference], bool]


def _fixed(difference: Difference) -> bool:
    return difference.betting.limit == "fixed"


ACCEPTED = (
    Accepted(
        "BFSP 4.9.8, CLUB 2.3.2, WSOP L150",
        "a blind or an opening all-in for less is owed in full and raises count from it; PokerKit takes what was posted",
        _short_forced,
    ),
    Accepted(
        "BFSP 4.9.8, WSOP L129",
        "fixed limit: half a bet or more all-in counts as a bet, less may be completed; PokerKit always adds a whole bet",
        lambda d: _fixed(d) and "short all-in" in d.notes,
    ),
    Accepted(
        "BFSP 4.7.3, CLUB 2.8.2, WSOP L126",
        "fixed limit: the cap is lifted heads-up in its book's way; in PokerKit it always holds",
        lambda d: _fixed(d) and d.what == "raise" and len(d.betting.ring) == 2,
    ),
    Accepted(
        "BFSP 4.7.3, CLUB 2.8.1",
        "fixed limit, before the flop: the big blind is the bet and three raises follow; PokerKit allows four over it",
        lambda d: _fixed(d) and d.what == "raise" and d.betting.street == "preflop" and d.betting.count == 4,
    ),
    Accepted(
        "WSOP T100-b, L126",
        "fixed limit: one bet and four raises; PokerKit allows three, as BFSP 4.9.5 and CLUB 2.8.1 do",
        lambda d: _fixed(d) and d.what == "raise" and d.betting.rules.cap_raises == 4 and d.betting.count == 4,
    ),
    Accepted(
        "BFSP 4.9.5, CLUB 2.8.1, WSOP T100-b",
        "PokerKit's fixed-limit Omaha Hi/Lo knows no cap",
        lambda d: d.betting.game.id == "omaha8" and d.what == "raise" and d.ours == (0, 0) and d.betting.capped(),
    ),
    Accepted(
        "BFSP 4.9.8, CLUB 2.8.11",
        "short all-ins do not add up to a raise (reading); in PokerKit they do, as in WSOP T96-a",
        lambda d: d.what == "raise" and not d.betting.rules.short_all_ins_add_up and "short all-in" in d.notes,
    ),
    Accepted(
        "BFSP 4.9.8",
        "after an all-in short of a raise the next minimum raise adds one big blind; in PokerKit the last full raise",
        lambda d: d.betting.rules.short_all_in_step == "big_blind" and "short all-in" in d.notes,
    ),
    Accepted(
        "BFSP 5.8.5, WSOP L230",
        "stud, fourth street with an open pair: either limit may be bet; PokerKit knows the lower one alone",
        lambda d: d.betting.game.id == "stud7" and "open pair" in d.notes,
    ),
    Accepted(
        "BFSP 5.9.3, WSOP T73",
        "odd chips go out one each; PokerKit gives them all to one player, and in stud it goes by seat",
        lambda d: d.what == "stacks" and _only_odd_chips(d),
    ),
    Accepted(
        "BFSP 4.5.1",
        "equal open hands of stud are told apart by suit; PokerKit goes by seat",
        lambda d: d.what == "actor" and "equal open hands" in d.notes,
    ),
    Accepted(
        "RULES 5, no low: high takes all",
        "PokerKit divides a low half among everybody in a side pot for which nobody has a low, once the main pot has one",
        lambda d: d.what == "stacks" and "pots with and without a low" in d.notes,
    ),
    Accepted(
        "RULES 4.2",
        "no raise where the stack does not exceed the bring-in, or nobody else's does; PokerKit offers the completion",
        lambda d: d.what == "raise" and d.betting.bring_in_due and d.ours == (0, 0),
    ),
    Accepted(
        "WSOP T96-a, BFSP 4.9.8",
        "before the flop an all-in short of a raise over the big blind alone does not re-open the betting for those who called;"
        " in PokerKit the first raise counts whatever its size",
        lambda d: d.what == "raise" and "short first raise" in d.notes,
    ),
)


def _only_odd_chips(difference: Difference) -> bool:
    """Nobody's stack differs by more than the odd chips of the pots there were."""
    limit = 3 * max(len(difference.betting.pots()), 1)
    return all(abs(ours - theirs) <= limit for ours, theirs in zip(difference.ours, difference.theirs, strict=True))
