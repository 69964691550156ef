"""Errors of the deck, its preparation and the push (RULES 2, 3.2; BFSP 5.9.1, 6.2, 6.3.1, 6.3.2), with their corrections."""

from __future__ import annotations

from rulebook.seats import Seat
from simulators.error_twist import ErrorTwist
from simulators.hand_writer import HandWriter


class NotCut(ErrorTwist):
    """The deck is dealt without a cut."""

    flop_games = False

    def prepare(self, hand: HandWriter) -> bool:
        hand.prepare()
        hand.lines.remove("cut")
        hand.deal_to(hand.order[0])
        self.expect("not_cut")
        return self.misdealt(hand)


class NotShuffled(ErrorTwist):
    """After the machine the riffle by hand is forgotten; by hand the deck is only washed."""

    flop_games = False

    def prepare(self, hand: HandWriter) -> bool:
        hand.write("shuffle machine" if hand.by == "machine" else "wash")
        hand.write("cut")
        hand.deal_to(hand.order[0])
        self.expect("not_shuffled")
        return self.misdealt(hand)


class ExposedInCut(ErrorTwist):
    """The cut turns a card up."""

    flop_games = False

    def prepare(self, hand: HandWriter) -> bool:
        hand.prepare()
        hand.lines[-1] = f"cut exposes {hand.draw()}"
        self.expect("exposed_in_cut")
        return self.misdealt(hand)


class DeckCount(ErrorTwist):
    """The machine counts a card too few or too many: the deck is replaced before the deal."""

    flop_games = False
    by = "machine"

    def prepare(self, hand: HandWriter) -> bool:
        wrong = self.random.choice(("missing", "extra"))
        hand.write(f"deck {wrong} {hand.stub[-1]}")
        hand.write("shuffle machine")
        too_many = wrong == "extra" and "deck_count.long" in hand.book.dealing.rows
        if self.expect("deck_count.long" if too_many else "deck_count").call == "floor":
            hand.write("floor rules play")
        hand.write("deck new")
        hand.prepare()
        return True


class MixedBacks(ErrorTwist):
    """The machine sees another back in the deck: it is replaced before the deal."""

    flop_games = False
    by = "machine"

    def prepare(self, hand: HandWriter) -> bool:
        hand.write(f"deck back {hand.stub[-1]}")
        hand.write("shuffle machine")
        self.expect("mixed_backs")
        hand.write("deck new")
        hand.prepare()
        return True


class Duplicate(ErrorTwist):
    """A card turns up a second time: the hand is void at once, or once a judge has said so."""

    def deal(self, hand: HandWriter) -> bool:
        count = self.random.randint(1, len(hand.order) * hand.game.streets[0].down - 1)
        for at in range(count):
            hand.deal_to(hand.order[at % len(hand.order)])
        seat = hand.order[count % len(hand.order)]
        twin = self.random.choice([card for cards in hand.cards.values() for card in cards])
        hand.write(f"deal {seat} {twin}")
        if self.expect("duplicate_card").call == "floor":
            hand.write("floor rules misdeal")
        hand.write("deck new")
        return self.misdealt(hand)


class UnknownCard(ErrorTwist):
    """A card of another deck is dealt: a judge is called, who lets the hand be dealt anew."""

    def deal(self, hand: HandWriter) -> bool:
        count = self.random.randint(0, len(hand.order) * hand.game.streets[0].down - 1)
        hand.write(f"deck foreign {hand.stub[count]}")
        for at in range(count + 1):
            hand.deal_to(hand.order[at % len(hand.order)])
        self.expect("unknown_card")
        hand.write("floor rules misdeal")
        hand.write("deck new")
        return self.misdealt(hand)


class WrongAward(ErrorTwist):
    """The pot is pushed to the wrong seat; a judge sets it right."""

    flop_games = False

    def push(self, hand: HandWriter) -> bool:
        due = {seat: won for seat, won in hand.due().items() if won}
        others = [seat for seat in hand.order if seat not in due]
        if not others:
            others = [max(due)]
        wrong: Seat = self.random.choice(others)
        total = sum(due.values())
        hand.write(f"push {wrong} {total}")
        self.expect("wrong_award.shared" if self._shared(hand) else "wrong_award")
        for seat, won in sorted(due.items()):
            hand.write(f"floor awards {seat} {won}")
        hand.betting.pay(due)
        return True

    def _shared(self, hand: HandWriter) -> bool:
        hands = {seat: hand.cards[seat] for seat in hand.betting.live}
        return any(len(pot.won) > 1 for pot in hand.betting.award(hands, hand.board, ()))


ERRORS: dict[str, type[ErrorTwist]] = {
    "not_cut": NotCut,
    "not_shuffled": NotShuffled,
    "exposed_in_cut": ExposedInCut,
    "deck_count": DeckCount,
    "mixed_backs": MixedBacks,
    "duplicate_card": Duplicate,
    "unknown_card": UnknownCard,
    "wrong_award": WrongAward,
}
