"""The node's fold against the hub's: a difference is an alert, agreement is none, and it is seen at the same record only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hub.problems import DIFFERS
from hub.view import HubProblem
from link.delivery import Receiver, Sender
from link.endpoint import BEAT_NS, DIRECTIVES, NO_CLAIM, RECORDS, Claimed, Endpoint
from link.messages import Arrived, Beat
from rulebook.book import Book, standard_books
from rulebook.digest import digest
from rulebook.events import Acted, AnyEvent, DeckPrepared, HandOpened
from rulebook.record import decode
from rulebook.table import Table
from tests.hub.world import SimNode, World, deal, four_card_flop, opened, table_set
from tests.rulebook.test_digest import doctored
from tests.rulebook.test_fold_properties import EVENTS

BEAT_MS = BEAT_NS // 1_000_000
PROBLEM = f"{DIFFERS} 7"
MANY: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}


class FoldingNode(SimNode):
    """A node that folds its own log, by books of its own, and says with every heartbeat what it found."""

    books: Mapping[str, Book] = standard_books()

    def start(self) -> None:
        sender = Sender(RECORDS, lambda seq: self.journal[seq - 1], last=len(self.journal))
        receiver = Receiver(DIRECTIVES, committed=self.taken)
        self.endpoint = Endpoint(sender, receiver, speaks_first=True, claim=self.claim)

    def claim(self) -> Claimed:
        fold = Table(self.books)
        for body in self.journal:
            fold.apply(decode(body))
        found = digest(fold)
        return Claimed(len(self.journal), found) if found is not None else NO_CLAIM


def world_of(books: Mapping[str, Book]) -> World:
    world = World()
    node = FoldingNode(world, "7", "key of 7")
    node.books = books
    world.nodes["7"] = node
    return world


def to_the_flop(world: World) -> None:
    world.node.append(table_set(), opened(), *deal())
    world.node.append(Acted(1, "call", 100), Acted(2, "call", 100), Acted(3, "check"))
    world.node.append(*four_card_flop())


def said(world: World) -> list[str]:
    return [item.text for item in world.items() if isinstance(item, HubProblem) and item.name == PROBLEM]


def test_a_node_that_rules_differently_is_an_alert_until_they_agree_again() -> None:
    world = world_of(doctored(rule="BFSP 6.6.4"))
    to_the_flop(world)
    assert said(world) == []
    world.run(2 * BEAT_MS)
    [text] = said(world)
    assert text.startswith(f"7: node and hub rule differently since record {len(world.node.journal)} (hand 1)")
    assert world.core.problems.standing[PROBLEM].text == text
    world.run(5 * BEAT_MS)
    assert said(world) == [text]  # said once
    world.node.append(DeckPrepared("shuffled"), opened(2))
    world.run(2 * BEAT_MS)
    assert said(world) == [text, ""]
    assert PROBLEM not in world.core.problems.standing
    assert any("agree again" in note for note in world.notes())


def test_the_alert_comes_back_with_a_restarted_hub() -> None:
    world = world_of(doctored(severity="dealer"))
    to_the_flop(world)
    world.run(2 * BEAT_MS)
    world.start_hub()
    assert PROBLEM not in world.core.problems.standing
    world.run(5 * BEAT_MS)
    assert PROBLEM in world.core.problems.standing


def test_a_claim_waits_for_its_record_and_an_overtaken_one_is_dropped() -> None:
    world = world_of(standard_books())
    to_the_flop(world)
    world.node.online = False
    last = len(world.node.journal)
    world.give(Arrived("key of 7", Beat(1, last + 1, b"12345678")))
    assert said(world) == []
    world.node.online = True
    world.node.append(Acted(1, "bet", 200))
    world.run(1)
    assert len(said(world)) == 1  # the log has come so far
    world.give(Arrived("key of 7", Beat(2, last, b"87654321")))
    assert len(said(world)) == 1


def test_where_the_hub_does_not_rule_nothing_is_compared() -> None:
    world = world_of(standard_books())
    world.node.append(table_set(), opened(book_hash="0123456789abcdef"), *deal())
    world.give(Arrived("key of 7", Beat(1, len(world.node.journal), b"12345678")))
    assert said(world) == []
    assert world.core.tables["7"].authority.why_not


@given(events=st.lists(st.tuples(EVENTS, st.integers(0, 2 * BEAT_MS)), max_size=15), other=st.booleans())
@settings(max_examples=60, **MANY)
def test_whatever_happens_only_a_difference_is_an_alert(events: list[tuple[AnyEvent, int]], other: bool) -> None:
    books = doctored(call="play") if other else standard_books()
    world = world_of(books)
    to_the_flop(world)
    for event, ms in events:
        world.node.append(event)
        world.run(ms)
    world.run(3 * BEAT_MS)
    node = Table(books)
    for body in world.node.journal:
        node.apply(decode(body))
    assert not isinstance(decode(world.node.journal[-1]).event, HandOpened)
    own = world.core.tables["7"].authority.digest()
    assert (PROBLEM in world.core.problems.standing) == (own is not None and digest(node) != own)
    assert other or said(world) == []
