"""Real photographs of one deck, each read with the deck enrolled from the others, as they are and made worse.

    python -m bench photos DIR [--splits 6] [--seed 1] [--plain] [--show] [--untaught] [--state FILE]

DIR holds photographs and labels.csv, as for ``dealer-table deck enroll --photos``. What is asked of each: which of its cards
that the others teach are read, and is any name given that its labels do not have. Nothing here draws a card. Each line is told
as it is read, and kept in FILE: a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from bench.vision_report import Kept, Report, StateError, upper_bound
from vision.appearance import Image
from vision.deck import Deck, DeckError
from vision.deck_files import read_labels, read_photograph
from vision.enrolling import Enrolment, Photograph
from vision.see import see_picture

Change = Callable[[Image, np.random.Generator], Image]


def _turned(degrees: float) -> Change:
    def change(image: Image, rng: np.random.Generator) -> Image:
        if degrees % 90 == 0:
            return np.ascontiguousarray(np.rot90(image, int(degrees // 90)))
        high, wide = image.shape[:2]
        matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, 1.0)
        cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
        size = (int(high * sin + wide * cos), int(high * cos + wide * sin))
        matrix[:, 2] += (size[0] / 2 - wide / 2, size[1] / 2 - high / 2)
        return np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)

    return change


def _scaled(by: float) -> Change:
    method = cv2.INTER_AREA if by < 1 else cv2.INTER_CUBIC
    return lambda image, rng: np.asarray(cv2.resize(image, None, fx=by, fy=by, interpolation=method), dtype=np.uint8)


def _exposed(gamma: float) -> Change:
    table = (255 * (np.arange(256) / 255) ** gamma).astype(np.uint8)
    return lambda image, rng: np.asarray(cv2.LUT(image, table), dtype=np.uint8)


def _lit(*gain: float) -> Change:
    return lambda image, rng: np.clip(image * np.array(gain), 0, 255).astype(np.uint8)


def _compressed(quality: int) -> Change:
    def change(image: Image, rng: np.random.Generator) -> Image:
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)

    return change


def _tilted(image: Image, rng: np.random.Generator) -> Image:
    high, wide = image.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32)
    moved = corners + rng.uniform(-0.09, 0.09, (4, 2)).astype(np.float32) * (wide, high)
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    return np.asarray(cv2.warpPerspective(image, matrix, (wide, high), borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)


def _cropped(image: Image, rng: np.random.Generator) -> Image:
    high, wide = image.shape[:2]
    left, top = int(rng.uniform(0, 0.3) * wide), int(rng.uniform(0, 0.3) * high)
    return np.ascontiguousarray(image[top : top + int(0.7 * high), left : left + int(0.7 * wide)])


def _covered(image: Image, rng: np.random.Generator) -> Image:
    """Strips of another colour thrown over the picture."""
    out, (high, wide) = image.copy(), image.shape[:2]
    for _ in range(6):
        ends = rng.uniform((0, 0), (wide, high), (2, 2)).astype(int)
        colour = [int(each) for each in rng.integers(20, 235, 3)]
        cv2.line(out, ends[0].tolist(), ends[1].tolist(), colour, int(wide * rng.uniform(0.015, 0.04)), cv2.LINE_AA)
    return out


def _noisy(image: Image, rng: np.random.Generator) -> Image:
    return np.clip(image + rng.normal(0, 10, image.shape), 0, 255).astype(np.uint8)


CHANGES: dict[str, Change] = {
    "as it is": lambda image, rng: image,
    "turned by 180": _turned(180),
    "turned by 90": _turned(90),
    "turned by 13": _turned(13),
    "at 0.6": _scaled(0.6),
    "at 1.7": _scaled(1.7),
    "dark": _exposed(1.7),
    "bright": _exposed(0.6),
    "warm": _lit(0.68, 0.88, 1.0),
    "cold": _lit(1.0, 0.92, 0.75),
    "JPEG 25": _compressed(25),
    "tilted": _tilted,
    "cropped": _cropped,
    "strips over it": _covered,
    "soft": lambda image, rng: np.asarray(cv2.GaussianBlur(image, (0, 0), 1.6), dtype=np.uint8),
    "noisy": _noisy,
}


class Photographs:
    """The photographs of a folder, their cards cut out once; decks are made of any of them."""

    def __init__(self, folder: Path) -> None:
        self.all: list[Photograph] = [read_photograph(path, labels) for path, labels in read_labels(folder)]
        self._found = [Enrolment() for _ in self.all]
        for enrolment, photograph in zip(self._found, self.all, strict=True):
            enrolment.add(photograph)

    def deck_of(self, chosen: Sequence[int]) -> Deck:
        """The deck that these photographs teach."""
        together = Enrolment()
        for at in chosen:
            together.taken += self._found[at].taken
            together.later += self._found[at].later
        return together.finish("photographed")


def count(photograph: Photograph, image: Image, deck: Deck, changed: str, report: Report) -> tuple[int, int]:
    """Read one picture; how many of its cards that the deck knows were read, and how many there are."""
    named = Counter(str(each.card) for each in see_picture(image, [deck]) if each.card is not None)
    shown = Counter(photograph.labels)
    wrong = named - shown
    taught = Counter({label: times for label, times in shown.items() if label in deck.faces and len(label) == 2})
    read = sum((named & taught).values())
    for result, times in (("read", read), ("unread", sum(taught.values()) - read), ("wrong", sum(wrong.values()))):
        if times:
            report.add(["all", changed], result, times)
    for label in wrong:
        report.wrong.append(f"{photograph.name} {changed}: {label} read where {' '.join(photograph.labels)} lie")
    return read, sum(taught.values())


@dataclass(frozen=True)
class Task:
    """One photograph to be read by a deck that others teach."""

    name: str
    teach: tuple[int, ...]
    read: int
    changes: tuple[str, ...]


def tasks(photographs: Sequence[Photograph], halves: int, plain: bool, untaught: bool, seed: int) -> Iterator[Task]:
    """Each photograph before all others as it is and made worse, before those that teach none of its cards, then by halves at
    random."""
    rng, number = np.random.default_rng(seed), len(photographs)
    for at in range(number):
        others = tuple(each for each in range(number) if each != at)
        yield Task("the others", others, at, ("as it is",) if plain else tuple(CHANGES))
    for at in range(number if untaught else 0):
        strangers = [each for each in range(number) if not set(photographs[each].labels) & set(photographs[at].labels)]
        yield Task("untaught", tuple(strangers), at, ("as it is",) if plain else ("as it is", "strips over it"))
    for turn in range(halves):
        order = [int(each) for each in rng.permutation(number)]
        for at in order[number // 2 :]:
            yield Task(f"half {turn + 1}", tuple(order[: number // 2]), at, ("as it is",))


def run(photographs: Photographs, task: Task, seed: int, show: bool) -> Report:
    """Read one photograph in all the ways that its task asks."""
    report, photograph = Report(), photographs.all[task.read]
    try:
        deck, rng = photographs.deck_of(task.teach), np.random.default_rng([seed, task.read])
    except DeckError as error:
        print(error, file=sys.stderr)
        return report
    kind = "halves at random" if task.name.startswith("half") else task.name
    for changed in task.changes:
        key = changed if kind == "the others" else kind
        got, known = count(photograph, CHANGES[changed](photograph.image, rng), deck, key, report)
        if show and got < known:
            print(f"  {task.name}: {photograph.name} {changed}: {got} of {known} ({' '.join(photograph.labels)})", flush=True)
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Read every photograph in every way and say what was read. Exit status 1 when a card was read wrongly."""
    parser = argparse.ArgumentParser(prog="bench photos", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--splits", type=int, default=6, help="halves at random, besides each one before all others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="the photographs as they are, without changes")
    parser.add_argument("--untaught", action="store_true", help="each one also before those that teach none of its cards")
    parser.add_argument("--show", action="store_true", help="name each photograph of which not every card was read")
    parser.add_argument("--state", type=Path, default=None, help="keep the counts there and go on where they end")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    report, begun = Report(), time.process_time()
    what = {name: str(getattr(given, name)) for name in ("folder", "splits", "seed", "plain", "untaught")}
    kept = Kept(given.state, {"bench": "photos", **what})
    try:
        done = kept.load(report)
        photographs = Photographs(given.folder)
    except (DeckError, StateError) as error:
        print(error, file=sys.stderr)
        return 2
    planned = list(tasks(photographs.all, given.splits, given.plain, given.untaught, given.seed))
    for at, task in enumerate(planned[done:], done + 1):
        part = run(photographs, task, given.seed, given.show)
        kept.save(at, part)
        report.take(part.counts, part.wrong)
        total = report.counts.get("all", Counter())
        said = f"{at} of {len(planned)}: {total['read']} read, {total['unread']} unread, {total['wrong']} wrong"
        print("\n".join([*part.wrong, said]), flush=True)
    for key, results in sorted(report.counts.items()):
        read, wrong = results["read"], results["wrong"]
        bound = upper_bound(wrong, read + wrong)
        print(f"{key:18}{read:6} read{results['unread']:6} unread{wrong:4} wrong  95% bound {bound:.2%}")
    print(f"{(time.process_time() - begun) / max(len(planned) - done, 1):.1f} s of CPU a line")
    print("\n".join(report.wrong))
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
