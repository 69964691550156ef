"""One physical step of a correction, and how the fold sees that it is done (RULES 3.2).

Most steps are states of the felt rather than happenings: a card *lies* on the burns, however it came there. So any lawful
way of doing a step is seen, and the log may be folded anew at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from rulebook.events import Handle
from rulebook.findings import PlanStep, StepKind
from rulebook.preparation import DECK_SIZE
from rulebook.seats import BOARD, BURNS, MUCK, STUB, Zone, zone_seat

if TYPE_CHECKING:
    from rulebook.hand import Hand

# Steps that the ordinary prompt of the procedure shows by itself: they are no business of "correct the deal first".
ORDINARY: frozenset[StepKind] = frozenset({"betting", "burn", "board", "deal_on", "deal_out", "deal_down", "redeal", "finish"})


class Happening(NamedTuple):
    """What no state of the felt shows: `what` is dealt (to `zone`), shuffled, cut, new_deck, picked or ruled."""

    what: str
    zone: Zone = Zone("")


class Step:
    """One step. `handles` are the cards that it is about, `to` (or `or_to`) where they go, `count` how many it takes.

    `street`: whose burn, cards or betting it waits for. `origin`: about all discards once its turn comes.
    """

    __slots__ = ("count", "done", "handles", "kind", "left", "or_to", "origin", "street", "to")

    def __init__(
        self,
        kind: StepKind,
        handles: Iterable[Handle] = (),
        to: Zone | None = None,
        *,
        count: int = 0,
        street: str = "",
        or_to: Zone | None = None,
        origin: Zone | None = None,
    ) -> None:
        self.kind: StepKind = kind
        self.handles = tuple(handles)
        self.to = to
        self.or_to = or_to
        self.origin = origin
        self.street = street
        self.count = count
        self.left = len(self.handles)  # how many cards are not yet where they should be
        self.done = False

    def met(self, hand: Hand) -> bool:
        """Whether the felt (or the betting) is as the step wants it."""
        if self.origin is not None and not self.handles:
            return False  # its turn has not come
        test = _STATES.get(self.kind)
        return test is not None and test(self, hand)

    def begin(self, hand: Hand) -> None:
        """Its turn has come."""
        if self.origin is not None and not self.handles:
            self.handles = tuple(discards(hand))

    def see(self, happening: Happening) -> bool:
        """Tick the step off where the happening completes it. Returns whether it did."""
        if self.kind == "replace":
            if happening.what == "dealt" and happening.zone == self.to:
                self.count -= 1
                self.done = self.count <= 0
        else:
            self.done = _HAPPENINGS.get(self.kind) == happening.what
        return self.done

    def view(self) -> PlanStep:
        """The step as a value."""
        missing = 0 if self.done else self.left or self.count
        return PlanStep(self.kind, self.done, self.handles, self.to, self.count, missing, self.origin)


_HAPPENINGS: dict[StepKind, str] = {
    "shuffle": "shuffled", "cut": "cut", "new_deck": "new_deck", "pick": "picked", "judge": "ruled", "redeal": "redealt",
}  # fmt: skip


def _moved(step: Step, hand: Hand) -> bool:
    zones = (step.to, step.or_to)
    step.left = sum(hand.felt.zone_of(handle) not in zones for handle in step.handles)
    return not step.left


def _turned_down(step: Step, hand: Hand) -> bool:
    step.left = sum(hand.felt.is_up(handle) for handle in step.handles)
    return not step.left


def _taken(step: Step, hand: Hand) -> bool:
    return any(hand.felt.zone_of(handle) == step.to for handle in step.handles)


def _shown(step: Step, hand: Hand) -> bool:
    felt = hand.felt
    up = sum(felt.zone_of(handle) == BOARD and felt.is_up(handle) for handle in step.handles)
    step.left = max(step.count - up, 0)
    return not step.left


def _burned_right(step: Step, hand: Hand) -> bool:
    """The card lies on the burns itself, or it went back onto the stub and a card was burned from there."""
    zones = {hand.felt.zone_of(handle) for handle in step.handles}
    return zones == {BURNS} or (zones == {STUB} and bool(hand.streets.burns[step.street]))


def _dealt_on(step: Step, hand: Hand) -> bool:
    return step.street in ("", hand.street) and not hand.dealing


def _dealt_out(step: Step, hand: Hand) -> bool:
    return step.street == hand.street and (not hand.dealing or stub_left(hand) <= 1)


def discards(hand: Hand) -> list[Handle]:
    """The cards that are out of play: in the muck, and on their way there from whoever has folded."""
    live = hand.betting.live
    return [
        handle
        for handle, card in hand.felt.cards.items()
        if card.zone == MUCK or ((seat := zone_seat(card.zone)) is not None and seat not in live)
    ]


def stub_left(hand: Hand) -> int:
    """How many cards the stub still has, as far as they were seen to leave it."""
    return DECK_SIZE - len(hand.felt.cards)


def _third_down(step: Step, hand: Hand) -> bool:
    """The seat has all its cards of the street, and the last of them lies down."""
    seat = zone_seat(step.to or "")
    cards = hand.felt.seat_cards(seat) if seat is not None else []
    return bool(cards) and not hand.dealing and not hand.felt.is_up(cards[-1])


_STATES: dict[StepKind, Callable[[Step, Hand], bool]] = {
    "move": _moved,
    "turn_down": _turned_down,
    "take": _taken,
    "show": _shown,
    "burn_right": _burned_right,
    "burn": lambda step, hand: bool(hand.streets.burns[step.street]),
    "board": lambda step, hand: hand.street_laid(step.street),
    "betting": lambda step, hand: hand.street_bet(step.street),
    "deal_on": _dealt_on,
    "deal_out": _dealt_out,
    "deal_down": _third_down,
    "finish": lambda step, hand: hand.over,
}
