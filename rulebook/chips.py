"""Words and chips (RULES 4.3): what one forward motion of chips, silent or after a word, amounts to.

Pure functions: the facts of the moment go in as `Facing`, the reading comes out; nothing is moved here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulebook.money_rules import MoneyRules
from rulebook.seats import Seat


class RulingDraft(NamedTuple):
    """A ruling before it has an id: `amount` is the total of the round, `change` what goes back, `rule` the citation."""

    seat: Seat
    action: str
    amount: int
    change: int
    rule: str


class Facing(NamedTuple):
    """What a motion is measured against. Amounts in chips; totals of the round except `stack`.

    `bet`: what the seat has in; `stack`: what it has behind; `top`: what must be matched (0: nobody has bet);
    `raise_min`, `raise_max`: 0 when a raise is not allowed; `sizes`: in fixed limit the only legal totals, else empty.
    """

    limit: str
    bet: int
    stack: int
    top: int
    raise_min: int
    raise_max: int
    sizes: tuple[int, ...]


class Reading(NamedTuple):
    """What the motion is: `action` (``short`` while too few chips lie there), the total of the round, what goes back, and the
    situation whose clause says so (empty: nothing had to be interpreted)."""

    action: str
    amount: int
    change: int
    situation: str


def legal_size(total: int, facing: Facing) -> int:
    """The largest legal bet or raise within `total` (which reaches `raise_min`)."""
    if facing.sizes:
        return max((size for size in facing.sizes if size <= total), default=facing.raise_min)
    return min(total, facing.raise_max)


def read_chips(chips: Sequence[int], facing: Facing, rules: MoneyRules) -> Reading:
    """Silent chips in turn, one motion."""
    reading = _silent(chips, facing, rules)
    if reading.situation not in ("one_chip_call", "chips_call", "chips_raise"):
        return reading
    if facing.bet and "chips_on_top" in rules.clauses:  # on top of what lies there: WSOP T98-d
        return reading._replace(situation="chips_on_top")
    if reading.situation == "chips_raise" and len(set(chips)) > 1 and "unlike_chips_raise" in rules.clauses:  # WSOP T99
        return reading._replace(situation="unlike_chips_raise")
    return reading


def _silent(chips: Sequence[int], facing: Facing, rules: MoneyRules) -> Reading:
    put = min(sum(chips), facing.stack)
    total = facing.bet + put
    if not facing.top:
        return _opening(chips, total, facing)
    matched = "call" if facing.top > facing.bet else "check"
    if total <= facing.top:
        short = total < facing.top and put < facing.stack
        return Reading("short" if short else matched, total, 0, "short_bet" if short else "")
    as_call = Reading(matched, facing.top, total - facing.top, "chips_call")
    if len(chips) == 1:
        return as_call._replace(situation="one_chip_call")
    if not facing.raise_min:
        return as_call._replace(situation="no_raise")
    if rules.silent_all_needed and total - min(chips) < facing.top:
        return as_call
    if total >= facing.raise_min:
        amount = legal_size(total, facing)
        return Reading("raise", amount, total - amount, "chips_raise")
    # An increase of half the minimum raise or more must be completed (CLUB 2.8.10, WSOP T95).
    if rules.silent_raise == "half" and 2 * (total - facing.top) >= facing.raise_min - facing.top:
        return Reading("raise", facing.raise_min, 0, "chips_raise")
    return as_call


def read_raise(chips: Sequence[int], facing: Facing) -> Reading:
    """Chips after the word *raise* or *bet* without an amount: one motion that sets the amount."""
    total = facing.bet + min(sum(chips), facing.stack)
    word = "raise" if facing.top else "bet"
    if not facing.raise_min:
        matched = "call" if facing.top > facing.bet else "check"
        amount = min(facing.top, facing.bet + facing.stack) if facing.top else facing.bet
        return Reading(matched, amount, max(total - amount, 0), "no_raise")
    if total < facing.raise_min:
        return Reading(word, facing.raise_min, 0, "short_raise")
    amount = legal_size(total, facing)
    situation = "word"
    if facing.limit == "fixed" and amount < total:
        situation = "raise_fixed"
    elif len(chips) == 1:
        situation = "one_chip_raise" if facing.top else "one_chip_bet"
    elif amount < total:
        situation = "over_pot"
    return Reading(word, amount, total - amount, situation)


def _opening(chips: Sequence[int], total: int, facing: Facing) -> Reading:
    if not facing.raise_min:
        return Reading("check", facing.bet, total - facing.bet, "no_raise")
    if total < facing.raise_min:
        return Reading("short", total, 0, "short_bet")
    amount = legal_size(total, facing)
    change = total - amount
    situation = ""
    if len(chips) == 1 and (change or total > facing.raise_min) and facing.limit != "fixed":
        situation = "one_chip_bet"
    elif change:
        situation = "raise_fixed" if facing.limit == "fixed" else "over_pot"
    return Reading("bet", amount, change, situation)
