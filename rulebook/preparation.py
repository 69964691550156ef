"""Washing, shuffling, riffling, cutting: what must have been done before the first card (RULES 2, BFSP 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.events import DeckPrepared
from rulebook.plans import Happening

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

    def prepared(self, hand: Hand, event: DeckPrepared, seq: int) -> None:
        """The deck was prepared further, before the deal or in the middle of the hand."""
        if event.what == "new_deck":
            hand.faults.see(Happening("new_deck"))
        elif hand.over:
            return
        elif hand.deal.begun:
            self._during_hand(hand, event, seq)
        elif event.what == "cut_exposed":
            self.cut = True
            hand.faults.misdeal(hand, hand.faults.raise_("exposed_in_cut", hand.street, seq))
        elif event.what == "shuffled":
            self.shuffled_by, self.riffled, self.cut = event.by or "hand", False, False
            if event.count not in (None, DECK_SIZE):
                seen = f"the shuffler counted {event.count} cards"
                hand.faults.raise_("deck_count", hand.street, seq, seen=seen)
        elif event.what == "riffled":
            self.riffled = True
        elif event.what == "cut":
            self.cut = True

    def _during_hand(self, hand: Hand, event: DeckPrepared, seq: int) -> None:
        """During a hand a shuffle mixes the stub: right where a correction asks for it, otherwise warned of."""
        if event.what in ("shuffled", "washed"):
            if not hand.faults.wanting("shuffle"):
                hand.warn("shuffle_before_push", seq)
            hand.faults.see(Happening("shuffled"))
        elif event.what == "cut":
            hand.faults.see(Happening("cut"))

    def before_first_card(self, hand: Hand, seq: int) -> None:
        """The first card leaves the stub: was the deck prepared (BFSP 6.3.2)?"""
        missing = self.next()
        if missing in ("shuffle", "riffle"):
            hand.faults.misdeal(hand, hand.faults.raise_("not_shuffled", hand.street, seq))
        elif missing == "cut":
            hand.faults.misdeal(hand, hand.faults.raise_("not_cut", hand.street, seq))
