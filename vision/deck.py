"""The deck model: what this deck's faces, back and joker look like, and how sure one must be with it.

Enrolled from upright pictures of its cards. Thresholds come from the deck's own confusion: every face is stressed (askew, soft,
dim, noisy) and judged against itself.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from rulebook.cards import DECK
from vision.appearance import (
    UPRIGHT_HEIGHT,
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
from vision.glyphs import GlyphSet, find_boxes, glyph_set
from vision.neighbours import Standing, standings
from vision.prints import Marks, marks_of

FORM = 1  # of the saved file
OTHER_LABELS = ("back", "joker", "cut")
LABELS = tuple(str(card) for card in DECK) + OTHER_LABELS
CLOSEST_FACES = 0.0012  # one less the likeness of two faces: closer than this no margin tells them apart
_STRESSES = 4
# Measured: a deck's own cards score over 0.94 (a bent one 0.91), those of a like deck that get a wrong name at most 0.87, two
# in a thousand 0.94 (docs/vision.md). The limit lies between, where this deck's own pictures put it.
_SLACK = 0.05
_USUAL_LIKENESS = 0.95
_LIKENESS_RANGE = (0.88, 0.93)
_STRANGENESS_RANGE = (0.05, 0.12)
_WIDTHS = (28, 36, 46, 58, 72, 86, UPRIGHT_WIDTH)  # of a card in the camera's frame, px
_PAPER = 0.8  # a pixel is bare paper when all its channels reach this part of the margin's white


class DeckError(ValueError):
    """A deck that cannot be enrolled or read, with what is wrong and what to do."""


@dataclass(frozen=True)
class Limits:
    """What a reading must reach with this deck. `likeness` and `strangeness` are per label."""

    likeness: Mapping[str, float]
    strangeness: Mapping[str, float]
    margin: float = 0.12
    rank_margin: float = 0.05
    suit_margin: float = 0.06
    glyph_likeness: float = 0.8
    second_margin: float = 0.03


@dataclass(frozen=True)
class Templates:
    """The enrolled pictures at one sharpness, as the two witnesses use them: about 5 MB for 54 pictures."""

    labels: tuple[str, ...]
    images: NDArray[np.uint8] = field(repr=False)
    width_px: int

    def picture(self, at: int) -> Floats:
        """One enrolled picture with its paper at 1.0; made anew at each call, since all of them would take 10 MB."""
        return whitened(softened(self.images[at], self.width_px))

    @cached_property
    def vectors(self) -> Floats:
        """A row for each picture: the whole card as a unit vector."""
        return np.stack([whole_vector(whole_picture(self.picture(at))) for at in range(len(self.labels))])

    @cached_property
    def coarse(self) -> Floats:
        """The coarse parts of `vectors`."""
        return np.stack([coarse(each) for each in self.vectors])

    @cached_property
    def rests(self) -> Floats:
        """How much of each vector's length its coarse part leaves out."""
        return np.asarray(np.sqrt(np.maximum(0.0, 1.0 - (self.coarse**2).sum(axis=1))), dtype=np.float32)

    @cached_property
    def alike(self) -> Floats:
        """How alike each two pictures are, the better of upright and turned."""
        return best_of_both(self.vectors, [whole_picture(self.picture(at)) for at in range(len(self.labels))])

    @cached_property
    def glyphs(self) -> tuple[GlyphSet, GlyphSet]:
        """Ranks and suits of this deck's indices."""
        faces = [(label, corner_picture(self.picture(at))) for at, label in enumerate(self.labels) if label in DECK]
        rank_box, suit_box = find_boxes([picture for _, picture in faces])
        return glyph_set(faces, rank_box, "rank"), glyph_set(faces, suit_box, "suit")


