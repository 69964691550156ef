"""The closed vocabulary of what happens at a table (DESIGN 5): frozen records in the past tense.

Words and chips travel raw: the fold rules on them. Cards travel as handles (``k1``, ``k2``… per hand, by first sighting,
never linked across hands); a handle's identity is an event of its own, open or sealed. A card that goes back into the
stub gives its handle up; if it comes out again it gets a new one.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.cards import Card
from rulebook.seats import Seat, Zone
from rulebook.settings import Settings

Handle = str
Face = Literal["up", "down", "unknown"]
Action = Literal["fold", "check", "call", "bet", "raise", "allin", "bring_in", "muck"]
Preparation = Literal["washed", "riffled", "shuffled", "cut", "cut_exposed", "counted", "new_deck"]
FloorWord = Literal["unintended", "intended", "misdeal", "play", "fair"]


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Base of all events."""


class TableSet(Event, frozen=True, tag="table_set"):
    """The hub (offline: the dealer) set the table; effective at the next hand. `stacks` names the occupied seats.

    Empty `stacks` (and button 0): only what is played for changes, such as the level; seats, stacks and button go on.
    """

    settings: Settings
    stacks: dict[Seat, int]
    button: Seat
    directive: str = ""


class HandOpened(Event, frozen=True, tag="hand_opened"):
    """A dealing began. `post` is False where no forced bets are posted (a script that starts with a deal)."""

    hand: int
    button: Seat
    rulebook: str
    rulebook_hash: str
    redeal_of: int | None = None
    post: bool = True


class DeckPrepared(Event, frozen=True, tag="deck_prepared"):
    """The deck was washed, riffled, shuffled, cut, counted or changed. `count` and `verdict` are the shuffler's words."""

    what: Preparation
    by: Literal["hand", "machine", ""] = ""
    count: int | None = None
    verdict: str = ""


class CardPlaced(Event, frozen=True, tag="card_placed"):
    """A card came to lie in a zone.

    A handle never seen before came from the stub. `mouth` is the face that the card showed inside the stub's mouth: "up" is
    a boxed card. `not_before_ms` and `not_after_ms` (boot time) bound the moment of arrival.
    `witnesses` name devices: ``rfid``, ``window``, ``table``, ``dealer``.
    """

    handle: Handle
    zone: Zone
    face: Face
    mouth: Face = "unknown"
    not_before_ms: int = 0
    not_after_ms: int = 0
    witnesses: tuple[str, ...] = ()


class CardTurned(Event, frozen=True, tag="card_turned"):
    """A card was turned over where it lies."""

    handle: Handle
    face: Face


class CardNamed(Event, frozen=True, tag="card_named"):
    """A card's identity: open (`card`, seen face up or tabled) or sealed (`sealed`, all payloads of one length)."""

    handle: Handle
    card: Card | None = None
    sealed: bytes = b""


class Said(Event, frozen=True, tag="said"):
    """Spoken words of a seat in turn or out of it: ``raise``, ``raise 600``, ``call``, ``time``…"""

    seat: Seat
    words: str
    amount: int | None = None
    before: int | None = None


class ChipsPut(Event, frozen=True, tag="chips_put"):
    """One forward motion with these chips, added to what the seat has in this round.

    `lying`: chips that lay before the seat and belong to the motion, since they were partly drawn back, pushed forward with the
    new ones, or are enough for the call by themselves (WSOP T98); they stand for all that the seat had in.
    """

    seat: Seat
    chips: tuple[int, ...]
    before: int | None = None
    lying: tuple[int, ...] = ()


class Acted(Event, frozen=True, tag="acted"):
    """A declared action. `amount` is the total of the round. `before`: done before the record of that seq, tapped later."""

    seat: Seat
    action: Action
    amount: int | None = None
    before: int | None = None


class Tabled(Event, frozen=True, tag="tabled"):
    """A seat showed its cards at the showdown; their names follow as `CardNamed`."""

    seat: Seat
    handles: tuple[Handle, ...] = ()


class Reported(Event, frozen=True, tag="reported"):
    """Something people did or noticed that no action covers (RULES 3.2 and the script steps).

    `what`: ``forwards`` ``drops`` ``touches_muck`` ``leaves`` ``sits`` ``dealer_asks`` ``clock`` ``dealer_takes`` ``marked``
    ``button_at``; and from the node itself ``time_up``: the time that was called on a seat has run out.
    """

    what: str
    seat: Seat | None = None
    handle: Handle | None = None


class Asked(Event, frozen=True, tag="asked"):
    """The system put a question to the dealer; `question` is its id, `about` the seq of the record that raised it."""

    question: str
    kind: str
    about: int
    seats: tuple[Seat, ...] = ()


class Answered(Event, frozen=True, tag="answered"):
    """The dealer's answer: ``closed`` ``early`` ``boxed`` ``exposed`` ``yes`` ``no``."""

    question: str
    word: str


