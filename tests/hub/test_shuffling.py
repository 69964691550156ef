"""BFSP 5.5.1: where one table of a competition shuffles by machine, all do; the floor page says where they do not."""

from __future__ import annotations

import pytest

from hub.core_messages import JudgeAct
from hub.shuffling import unlike
from hub.view import HubProblem
from rulebook.book import standard_books
from tests.hub.world import World, settings, table_set

BOOKS = standard_books()


def test_tables_that_are_set_unlike_are_named() -> None:
    tables = {"A": settings(shuffling="machine"), "B": settings(shuffling="hand"), "C": settings()}
    assert "by machine at A and by hand at B" in unlike(tables, BOOKS)
    assert unlike({**tables, "B": settings(shuffling="machine")}, BOOKS) == ""


@pytest.mark.parametrize("rulebook", ["club", "parimatch", "wsop"])
def test_books_without_that_rule_let_each_table_be(rulebook: str) -> None:
    tables = {name: settings(rulebook=rulebook, shuffling=how) for name, how in (("A", "machine"), ("B", "hand"))}
    assert unlike(tables, BOOKS) == ""


def shown(world: World) -> list[str]:
    return [item.text for item in world.items() if isinstance(item, HubProblem) and item.name == "shuffling"]


def test_the_floor_page_shows_it_until_the_tables_are_set_alike() -> None:
    world = World(["t1", "t2"])
    world.run(1_500)
    world.give(JudgeAct("t1", table_set(shuffling="machine")))
    world.give(JudgeAct("t2", table_set(shuffling="hand")))
    world.run(500)
    assert [bool(text) for text in shown(world)] == [True]
    world.give(JudgeAct("t2", table_set(shuffling="machine")))
    world.run(500)
    assert [bool(text) for text in shown(world)] == [True, False]
