"""The truth of a simulated table: every physical card, where it lies and how. Nothing at runtime ever sees it.

Two decks exist, red and blue; one is in play. A card named while all cards of its face lie elsewhere is a further physical
card with that face. The stub is a bag of cards, except for those put back on top, whose order is known until a shuffle.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from rulebook.cards import DECK, UNKNOWN, Card
from rulebook.seats import BOARD, BURNS, MUCK, ROWS, STUB, Seat, Zone, row_zone, seat_zone, zone_row, zone_seat
from simulators import decks
from simulators.scene import Scene, SceneCard

Face = Literal["up", "down"]
ALWAYS_DOWN = (BURNS, MUCK)
LOST = Zone("lost")  # under the table, in a sleeve
Lie = dict["Physical", tuple[Zone, int, Face]]


class StageError(ValueError):
    """A card cannot be there: what is wrong and what was expected."""

    def __init__(self, wrong: str, expected: str) -> None:
        super().__init__(f"{wrong}; expected {expected}")
        self.wrong = wrong
        self.expected = expected


@dataclass(eq=False)
class Physical:
    """One piece of pasteboard."""

    id: int
    card: Card
    tag: str | None
    back: str
    zone: Zone = STUB
    slot: int = 0
    face: Face = "down"
    printed: bool = True
    marked: bool = False
    copy: int = 0  # which of the cards with this face
    stray: bool = False  # came into play by being named once too often, and leaves with the dealing

    def seen(self) -> SceneCard:
        """As it lies."""
        return SceneCard(self.id, self.card, self.zone, self.slot, self.face, self.tag, self.back, self.printed)


class Stage:
    """All cards of a table. `seed` picks the tags of the decks."""

    def __init__(self, seed: int = 0, deck: str = "red") -> None:
        self._seed = seed
        self.deck = deck
        self._cards: list[Physical] = []
        self._given = 0
        self._top: list[Physical] = []
        self._in_mouth: Physical | None = None
        self._missing: set[Card] = set()
        self._new_cards()

    # -- what lies where

    def scene(self) -> Scene:
        """Everything that lies in a zone, and the card in the stub's mouth if one shows there."""
        shown = [card.seen() for card in self._cards if card.zone not in (STUB, LOST)]
        if self._in_mouth is not None:
            shown.append(self._in_mouth.seen())
        lost = tuple(sorted(card.id for card in self._cards if card.zone == LOST))
        return Scene(cards=tuple(sorted(shown, key=lambda card: card.id)), lost=lost)

    def lying(self, zone: Zone) -> list[Physical]:
        """The cards of a zone, by their places."""
        return sorted((card for card in self._cards if card.zone == zone), key=lambda card: card.slot)

    def laid(self, zone: Zone) -> list[Card]:
        """The names of a zone's cards in the order in which they came to lie there."""
        return [card.card for card in self._cards if card.zone == zone]

    def before(self, seat: Seat) -> list[Physical]:
        """The cards that lie before a seat, those that it has set in rows included."""
        return [card for zone in (seat_zone(seat), *(row_zone(seat, row) for row in ROWS)) for card in self.lying(zone)]

    def stub_count(self) -> int:
        """How many cards the stub holds."""
        return sum(card.zone == STUB for card in self._cards)

    def snapshot(self) -> Lie:
        """How every card lies now, for taking an act back."""
        return {card: (card.zone, card.slot, card.face) for card in self._cards}

    def take_back(self, before: Lie, after: Lie) -> None:
        """Cards that an act moved lie again as before it, unless something else has moved them since."""
        now = self.snapshot()
        for card, lay in before.items():
            if after.get(card) != lay and now.get(card) == after.get(card):
                card.zone, card.slot, card.face = lay
                if card not in now:
                    self._cards.append(card)

    def find(self, cards: Sequence[Card], zones: Collection[Zone] | None = None) -> list[Physical]:
        """The physical cards meant by these names on the table, each once, the latest placed first. Raises `StageError`."""
        found: list[Physical] = []
        for name in cards:
            there = [card for card in self._cards if card.card == name and card.zone != STUB and card not in found]
            there = [card for card in there if zones is None or card.zone in zones]
            if not there:
                raise StageError(f"{name} does not lie {_where(zones)}", self._choices(zones))
            found.append(there[-1])
        return found

    def named(self, card: Card) -> Physical:
        """The card that somebody speaks of: the one on the table, else the one in the stub. Raises `StageError`."""
        lies = any(one.card == card and one.zone != STUB for one in self._cards)
        hidden = None if lies else self._in_stub(card)
        return hidden or self.find([card])[0]

    def _choices(self, zones: Collection[Zone] | None) -> str:
        lying = [card.card for card in self._cards if card.zone != STUB and (zones is None or card.zone in zones)]
        return "one of " + " ".join(lying) if lying else f"a card that lies {_where(zones)}"

    # -- from the stub

    def draw(self, name: Card, *, marked: bool = False) -> Physical:
        """The next card of the stub, which the script says is this one."""
        if self._top:
            if self._top[0].card != name:
                raise StageError(f"{name} is not on top of the stub", f"{self._top[0].card}, which was put back there")
            card = self._top.pop(0)
        else:
            card = self._in_stub(name) or self._another(name, stray=True)
        card.marked = card.marked or marked
        return card

    def to_mouth(self, card: Physical, face: Face) -> None:
        """The card shows in the stub's mouth."""
        card.face = face
        card.slot = 0
        self._in_mouth = card

    def place(self, card: Physical, zone: Zone, face: Face) -> None:
        """The card comes to lie in a zone, at the first free place."""
        if self._in_mouth is card:
            self._in_mouth = None
        taken = {other.slot for other in self._cards if other.zone == zone and other is not card}
        card.zone = zone
        card.slot = next(slot for slot in range(len(taken) + 1) if slot not in taken)
        card.face = face
        self._cards.remove(card)
        self._cards.append(card)

    def show_bottom(self, name: Card) -> Physical:
        """The cut turned the stub's bottom card up."""
        card = self._in_stub(name)
        if card is None:
            raise StageError(f"{name} is not in the stub", "a card of the stub")
        self.to_mouth(card, "up")
        return card

    def close_mouth(self) -> None:
        """The card that showed there is a hidden card of the stub again."""
        if self._in_mouth is not None:
            self._in_mouth.face = "down"
        self._in_mouth = None

    # -- by hand

    def move(self, cards: Sequence[Physical], zone: Zone) -> None:
        """Cards are moved by hand. Onto the board, and out of a pile into a row of open-face, they go face up, to burns and
        muck face down, else as they lay."""
        if zone == STUB:
            self._put_back(cards)
            return
        opens = [card for card in cards if zone == BOARD or (zone_row(zone) is not None and card.zone in ALWAYS_DOWN)]
        for card in cards:
            card.zone = STUB  # frees their places first, so that the named order counts where they stay in their zone
        for card in cards:
            self.place(card, zone, "up" if card in opens else "down" if zone in ALWAYS_DOWN else card.face)

    def lose(self, cards: Sequence[Physical]) -> None:
        """Cards leave the table, and nobody puts them into the stub."""
        for card in cards:
            card.zone = LOST

    def turn(self, cards: Sequence[Physical], face: Face) -> None:
        """Cards are turned over where they lie."""
        for card in cards:
            card.face = face

    def name_unknown(self, seat: Seat, names: Sequence[Card]) -> list[Physical]:
        """The cards of a seat that these names mean; one that no sensor could name is now known as what the owner shows."""
        mine = self.before(seat)
        found: list[Physical] = []
        for name in names:
            card = next((card for card in mine if card.card == name and card not in found), None)
            card = card or next((card for card in mine if card.card == UNKNOWN and card not in found), None)
            if card is None:
                held = " ".join(other.card for other in mine)
                raise StageError(f"{name} does not lie before seat {seat}", f"one of {held}" if held else "a seat with cards")
            if card.card == UNKNOWN:
                card.card, card.printed = name, True
            found.append(card)
        return found

    def _put_back(self, cards: Sequence[Physical]) -> None:
        for card in cards:
            card.zone, card.face = STUB, "down"
        self._top = [*cards, *self._top]

    def shuffle(self) -> None:
        """Nobody knows the order of the stub any more."""
        self._top = []

    def gather(self) -> None:
        """All cards go back into the deck: a dealing is over."""
        self._in_mouth = None
        self._top = []
        self._cards = [card for card in self._cards if not card.stray and card.zone != LOST]
        for card in self._cards:
            card.zone, card.face = STUB, "down"

    # -- the deck

    def lack(self, name: Card) -> None:
        """The deck in play is short of this card."""
        self._missing.add(name)
        self._cards.remove(self._in_deck(name))

    def double(self, name: Card) -> None:
        """The deck in play has this card twice."""
        self._another(name)

    def make_foreign(self, name: Card) -> None:
        """This card of the deck comes from another one: its tag is in no pack."""
        self._in_deck(name).tag = decks.foreign_tag(name, self._seed)

    def change_back(self, name: Card) -> None:
        """This card of the deck has the other colour's back."""
        self._in_deck(name).back = _other(self.deck)

    def new_deck(self) -> None:
        """The other deck comes into play, complete; every card of the old one leaves the table."""
        self.deck = _other(self.deck)
        self._cards = []
        self._missing = set()
        self._top = []
        self._in_mouth = None
        self._new_cards()

    def deck_verdict(self) -> tuple[int, str]:
        """What the shuffler says of the whole deck: its count and its verdict (HARDWARE)."""
        count = len(self._cards)
        if count != len(DECK):
            return count, "short" if count < len(DECK) else "long"
        if any(card.back != self.deck for card in self._cards):
            return count, "foreign_back"
        return count, "complete"

    def _new_cards(self) -> None:
        for name in DECK:
            self._another(name)

    def _another(self, name: Card, *, stray: bool = False) -> Physical:
        """One more physical card of that face, in the stub."""
        if name in self._missing:
            raise StageError(f"{name} is missing from the deck in play", "another card")
        self._given += 1
        taken = {card.copy for card in self._cards if card.card == name}
        copy = next(copy for copy in range(len(taken) + 1) if copy not in taken)
        known = name != UNKNOWN and copy <= decks.SPARES
        uid = decks.tag(self.deck, name, copy, self._seed) if known else None
        card = Physical(self._given, name, uid, self.deck, printed=name != UNKNOWN, copy=copy, stray=stray)
        self._cards.append(card)
        return card

    def _in_deck(self, name: Card) -> Physical:
        card = self._in_stub(name)
        if card is None:
            raise StageError(f"{name} is not in the stub", "a card that has not been dealt")
        return card

    def _in_stub(self, name: Card) -> Physical | None:
        return next((card for card in self._cards if card.zone == STUB and card.card == name), None)


def _where(zones: Collection[Zone] | None) -> str:
    if zones is None:
        return "on the table"
    seats = [zone_seat(zone) for zone in zones]
    return "before seat " + ", ".join(str(seat) for seat in seats) if None not in seats else "in " + ", ".join(zones)


def _other(colour: str) -> str:
    return next(other for other in decks.COLOURS if other != colour)
