"""Errors of burns and board (RULES 3.2; BFSP 6.4.5, 6.4.6, 6.6; CLUB 2.7.4, 2.7.10), with their corrections."""

from __future__ import annotations

from random import Random

from rulebook.games import Street
from rulebook.seats import ASIDE, BURNS, MUCK
from rulebook.settings import Settings
from simulators.error_twist import FLOP, RIVER, TURN, ErrorTwist
from simulators.hand_writer import HandWriter


class _OnStreet(ErrorTwist):
    """An error when a street is laid."""

    streets: tuple[str, ...] = (FLOP, TURN, RIVER)

    def __init__(self, random: Random, settings: Settings) -> None:
        super().__init__(random, settings)
        self.street = random.choice(self.streets)

    def lay(self, hand: HandWriter, street: Street) -> bool:
        return street.name == self.street and self.wrong(hand, street)

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        """The street is laid wrongly, and put right."""
        raise AssertionError(f"{type(self).__name__} says not what goes wrong")


class BurnMissing(_OnStreet):
    """The street comes without a burn; noticed before anybody acts."""

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        cards = hand.to_board(street.board)
        if street.name == FLOP:
            row = self.expect("burn_missing.flop")
            hand.board.clear()
            if row.plan == "scramble_flop":
                hand.board += cards
                self.pick(hand, cards, BURNS)
                hand.to_board(1)
                return True
            self.back_and_shuffle(hand, cards, cut=True)
            return False
        self.expect("burn_missing")
        [card] = cards
        hand.board.remove(card)
        if self.random.random() < 0.5:
            self.to_burns(hand, card)
        else:
            self.back_on_top(hand, card)
            hand.burn()
        hand.to_board(1)
        return True


class BurnMissingLate(_OnStreet):
    """The street comes without a burn; somebody acts before it is noticed: it stands."""

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.to_board(street.board)
        self.expect("burn_missing.stands")
        return True


class BurnExtra(_OnStreet):
    """Two burns; noticed before the street's card."""

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        extra = hand.draw()
        hand.write(f"burn {extra}")
        self.expect("burn_extra")
        self.back_on_top(hand, extra)
        hand.to_board(street.board)
        return True


class BurnExtraAfterStreet(_OnStreet):
    """Two burns; noticed once the turn or river lies: the extra burn was that card."""

    streets = (TURN, RIVER)

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        extra = hand.draw()
        hand.write(f"burn {extra}")
        [card] = hand.to_board(1)
        self.expect("burn_extra")
        self.back_on_top(hand, card)
        hand.write(f"move {extra} to board")
        hand.board[-1] = extra
        return True


class BurnExtraLate(_OnStreet):
    """Two burns; somebody acts before it is noticed: it stands."""

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        hand.write(f"burn {hand.draw()}")
        hand.to_board(street.board)
        self.expect("burn_extra.stands")
        return True


class BurnBeforeDeal(ErrorTwist):
    """A burn before the hand's first cards."""

    def deal(self, hand: HandWriter) -> bool:
        card = hand.draw()
        hand.write(f"burn {card}")
        self.expect("burn_extra")
        self.back_on_top(hand, card)
        return False


class FourCardFlop(_OnStreet):
    """Four cards on the flop: a judge picks the next burn."""

    streets = (FLOP,)

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        self.expect("four_card_flop")
        self.pick(hand, hand.to_board(4), BURNS)
        hand.burned_already = True
        return True


class FlopOverFour(_OnStreet):
    """Five or six cards on the flop."""

    streets = (FLOP,)

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        cards = hand.to_board(self.random.choice((5, 5, 6)))
        self.expect("flop_over_four")
        hand.board.clear()
        self.back_and_shuffle(hand, [*cards, hand.burns.pop()], cut=True)
        return False


class FlopShort(_OnStreet):
    """Two cards on the flop, and the betting begins."""

    streets = (FLOP,)

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        hand.to_board(2)
        hand.write(f"{hand.betting.live[0]} checks")
        self.expect("flop_short.late")
        hand.write("floor rules misdeal")
        return self.misdealt(hand)


class ExtraBoardCard(_OnStreet):
    """Two cards turned as the turn or the river."""

    streets = (TURN, RIVER)

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        last = street.name == RIVER
        self.expect("extra_board_card.river" if last else "extra_board_card")
        self.pick(hand, hand.to_board(2), ASIDE if last else BURNS)
        hand.burned_already = not last
        return True


class BoxedOnBoard(_OnStreet):
    """A card of the street lies face up inside the stub."""

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        cards = [hand.draw() for _ in range(street.board)]
        boxed = self.random.randrange(len(cards))
        hand.write("board " + " ".join(f"{card}:boxed" if at == boxed else card for at, card in enumerate(cards)))
        self.expect("boxed_card")
        self.to_muck(hand, [cards[boxed]])
        hand.board += [card for at, card in enumerate(cards) if at != boxed]
        hand.to_board(1)
        return True


class BoxedBurn(_OnStreet):
    """The burn lies face up inside the stub."""

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        card = hand.draw()
        hand.write(f"burn {card}:boxed")
        self.expect("boxed_card")
        hand.write(f"move {card} to {MUCK}")
        return False


class BoardCardMoved(_OnStreet):
    """A card of the street goes to the muck; most times another comes in its place. The other is returned to the stub, and
    a judge has the card put back: before his word or after it."""

    def wrong(self, hand: HandWriter, street: Street) -> bool:
        hand.burn()
        card = self.random.choice(hand.to_board(street.board))
        hand.write(f"move {card} to {MUCK}")
        if self.random.random() < 0.7:
            other = hand.draw()
            hand.write(f"board {other}")
            self.back_on_top(hand, other)
        ruling = ["floor rules play", f"move {card} to board"]
        for line in ruling if self.random.random() < 0.5 else reversed(ruling):
            hand.write(line)
        hand.board.remove(card)
        hand.board.append(card)
        self.expect("board_card_moved")
        return True


ERRORS: dict[str, type[ErrorTwist]] = {
    "burn_missing": BurnMissing,
    "burn_missing, noticed late": BurnMissingLate,
    "burn_extra": BurnExtra,
    "burn_extra, noticed on the street": BurnExtraAfterStreet,
    "burn_extra, noticed late": BurnExtraLate,
    "burn_extra before the deal": BurnBeforeDeal,
    "four_card_flop": FourCardFlop,
    "flop_over_four": FlopOverFour,
    "flop_short": FlopShort,
    "extra_board_card": ExtraBoardCard,
    "boxed_card on the board": BoxedOnBoard,
    "boxed_card burned": BoxedBurn,
    "board_card_moved": BoardCardMoved,
}
