"""Votes over frames that differ: moved, relit, or with other noise. Copies of one picture are one witness and have one vote.

A card read at first sight stays read while nothing moves. One that was not needs two frames that agree. Two frames that differ
make it unknown until something moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from rulebook.cards import Card
from vision.sightings import Sighting

_SAME_PLACE_MM = 4.0
_AGREEING = 2  # frames, for a card that was not read at first sight


@dataclass
class _Tally:
    x_mm: float
    y_mm: float
    at_first: bool
    counts: dict[Card, int] = field(default_factory=dict)

    def verdict(self) -> Card | None:
        if len(self.counts) != 1:
            return None
        card, count = next(iter(self.counts.items()))
        return card if self.at_first or count >= _AGREEING else None


@dataclass
class Votes:
    """The ballots of one view, from one motion to the next."""

    _tallies: list[_Tally] = field(default_factory=list)

    def moved(self) -> None:
        """Something moved: what lies there now may be another card."""
        self._tallies.clear()

    def count(self, sightings: Sequence[Sighting]) -> tuple[Sighting, ...]:
        """Take one frame's sightings; return them as all frames since the last motion have it."""
        return tuple(self._one(each) if each.whole else each for each in sightings)

    def undecided(self, sightings: Sequence[Sighting]) -> bool:
        """Some whole card is neither named nor known to lie face down, and another frame could still tell."""
        return any(each.whole and each.card is None and each.face != "down" for each in sightings)

    def _one(self, sighting: Sighting) -> Sighting:
        tally = next((each for each in self._tallies if _near(each, sighting)), None)
        if tally is None:
            tally = _Tally(sighting.x_mm, sighting.y_mm, sighting.card is not None)
            self._tallies.append(tally)
        if sighting.card is not None:
            tally.counts[sighting.card] = tally.counts.get(sighting.card, 0) + 1
        card = tally.verdict()
        if card == sighting.card:
            return sighting
        if card is None:
            face = "unknown" if len(tally.counts) > 1 else sighting.face
            return msgspec.structs.replace(sighting, card=None, face=face, confidence=0.0)
        return msgspec.structs.replace(sighting, card=card, face="up", confidence=0.5)


def _near(tally: _Tally, sighting: Sighting) -> bool:
    return abs(tally.x_mm - sighting.x_mm) < _SAME_PLACE_MM and abs(tally.y_mm - sighting.y_mm) < _SAME_PLACE_MM


def arrivals(before: Sequence[Sighting], now: Sequence[Sighting], zones: Sequence[str]) -> tuple[str, ...]:
    """The zones on whose pile a whole card lies that did not before: latched on entry, since a pile hides its past."""
    new = []
    for zone in zones:
        old = [each for each in before if each.zone == zone and each.whole]
        for each in now:
            if each.zone == zone and each.whole and not any(_as_before(each, other) for other in old):
                new.append(zone)
                break
    return tuple(new)


def _as_before(first: Sighting, second: Sighting) -> bool:
    apart = max(abs(first.x_mm - second.x_mm), abs(first.y_mm - second.y_mm))
    turned = abs((first.angle_deg - second.angle_deg + 90) % 180 - 90)
    return apart < _SAME_PLACE_MM and turned < 5
