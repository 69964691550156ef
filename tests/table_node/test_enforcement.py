"""The node's half of enforcing the deal: what is recorded of what is seen, tapped and directed, and what is refused."""

from __future__ import annotations

import re

import pytest

from link.messages import Directive
from rulebook.book import standard_books
from rulebook.events import (
    Acted,
    AnyEvent,
    Asked,
    CardPlaced,
    DeckPrepared,
    FloorPicked,
    FloorRuled,
    HandClosed,
    HandOpened,
    TableSet,
)
from rulebook.record import Record
from rulebook.seats import BOARD, BURNS, STUB, Zone, seat_zone
from rulebook.settings import Settings
from table_node import taps
from table_node.enforcement import Enforcement

BOOKS = standard_books()
SETTINGS = Settings(rulebook="bfsp", blinds=(50, 100))


class Node:
    """One table's node, set for three players, its records as they are appended."""

    def __init__(self) -> None:
        self.inside = Enforcement(BOOKS, "t", "boot-1")
        self.log: list[Record] = []
        self.now_ms = 0
        self.cards = 0
        self.direct(TableSet(SETTINGS, {1: 5000, 2: 5000, 3: 5000}, 3))

    def _keep(self, records: list[Record]) -> list[AnyEvent]:
        self.log += records
        return [record.event for record in records]

    def see(self, event: AnyEvent) -> list[AnyEvent]:
        self.now_ms += 3_000
        return self._keep(self.inside.observe(self.now_ms, self.now_ms, event))

    def tap(self, tap: taps.Tap) -> list[AnyEvent]:
        self.now_ms += 3_000
        return self._keep(self.inside.tap(self.now_ms, self.now_ms, tap))

    def direct(self, event: AnyEvent, ident: str = "") -> list[AnyEvent]:
        self.now_ms += 3_000
        return self._keep(self.inside.directive(self.now_ms, self.now_ms, Directive(ident or f"d{len(self.log)}", event)))

    def card(self, zone: Zone, face: str = "down", at_ms: int | None = None) -> list[AnyEvent]:
        self.cards += 1
        at_ms = self.now_ms + 3_000 if at_ms is None else at_ms
        return self.see(CardPlaced(f"k{self.cards}", zone, face, "down", at_ms, at_ms))  # type: ignore[arg-type]

    def prepare(self) -> None:
        self.see(DeckPrepared("shuffled", by="machine", count=52))
        self.tap(taps.Prepare("riffled"))
        self.tap(taps.Prepare("cut"))

    def deal(self) -> None:
        for _ in range(2):
            for seat in (1, 2, 3):
                self.card(seat_zone(seat))

    def to_flop(self) -> None:
        self.prepare()
        self.deal()
        for seat, action in ((3, "call"), (1, "call"), (2, "check")):
            self.tap(taps.Act(seat, action))  # type: ignore[arg-type]
        self.card(BURNS)
        self.flop(3)

    def flop(self, count: int) -> None:
        at_ms = self.now_ms + 3_000
        for _ in range(count):
            self.card(BOARD, "up", at_ms)

    @property
    def next(self) -> str:
        return self.inside.fold.state().next

    def restarted(self) -> Enforcement:
        again = Enforcement(BOOKS, "t", "boot-2")
        for record in self.log:
            again.replay(record)
        return again


def test_the_shuffle_opens_the_hand_and_the_next_one_closes_the_last() -> None:
    node = Node()
    opened, prepared = node.see(DeckPrepared("shuffled", by="machine", count=52))
    assert isinstance(opened, HandOpened)
    assert (opened.hand, opened.button, opened.post) == (1, 3, True)
    assert prepared == DeckPrepared("shuffled", by="machine", count=52)
    node.tap(taps.Prepare("riffled"))
    node.tap(taps.Prepare("cut"))
    node.deal()
    node.tap(taps.Act(3, "fold"))
    node.tap(taps.Act(1, "fold"))
    node.tap(taps.Push())
    closed, opened = node.tap(taps.NextHand())
    assert closed == HandClosed(1)
    assert isinstance(opened, HandOpened)
    assert (opened.hand, opened.button, opened.redeal_of) == (2, 1, None)
    assert node.tap(taps.NextHand()) == []  # it is open already


def test_bfsp_6_3_a_redeal_keeps_the_button_and_says_what_it_repeats() -> None:
    node = Node()
    node.prepare()
    node.card(seat_zone(1))
    node.card(seat_zone(2), "up")
    assert node.next == "shuffle"
    _, opened, _ = node.see(DeckPrepared("shuffled", by="machine", count=52))
    assert isinstance(opened, HandOpened)
    assert (opened.hand, opened.button, opened.redeal_of) == (2, 3, 1)


