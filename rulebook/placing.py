"""A card came to lie somewhere: from the stub in its time or not, or moved by hand as a correction asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook import conduct, presence, stud
from rulebook.asking import DEALT_IN
from rulebook.board import card_to_board, card_to_burns
from rulebook.counts import surplus
from rulebook.early import early_stud_card
from rulebook.events import CardPlaced, CardTurned, Handle
from rulebook.facing import ask_boxed_burn, ask_boxed_or_exposed, boxed, exposed
from rulebook.felt import LyingCard
from rulebook.moving import by_hand, dealt_on
from rulebook.out_of_turn import ask_order, out_of_order, strays, too_late
from rulebook.seats import BOARD, BURNS, STUB, Seat, seat_zone, zone_seat

if TYPE_CHECKING:
    from rulebook.hand import Hand


def card_placed(hand: Hand, event: CardPlaced, seq: int) -> None:
    """A card came to lie in a zone."""
    known = hand.felt.cards.get(event.handle)
    if known is not None:
        by_hand(hand, known, event, seq)
        return
    zone = event.zone
    if zone == STUB:
        return
    card = hand.felt.lay(event, seq)  # never seen before: it came out of the stub
    if hand.streets.taken:
        dealt_on(hand, seq)
    if hand.result is not None:
        _after_the_hand(hand, card, seq)
        return
    seat = zone_seat(zone)
    if seat is not None and not hand.begun:
        hand.begun = True
        hand.preparation.before_first_card(hand, seq)
        conduct.button_checked(hand, seq)
        if hand.over:
            return
    if card.boxed:
        boxed(hand, card, seq)
        return
    if seat is not None:
        if hand.quiet and not hand.game.stud:
            give(hand, card, seat, seq)
        else:
            _dealt(hand, card, seat, seq)
    elif zone == BURNS:
        card_to_burns(hand, card, seq)
    elif zone == BOARD:
        card_to_board(hand, card, seq)
    if not hand.quiet:
        hand.faults.see("dealt", zone)


def _after_the_hand(hand: Hand, card: LyingCard, seq: int) -> None:
    """The cards are gathered; but a card that comes out of the stub for a seat or the board is dealt after the close."""
    assert hand.result is not None
    seat = zone_seat(card.zone)
    if hand.result.outcome in ("won", "split") and (seat is not None or card.zone == BOARD):
        hand.faults.raise_(
            hand, "dealt_after_close", seq, seats=() if seat is None else (seat,), handles=[card.handle],
            seen="a card from the stub after the pot was pushed",
        )  # fmt: skip


def card_turned(hand: Hand, event: CardTurned, seq: int) -> None:
    """A card was turned over where it lies."""
    known = hand.felt.cards.get(event.handle)
    before = known.face if known is not None else "unknown"
    card = hand.felt.turn(event)
    seat = zone_seat(card.zone) if card is not None else None
    if card is not None and card.zone == BURNS and event.face == "up" and not hand.over:
        ask_boxed_burn(hand, card, seq)
    if card is None or seat is None or hand.over or before == event.face:
        return
    if event.face == "up" and before == "unknown" and _seen_late(hand, card, seat, seq):
        return
    if event.face == "up":
        conduct.exposed_by_player(hand, card.handle, seat, seq)
    elif event.face == "down" and before == "up":
        stud.turned_down(hand, card, seat, seq)


def _seen_late(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> bool:
    """A card whose face nobody saw as it came (a hand lay over it) is seen to lie face up: whether it was dealt so."""
    deal, so_far = hand.deal, hand.game.streets[: hand.streets.order.index(hand.street) + 1]
    if hand.game.stud and len(hand.felt.seat_cards(seat)) > sum(street.down + street.up for street in so_far):
        return True  # it came before its street: whether that is so is asked, and how it lies is not the player's doing
    ups = sum(street.up for street in so_far[:-1])
    ups += max(0, deal.counts.get(seat, 0) - (deal.per_seat - deal.ups))
    if card.boxed or (hand.game.stud and len(hand.felt.face_up(seat)) <= ups):
        return True
    shown = any(fault.seats == (seat,) for fault in hand.faults.of("exposed_by_player"))
    if shown:
        return False
    if _acted_over(hand, card, seat):
        return hand.game.stud and stud.ask_last_up(hand, card, seat, seq)
    _face_up(hand, card, seat, seq)
    return True


def _acted_over(hand: Hand, card: LyingCard, seat: Seat) -> bool:
    """Whether anybody has acted since the card came: what shows its face only then its player may have turned up."""
    if hand.game.stud and hand.street == hand.streets.order[-1] and hand.felt.seat_cards(seat)[-1] == card.handle:
        begun = not hand.dealing and hand.betting.street == hand.street
        return hand.betting.no_more_betting or (begun and bool(hand.streets.actions_since))
    return bool(hand.deadline.actions)


def _dealt(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card came from the stub to a seat."""
    if hand.faults.items and _replaces(hand, seat):
        if card.face == "up":
            _face_up(hand, card, seat, seq)
        return
    if hand.game.stud:
        if seat in hand.betting.live and stud.waits_for_betting(hand, seat):
            early_stud_card(hand, card, seat, seq)
            return
        if not stud.begin_stud_street(hand, card, seq) and hand.faults.items:
            stud.dealt_over(hand, card)
    give(hand, card, seat, seq)


