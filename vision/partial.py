"""Read a card of which a part is covered or lies beyond the picture: what shows must be enough for both witnesses. Pure.

Where the card lies is known by its print (`vision.prints`). What is unlike that print and reaches in from the card's border is
taken as hidden; anything unlike within the rest denies the card. The whole-card witness compares what shows with what every
enrolled face has there, the corner witness one whole index.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rulebook.cards import DECK
from vision.appearance import UPRIGHT_HEIGHT, UPRIGHT_WIDTH, Floats, Image, corner_picture, turned, unit, upright, whole_picture
from vision.calibration import map_points
from vision.deck import WHOLE_COLUMNS, WHOLE_ROWS, Deck
from vision.evened import evenly_lit
from vision.glyphs import SHIFT, Box
from vision.identify import NARROWEST_READ_PX
from vision.neighbours import Standing
from vision.outline import Points
from vision.register import RECTANGLE, ink_of

LEAST_SHOWN = 0.35  # of the card
_TOO_MUCH_HIDDEN = 0.8  # to be laid exactly
_UNLIKE = 0.13  # of the paper's white, after `_SOFT_PX`
_SOFT_PX = 2.0
_ROUND_PX = 7  # radius of a corner: 3 to 4 mm of a card's 63, and what the outline may be off
_RIM_PX = 4  # beside something that lies on a card it is in shadow
_LARGEST_SPOT = 0.006  # of the card: an unlike spot that does not reach in from the border
_LEAST_MARGIN = 0.2
_LEAST_RANK_MARGIN, _LEAST_SUIT_MARGIN, _LEAST_GLYPH = 0.1, 0.12, 0.85
_CLOSEST_PARTS = 0.03  # squared distance under which what shows does not part two faces
_FARTHEST_PX = 9.0
_PAPER, _STRAY_PAPER = 0.9, 0.2
_PAPER_STEP, _LEAST_PAPER = 4, 40  # every so many of the paper's pixels; fewer than so many tell nothing
_PAPER_BEGINS = (15, 50, 85)  # percentiles of its brightness
_DARKEST_PAPER = 40.0  # grey levels
_TERMS = np.stack(
    [
        np.ones((UPRIGHT_HEIGHT, UPRIGHT_WIDTH)),
        *np.meshgrid(np.linspace(-0.5, 0.5, UPRIGHT_WIDTH), np.linspace(-0.5, 0.5, UPRIGHT_HEIGHT)),
    ],
    axis=-1,
)
_NO_MORE = Standing()


def _rounded_off() -> NDArray[np.bool_]:
    """The pixels at the corners where a card is round and its ground shows, and those that blur into them."""
    y, x = np.mgrid[0:UPRIGHT_HEIGHT, 0:UPRIGHT_WIDTH]
    off = _ROUND_PX - np.stack([np.minimum(x, UPRIGHT_WIDTH - 1 - x), np.minimum(y, UPRIGHT_HEIGHT - 1 - y)])
    return np.asarray((off > 0).all(axis=0) & (np.hypot(*off) > _ROUND_PX - _SOFT_PX))


_ROUNDED_OFF = _rounded_off()


@dataclass(frozen=True)
class Part:
    """What a partly covered card shows: its label or empty with the reason, the share hidden, and where the card lies."""

    label: str
    confidence: float
    hidden: float
    corners_px: Points
    why: str = ""


def hidden_share(image: Image, corners: Points, deck: Deck, at: int) -> float:
    """How much of the enrolled picture number `at` is not seen where it would lie, before it is laid exactly."""
    width_px = float(np.linalg.norm(corners[1] - corners[0]))
    card, template = upright(image, corners), deck.templates(width_px).picture(at)
    beyond = _beyond(image, corners)
    # A shadow's edge is nothing that lies on the card.
    ways = [each for each in (card, evenly_lit(card)) if each is not None]
    return min(float(_shown(each, beyond, template)[1].mean()) for each in ways)


def read_part(image: Image, corners: Points, deck: Deck, at: int) -> Part:
    """Judge the enrolled picture number `at` where it would lie in the photograph."""
    label = deck.labels[at]
    width_px = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    template = deck.templates(width_px).picture(at)
    white, hidden = _seen(image, corners, template)
    better = _laid(white, corners, template, hidden)
    if better is not None:
        corners = better
        white, hidden = _seen(image, corners, template)
    share = float(hidden.mean())
    sure, doubt = 0.0, ""
    if label not in DECK or width_px < NARROWEST_READ_PX:
        doubt = f"partly covered, only {width_px:.0f} px wide" if label in DECK else f"partly covered {label}"
    elif share > 1 - LEAST_SHOWN:
        doubt = f"{share:.0%} covered"
    else:
        sure, doubt = _judged(white, hidden, deck, at, width_px)
    return Part("" if doubt else label, sure, share, corners, doubt)


def _seen(image: Image, corners: Points, template: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The upright card with its paper at 1.0, and which of its pixels are hidden: unlike the print, or beyond the picture."""
    return _shown(upright(image, corners), _beyond(image, corners), template)


