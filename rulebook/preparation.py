"""Washing, shuffling, riffling, cutting: what must have been done before the first card (RULES 2, BFSP 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.events import DeckPrepared

if TYPE_CHECKING:
    from rulebook.hand import Hand


DECK_SIZE = 52


class Preparation:
    """How far the deck of this hand is prepared. `watched` is False where the procedure is not checked."""

    def __init__(self, watched: bool, uncounted: bool = False) -> None:
        self.watched = watched
        self.uncounted = uncounted  # a deck came into play, or out of the machine, and nobody said how many cards it has
        self.shuffled_by = ""
        self.riffled = False
        self.cut = False

    def restart(self, shuffled_by: str = "") -> None:
        """The deck was shuffled anew, or another one came into play."""
        self.shuffled_by, self.riffled, self.cut = shuffled_by, False, False

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
        """The first card leaves the stub: was the deck prepared (BFSP 6.3.2)? No device sees a riffle or a cut: it is asked."""
        missing = self.next()
        self.uncounted = False
        if not missing:
            return
        situation, seen = ("not_cut", "no cut") if missing == "cut" else ("not_shuffled", f"the deck lacks its {missing}")

        def settle(hand: Hand, word: str) -> None:
            if word == "no":
                late = ".late" if hand.deadline.passed else ""
                hand.faults.raise_(hand, f"{situation}{late}", seq, seen=seen)
                return
            self.shuffled_by = self.shuffled_by or "hand"
            self.riffled = self.riffled or missing == "riffle"
            self.cut = self.cut or missing == "cut"
            self.before_first_card(hand, seq)

        hand.asking.ask(hand, missing, seq, settle)


def prepared(hand: Hand, event: DeckPrepared, seq: int) -> None:
    """The deck was prepared further, before the deal or in the middle of the hand."""
    if event.what == "new_deck":
        hand.preparation.restart()
        hand.preparation.uncounted = True
        if not hand.begun:
            for fault in hand.faults.open():
                fault.plan.skip("finish")  # replaced before a card was dealt: no hand has to be finished first
        hand.faults.see("new_deck")
    elif not hand.over:
        if hand.award_in_doubt and event.what in ("washed", "shuffled", "riffled"):
            hand.award_in_doubt = False
            hand.warn("shuffle_before_push", seq)  # the last pot lies at the wrong seat, and nobody has ruled on it
        if hand.begun:
            _during_hand(hand, event, seq)
        else:
            _before_deal(hand, event, seq)


def _before_deal(hand: Hand, event: DeckPrepared, seq: int) -> None:
    deck = hand.preparation
    what = event.what
    if what == "cut_exposed":
        deck.cut = True
        hand.faults.raise_(hand, "exposed_in_cut", seq)
    elif what == "shuffled":
        deck.restart(event.by or "hand")
        if event.by == "machine":
            deck.uncounted = event.count is None
        _machine_says(hand, event, seq)
    elif what == "washed":
        deck.restart()
    elif what == "counted" and event.count in (None, DECK_SIZE):
        deck.uncounted = False
    elif what == "counted":
        hand.faults.raise_(hand, _miscounted(event), seq, seen=f"{event.count} cards were counted")
    elif what == "riffled":
        deck.riffled, deck.cut = True, False  # a riffle undoes the cut
    elif what == "cut":
        deck.cut = True


def _miscounted(event: DeckPrepared) -> str:
    """A deck short of cards, or one with too many, before the deal: the club lets a missing card be (CLUB 2.7.5)."""
    return "deck_count" if (event.count or 0) < DECK_SIZE else "deck_count.long"


# What the machine says of the deck -> the situation; the deck is replaced before a card is dealt (BFSP 6.1.1, 6.2).
_VERDICTS = {
    "short": "deck_count",
    "long": "deck_count.long",
    "duplicate": "duplicate_card.before",
    "foreign_back": "mixed_backs",
    "marked": "marked_card.before",
}


def _machine_says(hand: Hand, event: DeckPrepared, seq: int) -> None:
    situation = _VERDICTS.get(event.verdict)
    if event.count not in (None, DECK_SIZE):
        hand.faults.raise_(hand, _miscounted(event), seq, seen=f"the shuffler counted {event.count} cards")
    elif situation is not None:
        hand.faults.raise_(hand, situation, seq, seen=f"the shuffler says: {event.verdict.replace('_', ' ')}")


def _during_hand(hand: Hand, event: DeckPrepared, seq: int) -> None:
    """During a hand a shuffle mixes the stub: right where a correction asks for it, otherwise warned of."""
    what = event.what
    if what == "counted":
        if event.count not in (None, DECK_SIZE):
            case = "in_hand" if (event.count or 0) < DECK_SIZE else "in_hand_long"
            hand.faults.raise_(hand, f"deck_count.{case}", seq, seen=f"{event.count} cards were counted")
    elif what in ("shuffled", "washed"):
        if not hand.faults.wanting("shuffle"):
            hand.warn("shuffle_before_push", seq)
        hand.faults.see("shuffled")
    elif what == "cut":
        hand.faults.see("cut")
    elif what == "cut_exposed":
        late = ".late" if hand.deadline.passed else ""
        hand.faults.raise_(hand, f"exposed_in_cut{late}", seq, seen="the cut of the stub showed a card")
