"""How hard the property tests try: ``make fuzz`` sets ``DEALER_TABLE_FUZZ`` to a number of times as many examples."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("DEALER_TABLE_FUZZ", "1"))


def examples(usual: int) -> int:
    """So many examples instead of the usual number."""
    return usual * TIMES
