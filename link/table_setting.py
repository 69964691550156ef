"""Setting a table, for console and floor page alike: the form as a value, and what a setting must be. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from link.texts import say
from rulebook.book import standard_books
from rulebook.events import TableSet
from rulebook.games import GAMES
from rulebook.seats import SEAT_COUNT
from rulebook.settings import Settings
from rulebook.table import Table

LARGEST_AMOUNT = 10**10

_STUD = [game.id for game in GAMES.values() if game.stud]
_BOARD = [game.id for game in GAMES.values() if game.bets and not game.stud]

# The keys of `Settings` that people set, in the order of the form. `only`: shown where that key has one of those values.
# ``blinds.1`` is the second of a pair; a number of `scale` is shown divided by it.
_FIELDS: tuple[dict[str, Any], ...] = (
    {"key": "level"},
    {"key": "blinds.0", "only": {"game": _BOARD}},
    {"key": "blinds.1", "only": {"game": _BOARD}},
    {"key": "ante", "only": {"game": _BOARD + _STUD}},
    {"key": "ante_by", "only": {"game": _BOARD}, "choices": ("each", "big_blind")},
    {"key": "bring_in", "only": {"game": _STUD}},
    {"key": "limits.0", "only": {"limit": ["fixed"]}},
    {"key": "limits.1", "only": {"limit": ["fixed"]}},
    {"key": "smallest_chip"},
    {"key": "game", "choices": tuple(GAMES), "texts": "game"},
    {"key": "limit", "choices": ("no", "pot", "fixed"), "texts": "limit"},
    {"key": "context", "choices": ("tournament", "cash")},
    {"key": "button_rule", "choices": ("moving", "dead")},
    {"key": "shuffling", "choices": ("either", "machine", "hand")},
    {"key": "rulebook", "choices": tuple(sorted(standard_books()))},
)
_STREAM = {"key": "delay_ms", "scale": 60_000}


def next_set(table: Table) -> TableSet:
    """How the next dealing would begin as things stand: what the form is filled with."""
    opening = table.next_opening()
    return TableSet(table.next_settings, table.next_stacks, (opening or table.hand or table.state()).button)


def setting_view(standing: TableSet, *, playing: bool, stream: bool = False) -> dict[str, Any]:
    """The form. While a hand is `playing` only what is played for can be set: nobody knows yet what the stacks will be.

    `stream`: the stream's delay can be set too; that is the hub's business.
    """
    names = Settings.__struct_fields__  # defaults too: the form shows every key
    return {
        "settings": {name: msgspec.to_builtins(getattr(standing.settings, name), str_keys=True) for name in names},
        "stacks": {str(seat): chips for seat, chips in sorted(standing.stacks.items())},
        "button": standing.button,
        "playing": playing,
        "words": {
            **{word: say(f"setting.{word}") for word in ("title", "set", "seat", "button_here", "empty", "playing")},
            "button": say("setting.button_mark"),
        },
        "fields": [_field(field) for field in (*_FIELDS, *((_STREAM,) if stream else ()))],
    }


def _field(field: dict[str, Any]) -> dict[str, Any]:
    key = field["key"]
    choices = [{"value": choice, "text": _choice(field, choice)} for choice in field.get("choices", ())]
    return {
        "key": key,
        "text": say(f"setting.{key.replace('.', '_')}"),
        "choices": choices,
        "only": field.get("only", {}),
        "scale": field.get("scale", 1),
    }


def _choice(field: dict[str, Any], choice: str) -> Any:
    if field["key"] == "rulebook":
        return choice.upper()
    return say(f"{field.get('texts', 'setting_choice')}.{choice}")


def check_setting(event: TableSet, books: Collection[str] | None = None) -> None:
    """Refuse a table that cannot be. Raises ValueError with one sentence for a person. `books`: those that are there."""
    settings = event.settings
    for seat in (*event.stacks, event.button) if event.stacks or event.button else ():
        check_seat(seat)
    for amount in (*event.stacks.values(), *settings.blinds, *settings.limits, settings.ante, settings.bring_in):
        check_amount(amount, least=0)
    if settings.smallest_chip < 1:
        raise ValueError("The smallest chip is worth at least 1.")
    if settings.game not in GAMES:
        raise ValueError(f"There is no game {settings.game!r}; known are {', '.join(GAMES)}.")
    if books is not None and settings.rulebook not in books:
        raise ValueError(f"There is no rulebook {settings.rulebook!r}; known are {', '.join(sorted(books))}.")
    if settings.limit == "fixed" and not 0 < settings.limits[0] <= settings.limits[1]:
        raise ValueError("Fixed limit needs a lower limit, and an upper one that is not below it.")
    if not settings.forced:
        _check_blinds(settings)
    if event.stacks:
        seated = sum(chips > 0 for chips in event.stacks.values())
        most = GAMES[settings.game].most_seats
        if seated > most:
            raise ValueError(f"{GAMES[settings.game].title} is played by {most} at most, not by {seated}.")
        if not seated:
            raise ValueError("A table needs the stack of at least one seat.")


def _check_blinds(settings: Settings) -> None:
    small, big = settings.blinds
    if small > big:
        raise ValueError("The small blind cannot be above the big blind.")
    if GAMES[settings.game].bets and settings.limit != "fixed" and not big and not settings.bring_in:
        raise ValueError("Without a big blind or a bring-in nobody knows the least bet.")


def check_seat(seat: int) -> None:
    """Raises ValueError for a seat that no table has."""
    if not 1 <= seat <= SEAT_COUNT:
        raise ValueError(f"There is no seat {seat}: seats are 1 to {SEAT_COUNT}.")


def check_amount(amount: int, least: int = 1) -> None:
    """Raises ValueError for an amount of chips that cannot be."""
    if not least <= amount <= LARGEST_AMOUNT:
        raise ValueError(f"{amount} is no amount of chips: it must be from {least} to {LARGEST_AMOUNT:,}.")
