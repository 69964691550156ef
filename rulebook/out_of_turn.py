"""Cards of the deal that came out of turn: put right, or a misdeal (BFSP 6.3.3; CLUB 2.5 f). Where only the times of two cards
say so the dealer is asked: a player may have picked up his card as it came, and put it down later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.asking import DEALT_BEFORE
from rulebook.facing import ask_boxed_before
from rulebook.felt import LyingCard
from rulebook.plans import put_right
from rulebook.seats import Seat, zone_seat

if TYPE_CHECKING:
    from rulebook.faults import Fault
    from rulebook.hand import Hand


def too_late(hand: Hand) -> bool:
    """Whether no misdeal can be called about the dealing under way: a later street of stud is too late by itself."""
    return hand.deadline.passed or hand.street != hand.streets.order[0]


def ask_order(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card in its turn, by the order in which cards are told of; but the one before it came later, as the node has kept its
    times, and it was seen to leave the stub only then."""
    before, hand.deal.latest = hand.deal.latest, card
    if before is None or not card.placed.not_after_ms or before.placed.not_before_ms <= card.placed.not_after_ms:
        return
    after = zone_seat(before.placed.zone)
    if after in (None, seat) or hand.faults.open("dealt_out_of_order"):
        return
    dealt = hand.deal.dealt

    def settle(hand: Hand, word: str) -> None:
        if word != "yes" or hand.over:
            return
        hand.deal.exchanged((card.handle, after), (before.handle, seat), first=dealt == 2)
        fault = _stray(hand, card, (after,), seq)
        in_round = len(hand.deal.order)
        if fault.open and (dealt - 1) // in_round < (hand.deal.dealt - 1) // in_round and not too_late(hand):
            hand.faults.restate(hand, fault, "dealt_out_of_order.misdeal")

    hand.asking.ask(hand, DEALT_BEFORE, seq, settle, seats=(seat, after))


def out_of_order(hand: Hand, card: LyingCard, seats: tuple[Seat, ...], seq: int) -> None:
    """Stray cards can be put right while they are face down and no further round began (BFSP 6.3.3)."""
    if hand.faults.open("dealt_out_of_order"):
        return

    def otherwise(hand: Hand) -> None:
        _stray(hand, card, seats, seq)

    if not ask_boxed_before(hand, card, seats[0], seq, otherwise):
        otherwise(hand)


def _stray(hand: Hand, card: LyingCard, seats: tuple[Seat, ...], seq: int) -> Fault:
    astray = hand.deal.astray
    late = too_late(hand)
    case = ".late" if late else ".first" if hand.deal.first_astray else ""
    return hand.faults.raise_(
        hand, f"dealt_out_of_order{case}", seq, seats=seats, handles=[handle for handle, _ in astray] or [card.handle],
        plan=None if late else put_right(astray), seen=f"a card to seat {seats[0]} out of its turn",
    )  # fmt: skip


def strays(hand: Hand, card: LyingCard, seq: int) -> None:
    """More cards stray while the fault is open; a further round, or a face turned up, puts it beyond repair."""
    fault = hand.faults.latest("dealt_out_of_order")
    if fault is None or not fault.open or fault.row.call == "misdeal":
        return
    astray = hand.deal.astray
    shown = any(hand.felt.is_up(handle) for handle, _ in astray)
    if shown or (hand.deal.new_round and fault.cause != seq):
        hand.faults.restate(hand, fault, "dealt_out_of_order.misdeal")
    elif len(astray) > len(fault.handles):
        fault.handles = tuple(handle for handle, _ in astray)
        hand.faults.replan(fault, put_right(astray))
