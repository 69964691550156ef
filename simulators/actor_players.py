"""The players of a scenario: what they declare, say, put in and show."""

from __future__ import annotations

from collections.abc import Callable

from rulebook.cards import Card
from rulebook.seats import MUCK, Seat, row_zone, seat_zone
from simulators import scenario_steps as steps
from simulators.hands_on import HandsOn
from simulators.scenario_steps import AnyStep
from table_node.taps import Act, Chips, Report, Say, TableCards


class PlayerPlay:
    """What the players do, as the dealer taps it; and what their hands do with the cards."""

    def __init__(self, hands: HandsOn) -> None:
        self._hands = hands

    def act(self, step: AnyStep) -> Callable[[], None] | None:
        """What to do for a step of a player, None for another's."""
        declare = self._hands.declare
        match step:
            case steps.Declared(seat, action, amount):
                leaves = seat if action in ("fold", "muck") else None
                return lambda: declare(Act(seat, action, amount), muck=leaves)
            case steps.Says(seat, words, amount):
                return lambda: declare(Say(seat, words, amount))
            case steps.PutsChips(seat, chips):
                return lambda: declare(Chips(seat, chips))
            case steps.Tables(seat, cards):
                return lambda: self._tables(seat, cards)
            case steps.Sets(seat, row, cards, hidden):
                return lambda: self._sets(seat, row, cards, hidden=hidden)
            case steps.Discards(seat, cards):
                return lambda: self._discards(seat, cards)
            case steps.Exposes(seat, cards):
                return lambda: self._exposes(seat, cards)
            case steps.Forwards(seat):
                return lambda: declare(Report("forwards", seat))
            case steps.Drops(seat, card):
                return lambda: self._drops(seat, card)
            case steps.TouchesMuck(seat):
                return lambda: declare(Report("touches_muck", seat))
            case steps.Leaves(seat):
                return lambda: declare(Report("leaves", seat))
            case steps.Sits(seat):
                return lambda: declare(Report("sits", seat))
        return None

    def _tables(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        self._hands.take_up(seat)
        before = self._hands.stage.snapshot()
        shown = self._hands.stage.name_unknown(seat, cards)
        self._hands.tap(TableCards(seat))
        self._hands.stage.turn(shown, "up")
        self._hands.look()
        self._hands.declared(before)

    def _sets(self, seat: Seat, row: str, cards: tuple[Card, ...], *, hidden: bool) -> None:
        """Nobody taps this: the cards are seen to lie in their row."""
        for card in self._hands.stage.find(cards, [seat_zone(seat)]):
            self._hands.stage.place(card, row_zone(seat, row), "down" if hidden else "up")
        self._hands.look()

    def _discards(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        self._hands.stage.move(self._hands.stage.find(cards, [seat_zone(seat)]), MUCK)
        self._hands.look()

    def _exposes(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """Nobody taps this: the faces are seen."""
        self._hands.take_up(seat)
        self._hands.stage.turn(self._hands.stage.name_unknown(seat, cards), "up")
        self._hands.look()

    def _drops(self, seat: Seat, card: Card) -> None:
        self._hands.take_up(seat)
        self._hands.stage.find([card], [seat_zone(seat)])
        self._hands.declare(Report("drops", seat))
