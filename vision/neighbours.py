"""Which enrolled faces stand beside all that they could be taken for, and which do not: a deck may be taught in part. Pure.

A margin tells a card from the faces that are enrolled, never from one that is not. Measured with decks of which a part was
taught: a spade was named as the club of its rank where no spade had been taught, an untaught nine as an eight.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rulebook.cards import DECK

_SAME_COLOUR = {"c": "s", "s": "c", "h": "d", "d": "h"}
_PIPS, _COURTS = "23456789T", "JQK"
# Measured on photographs of a real deck and on 23 drawn ones. Own cards: likeness from 0.92, margin from 0.38, strangeness to
# 0.04. Untaught neighbours that both witnesses took for a taught card: 0.94 at a margin of 0.20, and 0.945 at a strangeness of
# 0.054 where the neighbour's rank was unknown.
_ALONE_LIKENESS, _ALONE_MARGIN = 0.915, 0.3
_BLIND_LIKENESS, _BLIND_STRANGENESS, _BLIND_GLYPH, _BLIND_GLYPH_MARGIN = 0.93, 0.05, 0.88, 0.12


@dataclass(frozen=True)
class Standing:
    """What a face asks beyond its deck's limits: least likeness and margin, most strangeness, least likeness and margin of its
    rank's glyph. `never` says why it cannot be named at all."""

    likeness: float = 0.0
    margin: float = 0.0
    strangeness: float = 1.0
    rank_likeness: float = 0.0
    rank_margin: float = 0.0
    never: str = ""


def standings(faces: Collection[str]) -> dict[str, Standing]:
    """The standing of every enrolled card."""
    cards = [face for face in faces if face in DECK]
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    return {card: _standing(card, set(cards), ranks, suits) for card in cards}


def _standing(card: str, cards: set[str], ranks: set[str], suits: set[str]) -> Standing:
    rank, suit = card[0], card[1]
    twin = _SAME_COLOUR[suit]
    if twin not in suits:
        return Standing(never=f"no card of suit {twin} is enrolled, for which {suit} could be taken")
    beside = _beside(rank)
    if not beside <= ranks:
        return Standing(_BLIND_LIKENESS, _ALONE_MARGIN, _BLIND_STRANGENESS, _BLIND_GLYPH, _BLIND_GLYPH_MARGIN)
    if rank + twin in cards and all(other + suit in cards for other in beside):
        return Standing()
    return Standing(_ALONE_LIKENESS, _ALONE_MARGIN)


def _beside(rank: str) -> set[str]:
    """The ranks whose cards have nearly the same print: a pip more or less, another court."""
    if rank in _COURTS:
        return set(_COURTS) - {rank}
    at = _PIPS.find(rank)
    return set() if at < 0 else {_PIPS[other] for other in (at - 1, at + 1) if 0 <= other < len(_PIPS)}
