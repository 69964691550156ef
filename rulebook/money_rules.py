"""What a rulebook says of betting, words and chips, pots and showdown: named switches, validated when the book is loaded."""

from __future__ import annotations

import msgspec


class MoneyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Section ``[money]`` of a book's file."""
