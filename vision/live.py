"""Teach a deck before a camera: a few cards at a time, settled pictures only, saying after each what is still missing.

The source is a `vision.camera.FrameSource`; questions and answers go through two functions, so that no terminal is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from rulebook.cards import DECK
from vision.appearance import Image
from vision.camera import CameraError, FolderSource, FrameSource
from vision.deck import DeckError
from vision.deck_files import parse_labels
from vision.enrolling import Enrolment, Photograph
from vision.eye import STEP, moved

STILL_FRAMES = 4  # in a row, before a picture is taken: a hand has gone and the camera has focused
_MOST_FRAMES = 300  # that a scene is waited for; then it is said that it does not come to rest
Ask = Callable[[str], str]
Say = Callable[[str], None]


def missing_words(missing: Sequence[str]) -> str:
    """What is missing, suit by suit, as a person looks for it: ``s 2 3 K · back``."""
    parts = []
    for suit in "shdc":
        ranks = [label[0] for label in missing if label in DECK and label[1] == suit]
        if ranks:
            parts.append(f"{suit} " + ("all" if len(ranks) == 13 else " ".join(ranks)))
    return " · ".join([*parts, *(label for label in missing if label not in DECK)]) or "nothing"


def settled_pictures(source: FrameSource) -> Iterator[Image]:
    """The pictures of a recording that show a scene at rest, each scene once; of a folder every picture."""
    still, before, told = 0, None, False
    while (pictures := source.read()) is not None:
        for image in (picture.image for picture in pictures if picture.view == "window"):
            if isinstance(source, FolderSource):
                yield image
                continue
            small = np.ascontiguousarray(image[::STEP, ::STEP])
            if before is None or before.shape != small.shape or moved(small, before):
                still, told = 0, False
            else:
                still += 1
            before = small
            if still >= STILL_FRAMES and not told:
                told = True
                yield image


def _picture_at_rest(source: FrameSource) -> Image | None:
    """The next picture of a camera that shows a scene at rest; None when its recording is over.

    Raises `CameraError` when nothing comes to rest.
    """
    still, before = 0, None
    for _ in range(_MOST_FRAMES):
        pictures = source.read()
        if pictures is None:
            return None
        for image in (picture.image for picture in pictures if picture.view == "window"):
            small = np.ascontiguousarray(image[::STEP, ::STEP])
            moving = before is None or before.shape != small.shape or moved(small, before)
            still, before = 0 if moving else still + 1, small
            if still >= STILL_FRAMES:
                return image
    raise CameraError(f"no picture came to rest in {_MOST_FRAMES} frames: take the hands away, and let nothing move")


def enrol_recorded(source: FrameSource, ask: Ask, say: Say) -> Enrolment:
    """Ask for the cards of every scene of a recording or a folder, until it ends or an answer is empty."""
    enrolment = Enrolment()
    source.open()
    try:
        for number, image in enumerate(settled_pictures(source), 1):
            say(f"still missing: {missing_words(enrolment.missing)}")
            labels = _labels(f"picture {number}", "- to pass over it", ask, say)
            if labels is None:
                break
            if labels:
                _take(enrolment, Photograph(f"picture {number}", image, labels), say)
    finally:
        source.close()
    return enrolment


def enrol_live(source: FrameSource, ask: Ask, say: Say) -> Enrolment:
    """Ask for cards to be laid before a camera and look at them, until nothing is missing or an answer is empty.

    The camera is opened for each look: while a person lays cards a device would hand out stale frames.
    """
    enrolment, number = Enrolment(), 0
    while True:
        say(f"still missing: {missing_words(enrolment.missing)}")
        labels = _labels("lay some cards apart from one another", "- for the same question", ask, say)
        if labels is None:
            return enrolment
        if not labels:
            continue
        number += 1
        try:
            source.open()
            image = _picture_at_rest(source)
        except CameraError as error:
            say(f"{error}; what was learnt is kept, lay the cards again")
            continue
        finally:
            source.close()
        if image is None:
            say("the camera gives no more pictures")
            return enrolment
        _take(enrolment, Photograph(f"look {number}", image, labels), say)
        if not enrolment.missing:
            say("every face and the back are there")
            return enrolment


def _labels(what: str, dash: str, ask: Ask, say: Say) -> tuple[str, ...] | None:
    """The answer as labels: empty for a dash, None to finish. A word that is no card is asked for again."""
    while True:
        answer = ask(f"{what}: which cards, from left to right? ({dash}, nothing to finish)").strip()
        if not answer:
            return None
        if answer == "-":
            return ()
        try:
            return parse_labels(answer, "your answer")
        except DeckError as error:
            say(str(error))


def _take(enrolment: Enrolment, photograph: Photograph, say: Say) -> None:
    count, wanted = enrolment.add(photograph), len(photograph.labels)
    more = "" if count == wanted else "; show each card whole, flat and apart from others, and take them once more"
    more = "; name every card that lies there" if count > wanted else more
    say(f"{count} of {wanted} found{more}")