def _beyond(image: Image, corners: Points) -> NDArray[np.bool_]:
    """Which pixels of the upright card lie beyond the picture."""
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), RECTANGLE.astype(np.float32))
    inside = cv2.warpPerspective(np.ones(image.shape[:2], np.uint8), matrix, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT))
    return np.asarray(inside == 0)


def _shown(upright_card: Image, beyond: NDArray[np.bool_], template: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    card = upright_card.astype(np.float32)
    paper = (template.min(axis=2) > _PAPER) & ~beyond
    soft = cv2.GaussianBlur(template, (0, 0), _SOFT_PX)
    best, least = np.zeros_like(card), np.ones(card.shape[:2], dtype=bool)
    for plane in _paper_planes(card, paper):
        white = np.asarray(np.clip(card / plane, 0, 1.15), dtype=np.float32)
        unlike = (np.abs(cv2.GaussianBlur(white, (0, 0), _SOFT_PX) - soft).mean(axis=2) > _UNLIKE) | beyond
        unlike &= ~_ROUNDED_OFF | beyond
        if unlike.sum() < least.sum():
            best, least = white, unlike
    size = 2 * _RIM_PX + 1
    grown = cv2.dilate(least.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    return best, grown.astype(bool)


def _paper_planes(card: Floats, paper: NDArray[np.bool_]) -> list[Floats]:
    """How bright the paper may be over the card: planes through pixels that agree, begun at dark, middle and bright ones, since
    what covers the rest may be darker or brighter than paper, and more than half."""
    rows, columns = (each[::_PAPER_STEP] for each in np.nonzero(paper))
    if len(rows) < _LEAST_PAPER:
        return []
    values, terms = card[rows, columns].astype(np.float64), _TERMS[rows, columns]
    total = values.sum(axis=1)
    planes = []
    for begin in _PAPER_BEGINS:
        level = np.full(len(total), np.percentile(total, begin))
        for _ in range(3):
            near = np.abs(total - level) < _STRAY_PAPER * np.maximum(level, 1.0)
            if near.sum() < _LEAST_PAPER:
                break
            fit = np.linalg.lstsq(terms[near], values[near], rcond=None)[0]
            level = (terms @ fit).sum(axis=1)
        else:
            planes.append(np.maximum(_TERMS @ fit, _DARKEST_PAPER).astype(np.float32))
    return planes


def _laid(white: Floats, corners: Points, template: Floats, hidden: NDArray[np.bool_]) -> Points | None:
    """The corners after the best alignment of what shows; None when there is none nearby."""
    if hidden.mean() > _TOO_MUCH_HIDDEN:
        return None
    warp = np.eye(3, dtype=np.float32)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 25, 1e-3)
    shown = (~hidden).astype(np.uint8)
    try:
        _, found = cv2.findTransformECC(ink_of(template), ink_of(white), warp, cv2.MOTION_HOMOGRAPHY, stop, shown, 5)
    except cv2.error:
        return None  # OpenCV's way to say that it did not converge
    moved = map_points(np.asarray(found, dtype=np.float64), RECTANGLE)
    if np.abs(moved - RECTANGLE).max() > _FARTHEST_PX:
        return None
    matrix = cv2.getPerspectiveTransform(RECTANGLE.astype(np.float32), corners.astype(np.float32))
    return map_points(np.asarray(matrix, dtype=np.float64), moved)


def _judged(white: Floats, hidden: NDArray[np.bool_], deck: Deck, at: int, width_px: float) -> tuple[float, str]:
    """How sure both witnesses are of the picture number `at`, and what speaks against it (empty: nothing)."""
    label, limits = deck.labels[at], deck.limits
    standing = deck.standings.get(label, _NO_MORE)
    if standing.never:
        return 0.0, standing.never
    if (spot := _largest_spot(hidden)) > _LARGEST_SPOT:
        return 0.0, f"partly unlike {label} (a spot of {spot:.1%})"
    alike, margin, rival = _what_shows(white, hidden, deck, at, width_px)
    if alike < max(limits.likeness.get(label, 1.0), standing.likeness):
        return 0.0, f"what shows is unlike {label} ({alike:.2f})"
    if margin < max(limits.margin, standing.margin, _LEAST_MARGIN):
        return 0.0, f"what shows may be {label} or {rival} (margin {margin:.2f})"
    picture, shown = corner_picture(white), 0
    least = 1.0
    for corner, covered in ((picture, hidden), (turned(picture), hidden[::-1, ::-1])):
        boxes = [glyphs.box for glyphs in deck.templates(width_px).glyphs]
        if any(_touches(covered, box) for box in boxes):
            continue
        shown += 1
        asked = (
            (label[0], max(_LEAST_RANK_MARGIN, standing.rank_margin), max(_LEAST_GLYPH, standing.rank_likeness)),
            (label[1], _LEAST_SUIT_MARGIN, _LEAST_GLYPH),
        )
        for glyphs, (name, apart, like) in zip(deck.templates(width_px).glyphs, asked, strict=True):
            said = glyphs.judge(corner)
            if said.best != name or said.margin < apart or said.likeness < like:
                return 0.0, f"index says {said.best} ({said.likeness:.2f} margin {said.margin:.2f})"
            least = min(least, said.margin)
    if not shown:
        return 0.0, "no index shows whole"
    return round(min(1.0, 0.4 + min(least, margin) + 0.5 * max(0.0, alike - 0.6)), 3), ""


def _touches(hidden: NDArray[np.bool_], box: Box) -> bool:
    part = hidden[max(box.top - SHIFT, 0) : box.bottom + SHIFT, max(box.left - SHIFT, 0) : box.right + SHIFT]
    return bool(part.any())


def _largest_spot(hidden: NDArray[np.bool_]) -> float:
    """The largest hidden part that does not reach in from the card's border, as a share of the card."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(hidden.astype(np.uint8))
    worst = 0
    for left, top, wide, high, area in stats[1:count]:
        inside = left > 0 and top > 0 and left + wide < UPRIGHT_WIDTH and top + high < UPRIGHT_HEIGHT
        worst = max(worst, int(area) if inside else 0)
    return worst / hidden.size


def _what_shows(white: Floats, hidden: NDArray[np.bool_], deck: Deck, at: int, width_px: float) -> tuple[float, float, str]:
    """Likeness of what shows to the same part of the picture number `at`, margin to the nearest other label, and that label."""
    small = cv2.resize(hidden.astype(np.float32), (WHOLE_COLUMNS + 4, WHOLE_ROWS + 4), interpolation=cv2.INTER_AREA)
    shown = small[2:-2, 2:-2] < 0.01
    vectors = deck.templates(width_px).vectors.reshape(-1, WHOLE_ROWS, WHOLE_COLUMNS, 3)
    own = _part_vectors(whole_picture(white)[None], shown)[0]
    upright_, over = _part_vectors(vectors, shown), _part_vectors(vectors[:, ::-1, ::-1], shown)
    alike = float(own @ upright_[at])
    margin, rival = 0.5, ""
    for others in (upright_, over):
        apart = np.maximum(2 - 2 * (others @ upright_[at]), _CLOSEST_PARTS)
        margins = (alike - others @ own) / apart
        for other in np.flatnonzero(np.array(deck.labels) != deck.labels[at]):
            if margins[other] < margin:
                margin, rival = float(margins[other]), deck.labels[other]
    return alike, margin, rival


def _part_vectors(pictures: Floats, shown: NDArray[np.bool_]) -> Floats:
    """The cells of small pictures that show, as vectors of length one, their ink about its mean."""
    rows = np.ascontiguousarray(pictures[:, shown])
    rows[..., 0] -= rows[..., 0].mean(axis=1, keepdims=True)
    return unit(rows.reshape(len(rows), -1))
