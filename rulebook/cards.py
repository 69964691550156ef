"""Cards as the field writes them: rank and suit in two characters, ``As`` ``Td`` ``2c``.

A card is a plain string: it travels in records, keys dictionaries and prints as itself.
``??`` (`UNKNOWN`) is a card that nobody could name; no rule needs a hole card until it is tabled.
"""

from __future__ import annotations

from typing import NewType

Card = NewType("Card", str)

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # ascending: clubs, diamonds, hearts, spades (RULES 4.4)
UNKNOWN = Card("??")
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

_KNOWN = {str(card): card for card in DECK}


class CardError(ValueError):
    """A text that is no card, with what was expected."""


def parse_card(text: str, *, unknown: bool = False) -> Card:
    """Return the card that `text` names; ``??`` only where `unknown` allows it.

    Raises `CardError` with a message for a person.
    """
    card = _KNOWN.get(text)
    if card is not None:
        return card
    if unknown and text == UNKNOWN:
        return UNKNOWN
    wanted = "a rank of 23456789TJQKA and a suit of cdhs, such as As or Td"
    raise CardError(f"{text!r} is no card; expected {wanted}" + (", or ??" if unknown else ""))


def parse_cards(text: str, *, unknown: bool = False) -> tuple[Card, ...]:
    """Split cards written together (``AhKd2c``) or apart (``Ah Kd 2c``)."""
    packed = text.replace(" ", "")
    if len(packed) % 2:
        raise CardError(f"{text!r} is no list of cards: it has an odd number of characters")
    return tuple(parse_card(packed[at : at + 2], unknown=unknown) for at in range(0, len(packed), 2))


def rank_index(card: Card) -> int:
    """0 for a deuce up to 12 for an ace."""
    return RANKS.index(card[0])


def suit_index(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return SUITS.index(card[1])
