"""A card that comes while betting is open is a question first: dealers act first and tap after (DESIGN 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.events import Handle
from rulebook.faults import Fault
from rulebook.felt import LyingCard
from rulebook.plans import About
from rulebook.seats import BOARD, Seat
from rulebook.stud import premature, stud_stands

if TYPE_CHECKING:
    from rulebook.hand import Hand

BURNED_AGAIN = ("reshuffle_flop", "aside_until_river", "aside_and_back")


class Early:
    """Burn or board cards that came while the log says that betting is open, until it is known which it was.

    `about`: seq of the first of them. `answer`: empty, or ``closed``: the missing taps are awaited.
    `cards`: board cards with the seq of each, and whether it came together with the one before. `dealt`: cards of stud.
    """

    __slots__ = ("about", "answer", "cards", "dealt")

    def __init__(self, about: int) -> None:
        self.about = about
        self.answer = ""
        self.cards: list[tuple[Handle, int, bool]] = []
        self.dealt: list[tuple[LyingCard, Seat, int]] = []

    def __contains__(self, handle: Handle) -> bool:
        return any(handle == card for card, _, _ in self.cards) or any(card.handle == handle for card, _, _ in self.dealt)


def ask_early(hand: Hand, seq: int) -> Early:
    """The record of that seq came before the betting was closed, as far as the log knows: "Betting closed?"."""
    early = hand.streets.early = Early(about=seq)
    hand.quiet = False
    return early


def early_card(hand: Hand, handle: Handle, seq: int, together: bool) -> None:
    """A board card came while betting is open: ask, unless it is known already."""
    streets = hand.streets
    with_premature = together and streets.early is None and bool(streets.premature)
    early = streets.early or ask_early(hand, seq)  # the question for its burn stands for the card too
    early.cards.append((handle, seq, together))
    if with_premature or early.about in streets.late_raises or seq in streets.late_raises:
        make_premature(hand)


def early_stud_card(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card of stud came to a seat while betting is open: ask."""
    streets = hand.streets
    early = streets.early or ask_early(hand, seq)
    early.dealt.append((card, seat, seq))
    if early.about in streets.late_raises or seq in streets.late_raises:
        make_premature(hand)


def make_premature(hand: Hand) -> None:
    """The betting was open: board cards among the early ones are premature; an early burn only stays what it is.

    Every wrong card is an incident of its own, a flop is one; which street a card would have been is told by its place.
    """
    streets = hand.streets
    early = streets.early
    if early is None:
        return
    before = streets.laid(hand.felt)
    streets.early = None
    for card, _, seq in early.dealt:
        premature(hand, [card.handle], seq)
    flop: Fault | None = None
    for handle, seq, together in early.cards:
        place = before + len(streets.premature) + 1
        name = next((name for name in streets.order if streets.board_after[name] >= place), "")
        if name == streets.flop or (flop is not None and together):
            flop = _premature_flop(hand, handle, seq)
        elif name:
            _premature(hand, name, [handle], seq)
        else:
            hand.faults.raise_(hand, "extra_board_card.alone", seq, handles=[handle], seen="a card beyond the river")
        streets.premature[handle] = name if flop is None else streets.flop


def _premature_flop(hand: Hand, handle: Handle, seq: int) -> Fault:
    """The flop's cards are one fault, however they came."""
    streets = hand.streets
    open_one = next((fault for fault in hand.faults.open("premature_flop") if _lies(hand, fault)), None)
    if open_one is None:
        return _premature(hand, streets.flop, [handle], seq)
    hand.faults.widen(open_one, [*open_one.handles, handle])
    return open_one


def _lies(hand: Hand, fault: Fault) -> bool:
    """Whether the fault's cards still lie where they came."""
    return all(hand.felt.zone_of(handle) == BOARD for handle in fault.handles)


def _premature(hand: Hand, name: str, handles: list[Handle], seq: int) -> Fault:
    streets = hand.streets
    at = streets.order.index(name)
    if name == streets.flop:
        _burned_in_the_deal(hand)
    about = About(
        burn=tuple(streets.burns[name]) if name == streets.flop else (),
        street=name,
        before=streets.order[at - 1],
        number=streets.board_after[name] - streets.board_before(name),
    )
    fault = hand.faults.raise_(
        hand, f"premature_{name}", seq, handles=handles, about=about, seen="on the board while seats owe an action"
    )
    coming = streets.coming(hand)
    if fault.row.plan in BURNED_AGAIN and name != streets.flop and coming:
        streets.burns[coming].clear()  # "burn again" (BFSP 6.6.6, 6.6.7)
    return fault


def _burned_in_the_deal(hand: Hand) -> None:
    """Who burns and lays a flop before the deal is complete makes one mistake: that burn is the flop's."""
    for fault in hand.faults.open("burn_extra"):
        if fault.about.street == hand.streets.order[0]:
            hand.faults.drop(fault)
            hand.streets.burns[hand.streets.flop] += fault.handles


def let_stand(hand: Hand, fault: Fault) -> None:
    """A judge lets premature cards play: they are their street once the betting before it is complete."""
    streets = hand.streets
    for handle in fault.handles:
        if streets.premature.pop(handle, None) is not None:
            streets.standing.append(handle)
    if fault.kind == "premature_card":
        stud_stands(hand, fault.handles)
