"""Replays a recorded hand (.phh) at the level of the betting alone: stacks at the end, to be compared with the file."""

from __future__ import annotations

import tarfile
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from rulebook.betting import Betting
from rulebook.book import standard_books
from rulebook.cards import Card, parse_cards
from rulebook.pots import add_up
from rulebook.settings import Settings

ARCHIVE = Path(__file__).resolve().parents[3] / "shared" / "phh" / "all-10088-hands.tar.gz"

GAMES = {
    "NT": ("holdem", "no"), "FT": ("holdem", "fixed"), "PO": ("omaha", "pot"), "FO/8": ("omaha8", "fixed"),
    "F7S": ("stud7", "fixed"), "F7S/8": ("stud8", "fixed"), "FR": ("razz", "fixed"),
}  # fmt: skip
BOARD_STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
STUD_STREETS = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


def recorded_hands(wanted: Callable[[str, int], bool] = lambda name, number: True) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and content of the hands of the archive, in its order; `wanted` is asked with name and number."""
    with tarfile.open(ARCHIVE) as archive:
        members = [member for member in archive if member.name.endswith(".phh")]
        for number, member in enumerate(members):
            file = archive.extractfile(member) if wanted(member.name, number) else None
            if file is not None:
                # Some amounts are decimal: kept exact until they are scaled.
                yield member.name, tomllib.loads(file.read().decode(), parse_float=Fraction)


def scale_of(hand: dict[str, Any]) -> int:
    """The number by which every amount of a hand becomes whole."""
    amounts = [Fraction(chips) for chips in hand["starting_stacks"] + hand.get("finishing_stacks", [])]
    scale = 1
    for amount in amounts:
        scale = max(scale, amount.denominator)
    return scale


class Replay:
    """One recorded hand: actions go in, chips come out."""

    def __init__(self, hand: dict[str, Any], book: str = "wsop") -> None:
        game, limit = GAMES[hand["variant"]]
        scale = self.scale = scale_of(hand)
        count = len(hand["starting_stacks"])
        seats = range(1, count + 1)

        def chips(amount: Any) -> int:
            return int(Fraction(amount) * scale)

        forced = {seat: chips(hand.get("blinds_or_straddles", [0] * count)[seat - 1]) for seat in seats}
        if count == 2:  # in the format the first player is then the big blind
            forced = {1: forced[2], 2: forced[1]}
        unit = chips(hand.get("min_bet", hand.get("small_bet", 0)))
        settings = Settings(
            rulebook=book,
            game=game,
            limit=limit,
            blinds=(0, unit),
            forced={seat: amount for seat, amount in forced.items() if amount},
            antes={seat: chips(hand["antes"][seat - 1]) for seat in seats},
            bring_in=chips(hand.get("bring_in", 0)),
            limits=(chips(hand.get("small_bet", 0)), chips(hand.get("big_bet", 0))),
        )
        stacks = {seat: chips(hand["starting_stacks"][seat - 1]) for seat in seats}
        rules = standard_books()[book]
        self.betting = Betting(settings, rules.money, rules.cite, stacks, count)
        self.chips = chips
        self.cards: dict[int, list[Card]] = {seat: [] for seat in seats}
        self.shown: dict[int, list[Card]] = {}
        self.board: list[Card] = []
        self.due = True  # a new betting round opens with the next action
        self.rulings: list[Any] = []

    def run(self, actions: list[str]) -> dict[int, int]:
        """Play the actions; returns the final stacks."""
        self.betting.post()
        for line in actions:
            self.step(line.split("#")[0].split())
        self.show_down()
        return self.betting.stacks

    def step(self, words: list[str]) -> None:
        match words:
            case ["d", "dh", player, cards]:
                self.cards[int(player[1:])] += parse_cards(cards, unknown=True)
                self.due = True
            case ["d", "db", cards]:
                self.board += parse_cards(cards)
                self.due = True
            case [player, "sm", cards]:
                self.shown[int(player[1:])] = list(parse_cards(cards, unknown=True))
            case [player, "sm"]:
                self.shown[int(player[1:])] = self.cards[int(player[1:])]
            case [player, action, *amount]:
                self.play(int(player[1:]), action, amount)

    def play(self, seat: int, action: str, amount: list[str]) -> None:
        betting = self.betting
        if self.due:
            self.open()
        assert betting.to_act == seat, (betting.to_act, seat, action)
        if action == "f":
            self.rulings += betting.act(seat, "fold")
        elif action == "pb":
            self.rulings += betting.act(seat, "bring_in")
        elif action == "cc":
            self.rulings += betting.act(seat, "call" if betting.to_call else "check")
        else:
            self.rulings += betting.act(seat, "raise", self.chips(amount[0]))

    def open(self) -> None:
        self.due = False
        if not self.betting.game.stud:
            self.betting.open_round(BOARD_STREETS[len(self.board)])
            return
        held = max(len(cards) for cards in self.cards.values())
        up = {seat: cards[2:6] for seat, cards in self.cards.items()}
        self.betting.open_round(STUD_STREETS[held], up)

    def show_down(self) -> None:
        betting = self.betting
        hands = {seat: self.shown.get(seat) for seat in betting.live}
        mucked = [seat for seat in betting.live if seat not in self.shown] if len(betting.live) > 1 else []
        pots = betting.award(hands, self.board, mucked)
        assert all(pot.won for pot in pots), pots
        betting.pay(add_up(pot.won for pot in pots))
