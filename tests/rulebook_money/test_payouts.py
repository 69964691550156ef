"""PM, payouts of interrupted tournaments (RULES 8 and the rows of RULES 10)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.payouts import Interrupted, by_chips, equally, guaranteed_pool, interrupted

THREE = {"Anna": 5000, "Boris": 3000, "Clara": 2000}


def test_section_10_pm_pool_300_before_the_money() -> None:
    paid = interrupted(Interrupted("multi_table", 100, 10, THREE, pool=300))
    assert {player: amount - 110 for player, amount in paid.amounts.items()} == {"Anna": 125, "Boris": 95, "Clara": 80}
    assert paid.total == 300 + 3 * 110


def test_section_10_pm_in_the_money_with_prizes_of_150_90_and_60_left() -> None:
    paid = interrupted(Interrupted("multi_table", 100, 10, THREE, prizes_left=(60, 90, 150)))
    assert {player: amount - 110 for player, amount in paid.amounts.items()} == {"Anna": 110, "Boris": 98, "Clara": 92}


def test_section_10_pm_sit_and_go_of_six_with_two_out() -> None:
    paid = interrupted(Interrupted("sit_and_go", 10, 1, dict.fromkeys("ABCD", 1500), eliminated=2))
    assert paid.amounts == dict.fromkeys("ABCD", 16)


def test_pm_heads_up_buy_in_and_fee_to_both() -> None:
    assert interrupted(Interrupted("heads_up", 50, 5, {"A": 9000, "B": 1000}, pool=100)).amounts == {"A": 55, "B": 55}


def test_pm_freeroll_half_and_half_of_the_pool_and_in_the_money_of_what_is_left() -> None:
    assert interrupted(Interrupted("freeroll", 0, 0, THREE, pool=300)).amounts == {"Anna": 125, "Boris": 95, "Clara": 80}
    assert interrupted(Interrupted("freeroll", 0, 0, THREE, pool=999, prizes_left=(60, 90, 150))).amounts == {
        "Anna": 125,
        "Boris": 95,
        "Clara": 80,
    }


@pytest.mark.parametrize(("rebuys_open", "pool"), [(True, 700), (False, 1000)])
def test_pm_a_guaranteed_pool(rebuys_open: bool, pool: int) -> None:
    assert guaranteed_pool(1000, 700, rebuys_open=rebuys_open) == pool


def test_without_players_there_is_nothing_to_pay() -> None:
    with pytest.raises(ValueError, match="name their stacks"):
        interrupted(Interrupted("freeroll", 0, 0, {}))


@given(st.integers(0, 10_000), st.dictionaries(st.sampled_from("ABCDEFGHIJ"), st.integers(1, 100_000), min_size=1))
def test_shares_are_whole_and_all_of_it_is_paid(amount: int, stacks: dict[str, int]) -> None:
    for shares in (equally(amount, stacks), by_chips(amount, stacks)):
        assert sum(shares.values()) == amount
        assert all(share >= 0 for share in shares.values())
        ordered = sorted(stacks, key=lambda player: -stacks[player])
        assert all(shares[more] >= shares[less] for more, less in pairwise(ordered) if stacks[more] > stacks[less])
