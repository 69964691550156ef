"""What all seeded dealing errors share: how they are drawn, what they expect to be found, the steps of corrections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from rulebook.book import standard_books
from rulebook.cards import Card
from rulebook.dealing_rules import IrregularityRow
from rulebook.games import game_of
from rulebook.irregularities import kind_of, row_for
from rulebook.seats import BURNS, MUCK, STUB, Seat
from rulebook.settings import Settings
from simulators.hand_writer import HandWriter
from simulators.random_hands import BOOKS, PLAYED
from simulators.twist import Twist

FLOP, TURN, RIVER = "flop", "turn", "river"


class Found(NamedTuple):
    """An incident that must be found; `seats` empty: not compared."""

    kind: str
    call: str
    open: bool = False
    seats: tuple[Seat, ...] = ()


class ErrorTwist(Twist):
    """A legal hand with one error. `settings` say by which book it is corrected."""

    tame = True
    books: Sequence[str] = BOOKS
    players: Sequence[int] = (3, 4, 5, 6, 8, 9)
    flop_games = True  # only games with a board
    by = ""  # hand or machine, where only one can have the error
    limit = ""  # where it needs one
    crowded = False  # with so many players that a stub of stud is too short
    fantasy = False  # in a hand of open-face that somebody plays in fantasy

    def __init__(self, random: Random, settings: Settings) -> None:
        self.random = random
        self.settings = settings
        self.found: list[Found] = []

    @classmethod
    def games_of(cls, rulebook: str) -> list[str]:
        """The games in which the error is tried under that book."""
        return [game for game, _ in PLAYED[rulebook] if game_of(game).board_cards or not cls.flop_games]

    def row(self, situation: str) -> IrregularityRow:
        """How the book rules on a situation."""
        return row_for(standard_books()[self.settings.rulebook], self.settings, situation)

    def expect(self, situation: str, *, seats: Iterable[Seat] = (), open_: bool = False) -> IrregularityRow:
        """The error is made: this must be found. Returns the book's row."""
        row = self.row(situation)
        self.found.append(Found(kind_of(situation), row.call, open_, tuple(sorted(seats))))
        return row

    # -- steps of corrections

    def misdealt(self, hand: HandWriter) -> bool:
        """The book calls a misdeal: the next dealing begins."""
        hand.annul()
        return True

    def back_and_shuffle(self, hand: HandWriter, cards: Sequence[Card], *, cut: bool) -> None:
        """Cards go back into the stub, which is shuffled."""
        hand.write(f"move {' '.join(cards)} to {STUB}")
        hand.stub += cards
        self.random.shuffle(hand.stub)
        hand.write("shuffle hand")
        if cut:
            hand.write("cut")

    def pick(self, hand: HandWriter, cards: Sequence[Card], to: str) -> Card:
        """The cards are mixed face down, a judge picks one blind; it goes there, the others lie face up again."""
        hand.write(f"mix {' '.join(cards)}")
        picked = self.random.choice(cards)
        hand.write(f"floor picks {picked}")
        hand.write(f"move {picked} to {to}")
        hand.write(f"move {' '.join(card for card in cards if card != picked)} to board")
        hand.board.remove(picked)
        return picked

    def to_muck(self, hand: HandWriter, cards: Sequence[Card]) -> None:
        """These cards are dead."""
        hand.write(f"move {' '.join(cards)} to {MUCK}")

    def back_on_top(self, hand: HandWriter, card: Card) -> None:
        """One card back onto the stub."""
        hand.write(f"move {card} to {STUB}")
        hand.stub.insert(0, card)

    def to_burns(self, hand: HandWriter, card: Card) -> None:
        """A card becomes a burn."""
        hand.write(f"move {card} to {BURNS}")
        hand.burns.append(card)


def acts_past_misdeal(hand: HandWriter) -> int:
    """How many acts it takes until the book no longer calls a misdeal."""
    return {"first_action": 1, "two_acted": 2}.get(hand.book.dealing.misdeal_until.of(hand.settings.context), 3)
