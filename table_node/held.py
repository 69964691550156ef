"""Touches that wait for the cards they answer.

People see a card at once and act; the sensors want a moment until they are sure of it. An act while nobody owes one belongs to
the street whose cards are just coming: it is held until they are told, or for as long as a dealer would wait for his screen.
"""

from __future__ import annotations

from rulebook.seats import Seat
from table_node import taps
from table_node.core_messages import Touched
from table_node.enforcement import Enforcement
from table_node.fusion import Fusion

HOLD_NS = 12_000_000_000  # a touch waits no longer for cards; by then what the sensors have of them is told
UNSEEN_NS = 6_000_000_000  # and no longer for one that nothing but a covered stub speaks for
SWEPT_NS = 1_500_000_000  # by then the antennas have read what lay there when it was made, and read it again
PLAYERS_ACTS = (taps.Act, taps.Say, taps.Chips, taps.Bulk, taps.TableCards)
CARDS_COME = frozenset({"burn", "flop", "turn", "river", "street", "correct"})  # what is put right may lie there untold


class HeldTouches:
    """The queue of them, in their order: while one waits, every later touch waits behind it."""

    def __init__(self, enforcement: Enforcement, fusion: Fusion) -> None:
        self._enforcement = enforcement
        self._fusion = fusion
        self._waiting: list[tuple[int, Touched]] = []  # since when, and the touch
        self._looked_ns = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    @property
    def tabling(self) -> frozenset[Seat]:
        """The seats whose hands are tabled by a touch that waits: their cards lie up by now, however they came."""
        return frozenset(tap.seat for _, given in self._waiting for tap in given.taps if isinstance(tap, taps.TableCards))

    def holds(self, now_ns: int, given: Touched) -> bool:
        """Keep the touch if it has to wait; says whether it was kept."""
        if not self._waiting and not self._early(given, 0):
            return False
        self._looked_ns = now_ns
        self._waiting.append((now_ns, given))
        return True

    def release(self, now_ns: int) -> Touched | None:
        """The next touch whose cards are sure, or that has waited long enough."""
        if not self._waiting:
            return None
        self._looked_ns = now_ns
        since_ns, given = self._waiting[0]
        if now_ns - since_ns < HOLD_NS and self._early(given, now_ns - since_ns):
            return None
        del self._waiting[0]
        return given

    def deadline(self) -> int | None:
        """When the first of them may wait no longer."""
        if not self._waiting:
            return None
        since_ns = self._waiting[0][0]
        return since_ns + (UNSEEN_NS if self._looked_ns - since_ns < UNSEEN_NS else HOLD_NS)

    def _early(self, given: Touched, waited_ns: int) -> bool:
        return self._before_its_cards(given) and self._cards_may_come(waited_ns)

    def _before_its_cards(self, given: Touched) -> bool:
        fold = self._enforcement.fold
        hand = fold.hand
        if hand is None or hand.over or not all(isinstance(tap, PLAYERS_ACTS) for tap in given.taps):
            return False
        return hand.dealing or (not hand.betting.round_open and fold.state().next in CARDS_COME)

    def _cards_may_come(self, waited_ns: int) -> bool:
        """Whether cards of the street may lie there untold. Of a deal that lacks one the last may have been dealt just now, or
        its player has it in his hand."""
        hand = self._enforcement.fold.hand
        lacking = hand is not None and hand.dealing and not hand.deal.complete
        unseen = waited_ns < SWEPT_NS or (waited_ns < UNSEEN_NS and self._fusion.unseen())
        return self._fusion.coming() or (lacking and unseen)
