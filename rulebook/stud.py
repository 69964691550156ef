"""Cards of stud as they come to the seats: street by street, some of them face up (BFSP 5.8, 6.5; CLUB 2.6.1-3, 2.7.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulebook.asking import LAST_UP, PLAYS_ON
from rulebook.conduct import exposed_by_player
from rulebook.deal import Deal
from rulebook.events import Handle
from rulebook.felt import LyingCard
from rulebook.irregularities import row_for
from rulebook.plans import About, Plan
from rulebook.seats import BURNS, MUCK, STUB, Seat, clockwise, zone_seat
from rulebook.steps import Step, discards, stub_left
from rulebook.streets import begin_street, let_stand, next_street

if TYPE_CHECKING:
    from rulebook.hand import Hand


def waits_for_betting(hand: Hand, seat: Seat) -> bool:
    """Whether a card that comes to this seat now would come before the street's betting is over. Right after the deal, before
    any action and without a burn, it is no early street but a card too many; and a seat that was passed gets what it lacks."""
    if not hand.game.stud or hand.dealing or not hand.betting_due or hand.deal.lacks(seat):
        return False
    return bool(hand.deadline.actions) or not hand.streets.burn_due(hand.streets.coming(hand))


def begin_stud_street(hand: Hand, card: LyingCard, seq: int) -> bool:
    """A card comes to a seat after a street's betting: the next street of stud begins. False when it is no such card."""
    if not hand.game.stud or hand.dealing or hand.betting.round_open or hand.betting.street != hand.street:
        return False
    name = next_street(hand)
    if name is None:
        return False
    street = hand.game.street(name)
    begin_street(hand, name)
    hand.deal = Deal(clockwise(hand.betting.live, hand.button), street.down + street.up, street.up)
    for fault in hand.faults.open("burn_extra"):
        let_stand(hand, fault)  # cards have gone to the seats over it
    if street.burn and hand.streets.burn_due(name):
        plan = Plan([[Step("burn_right", [card.handle], BURNS, street=name)], [Step("deal_on")]])
        hand.faults.raise_(
            hand, "burn_missing", seq, handles=[card.handle], about=About(street=name), plan=plan,
            seen="no burn before this street", stands_from=hand.streets.order.index(name),
        )  # fmt: skip
    stub_short(hand, seq)
    return True


def dealt_over(hand: Hand, card: LyingCard) -> None:
    """A further card of a street without a burn: the order of the cards cannot be restored any more (BFSP 6.4.6)."""
    for fault in hand.faults.open("burn_missing"):
        if card.handle not in fault.handles and not hand.streets.burns[hand.street]:
            let_stand(hand, fault)


def premature(hand: Hand, handles: list[Handle], seq: int) -> None:
    """Cards of a street that came while betting was open never play (CLUB 2.7.10)."""
    seats = sorted({seat for handle in handles if (seat := zone_seat(hand.felt.zone_of(handle))) is not None})
    fault = hand.faults.raise_(
        hand, "premature_card", seq, seats=seats, handles=handles, about=About(before=hand.street),
        seen="dealt while seats owe an action",
    )  # fmt: skip
    if fault.row.plan == "aside_then_back":
        hand.streets.burns[hand.streets.coming(hand)].clear()  # burn again, as in flop games (BFSP 6.6.6)


def stud_stands(hand: Hand, handles: Iterable[Handle]) -> None:
    """A judge lets these cards play: they are dealt once the betting is over, and the burn that lay before them counts."""
    streets = hand.streets
    streets.standing_dealt += [handle for handle in handles if zone_seat(hand.felt.zone_of(handle)) is not None]
    coming = streets.coming(hand)
    if streets.standing_dealt and coming and streets.burn_due(coming):
        counted = {burn for burns in streets.burns.values() for burn in burns}
        streets.burns[coming] += [burn for burn in hand.felt.lying(BURNS) if burn not in counted][-1:]


def came_early(hand: Hand, handle: Handle) -> bool:
    """Whether a card is one of those that came while betting was open: no dealing counts it, wherever it goes."""
    return any(handle in fault.handles for fault in hand.faults.open("premature_card"))


