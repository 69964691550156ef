"""How well and how fast cards are read: third-party decks under seeded stresses, decks not enrolled, things that are no cards.

    python -m bench vision [--reads 30000] [--state FILE] [--sample] [--seed 1] [--art DIR] [--other DETECTOR] [--json FILE]
    python -m bench vision --speed
    python -m bench vision --frame N      # one frame of a run again, written as a picture, and what was read in it

Every frame is read by the window's own pipeline; the other recognisers get the very same outlines. Every frame has a random
stream of its own, from the run's seed and the frame's number: cards, places, turns, perspective, light, blur, noise and stress
are drawn anew in each, and none is drawn twice. The five cards of a frame share its light and its camera, nothing else.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from bench import vision_art, vision_others
from bench.vision_art import Art
from bench.vision_detector import Detector, DetectorError
from bench.vision_report import Kept, Report, StateError, judge, judge_foreign, near
from bench.vision_scenes import GROUNDS, STRESSES, Laid, Shot, shoot, things
from bench.vision_speed import print_speed
from rulebook.cards import DECK
from vision.appearance import Image, upright
from vision.deck import Deck, DeckError, enrol
from vision.locate import blobs, cards_of_blob, not_felt, smallest_blob_px
from vision.outline import Outline
from vision.scan import Scan, Scanner

CARDS = [str(card) for card in DECK]
_FOREIGN_EVERY = 5  # frames; the fourth of them shows no card of the enrolled deck
_TWO_DECKS_EVERY = 3  # of a deck's frames; in these another deck is enrolled beside it
_RIVALS_EVERY = 12
_KEPT_EVERY = 50


def outlines(shot: Shot) -> list[tuple[Laid, Outline]]:
    """The located cards of a shot with their truth."""
    geometry = shot.calibration.window
    found = []
    for blob in blobs(not_felt(shot.image), smallest_blob_px(shot.calibration, geometry)):
        for outline in cards_of_blob(shot.image, blob, shot.calibration, geometry):
            here = [laid for laid in shot.laid if near(laid, *outline.centre_mm, 4.0)]
            if here and outline.whole:
                found.append((here[0], outline))
    return found


def enrol_from_shots(art: Art, rng: np.random.Generator, rounds: int = 2) -> Deck:
    """Enrol as a dealer would: five cards at a time before the camera, twice, on two grounds."""
    labels = [label for label in (*CARDS, "back", "joker") if label in art.pictures]
    pictures: dict[str, list[Image]] = {}
    for turn in range(rounds):
        for at in range(0, len(labels), 5):
            shot = shoot(art, labels[at : at + 5], "plain", GROUNDS[turn], rng)
            for laid, outline in outlines(shot):
                pictures.setdefault(laid.label, []).append(upright(shot.image, outline.corners_px))
    return enrol(art.name, pictures)


def _labels(art: Art, rng: np.random.Generator) -> list[str]:
    labels = [CARDS[at] for at in rng.choice(52, 5, replace=False)]
    if rng.random() < 0.2:
        labels[int(rng.integers(5))] = str(rng.choice([each for each in ("back", "joker") if each in art.pictures]))
    return labels


def random_of(seed: int, *what: int) -> np.random.Generator:
    """A random stream of its own for each frame and each deck: what one frame draws changes no other."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, *what])))


