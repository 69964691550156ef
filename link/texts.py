"""Words for people, in one place: the code says which sentence and with what, a TOML file says it in a language.

A message is a small dictionary ``{"say": id, "with": {...}}``; it travels inside views as a value and becomes a string only
when a page server renders the view for one reader. A text holds ``{name}`` (a value), ``{name|card|cards}`` (singular and
plural by that number) and ``{name@place}`` (the text ``place.<value>``). Whole numbers are grouped (12,500).
An id may list second choices: ``question.folded_seats|question.folded``. `Texts.text` is strict, for tests and for our own
sentences; `Texts.render` never fails on a word that is not there yet (a page must not go dark over it): it shows the id's
last part in plain letters.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

Message = dict[str, Any]

_FIELD = re.compile(r"\{(\w+)(?:@([\w-]+)|\|([^|}]*)\|([^|}]*))?\}")


class TextError(ValueError):
    """A texts file is broken, or a message asks for words that it does not have."""


def say(text_id: str, /, **values: Any) -> Message:
    """The message `text_id` with its values."""
    return {"say": text_id, "with": values} if values else {"say": text_id}


class Texts:
    """The sentences of one language by id (``prompt.burn``)."""

    def __init__(self, *files: str) -> None:
        """Take the contents of TOML files; a later file may not say again what an earlier one says."""
        self._texts: dict[str, str] = {}
        for content in files:
            try:
                tables = tomllib.loads(content)
            except tomllib.TOMLDecodeError as error:
                raise TextError(f"texts file: {error}") from error
            for text_id, text in _flat(tables):
                if text_id in self._texts:
                    raise TextError(f"text {text_id!r} is given twice")
                self._texts[text_id] = text

    def ids(self) -> frozenset[str]:
        """Every id that has words."""
        return frozenset(self._texts)

    def has(self, text_id: str) -> bool:
        """Whether there are words for the id."""
        return text_id in self._texts

    def text(self, text_id: str, /, **values: Any) -> str:
        """The sentence. Raises `TextError` when there is none, or when it needs a value that was not given."""
        form = self._texts.get(text_id)
        if form is None:
            raise TextError(f"no text {text_id!r}")

        def fill(match: re.Match[str]) -> str:
            name, table, one, many = match.groups()
            if name not in values:
                raise TextError(f"text {text_id!r} needs {name!r}")
            value = values[name]
            if table is not None:
                return self.text(f"{table}.{value}")
            if one is not None:
                return one if value == 1 else many
            return self._value(value)

        return _FIELD.sub(fill, form)

    def render(self, view: Any) -> Any:
        """A copy of `view` in which every message has become its sentence."""
        if isinstance(view, Mapping):
            if "say" in view:
                return self._said(view["say"], view.get("with", {}))
            return {key: self.render(value) for key, value in view.items()}
        if isinstance(view, list | tuple):
            return [self.render(value) for value in view]
        return view

    def _said(self, choices: str, values: Mapping[str, Any]) -> str:
        for text_id in choices.split("|"):
            if text_id in self._texts:
                return self.text(text_id, **values)
        return choices.split("|")[-1].rpartition(".")[2].replace("_", " ")

    def _value(self, value: Any) -> str:
        if isinstance(value, Mapping) and "say" in value:
            return str(self.render(value))
        if isinstance(value, list | tuple):
            return ", ".join(self._value(item) for item in value)
        if isinstance(value, int) and not isinstance(value, bool):
            return f"{value:,}"
        return str(value)


def _flat(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in tables.items():
        if isinstance(value, Mapping):
            found += _flat(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            found.append((prefix + key, value))
        else:
            raise TextError(f"text {prefix + key!r} is no string")
    return found
