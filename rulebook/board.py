"""Burns and board cards as they come: in their time, too early, too many, without their burn (BFSP 6.4.6, 6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.early import ask_early, early_card
from rulebook.events import Handle
from rulebook.facing import ask_boxed_burn
from rulebook.faults import OFF_BOARD, Fault
from rulebook.felt import LyingCard
from rulebook.plans import About, restore_extra_burn
from rulebook.seats import BOARD
from rulebook.streets import begin_street, let_stand, next_street

if TYPE_CHECKING:
    from rulebook.hand import Hand

UNSEEN = ""  # the handle of a burn that the dealer may have made and nobody saw
TOGETHER_MS = 2_000  # cards that came to the board within this time were turned together


def card_to_burns(hand: Hand, card: LyingCard, seq: int) -> None:
    """A card came from the stub to the burns."""
    streets = hand.streets
    if len(hand.betting.live) <= 1:
        return
    streets.burned_since = True
    if card.face == "up":
        ask_boxed_burn(hand, card, seq)
    target = streets.coming(hand)
    waiting = streets.laid(hand.felt) < streets.required
    due = bool(target) and streets.burn_due(target)
    if not target or (hand.dealing and not waiting and not (target == hand.street and due)):
        _extra_burn(hand, card, seq, hand.street)
        return
    streets.burns[target].append(card.handle)
    if not due:
        _extra_burn(hand, card, seq, target)
    elif hand.betting_due and not waiting:
        hand.warn("burn_while_betting", seq)
        if streets.early is None:
            ask_early(hand, seq)


def _extra_burn(hand: Hand, card: LyingCard, seq: int, street: str) -> None:
    hand.faults.raise_(
        hand, "burn_extra", seq, handles=[card.handle], about=About(street=street), plan=restore_extra_burn(card.handle),
        seen="a burn too many", stands_from=hand.streets.order.index(street),
    )  # fmt: skip


def burn_leaves(hand: Hand, card: LyingCard) -> None:
    """A burn is taken up. Of two that came in one motion the one that goes back is the one too many."""
    streets = hand.streets
    for fault in hand.faults.open("burn_extra"):
        extra = hand.felt.cards.get(fault.handles[0])
        if extra is not None and card.handle in streets.burns[fault.about.street] and card.came_with(extra):
            fault.plan.exchange(extra.handle, card.handle)
            fault.handles, fault.about = (card.handle,), fault.about._replace(cards=(card.handle,))
            break
    streets.leave_burns(card.handle)


def burn_came(hand: Hand, handle: Handle) -> None:
    """A card was moved to the burns by hand: it is the burn of the street to come, or of the one that is laid anew."""
    streets = hand.streets
    target = hand.street if _drawn_for(hand) and not streets.burns[hand.street] else streets.coming(hand)
    if target and handle not in streets.burns[target]:
        streets.burns[target].append(handle)
        streets.promised.discard(target)


def _drawn_for(hand: Hand) -> bool:
    """Whether a judge draws the burn that the present street lacks out of its own cards (WSOP T88-c3i)."""
    return any(fault.row.plan == "scramble_flop" for fault in hand.faults.open("burn_missing"))


def card_to_board(hand: Hand, card: LyingCard, seq: int) -> None:
    """A card came from the stub to the board."""
    streets = hand.streets
    if len(hand.betting.live) <= 1:
        return  # shown for curiosity after the hand was won
    laid = streets.laid(hand.felt) - 1  # before this one
    previous, streets.last_board = streets.last_board, card
    burned_since, streets.burned_since = streets.burned_since, False
    together = previous is not None and not burned_since and card.arrived_ms - previous.arrived_ms <= TOGETHER_MS
    if streets.early is not None and streets.early.cards:
        early_card(hand, card.handle, seq, together)
    elif laid < streets.required:
        for fault in hand.faults.open(OFF_BOARD):
            if fault.waits_for_judge and card.handle not in fault.handles:
                hand.faults.widen(fault, [*fault.handles, card.handle])  # in its place: a judge decides which of them plays
        _due(hand, card, seq, first=laid == streets.board_before(hand.street))
    elif (together or hand.faults.open("four_card_flop")) and streets.actions_since == 0 and laid and not streets.premature:
        _surplus(hand, seq)
    elif hand.betting.round_open or hand.dealing:
        early_card(hand, card.handle, seq, together)
    elif (street := next_street(hand)) is None:
        hand.faults.raise_(hand, "extra_board_card.alone", seq, handles=[card.handle], seen="a card beyond the river")
    else:
        _open(hand, card, seq, street)


def _open(hand: Hand, card: LyingCard, seq: int, street: str) -> None:
    """The first card of the next street, in its time."""
    streets = hand.streets
    unburned = streets.burn_due(street)
    begin_street(hand, street)
    for fault in hand.faults.open():
        if fault.stands_from < streets.order.index(street):
            let_stand(hand, fault)  # another street lies over it: its order cannot be restored any more
    for extra in hand.faults.open("burn_extra"):
        _after_extra_burn(hand, extra, card)
    if unburned:
        _unburned(hand, card, seq)


def _unburned(hand: Hand, card: LyingCard, seq: int) -> None:
    """No burn was seen for the present street. Where fewer than two witnesses watch the burns, the dealer is asked."""
    if not hand.asking.burns_unsure:
        _burn_missing(hand, card, seq)
        return
    street = hand.street
    hand.streets.burns[street].append(UNSEEN)

    def settle(hand: Hand, word: str) -> None:
        if word == "no":
            hand.streets.burns[street].remove(UNSEEN)
            _burn_missing(hand, card, seq)

    hand.asking.ask(hand, "burned", seq, settle)


def _burn_missing(hand: Hand, card: LyingCard, seq: int) -> None:
    """No burn lies for the present street (BFSP 6.4.6, 6.6.2)."""
    streets = hand.streets
    flop = hand.street == streets.flop
    hand.faults.raise_(
        hand, "burn_missing.flop" if flop else "burn_missing", seq, handles=[card.handle],
        about=About(street=hand.street, number=streets.required if flop else 1), seen="no burn before this card",
        stands_from=streets.order.index(hand.street),
    )  # fmt: skip


def _after_extra_burn(hand: Hand, extra: Fault, card: LyingCard) -> None:
    """The street came over an extra burn: the order of one card can be restored, that of a flop turned at once cannot."""
    if hand.street == hand.streets.flop:
        let_stand(hand, extra)
        return
    first = hand.faults.open("burn_extra")[0] is extra
    hand.faults.replan(extra, restore_extra_burn(extra.handles[0], hand.street, [card.handle], plays=first))


def _due(hand: Hand, card: LyingCard, seq: int, *, first: bool) -> None:
    """One more card of a street that is being laid, perhaps anew."""
    if first and hand.streets.burn_due(hand.street):
        _unburned(hand, card, seq)  # again
        return
    for fault in hand.faults.open("burn_missing"):
        if fault.situation == "burn_missing.flop" and all(hand.felt.zone_of(handle) == BOARD for handle in fault.handles):
            hand.faults.widen(fault, [*fault.handles, card.handle])  # all three go back, not the first alone


def _surplus(hand: Hand, seq: int) -> None:
    """One card too many was turned together with the street's own (BFSP 6.6.3, 6.6.4, 6.6.8)."""
    streets = hand.streets
    lying = hand.felt.lying(BOARD)
    seen = f"{len(lying)} cards on the board"
    if hand.street == streets.flop:
        _surplus_flop(hand, lying, seq, seen)
        return
    last = next_street(hand)
    turned = lying[streets.board_before(hand.street) :]
    situation = "extra_board_card" if last else "extra_board_card.river"
    earlier = [fault for fault in hand.faults.open("extra_board_card") if fault.street == hand.street]
    if earlier:
        # Every wrong card is an incident of its own; a judge who picks one card cannot put two right.
        for fault in earlier:
            hand.faults.restate(hand, fault, f"{fault.kind}.many")
        situation = "extra_board_card.many"
    hand.faults.raise_(hand, situation, seq, handles=turned, seen=seen)
    if last and not earlier:
        streets.promised.add(last)  # the picked card is the next burn


def _surplus_flop(hand: Hand, lying: list[Handle], seq: int, seen: str) -> None:
    streets = hand.streets
    turn = streets.order[2]
    for fault in hand.faults.open("burn_missing"):
        if fault.situation == "burn_missing.flop":
            hand.faults.widen(fault, lying)  # what is turned without a burn goes back, however much it is
    if len(lying) == streets.required + 1:
        hand.faults.raise_(hand, "four_card_flop", seq, handles=lying, seen=seen)
        if not _drawn_for(hand):  # else one of the four is the burn that is missing
            streets.promised.add(turn)  # the picked card is the next burn
        return
    for fault in [*hand.faults.open("four_card_flop"), *hand.faults.open("flop_over_four")]:
        hand.faults.drop(fault)
    streets.promised.discard(turn)
    burn = tuple(streets.burns[streets.flop])
    about = About(burn=burn, street=streets.flop, before=streets.order[0], number=streets.required)
    hand.faults.raise_(hand, "flop_over_four", seq, handles=lying, about=about, seen=seen)
