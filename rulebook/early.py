"""A card that comes while betting is open is a question first: dealers act first and tap after (DESIGN 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.events import Handle
from rulebook.felt import LyingCard
from rulebook.seats import BURNS

if TYPE_CHECKING:
    from rulebook.hand import Hand


class Early:
    """Burn or board cards that came while the log says that betting is open.

    `about`: seq of the first of them. `answer`: empty, or ``closed``: the missing taps are awaited. `told`: the board cards
    among them are premature, and an incident says so.
    """

    __slots__ = ("about", "answer", "cause", "fault", "handles", "told")

    def __init__(self, about: int) -> None:
        self.about = about
        self.answer = ""
        self.handles: list[Handle] = []
        self.cause = 0  # seq of the first board card
        self.told = False
        self.fault = ""

    def joins(self, card: LyingCard, together: bool) -> bool:
        """Whether a further board card belongs to these."""
        return bool(self.handles) and (together or (not self.told))

    def told_again(self, hand: Hand) -> None:
        """A further card of a street that was already called premature."""
        if self.told:
            fault = hand.faults.items[self.fault]
            fault.handles = tuple(self.handles)
            hand.faults.replan(fault, count=len(self.handles), burn=hand.felt.lying(BURNS)[-1:])


def early_card(hand: Hand, card: LyingCard, seq: int) -> None:
    """A board card came while betting is open: ask, unless it is known already."""
    streets = hand.streets
    early = streets.early
    if early is None or early.told:
        early = Early(about=seq)  # otherwise its burn's question stands for the card too
    streets.early = early
    early.cause = seq
    early.handles.append(card.handle)
    if early.about in streets.late_raises or seq in streets.late_raises:
        make_premature(hand)


def make_premature(hand: Hand) -> None:
    """The betting was open: board cards among the early ones are premature; an early burn only stays what it is."""
    streets = hand.streets
    early = streets.early
    if early is None:
        return
    early.told = True
    if not early.handles:
        streets.early = None
        return
    laid = streets.laid(hand.felt)
    order = streets.order
    at = order.index(hand.street)
    coming = order[min(at + 1, len(order) - 1)]
    count = streets.board_after[coming] - laid
    situation = f"premature_{coming}" if at + 1 < len(order) else "extra_board_card.river"
    fault = hand.faults.raise_(
        situation, hand.street, early.cause, handles=early.handles, burn=hand.felt.lying(BURNS)[-1:] if laid == 0 else (),
        count=count, seen=f"{len(early.handles)} on the board while seats owe an action",
    )  # fmt: skip
    early.fault = fault.id
    if fault.row.plan in ("reshuffle_flop", "aside_until_river", "aside_and_back"):
        streets.burn_due = True
