"""What a rulebook says of betting, words and chips, pots and showdown: named switches, validated when the book is loaded.

A book differs from another by values here, never by code that asks for its name. No switch has a default: a book says
everything or does not load.
"""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

ValueT = TypeVar("ValueT")

CapLifted = Literal["never", "round_began_heads_up", "two_left", "event_heads_up"]
OutOfTurnChips = Literal["stay", "back"]
OutOfTurnCheck = Literal["check_stands", "no_raise", "free"]


class ByContext(msgspec.Struct, Generic[ValueT], frozen=True, forbid_unknown_fields=True):
    """A value for tournaments and one for cash games."""

    tournament: ValueT
    cash: ValueT

    def of(self, context: str) -> ValueT:
        """The value that holds in `context` (``tournament`` or ``cash``)."""
        return self.cash if context == "cash" else self.tournament


class MoneyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Section ``[money]`` of a book's file.

    Sizes (RULES 4.1, 4.2):
    `cap_raises`: raises after the bet in fixed limit. `cap_lifted`: when that cap falls: never, in a round that two began, as
    soon as two are left, or when only two play the event. `half_rule`: an all-in of half the fixed bet or more counts as a
    bet or raise. `short_all_in_step`: what the next minimum raise adds to an all-in short of a raise: one big blind, or the
    last full raise. `short_all_ins_add_up`: several of them re-open the betting once together they make a full raise.
    `short_opening_fixed`: in fixed limit an opening all-in below the big blind is owed in full, or falls under the half rule.
    `short_opening_heads_up`: whether heads-up the full big blind is owed to an opening all-in for less. `open_pair`: an open
    pair on fourth street of seven-card stud high lets players choose the upper limit. `small_blind_counts_big`: before the
    flop pot limit counts the small blind as a big one. `pot_rounds_up`: pot limit counts the pot up to the next smallest chip.
    `wagers_in_chips`: a bet or raise is a multiple of the smallest chip; what is above it goes back.
    `bring_in_half`: the bring-in is half the lower limit where the settings give none. `pot_word`: what *pot* means in
    no limit: the size of the pot, or the least bet.

    Words and chips (RULES 4.3):
    `silent_raise`: several silent chips above the call are a raise once they reach the minimum raise, or half of it.
    `silent_all_needed`: only if the call is not covered without the smallest of them. `declared_short_raise`: a declared
    raise below the minimum is always completed, or is a call under half of it. `short_bet`: who put in too few chips may
    choose to complete or to fold, or must complete; the latter only against an opening bet or heads-up.
    `check_facing_bet`: whether a check against a bet costs the right to raise. `out_of_turn_chips`: what happens to a bet out
    of turn when someone before its maker bets or raises. `out_of_turn_check`: what a check out of turn costs.
    `skipped_loses_word`: a skipped player who let two act may only check or call. `wrong_bring_in`: the bring-in
    of a wrong player waits for its turn, or stands once the player after him has acted. `clock_s`: seconds to act once time is
    called, a countdown at their end included.

    Forced bets and showdown (RULES 4.4, 5):
    `straddle`: where a straddle may be posted. `straddle_last`: its poster acts last. `stud5_straddle`: whether the
    seat nearest the button may straddle in five-card stud, and how much. `show_without_bet`: who shows first when
    nobody bet on the last round. `side_pot_shows_first`: those who play for a side pot show before the others. `table_to_win`:
    the last one holding cards at the showdown must table them to win.
    `stud_wrong_count`: what a hand of seven-card stud with another number of cards is at the showdown: a judge's matter, or it
    plays with six and is dead with more or fewer. `stud_odd_chip`: who gets it. `low`: what may be a low in Omaha Hi/Lo.

    Open-face (RULES 6, WSOP L353-L365): `ofc_settles_first`: position 1 (left of the button) or the button.
    `ofc_winnings_pay`: what a player won in this hand may pay what he loses later in it. `ofc_stays_with`: which hands keep a
    player in fantasy.

    `clauses` names the clause of a situation, as a citation writes it after the book's name; a situation that it lacks is
    cited ``OURS situation``. `clauses_cash` overrides it in cash games.
    """

    cap_raises: int
    cap_lifted: ByContext[CapLifted]
    half_rule: bool
    short_all_in_step: Literal["big_blind", "last_raise"]
    short_all_ins_add_up: bool
    short_opening_fixed: Literal["owed_in_full", "half_rule"]
    short_opening_heads_up: Literal["owed", "nothing_more"]
    open_pair: bool
    small_blind_counts_big: ByContext[bool]
    pot_rounds_up: ByContext[bool]
    wagers_in_chips: ByContext[bool]
    bring_in_half: bool
    pot_word: Literal["pot", "minimum"]
    silent_raise: Literal["minimum", "half"]
    silent_all_needed: bool
    declared_short_raise: Literal["minimum", "half"]
    short_bet: Literal["choose", "complete", "complete_opening"]
    check_facing_bet: Literal["nothing", "no_raise"]
    out_of_turn_chips: ByContext[OutOfTurnChips]
    out_of_turn_check: OutOfTurnCheck
    skipped_loses_word: bool
    wrong_bring_in: ByContext[Literal["waits", "stands"]]
    clock_s: int
    straddle: Literal["none", "after_big_blind", "after_big_blind_or_button"]
    straddle_last: bool
    stud5_straddle: Literal["none", "pot_to_twice_pot"]
    show_without_bet: Literal["last_aggressor", "first_seat"]
    side_pot_shows_first: bool
    table_to_win: ByContext[bool]
    stud_wrong_count: ByContext[Literal["judge", "six_plays"]]
    stud_odd_chip: Literal["clockwise", "high_card"]
    low: Literal["standard", "no_straight_or_flush"]
    ofc_settles_first: Literal["position_1", "button"]
    ofc_winnings_pay: bool
    ofc_stays_with: Literal["trips_or_quads", "full_house_too"]
    clauses: dict[str, str]
    clauses_cash: dict[str, str] = {}

    def cite(self, name: str, situation: str, context: str) -> str:
        """The citation of `situation` in the book that cites itself as `name`: ``BFSP 4.12``, ``OURS big_chip``."""
        clause = self.clauses_cash.get(situation) if context == "cash" else None
        clause = clause or self.clauses.get(situation)
        return f"{name} {clause}" if clause else f"OURS {situation}"
