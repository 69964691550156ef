"""Errors of players, and of the dealer with hands that live, with their corrections (RULES 3.2; BFSP 4.9.1, 6.1.1, 6.4.4,
6.4.7, 6.6.9, 7.1.5, 7.4.1; CLUB 2.5 g, 2.6.1, 2.7.2, 2.7.11, 2.7.12). Where a judge decides, he has the hand dealt anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulebook.games import Street
from rulebook.seats import Seat
from rulebook.settings import Settings
from simulators.error_twist import ErrorTwist
from simulators.hand_writer import HandWriter


class Judged(ErrorTwist):
    """An error whose row says what becomes of one seat's hand."""

    def follow(self, hand: HandWriter, situation: str, seat: Seat, *also: Seat) -> bool:
        """The error was made at these seats: expect it and do what the book says; whether the hand goes on."""
        row = self.expect(situation, seats=[seat, *also])
        if row.call in ("misdeal", "void"):
            self.misdealt(hand)
            return False
        if row.call == "floor":
            hand.write("floor rules misdeal")
            self.misdealt(hand)
            return False
        if row.plan == "to_muck":
            hand.betting.kill(seat)
            self.to_muck(hand, hand.cards[seat])
        return True


class InFirstBetting(Judged):
    """Something happens at a player's turn in the first betting round."""

    players: Sequence[int] = (4, 5, 6, 8, 9)
    acted: Sequence[int] = (0, 1)  # how many have acted before

    def bet(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[0]:
            return False
        hand.open(street)
        for line in hand.act_on(self.random.choice(self.acted), allowed=lambda choice: choice.action != "fold"):
            hand.write(line)
        if self.at(hand, hand.betting.to_act):
            for line in hand.act_on():
                hand.write(line)
        return True

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        """It is this seat's turn; whether the hand goes on."""
        raise AssertionError(f"{type(self).__name__} says not what happens")


class MuckTouched(InFirstBetting):
    """A live hand touches the muck once its player has acted; a judge gives it back."""

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        for line in hand.act_on(1, allowed=lambda choice: choice.action != "fold"):
            hand.write(line)
        hand.write(f"{seat} touches muck")
        self.expect("muck_touched", seats=[seat])
        hand.write(f"floor restores {seat}")
        return True


class ForwardFold(InFirstBetting):
    """Cards are pushed forward without a word: a fold, once the next player has acted."""

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        hand.write(f"{seat} forwards")
        self.expect("forward_fold", seats=[seat])
        hand.betting.act(seat, "fold")
        return True


class CardDropped(InFirstBetting):
    """A player drops a card: it plays."""

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        hand.write(f"{seat} drops {self.random.choice(hand.cards[seat])}")
        self.expect("card_dropped", seats=[seat])
        return True


class ExposedByPlayer(InFirstBetting):
    """A player shows his hand while others play on."""

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        hand.write(f"{seat} exposes {' '.join(hand.cards[seat])}")
        return self.follow(hand, "exposed_by_player", seat)


class SeatsSwapped(InFirstBetting):
    """Two players exchange a card."""

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        other = self.random.choice([one for one in hand.betting.live if one != seat])
        mine, his = self.random.choice(hand.cards[seat]), self.random.choice(hand.cards[other])
        hand.write(f"move {mine} to seat {other}")
        hand.write(f"move {his} to seat {seat}")
        return self.follow(hand, "seats_swapped_cards", seat, other)


class AllInMucked(InFirstBetting):
    """The dealer takes the hand of a player who is all-in; a judge has the hand dealt anew."""

    limit = "no"

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        hand.write(f"{seat} allin")
        hand.write(f"dealer takes {seat}")
        self.expect("allin_mucked", seats=[seat])
        hand.write("floor rules misdeal")
        self.misdealt(hand)
        return False


class WinnerMucked(Judged):
    """The dealer takes a tabled winner; a judge has the hand dealt anew."""

    def push(self, hand: HandWriter) -> bool:
        winner = self.random.choice(sorted(hand.winners()))
        hand.write(f"dealer takes {winner}")
        self.expect("winner_mucked", seats=[winner])
        hand.write("floor rules misdeal")
        return self.misdealt(hand)


class DealtAfterClose(Judged):
    """A card leaves the stub once the pot was pushed."""

    def push(self, hand: HandWriter) -> bool:
        hand.push()
        seat = self.random.choice(hand.order)
        hand.write(f"deal {seat} {hand.draw()}")
        self.expect("dealt_after_close", seats=[seat], open_=True)
        return True


class ButtonMisplaced(Judged):
    """The button lies at the wrong seat when the deal begins."""

    def prepare(self, hand: HandWriter) -> bool:
        wrong = self.random.choice([seat for seat in hand.order if seat != hand.button])
        hand.write(f"button {wrong}")
        hand.prepare()
        hand.deal_to(hand.order[0])
        self.follow(hand, "button_misplaced", wrong)
        return True


class MarkedCard(Judged):
    """The dealer finds a mark on a card that he has dealt: the deck goes."""

    flop_games = False

    def deal(self, hand: HandWriter) -> bool:
        count = self.random.randint(1, len(hand.order))
        for at in range(count):
            card = hand.deal_to(hand.order[at % len(hand.order)])
        hand.write(f"dealer reports marked {card}")
        self.expect("marked_card", seats=[hand.order[count - 1]])
        hand.write("deck new")
        return self.misdealt(hand)


class AbsentPlayer(Judged):
    """A player is away when the deal is complete."""

    books = ("bfsp", "club", "wsop")  # a cash game of parimatch deals nobody in who is away
    players = (4, 5, 6, 8, 9)

    def __init__(self, random: Random, settings: Settings) -> None:
        super().__init__(random, settings)
        self.away = 0

    def prepare(self, hand: HandWriter) -> bool:
        self.away = hand.order[-1]  # no blind is his
        hand.write(f"{self.away} leaves")
        return False

    def bet(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[0]:
            return False
        hand.open(street)
        if self.follow(hand, "absent_player", self.away):
            for line in hand.act_on():
                hand.write(line)
        return True


ERRORS: dict[str, type[ErrorTwist]] = {
    "muck_touched": MuckTouched,
    "forward_fold": ForwardFold,
    "card_dropped": CardDropped,
    "exposed_by_player": ExposedByPlayer,
    "seats_swapped_cards": SeatsSwapped,
    "allin_mucked": AllInMucked,
    "winner_mucked": WinnerMucked,
    "dealt_after_close": DealtAfterClose,
    "button_misplaced": ButtonMisplaced,
    "marked_card": MarkedCard,
    "absent_player": AbsentPlayer,
}
