"""The events that a tap of the dealer declares, or why it cannot be taken. Pure.

What a tap says about the hand's course (the next hand, an undo, the deck's preparation) is the log's own: see `enforcement`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from link.table_setting import check_setting
from rulebook.book import Book
from rulebook.events import (
    BY_HAND,
    Acted,
    Answered,
    AnyEvent,
    CardPlaced,
    ChipsPut,
    DeckPrepared,
    Pushed,
    Reported,
    Said,
    Tabled,
    TableSet,
)
from rulebook.ofc_hand import OfcHand
from rulebook.seats import Seat, row_zone
from rulebook.showing import nobody_knows, pots_due, total_due
from rulebook.table import Table
from table_node import taps
from table_node.open_face import in_hand, may_open

PREPARATIONS = frozenset({"washed", "riffled", "shuffled", "cut", "cut_exposed", "counted", "new_deck"})


def declared(fold: Table, books: Mapping[str, Book], tap: taps.Tap, at_ms: int) -> Iterator[AnyEvent]:
    """The events of a tap, each to be folded before the next is asked for; `at_ms` is boot time. Raises `taps.Refused`.

    What was done before a card that the dealer said came after the betting is put before it (`late_target`).
    """
    match tap:
        case taps.Act():
            yield _by_player(fold, tap.seat, Acted(tap.seat, tap.action, tap.amount, fold.late_target))
        case taps.Say():
            yield _by_player(fold, tap.seat, Said(tap.seat, tap.words, tap.amount, fold.late_target))
        case taps.Chips():
            yield _by_player(fold, tap.seat, ChipsPut(tap.seat, tap.chips, fold.late_target))
        case taps.Bulk():
            yield from _bulk(fold, tap)
        case taps.SetRow():
            yield _set_row(fold, tap, at_ms)
        case taps.TableCards():
            _may_table(fold, tap.seat)
            handles = fold.state().cards.get(tap.seat, ())
            yield _by_player(fold, tap.seat, Tabled(tap.seat, handles))
        case taps.Report():
            yield Reported(tap.what, tap.seat)
        case taps.CallFloor():
            yield Reported("call_floor")
        case taps.Push():
            yield _push(fold, tap)
        case taps.Answer():
            yield _answer(fold, tap)
        case taps.SetTable():
            yield _set_table(fold, books, tap)


def prepared(tap: taps.Prepare) -> DeckPrepared:
    """What the dealer did with the deck. Raises `taps.Refused`."""
    what = tap.what
    if what not in PREPARATIONS:
        raise taps.Refused(f"{what!r} is no preparation of the deck; expected one of {', '.join(sorted(PREPARATIONS))}.")
    if (what == "counted") != (tap.count is not None):
        raise taps.Refused("A count of the deck is a number of cards, and nothing else is.")
    return DeckPrepared(what, by="hand" if what == "shuffled" else "", count=tap.count)  # type: ignore[arg-type]


def _by_player(fold: Table, seat: Seat, event: AnyEvent) -> AnyEvent:
    """The event, if that seat plays in a hand."""
    hand = fold.hand
    if hand is None or hand.over:
        raise taps.Refused("No hand is being played. Start one: shuffle, or tap Next hand.")
    if seat not in hand.betting.seats:
        seats = ", ".join(map(str, sorted(hand.betting.seats)))
        raise taps.Refused(f"Seat {seat} is not in this hand; playing are {seats}.")
    return event


def _may_table(fold: Table, seat: Seat) -> None:
    """In open-face a hand is open by itself; fantasy stays hidden, and what may yet be discarded is nobody's business."""
    state = fold.state()
    if isinstance(fold.hand, OfcHand) and not may_open(state, seat) and in_hand(state, seat):
        if seat in state.hidden:
            raise taps.Refused("Fantasy stays hidden until everybody has set his cards.")
        raise taps.Refused(f"Seat {seat} has a card too many to have set all: it discards one first.")


def _set_row(fold: Table, tap: taps.SetRow, at_ms: int) -> CardPlaced:
    state = fold.state()
    if not isinstance(fold.hand, OfcHand) or fold.hand.over:
        raise taps.Refused("Cards are set in rows in an open-face hand only.")
    if tap.handle not in state.cards.get(tap.seat, ()):
        raise taps.Refused(f"That card does not lie before seat {tap.seat} any more.")
    if tap.handle not in state.names or tap.seat in state.hidden:
        raise taps.Refused("That card is not open yet.")
    return CardPlaced(tap.handle, row_zone(tap.seat, tap.row), "up", "unknown", at_ms, at_ms, BY_HAND)


def _bulk(fold: Table, tap: taps.Bulk) -> Iterator[AnyEvent]:
    owing = fold.state().owing
    if not owing:
        raise taps.Refused("Nobody owes an action.")
    for seat in owing:
        if seat == tap.until:
            break
        if seat not in fold.state().owing:
            break
        yield _by_player(fold, seat, Acted(seat, tap.action, None, fold.late_target))


def _push(fold: Table, tap: taps.Push) -> Pushed:
    hand = fold.hand
    if hand is None or hand.over:
        raise taps.Refused("No pot lies there: no hand is being played.")
    if tap.awards is None:
        if nobody_knows(hand):
            raise taps.Refused("Nobody knows who wins: table the hands, or enter what each seat gets.")
        due = total_due(pots_due(hand, at_push=True))
        return Pushed(due, rightly=True)
    unknown = [seat for seat in tap.awards if seat not in hand.betting.seats]
    if unknown:
        raise taps.Refused(f"Seat {unknown[0]} is not in this hand and can win no pot.")
    return Pushed(dict(tap.awards))


def _answer(fold: Table, tap: taps.Answer) -> Answered:
    question = next((question for question in fold.questions if question.id == tap.question), None)
    if question is None:
        raise taps.Refused("That question is settled already.")
    if tap.word not in question.words:
        raise taps.Refused(f"{tap.word!r} is no answer here; answers are {', '.join(question.words)}.")
    return Answered(tap.question, tap.word)


def _set_table(fold: Table, books: Mapping[str, Book], tap: taps.SetTable) -> TableSet:
    """The dealer sets the table. The stream's delay is not his to change."""
    hand = fold.hand
    if tap.stacks and hand is not None and not hand.over:
        raise taps.Refused("A hand is being played: seats and stacks can be set once its pot is pushed.")
    if not tap.stacks and not fold.next_stacks:
        raise taps.Refused("Nobody sits here yet: enter a stack for each seat.")
    settings = msgspec.structs.replace(tap.settings, delay_ms=fold.next_settings.delay_ms)
    given = TableSet(settings, dict(tap.stacks), tap.button if tap.stacks else 0)
    try:
        check_setting(given, books)
    except ValueError as error:
        raise taps.Refused(str(error)) from None
    return given
