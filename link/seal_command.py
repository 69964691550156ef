"""What ``dealer-table seal`` does: an official opens his seal on a hand's key, on his own machine (`link.nested`)."""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from pathlib import Path

import msgspec

from link.keys import KeyFileError, load_keys
from link.nested import INNER_BYTES, unnest
from link.seal import SealError, open_card


class SealedCard(msgspec.Struct, forbid_unknown_fields=True):
    """A card of a case: its handle, the places of its way, its sealed name."""

    card: str
    places: tuple[str, ...]
    sealed: str


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """What a judge took out: the hand's key under one seal or two, and the cards that he asked for."""

    case: int
    table: str
    hand: int
    nested: str
    cards: tuple[SealedCard, ...]


def open_seal(case: Path, /, *, key: Path) -> int:
    """Open your seal on a case file that a judge took out on the floor page.

    The first official gets a case file for the second one, on standard output; the second one gets the names of the cards. Exit
    status 0, or 2 with one line that says why not.

    Parameters
    ----------
    case
        The file from the floor page, or what the first official's run wrote.
    key
        Your own key file.
    """
    try:
        given = msgspec.json.decode(case.read_bytes(), type=Case)
        inside = unnest(_bytes(given.nested), load_keys(key).pack)
    except OSError as error:
        return _refuse(f"{case} cannot be read: {error.strerror}")
    except msgspec.DecodeError as error:
        return _refuse(f"{case} is no case file: {error}")
    except (SealError, KeyFileError) as error:
        return _refuse(f"{case}: {error}")
    if len(inside) == INNER_BYTES:
        half_open = msgspec.structs.replace(given, nested=b64encode(inside).decode())
        sys.stdout.write(msgspec.json.encode(half_open).decode() + "\n")
        sys.stderr.write("Your seal is open. Give this file to the other official.\n")
        return 0
    try:
        names = [open_card(inside, given.hand, one.card, _bytes(one.sealed)) for one in given.cards]
    except SealError as error:
        return _refuse(f"{case}: {error}")
    sys.stdout.write(f"{given.table}, hand {given.hand}\n")
    for one, name in zip(given.cards, names, strict=True):
        sys.stdout.write(f"{name}  {', '.join(one.places)}\n")
    return 0


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (Base64Error, ValueError):
        raise SealError("a sealed part of it is damaged") from None


def _refuse(why: str) -> int:
    sys.stderr.write(f"{why}\n")
    return 2