@dataclass(frozen=True)
class Deck:
    """One enrolled deck. `labels[i]` says which card ``images[i]`` shows; a face may have several pictures."""

    name: str
    labels: tuple[str, ...]
    images: NDArray[np.uint8]
    limits: Limits = field(repr=False)

    @cached_property
    def _templates(self) -> dict[int, Templates]:
        return {}

    def templates(self, width_px: float = UPRIGHT_WIDTH) -> Templates:
        """The deck as a card `width_px` wide in the camera's frame would show it; made at first use and kept.

        A soft picture compared with sharp ones is drawn to whichever face is softest: clubs read as spades at 30 px.
        """
        step = min(_WIDTHS, key=lambda each: abs(np.log(each / max(width_px, 1.0))))
        if step not in self._templates:
            self._templates[step] = Templates(self.labels, self.images, step)
        return self._templates[step]

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The labels that are enrolled, in the order of `LABELS`."""
        return tuple(label for label in LABELS if label in self.labels)

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """Cards of the 52 that are not enrolled: they will be unknown, never taken for another."""
        return tuple(str(card) for card in DECK if card not in self.labels)

    @cached_property
    def members(self) -> dict[str, NDArray[np.intp]]:
        """Which pictures show a label."""
        return {label: np.flatnonzero(np.array(self.labels) == label) for label in self.faces}

    @cached_property
    def standings(self) -> dict[str, Standing]:
        """What each card asks beyond `limits` because of faces that are not enrolled."""
        return standings(self.faces)

    @cached_property
    def by_label(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The pictures in the order of `faces`, and where in that order each label begins."""
        members = [self.members[label] for label in self.faces]
        return np.concatenate(members), np.cumsum([0, *(len(each) for each in members[:-1])]).astype(np.intp)

    @cached_property
    def label_of(self) -> NDArray[np.intp]:
        """For each picture the place of its label in `faces`."""
        return np.array([self.faces.index(label) for label in self.labels], dtype=np.intp)

    @cached_property
    def marks(self) -> tuple[Marks, ...]:
        """The marks of each picture's print, by which photographs are searched; made at first use."""
        return tuple(marks_of(image) for image in self.images)

    @cached_property
    def naming_likeness(self) -> Floats:
        """For each picture the likeness from which it may name a card; infinite where it shows none."""
        limits = {label: self.limits.likeness.get(label, 1.0) for label in self.faces if label in DECK}
        return np.array([limits.get(label, np.inf) for label in self.labels], dtype=np.float32)

    @cached_property
    def paper_share(self) -> tuple[float, float]:
        """The least share of bare paper on a face, and the share on the back (-1 when no back is enrolled)."""
        shares = [paper_share(whitened(image)) for image in self.images]
        faces = [share for label, share in zip(self.labels, shares, strict=True) if label in DECK]
        backs = [share for label, share in zip(self.labels, shares, strict=True) if label == "back"]
        return min(faces), max(backs, default=-1.0)


def softened(image: Image, width_px: int) -> Image:
    """The upright picture as it looks after a camera saw it `width_px` wide."""
    if width_px >= UPRIGHT_WIDTH:
        return image
    size = (width_px, round(width_px * UPRIGHT_HEIGHT / UPRIGHT_WIDTH))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def paper_share(white: Floats) -> float:
    """What share of the inner card is bare paper."""
    blue, green, red = np.moveaxis(white[14:-14, 10:-10], 2, 0)
    bare = (blue > _PAPER) & (green > _PAPER) & (red > _PAPER)
    return float(bare.mean())


def best_of_both(vectors: Floats, pictures: Sequence[Floats]) -> Floats:
    """Likeness of each picture (rows) to each enrolled vector (columns), upright or turned, whichever is better."""
    straight = np.stack([whole_vector(each) for each in pictures])
    over = np.stack([whole_vector(turned(each)) for each in pictures])
    return np.asarray(np.maximum(likeness(straight, vectors), likeness(over, vectors)), dtype=np.float32)


