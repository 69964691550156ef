"""The steps of a scenario, typed: one class a meaning (SCENARIOS, the table of steps).

Both kinds of file, scenarios and recorded hands, become a list of `Line`: an actor plays them without knowing which it was.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.cards import Card
from rulebook.events import Action, FloorWord
from rulebook.seats import Seat, Zone

Showing = Literal["plain", "up", "exposed", "boxed", "down"]
Answer = Literal["closed", "early", "boxed", "exposed", "yes", "no"]
DeckFaultKind = Literal["missing", "extra", "foreign", "back"]


class ScenarioError(ValueError):
    """A file that cannot be read: the line, what is wrong there, and what was expected there instead."""

    def __init__(self, line: int, wrong: str, expected: str) -> None:
        super().__init__(f"line {line}: {wrong}; expected {expected}")
        self.line = line
        self.wrong = wrong
        self.expected = expected


class Step(msgspec.Struct, frozen=True):
    """Base of all steps."""


class Dealt(msgspec.Struct, frozen=True):
    """A card as a step names it. `showing`: its suffix; ``plain`` lies as the step has it (dealt down, turned onto the board).

    ``up`` on purpose, ``exposed`` by mistake while being dealt, ``boxed`` face up inside the stub, ``down`` where it should
    be up. `marked`: the card bears a mark.
    """

    card: Card
    showing: Showing = "plain"
    marked: bool = False


class Wash(Step, frozen=True):
    """The deck is washed."""


class Riffle(Step, frozen=True):
    """The deck is riffled by hand, once."""


class Shuffle(Step, frozen=True):
    """The deck is shuffled; during a hand only the stub is."""

    by: Literal["hand", "machine"]


class Cut(Step, frozen=True):
    """The deck is cut; `exposes` names a card that the cut turned up."""

    exposes: Card | None = None


class DeckFault(Step, frozen=True):
    """The deck in play lacks a card, has it twice, has it from another deck or with another back."""

    kind: DeckFaultKind
    card: Card


class DeckNew(Step, frozen=True):
    """A new deck comes into play."""


class ButtonAt(Step, frozen=True):
    """The dealer puts the button there."""

    seat: Seat


class Deal(Step, frozen=True):
    """One card from the top of the stub to a seat."""

    seat: Seat
    card: Dealt


class Burn(Step, frozen=True):
    """The top card (or cards) of the stub to the burns."""

    cards: tuple[Dealt, ...]


class Board(Step, frozen=True):
    """The top cards of the stub, turned together onto the board."""

    cards: tuple[Dealt, ...]


class Move(Step, frozen=True):
    """Cards moved by hand; into the stub on top, the first named uppermost."""

    cards: tuple[Card, ...]
    to: Zone


class Mix(Step, frozen=True):
    """These cards stay where they lie, face down, their order unknown."""

    cards: tuple[Card, ...]


class Lost(Step, frozen=True):
    """These cards are not on the table any more, and nobody put them into the stub."""

    cards: tuple[Card, ...]


class Declared(Step, frozen=True):
    """A declared action; `amount` is the total of the round. `late`: done earlier, tapped only now."""

    seat: Seat
    action: Action
    amount: int | None = None
    late: bool = False


class Says(Step, frozen=True):
    """Words of a seat."""

    seat: Seat
    words: str
    amount: int | None = None


class PutsChips(Step, frozen=True):
    """One forward motion with these chips."""

    seat: Seat
    chips: tuple[int, ...]


class Forwards(Step, frozen=True):
    """Pushes his cards toward the muck without a word."""

    seat: Seat


class Drops(Step, frozen=True):
    """Drops one of his cards."""

    seat: Seat
    card: Card


class TouchesMuck(Step, frozen=True):
    """His cards touch the muck."""

    seat: Seat


class DealerAsks(Step, frozen=True):
    """The dealer turns to a seat."""

    seat: Seat


class Clock(Step, frozen=True):
    """Time is called on a seat."""

    seat: Seat


class Wait(Step, frozen=True):
    """Nothing happens for that long."""

    seconds: int


class Tables(Step, frozen=True):
    """Tables his hand at the showdown."""

    seat: Seat
    cards: tuple[Card, ...]


class Sets(Step, frozen=True):
    """Sets cards of his hand in a row of open-face; `hidden`: face down, as in fantasy."""

    seat: Seat
    row: str
    cards: tuple[Card, ...]
    hidden: bool = False


class Discards(Step, frozen=True):
    """Discards cards of his hand, unseen (open-face)."""

    seat: Seat
    cards: tuple[Card, ...]


class Exposes(Step, frozen=True):
    """Shows cards while betting is open."""

    seat: Seat
    cards: tuple[Card, ...]


class Leaves(Step, frozen=True):
    """Leaves the table."""

    seat: Seat


class Sits(Step, frozen=True):
    """Sits down again."""

    seat: Seat


class DealerTakes(Step, frozen=True):
    """The dealer pulls a seat's cards in."""

    seat: Seat


class CountsDeck(Step, frozen=True):
    """The dealer counts the whole deck by hand."""

    count: int


class ReportsMarked(Step, frozen=True):
    """The dealer notices that a card is marked."""

    card: Card


class TakesBack(Step, frozen=True):
    """The dealer takes back the last declared act."""


class DealerAnswers(Step, frozen=True):
    """The dealer's answer to what the step before made the system ask, in place of the truth."""

    word: Answer


class JudgePicks(Step, frozen=True):
    """A judge picks a back at random; which card it is, is seen when it is moved."""

    card: Card


class JudgeRules(Step, frozen=True):
    """A judge rules."""

    word: FloorWord


class JudgeRestores(Step, frozen=True):
    """A judge gives a seat its hand back."""

    seat: Seat


class JudgeKills(Step, frozen=True):
    """A judge kills the hand of a seat."""

    seat: Seat


class JudgeSurrenders(Step, frozen=True):
    """A judge enters that a seat surrenders its open-face hand."""

    seat: Seat


class JudgeReturns(Step, frozen=True):
    """A judge gives chips of the round back to a seat."""

    seat: Seat
    amount: int


class JudgeAwards(Step, frozen=True):
    """A judge sets what a seat gets of the pots in question."""

    seat: Seat
    amount: int


class JudgePenalises(Step, frozen=True):
    """A judge gives the penalty of a clause."""

    seat: Seat
    clause: str


class PushPots(Step, frozen=True):
    """The pots are pushed; `awards` None: rightly."""

    awards: dict[Seat, int] | None = None


class BeginHand(Step, frozen=True):
    """The next hand begins."""


class Fault(Step, frozen=True):
    """A device fails (devices depth only)."""

    device: str
    kind: str
    card: Card | None = None
    other: Card | None = None


AnyStep = (
    Wash | Riffle | Shuffle | Cut | DeckFault | DeckNew | ButtonAt | Deal | Burn | Board | Move | Mix | Lost | Declared | Says
    | PutsChips | Sets | Discards | Forwards | Drops | TouchesMuck | DealerAsks | Clock | Wait | Tables | Exposes | Leaves
    | Sits | DealerTakes | CountsDeck | ReportsMarked | TakesBack | DealerAnswers | JudgePicks | JudgeRules | JudgeRestores
    | JudgeKills | JudgeSurrenders | JudgeReturns | JudgeAwards | JudgePenalises | PushPots | BeginHand | Fault
)  # fmt: skip

FROM_STUB = (Deal, Burn, Board)


class Line(msgspec.Struct, frozen=True):
    """One step of a script: its number (from 1, comments and blank lines not counted), the file's line and its text."""

    number: int
    at: int
    text: str
    step: AnyStep
