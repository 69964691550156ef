"""What an upright picture of a card shows. Two witnesses must agree, or the answer is that nobody knows.

The corners (rank and suit glyphs of both indices) and the whole card (against every enrolled face) err on different things: an
index may be blurred away, a whole card may be of another deck. Face down is recognised against the enrolled back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rulebook.cards import DECK, Card, parse_card
from vision.appearance import (
    UPRIGHT_WIDTH,
    Floats,
    Image,
    corner_picture,
    likeness,
    turned,
    whitened,
    whole_picture,
    whole_vector,
)
from vision.deck import Deck, Limits, Templates, paper_share, strangeness
from vision.glyphs import GlyphVerdict
from vision.neighbours import Standing
from vision.shortlist import Bounds
from vision.sightings import Face

NARROWEST_READ_PX = 56.0  # under this an index has too few pixels for any witness
_COARSE_LIKENESS, _COARSE_LEAD = 0.7, 0.12  # at table view sizes, where only back or face is told
_NO_MORE = Standing()
_SMALLEST_PART_SEEN = 0.06  # of a card's picture
_BACK_PART_UNLIKE = 0.06
_FOREIGN_LIKENESS = 0.6  # to the nearest enrolled picture, under which no other frame's noise makes a card of it


@dataclass(frozen=True)
class Reading:
    """The answer about one picture. `card` is None unless both witnesses agreed; `why` says what they missed, for benches.

    `final`: unnamed, and another frame of the same thing would not name it: a joker, too small, far from all that is enrolled.
    """

    card: Card | None
    face: Face
    confidence: float
    label: str = ""  # the nearest enrolled label, accepted or not
    why: str = ""
    back: str = ""  # the deck whose back it is and no other's; empty: it is none, or cannot be told
    final: bool = False


@dataclass(frozen=True)
class WholeVerdict:
    """The whole-card witness: nearest label, likeness (-1..1), margin to the next label, strangeness of the worst field.

    `at` is the nearest picture's number among the deck's, `turned` whether it fits on its head,
    `across` the best likeness of the other side: of any face when a back is nearest, of the back when a face is.
    """

    label: str
    likeness: float
    margin: float
    strangeness: float
    at: int
    turned: bool
    across: float


def judge_whole(picture: Floats, deck: Deck, templates: Templates) -> WholeVerdict:
    """Compare the small picture with every enrolled one, upright and turned."""
    straight, over = whole_vector(picture), whole_vector(turned(picture))
    direct, flipped = likeness(np.stack([straight, over]), templates.vectors)
    scores = np.maximum(direct, flipped)
    best = int(np.argmax(scores))
    label = deck.labels[best]
    vector = straight if direct[best] >= flipped[best] else over
    order, begins = deck.by_label
    of_label = np.maximum.reduceat(scores[order], begins)
    # The place of the picture on the line between the two templates: 0.5 on the best, 0 half way, whatever the exposure.
    margins = (scores[best] - scores) / np.maximum(2 - 2 * templates.alike[best], 0.002)
    rival = (scores == of_label[deck.label_of]) & (deck.label_of != deck.label_of[best])
    margin = float(margins[rival].min(initial=np.inf)) if rival.any() else 0.5
    odd = strangeness(vector, templates.vectors[best])
    other_side = of_label[[(other == "back") != (label == "back") for other in deck.faces]]
    across = float(other_side.max(initial=-1.0))
    return WholeVerdict(label, float(scores[best]), margin, odd, best, bool(direct[best] < flipped[best]), across)


def judge_corners(picture: Floats, deck: Deck, templates: Templates, standing: Standing = _NO_MORE) -> tuple[str, float, str]:
    """The card that both indices name together, the least margin, and what speaks against it (empty: nothing)."""
    card, least = "", 1.0
    for glyphs, limit in zip(templates.glyphs, (deck.limits.rank_margin, deck.limits.suit_margin), strict=True):
        corners = [glyphs.judge(picture), glyphs.judge(turned(picture))]
        name, margin, doubt = _agree(corners, limit, deck.limits)
        if glyphs is templates.glyphs[0] and not doubt:
            doubt = _rank_alone(corners, standing)
        if doubt:
            return "", 0.0, doubt
        card, least = card + name, min(least, margin)
    return card, least, ""


def _rank_alone(corners: Sequence[GlyphVerdict], standing: Standing) -> str:
    """What lacks where a rank beside this one is not enrolled, so that no margin to it is known."""
    least = min(each.likeness for each in corners)
    margin = min(each.margin for each in corners)
    if least < standing.rank_likeness or margin < standing.rank_margin:
        return f"a neighbour's rank is not enrolled, and the index is not sure ({least:.2f}, margin {margin:.2f})"
    return ""


def _agree(corners: Sequence[GlyphVerdict], limit: float, limits: Limits) -> tuple[str, float, str]:
    """Both corners name the same glyph, and the better one surely."""
    first, second = sorted(corners, key=lambda each: -each.margin)
    if first.margin < limit or first.likeness < limits.glyph_likeness:
        return "", 0.0, f"index unclear ({first.best} {first.likeness:.2f} margin {first.margin:.2f})"
    if second.best != first.best and second.margin > limits.second_margin:
        return "", 0.0, f"the two indices differ ({first.best}, {second.best})"
    if second.best != first.best or second.margin < limits.second_margin or second.likeness < 0.9 * limits.glyph_likeness:
        return "", 0.0, f"one index hidden or unclear ({second.likeness:.2f})"
    return first.best, first.margin, ""


@dataclass(frozen=True)
class Prepared:
    """One upright picture as the witnesses want it, made once for all decks: paper at 1.0, small, and at full size."""

    white: Floats
    whole: Floats
    corners: Floats

    @cached_property
    def paper_share(self) -> float:
        return paper_share(self.white)


def prepared(card: Image) -> Prepared:
    """Prepare an upright picture (`vision.appearance.upright`)."""
    white = whitened(card)
    return Prepared(white, whole_picture(white), corner_picture(white))


def read_card(card: Image | Prepared, deck: Deck, width_px: float = UPRIGHT_WIDTH) -> Reading:
    """Read one upright picture (`vision.appearance.upright`), `width_px` wide in its frame, against one deck."""
    ready = card if isinstance(card, Prepared) else prepared(card)
    templates = deck.templates(width_px)
    whole = judge_whole(ready.whole, deck, templates)
    if width_px < NARROWEST_READ_PX:
        return _side_alone(ready, whole, deck, width_px)
    doubt = _whole_doubt(whole, deck)
    if whole.label not in DECK and not doubt:
        if whole.label == "back":
            return Reading(None, "down", min(1.0, whole.likeness), "back", back=deck.name)
        return Reading(None, "up" if whole.label == "joker" else "unknown", 0.0, whole.label, f"a {whole.label}", final=True)
    margin = 0.0
    if not doubt:
        named, margin, doubt = judge_corners(ready.corners, deck, templates, deck.standings[whole.label])
        if not doubt and named != whole.label:
            doubt = f"the indices say {named}"
    if doubt:
        foreign = whole.likeness < _FOREIGN_LIKENESS
        return Reading(None, _face_of_unread(ready, whole, deck), 0.0, whole.label, doubt, final=foreign)
    sure = min(1.0, 0.5 + min(margin, whole.margin) + 0.5 * max(0.0, whole.likeness - 0.6))
    return Reading(parse_card(whole.label), "up", round(sure, 3), whole.label)


def _side_alone(ready: Prepared, whole: WholeVerdict, deck: Deck, width_px: float) -> Reading:
    """Which side of a card too small to be named lies up: clearly liker to the back than to any face, or reversed."""
    why = f"only {width_px:.0f} px wide"
    if whole.likeness < _COARSE_LIKENESS or whole.likeness - whole.across < _COARSE_LEAD:
        return Reading(None, _face_of_unread(ready, whole, deck), 0.0, whole.label, why, final=True)
    return Reading(None, "down" if whole.label == "back" else "up", min(1.0, whole.likeness), whole.label, why, final=True)


def _whole_doubt(whole: WholeVerdict, deck: Deck) -> str:
    standing = deck.standings.get(whole.label, _NO_MORE)
    if whole.likeness < max(deck.limits.likeness.get(whole.label, 1.0), standing.likeness):
        return f"unlike any enrolled card (nearest {whole.label}, {whole.likeness:.2f})"
    if whole.margin < max(deck.limits.margin, standing.margin):
        return f"between two cards (nearest {whole.label}, margin {whole.margin:.2f})"
    if whole.strangeness > min(deck.limits.strangeness.get(whole.label, 0.0), standing.strangeness):
        return f"partly unlike {whole.label} ({whole.strangeness:.2f})"
    return standing.never


def _face_of_unread(ready: Prepared, whole: WholeVerdict, deck: Deck) -> Face:
    """A card that nobody can name still lies face up when it has far more bare paper than the back, and some print."""
    least, back = deck.paper_share
    if back < 0 or whole.label == "back":
        return "unknown"
    share = ready.paper_share
    if share > 0.97:
        return "unknown"
    return "up" if share > max((least + back) / 2, back + 0.06) else "unknown"


def face_of_part(card: Image, seen: NDArray[np.bool_], decks: Sequence[Deck], width_px: float) -> Face:
    """Whether a partly covered card lies face down: what is seen of it must be the enrolled back, or else mostly paper.

    `seen` marks the pixels of the upright picture that no other card covers.
    """
    inner = seen.copy()
    inner[:3], inner[-3:], inner[:, :3], inner[:, -3:] = False, False, False, False
    if inner.mean() < _SMALLEST_PART_SEEN:
        return "unknown"
    white = whitened(card)
    for deck in decks:
        templates = deck.templates(width_px)
        for at in deck.members.get("back", ()):
            back = templates.picture(int(at))
            flat = np.abs(back[inner] - back[inner].mean(axis=0)).mean()
            nearest = min(float(np.abs(white[inner] - each[inner]).mean()) for each in (back, turned(back)))
            if nearest < _BACK_PART_UNLIKE + 0.5 * float(flat):
                return "down"
    shares = [deck.paper_share for deck in decks if deck.paper_share[1] >= 0]
    # The white border belongs to backs too: it says nothing.
    inner[:10], inner[-10:], inner[:, :10], inner[:, -10:] = False, False, False, False
    if inner.mean() < 2 * _SMALLEST_PART_SEEN:
        return "unknown"
    part = float((white[inner].min(axis=1) > 0.8).mean())
    return (
        "up"
        if shares and part < 0.97 and all(part > max((least + back) / 2, back + 0.06) for least, back in shares)
        else "unknown"
    )


def read_with(card: Image, decks: Sequence[Deck], width_px: float = UPRIGHT_WIDTH) -> Reading:
    """Read against all decks that may lie on the table. A card that two of them name differently is unknown."""
    if not decks:
        return Reading(None, "unknown", 0.0, why="no deck is enrolled", final=True)
    ready = prepared(card)
    if len(decks) == 1:
        return read_card(ready, decks[0], width_px)
    bounds = Bounds(ready.whole)
    readings: list[Reading] = []
    for deck in bounds.likely_first(decks, width_px):
        sure = next((each.card for each in readings if each.card is not None), None)
        if sure is None or bounds.could_name_another(deck, width_px, sure):
            readings.append(read_card(ready, deck, width_px))
    named = {each.card for each in readings if each.card is not None}
    if len(named) > 1:
        return Reading(None, "unknown", 0.0, why=f"two decks differ: {', '.join(sorted(map(str, named)))}")
    if sum(each.face == "down" for each in readings) > 1:
        readings = [replace(each, back="") for each in readings]  # their backs are alike
    if any(each.label == "back" for each in readings):
        # Paper alone makes no face of what is nearest to the back of a deck that lies here, as of backs taken for one card.
        readings = [replace(each, face="unknown") if each.card is None and each.face == "up" else each for each in readings]
    order = {"up": 1, "down": 1, "unknown": 0}
    best = max(readings, key=lambda each: (each.card is not None, each.face == "down", order[each.face], each.confidence))
    return replace(best, final=best.final and all(each.final for each in readings))