def test_a_card_opens_the_first_hand_alone_and_posts_only_where_the_procedure_is_watched() -> None:
    node = Node()
    opened, placed, *_ = node.card(seat_zone(1))
    assert isinstance(opened, HandOpened)
    assert opened.post
    assert isinstance(placed, CardPlaced)


def test_a_question_is_asked_once_and_a_tap_without_an_answer_counts_as_late() -> None:
    node = Node()
    node.to_flop()
    node.tap(taps.Act(1, "check"))
    node.tap(taps.Act(2, "check"))
    placed, asked = node.card(BURNS)
    assert isinstance(placed, CardPlaced)
    assert isinstance(asked, Asked)
    assert asked.kind == "betting_closed"
    assert asked.seats == (3,)
    card = node.log[-2].seq
    assert node.card(BOARD, "up")[1:] == []
    assert node.tap(taps.Act(3, "check")) == [Acted(3, "check", None, card)]
    assert (node.inside.fold.incidents, node.inside.fold.warnings, node.next) == ([], [], "act")
    assert node.inside.fold.state().street == "turn"


def test_a_directive_is_taken_once_and_a_ruling_is_about_what_waits_for_the_judge() -> None:
    node = Node()
    node.to_flop()
    for _ in range(3):
        node.tap(taps.Act(node.inside.fold.state().to_act, "check"))
    node.card(BURNS)
    at_ms = node.now_ms + 3_000
    node.card(BOARD, "up", at_ms)
    node.card(BOARD, "up", at_ms)
    cause = node.log[-1].seq
    assert node.next == "judge"
    node.tap(taps.Report("drops", 1))  # another incident, newer, that waits for nobody
    assert node.direct(FloorRuled("play"), "same") == [FloorRuled("play", about=cause, directive="same")]
    assert node.direct(FloorRuled("play"), "same") == []
    assert node.next == "act"


@pytest.mark.parametrize(
    ("tap", "said"),
    [
        (taps.Act(7, "fold"), "Seat 7 is not in this hand; playing are 1, 2, 3."),
        (taps.Push({9: 100}), "Seat 9 is not in this hand and can win no pot."),
        (taps.Answer("1:betting_closed:4", "closed"), "That question is settled already."),
        (taps.Prepare("wished"), "'wished' is no preparation of the deck"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_leaves_no_record(tap: taps.Tap, said: str) -> None:
    node = Node()
    node.prepare()
    node.deal()
    before = len(node.log)
    with pytest.raises(taps.Refused, match=re.escape(said)):
        node.tap(tap)
    assert len(node.log) == before
    assert node.tap(taps.Act(3, "fold"))[0] == Acted(3, "fold")
    assert [record.seq for record in node.log] == list(range(1, len(node.log) + 1))


def test_nobody_acts_before_a_hand_begins() -> None:
    node = Node()
    for tap in (taps.Act(3, "fold"), taps.Push(), taps.Undo()):
        with pytest.raises(taps.Refused):
            node.tap(tap)
    assert len(node.log) == 1


def test_a_restart_in_the_middle_of_a_correction_goes_on_where_it_was() -> None:
    """Four cards on the flop: the judge has picked; after the restart the card is laid on the burns and the rest shown."""
    node = Node()
    node.prepare()
    node.deal()
    for seat, action in ((3, "call"), (1, "call"), (2, "check")):
        node.tap(taps.Act(seat, action))  # type: ignore[arg-type]
    node.card(BURNS)
    node.flop(4)
    assert node.next == "judge"
    node.direct(FloorPicked())
    node.inside = node.restarted()
    assert node.next == "correct"
    node.see(CardPlaced("k9", BURNS, "down"))
    assert node.next == "act"
    assert [incident.open for incident in node.inside.fold.incidents] == [False]
    assert [record.seq for record in node.log] == list(range(1, len(node.log) + 1))


def test_after_a_restart_no_question_is_asked_again_and_no_directive_taken_again() -> None:
    node = Node()
    node.to_flop()
    node.card(BURNS)
    assert isinstance(node.log[-1].event, Asked)
    node.direct(FloorPicked(), "once")
    node.inside = node.restarted()
    assert node.inside.fold.questions[0].kind == "betting_closed"
    told = node.see(CardPlaced("k10", STUB, "down"))
    assert told[0] == CardPlaced("k10", STUB, "down")
    assert [event.kind for event in told[1:] if isinstance(event, Asked)] == ["hand_over"]  # about the card that goes
    assert len(told) == 2
    assert node.direct(FloorPicked(), "once") == []
