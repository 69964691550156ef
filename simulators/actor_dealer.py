"""The dealer of a scenario: prepares the deck, deals, moves cards, pushes, begins the next hand."""

from __future__ import annotations

from collections.abc import Callable

from rulebook.cards import Card
from rulebook.seats import BOARD, BURNS, MUCK, SEAT_COUNT, STUB, Seat, Zone, seat_zone, zone_seat
from simulators import scenario_steps as steps
from simulators.hands_on import HandsOn
from simulators.scenario_steps import AnyStep, Dealt
from simulators.stage import Face, Physical
from table_node.taps import Done, NextHand, Prepare, Push, Report

LOST_S = 10.0  # a card that is not back by then is gone


class DealerPlay:
    """What the dealer does, step by step."""

    def __init__(self, hands: HandsOn) -> None:
        self._hands = hands
        self._stage = hands.stage

    def act(self, step: AnyStep) -> Callable[[], None] | None:
        """What to do for a step of his, None for another's."""
        return self._preparation(step) or self._dealing(step) or self._by_hand(step) or self._talk(step)

    def _preparation(self, step: AnyStep) -> Callable[[], None] | None:
        match step:
            case steps.Wash():
                return lambda: self._prepare("washed")
            case steps.Riffle():
                return lambda: self._prepare("riffled")
            case steps.Shuffle(by):
                return self._machine if by == "machine" else lambda: self._prepare("shuffled")
            case steps.Cut(exposes):
                return lambda: self._cut(exposes)
            case steps.DeckFault(kind, card):
                change = {
                    "missing": self._stage.lack, "extra": self._stage.double, "foreign": self._stage.make_foreign,
                    "back": self._stage.change_back,
                }[kind]  # fmt: skip
                return lambda: change(card)
            case steps.DeckNew():
                return self._new_deck
        return None

    def _dealing(self, step: AnyStep) -> Callable[[], None] | None:
        match step:
            case steps.Deal(seat, card):
                return lambda: self._deal(seat, card)
            case steps.Burn(cards):
                return lambda: self._lay(cards, BURNS, "down")
            case steps.Board(cards):
                return lambda: self._lay(cards, BOARD, "up")
            case steps.PushPots(awards):
                return lambda: self._push(awards)
            case steps.BeginHand():
                return self._next_hand
        return None

    def _by_hand(self, step: AnyStep) -> Callable[[], None] | None:
        match step:
            case steps.Move(cards, to):
                return lambda: self._move(cards, to)
            case steps.Mix(cards):
                return lambda: self._mix(cards)
            case steps.Lost(cards):
                return lambda: self._lose(cards)
            case steps.DealerTakes(seat):
                return lambda: self._hands.declare(Report("dealer_takes", seat), muck=seat)
        return None

    def _talk(self, step: AnyStep) -> Callable[[], None] | None:
        match step:
            case steps.ButtonAt(seat):
                return lambda: self._report("button_at", seat)
            case steps.DealerAsks(seat):
                return lambda: self._report("dealer_asks", seat)
            case steps.Clock(seat):
                return lambda: self._report("clock", seat)
            case steps.CountsDeck(count):
                return lambda: self._hands.tap(Prepare("counted", count))
            case steps.ReportsMarked(card):
                return lambda: self._report_marked(card)
            case steps.TakesBack():
                return self._hands.take_back
        return None

    # -- the deck

    def _gather(self) -> None:
        self._stage.gather()
        self._hands.show()

    def _prepare(self, what: str) -> None:
        """Who washes, shuffles, riffles or cuts after a dealing has gathered its cards before; so has who washes, though nobody
        but he himself has called off the deal."""
        if self._hands.dealing_is_over() or what == "washed":
            self._gather()
        if what == "shuffled":
            self._stage.shuffle()
        self._hands.tap(Prepare(what))

    def _machine(self) -> None:
        """Before a dealing the machine counts the whole deck; a stub that it mixes during a hand says nothing by its count."""
        over = self._hands.dealing_is_over()
        if over:
            self._gather()
        self._stage.shuffle()
        if over:
            self._hands.rig.shuffler("ejected", *self._stage.deck_verdict())
        else:
            self._hands.rig.shuffler("ejected")

    def _cut(self, exposes: Card | None) -> None:
        if exposes is None:
            self._prepare("cut")
            return
        self._stage.show_bottom(exposes)
        self._hands.look()
        self._hands.tap(Prepare("cut_exposed"))
        self._stage.close_mouth()
        self._hands.show()

    def _new_deck(self) -> None:
        self._stage.new_deck()
        self._hands.show()
        self._hands.tap(Prepare("new_deck"))

    # -- from the stub

    def _deal(self, seat: Seat, card: Dealt) -> None:
        physical = self._draw(card)
        self._show_mouth(physical, card)
        face: Face = "up" if card.showing in ("up", "exposed", "boxed") else "down"
        self._stage.place(physical, seat_zone(seat), face)
        self._hands.look()
        if card.marked:
            self._report("marked", seat)

    def _lay(self, cards: tuple[Dealt, ...], zone: Zone, usual: Face) -> None:
        """Cards that go together come to lie together; only a boxed one, or the first back, is seen in the mouth before."""
        drawn: list[tuple[Physical, Dealt]] = []
        back_shown = False
        for card in cards:
            physical = self._draw(card)
            if card.showing == "boxed" or not back_shown:
                self._show_mouth(physical, card)
                back_shown = back_shown or card.showing != "boxed"
            drawn.append((physical, card))
        self._stage.close_mouth()
        for physical, card in drawn:
            turned = {"up": "up", "exposed": "up", "boxed": "up", "down": "down"}.get(card.showing, usual)
            self._stage.place(physical, zone, "up" if turned == "up" else "down")
        self._hands.look()
        if any(card.marked for card in cards):
            self._report("marked", None)

    def _draw(self, card: Dealt) -> Physical:
        self._hands.last_showing = card.showing
        return self._stage.draw(card.card, marked=card.marked)

    def _show_mouth(self, physical: Physical, card: Dealt) -> None:
        self._stage.to_mouth(physical, "up" if card.showing == "boxed" else "down")
        self._hands.look()

    # -- by hand

    def _move(self, cards: tuple[Card, ...], to: Zone) -> None:
        self._stage.move(self._stage.find(cards), to)
        self._hands.look()
        if to == STUB:
            self._hands.tap(Done())

    def _mix(self, cards: tuple[Card, ...]) -> None:
        self._stage.turn(self._stage.find(cards), "down")
        self._hands.look()

    def _lose(self, cards: tuple[Card, ...]) -> None:
        """Cards are gone, for longer than anybody holds one in his hand."""
        self._stage.lose(self._stage.find(cards))
        self._hands.show()
        self._hands.rig.settle(LOST_S)

    # -- the end of a hand

    def _push(self, awards: dict[Seat, int] | None) -> None:
        """Rightly pushed is, where no hand was shown that tells it, what the cards would have won."""
        before = self._stage.snapshot()
        if awards is None:
            hands = {seat: [card.card for card in self._stage.before(seat)] for seat in range(1, SEAT_COUNT + 1)}
            awards = self._hands.rig.awards_by_hand(hands, [card.card for card in self._stage.lying(BOARD)])
        self._hands.tap(Push(awards))
        self._hands.rig.settle()
        self._gather()
        self._hands.declared(before)

    def _next_hand(self) -> None:
        if self._hands.dealing_is_over():
            self._gather()
        self._hands.tap(NextHand())

    # -- words

    def _report(self, what: str, seat: Seat | None) -> None:
        self._hands.declare(Report(what, seat))

    def _report_marked(self, card: Card) -> None:
        physical = self._stage.named(card)
        physical.marked = True
        self._report("marked", zone_seat(physical.zone))


__all__ = ["MUCK", "DealerPlay"]
