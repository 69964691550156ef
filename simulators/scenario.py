"""Scenario files: TOML text to a typed scenario, or one message that says which line is wrong and what was expected there."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rulebook.seats import SEAT_COUNT, Seat, zone_row
from rulebook.settings import Settings
from simulators import expect as expectations
from simulators.scenario_lines import BYTE_ORDER_MARK, Places, decode, script_lines
from simulators.scenario_script import parse_line
from simulators.scenario_steps import (
    BeginHand,
    Deal,
    DeckFault,
    DeckNew,
    Discards,
    Fault,
    JudgeSurrenders,
    Line,
    Move,
    ScenarioError,
    Sets,
    Shuffle,
    Wash,
)
from simulators.scenario_words import MOST_CHIPS, LineError, shortened

RULEBOOKS = ("bfsp", "club", "parimatch", "wsop")
GAMES = ("holdem", "omaha", "omaha5", "omaha8", "stud7", "stud5", "stud8", "razz", "ofc")
FLOP_GAMES = ("holdem", "omaha", "omaha5", "omaha8")
KEYS = (
    "title", "rulebook", "game", "limit", "context", "blinds", "ante", "ante_by", "bring_in", "limits", "straddle",
    "straddle_amount", "button", "button_rule", "smallest_chip", "point", "stacks", "script", "expect",
)  # fmt: skip


class Scenario(msgspec.Struct, frozen=True):
    """What is to be played and what is expected of it. `expect` None: nothing is expected."""

    title: str
    settings: Settings
    stacks: dict[Seat, int]
    button: Seat
    lines: tuple[Line, ...]
    expect: dict[str, Any] | None = None

    @property
    def begins_with(self) -> Literal["preparation", "hand", "deal", ""]:
        """How the first line that counts begins (deck and fault lines do not)."""
        for line in self.lines:
            match line.step:
                case DeckFault() | DeckNew() | Fault():
                    continue
                case Wash() | Shuffle():
                    return "preparation"
                case BeginHand():
                    return "hand"
                case Deal():
                    return "deal"
                case _:
                    return ""
        return ""


def parse_scenario(text: str) -> Scenario:
    """The scenario in a TOML text. Raises `ScenarioError` at the first thing that is wrong."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    data = decode(text, "no TOML", "key = value, or a [table]")
    reader = _Reader(data, Places(text))
    reader.known_keys()
    stacks = reader.stacks()
    lines = reader.script(text, stacks)
    settings = reader.settings(stacks)
    if settings.game != "ofc":
        _no_rows(lines)
    scenario = Scenario(
        title=reader.text("title", ""),
        settings=settings,
        stacks=stacks,
        button=reader.button(stacks),
        lines=lines,
        expect=reader.expect(),
    )
    watched = scenario.begins_with == "preparation"
    return msgspec.structs.replace(scenario, settings=msgspec.structs.replace(settings, check_preparation=watched))


def _no_rows(lines: tuple[Line, ...]) -> None:
    """Only open-face hands are set in rows. Raises `ScenarioError`."""
    for line in lines:
        step = line.step
        if isinstance(step, Sets | Discards | JudgeSurrenders) or (isinstance(step, Move) and zone_row(step.to) is not None):
            raise ScenarioError(line.at, f"{line.text!r} is a step of open-face", 'game = "ofc", or another step')


