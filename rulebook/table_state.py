"""Where a hand stands, as a value: the literal table of what may happen next, and the fields of a verdict's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.faults import AFTER_THE_HAND
from rulebook.findings import TableState
from rulebook.seats import ASIDE, BOARD, BURNS, Seat
from rulebook.showing import pots_due, total_due
from rulebook.streets import next_street, up_cards

if TYPE_CHECKING:
    from rulebook.hand import Hand

# What `next` says while nobody is to act.
IDLE = frozenset({"shuffle", "riffle", "cut", "deal", "burn", "flop", "turn", "river", "street", "push", "hand"})


# Corrections that do not keep the betting from beginning: a dead hand is taken away, a deck is replaced later.
HOLD_NOTHING = ("to_muck", "new_deck_after")


def next_word(hand: Hand) -> str:
    """What comes next (SCENARIOS, ``next``); the first line that applies decides."""
    word = held_up(hand)
    if word:
        return word
    if hand.dealing:
        return "street" if hand.game.stud and hand.deadline.actions else "deal"
    return _course(hand)


def held_up(hand: Hand) -> str:
    """What comes before the course of the hand goes on: a judge, a correction, another hand, the deck. Empty: nothing does."""
    faults = hand.faults.open()
    if any(fault.waits_for_judge for fault in faults):
        return "judge"
    over = hand.result is not None
    if any(fault.wants_dealer for fault in faults if not over or fault.row.plan in AFTER_THE_HAND):
        return "correct"
    if hand.result is not None:
        return "shuffle" if hand.result.outcome in ("misdeal", "void") else "hand"
    return hand.preparation.next() if not hand.begun else ""


def _course(hand: Hand) -> str:
    """The ordinary course once the cards are dealt."""
    streets = hand.streets
    if len(hand.betting.live) <= 1:
        return "push"
    if streets.laid(hand.felt) < streets.required:
        return "burn" if streets.burn_due(hand.street) else hand.street
    if hand.betting.round_open or (hand.game.stud and hand.betting.street != hand.street):
        return "act"  # in stud also where an up card is still to be read: the people see who begins
    coming = next_street(hand)
    if coming is not None:
        burn = hand.game.street(coming).burn and streets.burn_due(coming)
        return "burn" if burn else "street" if hand.game.stud else coming
    return "show" if hand.showing.left(hand) else "push"


def acts_now(hand: Hand, word: str) -> bool:
    """Whether a seat is to act: in the ordinary course, or once a correction or a judge has dealt with a card that came into
    betting which had begun. What has to be put right before the betting begins lets nobody act."""
    if hand.over or not hand.betting.round_open or word in IDLE or word == "show":
        return False
    if word == "act":
        return True
    if hand.dealing or hand.streets.laid(hand.felt) < hand.streets.required:
        return False
    if hand.streets.actions_since:
        return True
    return all(fault.kind.startswith("premature_") or fault.row.plan in HOLD_NOTHING for fault in hand.faults.open())


def opens_now(hand: Hand) -> tuple[Seat, ...]:
    """Who is to open his hand before further cards come, since nobody can act any more (RULES 5: a table setting of ours, on in
    tournaments). Not opening is neither incident nor warning."""
    setting = hand.settings.open_all_ins
    wanted = setting if setting is not None else hand.settings.context == "tournament"
    betting = hand.betting
    if not wanted or hand.over or not hand.begun or hand.dealing or len(betting.live) < 2 or not betting.no_more_betting:
        return ()
    if next_street(hand) is None:
        return ()
    shown = (*hand.showing.tabled, *hand.showing.mucked)
    return tuple(seat for seat in betting.show_order(up_cards(hand) if hand.game.stud else None) if seat not in shown)


def table_state(hand: Hand) -> TableState:
    """The whole state as a value."""
    betting = hand.betting
    word = next_word(hand)
    showing = hand.showing
    acting = acts_now(hand, word)
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
        stacks=dict(sorted(betting.behind().items())),
        button=hand.button,
        owing=betting.owing if betting.round_open and not hand.over else (),
        bets={seat: bet for seat, bet in betting.bets.items() if bet},
        folded=tuple(sorted(betting.folded)),
        cards=hand.felt.seats_with_cards(),
        due=due,
        names=dict(hand.felt.names),
        turned_down=tuple(handle for handle in hand.felt.lying(BOARD) if hand.felt.cards[handle].face == "down"),
        live=() if hand.over else tuple(sorted(betting.live)),
        to_open=opens_now(hand),
        deal_to=hand.deal.expected() if word in ("deal", "street") else 0,
        uncounted=hand.preparation.uncounted,
        shuffled_by="" if hand.begun else hand.preparation.shuffled_by,
        away=tuple(seat for seat in hand.seats if hand.presence.away(seat)) if hand.presence.anybody else (),
    )
