"""Hands of too many or too few cards (RULES 3.2; BFSP 6.4.5; CLUB 2.5, 2.7), with their corrections."""

from __future__ import annotations

from rulebook.games import Street
from rulebook.seats import Seat
from simulators.error_twist import ErrorTwist, acts_past_misdeal
from simulators.errors_of_deal import InDeal
from simulators.hand_writer import HandWriter


class ExtraCard(ErrorTwist):
    """A seat gets a card too many after the deal, before anybody acts."""

    def bet(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[0]:
            return False
        seat = self.random.choice(hand.order)
        card = hand.draw()
        hand.write(f"deal {seat} {card}")
        if not hand.book.dealing.extra_card_is_burn:
            self.expect("wrong_card_count", seats=[seat])
            return self.misdealt(hand)
        self.expect("extra_card", seats=[seat])
        self.to_burns(hand, card)
        hand.burned_already = True
        return False


class TwoExtraCards(ErrorTwist):
    """Two cards too many: a misdeal where one would have been the burn."""

    books = ("club", "parimatch", "wsop")

    def bet(self, hand: HandWriter, street: Street) -> bool:
        for number, seat in enumerate(self.random.sample(hand.order, 2)):
            hand.write(f"deal {seat} {hand.draw()}")
            self.expect("wrong_card_count.surplus" if number else "extra_card", seats=[seat])
        return self.misdealt(hand)


class ExtraCardLate(ErrorTwist):
    """A card too many once it is too late for a misdeal: that hand is dead."""

    players = (4, 5, 6, 8, 9)

    def bet(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[0]:
            return False
        hand.open(street)
        for line in hand.act_on(acts_past_misdeal(hand), allowed=lambda choice: choice.action != "fold"):
            hand.write(line)
        seat = self.random.choice(hand.betting.live)
        extra = hand.draw()
        hand.write(f"deal {seat} {extra}")
        acted = seat in hand.betting.acted
        self.expect("wrong_card_count.acted_many" if acted else "wrong_card_count.not_acted_many", seats=[seat])
        hand.betting.kill(seat)
        self.to_muck(hand, [*hand.cards[seat], extra])
        for line in hand.act_on():
            hand.write(line)
        return True


class ShortHand(InDeal):
    """The last card of the deal is forgotten; found when the betting begins."""

    players = (4, 5, 6, 8, 9)

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        return [count - 1]

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        self.seat = seat

    def bet(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[0]:
            return False
        hand.open(street)
        [line] = hand.act_on(1, allowed=lambda choice: choice.action != "fold")[-1:]
        hand.write(line)
        if hand.book.dealing.misdeal_until.of(hand.settings.context) != "first_action":
            self.expect("wrong_card_count", seats=[self.seat])
            return self.misdealt(hand)
        acted = self.seat in hand.betting.acted
        self.expect("wrong_card_count.acted" if acted else "wrong_card_count.not_acted", seats=[self.seat])
        hand.betting.kill(self.seat)
        self.to_muck(hand, hand.cards[self.seat])
        for line in hand.act_on():
            hand.write(line)
        return True


ERRORS: dict[str, type[ErrorTwist]] = {
    "extra_card": ExtraCard,
    "extra_card, two of them": TwoExtraCards,
    "extra_card, late": ExtraCardLate,
    "wrong_card_count, a short hand": ShortHand,
}
