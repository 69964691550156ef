"""Button and blinds from hand to hand (BFSP 5.3.2; CLUB 2.11.1, 2.11.3, 2.11.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.positions import Positions, by_button, moved_on

SEATED = st.sets(st.integers(1, 10), min_size=2).map(sorted)


def test_bfsp_5_3_2_the_button_moves_to_the_next_player() -> None:
    assert moved_on([1, 4, 7], by_button([1, 4, 7], 4), "moving") == Positions(7, 1, 4)


def test_club_2_11_3_heads_up_the_button_has_the_small_blind() -> None:
    assert by_button([2, 9], 9) == Positions(9, 9, 2)


@pytest.mark.parametrize(
    ("seated", "expected", "posts"),
    [
        ([1, 2, 3, 4], Positions(1, 2, 3), (2, 3)),  # nobody left: as with a moving button
        ([1, 3, 4], Positions(1, 2, 3), (0, 3)),  # the big blind is out: no small blind
        ([2, 3, 4], Positions(1, 2, 3), (2, 3)),  # the small blind is out: the button lies at his seat
        ([1, 2, 4], Positions(1, 2, 4), (2, 4)),  # the next one is out: the big blind passes him
    ],
)
def test_club_2_11_1_dead_button(seated: list[int], expected: Positions, posts: tuple[int, int]) -> None:
    moved = moved_on(seated, Positions(4, 1, 2), "dead")
    assert moved == expected
    assert moved.blinds(seated) == posts


def test_club_2_11_1_dead_button_heads_up_nobody_has_the_big_blind_twice() -> None:
    assert moved_on([1, 2], Positions(4, 1, 2), "dead") == Positions(2, 2, 1)


@given(SEATED, st.data())
def test_club_2_11_5_there_is_always_a_big_blind_with_a_dead_button_never_the_same(
    seated: list[int], data: st.DataObject
) -> None:
    rule = data.draw(st.sampled_from(["moving", "dead"]))
    positions = by_button(seated, data.draw(st.sampled_from(seated)))
    for _ in range(12):
        last = positions
        positions = moved_on(seated, last, rule)
        assert positions.big in seated
        assert rule == "moving" or positions.big != last.big
        if len(seated) > 2 and data.draw(st.booleans()):
            gone = data.draw(st.sampled_from(seated))
            seated = [seat for seat in seated if seat != gone]


@given(SEATED, st.data())
def test_with_nobody_leaving_both_rules_are_one(seated: list[int], data: st.DataObject) -> None:
    start = by_button(seated, data.draw(st.sampled_from(seated)))
    moving = dead = start
    for _ in range(len(seated)):
        moving, dead = moved_on(seated, moving, "moving"), moved_on(seated, dead, "dead")
        assert moving == dead
