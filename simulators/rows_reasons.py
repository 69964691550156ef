"""Which kinds docs/rows.md has whole, and why a cell of it may be empty."""

from __future__ import annotations

# The kinds of which every cell is filled or has its reason; the others say "no scenario yet" where they have none.
PROVED: tuple[str, ...] = ()

# (kind, book, when) -> reason; an empty book or column stands for every one.
REASONS: dict[tuple[str, str, str], str] = {}
