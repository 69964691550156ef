"""Open-face hands written as scenario scripts: the rows that each seat sets become deals, sets and discards in their order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rulebook.cards import DECK, Card
from rulebook.seats import ROWS, clockwise
from simulators.runner import Outcome, rig_for, run
from simulators.scenario import parse_scenario
from tests.rulebook_money.tables import cards

PREPARED = ["shuffle machine", "riffle", "cut"]
# Three hands of which each beats the one before in every row, without royalties.
WORST = ("3d4h5s", "3c4d6h8s9d", "2c2d7h9sJc")
BETTER = ("6d5d2s", "Tc7d5c4s2h", "8c8d3h6sQd")
BEST = ("8h7c4c", "QcJh9c6c3s", "KcKd5h7sJd")
RICH = {1: 100, 2: 100, 3: 100}
TWO = {1: 100, 2: 100}
QUEENS = ("QhQs2h", "KsKhTd9h4s", "AsAhJd6s7c")  # enters fantasy; worth seven
TRIPS = ("5c5d5h", "7c7d7sTh2h", "8h9cTdJsQd")  # trips on top: stays


class Hand:
    """One hand's lines. `spare` are cards that nobody sets, for the discards."""

    def __init__(self, rows: Mapping[int, tuple[str, str, str]], button: int, fantasy: Collection[int] = ()) -> None:
        self.order = clockwise(tuple(rows), button)
        self.fantasy = [seat for seat in self.order if seat in fantasy]
        self.ordinary = [seat for seat in self.order if seat not in fantasy]
        self.places = {seat: self._places(three) for seat, three in rows.items()}
        listed = [card for places in self.places.values() for _, card in places]
        used = set(listed)
        assert len(used) == len(listed), "the hands share a card"
        self.spare = [card for card in DECK if card not in used]
        self.lines: list[str] = [*PREPARED]

    @staticmethod
    def _places(rows: tuple[str, str, str]) -> list[tuple[str, Card]]:
        """Row and card, the bottom first: so that no hand looks dead before it is complete."""
        return [(row, card) for row, text in reversed(list(zip(ROWS, rows, strict=True))) for card in cards(text)]

    def play(self, turns: int = 5, *, push: bool = True) -> list[str]:
        """All lines, or those of the first `turns` turns of every seat."""
        for seat in self.fantasy:
            self.deal_fantasy(seat)
            self.set_fantasy(seat)
        for turn in range(turns):
            for seat in self.ordinary:
                self.turn(seat, turn)
        if turns == 5:
            for seat in self.fantasy:
                self.lines.append(f"{seat} tables " + " ".join(card for _, card in self.places[seat]))
            if push:
                self.lines.append("push")
        return self.lines

    def deal_fantasy(self, seat: int, count: int = 14) -> None:
        """So many cards to a seat in fantasy; those that its rows do not need come last."""
        wanted = [card for _, card in self.places[seat]]
        extra = [self.spare.pop() for _ in range(count - len(wanted))]
        self.gone = extra[:1]
        self.lines += [f"deal {seat} {card}" for card in (*wanted, *extra)[:count]]

    def set_fantasy(self, seat: int) -> None:
        """Thirteen face down in their rows, the fourteenth discarded."""
        for row in ROWS:
            held = " ".join(card for name, card in self.places[seat] if name == row)
            self.lines.append(f"{seat} hides {row} {held}")
        self.lines.append(f"{seat} discards {self.gone[0]}")

    def turn(self, seat: int, number: int) -> None:
        """One turn: five cards up and set, or three down, two set and one discarded."""
        self.deal_turn(seat, number)
        self.set_turn(seat, number)

    def deal_turn(self, seat: int, number: int) -> None:
        """The cards of a turn."""
        first, last = (0, 5) if number == 0 else (3 + 2 * number, 5 + 2 * number)
        self.now = self.places[seat][first:last]
        self.lines += [f"deal {seat} {card}" + (":up" if number == 0 else "") for _, card in self.now]
        self.gone = [self.spare.pop()] if number else []
        self.lines += [f"deal {seat} {card}" for card in self.gone]

    def set_turn(self, seat: int, number: int) -> None:
        """What the seat does with them."""
        for row in dict.fromkeys(row for row, _ in self.now):
            self.lines.append(f"{seat} sets {row} " + " ".join(card for name, card in self.now if name == row))
        self.lines += [f"{seat} discards {card}" for card in self.gone]


def scenario(lines: Collection[str], *, stacks: Mapping[int, int], button: int, book: str = "bfsp", point: int = 1) -> str:
    """The scenario file."""
    held = ", ".join(f"{seat} = {chips}" for seat, chips in stacks.items())
    script = "\n".join(lines)
    head = f'rulebook = "{book}"\ngame = "ofc"\nbutton = {button}\npoint = {point}\nstacks = {{{held}}}\n'
    return f'{head}script = """\n{script}\n"""\n'


def played(lines: Collection[str], *, stacks: Mapping[int, int], button: int, book: str = "bfsp", point: int = 1) -> Outcome:
    """What the whole fold says of it."""
    return run(parse_scenario(scenario(lines, stacks=stacks, button=button, book=book, point=point)), rig_for("rules"))


def kinds(outcome: Outcome) -> list[tuple[str, str, str]]:
    return [(one["kind"], one["rule"], one["call"]) for one in outcome.verdict["incidents"]]


def comparisons(outcome: Outcome, hand: int = 0) -> list[tuple[list[int], dict[str, int]]]:
    return [(pot["eligible"], pot["won"]) for pot in outcome.verdict["hands"][hand]["pots"]]


def stands(lines: list[str], **given: Any) -> dict[str, Any]:
    outcome = played(lines, **({"stacks": RICH, "button": 3} | given))
    return outcome.verdict["state"] | {"kinds": kinds(outcome)}
