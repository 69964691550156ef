"""The order of the initial deal (BFSP 5.6.1, 6.3.3, 6.3.4; RULES 3.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.deal import Deal


def faults_of(order: tuple[int, ...], per_seat: int, seats: list[int]) -> list[tuple[int, str, tuple[int, ...]]]:
    """Each fault with the number of the card that proved it."""
    deal = Deal(order, per_seat)
    found = []
    for number, seat in enumerate(seats, 1):
        told = deal.give(seat, f"k{number}")
        if told is not None:
            found.append((number, *told))
    return found


@given(st.integers(2, 10), st.integers(1, 5))
def test_a_deal_in_order_is_complete_and_has_no_fault(players: int, per_seat: int) -> None:
    order = tuple(range(1, players + 1))
    deal = Deal(order, per_seat)
    for number in range(players * per_seat):
        assert not deal.complete
        assert deal.expected() == order[number % players]
        assert deal.give(order[number % players], f"k{number}") is None
    assert deal.complete
    assert deal.expected() == 0
    assert deal.wrong() == ()


@given(st.integers(3, 9), st.integers(1, 3), st.data())
def test_a_seat_passed_is_proved_by_the_next_round_or_the_end_of_the_deal(
    players: int, per_seat: int, data: st.DataObject
) -> None:
    order = tuple(range(1, players + 1))
    skipped = data.draw(st.integers(1, players - 1))
    seats = [seat for seat in order if seat != skipped] + list(order) * (per_seat - 1)
    found = faults_of(order, per_seat, seats)
    proof = players if per_seat > 1 else players - 1  # the first card of the next round, or the last card of the deal
    if per_seat > 1 and skipped == 1:
        # the next round begins with the very seat that was passed, so its card comes late: out of order
        assert found[0] == (players, "dealt_out_of_order", (1,))
        return
    assert found[0] == (proof, "seat_skipped", (skipped,))


@pytest.mark.parametrize(
    ("seats", "fault"),
    [
        ([1, 3, 2], (3, "dealt_out_of_order", (2,))),
        ([1, 1], (2, "dealt_out_of_order", (1,))),
        ([1, 4], (2, "dealt_to_empty_seat", (4,))),
        ([1, 2, 3, 1, 2, 3, 2], (7, "surplus_after", (2,))),
        ([1, 2, 3, 1, 2, 1], (6, "surplus", (1,))),
        ([1, 2, 1], (3, "seat_skipped", (3,))),
    ],
)
def test_bfsp_6_3_each_fault_is_named_at_the_card_that_proves_it(seats: list[int], fault: tuple[object, ...]) -> None:
    assert faults_of((1, 2, 3), 2, seats)[0] == fault


@pytest.mark.parametrize("seats", [[3, 1, 2, 3, 1, 2], [3, 2, 1, 3, 2, 1]])
def test_bfsp_6_3_3_a_deal_that_goes_round_from_the_last_seat_skips_nobody(seats: list[int]) -> None:
    assert {fault for _, fault, _ in faults_of((1, 2, 3), 2, seats)} == {"dealt_out_of_order"}
