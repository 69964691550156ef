"""Which clause a book cites for a situation of the deal, and whether a misdeal can still be called (RULES 3)."""

from __future__ import annotations

import msgspec

from rulebook.book import Book
from rulebook.dealing_rules import IrregularityRow
from rulebook.settings import Settings

KINDS = (
    "deck_count", "duplicate_card", "mixed_backs", "marked_card", "unknown_card", "not_shuffled", "not_cut", "exposed_in_cut",
    "exposed_hole_card", "boxed_card", "wrong_card_count", "extra_card", "dealt_out_of_order", "seat_skipped",
    "dealt_to_empty_seat", "button_misplaced", "burn_missing", "burn_extra", "four_card_flop", "flop_over_four", "flop_short",
    "extra_board_card", "premature_flop", "premature_turn", "premature_river", "premature_card", "forward_fold",
    "muck_touched", "allin_mucked", "winner_mucked", "exposed_by_player", "absent_player", "card_dropped", "stud_up_down",
    "stud_mixed", "stub_short", "seventh_up", "fantasy_count", "set_card_moved", "wrong_award", "dealt_after_close",
    "card_in_two_places", "card_vanished", "seats_swapped_cards", "board_card_moved", "dealt_anew", "sources_disagree",
    "device_fault",
)  # fmt: skip

# One fault, one incident: of what the ledger tells about one card only the first of these counts (DESIGN 3).
INTEGRITY_ORDER = (
    "duplicate_card", "unknown_card", "card_in_two_places", "card_vanished", "mixed_backs", "sources_disagree", "deck_count",
)  # fmt: skip


def kind_of(situation: str) -> str:
    """The kind of a situation: ``exposed_hole_card.first`` is an ``exposed_hole_card``."""
    return situation.partition(".")[0]


def row_for(book: Book, settings: Settings, situation: str) -> IrregularityRow:
    """The book's row for `situation`: the cash-game row where one stands, else the case, else the kind.

    Raises KeyError for a situation that the book does not know: a fault of ours, books are checked for completeness.
    """
    rows = book.dealing.rows
    for key in (situation, kind_of(situation)):
        if settings.context == "cash" and f"{key}@cash" in rows:
            return rows[f"{key}@cash"]
        if key in rows:
            return rows[key]
    raise KeyError(f"rulebook {book.id} has no row for {situation}")


def citation(row: IrregularityRow, situation: str) -> str:
    """What an alert cites: the clause, or ``OURS kind`` where no text of the book has one."""
    return row.rule or f"OURS {kind_of(situation)}"


class MisdealDeadline(msgspec.Struct, eq=False):
    """The moment after which no misdeal can be called (RULES 3.1), fed with the voluntary actions of the first round.

    `until`: the book's word for it. `passed`: it is too late for a misdeal. `actions`: how many there were until then,
    `with_chips` and `brought_in` of them with chips or a bring-in. `actors`: who acted.
    """

    until: str
    passed: bool = False
    actions: int = 0
    with_chips: int = 0
    brought_in: int = 0
    actors: set[int] = set()

    def acted(self, seat: int, with_chips: bool, *, brings_in: bool = False) -> None:
        """A voluntary action after the forced bets; a fold and a bring-in are actions too. Where live action counts, two have
        to act after the bring-in (WSOP L105)."""
        self.actions += 1
        self.brought_in += brings_in
        self.with_chips += with_chips
        self.actors.add(seat)
        if self.until == "first_action":
            self.passed = True
        elif self.until == "two_acted":
            self.passed = len(self.actors) >= 2
        else:
            live = self.until == "substantial_live"
            if live and self.brought_in:
                self.passed = self.actions > 2
                return
            self.passed = self.actions >= 3 or (self.actions >= 2 and self.with_chips >= (1 if live else 2))