class Pushed(Event, frozen=True, tag="pushed"):
    """The pots were pushed, these amounts to these seats; the hand ends. `rightly`: entered as proposed, amounts as due."""

    awards: dict[Seat, int] = {}
    rightly: bool = False


class IntegritySeen(Event, frozen=True, tag="integrity_seen"):
    """The node's ledger found a fact about identities and tells it without the rank.

    `kind`: ``duplicate_card`` ``unknown_card`` ``card_in_two_places`` ``card_vanished`` ``sources_disagree`` ``mixed_backs``
    ``deck_count``.
    """

    kind: str
    handles: tuple[Handle, ...] = ()
    witnesses: tuple[str, ...] = ()


class DoubtOpened(Event, frozen=True, tag="doubt_opened"):
    """The sensors cannot agree or see; play may go on, what depends on them is held."""

    doubt: str
    what: str


class DoubtClosed(Event, frozen=True, tag="doubt_closed"):
    """A doubt was settled."""

    doubt: str


class DeviceChanged(Event, frozen=True, tag="device_changed"):
    """A device failed or came back: ``ok`` ``silent`` ``garbage`` ``unplugged`` ``jam`` ``door`` ``blind`` …

    ``lost``: it was silent or sent garbage for too long.
    """

    device: str
    state: str


class Retracted(Event, frozen=True, tag="retracted"):
    """The record of that seq did not happen (declared acts only, never a sensor's)."""

    seq: int


class KeyReleased(Event, frozen=True, tag="key_released"):
    """The seal of a hand was opened: max(hand over, hand opened + delay) has passed at the node."""

    hand: int
    key: bytes


class KeyNested(Event, frozen=True, tag="key_nested"):
    """The hand's key, sealed to two officials, one seal within the other (`link.nested`): for evidence."""

    hand: int
    nested: bytes


class FloorRuled(Event, frozen=True, tag="floor_ruled"):
    """A judge ruled. `about` is the seq of the event that he ruled on. `directive` identifies the act at the hub."""

    word: FloorWord
    about: int | None = None
    directive: str = ""


class FloorPicked(Event, frozen=True, tag="floor_picked"):
    """A judge picked one card at random, blind: which one is seen when it is moved."""

    directive: str = ""


class FloorRestored(Event, frozen=True, tag="floor_restored"):
    """A judge gave a seat its hand back."""

    seat: Seat
    directive: str = ""


class FloorKilled(Event, frozen=True, tag="floor_killed"):
    """A judge killed the hand of a seat: it is dead, its bets stay (open-face: a dead hand)."""

    seat: Seat
    directive: str = ""


class FloorSurrendered(Event, frozen=True, tag="floor_surrendered"):
    """A judge entered that a seat surrenders its open-face hand (BFSP 8)."""

    seat: Seat
    directive: str = ""


class FloorReturned(Event, frozen=True, tag="floor_returned"):
    """A judge gave chips of the current round back to a seat."""

    seat: Seat
    amount: int
    directive: str = ""


class FloorAwarded(Event, frozen=True, tag="floor_awarded"):
    """A judge set what a seat gets of the pots of the hand in question."""

    seat: Seat
    amount: int
    directive: str = ""


class FloorPenalised(Event, frozen=True, tag="floor_penalised"):
    """A judge gave the penalty of a clause to a seat."""

    seat: Seat
    clause: str
    directive: str = ""


class FloorAcknowledged(Event, frozen=True, tag="floor_acknowledged"):
    """A judge has seen an incident and comes (`incident` is its id)."""

    incident: str
    directive: str = ""


class FloorOpened(Event, frozen=True, tag="floor_opened"):
    """A judge takes the sealed names of these cards out, to have them opened by two officials. `incident`: because of which."""

    hand: int
    handles: tuple[Handle, ...]
    incident: str = ""
    directive: str = ""


class HandClosed(Event, frozen=True, tag="hand_closed"):
    """Nothing of this hand can be disputed any more: the next one begins."""

    hand: int


AnyEvent = (
    TableSet | HandOpened | DeckPrepared | CardPlaced | CardTurned | CardNamed | Said | ChipsPut | Acted | Tabled | Reported
    | Asked | Answered | Pushed | IntegritySeen | DoubtOpened | DoubtClosed | DeviceChanged | Retracted | KeyReleased
    | KeyNested | FloorRuled | FloorPicked | FloorRestored | FloorKilled | FloorSurrendered | FloorReturned | FloorAwarded
    | FloorPenalised | FloorAcknowledged | FloorOpened | HandClosed
)  # fmt: skip

BY_HAND = ("dealer",)  # the witness of a card that no sensor sees: the dealer says that it lies
_DECLARED = (Said, ChipsPut, Acted, Tabled, Reported, Pushed)


def is_declared(event: AnyEvent) -> bool:
    """Whether the dealer declared it, so that `Retracted` may take it back; a sensor's word nobody takes back."""
    return isinstance(event, _DECLARED) or (
        isinstance(event, CardPlaced) and event.witnesses == BY_HAND and event.zone != "stub"
    )
