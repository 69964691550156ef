"""Every line of the table of steps parses into its typed step, and every wrong line says what was expected instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.cards import DECK, Card
from simulators import scenario_steps as steps
from simulators.scenario_script import parse_line
from simulators.scenario_steps import Dealt
from simulators.scenario_words import LineError

PLAYERS = (1, 2, 3, 4)


def card(text: str) -> Card:
    return Card(text)


TABLE = {
    "wash": steps.Wash(),
    "riffle": steps.Riffle(),
    "shuffle hand": steps.Shuffle("hand"),
    "shuffle machine": steps.Shuffle("machine"),
    "cut": steps.Cut(),
    "cut exposes Qh": steps.Cut(card("Qh")),
    "deck missing 7c": steps.DeckFault("missing", card("7c")),
    "deck extra 7c": steps.DeckFault("extra", card("7c")),
    "deck foreign 7c": steps.DeckFault("foreign", card("7c")),
    "deck back 7c": steps.DeckFault("back", card("7c")),
    "deck new": steps.DeckNew(),
    "button 5": steps.ButtonAt(5),
    "deal 3 As": steps.Deal(3, Dealt(card("As"))),
    "deal 9 As:exposed": steps.Deal(9, Dealt(card("As"), "exposed")),
    "deal 3 ??": steps.Deal(3, Dealt(card("??"))),
    "deal 3 As:up:marked": steps.Deal(3, Dealt(card("As"), "up", True)),
    "deal 3 As:down": steps.Deal(3, Dealt(card("As"), "down")),
    "burn 7c": steps.Burn((Dealt(card("7c")),)),
    "burn 7c:boxed": steps.Burn((Dealt(card("7c"), "boxed"),)),
    "board Ah Kd 2c": steps.Board((Dealt(card("Ah")), Dealt(card("Kd")), Dealt(card("2c")))),
    "board Ah Kd:boxed 2c:down": steps.Board((Dealt(card("Ah")), Dealt(card("Kd"), "boxed"), Dealt(card("2c"), "down"))),
    "move Th Ah to aside": steps.Move((card("Th"), card("Ah")), "aside"),
    "move Th to stub": steps.Move((card("Th"),), "stub"),
    "move ?? ?? to seat 9": steps.Move((card("??"), card("??")), "seat 9"),
    "mix Ah Kd 2c Th": steps.Mix((card("Ah"), card("Kd"), card("2c"), card("Th"))),
    "3 folds": steps.Declared(3, "fold"),
    "3 checks": steps.Declared(3, "check"),
    "3 calls": steps.Declared(3, "call"),
    "3 bets 200": steps.Declared(3, "bet", 200),
    "3 raises 600": steps.Declared(3, "raise", 600),
    "3 allin": steps.Declared(3, "allin"),
    "3 brings in": steps.Declared(3, "bring_in"),
    "3 mucks": steps.Declared(3, "muck"),
    "late 3 calls": steps.Declared(3, "call", late=True),
    "late 3 raises 600": steps.Declared(3, "raise", 600, True),
    "3 says raise": steps.Says(3, "raise"),
    "3 says raise 600": steps.Says(3, "raise", 600),
    "3 says I raise to 600": steps.Says(3, "raise", 600),
    "3 says I": steps.Says(3, "I"),
    "3 says all in": steps.Says(3, "all in"),
    "3 chips 500": steps.PutsChips(3, (500,)),
    "3 chips 100 100 25": steps.PutsChips(3, (100, 100, 25)),
    "3 forwards": steps.Forwards(3),
    "3 drops As": steps.Drops(3, card("As")),
    "3 touches muck": steps.TouchesMuck(3),
    "dealer asks 4": steps.DealerAsks(4),
    "clock 3": steps.Clock(3),
    "wait 12s": steps.Wait(12),
    "3 tables As Kd": steps.Tables(3, (card("As"), card("Kd"))),
    "3 exposes As Kd": steps.Exposes(3, (card("As"), card("Kd"))),
    "3 exposes As": steps.Exposes(3, (card("As"),)),
    "3 leaves": steps.Leaves(3),
    "3 sits": steps.Sits(3),
    "dealer takes 3": steps.DealerTakes(3),
    "dealer reports marked 7c": steps.ReportsMarked(card("7c")),
    "undo": steps.TakesBack(),
    "dealer answers early": steps.DealerAnswers("early"),
    "floor picks Th": steps.JudgePicks(card("Th")),
    "floor rules misdeal": steps.JudgeRules("misdeal"),
    "floor rules unintended": steps.JudgeRules("unintended"),
    "floor restores 3": steps.JudgeRestores(3),
    "floor returns 3 200": steps.JudgeReturns(3, 200),
    "floor awards 3 500": steps.JudgeAwards(3, 500),
    "floor penalises 3 7.1.5": steps.JudgePenalises(3, "7.1.5"),
    "floor penalises 3 BFSP 7.1.5": steps.JudgePenalises(3, "BFSP 7.1.5"),
    "push": steps.PushPots(),
    "push 2 5900 1 100": steps.PushPots({2: 5900, 1: 100}),
    "hand": steps.BeginHand(),
    "fault rfid seat 3 silent": steps.Fault("rfid seat 3", "silent"),
    "fault rfid board garbage": steps.Fault("rfid board", "garbage"),
    "fault rfid board ghost 7c": steps.Fault("rfid board", "ghost", card("7c")),
    "fault camera misreads As Ah": steps.Fault("camera", "misreads", card("As"), card("Ah")),
    "fault shuffler jam": steps.Fault("shuffler", "jam"),
    "fault hub killed": steps.Fault("hub", "killed"),
    "fault uplink back": steps.Fault("uplink", "back"),
}


@pytest.mark.parametrize(("text", "step"), TABLE.items(), ids=list(TABLE))
def test_every_line_of_the_table_is_a_typed_step(text: str, step: steps.AnyStep) -> None:
    assert parse_line(text, PLAYERS) == step


WRONG = {
    "shufle hand": ("'shufle' begins no step", "shuffle"),
    "shuffle deck": ("'deck' is not understood", "hand, machine"),
    "3": ("ends too early", "folds"),
    "3 fold": ("'fold' is not understood", "folds"),
    "9 folds": ("seat 9 is empty", "1, 2, 3, 4"),
    "11 folds": ("'11' is no seat", "1 to 10"),
    "deal 0 As": ("'0' is no seat", "1 to 10"),
    "deal As": ("'As' is no seat", "1 to 10"),
    "deal 3 Ax": ("'Ax' is no card", "such as As or Td"),
    "deal 3 as": ("'as' is no card", "such as As or Td"),
    "deal 3 As:turned": ("'turned' is no suffix", ":exposed"),
    "deal 3 As:up:boxed": (":boxed contradicts :up", "one of them"),
    "deal 3 As Kd": ("'Kd' is one word too many", "deal SEAT CARD"),
    "board Ah:exposed": ("'exposed' is no suffix", ":boxed"),
    "burn 7c:down": ("'down' is no suffix", ":boxed"),
    "move Th aside": ("'aside' is no card", "such as"),
    "move Th to table": ("'table' is not understood", "board"),
    "move Th:up to muck": ("has a suffix", "a card such as"),
    "3 bets": ("ends too early", "an amount"),
    "3 bets 0": ("'0' is no amount", "above 0"),
    "3 bets -5": ("'-5' is no amount", "above 0"),
    "3 bets 2000000000000000": ("too many chips", "at most 1000000000000000"),
    f"3 bets {'9' * 5000}": ("99999999999999999999... is too many chips", "at most"),
    f"deal {'1' * 5000} As": ("is no seat", "1 to 10"),
    "wait 999999s": ("too long to wait", "at most 3600s"),
    "3 bets 2.5": ("'2.5' is no amount", "above 0"),
    "3 brings": ("ends too early", "in"),
    "3 calls 50": ("'50' is one word too many", "to end here"),
    "3 says": ("no word is said", "says WORD"),
    "3 chips": ("ends too early", "amount"),
    "3 tables ?? Kd": ("'??' is no card", "such as"),
    "late 3 mucks": ("'mucks' is not understood", "folds"),
    "late deal 3 As": ("'deal' is no seat", "1 to 10"),
    "wait 12": ("'12' is no time", "12s"),
    "dealer answers maybe": ("'maybe' is not understood", "closed"),
    "floor rules split": ("'split' is not understood", "unintended"),
    "floor awards 3": ("ends too early", "amount"),
    "push 2": ("ends too early", "amount"),
    "push 2 50 2 60": ("seat 2 is paid twice", "once"),
    "fault rfid seat 3": ("ends too early", "silent"),
    "fault toaster silent": ("'toaster' is not understood", "rfid"),
    "fault camera ghost 7c": ("reads no tags", "fault rfid PLACE"),
}


@pytest.mark.parametrize(("text", "says"), WRONG.items(), ids=[text[:30] for text in WRONG])
def test_a_wrong_line_says_what_is_wrong_and_what_was_expected(text: str, says: tuple[str, str]) -> None:
    with pytest.raises(LineError) as caught:
        parse_line(text, PLAYERS)
    assert says[0] in caught.value.wrong
    assert says[1] in caught.value.expected


@given(st.text(alphabet="dealbur 0123AsKd:?upfold\t", max_size=30))
def test_any_text_is_a_step_or_one_clear_error(text: str) -> None:
    try:
        step = parse_line(text, PLAYERS)
    except LineError as error:
        said = str(error)
        complete = bool(error.wrong and error.expected) and "\n" not in said
    else:
        complete = isinstance(step, steps.Step)
    assert complete


@given(st.sampled_from(DECK), st.sampled_from(("", ":up", ":exposed", ":boxed", ":down", ":marked")), st.integers(1, 10))
def test_every_card_can_be_dealt_to_every_seat(name: Card, suffix: str, seat: int) -> None:
    step = parse_line(f"deal {seat} {name}{suffix}", PLAYERS)
    assert isinstance(step, steps.Deal)
    assert (step.seat, step.card.card) == (seat, name)


def test_a_number_alone_is_said_too() -> None:
    assert parse_line("3 says 600", {3}) == steps.Says(3, "", 600)


def test_a_judge_may_award_nothing() -> None:
    assert parse_line("floor awards 3 0", {3}) == steps.JudgeAwards(3, 0)
    with pytest.raises(LineError, match="above 0"):
        parse_line("3 bets 0", {3})
