"""Errors of open-face hands (BFSP 8, 6.3.3, 6.3.5, 6.3.7, 6.4.5; WSOP L356), with their corrections.

A foul is none of them: a hand whose rows do not rise is dead by the count, and clean hands have it at a human rate.
"""

from __future__ import annotations

from rulebook.cards import Card
from rulebook.seats import ROWS, SEAT_COUNT, Seat, row_zone, seat_zone
from simulators.error_twist import ErrorTwist
from simulators.hand_writer import HandWriter
from simulators.open_face_writer import ROOM, OpenFaceWriter


class _OpenFace(ErrorTwist):
    """An error at one turn: of `seat`, the `number`-th."""

    players = (2, 2, 3)
    flop_games = False
    books = ("bfsp", "wsop")
    numbers: tuple[int, ...] = (1, 2, 3, 4)

    @classmethod
    def games_of(cls, rulebook: str) -> list[str]:
        return ["ofc"]

    def deal(self, hand: HandWriter) -> bool:
        assert isinstance(hand, OpenFaceWriter)
        self.number = self.random.choice(self.numbers)
        self.seat = self.choose_seat(hand)
        return False

    def choose_seat(self, hand: OpenFaceWriter) -> Seat:
        """At whose turn it goes wrong."""
        return self.random.choice(hand.order)

    def turn(self, hand: HandWriter, seat: Seat, number: int) -> bool:
        assert isinstance(hand, OpenFaceWriter)
        hand.ends_early = bool(self.found)  # once the next seat goes on everything of the error is known
        return (seat, number) == (self.seat, self.number) and self.wrong(hand, seat, number)

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        """The turn goes wrong, and is put right."""
        raise AssertionError(f"{type(self).__name__} says not what goes wrong")

    def dealt_anew(self, hand: HandWriter) -> bool:
        """A judge has the hand dealt anew."""
        hand.write("floor rules misdeal")
        return self.misdealt(hand)


class SixFirstCards(_OpenFace):
    """Six cards instead of the first five, before anybody sets his."""

    numbers = (0,)

    def deal(self, hand: HandWriter) -> bool:
        super().deal(hand)
        assert isinstance(hand, OpenFaceWriter)
        for seat in hand.order:
            hand.deal_turn(seat, 0)
            if seat == self.seat:
                hand.write(f"deal {seat} {hand.draw()}:up")
                self.expect("wrong_card_count", seats=[seat])
                return self.misdealt(hand)
        return False


class FourInDraw(_OpenFace):
    """Four cards in a draw of three: a judge is called."""

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        hand.deal_turn(seat, number)
        hand.write(f"deal {seat} {hand.draw()}")
        self.expect("wrong_card_count.draw", seats=[seat])
        return self.dealt_anew(hand)


class WrongNumberSet(_OpenFace):
    """One card of a draw is set and two are discarded, or all three are set: the hand is dead once the next seat goes on."""

    numbers = (1, 2, 3)  # after the last one nobody goes on

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        cards = hand.deal_turn(seat, number)
        kept, gone = self._as_planned(hand, seat, cards)
        room = [row for row in ROWS if len(hand.rows[seat][row]) < ROOM[row] - sum(row == there for _, there in kept)]
        if room and self.random.random() < 0.5:
            kept.append((gone, self.random.choice(room)))
        else:
            out, _ = kept.pop()
            hand.put(seat, "", [gone, out])
        for card, row in kept:
            hand.put(seat, row, [card])
        hand.killed.add(seat)
        self.expect("wrong_card_count.set", seats=[seat])
        return True

    @staticmethod
    def _as_planned(hand: OpenFaceWriter, seat: Seat, cards: list[Card]) -> tuple[list[tuple[Card, str]], Card]:
        plan = hand.plans[seat]
        kept = [(card, plan.row_of(card)) for card in cards if plan.row_of(card)]
        return kept, next(card for card in cards if not plan.row_of(card))


class DrawOutOfTurn(_OpenFace):
    """A draw goes to a seat before the one whose turn it is: it stands."""

    def choose_seat(self, hand: OpenFaceWriter) -> Seat:
        return self.random.choice(hand.order[:-1])

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        after = hand.order[hand.order.index(seat) + 1]
        early = hand.deal_turn(after, number)
        self.expect("dealt_out_of_order.late", seats=[after])
        hand.set_cards(seat, hand.deal_turn(seat, number))
        hand.set_cards(after, early)
        self.done = (after, number)
        return True

    def turn(self, hand: HandWriter, seat: Seat, number: int) -> bool:
        return (seat, number) == getattr(self, "done", None) or super().turn(hand, seat, number)


