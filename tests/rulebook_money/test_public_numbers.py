"""Numbers of public rulebooks beyond ours (CASES.md, sections A, B, C and F) that hold in one of our books too.

Their rule numbers are not ours to cite: a row has the case, the book that rules alike, the table, the script, and
(to_act, to_call, raise_min, raise_max) afterwards.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook_money.tables import cards, play, ruling, sizes, table

PREFLOP = {"blinds": (25, 50), "stacks": dict.fromkeys(range(1, 6), 20_000), "button": 5}
PL = {"limit": "pot", "game": "omaha"}
FL = {"limit": "fixed", "blinds": (50, 100), "limits": (100, 200), "street": "flop"}


def stacks(**given: int) -> dict[int, int]:
    """Five seats with 20,000, except those that are named: ``s3=125``."""
    return dict.fromkeys(range(1, 6), 20_000) | {int(seat[1:]): chips for seat, chips in given.items()}


def flop(blinds: tuple[int, int], **given: int) -> dict[str, Any]:
    """Five seats on the flop, button at seat 5; what seat n has left there is its stack less the big blind."""
    return {"blinds": blinds, "street": "flop", "button": 5, "stacks": stacks(**given)}


Sizes = tuple[int, int, int, int]
CASES: list[tuple[str, str, dict[str, Any], str, Sizes]] = [
    ("A1", "wsop", PREFLOP, "3 raises 125; 4 raises 200; 5 raises 500",
     (1, 475, 800, 20_000)),
    ("A2", "wsop", PREFLOP, "3 raises 500; 4 calls; 5 calls", (1, 475, 950, 20_000)),
    ("A3", "wsop", flop((100, 200)), "1 bets 300; 2 raises 1000", (3, 1000, 1700, 19_800)),
    ("A4", "wsop", flop((50, 100), s2=250), "1 bets 100; 2 allin", (3, 150, 250, 19_900)),
    ("A5", "wsop", flop((50, 100), s2=225, s4=300), "1 bets 100; 2 allin; 3 calls; 4 allin; 5 calls", (1, 100, 300, 19_900)),
    ("A6", "wsop", flop((50, 100), s2=225, s4=300), "1 bets 100; 2 allin; 3 calls; 4 allin; 5 calls; 1 calls", (3, 75, 0, 0)),
    ("A7", "wsop", flop((100, 200), s2=900), "1 bets 500; 2 allin; 3 calls; 4 calls; 5 folds", (1, 200, 0, 0)),
    ("A11", "club", flop((50, 100), s2=240), "1 bets 100; 2 allin", (3, 140, 240, 19_900)),
    ("A14", "bfsp", {"blinds": (50, 100), "stacks": stacks(s2=30), "button": 5}, "", (3, 100, 200, 20_000)),
    ("A17 no cap in no limit", "bfsp", flop((50, 100)), "1 bets 100; 2 raises 200; 3 raises 300; 4 raises 400; 5 raises 500; "
     "1 raises 600; 2 raises 700", (3, 400, 800, 19_900)),
    ("A18", "bfsp", FL, "4 bets 100; 1 raises 200; 2 raises 300; 3 raises 400", (4, 300, 0, 0)),
    ("A19 heads-up before the cap", "club", FL, "4 bets 100; 1 raises 200; 2 folds; 3 folds; 4 raises 300; 1 raises 400",
     (4, 100, 500, 500)),
    ("B1", "bfsp", FL | {"stacks": {1: 5000, 2: 5000, 3: 5000, 4: 175}}, "4 allin", (1, 100, 200, 200)),
    ("B2", "wsop", {"limit": "fixed", "blinds": (200, 400), "limits": (400, 800), "street": "flop",
     "stacks": {1: 5000, 2: 5000, 3: 5000, 4: 500}}, "4 allin", (1, 100, 400, 400)),
    ("B3", "wsop", {"limit": "fixed", "blinds": (200, 400), "limits": (400, 800), "street": "flop",
     "stacks": {1: 5000, 2: 5000, 3: 5000, 4: 700}}, "4 allin", (1, 300, 700, 700)),
    ("B4", "bfsp", FL | {"stacks": {1: 260, 2: 5000, 3: 5000, 4: 5000}}, "4 bets 100; 1 allin; 2 calls; 3 folds",
     (4, 60, 260, 260)),
    ("B5", "bfsp", FL | {"stacks": {1: 240, 2: 5000, 3: 5000, 4: 5000}}, "4 bets 100; 1 allin; 2 calls; 3 folds",
     (4, 40, 0, 0)),
    ("B6", "bfsp", FL | {"stacks": {1: 240, 2: 5000, 3: 5000, 4: 5000}}, "4 bets 100; 1 allin", (2, 140, 200, 200)),
    ("C1", "bfsp", PL | {"blinds": (0, 25), "street": "flop"}, "4 bets 50", (1, 50, 100, 250)),
    ("C2", "bfsp", PL | {"blinds": (100, 200)}, "2 folds", (3, 200, 400, 700)),
    ("C3", "bfsp", PL | {"blinds": (0, 375), "street": "flop", "stacks": dict.fromkeys((1, 2, 3, 4), 20_000)}, "4 bets 1500",
     (1, 1500, 3000, 6000)),
    ("C4", "bfsp", PL | {"blinds": (0, 200), "street": "flop", "stacks": 3}, "1 bets 200; 2 calls", (3, 200, 400, 1400)),
    ("C9 a short small blind counts as full", "bfsp", PL | {"blinds": (50, 100), "stacks": {1: 5000, 2: 5000, 3: 5000, 4: 20}},
     "", (2, 100, 200, 350)),
]  # fmt: skip


@pytest.mark.parametrize(("book", "given", "script", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_sizes(book: str, given: dict[str, Any], script: str, wanted: Sizes) -> None:
    betting = table(book, **given)
    assert play(betting, script) == []
    assert sizes(betting) == wanted


def test_a8_600_is_a_call_and_700_with_50_behind_an_all_in_that_reopens_nothing() -> None:
    betting = table("wsop", blinds=(100, 200), stacks={1: 5000, 2: 750, 3: 5000, 4: 5000})
    assert play(betting, "2 folds; 3 raises 500; 4 chips 500") == [ruling(4, "call", 500, 100, "WSOP T98-d")]
    betting = table("wsop", blinds=(100, 200), stacks={1: 750, 2: 5000, 3: 5000, 4: 5000})
    assert play(betting, "2 raises 500; 3 folds; 4 chips 400 100") == [ruling(4, "call", 500, 100, "WSOP T98-d")]
    play(betting, "1 chips 400 100")
    assert (betting.bets[1], betting.stacks[1]) == (750, 0)
    assert sizes(betting) == (2, 250, 0, 0)


@pytest.mark.parametrize(("chips", "total", "change"), [("1000 400", 1000, 400), ("1000 500", 2000, 0), ("1000 999", 2000, 0)])
def test_a9_a10_half_of_an_opening_bet_more_is_a_raise(chips: str, total: int, change: int) -> None:
    betting = table("wsop", **flop((50, 100)))
    [told] = play(betting, f"1 bets 1000; 2 chips {chips}")
    assert (told.amount, told.change) == (total, change)


def test_c5_pot_limit_stud() -> None:
    up = dict(zip(range(1, 9), ("2c", "Kd", "9h", "Js", "Qs", "Ts", "8s", "7s"), strict=True))
    given = {"game": "stud7", "limit": "pot", "ante": 100, "bring_in": 150, "stacks": 8, "button": 8}
    betting = table("bfsp", **given, up=up)
    play(betting, "1 brings")
    assert sizes(betting) == (2, 150, 300, 1250)
    play(betting, "2 raises 650")
    assert betting.raise_max == 2900


def test_f1_nobody_gets_two_odd_chips() -> None:
    betting = table("bfsp", blinds=(1, 2), stacks=4, dead_blinds={4: 1})
    play(betting, "2 calls; 3 calls; 4 folds; 1 checks")
    for street in ("flop", "turn", "river"):
        play(betting, f"round {street}; 1 checks; 2 checks; 3 checks")
    hand = {1: cards("AsKs"), 2: cards("AcKc"), 3: cards("AhKh")}
    [pot] = betting.award(hand, cards("Qd Jd Tc 2s 3h"), ())
    assert (pot.amount, pot.won) == (8, {1: 3, 2: 3, 3: 2})
