"""Two folds of one log have one digest; a fold that finds anything else has another. No card is in it."""

from __future__ import annotations

import msgspec
import pytest

from rulebook.book import Book, load_book, standard_books
from rulebook.cards import Card
from rulebook.digest import DIGEST_BYTES, digest
from rulebook.events import Acted, CardNamed, FloorAcknowledged, Retracted
from rulebook.record import Record
from rulebook.table import Table
from tests.rulebook.folds import Log, fold


def played() -> Log:
    """A flop of four cards."""
    log = Log()
    log.to_first_burn()
    for at in range(4):
        log.card("board", "up", together=at == 3)
    return log


def doctored(**changes: str) -> dict[str, Book]:
    """The books, of which one says something else under the same hash: a program that is not what it says it is."""
    books = dict(standard_books())
    book = books["bfsp"]
    rows = dict(book.dealing.rows)
    rows["four_card_flop"] = msgspec.structs.replace(rows["four_card_flop"], **changes)
    books["bfsp"] = msgspec.structs.replace(book, dealing=msgspec.structs.replace(book.dealing, rows=rows))
    return books


def fold_by(books: dict[str, Book], records: list[Record]) -> Table:
    table = Table(books)
    for entry in records:
        table.apply(entry)
    return table


def test_no_hand_no_digest() -> None:
    assert digest(Log().table) is None


def test_every_record_of_note_changes_it() -> None:
    log = played()
    seen = {digest(fold(log.records))}
    log.add(FloorAcknowledged(log.table.incidents[0].id))
    seen.add(digest(log.table))
    log.add(Acted(1, "bet", 200))
    seen.add(digest(log.table))
    assert len(seen) == 3
    assert all(one is not None and len(one) == DIGEST_BYTES for one in seen)
    log.add(Retracted(log.records[-1].seq))
    assert digest(log.table) in seen


@pytest.mark.parametrize("change", [{"rule": "BFSP 6.6.4"}, {"severity": "dealer"}, {"call": "play"}, {"plan": "pick_aside"}])
def test_another_text_of_the_book_gives_another_digest(change: dict[str, str]) -> None:
    records = played().records
    assert digest(fold_by(doctored(), records)) == digest(fold(records))
    assert digest(fold_by(doctored(**change), records)) != digest(fold(records))


def test_a_changed_book_has_another_hash_and_is_not_compared_at_all() -> None:
    other = msgspec.structs.replace(doctored(rule="X")["bfsp"], hash=load_book_hash())
    table = fold_by({"bfsp": other}, played().records)
    assert digest(table) is None


def load_book_hash() -> str:
    """The hash of a text that differs in one letter."""
    from importlib import resources

    text = resources.files("rulebook.books").joinpath("bfsp.toml").read_text(encoding="utf-8")
    return load_book(text + "\n", "bfsp").hash


def test_no_card_is_in_it() -> None:
    log = played()
    before = digest(log.table)
    for handle, name in (("k1", "As"), ("k8", "Kd")):
        log.add(CardNamed(handle, Card(name)))
    assert digest(log.table) == before
