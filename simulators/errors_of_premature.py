"""A street that comes while seats owe an action (RULES 3.2; BFSP 6.6; CLUB 2.7.10), with what the book does with its cards."""

from __future__ import annotations

from random import Random

from rulebook.cards import Card
from rulebook.games import Street
from rulebook.seats import ASIDE
from rulebook.settings import Settings
from simulators.error_twist import FLOP, RIVER, TURN, ErrorTwist
from simulators.hand_writer import HandWriter


class _Premature(ErrorTwist):
    """A street comes while seats owe an action in the round before."""

    street = FLOP
    before = "preflop"
    most_actions = 3
    held = ""  # a bet or raise that was made before the card came and is tapped after it

    def __init__(self, random: Random, settings: Settings) -> None:
        super().__init__(random, settings)
        self.aside: list[Card] = []

    def bet(self, hand: HandWriter, street: Street) -> bool:
        if street.name != self.before:
            return False
        hand.open(street)
        count = self.random.randint(0, self.most_actions)
        # Somebody must still owe an action: one action is left over, or the bettor of the last one is to be answered.
        at_most = max(len(hand.betting.owing) - 1, 0)
        for line in hand.act_on(min(count, at_most)):
            hand.write(line)
        assert hand.betting.to_act, "the round is still open"
        self.too_early(hand, hand.game.street(self.street))
        for line in hand.act_on():
            hand.write(line)
        return True

    def too_early(self, hand: HandWriter, coming: Street) -> None:
        """The street comes, and is put right as far as can be before the betting is completed."""
        hand.burn()
        cards = hand.to_board(coming.board)
        del hand.board[-coming.board :]
        self.put_back(hand, cards)

    def put_back(self, hand: HandWriter, cards: list[Card]) -> None:
        """What the book does with the premature cards."""
        plan = self.expect(f"premature_{self.street}").plan
        if plan == "reshuffle_flop":
            self.back_and_shuffle(hand, [*cards, hand.burns.pop()], cut=True)
        elif plan in ("reshuffle_flop_keep_burn", "back_at_once"):
            self.back_and_shuffle(hand, cards, cut=False)
            hand.burned_already = True
        else:
            hand.write(f"move {' '.join(cards)} to {ASIDE}")
            self.aside = cards

    def lay(self, hand: HandWriter, street: Street) -> bool:
        """A card that was set aside goes back before the river."""
        if self.aside and street.name == RIVER:
            self.back_and_shuffle(hand, self.aside, cut=False)
            self.aside = []
        return False


class PrematureFlop(_Premature):
    """The flop comes while seats owe an action."""


class PrematureTurn(_Premature):
    """The turn comes while seats owe an action."""

    street, before = TURN, FLOP


class PrematureRiver(_Premature):
    """The river comes while seats owe an action."""

    street, before = RIVER, TURN


class PrematureByLateRaise(_Premature):
    """The turn comes; the tap that follows is a bet that was made before it: others owed an answer."""

    street, before = TURN, FLOP
    most_actions = 0

    def too_early(self, hand: HandWriter, coming: Street) -> None:
        hand.burn()
        cards = hand.to_board(coming.board)
        del hand.board[-coming.board :]
        seat = hand.betting.to_act
        low, _ = hand.betting.raise_range(seat)
        hand.betting.act(seat, "bet", low)
        hand.write(f"late {seat} bets {low}")
        self.put_back(hand, cards)


ERRORS: dict[str, type[ErrorTwist]] = {
    "premature_flop": PrematureFlop,
    "premature_turn": PrematureTurn,
    "premature_river": PrematureRiver,
    "premature_turn by a late bet": PrematureByLateRaise,
}
