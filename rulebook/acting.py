"""Somebody acted: what that does to the betting, and what it makes too late to put right (RULES 3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulebook.conduct import board_short, settle_forward
from rulebook.counts import count_cards
from rulebook.early import make_premature
from rulebook.events import Acted, Answered, ChipsPut, Said
from rulebook.placing import ends_short, give
from rulebook.seats import BOARD, Seat, zone_seat
from rulebook.streets import begin_betting, let_stand, open_standing, open_street_when_complete, release_burn, too_late
from rulebook.stud import begin_stud_street, off_the_table

if TYPE_CHECKING:
    from rulebook.hand import Hand

NO_CHIPS = ("fold", "check", "time")


def acted(hand: Hand, event: Acted, seq: int) -> None:
    """A declared action."""
    if hand.result is not None:
        return
    if event.action == "muck":
        hand.showing.muck(event.seat)
        return
    _about_to_act(hand, event.seat, seq)
    betting = hand.betting
    raises = len(betting.history)
    drafts = betting.act(event.seat, event.action, event.amount)
    if drafts:
        hand.rule(drafts, seq)
    _action_taken(hand, event.seat, seq, event.before, event.action, raises)


def said(hand: Hand, event: Said, seq: int) -> None:
    """Spoken words."""
    if hand.over:
        return
    _about_to_act(hand, event.seat, seq)
    raises = len(hand.betting.history)
    hand.rule(hand.betting.said(event.seat, event.words, event.amount), seq)
    word = event.words.split()[0] if event.words.strip() else ""
    _action_taken(hand, event.seat, seq, event.before, word, raises)


def chips_put(hand: Hand, event: ChipsPut, seq: int) -> None:
    """One motion with chips."""
    if hand.over:
        return
    _about_to_act(hand, event.seat, seq)
    raises = len(hand.betting.history)
    hand.rule(hand.betting.put(event.seat, event.chips, event.lying), seq)
    _action_taken(hand, event.seat, seq, event.before, "chips", raises)


def answered(hand: Hand, event: Answered, seq: int) -> None:
    """The dealer answered a question of the fold."""
    if hand.over:
        return
    early = hand.streets.early
    if early is not None and event.question == f"{hand.number}:betting_closed:{early.about}":
        if event.word == "early":
            make_premature(hand)
        else:
            early.answer = event.word
        return
    hand.asking.answered(hand, event)


def betting_closed(hand: Hand) -> None:
    """Nobody owes an action, and cards lie there that came before: a burn is the next street's, premature cards that a judge
    lets play (or that nobody called early while the missing actions were tapped) are the next street."""
    streets = hand.streets
    early, streets.early = streets.early, None
    dealt, streets.standing_dealt = streets.standing_dealt, []
    for card in [hand.felt.cards[handle] for handle in dealt if handle in hand.felt.cards]:
        seat = zone_seat(card.zone)
        if seat is not None:
            begin_stud_street(hand, card, card.seq)
            give(hand, card, seat, card.seq)
    if early is not None:
        streets.standing += [handle for handle, _, _ in early.cards]
        for card, seat, seq in early.dealt:
            begin_stud_street(hand, card, seq)
            give(hand, card, seat, seq)
    if streets.standing:
        open_standing(hand)
        open_street_when_complete(hand)


def _about_to_act(hand: Hand, seat: Seat, seq: int) -> None:
    if hand.forwarded or hand.betting.street != hand.street or not hand.quiet:
        _before_acting(hand, seat, seq)
    if hand.game.stud:
        off_the_table(hand, seat, seq)


def _before_acting(hand: Hand, seat: Seat, seq: int) -> None:
    """Cards pushed forward are a fold now. An up card of stud that nobody could read must not stop the hand: who acts first was
    seen by the people to begin. Nor does a seat or a board that lacks a card: betting begins all the same, by a fault."""
    if hand.forwarded:
        settle_forward(hand, seat, seq)
    if hand.asking.open:
        hand.asking.answered_by_act(hand, seat)
    if hand.betting.street == hand.street:
        return
    if hand.game.stud:
        if not hand.deal.complete and hand.deal.begun:
            ends_short(hand, seq)
        if not hand.over and hand.deal.begun:
            begin_betting(hand, seat)
    elif hand.streets.laid(hand.felt) > hand.streets.board_before(hand.street):
        begin_betting(hand)


def _action_taken(hand: Hand, seat: Seat, seq: int, before: int | None, action: str, raises: int) -> None:
    """A seat acted: deadlines pass, errors that were not put right stand, hands with a wrong count are found.

    `raises`: how many bets and raises the round had before. One that is tapped late cannot have come before the card.
    """
    streets, betting = hand.streets, hand.betting
    if before is not None and (len(betting.history) > raises or betting.word is not None):
        streets.late_raises.add(before)
    fresh = len(betting.acted) - hand.counted  # so many the betting took as actions
    if fresh:
        streets.actions_since += fresh
        if action not in NO_CHIPS:
            streets.chips_since += fresh
        if not hand.deadline.passed:
            _begun(hand, betting.acted[hand.counted :], seat, seq, action)
        hand.counted += fresh
        hand.deal.closed = True
    if hand.quiet and len(hand.felt.zones[BOARD]) == streets.required:
        return  # every card that lies there is one of those required, and nothing is to be put right
    if hand.result is not None:
        return
    laid = streets.laid(hand.felt)
    if 0 < laid < streets.required and not any(fault.plan.current() for fault in hand.faults.open()):
        board_short(hand, "flop_short.late", laid, seq)
    elif fresh and hand.faults.items:
        _too_late(hand)
        _moot(hand)


def _begun(hand: Hand, actors: Sequence[Seat], seat: Seat, seq: int, action: str) -> None:
    """Voluntary actions while a misdeal could still be called; with the first of them every hand must have its cards."""
    for actor in actors:
        first = not hand.deadline.actions
        hand.deadline.acted(actor, action not in NO_CHIPS, brings_in=action == "bring_in")
        if first and hand.begun and not hand.over:
            count_cards(hand, seq, seat)


def _too_late(hand: Hand) -> None:
    """The betting of a street has begun: the order of its cards is not restored any more (BFSP 6.4.6), a cut that was left
    out is not made up for (BFSP 6.3.2), cards that went to wrong seats stay there."""
    for fault in hand.faults.open():
        if fault.kind == "dealt_out_of_order" and fault.row.call == "play":
            hand.faults.restate(hand, fault, "dealt_out_of_order.late")
        elif fault.plan.wants("deal_down"):
            fault.settle()  # the third card came up as well
        elif fault.plan.lacks_only("cut") and hand.street_laid(fault.about.street or hand.street):
            fault.plan.skip("cut")
        elif too_late(hand, fault):
            let_stand(hand, fault)


def _moot(hand: Hand) -> None:
    """Who has left the hand needs no other card for his exposed one; unless that lies on the burns already, one is burned."""
    gone = hand.betting.folded | hand.betting.dead
    for fault in hand.faults.open("exposed_hole_card"):
        if gone.issuperset(fault.seats):
            fault.settle()
            release_burn(hand, fault)
