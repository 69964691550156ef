"""Errors of the deal to the seats (RULES 3.2; BFSP 6.3, 6.4.5, 6.6.1; CLUB 2.5, 2.7.4, 2.7.6), with their corrections."""

from __future__ import annotations

from random import Random

from rulebook.games import Street
from rulebook.seats import SEAT_COUNT, Seat
from rulebook.settings import Settings
from simulators.error_twist import ErrorTwist, acts_past_misdeal
from simulators.hand_writer import HandWriter


class InDeal(ErrorTwist):
    """An error at one card of the deal."""

    def __init__(self, random: Random, settings: Settings) -> None:
        super().__init__(random, settings)
        self.at: set[int] = set()  # which cards of the deal go wrong

    def deal(self, hand: HandWriter) -> bool:
        first = hand.game.streets[0]
        turns = [(seat, number >= first.down) for number in range(first.down + first.up) for seat in hand.order]
        self.at = set(self.choose(hand, len(turns)))
        for at, (seat, up) in enumerate(turns):
            if at in self.at:
                self.card(hand, seat, at)
                if hand.annulled:
                    return True
            else:
                hand.deal_to(seat, up=up)
        self.after(hand)
        return True

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        """The indices of the wrong cards."""
        return [self.random.randrange(count)]

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        """This seat's card goes wrong."""
        raise AssertionError(f"{type(self).__name__} says not what goes wrong")

    def after(self, hand: HandWriter) -> None:
        """The deal is complete."""


class BoxedCard(InDeal):
    """A hole card lies face up inside the stub: to the muck, the next one in its place."""

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        card = hand.draw()
        hand.write(f"deal {seat} {card}:boxed")
        self.expect("boxed_card", seats=[seat])
        self.to_muck(hand, [card])
        hand.deal_to(seat)


class BoxedTwice(BoxedCard):
    """Two hole cards lie face up inside the stub: in some books a misdeal."""

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        return sorted(self.random.sample(range(count), 2))

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        if not self.found or self.row("boxed_card.many").call != "misdeal" or self.settings.rulebook == "bfsp":
            super().card(hand, seat, at)
            return
        hand.write(f"deal {seat} {hand.draw()}:boxed")
        self.expect("boxed_card.many", seats=[seat])
        hand.annul()


class ExposedCard(InDeal):
    """The dealer turns a hole card up: it is replaced by what would have been the first burn, and is that burn."""

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        return [self.random.choice([at for at in range(count) if not self.is_first(hand, at)])]

    def is_first(self, hand: HandWriter, at: int) -> bool:
        """Whether exposing this card is already a misdeal."""
        blinds = at < len(hand.order) and hand.order[at] in hand.order[:2]
        return blinds if hand.book.dealing.exposed_misdeal == "first_card_of_a_blind" else at < 2

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        card = hand.draw()
        hand.write(f"deal {seat} {card}:exposed")
        hand.cards[seat].append(card)
        self.expect("exposed_hole_card", seats=[seat])
        self.seat, self.exposed = seat, card

    def after(self, hand: HandWriter) -> None:
        if not hand.annulled:
            hand.cards[self.seat].remove(self.exposed)
            hand.deal_to(self.seat)
            self.to_burns(hand, self.exposed)
            hand.burned_already = True


class ExposedFirst(ExposedCard):
    """The exposed card is one of those that make it a misdeal at once."""

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        return [self.random.choice([at for at in range(count) if self.is_first(hand, at)])]

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        hand.write(f"deal {seat} {hand.draw()}:exposed")
        self.expect("exposed_hole_card.first", seats=[seat])
        hand.annul()


class ExposedTwice(ExposedCard):
    """A second exposed card: a misdeal."""

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        return sorted(self.random.sample([at for at in range(count) if not self.is_first(hand, at)], 2))

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        if not self.found:
            super().card(hand, seat, at)
            return
        hand.write(f"deal {seat} {hand.draw()}:exposed")
        self.expect("exposed_hole_card.second", seats=[seat])
        hand.annul()


