"""Which kinds docs/rows.md has whole, and why a cell of it may be empty."""

from __future__ import annotations

# The kinds of which every cell is filled or has its reason; the others say "no scenario yet" where they have none.
PROVED: tuple[str, ...] = (
    "deck_count", "duplicate_card", "mixed_backs", "marked_card", "unknown_card", "not_shuffled", "not_cut", "exposed_in_cut",
    "exposed_hole_card", "boxed_card", "wrong_card_count", "extra_card", "dealt_out_of_order", "seat_skipped",
    "dealt_to_empty_seat", "button_misplaced", "absent_player", "card_dropped", "stud_up_down", "stud_mixed", "stub_short",
    "seventh_up",
)  # fmt: skip

# (kind, book, when) -> reason; an empty book or column stands for every one.
REASONS: dict[tuple[str, str, str], str] = {
    ("extra_card", "bfsp", ""): "it is a wrong card count there (6.3.5)",
    ("extra_card", "", "late"): "after the first action it is a wrong card count",
    ("stub_short", "", "late"): "it is known with the first card of the last street, and nothing of it can be too late",
    ("seventh_up", "bfsp", "late"): "it lies up as it is dealt; whoever turns it later shows his card",
}