class _Reader:
    """Takes typed values out of decoded TOML and knows their lines."""

    def __init__(self, data: dict[str, Any], places: Places) -> None:
        self._data = data
        self._places = places

    def fail(self, key: str, wrong: str, expected: str) -> ScenarioError:
        return ScenarioError(self._places.line(key), wrong, expected)

    def known_keys(self) -> None:
        for key in self._data:
            if key not in KEYS:
                raise self.fail(key, f"there is no key {key!r}", "one of " + ", ".join(KEYS))

    def required(self, key: str, expected: str) -> Any:
        if key not in self._data:
            raise ScenarioError(1, f"the key {key!r} is missing", expected)
        return self._data[key]

    def text(self, key: str, default: str) -> str:
        value = self._data.get(key, default)
        if not isinstance(value, str):
            raise self.fail(key, f"{key} = {value!r} is no text", "a text in quotes")
        return value

    def choice(self, key: str, words: tuple[str, ...], default: str | None = None) -> Any:
        wanted = "one of " + ", ".join(words)
        value = self._data.get(key, default)
        if value is None:
            self.required(key, wanted)
        if value not in words:
            raise self.fail(key, f"{key} = {value!r} is not known", wanted)
        return value

    def amount(self, key: str, default: int, least: int = 0) -> int:
        value = self._data.get(key, default)
        if not _is_number(value) or value < least:
            raise self.fail(key, f"{key} = {value!r} is no amount", f"a whole number of chips, {least} or more")
        self._possible(self._places.line(key), value)
        return int(value)

    def _possible(self, line: int, chips: int) -> None:
        if chips > MOST_CHIPS:
            raise ScenarioError(line, f"{shortened(str(chips))} is too many chips", f"at most {MOST_CHIPS}")

    def pair(self, key: str, expected: str, least: tuple[int, int]) -> tuple[int, int]:
        value = self._data.get(key)
        if value is None:
            return (0, 0)
        if not isinstance(value, list) or len(value) != 2 or not all(_is_number(item) for item in value):
            raise self.fail(key, f"{key} = {value!r} is no pair of amounts", expected)
        if value[0] < least[0] or value[1] < least[1] or value[0] > value[1]:
            raise self.fail(key, f"{key} = {value!r} cannot be", expected)
        self._possible(self._places.line(key), value[1])
        return value[0], value[1]

    def stacks(self) -> dict[Seat, int]:
        value = self.required("stacks", "stacks = {seat = chips, ...}")
        if not isinstance(value, dict) or not value:
            raise self.fail("stacks", f"stacks = {value!r} seats nobody", "a table such as {1 = 5000, 2 = 5000}")
        found = {}
        for name, chips in value.items():
            line = self._places.line("stacks", name)
            if not (name.isascii() and name.isdigit() and 1 <= int(name) <= SEAT_COUNT and str(int(name)) == name):
                raise ScenarioError(line, f"{name!r} is no seat", f"a seat from 1 to {SEAT_COUNT}")
            if not _is_number(chips) or chips < 1:
                raise ScenarioError(line, f"seat {name} has {chips!r}", "a whole number of chips above 0")
            self._possible(line, chips)
            found[int(name)] = chips
        if len(found) == 1:
            raise self.fail("stacks", f"only seat {name} has a stack", "at least two seats: nobody plays alone")
        return dict(sorted(found.items()))

    def seat(self, key: str, expected: str) -> Seat | None:
        value = self._data.get(key)
        if value is not None and (not _is_number(value) or not 1 <= value <= SEAT_COUNT):
            raise self.fail(key, f"{key} = {value!r} is no seat", expected)
        return value

    def button(self, stacks: dict[Seat, int]) -> Seat:
        """Without the key: the last occupied seat, where a first hand has it (BFSP 5.3.1)."""
        return self.seat("button", f"a seat from 1 to {SEAT_COUNT}") or max(stacks)

    def settings(self, stacks: dict[Seat, int]) -> Settings:
        game = self.choice("game", GAMES)
        straddle = self.seat("straddle", "a seat named in stacks")
        if straddle is not None and straddle not in stacks:
            raise self.fail("straddle", f"seat {straddle} is empty", "a seat named in stacks")
        limit = self.choice("limit", ("no", "pot", "fixed"), "no" if game == "ofc" else None)
        limits = self.pair("limits", "limits = [lower, upper], whole numbers above 0, the lower first", (1, 1))
        if limit == "fixed" and not limits[1]:
            raise self.fail("limit", "fixed limit without limits", "limits = [lower, upper]")
        return Settings(
            rulebook=self.choice("rulebook", RULEBOOKS),
            game=game,
            limit=limit,
            context=self.choice("context", ("tournament", "cash"), "tournament"),
            blinds=self.pair("blinds", "blinds = [small, big], the big one above 0, the small one not larger", (0, 1)),
            ante=self.amount("ante", 0),
            ante_by=self.choice("ante_by", ("each", "big_blind"), "each"),
            bring_in=self.amount("bring_in", 0),
            limits=limits,
            straddle=straddle,
            straddle_amount=self.amount("straddle_amount", 0),
            button_rule=self.choice("button_rule", ("moving", "dead"), "moving"),
            smallest_chip=self.amount("smallest_chip", 1, least=1),
            point=self.amount("point", 1, least=1),
        )

    def script(self, text: str, stacks: dict[Seat, int]) -> tuple[Line, ...]:
        value = self.required("script", "script = a text, one step a line")
        if not isinstance(value, str):
            raise self.fail("script", f"script = {value!r} is no text", "a text, one step a line")
        where = script_lines(text, value, self._places.line("script"))
        lines: list[Line] = []
        for at, raw in zip(where, value.split("\n"), strict=True):
            words = raw.partition("#")[0].strip()
            if not words:
                continue
            try:
                step = parse_line(words, stacks)
            except LineError as error:
                raise ScenarioError(at, error.wrong, error.expected) from None
            lines.append(Line(len(lines) + 1, at, words, step))
        return tuple(lines)

    def expect(self) -> dict[str, Any] | None:
        value = self._data.get("expect")
        if value is None:
            return None
        try:
            expectations.check(value)
        except expectations.ExpectError as error:
            raise ScenarioError(self._places.line(*error.place), error.wrong, error.expected) from None
        return dict(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