@dataclass
class Bench:
    """The decks of a run, enrolled, and how each frame of it is taken."""

    arts: Sequence[Art]
    strangers: Sequence[Art]
    seed: int
    detector: Detector | None = None
    decks: dict[str, Deck] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def enrol_all(self) -> None:
        for art in self.arts:
            try:
                self.decks[art.name] = enrol_from_shots(art, random_of(self.seed, 1, zlib.crc32(art.name.encode())))
            except DeckError as error:
                self.refused.append(f"not enrolled: {error}")

    def frame(self, turn: int, report: Report) -> tuple[Shot, Scan]:
        """Take and read one frame of the run."""
        rng = random_of(self.seed, 2, turn)
        return self._foreign(turn, rng, report) if turn % _FOREIGN_EVERY == _FOREIGN_EVERY - 1 else self._own(turn, rng, report)

    def _own(self, turn: int, rng: np.random.Generator, report: Report) -> tuple[Shot, Scan]:
        known = [art for art in self.arts if art.name in self.decks]
        turn -= turn // _FOREIGN_EVERY
        art, stress = known[turn % len(known)], STRESSES[(turn // len(known)) % len(STRESSES)]
        shot = shoot(art, _labels(art, rng), stress, GROUNDS[int(rng.integers(len(GROUNDS)))], rng)
        enrolled = [self.decks[art.name]]
        if (turn // len(known)) % _TWO_DECKS_EVERY == 0:
            other = [deck for name, deck in self.decks.items() if name != art.name]
            enrolled.append(other[int(rng.integers(len(other)))])
        scan = Scanner(enrolled, shot.calibration).scan(shot.image, "window")
        judge(shot, scan, report, ("all", f"deck {art.name}", f"stress {stress}", f"decks enrolled {len(enrolled)}"))
        if turn % _RIVALS_EVERY == 0:
            self._rivals(shot, self.decks[art.name], scan, report)
        return shot, scan

    def _foreign(self, turn: int, rng: np.random.Generator, report: Report) -> tuple[Shot, Scan]:
        turn //= _FOREIGN_EVERY
        names = list(self.decks)
        deck = self.decks[names[turn % len(names)]]
        ground = GROUNDS[int(rng.integers(len(GROUNDS)))]
        if (turn // len(names)) % 2:
            own = next(art for art in self.arts if art.name == deck.name)
            stress = str(rng.choice(("plain", "tilt", "warm", "shade", "soft", "noise")))
            shot, key = things(own, stress, ground, rng), "no cards"
        else:
            others = [art for art in (*self.arts, *self.strangers) if art.name != deck.name]
            other = others[int(rng.integers(len(others)))]
            shot, key = shoot(other, _labels(other, rng), str(rng.choice(STRESSES)), ground, rng), "not enrolled"
        scan = Scanner([deck], shot.calibration).scan(shot.image, "window")
        judge_foreign(shot, scan, report, key, deck.name)
        return shot, scan

    def _rivals(self, shot: Shot, deck: Deck, scan: Scan, report: Report) -> None:
        for laid, outline in outlines(shot):
            card = upright(shot.image, outline.corners_px)
            ours = next((str(each.card) for each in scan.sightings if near(laid, each.x_mm, each.y_mm) and each.card), None)
            said = {"(this program)": ours, **{name: of(card) for name, of in vision_others.all_of(deck).items()}}
            if self.detector is not None:
                said[self.detector.name] = self.detector.card_within(shot.image, outline.corners_px)
            for name, named in said.items():
                report.add([f"other {name}"], "unread" if named is None else "read" if named == laid.label else "wrong")


def run(bench: Bench, reads: int, report: Report, kept: Kept, minutes: float = 1e6) -> None:
    """Frame after frame until enough reads are accepted; goes on where the kept state ends."""
    turn, until = kept.load(report), time.monotonic() + minutes * 60
    while report.counts.get("all", {}).get("read", 0) < reads and time.monotonic() < until:
        part = Report()
        for _ in range(_KEPT_EVERY):
            before = len(part.wrong)
            bench.frame(turn, part)
            part.wrong[before:] = [f"frame {turn}: {each}" for each in part.wrong[before:]]
            turn += 1
        kept.save(turn, part)
        report.take(part.counts, part.wrong)
        read = report.counts.get("all", {}).get("read", 0)
        print(
            "\n".join([*part.wrong, f"frame {turn}: {read} of {reads} reads, {len(report.wrong)} wrong"]),
            file=sys.stderr,
            flush=True,
        )


def _show_frame(bench: Bench, turn: int) -> int:
    report = Report()
    shot, scan = bench.frame(turn, report)
    path = vision_art.folder().parent / f"frame-{turn}.png"
    path.write_bytes(cv2.imencode(".png", shot.image)[1].tobytes())
    print(f"{path}: {shot.stress} on {shot.ground}: {' '.join(laid.label for laid in shot.laid)}")
    for seen in scan.seen:
        x, y = seen.outline.centre_mm
        print(f"  at {x:.0f}, {y:.0f} mm: {seen.reading.card or seen.reading.face} {seen.reading.why}")
    print("\n".join(report.wrong))
    return 1 if report.wrong else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print its report. Exit status 1 when a card was read wrongly."""
    parser = argparse.ArgumentParser(prog="bench vision", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--reads", type=int, default=30_000)
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so long, whatever was reached")
    parser.add_argument("--state", type=Path, default=None, help="keep the counts there and go on where they end")
    parser.add_argument("--sample", action="store_true", help="a few hundred reads")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--art", type=Path, default=None)
    parser.add_argument(
        "--other", type=Path, default=None, help="an ONNX detector of cards to be compared on the same pictures"
    )
    parser.add_argument("--frame", type=int, default=None, help="take one frame again and say what was read in it")
    parser.add_argument("--install", action="store_true", help="fetch and draw the card art, and nothing else")
    parser.add_argument("--speed", action="store_true", help="measure speed and memory only")
    parser.add_argument("--json", type=Path, default=None)
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    into = given.art or vision_art.folder()
    try:
        vision_art.install(into)
    except RuntimeError as error:
        print(f"the card art cannot be installed: {error}", file=sys.stderr)
        return 2
    if given.install:
        return 0
    bench = Bench(vision_art.load(into), vision_art.load_strangers(into), given.seed)
    try:
        bench.detector = Detector(given.other) if given.other is not None else None
    except DetectorError as error:
        print(error, file=sys.stderr)
        return 2
    if given.speed:
        print_speed([enrol_from_shots(bench.arts[at], random_of(given.seed, 1, at)) for at in (0, 4)], bench.arts[0])
        return 0
    bench.enrol_all()
    if given.frame is not None:
        return _show_frame(bench, given.frame)
    reads = 300 if given.sample else given.reads
    report, what = Report(), {"seed": given.seed, "decks": sorted(bench.decks), "detector": str(given.other or "")}
    try:
        run(bench, reads, report, Kept(given.state, what), given.minutes)
    except StateError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join([*report.lines(), "", *bench.refused, *report.wrong]))
    if given.json is not None:
        counts = {key: dict(count) for key, count in report.counts.items()}
        given.json.write_text(json.dumps({"seed": given.seed, "counts": counts, "wrong": report.wrong}, indent=1))
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
