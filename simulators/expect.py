"""Expectations: any part of a verdict, compared as SCENARIOS says.

A listed item must match on every key that it names, lists must be equally long, and ``won`` must have exactly the keys given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.cards import CardError, parse_card
from rulebook.seats import SEAT_COUNT

Place = tuple[str | int, ...]

# The fields of a verdict, each with the form of its value.
INCIDENT = {
    "kind": "text", "rule": "text", "hand": "number", "street": "text", "seats": "seats", "step": "number",
    "severity": "text", "call": "text", "open": "flag",
}  # fmt: skip
WARNING = {"kind": "text", "step": "number"}
RULING = {"seat": "number", "step": "number", "action": "text", "amount": "number", "change": "number", "rule": "text"}
PENALTY = {"seat": "number", "kind": "text", "hands": "number", "rule": "text", "step": "number"}
STATE = {
    "hand": "number", "street": "text", "to_act": "number", "to_call": "number", "raise_min": "number",
    "raise_max": "number", "pot": "number", "show_order": "seats", "board": "cards", "burns": "cards", "aside": "cards",
    "dead": "seats", "next": "text",
}  # fmt: skip
POT: dict[str, Any] = {"amount": "number", "eligible": "seats", "won": "chips"}
HAND: dict[str, Any] = {"hand": "number", "outcome": "text", "board": "cards", "show_order": "seats", "pots": [POT]}
VERDICT: dict[str, Any] = {
    "incidents": [INCIDENT], "warnings": [WARNING], "rulings": [RULING], "penalties": [PENALTY],
    "state": STATE, "hands": [HAND], "stacks": "chips",
}  # fmt: skip
EXACT = {"won"}  # tables that must have exactly the keys given


class ExpectError(ValueError):
    """An expectation that no verdict can have: where it stands, what is wrong, what was expected there."""

    def __init__(self, place: Place, wrong: str, expected: str) -> None:
        super().__init__(f"{path(place)}: {wrong}; expected {expected}")
        self.place = place
        self.wrong = wrong
        self.expected = expected


def path(place: Place) -> str:
    """A place in words: ``incidents[0].rule``."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def check(expect: object, place: Place = ("expect",)) -> None:
    """Raise `ExpectError` at the first key that a verdict does not have, or value that cannot stand there."""
    _check(expect, VERDICT, place)


def failures(expect: Mapping[str, Any], verdict: Mapping[str, Any]) -> list[str]:
    """What does not hold, one line each: the place, what was expected, what the verdict has. Empty: all holds."""
    found: list[str] = []
    _compare(expect, verdict, (), found)
    return found


# -- checking


def _check(value: object, form: Any, place: Place) -> None:
    if isinstance(form, dict):
        if not isinstance(value, dict):
            raise ExpectError(place, f"{value!r} is no table", "a table with keys of " + ", ".join(form))
        for key, item in value.items():
            if key not in form:
                raise ExpectError((*place, key), f"a verdict has no {path((*place, key))}", "one of " + ", ".join(form))
            _check(item, form[key], (*place, key))
    elif isinstance(form, list):
        if not isinstance(value, list):
            raise ExpectError(place, f"{value!r} is no list", "a list of tables")
        for at, item in enumerate(value):
            _check(item, form[0], (*place, at))
    else:
        _FORMS[form](value, place)


def _text(value: object, place: Place) -> None:
    if not isinstance(value, str):
        raise ExpectError(place, f"{value!r} is no text", "a text in quotes")


def _number(value: object, place: Place) -> None:
    if not _is_number(value):
        raise ExpectError(place, f"{value!r} is no whole number", "a whole number")


def _flag(value: object, place: Place) -> None:
    if not isinstance(value, bool):
        raise ExpectError(place, f"{value!r} is neither true nor false", "true or false")


def _seats(value: object, place: Place) -> None:
    if not isinstance(value, list) or not all(_is_number(item) and 1 <= item <= SEAT_COUNT for item in value):
        raise ExpectError(place, f"{value!r} is no list of seats", f"a list of seats from 1 to {SEAT_COUNT}")


def _cards(value: object, place: Place) -> None:
    if not isinstance(value, list):
        raise ExpectError(place, f"{value!r} is no list of cards", 'a list of cards such as ["As", "Td"]')
    for item in value:
        try:
            parse_card(str(item), unknown=True)
        except CardError as error:
            wrong, _, expected = str(error).partition("; expected ")
            raise ExpectError(place, wrong, expected) from None


def _chips(value: object, place: Place) -> None:
    if not isinstance(value, dict):
        raise ExpectError(place, f"{value!r} is no table of seats and chips", "a table such as {2 = 300}")
    for key, item in value.items():
        if not (key.isascii() and key.isdigit() and 1 <= int(key) <= SEAT_COUNT and str(int(key)) == key):
            raise ExpectError((*place, key), f"{key!r} is no seat", f"a seat from 1 to {SEAT_COUNT}")
        _number(item, (*place, key))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_FORMS = {"text": _text, "number": _number, "flag": _flag, "seats": _seats, "cards": _cards, "chips": _chips}


# -- comparing


def _compare(expected: Any, got: Any, place: Place, found: list[str]) -> None:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        if place and place[-1] in EXACT and set(expected) != set(got):
            found.append(_differs(place, dict(expected), dict(got)))
            return
        for key, item in expected.items():
            if key in got:
                _compare(item, got[key], (*place, key), found)
            else:
                found.append(_differs((*place, key), item, "nothing"))
    elif _of_tables(expected) and isinstance(got, list):
        _compare_lists(expected, got, place, found)
    elif expected != got:
        found.append(_differs(place, expected, got))


def _compare_lists(expected: list[Any], got: list[Any], place: Place, found: list[str]) -> None:
    if len(expected) != len(got):
        found.append(f"{path(place)}: expected {len(expected)} of them, got {len(got)}: {got}")
        return
    for at, (item, value) in enumerate(zip(expected, got, strict=True)):
        _compare(item, value, (*place, at), found)


def _of_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, Mapping) for item in value)


def _differs(place: Place, expected: object, got: object) -> str:
    return f"{path(place)}: expected {expected}, got {got}"
