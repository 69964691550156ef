"""Make a deck of labelled photographs: find the cards, match them with their labels, check one by the others.

Pure: pictures in, a deck and plain messages out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rulebook.cards import DECK
from vision.appearance import Floats, Image, reduced, turned, upright, whitened, whole_picture, whole_vector
from vision.deck import Deck, DeckError, best_of_both, enrol
from vision.loose import CARD_LIKE, find_candidates, likeliest
from vision.ordering import ENOUGH, Face, Taken, glyph_sets, in_order
from vision.unbordered import cards_by_print

_SURELY_OTHER = 0.12  # margin by which both indices must name another glyph for a label to be doubted
_KEPT_SIDE_PX = 2000  # of a photograph that is looked at once more at the end
_ADVICE = "Show each card whole, flat and apart from others, on a plain ground"
_SAME_FACE = 0.75  # likeness of two pictures of one face; they reach 0.9, most different faces stay under 0.7


@dataclass(frozen=True)
class Photograph:
    """A picture and what it shows, from left to right (`vision.deck.LABELS`)."""

    name: str
    image: Image
    labels: tuple[str, ...]


@dataclass(frozen=True)
class _Shown:
    """One picture of a label, the photograph it comes from, and whether that shows nothing else."""

    name: str
    card: Image
    single: bool


@dataclass
class Enrolment:
    """What has been taken so far. `problems`: photographs that were left out, and why; `doubts`: labels that looked wrong.

    `later`: photographs of which not every card has a clear outline, searched at the end by the print of the others; `notes`:
    what was found so.
    """

    taken: list[Taken] = field(default_factory=list)
    later: list[Photograph] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def add(self, photograph: Photograph) -> int:
        """Take the cards of one photograph; how many were found. Too few of several are sorted out at the end."""
        wanted = len(photograph.labels)
        found = likeliest(find_candidates(photograph.image), wanted + 1)
        cards = [each for each in found if each.likely >= CARD_LIKE]
        if len(cards) > wanted:
            self.problems.append(
                f"{photograph.name}: more cards found than the {wanted} that the labels name "
                f"({' '.join(photograph.labels)}); left out. Label every card that lies there"
            )
            return len(cards)
        if len(cards) < wanted:
            self.later.append(replace(photograph, image=reduced(photograph.image, _KEPT_SIDE_PX)[0]))
        if not cards:
            return 0
        cards.sort(key=lambda each: float(each.corners_px[:, 0].mean()))
        uprights = tuple(upright(photograph.image, each.corners_px) for each in cards)
        self.taken.append(Taken(photograph.name, photograph.labels, uprights))
        return len(cards)

    def _not_found(self, photograph: Photograph, lacking: Sequence[str]) -> None:
        """Say which of a photograph's cards cannot be taken."""
        labels = " ".join(photograph.labels)
        what = (
            f"no card found for certain where the labels say {labels}"
            if len(lacking) == len(photograph.labels)
            else (f"of {labels} not found, or not clearly: {' '.join(lacking)}")
        )
        self.problems.append(f"{photograph.name}: {what}; left out. {_ADVICE}")

    @property
    def missing(self) -> tuple[str, ...]:
        """Cards of the 52, and the back, of which no picture is there yet."""
        shown = {label for each in self.taken if len(each.cards) == len(each.labels) for label in each.labels}
        return tuple(str(label) for label in (*DECK, "back") if label not in shown)

    def finish(self, name: str) -> Deck:
        """The deck. Raises `DeckError` when nothing was taken or two faces are too close; doubted pictures are left out."""
        if not any(label in DECK for each in self.taken for label in each.labels):
            for each in self.later:
                self._not_found(each, each.labels)
            raise DeckError(f"deck {name!r}: no card was found in any photograph. " + " ".join(self.problems[:3]))
        ordered = in_order(self.taken)
        self.doubts += ordered.doubts
        pictures: dict[str, list[_Shown]] = {}
        for photograph in ordered.taken:
            for at, (label, card) in enumerate(zip(photograph.labels, photograph.cards, strict=True)):
                if not self._doubted(photograph, at, ordered.taken):
                    pictures.setdefault(label, []).append(_Shown(photograph.name, card, len(photograph.labels) == 1))
        agreed = {label: self._agreeing(label, shown) for label, shown in pictures.items()}
        if not any(cards for label, cards in agreed.items() if label in DECK):
            for each in self.later:
                self._not_found(each, each.labels)
            said = " ".join((*self.problems, *self.doubts)[:3])
            raise DeckError(f"deck {name!r}: no card was found whose label is certain. {said}")
        deck = enrol(name, {label: cards for label, cards in agreed.items() if cards})
        known = {each.name: each.labels for each in ordered.taken}
        for searched in self.later:
            lacking = list((Counter(searched.labels) - Counter(known.get(searched.name, ()))).elements())
            cut = cards_by_print(searched.image, [each for each in lacking if each in DECK], deck)
            for label, card in cut.items():
                pictures.setdefault(label, []).append(_Shown(searched.name, card, len(searched.labels) == 1))
                agreed[label] = self._agreeing(label, pictures[label])
                lacking.remove(label)
                self.notes.append(f"{searched.name}: {label} found by the print of the other cards of its rank")
            if lacking:
                self._not_found(searched, lacking)
        self.doubts = list(dict.fromkeys(self.doubts))  # a label's pictures are compared again with each that is found
        return enrol(name, {label: cards for label, cards in agreed.items() if cards}) if self.notes else deck

    def _agreeing(self, label: str, shown: list[_Shown]) -> list[Image]:
        """The pictures of a label without those that show another card than the rest."""
        if len(shown) < 2:
            return [each.card for each in shown]
        small = [whole_picture(whitened(each.card)) for each in shown]
        alike = best_of_both(np.stack([whole_vector(each) for each in small]), small) >= _SAME_FACE
        # Those that most others agree with; of two that differ the one photographed singly; else nobody knows.
        friends = alike.sum(axis=1) + [0.5 * each.single for each in shown]
        most = [at for at in range(len(shown)) if friends[at] == friends.max()]
        kept = set(np.flatnonzero(alike[most[0]])) if all(alike[most[0], at] for at in most) else set[int]()
        left_out = [each.name for at, each in enumerate(shown) if at not in kept]
        if left_out:
            known = [each.name for at, each in enumerate(shown) if at in kept]
            against = f"another card than {known[0]}" if known else "different cards"
            self.doubts.append(
                f"{', '.join(left_out)}: labelled {label}, but showing {against}; left out. Check the labels, "
                "and that each card is sharp and nothing lies on it"
            )
        return [each.card for at, each in enumerate(shown) if at in kept]

    def _doubted(self, photograph: Taken, at: int, everything: list[Taken]) -> bool:
        """A card whose two indices both look like another's: a wrong label would poison the deck."""
        label = photograph.labels[at]
        others = [face for each in everything if each.name != photograph.name for face in each.faces]
        if label not in DECK or len(others) < ENOUGH:
            return False
        said = _indices_say(photograph.pictures[at], label, others)
        wrong = [name for name, own in zip(said, label, strict=True) if name and name != own]
        if wrong:
            self.doubts.append(
                f"{photograph.name}: labelled {label}, but its indices look like {wrong[0]}; left out. Check the label"
            )
        return bool(wrong)


def _indices_say(picture: Floats, label: str, others: list[Face]) -> tuple[str, str]:
    """Rank and suit as both indices surely name them by the glyphs of the other pictures; empty where they do not.

    Nothing is said where no other picture bears the label's own glyph: the nearest of the wrong ones would be taken for it.
    """
    said = []
    for glyphs, own in zip(glyph_sets(others), label, strict=True):
        if own not in glyphs.classes:
            said.append("")
            continue
        first, second = glyphs.judge(picture), glyphs.judge(turned(picture))
        sure = first.best == second.best and min(first.margin, second.margin) > _SURELY_OTHER
        said.append(first.best if sure and min(first.likeness, second.likeness) > 0.75 else "")
    return said[0], said[1]
