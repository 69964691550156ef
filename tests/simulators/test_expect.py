"""Expectations compare as SCENARIOS says: listed keys only, lists equally long, ``won`` exact; a misspelt key never passes."""

from __future__ import annotations

from typing import Any

import pytest

from simulators.expect import ExpectError, check, failures

VERDICT: dict[str, Any] = {
    "incidents": [{"kind": "boxed_card", "rule": "BFSP 6.4.5", "seats": [2], "step": 5, "open": False}],
    "warnings": [],
    "rulings": [],
    "penalties": [],
    "state": {"street": "preflop", "to_act": 1, "board": []},
    "hands": [{"hand": 1, "pots": [{"amount": 300, "eligible": [2, 3], "won": {"2": 300}}]}],
    "stacks": {"1": 4950, "2": 5150, "3": 4900},
}

HOLDS: list[dict[str, Any]] = [
    {},
    {"incidents": [{"kind": "boxed_card"}]},
    {"incidents": [{}], "warnings": []},
    {"state": {"to_act": 1}},
    {"stacks": {"2": 5150}},
    {"hands": [{"pots": [{"won": {"2": 300}}]}]},
]
FAILS: list[tuple[dict[str, Any], str]] = [
    ({"incidents": []}, "incidents: expected 0 of them, got 1"),
    ({"incidents": [{}, {}]}, "incidents: expected 2 of them, got 1"),
    ({"incidents": [{"kind": "burn_missing"}]}, "incidents[0].kind: expected burn_missing, got boxed_card"),
    ({"incidents": [{"seats": [2, 3]}]}, "incidents[0].seats: expected [2, 3], got [2]"),
    ({"incidents": [{"call": "play"}]}, "incidents[0].call: expected play, got nothing"),
    ({"warnings": [{"kind": "burn_while_betting"}]}, "warnings: expected 1 of them, got 0"),
    ({"state": {"to_act": 2}}, "state.to_act: expected 2, got 1"),
    ({"state": {"board": ["As"]}}, "state.board: expected ['As'], got []"),
    ({"stacks": {"4": 1}}, "stacks.4: expected 1, got nothing"),
    ({"hands": [{"pots": [{"won": {}}]}]}, "hands[0].pots[0].won: expected {}, got {'2': 300}"),
    ({"hands": [{"pots": [{"won": {"2": 300, "3": 0}}]}]}, "hands[0].pots[0].won: expected"),
    ({"hands": [{"pots": []}]}, "hands[0].pots: expected 0 of them, got 1"),
]
MISSPELT: list[tuple[dict[str, Any], tuple[str | int, ...]]] = [
    ({"incident": []}, ("expect", "incident")),
    ({"incidents": [{"kinds": "x"}]}, ("expect", "incidents", 0, "kinds")),
    ({"state": {"toact": 1}}, ("expect", "state", "toact")),
    ({"hands": [{"pots": [{"win": {}}]}]}, ("expect", "hands", 0, "pots", 0, "win")),
    ({"stacks": {"11": 1}}, ("expect", "stacks", "11")),
    ({"stacks": {"1": "many"}}, ("expect", "stacks", "1")),
    ({"incidents": {}}, ("expect", "incidents")),
    ({"incidents": [{"open": 1}]}, ("expect", "incidents", 0, "open")),
    ({"incidents": [{"step": True}]}, ("expect", "incidents", 0, "step")),
    ({"incidents": [{"seats": [0]}]}, ("expect", "incidents", 0, "seats")),
    ({"state": {"board": ["Zz"]}}, ("expect", "state", "board")),
]


@pytest.mark.parametrize("expect", HOLDS)
def test_it_holds_where_every_named_key_matches(expect: dict[str, Any]) -> None:
    check(expect)
    assert failures(expect, VERDICT) == []


@pytest.mark.parametrize(("expect", "says"), FAILS)
def test_a_failure_tells_the_place_what_was_expected_and_what_came(expect: dict[str, Any], says: str) -> None:
    check(expect)
    found = failures(expect, VERDICT)
    assert len(found) == 1
    assert found[0].startswith(says)


@pytest.mark.parametrize(("expect", "place"), MISSPELT)
def test_a_key_or_value_that_no_verdict_has_is_refused(expect: dict[str, Any], place: tuple[str | int, ...]) -> None:
    with pytest.raises(ExpectError) as caught:
        check(expect)
    assert caught.value.place == place


def test_every_failure_is_reported() -> None:
    assert len(failures({"state": {"to_act": 2, "street": "flop"}, "stacks": {"1": 1}}, VERDICT)) == 3