def stressed(image: Image, rng: np.random.Generator) -> Image:
    """The upright picture as a poorer camera sees it: up to 1.5% askew, soft, dim to one side, noisy."""
    size = np.array([UPRIGHT_WIDTH, UPRIGHT_HEIGHT])
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size - 0.5
    moved = corners + rng.uniform(-0.015, 0.015, (4, 2)) * size
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), moved.astype(np.float32))
    seen = cv2.warpPerspective(image, matrix, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    coarse = rng.uniform(0.55, 1.0)
    seen = cv2.resize(seen, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
    seen = cv2.resize(seen, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_LINEAR)
    slope = np.linspace(rng.uniform(0.75, 1.0), rng.uniform(0.75, 1.0), UPRIGHT_WIDTH)[None, :, None]
    noisy = seen * slope * rng.uniform(0.9, 1.1, 3) + rng.normal(0, 4, seen.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def coarse(vector: Floats) -> Floats:
    """The part of a whole-card vector that pictures of half its width and height can show, as a row of its own length."""
    picture = vector.reshape(WHOLE_ROWS, WHOLE_COLUMNS, 3)
    small = cv2.resize(picture, (WHOLE_COLUMNS // 2, WHOLE_ROWS // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(2 * small.reshape(-1), dtype=np.float32)


def strangeness(vector: Floats, template: Floats) -> float:
    """The worst tenth-by-tenth field's squared difference of two unit vectors: an occlusion or a foreign print is local."""
    difference = ((vector - template) ** 2).reshape(WHOLE_ROWS, WHOLE_COLUMNS, 3).sum(axis=2)
    fields = cv2.resize(difference, (WHOLE_COLUMNS, WHOLE_ROWS), interpolation=cv2.INTER_AREA)
    return float(cv2.blur(fields, (9, 9)).max() * 81)


WHOLE_ROWS, WHOLE_COLUMNS = whole_picture(np.ones((UPRIGHT_HEIGHT, UPRIGHT_WIDTH, 3), dtype=np.float32)).shape[:2]


def enrol(name: str, pictures: Mapping[str, Sequence[Image]], seed: int = 1) -> Deck:
    """Make a deck of upright pictures (of any size), by label: ``As`` … ``back``, ``joker``, ``cut``.

    Faces may be missing: they will be unknown. Raises `DeckError` when a label is none, when no face is given, or when two
    faces are too close for anyone to tell them apart.
    """
    labels: list[str] = []
    images: list[Image] = []
    for label, shown in pictures.items():
        if label not in LABELS:
            raise DeckError(f"{label!r} is no label of a deck: write a card such as As, or one of {', '.join(OTHER_LABELS)}")
        for image in shown:
            labels.append(label)
            small = cv2.resize(image, (UPRIGHT_WIDTH, UPRIGHT_HEIGHT), interpolation=cv2.INTER_AREA)
            images.append(np.asarray(small, dtype=np.uint8))
    if not any(label in DECK for label in labels):
        raise DeckError(f"deck {name!r} has no face: photograph its cards face up")
    bare = Deck(name, tuple(labels), np.stack(images), Limits({}, {}))
    _refuse_twins(bare)
    return Deck(name, bare.labels, bare.images, _measure(bare, np.random.default_rng(seed)))


def _refuse_twins(deck: Deck) -> None:
    alike = deck.templates().alike
    for first, own in enumerate(deck.labels):
        for second in range(first + 1, len(deck.labels)):
            if own != deck.labels[second] and 1 - alike[first, second] < CLOSEST_FACES:
                raise DeckError(
                    f"deck {deck.name!r}: {own} and {deck.labels[second]} look too much alike to be told apart; "
                    "check that the photographs are labelled rightly, in sharper light, from nearer"
                )


def _measure(deck: Deck, rng: np.random.Generator) -> Limits:
    """Stress every picture and set the limits from what its own face, and the nearest other, score."""
    near: dict[str, float] = {}
    alike = _usual_likeness(deck)
    strange: dict[str, float] = {}
    for label in deck.faces:
        own = deck.members[label]
        true, odd = [], []
        for at in own:
            vectors = deck.templates().vectors
            for _ in range(_STRESSES):
                picture = whole_picture(whitened(stressed(deck.images[at], rng)))
                vector = whole_vector(picture)
                true.append(float(vector @ vectors[at]))
                odd.append(strangeness(vector, vectors[at]))
        # Under the poorest true one, yet not so high that another day's light fails, nor so low that another deck passes.
        near[label] = float(np.clip(min(min(true) - _SLACK / 2, alike - _SLACK), *_LIKENESS_RANGE))
        strange[label] = float(np.clip(max(odd) * 2.5, *_STRANGENESS_RANGE))
    return Limits(near, strange)


def _usual_likeness(deck: Deck) -> float:
    """How alike two pictures of one face are, at worst but for one in twenty; as usual where no face has two."""
    alike = deck.templates().alike
    pairs = [float(alike[a, b]) for members in deck.members.values() for a in members for b in members if a < b]
    return float(np.percentile(pairs, 5)) if pairs else _USUAL_LIKENESS


def save_deck(deck: Deck) -> bytes:
    """The deck as an .npz file without pickles."""
    out = io.BytesIO()
    near = np.array([deck.limits.likeness[label] for label in deck.faces])
    strange = np.array([deck.limits.strangeness[label] for label in deck.faces])
    np.savez_compressed(
        out, form=np.array(FORM), name=np.array(deck.name), labels=np.array(deck.labels), images=deck.images,
        faces=np.array(deck.faces), likeness=near, strangeness=strange,
    )  # fmt: skip
    return out.getvalue()


def load_deck(data: bytes, source: str = "deck file") -> Deck:
    """Read what `save_deck` wrote. Raises `DeckError` naming `source`."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            form = int(file["form"])
            if form != FORM:
                raise DeckError(f"{source}: form {form}, this program reads form {FORM}: enrol the deck again")
            faces = [str(each) for each in file["faces"]]
            near = dict(zip(faces, map(float, file["likeness"]), strict=True))
            strange = dict(zip(faces, map(float, file["strangeness"]), strict=True))
            labels, images = tuple(str(each) for each in file["labels"]), file["images"]
            name = str(file["name"])
    except (KeyError, OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        if isinstance(error, DeckError):
            raise
        raise DeckError(f"{source}: not an enrolled deck ({error}): enrol it with `dealer-table deck enroll`") from None
    if images.dtype != np.uint8 or images.shape != (len(labels), UPRIGHT_HEIGHT, UPRIGHT_WIDTH, 3) or set(labels) - set(LABELS):
        raise DeckError(f"{source}: pictures and labels do not fit together: enrol the deck again")
    return Deck(name, labels, images, Limits(near, strange))
