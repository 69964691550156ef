"""Washing, shuffling, riffling, cutting: what must have been done before the first card (RULES 2, BFSP 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.asking import DEALT_ANEW
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
        self.anew: Preparation | None = None  # how far it is prepared for the next dealing, should this one be a misdeal

    def copy(self) -> Preparation:
        """As far as this one."""
        other = Preparation(self.watched, self.uncounted)
        other.shuffled_by, other.riffled, other.cut = self.shuffled_by, self.riffled, self.cut
        return other

    def restart(self, shuffled_by: str = "") -> None:
        """The deck was shuffled anew, or another one came into play."""
        self.shuffled_by, self.riffled, self.cut = shuffled_by, False, False

    def further(self, event: DeckPrepared) -> None:
        """The deck was prepared further."""
        match event.what:
            case "shuffled":
                self.restart(event.by or "hand")
                if event.by == "machine":
                    self.uncounted = event.count is None
            case "washed":
                self.restart()
            case "counted" if event.count in (None, DECK_SIZE):
                self.uncounted = False
            case "riffled":
                self.riffled, self.cut = True, False  # a riffle undoes the cut
            case "cut" | "cut_exposed":
                self.cut = True

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
            if hand.preparation.anew is not None:
                hand.preparation.anew.further(event)
        else:
            _before_deal(hand, event, seq)


def _before_deal(hand: Hand, event: DeckPrepared, seq: int) -> None:
    hand.preparation.further(event)
    if event.what == "cut_exposed":
        hand.faults.raise_(hand, "exposed_in_cut", seq)
    elif event.what == "shuffled":
        _machine_says(hand, event, seq)
    elif event.what == "counted" and event.count not in (None, DECK_SIZE):
        hand.faults.raise_(hand, _miscounted(event), seq, seen=f"{event.count} cards were counted")


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


def _unasked(hand: Hand, seq: int) -> None:
    """A shuffle that nothing asks for. Before anybody has acted the dealer may have seen himself that he misdealt, which no
    sensor did: he is asked. A hand that is dealt anew at his word alone calls a judge."""
    if hand.deadline.actions or hand.faults.open():
        hand.warn("shuffle_before_push", seq)
        return
    if hand.preparation.anew is not None:
        return  # it is asked already
    hand.preparation.anew = Preparation(hand.preparation.watched)

    def settle(hand: Hand, word: str) -> None:
        if word == "yes" and not hand.over:
            hand.faults.raise_(hand, "dealt_anew", seq, seen="shuffled in the deal, by the dealer's word a misdeal")
        elif word == "no":
            hand.preparation.anew = None
            hand.warn("shuffle_before_push", seq)

    hand.asking.ask(hand, DEALT_ANEW, seq, settle)


def _during_hand(hand: Hand, event: DeckPrepared, seq: int) -> None:
    """During a hand a shuffle mixes the stub: right where a correction asks for it, otherwise warned of."""
    what = event.what
    if what == "counted":
        if event.count not in (None, DECK_SIZE):
            case = "in_hand" if (event.count or 0) < DECK_SIZE else "in_hand_long"
            hand.faults.raise_(hand, f"deck_count.{case}", seq, seen=f"{event.count} cards were counted")
    elif what in ("shuffled", "washed"):
        if not hand.faults.wanting("shuffle"):
            _unasked(hand, seq)
        hand.faults.see("shuffled")
    elif what == "cut":
        hand.faults.see("cut")
    elif what == "cut_exposed":
        late = ".late" if hand.deadline.passed else ""
        hand.faults.raise_(hand, f"exposed_in_cut{late}", seq, seen="the cut of the stub showed a card")
