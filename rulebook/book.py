"""A rulebook is data: one TOML file a book, checked against a schema when it is loaded."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

import msgspec

from rulebook.dealing_rules import DealingRules
from rulebook.money_rules import MoneyRules


class BookError(ValueError):
    """A book's file is broken: which book, where, what was expected."""


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rulebook. `id` names it in settings, `cite` begins its citations (``BFSP``)."""

    id: str
    title: str
    cite: str
    money: MoneyRules
    dealing: DealingRules
    hash: str = ""


def load_book(text: str, name: str = "book") -> Book:
    """Read a book from its TOML text; its `hash` is that of the text. Raises `BookError` naming the broken place."""
    try:
        book = msgspec.toml.decode(text.encode(), type=Book)
    except msgspec.DecodeError as error:
        raise BookError(f"rulebook {name}: {error}") from error
    return msgspec.structs.replace(book, hash=hashlib.sha256(text.encode()).hexdigest()[:16])


@cache
def standard_books() -> dict[str, Book]:
    """The books that come with the project, by id."""
    found = {}
    for file in sorted(resources.files("rulebook.books").iterdir(), key=lambda item: item.name):
        if file.name.endswith(".toml"):
            book = load_book(file.read_text(encoding="utf-8"), file.name)
            found[book.id] = book
    return found
