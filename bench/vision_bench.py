"""How well and how fast cards are read: third-party decks under seeded stresses, decks not enrolled, things that are no cards.

    python -m bench.vision_bench [--reads 30000] [--sample] [--seed 1] [--art DIR] [--speed] [--json FILE]

Every frame is read by the window's own pipeline; the other recognisers get the very same outlines.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from bench import vision_art, vision_others
from bench.vision_art import Art
from bench.vision_scenes import GROUNDS, STRESSES, Laid, Shot, shoot, things
from rulebook.cards import DECK
from vision.appearance import Image, upright
from vision.deck import Deck, DeckError, enrol
from vision.locate import blobs, cards_of_blob, not_felt, smallest_blob_px
from vision.outline import Outline
from vision.scan import Scan, Scanner

NEAR_MM = 15.0
CARDS = [str(card) for card in DECK]


def upper_bound(wrong: int, tried: int, sure: float = 0.95) -> float:
    """The one-sided Clopper-Pearson bound of a rate: with this certainty the true one is lower."""
    if tried == 0:
        return 1.0
    low, high = wrong / tried, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        term = tail = (1 - middle) ** tried
        for k in range(wrong):
            term *= (tried - k) / (k + 1) * middle / max(1 - middle, 1e-12)
            tail += term
        low, high = (middle, high) if tail > 1 - sure else (low, middle)
    return high


@dataclass
class Report:
    """Counts by what was tried: deck, stress, ground and recogniser."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def add(self, keys: Sequence[str], result: str) -> None:
        for key in keys:
            self.counts.setdefault(key, Counter())[result] += 1

    def lines(self) -> list[str]:
        rows = [f"{'':34}{'read':>8}{'unread':>8}{'covered':>8}{'down':>7}{'wrong':>7}  95% bound of wrong"]
        for key in sorted(self.counts):
            count = self.counts[key]
            read, wrong = count["read"], count["wrong"]
            bound = upper_bound(wrong, read + wrong)
            rows.append(f"{key:34}{read:8}{count['unread']:8}{count['covered']:8}{count['down']:7}{wrong:7}  {bound:.2%}")
        return rows


def outlines(shot: Shot) -> list[tuple[Laid, Outline]]:
    """The located cards of a shot with their truth."""
    geometry = shot.calibration.window
    found = []
    for blob in blobs(not_felt(shot.image), smallest_blob_px(shot.calibration, geometry)):
        for outline in cards_of_blob(shot.image, blob, shot.calibration, geometry):
            near = [laid for laid in shot.laid if _near(laid, *outline.centre_mm, 4.0)]
            if near and outline.whole:
                found.append((near[0], outline))
    return found


def _near(laid: Laid, x_mm: float, y_mm: float, within: float = NEAR_MM) -> bool:
    return abs(laid.x_mm - x_mm) < within and abs(laid.y_mm - y_mm) < within


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


def judge(shot: Shot, scan: Scan, report: Report, keys: Sequence[str]) -> int:
    """Count one frame's readings; how many were accepted."""
    accepted = 0
    for laid in shot.laid:
        here = [each for each in scan.sightings if _near(laid, each.x_mm, each.y_mm)]
        named = next((each for each in here if each.card is not None), None)
        if named is not None:
            result = "read" if named.card == laid.label else "wrong"
            accepted += 1
        elif any(each.face == "down" for each in here):
            result = "down" if laid.label == "back" else "wrong"
        else:
            result = "covered" if laid.hidden else "unread"
        if result == "wrong":
            said = named.card if named is not None else "face down"
            report.wrong.append(f"{' '.join(keys)}: {laid.label} read as {said} on {shot.ground}")
        report.add([*keys, f"ground {shot.ground}"], result)
    stray = [e for e in scan.sightings if e.card is not None and not any(_near(laid, e.x_mm, e.y_mm) for laid in shot.laid)]
    for each in stray:
        report.wrong.append(f"{' '.join(keys)}: {each.card} where no card lies")
        report.add(keys, "wrong")
    return accepted


def _labels(art: Art, rng: np.random.Generator) -> list[str]:
    labels = [CARDS[at] for at in rng.choice(52, 5, replace=False)]
    if rng.random() < 0.2:
        labels[int(rng.integers(5))] = str(rng.choice([each for each in ("back", "joker") if each in art.pictures]))
    return labels


