"""The grammar of a script: one line of text to one typed step. Every rule of the table in SCENARIOS has its function here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import get_args

from rulebook.events import Action, FloorWord
from rulebook.seats import ROWS, SHARED_ZONES, Seat, Zone, row_zone, seat_zone
from simulators import scenario_steps as steps
from simulators.scenario_steps import Answer, AnyStep, Dealt, DeckFaultKind
from simulators.scenario_words import LONGEST_NUMBER, LineError, Words, is_number, shortened

LONGEST_WAIT_S = 3_600
USAGE = {
    "wash": "wash",
    "riffle": "riffle",
    "shuffle": "shuffle hand, or shuffle machine",
    "cut": "cut, or cut exposes CARD",
    "deck": "deck missing|extra|foreign|back CARD, or deck new",
    "button": "button SEAT",
    "deal": "deal SEAT CARD",
    "burn": "burn CARD",
    "board": "board CARD...",
    "move": "move CARD... to stub|board|burns|muck|aside|seat N|seat N ROW",
    "mix": "mix CARD...",
    "lost": "lost CARD...",
    "late": "late SEAT folds|checks|calls|bets N|raises N|allin|brings in",
    "dealer": "dealer asks SEAT, dealer takes SEAT, dealer counts CARDS, dealer reports marked CARD, or dealer answers WORD",
    "clock": "clock SEAT",
    "wait": "wait SECONDSs, such as wait 12s",
    "undo": "undo",
    "floor": "floor picks CARD, rules WORD, restores SEAT, kills SEAT, surrenders SEAT, returns SEAT N, awards SEAT N,"
    " or penalises SEAT CLAUSE",
    "push": "push, or push SEAT N SEAT N...",
    "hand": "hand",
    "fault": "fault DEVICE KIND, such as fault rfid seat 3 silent",
}
SEAT_WORDS = (
    "folds", "checks", "calls", "bets", "raises", "allin", "brings", "says", "chips", "forwards", "drops", "touches",
    "tables", "mucks", "exposes", "leaves", "sits", "sets", "hides", "discards",
)  # fmt: skip
DEVICES = ("shuffler", "camera", "console", "uplink", "hub")
FAULTS = ("silent", "garbage", "unplugged", "jam", "door", "blind", "killed", "ghost", "misreads", "back")
ANTENNAS = ("board", "burns", "muck")
ANSWERS: tuple[Answer, ...] = get_args(Answer)
DECK_FAULTS: tuple[DeckFaultKind, ...] = get_args(DeckFaultKind)
FLOOR_WORDS: tuple[FloorWord, ...] = get_args(FloorWord)
FILLERS = ("i", "to", "it")  # *I raise*, *raise to 600*: the dealer hears the word that binds
ACTIONS: dict[str, Action] = {
    "folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise", "allin": "allin",
    "brings": "bring_in", "mucks": "muck",
}  # fmt: skip


def parse_line(text: str, players: Collection[Seat]) -> AnyStep:
    """The step that a line without comment means. `players`: the seats named in stacks. Raises `LineError`."""
    words = Words(text, players)
    first = words.peek()
    if is_number(first):
        step = _seat_line(words)
    else:
        rule = _RULES.get(first)
        if rule is None:
            raise LineError(f"{first!r} begins no step", "a seat, or one of " + ", ".join(USAGE))
        words.usage = USAGE[first]
        words.take(first)
        step = rule(words)
    words.end()
    return step


# -- the deck and the cards


def _shuffle(words: Words) -> AnyStep:
    return steps.Shuffle(by="hand" if words.choice("hand", "machine") == "hand" else "machine")


def _cut(words: Words) -> AnyStep:
    if not words.left():
        return steps.Cut()
    words.choice("exposes")
    return steps.Cut(exposes=words.card(unknown=False))


def _deck(words: Words) -> AnyStep:
    what = words.choice(*DECK_FAULTS, "new")
    if what == "new":
        return steps.DeckNew()
    return steps.DeckFault(next(kind for kind in DECK_FAULTS if kind == what), words.card(unknown=False))


def _deal(words: Words) -> AnyStep:
    return steps.Deal(words.seat(), words.dealt(("up", "exposed", "boxed", "down", "marked")))


def _burn(words: Words) -> AnyStep:
    return steps.Burn(_dealt_cards(words, ("up", "exposed", "boxed", "marked")))


def _board(words: Words) -> AnyStep:
    return steps.Board(_dealt_cards(words, ("boxed", "down", "marked")))


def _dealt_cards(words: Words, allowed: Collection[str]) -> tuple[Dealt, ...]:
    found = [words.dealt(allowed)]
    while words.left():
        found.append(words.dealt(allowed))
    return tuple(found)


def _move(words: Words) -> AnyStep:
    cards = words.cards(until="to")
    words.choice("to")
    return steps.Move(cards, _zone(words))


def _zone(words: Words) -> Zone:
    """``muck``, ``seat 3``, or a row of an open-face hand: ``seat 3 top``."""
    word = words.choice(*SHARED_ZONES, "seat")
    if word != "seat":
        return Zone(word)
    seat = words.seat()
    return row_zone(seat, words.choice(*ROWS)) if words.left() else seat_zone(seat)


# -- people


def _seat_line(words: Words) -> AnyStep:
    words.usage = "SEAT " + "|".join(SEAT_WORDS)
    seat = words.player()
    word = words.choice(*SEAT_WORDS)
    if word in ACTIONS:
        return _declared(words, seat, word)
    return _PLAYER_RULES[word](words, seat)


def _declared(words: Words, seat: Seat, word: str, *, late: bool = False) -> steps.Declared:
    if word == "brings":
        words.choice("in")
    amount = words.amount() if word in ("bets", "raises") else None
    return steps.Declared(seat, ACTIONS[word], amount, late)


def _says(words: Words, seat: Seat) -> AnyStep:
    said = []
    while words.left() and not is_number(words.peek()):
        said.append(words.take("a word"))
    if not said and not words.left():
        words.usage = "SEAT says WORD, or SEAT says WORD N"
        raise LineError("no word is said", words.usage)
    said = [word for word in said if word.casefold() not in FILLERS] or said
    return steps.Says(seat, " ".join(said), words.amount() if words.left() else None)


def _chips(words: Words, seat: Seat) -> AnyStep:
    chips = [words.amount()]
    while words.left():
        chips.append(words.amount())
    return steps.PutsChips(seat, tuple(chips))


def _touches(words: Words, seat: Seat) -> AnyStep:
    words.choice("muck")
    return steps.TouchesMuck(seat)


_PLAYER_RULES: dict[str, Callable[[Words, Seat], AnyStep]] = {
    "says": _says,
    "chips": _chips,
    "forwards": lambda words, seat: steps.Forwards(seat),
    "drops": lambda words, seat: steps.Drops(seat, words.card()),
    "touches": _touches,
    "tables": lambda words, seat: steps.Tables(seat, words.cards(unknown=False)),
    "sets": lambda words, seat: steps.Sets(seat, words.choice(*ROWS), words.cards()),
    "hides": lambda words, seat: steps.Sets(seat, words.choice(*ROWS), words.cards(), hidden=True),
    "discards": lambda words, seat: steps.Discards(seat, words.cards()),
    "exposes": lambda words, seat: steps.Exposes(seat, words.cards(unknown=False)),
    "leaves": lambda words, seat: steps.Leaves(seat),
    "sits": lambda words, seat: steps.Sits(seat),
}


def _late(words: Words) -> AnyStep:
    seat = words.player()
    word = words.choice(*(verb for verb in ACTIONS if verb != "mucks"))
    return _declared(words, seat, word, late=True)


def _wait(words: Words) -> AnyStep:
    word = words.take("a time")
    if not word.endswith("s") or not is_number(word[:-1]):
        raise LineError(f"{word!r} is no time", "whole seconds, such as 12s")
    if len(word) > LONGEST_NUMBER or int(word[:-1]) > LONGEST_WAIT_S:
        raise LineError(f"{shortened(word)} is too long to wait", f"at most {LONGEST_WAIT_S}s")
    return steps.Wait(int(word[:-1]))


def _dealer(words: Words) -> AnyStep:
    what = words.choice("asks", "takes", "counts", "reports", "answers")
    if what == "asks":
        return steps.DealerAsks(words.player())
    if what == "takes":
        return steps.DealerTakes(words.player())
    if what == "counts":
        return steps.CountsDeck(words.amount())
    if what == "reports":
        words.choice("marked")
        return steps.ReportsMarked(words.card())
    word = words.choice(*ANSWERS)
    return steps.DealerAnswers(next(answer for answer in ANSWERS if answer == word))


def _floor(words: Words) -> AnyStep:
    what = words.choice("picks", "rules", "restores", "kills", "surrenders", "returns", "awards", "penalises")
    if what == "picks":
        return steps.JudgePicks(words.card())
    if what == "rules":
        chosen = words.choice(*FLOOR_WORDS)
        return steps.JudgeRules(next(word for word in FLOOR_WORDS if word == chosen))
    seat = words.player()
    if what == "restores":
        return steps.JudgeRestores(seat)
    if what == "kills":
        return steps.JudgeKills(seat)
    if what == "surrenders":
        return steps.JudgeSurrenders(seat)
    if what == "returns":
        return steps.JudgeReturns(seat, words.amount())
    if what == "awards":
        return steps.JudgeAwards(seat, words.amount(least=0))
    clause = [words.take("the clause, such as 7.1.5")]
    while words.left():
        clause.append(words.take("a word"))
    return steps.JudgePenalises(seat, " ".join(clause))


def _push(words: Words) -> AnyStep:
    if not words.left():
        return steps.PushPots()
    awards: dict[Seat, int] = {}
    while words.left():
        seat = words.player()
        if seat in awards:
            raise LineError(f"seat {seat} is paid twice", "each seat once")
        awards[seat] = words.amount()
    return steps.PushPots(awards)


def _fault(words: Words) -> AnyStep:
    device = words.choice("rfid", *DEVICES)
    if device == "rfid":
        place = words.choice("seat", *ANTENNAS)
        device = f"rfid seat {words.seat()}" if place == "seat" else f"rfid {place}"
    kind = words.choice(*FAULTS)
    if kind == "ghost":
        if not device.startswith("rfid"):
            raise LineError(f"a {device} reads no tags, so it sees no ghost", "fault rfid PLACE ghost CARD")
        return steps.Fault(device, kind, words.card(unknown=False))
    if kind == "misreads":
        return steps.Fault(device, kind, words.card(unknown=False), words.card(unknown=False))
    return steps.Fault(device, kind)


_RULES: dict[str, Callable[[Words], AnyStep]] = {
    "wash": lambda words: steps.Wash(),
    "riffle": lambda words: steps.Riffle(),
    "shuffle": _shuffle,
    "cut": _cut,
    "deck": _deck,
    "button": lambda words: steps.ButtonAt(words.seat()),
    "deal": _deal,
    "burn": _burn,
    "board": _board,
    "move": _move,
    "mix": lambda words: steps.Mix(words.cards()),
    "lost": lambda words: steps.Lost(words.cards()),
    "late": _late,
    "dealer": _dealer,
    "clock": lambda words: steps.Clock(words.player()),
    "wait": _wait,
    "undo": lambda words: steps.TakesBack(),
    "floor": _floor,
    "push": _push,
    "hand": lambda words: steps.BeginHand(),
    "fault": _fault,
}
