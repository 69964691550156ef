"""Findings in words for people: what console, floor page and command line all say about an incident and its correction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Protocol

from link.texts import Message, say
from rulebook.cards import UNKNOWN, Card
from rulebook.events import Handle
from rulebook.findings import PlanStep, Question, TableState
from rulebook.seats import BOARD, BURNS, Seat, zone_row, zone_seat

BACK = "back"  # what the pages draw for a card that lies face down, named or not (`web/static/cards.js`)


class Found(Protocol):
    """What an incident and the alert about it have in common (`rulebook.findings.Incident`, `hub.view.Alert`)."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def hand(self) -> int: ...
    @property
    def street(self) -> str: ...
    @property
    def seats(self) -> tuple[Seat, ...]: ...
    @property
    def severity(self) -> str: ...
    @property
    def call(self) -> str: ...
    @property
    def open(self) -> bool: ...
    @property
    def acknowledged(self) -> bool: ...
    @property
    def seen(self) -> str: ...
    @property
    def cards(self) -> tuple[Card, ...]: ...
    @property
    def steps(self) -> tuple[PlanStep, ...]: ...


def place_words(zone: str) -> Message:
    """A zone as people call it: the board, the burns, seat 3."""
    seat = zone_seat(zone)
    if seat is not None:
        return say("place.seat", seat=seat)
    row = zone_row(zone)
    return say(f"place.{row[1]}", seat=row[0]) if row is not None else say(f"place.{zone}")


def device_words(device: str, state: str) -> Message:
    """``Card reader, the board: does not answer``: the dealer reads it, and the technician is told the same."""
    kind, _, rest = device.partition(" ")
    number, _, part = rest.partition(" ") if rest[:1].isdigit() else ("", "", rest)
    words = say(f"device.{kind}")
    if number:
        words = say("device.part", device=words, part=say("device.number", number=number))
    if part:
        words = say("device.part", device=words, part=say(f"key.{part}") if kind == "gpio" else place_words(part))
    return say("device_line.form", device=words, state=say(f"device_state.{state}"))


def _zones(state: TableState) -> list[tuple[str, tuple[Handle, ...]]]:
    """Where every card that the table knows of lies, each place in the order in which its cards came."""
    seats = [(f"seat {seat}", handles) for seat, handles in sorted(state.cards.items())]
    return [("board", state.board), ("burns", state.burns), ("aside", state.aside), *seats]


def step_words(step: PlanStep, state: TableState | None = None) -> Message:
    """One step of a correction as an order to the dealer, with the places it moves cards from where they are known."""
    count = step.count or len(step.handles) or step.missing or 1
    if step.kind in ("move", "burn_right"):
        where = _from_places(step.handles, state, step.to)
        if step.origin is not None:
            where = [say("step.part", count=step.missing or count, place=place_words(step.origin))]
        target = place_words(step.to or "stub")
        if where:
            return say(f"step.{step.kind}_from", parts=reduce(_and, where), to=target)
        named = [state.names[handle] for handle in step.handles if handle in state.names] if state is not None else []
        if zone_seat(step.to or "") is not None:
            return say("step.give_back", count=count, to=target)
        if named and len(named) == len(step.handles):  # they lie where the table counts no cards, face up
            sought = step.to == BOARD  # from there it was swept: muck or stub have it, face down
            return say(
                "step.find" if sought else "step.move_named", cards=[card_words(name) for name in named], to=target, count=count
            )
        return say("step.move", count=count, to=target) if step.kind == "move" else say("step.burn_right")
    if step.kind in ("turn_down", "burn", "board"):
        return say(f"step.{step.kind}", count=count)
    if step.kind in ("replace", "take", "deal_down") and step.to is not None:
        return say(f"step.{step.kind}_at", to=place_words(step.to))
    return say(f"step.{step.kind}")


def _and(first: Message, then: Message) -> Message:
    return say("step.and", first=first, then=then)


def card_words(card: Card) -> str:
    """A card as people read it: 10♥."""
    return card if card == UNKNOWN else card[0].replace("T", "10") + _SUITS[card[1]]


_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def _from_places(handles: Sequence[Handle], state: TableState | None, to: str | None) -> list[Message]:
    """``3 cards from the board, the last card from the burns``: which cards, so that nobody has to guess. Those already at
    their goal are left out."""
    if state is None:
        return []
    return [
        _part([handle for handle in lying if handle in handles], lying, state, zone)
        for zone, lying in _zones(state)
        if zone != to and any(handle in handles for handle in lying)
    ]


def _part(moved: Sequence[Handle], lying: Sequence[Handle], state: TableState, zone: str) -> Message:
    """All of a place's cards by their number; some of them by their open names, else (and on the burns, where they lie face
    down) by the order in which they came."""
    count, place = len(moved), place_words(zone)
    if count == len(lying):
        return say("step.part", count=count, place=place)
    names = [state.names.get(handle) if zone != BURNS else None for handle in moved]
    others = [state.names.get(handle) for handle in lying if handle not in moved]
    if all(name is not None and name != UNKNOWN and name not in others for name in names):
        return say("step.part_named", cards=[card_words(name) for name in names if name is not None], place=place)
    if list(moved) == list(lying[-count:]):
        return say("step.part_last_one" if count == 1 else "step.part_last", count=count, place=place)
    return say("step.part_at", numbers=[lying.index(handle) + 1 for handle in moved], place=place)


def steps_view(incident: Found, state: TableState | None = None) -> list[dict[str, Any]]:
    """The correction as the pages draw it: done, current (the first that is not done) and what it still lacks."""
    view: list[dict[str, Any]] = []
    current = False
    for step in incident.steps:
        now = incident.open and not step.done and not current
        current = current or now
        entry: dict[str, Any] = {
            "kind": step.kind,
            "to": step.to or "",
            "text": step_words(step, state),
            "done": step.done,
            "current": now,
            "missing": 0 if step.done else step.missing,
        }
        if now and 0 < step.missing < len(step.handles):
            entry["lacks"] = say("step.lacks", count=step.missing)
        view.append(entry)
    return view


def incident_view(incident: Found, state: TableState | None = None) -> dict[str, Any]:
    """An incident as the pages draw it. Cards named in it are those that everybody may see."""
    return {
        "id": incident.id,
        "kind": incident.kind,
        "title": say(f"kind.{incident.kind}"),
        "rule": incident.rule,
        "hand": incident.hand,
        "street": say(f"street.{incident.street}") if incident.street else "",
        "seats": list(incident.seats),
        "where": where_words(incident.seats),
        "severity": incident.severity,
        "severity_word": say(f"severity.{incident.severity}"),
        "call": incident.call,
        "call_word": say(f"call.{incident.call}"),
        "open": incident.open,
        "acknowledged": incident.acknowledged,
        "seen": incident.seen,
        "cards": list(incident.cards),
        "steps": steps_view(incident, state),
    }


def where_words(seats: Iterable[int]) -> Message | str:
    """``seat 3``, ``seats 3, 5``; nothing where no seat is concerned."""
    listed = list(seats)
    if not listed:
        return ""
    return say("place.seat", seat=listed[0]) if len(listed) == 1 else say("place.seats", seats=listed)


def question_view(question: Question) -> dict[str, Any]:
    """A question with its answers; one tap each."""
    seats = list(question.seats)
    with_seats = f"question.{question.kind}_seats|" if seats else ""
    text = say(f"{with_seats}question.{question.kind}", seats=seats)
    return {
        "id": question.id,
        "kind": question.kind,
        "text": text,
        "seats": seats,
        "answers": [{"word": word, "text": say(f"answer.{word}")} for word in question.words],
    }