class SeatSkipped(InDeal):
    """A seat is passed over; found at the card that proves it."""

    flop_games = False

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        seats = len(hand.order)
        first = hand.game.streets[0]
        # The last seat of a round and, but for the last round, its first are nobody's proven skip: the card that comes next
        # may be theirs, late.
        last = seats * (first.down + first.up - 1)
        return [
            self.random.choice(
                [at for at in range(first.down * seats) if at % seats != seats - 1 and (at % seats or at >= last)]
            )
        ]

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        self.seat = seat
        seats = len(hand.order)
        first = hand.game.streets[0]
        rounds = first.down + first.up
        number, place = divmod(at, seats)
        for other in hand.order[place + 1 :]:
            hand.deal_to(other)
        if number + 1 < rounds:
            hand.deal_to(hand.order[0], up=number + 1 >= first.down)
        self.expect("seat_skipped", seats=[seat])
        hand.annul()


class OutOfOrder(InDeal):
    """Two seats get each other's card."""

    def choose(self, hand: HandWriter, count: int) -> list[int]:
        """Not the last two seats of the deal: there the second card proves that the first seat lacks one."""
        seats = len(hand.order)
        return [self.random.choice([at for at in range(count - 2) if at % seats < seats - 1])]

    def deal(self, hand: HandWriter) -> bool:
        seats = len(hand.order)
        rounds = hand.game.streets[0].down
        [wrong] = self.choose(hand, seats * rounds)
        at = 0
        while at < seats * rounds:
            seat, after = hand.order[at % seats], hand.order[(at + 1) % seats]
            if at != wrong:
                hand.deal_to(seat)
                at += 1
                continue
            first, second = hand.deal_to(after), hand.deal_to(seat)
            if self.expect("dealt_out_of_order", seats=[seat]).call == "misdeal":
                return self.misdealt(hand)
            hand.write(f"move {first} to seat {seat}")
            hand.write(f"move {second} to seat {after}")
            hand.cards[after][-1], hand.cards[seat][-1] = second, first
            at += 2
        return True


class DealtAnew(InDeal):
    """The dealer misdealt as no sensor can see, and deals anew."""

    def deal(self, hand: HandWriter) -> bool:
        cards = len(hand.order) * hand.game.streets[0].down
        for at in range(self.random.randrange(2, cards)):
            hand.deal_to(hand.order[at % len(hand.order)])
        self.expect("dealt_anew")
        return self.misdealt(hand)


class EmptySeat(InDeal):
    """A card to a seat where nobody is dealt in."""

    flop_games = False

    def card(self, hand: HandWriter, seat: Seat, at: int) -> None:
        empty = self.random.choice([other for other in range(1, SEAT_COUNT + 1) if other not in hand.order])
        hand.write(f"deal {empty} {hand.draw()}")
        self.expect("dealt_to_empty_seat", seats=[empty])
        hand.annul()


class EmptySeatLate(ErrorTwist):
    """A card to an empty seat once the betting has begun: to the muck, play on."""

    def bet(self, hand: HandWriter, street: Street) -> bool:
        if street is not hand.game.streets[0]:
            return False
        hand.open(street)
        for line in hand.act_on(acts_past_misdeal(hand)):
            hand.write(line)
        empty = self.random.choice([other for other in range(1, SEAT_COUNT + 1) if other not in hand.order])
        card = hand.draw()
        hand.write(f"deal {empty} {card}")
        self.expect("dealt_to_empty_seat.late", seats=[empty])
        self.to_muck(hand, [card])
        for line in hand.act_on():
            hand.write(line)
        return True


ERRORS: dict[str, type[ErrorTwist]] = {
    "boxed_card": BoxedCard,
    "boxed_card, two of them": BoxedTwice,
    "exposed_hole_card": ExposedCard,
    "exposed_hole_card, a first one": ExposedFirst,
    "exposed_hole_card, two of them": ExposedTwice,
    "seat_skipped": SeatSkipped,
    "dealt_out_of_order": OutOfOrder,
    "dealt_anew": DealtAnew,
    "dealt_to_empty_seat": EmptySeat,
    "dealt_to_empty_seat, late": EmptySeatLate,
}
