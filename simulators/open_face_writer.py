"""Writes whole open-face hands (BFSP 8, RULES 6) as a scenario's script, fantasy included."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random
from typing import Any

from rulebook.cards import Card
from rulebook.ofc import Rows, balance, enters_fantasy, is_dead, settle, stays_in_fantasy
from rulebook.seats import ROWS, Seat, row_zone
from simulators.hand_writer import HandWriter
from simulators.open_face_play import DEALT, plan_for
from simulators.twist import Twist

FANTASY_CARDS = 14
ROOM = {"top": 3, "middle": 5, "bottom": 5}
SURRENDER_RATE, SECOND_THOUGHT_RATE, SHOWN_RATE = 0.01, 0.05, 0.01
NO_ROWS = Rows((), (), ())


class OpenFaceWriter(HandWriter):
    """One hand. `fantasy`: who plays it so. `together`: everybody gets the first cards before anybody sets his, else each when
    the seat before has set its own; both are in order. `killed`: whose hand is dead whatever he has set. `ends_early`: all but
    one surrender after the next turn.
    """

    def __init__(self, random: Random, *args: Any, fantasy: Collection[Seat] = (), **named: Any) -> None:
        super().__init__(random, *args, **named)
        self.in_fantasy = [seat for seat in self.order if seat in fantasy]
        self.together = random.random() < 0.5
        self.surrenders = True  # whether anybody may
        self.ends_early = False
        self.killed: set[Seat] = set()
        self.surrendered: set[Seat] = set()
        self.dealt_first: set[Seat] = set()
        self.rows: dict[Seat, dict[str, list[Card]]] = {seat: {row: [] for row in ROWS} for seat in self.order}
        self.after = dict(self.before)
        self._decide()

    def _decide(self) -> None:
        """Which cards come to whom, and what becomes of them."""
        self.coming: dict[Seat, list[Card]] = {}
        for seat in self.order:
            count = FANTASY_CARDS if seat in self.in_fantasy else sum(DEALT)
            self.coming[seat], self.stub = self.stub[:count], self.stub[count:]
        rules = self.book.money
        self.plans = {
            seat: plan_for(cards, self.random, rules, fantasy=seat in self.in_fantasy) for seat, cards in self.coming.items()
        }

    def lead_to_fantasy(self) -> None:
        """Shuffle until somebody, not everybody, is going to play the next hand in fantasy."""
        self.surrenders = False
        while not 0 < sum(enters_fantasy(plan.rows) for plan in self.plans.values()) < len(self.order):
            self.stub += [card for cards in self.coming.values() for card in cards]
            self.random.shuffle(self.stub)
            self._decide()

    # -- the course of a hand

    def play(self, twist: Twist | None = None) -> None:
        """Write the hand from the shuffle to the push."""
        twist = twist or Twist()
        if not twist.prepare(self):
            self.prepare()
        if self.annulled or twist.deal(self):
            return
        self.take_turns(twist)
        if self.annulled:
            return
        self.show()
        if not twist.push(self):
            self.push()

    def turns(self) -> list[tuple[Seat, int]]:
        """Whose turn comes when: fantasy first, then turn by turn from the button's left."""
        ordinary = [seat for seat in self.order if seat not in self.in_fantasy]
        return [(seat, 0) for seat in self.in_fantasy] + [(seat, number) for number in range(len(DEALT)) for seat in ordinary]

    def take_turns(self, twist: Twist) -> None:
        """Every turn of the hand."""
        if self.together:
            for seat, number in self.turns():
                if number == 0:
                    self.deal_turn(seat, 0)
        ending = False
        for seat, number in self.turns():
            if ending:
                for other in self.random.sample(self.playing, len(self.playing) - 1):
                    self.surrender(other)
            if self.annulled or len(self.playing) < 2:
                return
            if seat in self.killed or seat in self.surrendered:
                continue
            ending = self.ends_early
            if number and self.surrenders and not twist.tame and self.random.random() < SURRENDER_RATE:
                self.surrender(seat)
            elif not twist.turn(self, seat, number):
                self.turn(seat, number)

    @property
    def playing(self) -> list[Seat]:
        """The seats that have not surrendered."""
        return [seat for seat in self.order if seat not in self.surrendered]

    def surrender(self, seat: Seat) -> None:
        """A judge enters that a seat surrenders."""
        self.write(f"floor surrenders {seat}")
        self.surrendered.add(seat)

    def turn(self, seat: Seat, number: int) -> None:
        """One seat's turn: what is dealt to it, and what it does with it."""
        self.set_cards(seat, self.deal_turn(seat, number))

    def deal_turn(self, seat: Seat, number: int) -> list[Card]:
        """The cards of a turn; none that lie there already. The first five come face up, fantasy and draws face down."""
        if number == 0 and seat in self.dealt_first:
            return list(self.cards[seat])
        if number == 0:
            self.dealt_first.add(seat)
        count = FANTASY_CARDS if seat in self.in_fantasy else DEALT[number]
        return [self.deal_own(seat, up=number == 0 and seat not in self.in_fantasy) for _ in range(count)]

    def deal_own(self, seat: Seat, *, up: bool) -> Card:
        """The next card that is to come to a seat. A draw that the dealer turns up plays: no rule has it otherwise."""
        card = self.coming[seat].pop(0)
        shown = not up and seat not in self.in_fantasy and self.random.random() < SHOWN_RATE
        self.write(f"deal {seat} {card}" + (":up" if up else ":exposed" if shown else ""))
        self.cards[seat].append(card)
        return card

    def set_cards(self, seat: Seat, cards: Iterable[Card]) -> None:
        """The seat sets and discards these, in the order that it likes; in fantasy hidden, and what is left goes at the end."""
        plan = self.plans[seat]
        by_row: dict[str, list[Card]] = {}
        for card in cards:
            by_row.setdefault(plan.row_of(card), []).append(card)
        order = list(by_row)
        self.random.shuffle(order)
        if seat in self.in_fantasy:
            order.sort(key=lambda row: not row)
        for row in order:
            self.put(seat, row, by_row[row])

    def put(self, seat: Seat, row: str, cards: list[Card]) -> None:
        """Cards into a row, or to the muck. Until his turn is over a player may think again."""
        if not row:
            self.write(f"{seat} discards {' '.join(cards)}")
            return
        hidden = seat in self.in_fantasy
        room = [name for name in ROWS if name != row and len(self.rows[seat][name]) < ROOM[name]]
        self.rows[seat][row] += cards
        if not hidden and len(cards) == 1 and room and self.random.random() < SECOND_THOUGHT_RATE:
            self.write(f"{seat} sets {self.random.choice(room)} {cards[0]}")
            self.write(f"move {cards[0]} to {row_zone(seat, row)}")
            return
        self.write(f"{seat} {'hides' if hidden else 'sets'} {row} {' '.join(cards)}")

    # -- the end

    def show(self) -> None:
        """Hidden hands are opened, if they are to be compared."""
        for seat in self.in_fantasy:
            if seat not in (*self.killed, *self.surrendered) and len(self.playing) > 1:
                self.write(f"{seat} tables {' '.join(card for row in ROWS for card in self.rows[seat][row])}")

    def set_rows(self, seat: Seat) -> Rows:
        """The hand of a seat as it counts."""
        if seat in self.killed or seat in self.surrendered:
            return NO_ROWS
        return Rows(*(tuple(self.rows[seat][row]) for row in ROWS))

    def balance(self) -> dict[Seat, int]:
        """What each seat wins or loses."""
        hands = {seat: self.set_rows(seat) for seat in self.order}
        stacks = {seat: self.before[seat] for seat in self.order}
        return balance(
            settle(hands, self.button, stacks, self.book.money, point=self.settings.point, surrendered=self.surrendered)
        )

    def due(self) -> dict[Seat, int]:
        """What each winner gets, all comparisons together."""
        return {seat: chips for seat, chips in self.balance().items() if chips > 0}

    def pay(self) -> None:
        """Points are paid from the stacks."""
        for seat, chips in self.balance().items():
            self.after[seat] += chips

    def push(self) -> None:
        """The points are paid as counted, or entered seat by seat."""
        due = self.due()
        entered = " ".join(f"{seat} {chips}" for seat, chips in sorted(due.items()))
        self.write(f"push {entered}" if due and self.random.random() < 0.2 else "push")
        self.pay()

    def next_fantasy(self) -> tuple[Seat, ...]:
        """Who plays the next hand in fantasy; in a hand that is dealt anew the same. Nobody, where all others have surrendered:
        there was nothing to compare."""
        if self.annulled:
            return tuple(self.in_fantasy)
        if len(self.playing) < 2:
            return ()
        return tuple(seat for seat in self.order if self._goes_on(seat, self.set_rows(seat)))

    def _goes_on(self, seat: Seat, rows: Rows) -> bool:
        if is_dead(rows):
            return False
        return stays_in_fantasy(rows, self.book.money) if seat in self.in_fantasy else enters_fantasy(rows)

    @property
    def stacks(self) -> dict[Seat, int]:
        """The stacks after the hand."""
        return dict(self.before) if self.annulled else dict(self.after)
