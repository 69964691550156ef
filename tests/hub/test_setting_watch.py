"""A table that the dealer set while the hub was away is flagged with every difference, until the floor has settled it."""

from __future__ import annotations

import msgspec

from hub.setting_watch import differences
from hub.view import TableStatus
from rulebook.events import Acted, AnyEvent, HandOpened, Pushed, TableSet
from tests.hub.world import World, deal, opened, settings, table_set


def after_a_hand() -> World:
    """Seats 1 to 3, button 1; all fold to the big blind of seat 3; the next button is seat 2."""
    world = World()
    world.run(1_500)  # the node is heard
    world.judge(table_set())
    world.node.append(opened(), *deal(), Acted(1, "fold"), Acted(2, "fold"), Pushed({3: 100}))
    return world


def problems(world: World) -> tuple[str, ...]:
    world.run(200)
    return [item for item in world.items() if isinstance(item, TableStatus)][-1].problems


def by_dealer(world: World, event: TableSet) -> None:
    """The node was away from the hub; its dealer set the table."""
    world.node.append(event)


STANDING = {1: 5000, 2: 4950, 3: 5050}


def test_a_setting_that_changes_nothing_is_no_difference() -> None:
    world = after_a_hand()
    by_dealer(world, TableSet(settings(), STANDING, 2))
    assert problems(world) == ()
    by_dealer(world, TableSet(settings(), {}, 0))
    assert problems(world) == ()


def test_every_difference_is_said_until_the_floor_sets_the_table() -> None:
    world = after_a_hand()
    by_dealer(world, TableSet(settings(blinds=(100, 200), level=2), {1: 5000, 2: 4000, 7: 9000}, 7))
    [text] = problems(world)
    for part in ("blinds 100/200 (was 50/100)", "level 2 (was 1)", "seat 2 4,000 (was 4,950)", "seat 3 empty (was 5,050)",
                 "seat 7 9,000 (was 0)", "button at seat 7 (was due at seat 2)", "record 12"):  # fmt: skip
        assert part in text
    assert "seat 1" not in text
    world.node.append(HandOpened(2, 7, "bfsp", opened().rulebook_hash))
    assert problems(world) == (text,)  # a hand more settles nothing
    world.judge(TableSet(settings(blinds=(100, 200), level=2), {}, 0))
    assert problems(world) == ()


def test_a_level_alone_is_compared_alone() -> None:
    world = after_a_hand()
    by_dealer(world, TableSet(settings(level=4, ante=25), {}, 0))
    [text] = problems(world)
    assert "ante 25 (was 0); level 4 (was 1)" in text
    assert "seat" not in text.partition("(record")[2]


def test_a_setting_of_the_floor_that_comes_after_the_dealers_says_what_it_replaced() -> None:
    """The judge had set it while the node was away; the node took that after what its dealer set."""
    world = after_a_hand()
    world.node.online = False
    world.judge(TableSet(settings(level=2), {}, 0))
    world.node.append(TableSet(settings(level=3), {}, 0))
    assert problems(world) == ()
    world.node.online = True
    world.run(10_000)
    [text] = problems(world)
    assert text.startswith("The floor's setting took the place of the dealer's")
    assert "level 2 (was 3)" in text
    world.node.append(HandOpened(2, 2, "bfsp", opened().rulebook_hash))
    assert problems(world) == ()


def test_the_first_setting_of_a_table_is_no_difference() -> None:
    world = World()
    by_dealer(world, table_set())
    assert problems(world) == ()


def test_a_hub_that_starts_again_says_the_same() -> None:
    world = after_a_hand()
    by_dealer(world, TableSet(settings(level=5), {}, 0))
    said = problems(world)
    world.start_hub()
    world.run(5_000)
    assert said
    assert world.core.tables["7"].status().problems == said
    world.judge(TableSet(settings(level=5), {}, 0))
    world.start_hub()
    world.run(5_000)
    assert world.core.tables["7"].status().problems == ()


def test_no_difference_between_equal_settings() -> None:
    one = table_set()
    other: AnyEvent = msgspec.structs.replace(one, directive="d1")
    assert isinstance(other, TableSet)
    assert differences(one, other) == []