def give(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """The card counts as one of the dealing under way."""
    anybody_away = hand.presence.anybody
    if anybody_away:
        presence.card_to_absent(hand, seat, seq)
    deal = hand.deal
    told = deal.give(seat, card.handle)
    if told is not None:
        _proves(hand, card, seat, *told, seq)
    elif not hand.game.stud:
        ask_order(hand, card, seat, seq)
    if deal.strays and not hand.over:
        strays(hand, card, seq)
    if card.face == "up" and not hand.over and seat in deal.counts:
        if not deal.faces_up(seat):
            _face_up(hand, card, seat, seq)
        elif hand.game.stud and hand.faults.items:
            stud.third_up(hand, card, seat, seq)
    if anybody_away and not hand.over:
        presence.after_deal(hand, seq)


def _face_up(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    if card.mouth == "unknown":
        ask_boxed_or_exposed(hand, card, seat, seq)
    else:
        exposed(hand, card, seat, seq)


def _replaces(hand: Hand, seat: Seat) -> bool:
    """Whether the card takes an exposed one's place: it is awaited, or the exposed one has been taken away already."""
    for fault in hand.faults.open():
        if fault.row.plan == "swap_for_burn" and fault.about.zone == seat_zone(seat):
            if fault.plan.wants("replace"):
                return True
            if hand.felt.zone_of(fault.handles[0]) == BURNS:
                for group in fault.plan.groups:
                    for step in group:
                        step.done = step.done or step.kind == "replace"
                return True
    return False


def _proves(hand: Hand, card: LyingCard, seat: Seat, situation: str, seats: tuple[Seat, ...], seq: int) -> None:
    """What the card's place in the order of the deal proves (BFSP 6.3.3-6.3.5; CLUB 2.5 d-i)."""
    if situation.startswith("surplus"):
        surplus(hand, card, seat, seq, after_deal=situation == "surplus_after")
    elif situation == "dealt_out_of_order":
        out_of_order(hand, card, seats, seq)
    elif situation == "seat_skipped":
        _passed(hand, seats, [card.handle], seq)
    else:
        hand.faults.raise_(hand, f"{situation}{'.late' if too_late(hand) else ''}", seq, seats=seats, handles=[card.handle])


def _passed(hand: Hand, seats: tuple[Seat, ...], handles: list[Handle], seq: int) -> None:
    """Seats got no card in their turn; where nothing watched them the dealer is asked."""
    situation = "seat_skipped.late" if too_late(hand) else "seat_skipped"

    def settle(hand: Hand, word: str) -> None:
        if word == "yes":
            hand.deal.unseen(seats)
        else:
            hand.faults.raise_(hand, situation, seq, seats=seats, handles=handles)

    if hand.asking.seats_unsure(seats):
        hand.asking.ask(hand, DEALT_IN, seq, settle, seats=seats)
    else:
        settle(hand, "no")


def ends_short(hand: Hand, seq: int) -> None:
    """Somebody acts on a later street of stud and ends its deal: seats that lack a card were passed, if nothing proved it."""
    short = hand.deal.ends()
    if short and too_late(hand):
        _passed(hand, short, [], seq)
