"""A few words for a hand: what cards and people did, as events. Handles are k1, k2… in the order in which cards come."""

from __future__ import annotations

from rulebook.cards import DECK
from rulebook.events import (
    Acted,
    Answered,
    CardNamed,
    CardTurned,
    DeckPrepared,
    DeviceChanged,
    FloorPicked,
    FloorRestored,
    FloorRuled,
    Reported,
    Retracted,
    Tabled,
    is_declared,
)
from tests.rulebook.folds import Log

ACTIONS = ("fold", "check", "call", "bet", "raise", "allin", "bring_in", "muck")
ZONES = ("stub", "board", "burns", "muck", "aside")


def play(log: Log, script: str) -> Log:
    """Carry out steps that are separated by semicolons."""
    for step in script.split(";"):
        words = step.split()
        if words:
            _step(log, words)
    return log


def _step(log: Log, words: list[str]) -> None:
    first = words[0]
    if first == "deal":
        log.deal()
    elif first in ("card", "burn", "board"):
        _from_stub(log, first, words[1:])
    elif first == "move":
        zone = words[-1] if words[-1] in ZONES else f"seat {words[-1]}"
        for handle in words[1:-1]:
            log.move(handle, zone, "up" if zone == "board" else "down")
    elif first == "turn":
        for handle in words[1:-1]:
            log.add(CardTurned(handle, words[-1]))  # type: ignore[arg-type]
    elif first == "machine":
        log.add(DeckPrepared("shuffled", by="machine", count=52))
    elif first in ("down", "up"):
        log.add(DeviceChanged(" ".join(words[1:]), "silent" if first == "down" else "ok"))
    elif first in ("washed", "shuffled", "riffled", "cut", "new_deck"):
        log.add(DeckPrepared(first, by="hand" if first == "shuffled" else ""))  # type: ignore[arg-type]
    elif first in ("floor", "pick", "restore", "answer", "undo"):
        _judged(log, first, words[1:])
    elif first == "report":
        log.add(Reported(words[1], int(words[2]) if len(words) > 2 else None))
    elif first == "late":
        _acts(log, words[1:], log.table.late_target)
    else:
        _acts(log, words, None)


def _from_stub(log: Log, what: str, words: list[str]) -> None:
    boxed, up = "boxed" in words, "up" in words
    if what == "card":
        handle = log.card(f"seat {words[0]}", "up" if boxed or up else "down", mouth="up" if boxed else "down")
        if up and log.table.settings.game.startswith("stud"):
            log.add(CardNamed(handle, DECK[log.cards]))
        return
    count = next((int(word[1:]) for word in words if word.startswith("x")), 1)
    for number in range(count):
        face = "up" if boxed or what == "board" else "down"
        log.card("burns" if what == "burn" else "board", face, mouth="up" if boxed else "down", together=number > 0)  # type: ignore[arg-type]


def _judged(log: Log, what: str, words: list[str]) -> None:
    if what == "pick":
        log.add(FloorPicked())
    elif what == "restore":
        log.add(FloorRestored(int(words[0])))
    elif what == "answer":
        question = next(question for question in log.table.questions if words[0] in question.words)
        log.add(Answered(question.id, words[0]))
    elif what == "undo":
        taken = {entry.event.seq for entry in log.records if isinstance(entry.event, Retracted)}
        declared = [entry.seq for entry in log.records if is_declared(entry.event) and entry.seq not in taken]
        log.add(Retracted(declared[-1]))
    else:
        about = [incident for incident in log.table.incidents if incident.open or words[0] == "unintended"]
        log.add(FloorRuled(words[0], about[-1].cause if about else None))  # type: ignore[arg-type]


def _acts(log: Log, words: list[str], before: int | None) -> None:
    seat, action = int(words[0]), words[1]
    if action == "tables":
        log.add(Tabled(seat))
        return
    assert action in ACTIONS, f"{words} is no step"
    log.add(Acted(seat, action, int(words[2]) if len(words) > 2 else None, before))  # type: ignore[arg-type]
