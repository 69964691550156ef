"""Random legal play against PokerKit (pinned): every difference but the accepted ones is a failure.

Seeds are fixed here; ``DEALER_TABLE_SEEDS=first:count`` widens them for a long run.
"""

from __future__ import annotations

import os

import pytest

from tests.rulebook_money.against_pokerkit import KINDS, Pair
from tests.rulebook_money.pokerkit_differences import ACCEPTED

FIRST, COUNT = (int(part) for part in os.environ.get("DEALER_TABLE_SEEDS", "0:25").split(":"))


@pytest.mark.parametrize("book", ["bfsp", "club", "wsop"])
@pytest.mark.parametrize(("game", "limit"), list(KINDS))
def test_random_legal_hands_agree(game: str, limit: str, book: str) -> None:
    """An accepted difference ends the comparison of its hand; most hands must be compared to their end."""
    ended = 0
    for seed in range(FIRST, FIRST + COUNT):
        pair = Pair(seed, game, limit, book)
        difference = pair.run()
        assert difference is None, f"seed {seed}: {difference.what}: {difference.ours} here, {difference.theirs} there"
        ended += pair.accepted is not None
    assert ended <= 0.7 * COUNT


def test_every_accepted_difference_names_its_clause() -> None:
    assert all(accepted.clause and accepted.why for accepted in ACCEPTED)
    assert len({accepted.why for accepted in ACCEPTED}) == len(ACCEPTED)
