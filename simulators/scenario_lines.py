"""Where things stand in a TOML file: `tomllib` reads values and forgets their lines, an error message must name them.

This reads no values. It walks the lines, follows table headers and skips strings that span lines; a place that it does not
know (a key within an inline table) has the line of the nearest place around it that it does.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

from simulators.scenario_steps import ScenarioError

BYTE_ORDER_MARK = "\ufeff"  # what some editors begin a text with
Place = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=\s*(.*)$""")


def decode(text: str, wrong: str, expected: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """What a TOML text says. Raises `ScenarioError`; `wrong` and `expected` say what the text is not and should be."""
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        why, _, line = str(error).partition(" (at line ")
        number = re.match(r"\d+", line)
        at = int(number[0]) if number else len(text.splitlines()) or 1
        raise ScenarioError(at, f"this is {wrong}: {why[:1].lower()}{why[1:]}", expected) from None
    except ValueError:  # Python reads no whole number of thousands of digits
        found = re.search(r"\d{4000}", text)
        at = 1 + text.count("\n", 0, found.start() if found else 0)
        raise ScenarioError(at, "this number is too long", "a number of fewer digits") from None
    except RecursionError:
        raise ScenarioError(1, f"this is {wrong}: it is nested too deeply", expected) from None


class Places:
    """Lines (from 1) of the keys and tables of a TOML text."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {}
        self._counts: dict[Place, int] = {}
        self._walk(text.splitlines())

    def line(self, *place: str | int) -> int:
        """The line of a place, or of what is nearest around it."""
        for length in range(len(place), 0, -1):
            found = self._lines.get(place[:length])
            if found is not None:
                return found
        return 1

    def _walk(self, lines: list[str]) -> None:
        table: Place = ()
        closing = ""
        for number, line in enumerate(lines, 1):
            if closing:
                closing = "" if closing in line else closing
                continue
            header = _HEADER.match(line)
            if header:
                table = self._enter(_names(header[2]), number, array=header[1] == "[[")
                continue
            key = _KEY.match(line)
            if key:
                place = (*table, *_names(key[1]))
                self._lines.setdefault(place, number)
                closing = _left_open(key[2])

    def _enter(self, names: Place, number: int, *, array: bool) -> Place:
        place: Place = ()
        for at, name in enumerate(names):
            place = (*place, name)
            last = at == len(names) - 1
            if last and array:
                self._lines.setdefault(place, number)
                self._counts[place] = self._counts.get(place, 0) + 1
            if place in self._counts:
                place = (*place, self._counts[place] - 1)
        self._lines.setdefault(place, number)
        return place


def script_lines(text: str, script: str, opened_at: int) -> list[int]:
    """The file's line of every line of the value `script`, which begins on line `opened_at` of `text`."""
    count = script.count("\n") + 1
    opening = text.splitlines()[opened_at - 1 : opened_at]
    rest = opening[0].partition("=")[2].strip() if opening else ""
    if not rest.startswith(('"""', "'''")):
        return [opened_at] * count
    first = opened_at + 1 if len(rest) == 3 else opened_at  # a line end right after the quotes is no part of the value
    return [first + at for at in range(count)]


def _names(text: str) -> Place:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def _left_open(value: str) -> str:
    """The quotes that a value leaves open at the end of its line."""
    for quotes in ('"""', "'''"):
        if value.startswith(quotes) and quotes not in value[3:]:
            return quotes
    return ""
