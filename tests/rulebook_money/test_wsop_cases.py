"""The cases of a large public rulebook (CASES.md, section H) for the book `wsop`: what the betting can express, as a table.

A row: the case, the table, the script, the rulings it must give, and (to_act, to_call, raise_min, raise_max) afterwards.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook_money.tables import play, ruling, sizes, table
from tests.rulebook_money.test_wsop_dealing_cases import CASES as DEALING_CASES

NL = {"blinds": (50, 100), "street": "flop"}
DEEP = 5000
FIXED = {"limit": "fixed", "blinds": (5, 10), "limits": (10, 20)}
STUD = {"game": "stud7", "limit": "fixed", "limits": (10, 20), "bring_in": 3, "ante": 1}
UP = {1: "2c", 2: "Kd", 3: "9h", 4: "Js"}
BIG = dict.fromkeys((1, 2, 3, 4), 100_000)
CASH = {"context": "cash"}
SMALL = {"blinds": (25, 50)}
TO_600 = "2 raises 600; 3 folds; 4 folds; 1 chips"
UNDER = "4 bets 200; 1 raises 600; 2 chips 100"

CASES: list[tuple[str, dict[str, Any], str, list[Any], tuple[int, int, int, int] | None]] = [
    (
        "H1 A folds: B and C may call 1700 or raise to 2200",
        {"blinds": (100, 200), "street": "flop", "stacks": {1: 9000, 2: 9000, 3: 1500, 4: 1900, 5: 9000}, "button": 4},
        "5 bets 500; 1 raises 1000; 2 calls; 3 allin; 4 allin; 5 folds", [], (1, 700, 2200, 8800),
    ),
    ("H2 half of the raise or more", NL, "4 bets 1000; 1 chips 500 500 500", [ruling(1, "raise", 2000, 0, "WSOP T95")], None),
    ("H2 under half of the raise", NL, "4 bets 1000; 1 chips 500 500 400", [ruling(1, "call", 1000, 400, "WSOP T92")], None),
    ("H2 declared, half or more", NL, "4 bets 1000; 1 raises 1500", [ruling(1, "raise", 2000, 0, "WSOP T95")], None),
    ("H2 declared, under half", NL, "4 bets 1000; 1 raises 1400", [ruling(1, "call", 1000, 400, "WSOP T95")], None),
    (
        "H3 a short raise: every bettor to 1,200", {"blinds": (100, 200), "street": "flop", "stacks": 5, "button": 5},
        "1 bets 600; 2 raises 1000; 3 calls; 4 calls; 5 folds", [ruling(2, "raise", 1200, 0, "WSOP T95")], (1, 600, 1800, 4800),
    ),
    (
        "H4 pot limit, the pot counted too high", {"limit": "pot", "game": "omaha", "blinds": (0, 25), "street": "flop"},
        "4 says pot 150", [ruling(4, "bet", 100, 50, "WSOP T90-e2")], (1, 100, 200, 400),
    ),
    (
        "H4 and too low", {"limit": "pot", "game": "omaha", "blinds": (0, 25), "street": "flop"},
        "4 bets 100; 1 says pot 350", [ruling(1, "raise", 400, 0, "WSOP T90-e2")], (2, 400, 700, 1400),
    ),
    (
        "H4 counted rightly", {"limit": "pot", "game": "omaha", "blinds": (0, 25), "street": "flop"},
        "4 bets 100; 1 says pot 400", [], (2, 400, 700, 1400),
    ),
    ("H5 call without a bet", NL, "4 calls", [ruling(4, "check", 0, 0, "WSOP T90-b1")], (1, 0, 100, 4900)),
    ("H5 raise without a bet", NL, "4 says raise; 1 folds", [ruling(4, "bet", 100, 0, "OURS word")], (2, 100, 200, 4900)),
    ("H6 check against a bet", NL, "4 bets 200; 1 checks", [ruling(1, "none", 0, 0, "WSOP T90-b1")], (1, 200, 0, 0)),
    ("H7 out of turn, then a check", NL, "1 bets 300; 4 checks", [ruling(1, "bet", 300, 0, "WSOP T90-d")], (2, 300, 600, 4900)),
    ("H7 out of turn, then a bet", NL, "1 bets 300; 4 bets 200", [ruling(1, "bet", 0, 300, "WSOP T90-d")], (1, 200, 400, 4900)),
    ("H7 in cash", NL | CASH, "1 bets 300; 4 checks", [ruling(1, "bet", 300, 0, "WSOP L132")], (2, 300, 600, 4900)),
    ("H22", {"blinds": (200, 400)}, "2 raises 1200; 3 chips 1000 1000", [ruling(3, "call", 1200, 800, "WSOP T92")], None),
    ("H23", NL, "4 bets 325; 1 chips 500 25", [ruling(1, "raise", 650, 0, "WSOP T99")], None),
    ("H24 one chip", SMALL, TO_600 + " 1000", [ruling(1, "call", 600, 450, "WSOP T98-d")], None),
    ("H24 two chips of 500", SMALL, TO_600 + " 500 500", [ruling(1, "call", 600, 450, "WSOP T98-d")], None),
    ("H24 500 and 100", SMALL, TO_600 + " 500 100", [ruling(1, "call", 600, 50, "WSOP T98-d")], None),
    ("H24 1,000 and 500", SMALL, TO_600 + " 1000 500", [ruling(1, "raise", 1550, 0, "WSOP T98-d")], None),
    ("H25 both drawn back, one chip of 1,000", SMALL, TO_600 + " 1000", [ruling(1, "call", 600, 450, "WSOP T98-d")], None),
    ("H25 one drawn back, 1,000", SMALL, TO_600 + " 1000 with 25", [ruling(1, "raise", 1150, 0, "WSOP T98-d2")], None),
    ("H25 one drawn back, 500", SMALL, TO_600 + " 500 100 with 25", [ruling(1, "call", 600, 25, "WSOP T98-d2")], None),
    (
        "H26 a blind of one chip of 1,000 that covers the raise, and 500", {"blinds": (50, 100)},
        "2 raises 700; 3 folds; 4 folds; 1 chips 500 with 1000", [ruling(1, "raise", 1500, 0, "WSOP T98-e")], None,
    ),
    (
        "H26 and 100", {"blinds": (50, 100)},
        "2 raises 700; 3 folds; 4 folds; 1 chips 100 with 1000", [ruling(1, "raise", 1300, 0, "WSOP T98-e")], None,
    ),
    (
        "H26 two chips of 500 with the two of 25 are a bet of 1,050, short of the raise by less than half",
        SMALL, TO_600 + " 500 500 with 25 25", [ruling(1, "raise", 1150, 0, "WSOP T98-e")], None,
    ),
    ("H27 silent", NL, "4 bets 200; 1 chips 1000", [ruling(1, "call", 200, 800, "WSOP T97")], None),
    ("H27 raise said", NL, "4 bets 200; 1 says raise; 1 chips 1000", [ruling(1, "raise", 1000, 0, "WSOP T97")], None),
    ("H27 opening", NL, "4 chips 1000", [ruling(4, "bet", 1000, 0, "WSOP T97")], None),
    ("H27 in cash", NL | CASH, "4 bets 200; 1 chips 1000", [ruling(1, "call", 200, 800, "WSOP L178")], None),
    (
        "H28 one chip of 1,000 against 50,000", {"blinds": (2000, 4000), "street": "flop", "stacks": BIG},
        "4 bets 50000; 1 chips 1000", [ruling(1, "call", 50000, 0, "WSOP T93-f2")], None,
    ),
    ("H29 opening bet", NL, "4 bets 500; 1 chips 100 100", [ruling(1, "call", 500, 0, "WSOP T93-f2")], None),
    ("H29 big blind", {"blinds": (50, 100)}, "2 chips 25 25", [ruling(2, "call", 100, 0, "WSOP T93-f2")], None),
    (
        "H29 any bet heads-up", NL | {"stacks": 2, "button": 2},
        "1 bets 200; 2 raises 600; 1 chips 100", [ruling(1, "call", 600, 0, "WSOP T93-f2")], None,
    ),
    ("H29 discretion", NL, UNDER, [], (2, 500, 0, 0)),
    ("H30 two undercalls in a row: back to the first", NL, UNDER + "; 3 chips 100", [], (2, 500, 0, 0)),
    ("H31 the raise back, the call lost", NL, "4 bets 200; 1 raises 600; kill 1; return 1 400", [], (2, 200, 400, 4900)),
    (
        "H32 four raises", FIXED | {"street": "flop"},
        "4 bets 10; 1 raises 20; 2 raises 30; 3 raises 40; 4 raises 50", [], (1, 30, 0, 0),
    ),
    (
        "H32 heads-up in the hand", FIXED | {"street": "flop"},
        "4 checks; 1 bets 10; 2 folds; 3 folds; 4 raises 20; 1 raises 30; 4 raises 40; 1 raises 50", [], (4, 10, 0, 0),
    ),
    (
        "H32 heads-up in the event", FIXED | {"street": "flop", "stacks": 2, "button": 2},
        "1 bets 10; 2 raises 20; 1 raises 30; 2 raises 40; 1 raises 50", [], (2, 10, 60, 60),
    ),
    (
        "H32 cash, the round began heads-up", FIXED | CASH | {"street": "preflop", "stacks": 3},
        "3 folds; 1 calls; 2 checks; round flop; 1 bets 10; 2 raises 20; 1 raises 30; 2 raises 40; 1 raises 50", [],
        (2, 10, 60, 60),
    ),
    (
        "H33 a straddle is no bet for the cap", FIXED | CASH | {"straddle": 2},
        "3 raises 30; 4 raises 40; 1 raises 50; 2 raises 60", [], (3, 30, 0, 0),
    ),
    (
        "H33 a completion is no raise", STUD | {"up": UP},
        "1 brings; 2 raises 10; 3 raises 20; 4 raises 30; 1 raises 40; 2 raises 50", [], (3, 30, 0, 0),
    ),
    ("H34 pot in no limit", NL, "4 says pot", [ruling(4, "bet", 100, 0, "WSOP T102")], (1, 100, 200, 4900)),
    ("H34 pot against a bet", NL, "4 bets 300; 1 says pot", [ruling(1, "raise", 600, 0, "WSOP T102")], None),
    ("H35", NL, "4 bets 200; 1 chips 100 100; 1 chips 500", [ruling(1, "call", 200, 500, "WSOP T103")], (2, 200, 400, 4900)),
    ("H36 the correct amount is owed", NL, "4 bets 500; 1 chips 400", [ruling(1, "call", 500, 0, "WSOP T93-f2")], None),
    ("H37", NL, "4 folds", [], (1, 0, 100, 4900)),
    (
        "H41 the full big blind or a raise to twice it", {"blinds": (50, 100), "stacks": {1: 30, 2: DEEP, 3: DEEP, 4: DEEP}},
        "", [], (2, 100, 200, 5000),
    ),
    (
        "H42 the big blind keeps his option", {"blinds": (50, 100), "stacks": {1: DEEP, 2: 150, 3: DEEP, 4: DEEP}},
        "2 allin; 3 calls; 4 calls", [], (1, 50, 250, 5000),
    ),
    ("H43 under the gun", {"blinds": (50, 100), "straddle": 2} | CASH, "3 calls; 4 calls; 1 calls", [], (2, 0, 300, 5000)),
    ("H43 on the button", {"blinds": (50, 100), "straddle": 3} | CASH, "4 calls; 1 calls; 2 calls", [], (3, 0, 300, 5000)),
    ("H43 first in", {"blinds": (50, 100), "straddle": 3} | CASH, "", [], (4, 150, 300, 5000)),
    (
        "H44 missed blinds: big live, small dead",
        {"blinds": (50, 100), "guest_blinds": {3: 100}, "dead_blinds": {3: 50}} | CASH,
        "2 folds", [], (3, 0, 200, 4950),
    ),
    (
        "H45 all-in 140 over 100", NL | {"stacks": {1: 240, 2: DEEP, 3: DEEP, 4: DEEP}},
        "4 bets 100; 1 allin", [], (2, 140, 240, 4900),
    ),
    (
        "H45 B may not", NL | {"stacks": {1: DEEP, 2: 390, 3: DEEP, 4: DEEP}},
        "4 bets 100; 1 raises 200; 2 allin; 3 folds; 4 calls", [], (1, 90, 0, 0),
    ),
    (
        "H45 A may", NL | {"stacks": {1: DEEP, 2: 390, 3: DEEP, 4: DEEP}},
        "4 bets 100; 1 raises 200; 2 allin; 3 folds", [], (4, 190, 390, 4900),
    ),
    (
        "H46 limit 20, all-in 15", {"limit": "fixed", "blinds": (10, 20), "limits": (20, 40), "street": "flop",
        "stacks": {1: DEEP, 2: DEEP, 3: DEEP, 4: 35}}, "4 allin", [], (1, 15, 35, 35),
    ),
    (
        "H46 limit 40, all-in 30 on the turn", {"limit": "fixed", "blinds": (10, 20), "limits": (20, 40), "street": "turn",
        "stacks": {1: DEEP, 2: DEEP, 3: DEEP, 4: 50}}, "4 allin", [], (1, 30, 70, 70),
    ),
    (
        "H46 limit 20, all-in 8", {"limit": "fixed", "blinds": (10, 20), "limits": (20, 40), "street": "flop",
        "stacks": {1: DEEP, 2: DEEP, 3: DEEP, 4: 28}}, "4 allin", [], (1, 8, 20, 20),
    ),
    (
        "H46 under half", {"limit": "fixed", "blinds": (10, 20), "limits": (20, 60), "street": "turn",
        "stacks": {1: DEEP, 2: DEEP, 3: DEEP, 4: 45}}, "4 allin", [], (1, 25, 60, 60),
    ),
    (
        "H47 in steps of 5", {"blinds": (5, 10), "smallest_chip": 5, "street": "flop"} | CASH,
        "4 bets 23", [ruling(4, "bet", 20, 3, "WSOP L130")], (1, 20, 40, 4990),
    ),
    (
        "H48", {"limit": "pot", "game": "omaha", "blinds": (0, 25), "street": "flop"} | CASH,
        "4 bets 300", [ruling(4, "bet", 100, 200, "WSOP L184")], None,
    ),
    ("H49 cash", {"limit": "pot", "game": "omaha", "blinds": (5, 10)} | CASH, "", [], (2, 10, 20, 40)),
    ("H49 tournament", {"limit": "pot", "game": "omaha", "blinds": (5, 10)}, "", [], (2, 10, 20, 35)),
    (
        "H50 a pot of 85 counts as 100",
        {"limit": "pot", "game": "omaha", "blinds": (0, 25), "dead_blinds": {2: 10}, "smallest_chip": 25, "stacks": 3}
        | CASH | {"street": "flop"},
        "", [], (1, 0, 25, 100),
    ),
    (
        "H51 one chip over the pot, opening", {"limit": "pot", "game": "omaha", "blinds": (0, 25), "street": "flop"},
        "4 chips 500", [ruling(4, "bet", 100, 400, "WSOP T97")], None,
    ),
    (
        "H51 facing a bet", {"limit": "pot", "game": "omaha", "blinds": (0, 25), "street": "flop"},
        "4 bets 100; 1 chips 1000", [ruling(1, "call", 100, 900, "WSOP T97")], None,
    ),
    (
        "H51 with raise", {"limit": "pot", "game": "omaha", "blinds": (0, 25), "street": "flop"},
        "4 bets 100; 1 says raise; 1 chips 1000", [ruling(1, "raise", 400, 600, "WSOP T97")], None,
    ),
    ("H52 all-in for the ante", STUD | {"up": UP, "stacks": {1: 1, 2: 99, 3: 99, 4: 99}}, "", [], (2, 3, 10, 10)),
    (
        "H53 a wrong player brought in, the right one does so", STUD | CASH | {"up": UP},
        "3 brings; 1 brings", [ruling(3, "bring_in", 0, 0, "WSOP L228")], (2, 3, 10, 10),
    ),
    (
        "H53 the next has acted: it stands", STUD | CASH | {"up": UP},
        "3 brings; 4 calls", [ruling(3, "bring_in", 3, 0, "WSOP L228")], (1, 3, 10, 10),
    ),
    (
        "H53 he completed it", STUD | CASH | {"up": UP},
        "3 brings; 4 raises 10; 1 folds; 2 calls", [ruling(3, "bring_in", 3, 0, "WSOP L228")], (3, 7, 20, 20),
    ),
    (
        "H53 a tournament: it waits for its turn", STUD | {"up": UP},
        "3 brings; 4 calls; 1 brings; 2 folds",
        [ruling(3, "bring_in", 0, 0, "OURS wrong_bring_in"), ruling(4, "call", 0, 3, "WSOP T90-d")], (3, 3, 10, 10),
    ),
    ("H52 a part of the bring-in", STUD | {"up": UP, "stacks": {1: 2, 2: 99, 3: 99, 4: 99}}, "1 brings", [], (2, 3, 10, 10)),
]  # fmt: skip

DEALING = {f"H{number}" for number in (*range(8, 18), 18, 20, 21, 56)}  # test_wsop_dealing_cases
OPEN_FACE = {"H58", "H59", "H60", "H63"}  # test_ofc, test_open_face
NOT_EXPRESSED = {
    "H3, the turn dealt": "a raise below the minimum is corrected at once here, so none is left that could stand",
    "H4, later in the street": "the engine counts the pot itself: a wrong count is corrected at once",
    "H19": "no sensor and no tap tells a joker from another foreign card (`unknown_card`): a judge decides, whoever finds it",
    "H55, the community card": "a board card in a game without a board; that the burns go back and are dealt is done (L238)",
    "H61": "fourteen cards in any order are in order here; that five come and are set before the nine is not asked for",
    "H62": "a fantasy hand that is short once the others set is dealt anew in every book (BFSP 8); before, it is completed",
    "H64": "a second board: the table has one place for it, and the order of burns and streets knows one",
}
BELOW = {"H54"}
SHOWDOWN = {"H38", "H39", "H40", "H57"}  # `test_wsop_showdown_cases`


@pytest.mark.parametrize(
    ("given", "script", "rulings", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_wsop(given: dict[str, Any], script: str, rulings: list[Any], wanted: tuple[int, int, int, int] | None) -> None:
    betting = table("wsop", **given)
    assert play(betting, script) == rulings
    if wanted is not None:
        assert sizes(betting) == wanted


def test_every_case_is_in_the_table_or_has_its_reason() -> None:
    dealt = {name for case in DEALING_CASES for name in case[0].split()[:1]} | {"H10", "H17", "H18", "H20", "H56"}
    assert dealt == DEALING
    told = (
        {case[0].split()[0] for case in CASES}
        | {case.partition(",")[0] for case in NOT_EXPRESSED}
        | BELOW
        | SHOWDOWN
        | DEALING
        | OPEN_FACE
    )
    assert told == {f"H{number}" for number in range(1, 65)}


@pytest.mark.parametrize(("game", "largest"), [("stud7", 20), ("stud8", 10), ("razz", 10)])
def test_h54_an_open_pair_on_fourth_street(game: str, largest: int) -> None:
    up = {1: "8c8d", 2: "Kc2d", 3: "9h3s", 4: "Js4s"}
    betting = table("wsop", **(STUD | {"game": game}), up=up, street="fourth")
    assert (betting.raise_min, betting.raise_max) == (10, largest)
    if game == "stud7":
        play(betting, "1 bets 20")
        assert (betting.raise_min, betting.raise_max) == (40, 40)
