"""Washing, shuffling, riffling, cutting: what must have been done before the first card (RULES 2, BFSP 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.events import DeckPrepared

if TYPE_CHECKING:
    from rulebook.hand import Hand


DECK_SIZE = 52


class Preparation:
    """How far the deck of this hand is prepared. `watched` is False where the procedure is not checked."""

    def __init__(self, watched: bool) -> None:
        self.watched = watched
        self.shuffled_by = ""
        self.riffled = False
        self.cut = False

    def next(self) -> str:
        """The next step of the preparation, or an empty string when the deal may begin."""
        if not self.watched:
            return ""
        if not self.shuffled_by:
            return "shuffle"
        if self.shuffled_by == "machine" and not self.riffled:
            return "riffle"
        return "" if self.cut else "cut"

    def before_first_card(self, hand: Hand, seq: int) -> None:
        """The first card leaves the stub: was the deck prepared (BFSP 6.3.2)?"""
        missing = self.next()
        if missing in ("shuffle", "riffle"):
            hand.faults.raise_(hand, "not_shuffled", seq, seen=f"the deck lacks its {missing}")
        elif missing == "cut":
            hand.faults.raise_(hand, "not_cut", seq)


def prepared(hand: Hand, event: DeckPrepared, seq: int) -> None:
    """The deck was prepared further, before the deal or in the middle of the hand."""
    deck = hand.preparation
    what = event.what
    if what == "new_deck":
        deck.shuffled_by, deck.riffled, deck.cut = "", False, False
        hand.faults.see("new_deck")
    elif hand.over:
        return
    elif hand.begun:
        _during_hand(hand, what, seq)
    elif what == "cut_exposed":
        deck.cut = True
        hand.faults.raise_(hand, "exposed_in_cut", seq)
    elif what == "shuffled":
        deck.shuffled_by, deck.riffled, deck.cut = event.by or "hand", False, False
        if event.count not in (None, DECK_SIZE):
            hand.faults.raise_(hand, "deck_count", seq, seen=f"the shuffler counted {event.count} cards")
        elif event.verdict == "foreign_back":
            hand.faults.raise_(hand, "mixed_backs", seq, seen="the shuffler saw the back of another deck")
    elif what == "riffled":
        deck.riffled = True
    elif what == "cut":
        deck.cut = True


def _during_hand(hand: Hand, what: str, seq: int) -> None:
    """During a hand a shuffle mixes the stub: right where a correction asks for it, otherwise warned of."""
    if what in ("shuffled", "washed"):
        if not hand.faults.wanting("shuffle"):
            hand.warn("shuffle_before_push", seq)
        hand.faults.see("shuffled")
    elif what == "cut":
        hand.faults.see("cut")
