"""Writes whole legal hands as a scenario's script, line by line, and knows where the cards and chips are meanwhile.

Only the betting (`rulebook.betting`) is asked what is legal; the order of deal, burns and board is written here once more from
RULES 2, so that a fault of the fold is not copied into what is to try it. Seeded: randomness is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rulebook.betting import Betting
from rulebook.book import Book
from rulebook.cards import DECK, Card
from rulebook.games import Street, game_of
from rulebook.seats import Seat, clockwise
from rulebook.settings import Settings
from simulators.human_play import Choice, Mood, choose, spoken
from simulators.twist import Twist


class HandWriter:
    """One hand. `stub` is the rest of the deck, the top first; `annulled`: a misdeal or a void hand, all chips go back."""

    def __init__(
        self, random: Random, settings: Settings, book: Book, stacks: Mapping[Seat, int], button: Seat, *, mood: Mood, by: str
    ) -> None:
        self.random = random
        self.settings = settings
        self.book = book
        self.game = game_of(settings.game)
        self.button = button
        self.mood = mood
        self.by = by
        self.before = dict(stacks)
        self.order = clockwise([seat for seat, chips in stacks.items() if chips > 0], button)
        self.betting = Betting(settings, book.money, book.cite, stacks, button)
        self.stub: list[Card] = random.sample(DECK, len(DECK))
        self.cards: dict[Seat, list[Card]] = {seat: [] for seat in self.order}
        self.ups: dict[Seat, list[Card]] = {seat: [] for seat in self.order}
        self.board: list[Card] = []
        self.burns: list[Card] = []
        self.burned_already = False  # what an error's correction made the next burn
        self.annulled = False
        self.lines: list[str] = []
        self.held: list[str] = []  # taps that the dealer has not made yet

    # -- lines

    def write(self, line: str) -> None:
        """One step. What was held back for longer than a card is tapped first."""
        self.lines.append(line)

    def draw(self) -> Card:
        """The top card of the stub."""
        return self.stub.pop(0)

    def undo_late(self) -> None:
        """Tap what is still owed, in order."""
        held, self.held = self.held, []
        for line in held:
            self.write(f"late {line}")

    # -- the course of a hand

    def play(self, twist: Twist | None = None) -> None:
        """Write the hand from the shuffle to the push."""
        twist = twist or Twist()
        self.mood.tame, self.mood.keep = twist.tame, twist.keep
        if not twist.prepare(self):
            self.prepare()
        if self.annulled:
            return
        self.betting.post()
        if not twist.deal(self):
            self.deal()
        for number, street in enumerate(self.game.streets):
            if self.annulled or (number and len(self.betting.live) < 2):
                break
            if number and not twist.lay(self, street):
                self.lay(street)
            if not self.annulled and not twist.bet(self, street):
                self.bet(street)
        if self.annulled:
            return
        self.show()
        if not twist.push(self):
            self.push()

    def prepare(self) -> None:
        """Wash, shuffle, riffle, cut: by hand or by machine (RULES 2); a riffle or a wash more than asked for is no fault."""
        chance = self.random.random
        if self.by == "machine":
            self.write("shuffle machine")
            self.write("riffle")
        else:
            if chance() < 0.8:
                self.write("wash")
            self.write("shuffle hand")
            if chance() < 0.3:
                self.write("riffle")
        self.write("cut")

    def deal(self) -> None:
        """One card a round to each seat, from the button's left; in stud the last of the first street face up."""
        first = self.game.streets[0]
        for turn in range(first.down + first.up):
            for seat in self.order:
                self.deal_to(seat, up=turn >= first.down)

    def deal_to(self, seat: Seat, *, up: bool = False) -> Card:
        """One card to a seat."""
        card = self.draw()
        self.write(f"deal {seat} {card}" + (":up" if up else ""))
        self.cards[seat].append(card)
        if up:
            self.ups[seat].append(card)
        return card

    def lay(self, street: Street) -> None:
        """The burn and the cards of a street."""
        if street.burn:
            self.burn()
        self.street_cards(street)

    def burn(self) -> None:
        """The top card to the burns, unless a correction has made another card this burn."""
        if self.burned_already:
            self.burned_already = False
            return
        card = self.draw()
        self.burns.append(card)
        self.write(f"burn {card}")

    def street_cards(self, street: Street) -> None:
        """The street's cards to the board, or to the live seats. Taps that are late come between or after."""
        chance = self.random.random
        if self.held and chance() < 0.4:
            self.undo_late()
        if street.board:
            self.to_board(street.board)
        elif street.down + street.up:
            for seat in clockwise(self.betting.live, self.button):
                self.deal_to(seat, up=bool(street.up))
        self.undo_late()

    def to_board(self, count: int) -> list[Card]:
        """So many cards turned onto the board together."""
        cards = [self.draw() for _ in range(count)]
        self.board += cards
        self.write("board " + " ".join(cards))
        return cards

    # -- betting

    def open(self, street: Street) -> None:
        """The betting of a street begins."""
        ups = {seat: self.ups[seat] for seat in self.betting.live} if self.game.stud else None
        self.betting.open_round(street.name, ups)

    def bet(self, street: Street) -> None:
        """A whole betting round; at a human rate the taps that close it come late."""
        self.open(street)
        lines = self.act_on()
        last = street is self.game.streets[-1]
        late = self._late(lines) if not last and len(self.betting.live) > 1 else 0
        kept = len(lines) - late
        for line in lines[:kept]:
            self.write(line)
        self.held = lines[kept:]

    def act_on(self, most: int | None = None, *, allowed: Callable[[Choice], bool] | None = None) -> list[str]:
        """Let the players act until nobody owes an action, or `most` have acted; return their lines.

        `allowed` refuses choices; the seat then calls or checks.
        """
        betting = self.betting
        lines: list[str] = []
        acted = 0
        while betting.to_act and (most is None or acted < most):
            seat = betting.to_act
            acted += 1
            choice = choose(betting, seat, self.random, self.mood)
            if allowed is not None and not allowed(choice):
                choice = Choice("call" if betting.owed(seat) else "check")
            if self.random.random() < self.mood.slip_rate and not betting.bring_in_due:
                lines += [f"{seat} " + ("calls" if betting.owed(seat) else "checks"), "undo"]
            lines.append(f"{seat} {spoken(choice, betting, self.random, self.mood)}")
            rulings = betting.act(seat, choice.action, choice.amount)
            assert not rulings, f"seat {seat}: {choice} is a plain legal action, yet it is ruled on: {rulings}"
        return lines

    def _late(self, lines: list[str]) -> int:
        """How many of the last taps of a round come late: calls, checks and folds that close it."""
        if self.random.random() >= self.mood.late_rate:
            return 0
        closing = 0
        for line in reversed(lines):
            if line == "undo" or line.split()[1] not in ("checks", "calls", "folds"):
                break
            closing += 1
        return min(closing, self.random.choice((1, 1, 1, 2, 2, 3)))

    # -- the end

    def show(self) -> None:
        """The showdown, in the order of the book: who is beaten by what he sees mostly mucks."""
        betting = self.betting
        betting.close_round()
        order = list(betting.show_order({seat: self.ups[seat] for seat in betting.live} if self.game.stud else None))
        if len(order) < 2:
            return
        winners = self.winners()
        holding = len(order)
        for seat in order:
            first = seat == order[0]
            if seat in winners or self.random.random() < (0.8 if first else 0.4) or holding == 1:
                self.write(f"{seat} tables " + " ".join(self.cards[seat]))
            else:
                self.write(f"{seat} mucks")
                holding -= 1

    def due(self) -> dict[Seat, int]:
        """What each seat is due of all pots, by the cards."""
        hands = {seat: self.cards[seat] for seat in self.betting.live}
        due: dict[Seat, int] = {}
        for pot in self.betting.award(hands, self.board, ()):
            for seat, won in pot.won.items():
                due[seat] = due.get(seat, 0) + won
        return due

    def winners(self) -> frozenset[Seat]:
        """The seats that win anything."""
        return frozenset(self.due())

    def push(self) -> None:
        """The pots go to whom they are due: as the screen proposes, or entered seat by seat."""
        due = {seat: won for seat, won in self.due().items() if won}
        if due and self.random.random() < 0.2:
            self.write("push " + " ".join(f"{seat} {won}" for seat, won in sorted(due.items())))
        else:
            self.write("push")
        self.betting.pay(due)

    def annul(self) -> None:
        """A misdeal or a void hand: nobody has won or lost anything."""
        self.annulled = True
        self.held = []

    @property
    def stacks(self) -> dict[Seat, int]:
        """The stacks after the hand."""
        return dict(self.before) if self.annulled else dict(self.betting.stacks)
