"""Which kinds docs/rows.md has whole, and why a cell of it may be empty."""

from __future__ import annotations

# The kinds of which every cell is filled or has its reason; the others say "no scenario yet" where they have none.
PROVED: tuple[str, ...] = (
    "deck_count", "duplicate_card", "mixed_backs", "marked_card", "unknown_card", "not_shuffled", "not_cut", "exposed_in_cut",
    "exposed_hole_card", "boxed_card", "wrong_card_count", "extra_card", "dealt_out_of_order", "seat_skipped",
    "dealt_to_empty_seat", "button_misplaced", "absent_player", "card_dropped", "stud_up_down", "stud_mixed", "stub_short",
    "seventh_up", "burn_missing", "burn_extra", "four_card_flop", "flop_over_four", "flop_short", "extra_board_card",
    "premature_flop", "premature_turn", "premature_river", "premature_card", "forward_fold", "muck_touched", "allin_mucked",
    "winner_mucked", "exposed_by_player", "wrong_award", "dealt_after_close", "seats_swapped_cards", "board_card_moved",
    "dealt_anew",
    "card_in_two_places", "card_vanished", "sources_disagree", "device_fault",
    "fantasy_count", "set_card_moved",
)  # fmt: skip

BY_A_DEVICE = "a device alone does it: tests/agreement/device_faults, every book, in time and late"

NO_OPEN_FACE = "its text has no open-face"

# (kind, book, when) -> reason; an empty book or column stands for every one.
REASONS: dict[tuple[str, str, str], str] = {
    ("extra_card", "bfsp", ""): "it is a wrong card count there (6.3.5)",
    ("extra_card", "", "late"): "after the first action it is a wrong card count",
    ("stub_short", "", "late"): "it is known with the first card of the last street or before, nothing of it can be too late",
    ("forward_fold", "parimatch", "in time"): "who speaks before the next one acts has not folded: nothing is found",
    ("forward_fold", "wsop", "in time"): "who speaks before the next one acts has not folded: nothing is found",
    ("card_in_two_places", "", "in time"): BY_A_DEVICE,
    ("card_in_two_places", "", "late"): BY_A_DEVICE,
    ("sources_disagree", "", "in time"): BY_A_DEVICE,
    ("sources_disagree", "", "late"): BY_A_DEVICE,
    ("device_fault", "", "in time"): BY_A_DEVICE,
    ("device_fault", "", "late"): BY_A_DEVICE,
    ("fantasy_count", "club", ""): NO_OPEN_FACE,
    ("fantasy_count", "parimatch", ""): NO_OPEN_FACE,
    ("set_card_moved", "club", ""): NO_OPEN_FACE,
    ("set_card_moved", "parimatch", ""): NO_OPEN_FACE,
    ("dealt_anew", "", "late"): "once somebody has acted a shuffle is warned of (`shuffle_before_push`)",
    ("seventh_up", "bfsp", "late"): "it lies up as it is dealt; whoever turns it later shows his card",
}
