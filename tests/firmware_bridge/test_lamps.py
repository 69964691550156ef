"""Patterns of the stack light: IEC 60073 colours, never colour alone, never faster than three flashes a second."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge.lamps import PATTERNS, LampPlayer, Lights, Pattern, Show
from firmware_bridge.lines import TICK

MS = 1_000_000


def play(player: LampPlayer, pattern: Pattern, seconds: int) -> list[tuple[int, Lights]]:
    """What the lights did, and when (ms)."""
    out = [(0, lights) for lights in player.step(0, Show(pattern))]
    while (due := player.deadline()) is not None and due <= seconds * 1_000 * MS:
        out += [(due // MS, lights) for lights in player.step(due, TICK)]
    return out


def test_iec_60073_colours() -> None:
    colours = {name: rhythm.colour for name, rhythm in PATTERNS.items()}
    assert colours == {"stop": "red", "check": "amber", "go": "green", "do": "blue", "off": None}


def test_never_colour_alone_every_pattern_has_its_own_rhythm() -> None:
    rhythms = [
        tuple((phase.ms, phase.lit, phase.buzzer) for phase in (*rhythm.intro, *rhythm.cycle)) for rhythm in PATTERNS.values()
    ]
    assert len(set(rhythms)) == len(rhythms)


@pytest.mark.parametrize("pattern", ["go", "check", "stop", "do", "off"])
def test_wcag_2_3_1_no_pattern_flashes_more_than_three_times_in_a_second(pattern: Pattern) -> None:
    events = [(0, Lights()), *play(LampPlayer(), pattern, 20)]
    lit = [at for (_, before), (at, lights) in pairwise(events) if lights.colour is not None and before.colour is None]
    for at in lit:
        assert sum(at <= other < at + 1_000 for other in lit) <= 3


def test_go_is_steady_and_wants_no_more_steps() -> None:
    player = LampPlayer()
    assert play(player, "go", 10) == [(0, Lights("green"))]
    assert player.deadline() is None


def test_stop_sounds_twice_then_flashes_double() -> None:
    events = play(LampPlayer(), "stop", 3)
    buzzing = [at for at, lights in events if lights.buzzer]
    assert buzzing == [0, 450]
    assert all(lights.colour in ("red", None) for _, lights in events)
    assert [at for at, lights in events if lights.colour is None][:2] == [950, 1_350]


def test_showing_the_same_pattern_again_does_not_restart_it() -> None:
    player = LampPlayer()
    player.step(0, Show("check"))
    due = player.deadline()
    assert player.step(50 * MS, Show("check")) == []
    assert player.deadline() == due


def test_off_puts_everything_out() -> None:
    player = LampPlayer()
    player.step(0, Show("stop"))
    assert player.step(100 * MS, Show("off")) == [Lights()]
    assert player.deadline() is None


def test_a_player_that_slept_does_not_make_up_for_lost_flashes() -> None:
    player = LampPlayer()
    player.step(0, Show("check"))
    player.step(3_600_000 * MS, TICK)
    due = player.deadline()
    assert due is not None
    assert due > 3_600_000 * MS
