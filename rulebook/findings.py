"""What the fold has to say: values, never exceptions. A wrong deal is data.

A finding is identified by (hand, kind, causing event). One that vanishes on a refold is withdrawn, visibly.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.cards import Card
from rulebook.events import Handle
from rulebook.seats import Seat, Zone

Severity = Literal["note", "dealer", "floor", "critical"]
Call = Literal["misdeal", "play", "void", "floor"]
StepKind = Literal[
    "move",  # cards go to a zone
    "turn_down",  # cards are turned face down and mixed
    "take",  # the picked card goes to a zone
    "show",  # the others lie face up again
    "pick",  # a judge picks one, blind
    "judge",  # a judge rules
    "shuffle",
    "cut",
    "replace",  # the next card comes in the place of another
    "new_deck",
    "burn_right",  # the card that should have been burned is burned
    "burn",
    "board",  # the street is dealt (anew)
    "betting",  # the betting is completed first
    "deal_on",  # the deal is completed first
    "deal_out",  # the stub is dealt but for its last card
    "redeal",
    "finish",  # the hand is finished first
    "deal_down",  # the seat's next card comes face down
]


class PlanStep(msgspec.Struct, frozen=True):
    """One physical step of a correction and whether the sensors (or a tap) have seen it done.

    `handles` are the cards it moves (empty: any), `to` where they go, `count` how many. `origin`: all cards from there.
    """

    kind: StepKind
    done: bool = False
    handles: tuple[Handle, ...] = ()
    to: Zone | None = None
    count: int = 0
    missing: int = 0  # how many cards the step still lacks
    origin: Zone | None = None


class Incident(msgspec.Struct, frozen=True):
    """A fault of the deal or of play, with the rule that calls it and the correction as ordered physical steps.

    `cards` names only cards that everybody may see (seen face up on the board or at the stub).
    `seen` tells which device saw what, in plain words without a hidden card.
    """

    id: str
    kind: str
    rule: str
    hand: int
    street: str
    seats: tuple[Seat, ...]
    cause: int  # seq of the causing event
    severity: Severity
    call: Call
    open: bool
    steps: tuple[PlanStep, ...] = ()
    handles: tuple[Handle, ...] = ()
    cards: tuple[Card, ...] = ()
    seen: str = ""
    acknowledged: bool = False  # a judge has said that he comes, or has acted about it
    attended: bool = False  # a judge has acted about it: he is at the table


class Warned(msgspec.Struct, frozen=True):
    """A prompt given before an error was complete: burn_while_betting, shuffle_before_push, dealing_to_absent."""

    id: str
    kind: str
    cause: int


class Ruling(msgspec.Struct, frozen=True):
    """Words, chips or turn order that had to be interpreted. `amount`: total of the round; `change`: what goes back."""

    id: str
    seat: Seat
    action: str
    amount: int
    change: int
    rule: str
    cause: int


class Penalty(msgspec.Struct, frozen=True):
    """What a judge gave."""

    id: str
    seat: Seat
    kind: str
    hands: int
    rule: str
    cause: int


class Question(msgspec.Struct, frozen=True):
    """Something only the dealer can know; `words` are the answers he may give. Never modal."""

    id: str
    kind: str  # betting_closed, boxed_or_exposed, …
    about: int
    seats: tuple[Seat, ...] = ()
    words: tuple[str, ...] = ("yes", "no")


class Withdrawn(msgspec.Struct, frozen=True):
    """A finding that a refold no longer has."""

    id: str
    kind: str


Finding = Incident | Warned | Ruling | Penalty | Question | Withdrawn


class Pot(msgspec.Struct, frozen=True):
    """One pot: its size, who can win it, what each is due (empty while cards are unknown)."""

    amount: int
    eligible: tuple[Seat, ...]
    won: dict[Seat, int] = {}


class HandResult(msgspec.Struct, frozen=True):
    """A finished dealing. `outcome`: won, split, misdeal, void.

    Open-face: a pot is one comparison of two seats; `fantasy` are the seats that play the next hand in fantasy.
    """

    hand: int
    outcome: str
    board: tuple[Handle, ...] = ()
    show_order: tuple[Seat, ...] = ()
    pots: tuple[Pot, ...] = ()
    fantasy: tuple[Seat, ...] = ()


class TableState(msgspec.Struct, frozen=True):
    """Where the hand stands: the fields of a verdict's ``state`` (SCENARIOS), cards as handles."""

    hand: int
    street: str
    to_act: Seat
    to_call: int
    raise_min: int
    raise_max: int
    pot: int
    show_order: tuple[Seat, ...]
    board: tuple[Handle, ...]
    burns: tuple[Handle, ...]
    aside: tuple[Handle, ...]
    dead: tuple[Seat, ...]
    next: str
    stacks: dict[Seat, int]
    # beyond the verdict, for console and pages
    button: Seat = 0
    owing: tuple[Seat, ...] = ()  # seats that still owe an action this round, in turn order
    bets: dict[Seat, int] = {}  # chips of the current round before each seat
    folded: tuple[Seat, ...] = ()
    cards: dict[Seat, tuple[Handle, ...]] = {}  # what lies before each seat
    due: dict[Seat, int] = {}  # what each seat is due of the pots, once it can be known
    names: dict[Handle, Card] = {}  # open identities
    live: tuple[Seat, ...] = ()  # seats whose hand is neither folded nor dead, whatever the sensors see of its cards
    deal_to: Seat = 0  # while `next` is deal: the seat whose card comes next
    to_open: tuple[Seat, ...] = ()  # all-in: whose hands are to be opened before further cards come
    uncounted: bool = False  # nobody has said how many cards the deck has that is being prepared
    shuffled_by: str = ""  # before the deal: how the deck was shuffled, by ``hand`` or ``machine``
    away: tuple[Seat, ...] = ()  # seats in the hand for which nobody plays now
    rows: dict[Seat, tuple[tuple[Handle, ...], ...]] = {}  # open-face: top, middle and bottom of each seat
    hidden: tuple[Seat, ...] = ()  # open-face: who sets face down until the round ends (fantasy)
    turned_down: tuple[Handle, ...] = ()  # cards of the board that lie face down, though their names are open
