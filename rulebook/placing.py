"""A card came to lie somewhere: from the stub in its time or not, or moved by hand as a correction asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.counts import put_right, surplus
from rulebook.events import CardPlaced, IntegritySeen
from rulebook.facing import boxed, exposed
from rulebook.felt import LyingCard
from rulebook.irregularities import INTEGRITY_ORDER
from rulebook.plans import Happening
from rulebook.seats import BOARD, BURNS, STUB, Seat, Zone, zone_seat
from rulebook.streets import begin_stud_street, card_to_board, card_to_burns

if TYPE_CHECKING:
    from rulebook.hand import Hand


def card_placed(hand: Hand, event: CardPlaced, seq: int) -> None:
    """A card came to lie in a zone."""
    if event.zone == STUB and event.handle not in hand.felt.cards:
        return
    card, origin = hand.felt.place(event, seq)
    if hand.over:
        return  # gathering the cards
    if origin is not None:
        _moved(hand, card, origin, event)
        return
    if not hand.deal.begun and zone_seat(event.zone) is not None:
        hand.preparation.before_first_card(hand, seq)
        if hand.over:
            return
    if card.boxed:
        boxed(hand, card, seq)
    elif (seat := zone_seat(event.zone)) is not None:
        _dealt(hand, card, seat, seq)
        hand.faults.see(Happening("dealt", card.handle, event.zone))
    elif event.zone == BURNS:
        card_to_burns(hand, card, seq)
    elif event.zone == BOARD:
        card_to_board(hand, card, seq)


def _moved(hand: Hand, card: LyingCard, origin: Zone, event: CardPlaced) -> None:
    """A card that lay elsewhere was moved: the deal's counts follow it, the corrections see it."""
    left, came = zone_seat(origin), zone_seat(event.zone)
    if not hand.deadline.actions and not card.boxed and not card.exposed:
        if left is not None:
            hand.deal.take_back(left)
        if came is not None:
            hand.deal.put(came)
    early = hand.streets.early
    if early is not None and origin == BOARD and event.zone != BOARD and card.handle in early.handles:
        early.handles.remove(card.handle)
        if not early.handles:
            hand.streets.early = None
    if event.zone == BURNS and (hand.faults.wanting("burn_right") or hand.faults.wanting("take", BURNS)):
        hand.streets.burn_due = False
    hand.faults.see(Happening("moved", card.handle, event.zone, event.face))


def _dealt(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card came from the stub to a seat."""
    zone = card.zone
    if any(fault.row.plan == "swap_for_burn" for fault in hand.faults.wanting("replace", zone)):
        return  # it takes the exposed card's place
    begin_stud_street(hand, card, seq)
    told = hand.deal.give(seat, card.handle)
    late = hand.deadline.passed
    if told is not None:
        situation, seats = told
        if situation.startswith("surplus"):
            surplus(hand, card, seat, seq, after_deal=situation == "surplus_after")
        elif situation == "dealt_out_of_order":
            _out_of_order(hand, card, seats, seq)
        else:
            case = f"{situation}.late" if late and situation == "dealt_to_empty_seat" else situation
            fault = hand.faults.raise_(case, hand.street, seq, seats=seats, handles=[card.handle])
            if fault.row.call == "misdeal":
                hand.faults.misdeal(hand, fault)
    if not hand.over:
        _stray_beyond_repair(hand, seq)
    if not hand.over and card.face == "up" and not hand.deal.faces_up(seat):
        if card.mouth == "unknown":
            hand.faces.ask(card, seat, seq)
        else:
            exposed(hand, card, seat, seq)


def _out_of_order(hand: Hand, card: LyingCard, seats: tuple[Seat, ...], seq: int) -> None:
    """Stray cards can be put right while they are face down and no further round began (BFSP 6.3.3)."""
    if hand.faults.latest("dealt_out_of_order") is not None:
        return
    fault = hand.faults.raise_("dealt_out_of_order", hand.street, seq, seats=seats, handles=[card.handle])
    if fault.row.call == "misdeal":
        hand.faults.misdeal(hand, fault)
        return
    fault.plan = put_right(hand.deal.strays)
    fault.handles = tuple(handle for handle, _ in hand.deal.strays)


def _stray_beyond_repair(hand: Hand, seq: int) -> None:
    """A further round began over stray cards: it can't be put right any more."""
    fault = hand.faults.latest("dealt_out_of_order")
    if fault is None or not fault.open or fault.row.call == "misdeal":
        return
    round_ended = hand.deal.first_cards() % len(hand.deal.order) == 1 and hand.deal.first_cards() > 1
    if round_ended and fault.cause != seq:
        hand.faults.restate(fault, "dealt_out_of_order.misdeal")
        hand.faults.misdeal(hand, fault)


def integrity_seen(hand: Hand, event: IntegritySeen, seq: int) -> None:
    """The ledger tells a fact about identities, without the rank: one fault, one incident."""
    if hand.over:
        return
    for fault in hand.faults.open():
        if fault.kind in INTEGRITY_ORDER and set(fault.handles) & set(event.handles):
            if INTEGRITY_ORDER.index(fault.kind) <= INTEGRITY_ORDER.index(event.kind):
                return
            hand.faults.drop(fault)
    in_hand = hand.deal.begun and event.kind in ("deck_count", "mixed_backs")
    fault = hand.faults.raise_(
        f"{event.kind}.in_hand" if in_hand else event.kind, hand.street, seq, handles=event.handles,
        seen=", ".join(event.witnesses),
    )  # fmt: skip
    if fault.row.call == "void":
        hand.faults.misdeal(hand, fault)
