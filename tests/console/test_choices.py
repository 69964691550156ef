"""What the console offers to tap: acts, likely sizes, and those before a seat that is tapped out of order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.settings import Settings
from table_node.console.choices import seat_ranges
from table_node.console.desk import desk_view
from tests.console.desks import SEATS, SETTINGS, on_board, rendered, state


def buttons(view: dict[str, Any], seat: int) -> dict[str, list[dict[str, Any]]]:
    """Kind of button -> its taps."""
    choices = view["choices"]["seats"][str(seat)]
    return {button["kind"]: button["taps"] for button in choices["buttons"]}


def sizes(view: dict[str, Any], seat: int) -> list[int]:
    return [button["amount"] for button in view["choices"]["seats"][str(seat)]["sizes"]]


def test_seat_to_act_gets_one_tap_for_each_action() -> None:
    taps = buttons(desk_view(state(), SETTINGS), 4)
    assert taps["call"] == [{"tap": "act", "seat": 4, "action": "call"}]
    assert taps["fold"] == [{"tap": "act", "seat": 4, "action": "fold"}]
    assert taps["allin"] == [{"tap": "act", "seat": 4, "action": "allin"}]


def test_tap_for_a_later_seat_folds_those_before_it_first() -> None:
    view = desk_view(state(), SETTINGS)
    assert buttons(view, 8)["call"] == [
        {"tap": "bulk", "action": "fold", "until": 8},
        {"tap": "act", "seat": 8, "action": "call"},
    ]
    assert rendered(view)["choices"]["seats"]["8"]["note"] == "4–7 fold"


def test_tap_for_a_later_seat_checks_those_before_it_when_nothing_is_owed() -> None:
    shown = on_board("AhKd2c", to_act=2, owing=(2, 3, 5), to_call=0, raise_min=100, bets={}, pot=900)
    view = desk_view(shown, SETTINGS)
    assert buttons(view, 5)["check"][0] == {"tap": "bulk", "action": "check", "until": 5}
    assert view["choices"]["seats"]["5"]["sizes"][0]["taps"][1]["action"] == "bet"


def test_last_seat_is_offered_no_action_that_means_all_others_folded() -> None:
    view = desk_view(state(), SETTINGS)
    assert buttons(view, 3) == {}
    assert view["choices"]["bulk"][-1]["taps"] == [{"tap": "bulk", "action": "fold", "until": 3}]


def test_what_each_seat_owes_counts_what_it_has_in() -> None:
    view = rendered(desk_view(state(), SETTINGS))
    assert view["choices"]["seats"]["2"]["buttons"][0]["text"] == "Call 50"
    assert view["choices"]["seats"]["9"]["buttons"][0]["text"] == "Call 100"


def test_call_that_takes_the_stack_is_an_allin() -> None:
    view = desk_view(state(stacks=dict.fromkeys(SEATS, 80), raise_max=0, raise_min=0), SETTINGS)
    assert buttons(view, 4)["call"] == [{"tap": "act", "seat": 4, "action": "allin"}]
    assert sizes(view, 4) == []


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        (state(), [200, 250, 300, 450]),
        (
            state(bets={2: 50, 3: 100, 4: 300}, to_act=5, owing=(5, 6), to_call=300, raise_min=500, pot=550),
            [500, 750, 900, 1_150],
        ),
        (on_board("AhKd2c", to_act=3, owing=(3, 5), to_call=0, raise_min=100, bets={}, pot=1_200), [100, 400, 600, 1_200]),
        (state(raise_max=230), [200]),
    ],
)
def test_likely_sizes(shown: Any, wanted: list[int]) -> None:
    assert sizes(desk_view(shown, SETTINGS), shown.to_act) == wanted


def test_fixed_limit_offers_the_fixed_sizes_alone() -> None:
    fixed = Settings(limit="fixed", limits=(100, 200), blinds=(50, 100))
    shown = state(raise_min=200, raise_max=200)
    assert sizes(desk_view(shown, fixed), 4) == [200]


@given(
    st.integers(1, 5_000).flatmap(lambda least: st.tuples(st.just(least), st.integers(least, 50_000))),
    st.integers(0, 40_000),
    st.integers(0, 3_000),
)
def test_every_size_offered_is_within_the_limits(limits: tuple[int, int], pot: int, bet: int) -> None:
    least, most = limits
    shown = state(raise_min=least, raise_max=most, pot=pot, bets={3: bet} if bet else {}, to_call=bet)
    offered = desk_view(shown, SETTINGS)["choices"]["seats"]["4"]["sizes"]
    assert all(least <= button["amount"] <= min(most, 12_500) for button in offered)
    assert len({button["amount"] for button in offered}) == len(offered)


@pytest.mark.parametrize(
    ("seats", "text"), [((4,), "4"), ((4, 5, 6), "4–6"), ((8, 9, 1, 2), "8–9, 1–2"), ((3, 5, 9), "3, 5, 9")]
)
def test_seat_ranges(seats: tuple[int, ...], text: str) -> None:
    assert seat_ranges(seats) == text
