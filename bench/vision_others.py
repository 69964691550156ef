"""Other recognisers on the same pictures, for comparison: the ways that tutorials and public projects take.

Each gets an upright picture and answers with a card, or None when it knows none. They stand on the same enrolled pictures.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from rulebook.cards import DECK
from vision.appearance import Image, corner_picture, turned, whitened, whole_picture
from vision.deck import Deck
from vision.identify import judge_whole

Recogniser = Callable[[Image], str | None]
_RATIO, _LEAST_MATCHES = 0.75, 6


def all_of(deck: Deck) -> dict[str, Recogniser]:
    """The recognisers by name."""
    return {"nearest picture": _nearest(deck), "glyphs alone": _glyphs(deck), "ORB features": _orb(deck)}


def _nearest(deck: Deck) -> Recogniser:
    """The enrolled picture that is most alike, if it is alike by half: no second witness."""
    templates = deck.templates(86)

    def recognise(card: Image) -> str | None:
        whole = judge_whole(whole_picture(whitened(card)), deck, templates)
        return whole.label if whole.likeness > 0.5 and whole.label in DECK else None

    return recognise


def _glyphs(deck: Deck) -> Recogniser:
    """The upper left index alone."""
    ranks, suits = deck.templates(86).glyphs

    def recognise(card: Image) -> str | None:
        picture = corner_picture(whitened(card))
        rank, suit = ranks.judge(picture), suits.judge(picture)
        other = ranks.judge(turned(picture))
        if min(rank.likeness, suit.likeness) < 0.6 or other.likeness < 0:
            return None
        return rank.best + suit.best

    return recognise


def _orb(deck: Deck) -> Recogniser:
    """Matched keypoints, the most matches win."""
    orb = cv2.ORB_create(300, edgeThreshold=8, patchSize=20, fastThreshold=8)
    matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
    known = [
        (label, orb.detectAndCompute(_large(image), None)[1]) for label, image in zip(deck.labels, deck.images, strict=True)
    ]

    def recognise(card: Image) -> str | None:
        found = orb.detectAndCompute(_large(card), None)[1]
        if found is None:
            return None
        best, most = None, _LEAST_MATCHES - 1
        for label, other in known:
            if other is None or len(other) < 2:
                continue
            pairs = [pair for pair in matcher.knnMatch(found, other, k=2) if len(pair) == 2]
            count = sum(first.distance < _RATIO * second.distance for first, second in pairs)
            if count > most and label in DECK:
                best, most = label, count
        return best

    return recognise


def _large(image: Image) -> Image:
    return np.asarray(cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None, fx=2, fy=2), dtype=np.uint8)