class SetCardMoved(_OpenFace):
    """A card that was set in an earlier turn is moved to another row, or taken up, and put back."""

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        cards = hand.deal_turn(seat, number)
        row = self.random.choice([row for row in ROWS if hand.rows[seat][row]])
        card = self.random.choice(hand.rows[seat][row])
        other = [row_zone(seat, name) for name in ROWS if name != row and len(hand.rows[seat][name]) < ROOM[name]]
        hand.write(f"move {card} to {self.random.choice([*other, seat_zone(seat)])}")
        self.expect("set_card_moved", seats=[seat])
        hand.write(f"move {card} to {row_zone(seat, row)}")
        hand.set_cards(seat, cards)
        return True


class BoxedInDraw(_OpenFace):
    """A card of a draw lies face up inside the stub: to the muck, the next one in its place."""

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        card = hand.draw()
        hand.write(f"deal {seat} {card}:boxed")
        self.expect("boxed_card", seats=[seat])
        self.to_muck(hand, [card])
        hand.turn(seat, number)
        return True


class DrawToEmptySeat(_OpenFace):
    """A card of a draw goes to a seat where nobody plays: to the muck, play on; in some books a misdeal is still possible."""

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        empty = self.random.choice([other for other in range(1, SEAT_COUNT + 1) if other not in hand.order])
        card = hand.draw()
        hand.write(f"deal {empty} {card}")
        substantial = hand.book.dealing.misdeal_until.of(hand.settings.context).startswith("substantial")
        if substantial and number < 3 and not (number == 2 and seat != hand.order[0]):
            self.expect("dealt_to_empty_seat", seats=[empty])
            return self.misdealt(hand)
        self.expect("dealt_to_empty_seat.late", seats=[empty])
        self.to_muck(hand, [card])
        hand.turn(seat, number)
        return True


class _InFantasy(_OpenFace):
    """In a hand with fantasy, which the hand before has led to."""

    numbers = (0,)
    fantasy = True

    def choose_seat(self, hand: OpenFaceWriter) -> Seat:
        hand.together = False
        return self.random.choice(hand.in_fantasy)


class FantasyTooMany(_InFantasy):
    """Fifteen cards in fantasy: dealt anew."""

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        hand.deal_turn(seat, number)
        hand.write(f"deal {seat} {hand.draw()}")
        self.expect("fantasy_count", seats=[seat])
        return self.misdealt(hand)


class FantasyTooFew(_InFantasy):
    """Thirteen cards in fantasy, all of them set: found once another seat sets its first cards."""

    def choose_seat(self, hand: OpenFaceWriter) -> Seat:
        hand.together = False
        return hand.in_fantasy[-1]

    def wrong(self, hand: OpenFaceWriter, seat: Seat, number: int) -> bool:
        plan = hand.plans[seat]
        kept = [card for card in hand.coming[seat] if plan.row_of(card)]
        for card in kept:
            hand.write(f"deal {seat} {card}")
        hand.set_cards(seat, kept)
        self.expect("fantasy_count", seats=[seat])
        others = [other for other in hand.order if other not in hand.in_fantasy]
        if not others:
            return self.misdealt(hand)
        hand.deal_turn(others[0], 0)
        first = hand.cards[others[0]][0]
        hand.write(f"{others[0]} sets bottom {first}")
        return self.misdealt(hand)


ERRORS: dict[str, type[ErrorTwist]] = {
    "open-face: six first cards": SixFirstCards,
    "open-face: four cards in a draw": FourInDraw,
    "open-face: a wrong number set": WrongNumberSet,
    "open-face: a draw out of turn": DrawOutOfTurn,
    "open-face: a set card moved": SetCardMoved,
    "open-face: boxed_card": BoxedInDraw,
    "open-face: a draw to an empty seat": DrawToEmptySeat,
    "fantasy_count, a card too many": FantasyTooMany,
    "fantasy_count, a card too few": FantasyTooFew,
}
