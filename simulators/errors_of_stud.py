"""Errors that only stud knows (RULES 3.2; BFSP 6.5; CLUB 2.6.1; WSOP L238, L240), with their corrections."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards import Card
from rulebook.games import Street
from rulebook.seats import ASIDE, Seat, clockwise
from simulators.error_twist import ErrorTwist
from simulators.errors_of_play import InFirstBetting
from simulators.hand_writer import HandWriter


class _Stud(InFirstBetting):
    """Only stud has it."""

    players = (4, 5, 6)
    books: Sequence[str] = ("bfsp", "club", "wsop")

    @classmethod
    def games_of(cls, rulebook: str) -> list[str]:
        return ["stud7"]


class StudUpDown(_Stud):
    """A card that belongs face down is dealt up: in some books the third comes down instead."""

    def deal(self, hand: HandWriter) -> bool:
        first = hand.game.streets[0]
        wrong = self.random.choice(hand.order)
        for turn in range(first.down + first.up):
            for seat in hand.order:
                up = turn >= first.down
                if seat == wrong and turn == first.down - 1:
                    card = hand.draw()
                    hand.write(f"deal {seat} {card}:exposed")
                    hand.cards[seat].append(card)
                    hand.ups[seat].append(card)
                    if not self.follow(hand, "stud_up_down", seat):
                        return True
                else:
                    hand.deal_to(seat, up=up and seat != wrong)
        return True

    def bet(self, hand: HandWriter, street: Street) -> bool:
        return False


class StudMixed(_Stud):
    """A player turns his up card down and mixes it with the others."""

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        hand.write(f"mix {' '.join(hand.cards[seat])}")
        return self.follow(hand, "stud_mixed", seat)


class PrematureCard(_Stud):
    """The first card of fourth street comes while seats owe an action: aside until the betting is over, or back at once."""

    books = ("bfsp", "club", "parimatch", "wsop")
    acted = (0, 1, 2)

    def at(self, hand: HandWriter, seat: Seat) -> bool:
        hand.burn()
        first = clockwise(hand.betting.live, hand.button)[0]
        card = hand.draw()
        hand.write(f"deal {first} {card}:up")
        self.aside = ""
        if self.expect("premature_card", seats=[first]).plan == "back_now":
            self.back_and_shuffle(hand, [card], cut=False)
            hand.burned_already = True
        else:
            hand.write(f"move {card} to {ASIDE}")
            self.aside = card
        return True

    def lay(self, hand: HandWriter, street: Street) -> bool:
        if self.aside:
            self.back_and_shuffle(hand, [Card(self.aside)], cut=False)
            self.aside = ""
        return False


class _OnLastStreet(ErrorTwist):
    """An error when the last street is dealt."""

    flop_games = False
    players: Sequence[int] = (2, 3, 4, 5, 6)

    @classmethod
    def games_of(cls, rulebook: str) -> list[str]:
        return ["stud7"]

    def lay(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[-1]:
            return False
        hand.burn()
        self.deal_last(hand)
        return True

    def deal_last(self, hand: HandWriter) -> None:
        """The cards of the last street go wrong."""
        raise AssertionError(f"{type(self).__name__} says not what goes wrong")


class StubShort(_OnLastStreet):
    """Seven or eight players stay: the stub is dealt but for its last card, then the shuffled burns, then the shuffled muck.
    Where these are not enough, or the book takes no muck, a judge has the hand dealt anew."""

    players = (7, 8)
    crowded = True
    keep = 7

    def lay(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[-1]:
            return False
        if len(hand.stub) > 1:
            hand.burn()
        self.deal_last(hand)
        return True

    def deal_last(self, hand: HandWriter) -> None:
        seats = clockwise(hand.betting.live, hand.button)
        reached = len(hand.stub) - 1
        assert reached < len(seats), "the stub is too short"
        for seat in seats[:reached]:
            hand.deal_to(seat)
        lacking = seats[reached:]
        muck = [card for seat, cards in hand.cards.items() if seat not in seats for card in cards]
        beyond = len(lacking) > len(hand.burns) + len(muck)
        row = self.expect("stub_short" + (".beyond" if beyond else ".muck" if len(lacking) > len(hand.burns) else ""))
        if row.call == "floor":
            hand.write("floor rules misdeal")
            self.misdealt(hand)
            return
        for pile in (hand.burns, muck):
            if lacking:
                hand.stub = []
                self.back_and_shuffle(hand, pile, cut=False)
                for seat in lacking[: len(pile)]:
                    hand.deal_to(seat)
                lacking = lacking[len(pile) :]
        hand.burns = []


class SeventhUp(_OnLastStreet):
    """The last card of a seat comes up: its owner counts as all-in or plays on, a judge has the hand played out, or the others
    get theirs up as well."""

    def deal_last(self, hand: HandWriter) -> None:
        seats = clockwise(hand.betting.live, hand.button)
        wrong = self.random.choice(seats)
        row = self.expect("seventh_up.first" if wrong == seats[0] else "seventh_up", seats=[wrong])
        others = ":up" if row.plan == "all_up" else ""
        for seat in seats:
            card = hand.draw()
            hand.cards[seat].append(card)
            hand.write(f"deal {seat} {card}" + (":exposed" if seat == wrong else others))
            if seat == wrong and row.plan == "players_choice" and self.random.random() < 0.4:
                hand.write("dealer answers no")
                hand.betting.as_all_in(seat)
        if row.call == "floor":
            hand.write("floor rules play")


ERRORS: dict[str, type[ErrorTwist]] = {
    "stud_up_down": StudUpDown,
    "stud_mixed": StudMixed,
    "premature_card": PrematureCard,
    "stub_short": StubShort,
    "seventh_up": SeventhUp,
}
