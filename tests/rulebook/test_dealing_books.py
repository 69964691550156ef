"""Every book rules on every kind, and every correction that it names can be carried out (RULES 3.2)."""

from __future__ import annotations

from importlib import resources
from typing import get_args

import pytest

from rulebook.book import BookError, load_book, standard_books
from rulebook.dealing_rules import PlanName
from rulebook.irregularities import KINDS, kind_of, row_for
from rulebook.plans import About, make_plan
from rulebook.seats import seat_zone
from rulebook.settings import Settings

BOOKS = standard_books()
CALLS_A_JUDGE = {"misdeal": ("floor",), "void": ("critical",), "floor": ("floor", "critical"), "play": ("dealer", "note")}


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("context", ["tournament", "cash"])
def test_every_book_rules_on_every_kind(name: str, context: str) -> None:
    for kind in KINDS:
        row = row_for(BOOKS[name], Settings(context=context), kind)  # type: ignore[arg-type]
        assert row.severity in CALLS_A_JUDGE[row.call], kind


@pytest.mark.parametrize("name", BOOKS)
def test_rows_are_about_known_kinds_and_cite_their_own_book(name: str) -> None:
    book = BOOKS[name]
    for situation, row in book.dealing.rows.items():
        assert kind_of(situation).partition("@")[0] in KINDS, situation
        assert not row.rule or row.rule.startswith(f"{book.cite} "), situation


@pytest.mark.parametrize("name", BOOKS)
def test_the_call_tells_how_grave_it_is(name: str) -> None:
    """M and F call a judge, V and security are critical, a P that the dealer puts right himself is the dealer's."""
    for situation, row in BOOKS[name].dealing.rows.items():
        assert row.severity in CALLS_A_JUDGE[row.call], situation


@pytest.mark.parametrize("name", get_args(PlanName))
def test_every_correction_has_steps_that_say_what_they_want(name: PlanName) -> None:
    about = About(("k1", "k2"), ("k3",), seat_zone(2), "turn", "flop")
    views = make_plan(name, about).views()
    assert bool(views) == (name not in ("none", "players_choice"))
    assert not any(view.done for view in views)
    assert all(view.to is not None for view in views if view.kind in ("move", "take", "replace", "burn", "board"))


def test_a_row_with_an_unknown_correction_is_refused() -> None:
    text = resources.files("rulebook.books").joinpath("bfsp.toml").read_text(encoding="utf-8")
    assert load_book(text, "bfsp.toml").id == "bfsp"
    with pytest.raises(BookError, match=r"rulebook bfsp\.toml: .*pray.*rows"):
        load_book(text.replace('plan = "replace_boxed"', 'plan = "pray"'), "bfsp.toml")