def dealt_up(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card that belongs face down was dealt up: one of the first, or the seventh (BFSP 6.5.1, 6.5.2, 6.5.5)."""
    card.exposed = True
    if hand.street == hand.streets.order[-1]:
        _last_up(hand, card, seat, seq)
        return
    earlier = [fault for fault in hand.faults.of("stud_up_down") if fault.seats == (seat,)]
    fault = hand.faults.raise_(
        hand, "stud_up_down.two" if earlier else "stud_up_down", seq, seats=[seat], handles=[card.handle],
        about=About(zone=card.zone), seen=f"a down card of seat {seat} lies face up",
    )  # fmt: skip
    if fault.row.plan == "swap_for_burn" and fault.open:
        hand.streets.promised.add(hand.streets.order[1])  # the exposed card is the first burn


def _last_up(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """The last card lies up: its owner may count as all-in or play on. Once bets have been made he counts as all-in unless he
    says that he plays on (BFSP 6.5.5). Where the first of a street got it so, the others get theirs up too (WSOP L240)."""
    if any(fault.situation == "seventh_up.first" and fault.row.plan == "all_up" for fault in hand.faults.items.values()):
        return
    situation = "seventh_up.first" if hand.deal.dealt == 1 else "seventh_up"
    fault = hand.faults.raise_(
        hand, situation, seq, seats=[seat], handles=[card.handle], seen=f"seat {seat} shows its last card"
    )
    if fault.row.plan != "players_choice":
        return
    betting = hand.betting
    if betting.street == hand.street and any(betting.bets.values()):
        betting.as_all_in(seat)

    def settle(hand: Hand, word: str) -> None:
        if word == "no":
            hand.betting.as_all_in(seat)
        else:
            hand.betting.plays_on(seat)

    hand.asking.ask(hand, PLAYS_ON, seq, settle, seats=(seat,))


def ask_last_up(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> bool:
    """A last card that nobody saw come shows its face once somebody has acted: was it dealt so, or has its player turned it?
    His choice hangs on it, so it is asked (BFSP 6.5.5, 7.1.5). Returns whether that is so."""
    last = hand.street == hand.streets.order[-1] and hand.felt.seat_cards(seat)[-1] == card.handle
    if not last or not hand.betting.round_open or seat in hand.showing.tabled:
        return False

    def settle(hand: Hand, word: str) -> None:
        if word == "yes":
            dealt_up(hand, card, seat, seq)
        else:
            exposed_by_player(hand, card.handle, seat, seq)

    hand.asking.ask(hand, LAST_UP, seq, settle, seats=(seat,))
    return True


def third_up(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """Where a down card lies up already, the third is to come down; up it is one more (BFSP 6.5.2, WSOP L224)."""
    waiting = [fault for fault in hand.faults.open("stud_up_down") if fault.seats == (seat,) and fault.plan.wants("deal_down")]
    for fault in waiting:
        fault.settle()
    if len(waiting) > 1:
        hand.faults.raise_(
            hand, "stud_up_down.three", seq, seats=[seat], handles=[card.handle], about=About(zone=card.zone),
            seen=f"all first cards of seat {seat} lie face up",
        )  # fmt: skip
    elif waiting:
        dealt_up(hand, card, seat, seq)


def turned_down(hand: Hand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A live hand's up card was turned down, or mixed with the others."""
    if not hand.game.stud or seat not in hand.betting.live or hand.showing.order:
        return
    if hand.dealing:
        hand.streets.turned.append(card)
        return
    if any(fault.seats == (seat,) and fault.kind in ("stud_mixed", "stud_up_down") for fault in hand.faults.items.values()):
        return
    _mixed(hand, seat, hand.felt.seat_cards(seat), seq, f"an up card of seat {seat} lies face down")


def when_dealt(hand: Hand, seq: int) -> None:
    """The street is dealt: what was turned down meanwhile and still lies so, the dealer has not put right."""
    turned, hand.streets.turned = hand.streets.turned, []
    for card in turned:
        seat = zone_seat(card.zone)
        if seat is not None and card.face == "down" and not any(seat in fault.seats for fault in hand.faults.items.values()):
            turned_down(hand, card, seat, seq)


def off_the_table(hand: Hand, actor: Seat, seq: int) -> None:
    """Somebody acts, and an up card of another live hand lies in the muck: nobody has tapped that he folded."""
    for handle in hand.felt.zones[MUCK]:
        card = hand.felt.cards[handle]
        seat = zone_seat(card.placed.zone)
        if seat is None or seat == actor or seat not in hand.betting.live or card.placed.face != "up" or card.boxed:
            continue
        if not any(seat in fault.seats for fault in hand.faults.items.values()):
            _mixed(hand, seat, [handle, *hand.felt.seat_cards(seat)], seq, f"an up card of seat {seat} lies in the muck")


def _mixed(hand: Hand, seat: Seat, handles: list[Handle], seq: int, seen: str) -> None:
    fault = hand.faults.raise_(hand, "stud_mixed", seq, seats=[seat], handles=handles, seen=seen)
    if fault.row.call != "floor":
        hand.rule(hand.betting.kill(seat), seq)


def stub_short(hand: Hand, seq: int) -> None:
    """The last street is dealt, or is about to be, and the stub does not reach for all (BFSP 6.5.3): its last card never plays.
    Where nothing but that card is left, the burns are shuffled before any card comes, and none is burned before them."""
    streets, wanted = hand.streets, len(hand.betting.live)
    last, left = streets.order[-1], stub_left(hand)
    before = hand.street != last
    if hand.faults.of("stub_short") or wanted < 2 or (before and next_street(hand) != last):
        return
    reaches = left if not before else left - 1 - streets.burn_due(last)  # the first card of the street has come already
    if reaches >= wanted or (before and (reaches > 0 or (left > 1 and streets.burn_due(last)))):
        return
    burns, muck = hand.felt.lying(BURNS), len(discards(hand))
    lacking = wanted - max(reaches, 0)
    case = "" if lacking <= len(burns) else ".muck" if lacking <= len(burns) + muck else ".beyond"
    groups = [] if before else [[Step("deal_out", street=last)]]
    groups += [[Step("move", burns, STUB)], [Step("shuffle")]]
    if case:
        groups += [[Step("deal_out", street=last)], [Step("move", to=STUB, count=muck, origin=MUCK)], [Step("shuffle")]]
    groups.append([Step("deal_on", street=last)])
    streets.promised.add(last)
    hand.faults.raise_(
        hand, f"stub_short{case}", seq, handles=burns, seen=f"the stub lacks {lacking} cards for {wanted} hands",
        plan=None if row_for(hand.book, hand.settings, f"stub_short{case}").call == "floor" else Plan(groups),
    )  # fmt: skip
