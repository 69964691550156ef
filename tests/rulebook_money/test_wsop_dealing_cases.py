"""The cases of a large public rulebook (CASES.md, section H) for the book `wsop`: what concerns the deal, in the whole fold.

Three players, button at seat 3; cards are k1, k2… as they come. A row: the case, the table, what is in order before, what goes
wrong, and what is told of it (kind, clause, call).
"""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.cards import DECK, Card
from rulebook.events import CardNamed, IntegritySeen
from tests.rulebook.folds import Log
from tests.rulebook.scripts import play

CASH: dict[str, Any] = {"context": "cash"}
STUD: dict[str, Any] = {"game": "stud7", "limit": "fixed", "limits": (10, 20), "bring_in": 3, "ante": 1, "blinds": (0, 0)}
LIMPED = "deal; 3 call; 1 call; 2 check;"
FLOP = LIMPED + "burn; board x3;"  # k7; k8 k9 k10
CHECKED = FLOP + "1 check; 2 check; 3 check;"
TURN = CHECKED + "burn; board;"  # k11; k12
BACK = "move k8 k9 k10 stub; shuffled; 1 call; 2 check; board x3"

CASES: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("H8 flop too early", {}, "deal; 3 call;", f"burn; board x3; answer early; {BACK}", "premature_flop WSOP T90-f play"),
    ("H8 in cash", CASH, "deal; 3 call;", f"burn; board x3; answer early; {BACK}", "premature_flop WSOP L167 play"),
    (
        "H9 turn too early: back at once, no second burn", {}, FLOP + "1 check; 2 bet 200;",
        "burn; board; answer early; move k12 stub; shuffled; 3 call; 1 fold; board", "premature_turn WSOP T90-f play",
    ),
    (
        "H9 river too early, in cash", CASH, TURN + "1 check; 2 check;",
        "burn; board; answer early; move k14 stub; shuffled; 3 check; board", "premature_river WSOP L167 play",
    ),
    ("H11 four cards", {}, LIMPED, "burn; board x4", "four_card_flop WSOP T89 floor open"),
    ("H11 in cash", CASH, LIMPED, "burn; board x4", "four_card_flop WSOP L163 floor open"),
    (
        "H11 more than four, cash alone", CASH, LIMPED,
        "burn; board x5; move k7 k8 k9 k10 k11 k12 stub; shuffled; cut; burn; board x3", "flop_over_four WSOP L163 play",
    ),
    (
        "H12 flop without a burn: a judge draws it of the three, the next card completes", {}, LIMPED,
        "board x3; turn k7 k8 k9 down; pick; move k8 burns; turn k7 k9 up; board", "burn_missing WSOP T88-c3i floor",
    ),
    ("H13 after substantial action", {}, LIMPED, "board x3; 1 check; 2 check; 3 check", "burn_missing WSOP T88-c3 play"),
    ("H14 before the betting: corrected", CASH, CHECKED, "board; move k11 burns; board", "burn_missing WSOP L165 play"),
    ("H14 after a bet it stands", CASH, CHECKED, "board; 1 check", "burn_missing WSOP L165 play"),
    ("H14 two burned: one goes back", CASH, CHECKED, "burn; burn; move k12 stub; board", "burn_extra WSOP L165 play"),
    (
        "H15 two boxed cards", {}, "", "card 1 boxed; move k1 muck; card 1; card 2 boxed",
        "boxed_card OURS boxed_card play + boxed_card WSOP T88-a misdeal open",
    ),
    (
        "H15 two extra cards", {}, "deal;", "card 1; card 2",
        "extra_card OURS extra_card play + wrong_card_count WSOP T88-a misdeal open",
    ),
    ("H15 first card to a wrong seat", {}, "", "card 2; card 1", "dealt_out_of_order WSOP T88-a misdeal open"),
    ("H15 unentitled seat", {}, "", "card 1; card 4", "dealt_to_empty_seat WSOP T88-a misdeal open"),
    ("H15 entitled seat skipped", {}, "", "card 1; card 3; card 1", "seat_skipped WSOP T88-a misdeal open"),
    ("H15 one of the first two cards exposed", {}, "", "card 1; card 2 up", "exposed_hole_card WSOP T88-a misdeal open"),
    (
        "H15 any two down cards exposed", {}, "", "card 1; card 2; card 3 up; card 1; card 2 up",
        "exposed_hole_card OURS exposed_hole_card play + exposed_hole_card WSOP T88-a misdeal open",
    ),
    ("H15 stud, a down card exposed", STUD, "", "card 1; card 2 up", "stud_up_down WSOP T88-a misdeal open"),
    ("H16 stud in cash, the third comes down", STUD | CASH, "", "card 1; card 2 up", "stud_up_down WSOP L224 play open"),
    ("H21 one extra card is the burn", CASH, "deal;", "card 1; move k7 burns", "extra_card WSOP L118 play"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "before", "script", "told"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_wsop(given: dict[str, Any], before: str, script: str, told: str) -> None:
    log = Log("wsop", **given)
    log.open()
    play(log, before)
    assert log.table.incidents == [], "what comes before is in order"
    play(log, script)
    assert told_of(log) == told


def told_of(log: Log) -> str:
    return " + ".join(f"{one.kind} {one.rule} {one.call}{' open' if one.open else ''}" for one in log.table.incidents)


def test_h10_a_card_of_stud_too_early_goes_back_and_its_street_is_dealt_anew() -> None:
    for context, rule in (("tournament", "WSOP T90-f-d"), ("cash", "WSOP L237")):
        log = Log("wsop", **STUD, context=context)
        log.open()
        log.deal()
        play(log, f"{log.table.state().to_act} bring_in; burn; card 1 up; answer early")
        assert told_of(log) == f"premature_card {rule} play open", context


@pytest.mark.parametrize(
    ("kind", "context", "told"),
    [
        ("mixed_backs", "tournament", "mixed_backs WSOP T88-d void open"),
        ("mixed_backs", "cash", "mixed_backs WSOP L111 void open"),
        ("duplicate_card", "tournament", "duplicate_card WSOP T88-d void open"),
        ("duplicate_card", "cash", "duplicate_card WSOP L112 void open"),
        ("deck_count", "cash", "deck_count WSOP L117 play open"),
    ],
)
def test_h18_h20_what_is_wrong_with_the_deck_in_a_hand(kind: str, context: str, told: str) -> None:
    log = Log("wsop", context=context)
    log.open()
    log.deal()
    log.add(CardNamed("k1", Card("As")))
    log.add(IntegritySeen(kind, ("k1", "k2"), ("rfid",)))
    assert told_of(log) == told


def sixth_street_over(players: int) -> tuple[Log, list[int]]:
    """A cash hand of stud before its seventh street; the seats that play, in dealing order. Seat 1 opened sixth street."""
    log = Log("wsop", dict.fromkeys(range(1, players + 1), 5000), **STUD, **CASH)
    log.open()
    log.deal()
    for street in range(4):
        while to_act := log.table.state().to_act:
            play(log, f"{to_act} {'call' if log.table.state().to_call else 'check'}")
        log.card("burns")
        if street < 3:
            for number, seat in enumerate(range(1, players + 1)):
                log.add(CardNamed(log.card(f"seat {seat}", "up"), DECK[13 * (number % 4) + 12 - street - 4 * (number // 4)]))
    assert log.table.incidents == []
    return log, list(range(1, players + 1))


def last_cards(log: Log, faces: str) -> None:
    """The seventh card of each seat: ``u`` up, ``d`` down."""
    for seat, face in enumerate(faces, 1):
        handle = log.card(f"seat {seat}", "up" if face == "u" else "down")
        if face == "u":
            log.add(CardNamed(handle, Card("2c" if seat == 1 else "Ah")))


@pytest.mark.parametrize(
    ("faces", "told", "asked"),
    [
        ("uu", "seventh_up WSOP L240 play", []),  # heads-up, the first player's: the other one up too
        ("du", "seventh_up WSOP L240 play", ["plays_on"]),  # the second player's: he may count as all-in
        ("uuu", "seventh_up WSOP L240 play", []),
        ("dud", "seventh_up WSOP L240 play", ["plays_on"]),  # the rest down
    ],
)
def test_h56_a_last_card_face_up(faces: str, told: str, asked: list[str]) -> None:
    log, _ = sixth_street_over(len(faces))
    opener = log.table.hand.betting.opener  # type: ignore[union-attr]
    last_cards(log, faces)
    assert told_of(log) == told
    assert [question.kind for question in log.table.questions] == asked
    assert log.table.state().to_act == opener, "who opened sixth street starts again, whatever lies up now"


def test_h56_an_owner_who_counts_as_all_in_is_not_asked_to_act() -> None:
    log, _ = sixth_street_over(3)
    last_cards(log, "dud")
    play(log, "answer no")
    assert log.table.state().owing == (3, 1)
    play(log, "3 check; 1 check")
    assert log.table.state().next == "show"


@pytest.mark.parametrize(
    ("script", "tournament", "cash"),
    [
        ("3 fold", False, False),
        ("3 fold; 4 fold", False, False),
        ("3 call; 4 fold", False, True),  # two actions that are not both folds
        ("3 call; 4 call", True, True),
        ("3 fold; 4 fold; 1 fold", True, True),
    ],
)
def test_h17_substantial_action(script: str, tournament: bool, cash: bool) -> None:
    """Until then a hand with a card too many is a misdeal; afterwards it is dead."""
    for context, late in (("tournament", tournament), ("cash", cash)):
        log = Log("wsop", dict.fromkeys((1, 2, 3, 4), 5000), context=context)
        log.open()
        log.deal()
        play(log, script)
        log.card("seat 2")
        assert ("misdeal" not in [incident.call for incident in log.table.incidents]) == late, context
