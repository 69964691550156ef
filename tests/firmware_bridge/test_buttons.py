"""Bouncing contacts in, one press out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.buttons import STEADY_MS, STUCK_MS, ButtonDebouncer, Edge
from firmware_bridge.lines import TICK
from firmware_bridge.readings import ButtonPressed, DeviceState

MS = 1_000_000


def play(debouncer: ButtonDebouncer, edges: list[tuple[int, str, bool]], until_ms: int) -> list[ButtonPressed | DeviceState]:
    """Step every edge at its time and every deadline in between."""
    out: list[ButtonPressed | DeviceState] = []
    for at_ms, button, closed in [*edges, (until_ms, "", False)]:
        while (due := debouncer.deadline()) is not None and due <= at_ms * MS:
            out += debouncer.step(due, TICK)
        if button:
            out += debouncer.step(at_ms * MS, Edge(button, closed))
    return out


def test_a_clean_press_is_reported_once_with_the_time_of_its_edge() -> None:
    out = play(ButtonDebouncer(), [(100, "undo", True), (250, "undo", False)], 1_000)
    assert out == [ButtonPressed(100 * MS, "undo")]


def test_a_bouncing_press_is_one_press_from_its_first_edge() -> None:
    edges = [(100 + at, "undo", at % 2 == 0) for at in range(9)] + [(300 + at, "undo", at % 2 == 1) for at in range(9)]
    assert play(ButtonDebouncer(), edges, 1_000) == [ButtonPressed(100 * MS, "undo")]


def test_a_spike_shorter_than_steady_is_nothing() -> None:
    edges = [(100, "undo", True), (100 + STEADY_MS - 1, "undo", False)]
    assert play(ButtonDebouncer(), edges, 1_000) == []


def test_two_keys_do_not_disturb_each_other() -> None:
    edges = [(100, "undo", True), (110, "call_floor", True), (200, "undo", False), (210, "call_floor", False)]
    out = play(ButtonDebouncer(), edges, 1_000)
    assert out == [ButtonPressed(100 * MS, "undo"), ButtonPressed(110 * MS, "call_floor")]


def test_a_stuck_key_is_said_and_its_release_too() -> None:
    out = play(ButtonDebouncer(), [(100, "undo", True), (STUCK_MS + 5_000, "undo", False)], STUCK_MS + 9_000)
    assert [type(one).__name__ for one in out] == ["ButtonPressed", "DeviceState", "DeviceState"]
    assert [(one.device, one.state) for one in out if isinstance(one, DeviceState)] == [
        ("gpio undo", "fault"),
        ("gpio undo", "ok"),
    ]


def test_an_unknown_button_is_a_bug_of_the_caller() -> None:
    with pytest.raises(KeyError):
        ButtonDebouncer().step(0, Edge("self_destruct", True))


presses = st.lists(
    st.tuples(st.integers(STEADY_MS + 20, 400), st.integers(STEADY_MS + 20, 400), st.lists(st.integers(0, 3), max_size=6)),
    max_size=8,
)


@given(presses)
def test_as_many_presses_as_were_made_however_they_bounce(made: list[tuple[int, int, list[int]]]) -> None:
    edges, now, first = [], 1_000, []
    for held_ms, free_ms, bounces in made:
        first.append(now * MS)
        for closed, lasting in ((True, held_ms), (False, free_ms)):
            at = now
            edges.append((at, "undo", closed))
            for gap in bounces:
                at += gap
                edges += [(at, "undo", not closed), (at + 1, "undo", closed)]
                at += 1
            now = at + lasting
    out = play(ButtonDebouncer(), edges, now + 1_000)
    assert out == [ButtonPressed(at_ns, "undo") for at_ns in first]
