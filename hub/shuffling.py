"""Whether the tables of a hub shuffle alike, where their book wants it (BFSP 5.5.1). PURE."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.book import Book
from rulebook.settings import Settings


def unlike(tables: Mapping[str, Settings], books: Mapping[str, Book]) -> str:
    """What a judge should look at; empty: nothing. `tables`: what each table plays next."""
    bound = {name: set_ for name, set_ in tables.items() if _bound(set_, books)}
    by_machine = [name for name, set_ in bound.items() if set_.shuffling == "machine"]
    by_hand = [name for name, set_ in bound.items() if set_.shuffling == "hand"]
    if not by_machine or not by_hand:
        return ""
    return (
        f"Decks are shuffled by machine at {', '.join(by_machine)} and by hand at {', '.join(by_hand)}: where one table of a"
        " competition uses a machine, all do (BFSP 5.5.1). Set the tables alike."
    )


def _bound(set_: Settings, books: Mapping[str, Book]) -> bool:
    book = books.get(set_.rulebook)
    return book is not None and book.dealing.shuffling_alike.of(set_.context)