def own_decks(
    arts: Sequence[Art], decks: dict[str, Deck], reads: int, rng: np.random.Generator, others: bool, minutes: float = 1e6
) -> Report:
    """Every deck under every stress, until enough reads are accepted."""
    report, accepted, turn = Report(), 0, 0
    rivals = {name: vision_others.all_of(deck) for name, deck in decks.items()} if others else {}
    known = [art for art in arts if art.name in decks]
    until = time.monotonic() + minutes * 60
    while accepted < reads and time.monotonic() < until:
        art, stress = known[turn % len(known)], STRESSES[(turn // len(known)) % len(STRESSES)]
        ground = GROUNDS[int(rng.integers(len(GROUNDS)))]
        shot = shoot(art, _labels(art, rng), stress, ground, rng)
        scan = Scanner([decks[art.name]], shot.calibration).scan(shot.image, "window")
        accepted += judge(shot, scan, report, ("all", f"deck {art.name}", f"stress {stress}"))
        if turn % 10 == 0:
            _rivals(shot, rivals.get(art.name, {}), report)
        turn += 1
        if turn % 100 == 0:
            print(f"{accepted} of {reads} reads, {len(report.wrong)} wrong", file=sys.stderr)
    return report


def _rivals(shot: Shot, rivals: dict[str, Callable[[Image], str | None]], report: Report) -> None:
    if not rivals:
        return
    for laid, outline in outlines(shot):
        card = upright(shot.image, outline.corners_px)
        for name, recogniser in rivals.items():
            said = recogniser(card)
            right = said == laid.label or (said is None and laid.label not in CARDS)
            result = "unread" if said is None else "read" if right else "wrong"
            report.add([f"other {name}"], result)


def foreign(arts: Sequence[Art], decks: dict[str, Deck], frames: int, rng: np.random.Generator) -> Report:
    """Cards of decks that are not enrolled, and things that are no cards. A right name of another deck's card is told apart."""
    report = Report()
    names = list(decks)
    for turn in range(frames):
        deck = decks[names[turn % len(names)]]
        own = next(art for art in arts if art.name == deck.name)
        if turn % 2:
            other = arts[int(rng.integers(len(arts)))]
            if other.name == deck.name:
                continue
            shot, key = (
                shoot(other, _labels(other, rng), str(rng.choice(STRESSES)), str(rng.choice(GROUNDS)), rng),
                "not enrolled",
            )
        else:
            shot, key = (
                things(own, str(rng.choice(("plain", "tilt", "warm", "shade"))), str(rng.choice(GROUNDS)), rng),
                "no cards",
            )
        for each in Scanner([deck], shot.calibration).scan(shot.image, "window").sightings:
            if each.card is None and each.face != "down":
                report.add(["foreign", key], "unread")
                continue
            true = next((laid.label for laid in shot.laid if _near(laid, each.x_mm, each.y_mm)), "")
            same = each.card == true or (each.face == "down" and true == "back")
            report.add(["foreign", key], "read" if same else "wrong")
            if not same:
                report.wrong.append(f"{key}: {true or 'no card'} read as {each.card or 'face down'} with {deck.name} enrolled")
    return report


def speed(art: Art, deck: Deck, rng: np.random.Generator, times: int = 40) -> dict[str, float]:
    """CPU milliseconds a frame of five cards takes, in parts, each the median over frames never seen before."""
    parts: dict[str, list[float]] = {"mask": [], "things": [], "outlines": [], "all": []}
    for _ in range(times):
        shot = shoot(art, [CARDS[at] for at in rng.choice(52, 5, replace=False)], "plain", "green felt", rng)
        geometry = shot.calibration.window
        begun = time.process_time()
        mask = not_felt(shot.image)
        masked = time.process_time()
        found = blobs(mask, smallest_blob_px(shot.calibration, geometry))
        parted = time.process_time()
        for blob in found:
            cards_of_blob(shot.image, blob, shot.calibration, geometry)
        located = time.process_time()
        Scanner([deck], shot.calibration).scan(shot.image, "window")
        done = time.process_time()
        spans = (masked - begun, parted - masked, located - parted, done - located)
        for name, span in zip(parts, spans, strict=True):
            parts[name].append(span * 1e3)
    result = {name: float(np.median(values)) for name, values in parts.items()}
    result["reading"] = result["all"] - result["mask"] - result["things"] - result["outlines"]
    return result


def idle_ms(times: int = 200) -> float:
    """CPU milliseconds of a frame that shows nothing new, fresh sensor noise included."""
    from vision.eye import Eye, Frame

    rng = np.random.default_rng(3)
    frames = [np.clip(rng.normal(90, 3, (720, 1280, 3)), 0, 255).astype(np.uint8) for _ in range(4)]
    eye = Eye([])
    for at in range(4):
        eye.step(at * 100_000_000, Frame(at * 100_000_000, "window", frames[at % 4]))
    begun = time.process_time()
    for at in range(4, 4 + times):
        eye.step(at * 1_000_000, Frame(at * 1_000_000, "window", frames[at % 4]))
    return (time.process_time() - begun) / times * 1e3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print its report. Exit status 1 when a card was read wrongly."""
    parser = argparse.ArgumentParser(prog="bench.vision_bench", description=__doc__)
    parser.add_argument("--reads", type=int, default=30_000)
    parser.add_argument("--foreign", type=int, default=2_000, help="frames of decks not enrolled and of no cards")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop reading after so long, whatever was reached")
    parser.add_argument("--sample", action="store_true", help="a few hundred reads, for CI")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--art", type=Path, default=None)
    parser.add_argument("--speed", action="store_true", help="measure speed only")
    parser.add_argument("--json", type=Path, default=None)
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    into = given.art or vision_art.folder()
    vision_art.install(into)
    arts = vision_art.load(into)
    rng = np.random.default_rng(given.seed)
    if given.speed:
        parts = speed(arts[0], enrol_from_shots(arts[0], rng), rng)
        print("ms a frame of five cards: " + ", ".join(f"{name} {value:.2f}" for name, value in parts.items()))
        print(f"ms an idle frame: {idle_ms():.3f}")
        return 0
    decks: dict[str, Deck] = {}
    for art in arts:
        try:
            decks[art.name] = enrol_from_shots(art, rng)
        except DeckError as error:
            print(f"not enrolled: {error}")
    reads, frames = (300, 60) if given.sample else (given.reads, given.foreign)
    strange = foreign(arts, decks, frames, rng)
    own = own_decks(arts, decks, reads, rng, True, given.minutes)
    print("\n".join([*own.lines(), "", *strange.lines(), "", *own.wrong, *strange.wrong]))
    if given.json is not None:
        counts = {key: dict(count) for report in (own, strange) for key, count in report.counts.items()}
        given.json.write_text(json.dumps({"seed": given.seed, "counts": counts, "wrong": own.wrong + strange.wrong}, indent=1))
    return 1 if own.wrong or strange.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
