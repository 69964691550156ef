"""Where a hand stands, as a value: the literal table of what may happen next, and the fields of a verdict's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.findings import TableState
from rulebook.plans import ORDINARY
from rulebook.seats import ASIDE, BOARD, BURNS
from rulebook.showing import pots_due, total_due
from rulebook.streets import next_street

if TYPE_CHECKING:
    from rulebook.hand import Hand

# What `next` says while nobody is to act.
IDLE = frozenset({"shuffle", "riffle", "cut", "deal", "burn", "flop", "turn", "river", "street", "push", "hand"})


def next_word(hand: Hand) -> str:
    """What comes next (SCENARIOS, ``next``); the first line that applies decides."""
    if any(fault.waits_for_judge for fault in hand.faults.open()):
        return "judge"
    outcome = hand.result.outcome if hand.result is not None else ""
    if outcome == "void" and hand.faults.wanting("new_deck"):
        return "correct"
    if outcome in ("misdeal", "void"):
        return "shuffle"
    if outcome:
        return "hand"
    if correcting(hand):
        return "correct"
    if not hand.deal.begun and (word := hand.preparation.next()):
        return word
    if not hand.deal.complete and hand.deadline.actions == 0:
        return "deal"
    if hand.game.stud and not hand.deal.complete:
        return "street"
    return _course(hand)


def correcting(hand: Hand) -> bool:
    """Whether a correction's next step is one that the ordinary course does not bring by itself."""
    return any(step.kind not in ORDINARY for fault in hand.faults.open() for step in fault.plan.current())


def _course(hand: Hand) -> str:
    """The ordinary course once the cards are dealt."""
    streets = hand.streets
    if len(hand.betting.live) <= 1:
        return "push"
    if streets.laid(hand.felt) < streets.required:
        return "burn" if streets.burn_due else hand.street
    if hand.betting.round_open:
        return "act"
    coming = next_street(hand)
    if coming is not None:
        return "burn" if streets.burn_due else "street" if hand.game.stud else coming
    return "show" if hand.showing.left(hand) else "push"


def table_state(hand: Hand) -> TableState:
    """The whole state as a value."""
    betting = hand.betting
    word = next_word(hand)
    showing = hand.showing
    acting = word not in IDLE and word != "show" and not hand.over and betting.round_open
    left = showing.left(hand) if word == "show" else ()
    due = {}
    if not hand.over and not betting.round_open and (word in ("push", "show") or len(betting.live) <= 1):
        due = total_due(pots_due(hand))
    return TableState(
        hand=hand.number,
        street=hand.street,
        to_act=betting.to_act if acting else (left[0] if left else 0),
        to_call=betting.to_call if acting else 0,
        raise_min=betting.raise_min if acting else 0,
        raise_max=betting.raise_max if acting else 0,
        pot=betting.pot,
        show_order=showing.order if word == "show" else (),
        board=tuple(hand.felt.lying(BOARD)),
        burns=tuple(hand.felt.lying(BURNS)),
        aside=tuple(hand.felt.lying(ASIDE)),
        dead=tuple(sorted(betting.dead)),
        next=word,
        stacks=dict(sorted(betting.stacks.items())),
        button=hand.button,
        owing=betting.owing if betting.round_open and not hand.over else (),
        bets={seat: bet for seat, bet in betting.bets.items() if bet},
        folded=tuple(sorted(betting.folded)),
        cards=hand.felt.seats_with_cards(),
        due=due,
        names=dict(hand.felt.names),
        deal_to=hand.deal.expected() if word in ("deal", "street") else 0,
    )
