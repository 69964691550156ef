"""What a bench of reads counts: by deck, stress, ground and recogniser; and the bound of the true rate of wrong reads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.vision_scenes import Laid, Shot
from vision.scan import Scan

NEAR_MM = 15.0
RESULTS = ("read", "unread", "covered", "down", "wrong")


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

    def add(self, keys: Sequence[str], result: str, times: int = 1) -> None:
        for key in keys:
            self.counts.setdefault(key, Counter())[result] += times

    def take(self, counts: Mapping[str, Mapping[str, int]], wrong: Sequence[str]) -> None:
        """Add another report's counts."""
        for key, results in counts.items():
            for result, times in results.items():
                self.add([key], result, times)
        self.wrong.extend(wrong)

    def lines(self) -> list[str]:
        rows = [f"{'':34}{'read':>8}{'unread':>8}{'covered':>8}{'down':>7}{'wrong':>7}  95% bound of wrong"]
        for key in sorted(self.counts):
            count = self.counts[key]
            read, wrong = count["read"], count["wrong"]
            bound = upper_bound(wrong, read + wrong)
            rows.append(f"{key:34}{read:8}{count['unread']:8}{count['covered']:8}{count['down']:7}{wrong:7}  {bound:.3%}")
        return rows


def near(laid: Laid, x_mm: float, y_mm: float, within: float = NEAR_MM) -> bool:
    return abs(laid.x_mm - x_mm) < within and abs(laid.y_mm - y_mm) < within


def judge(shot: Shot, scan: Scan, report: Report, keys: Sequence[str]) -> None:
    """Count one frame's readings of an enrolled deck's cards."""
    for laid in shot.laid:
        here = [each for each in scan.sightings if near(laid, each.x_mm, each.y_mm)]
        named = next((each for each in here if each.card is not None), None)
        if named is not None:
            result = "read" if named.card == laid.label else "wrong"
        elif any(each.face == "down" for each in here):
            result = "down" if laid.label == "back" else "wrong"
        else:
            result = "covered" if laid.hidden else "unread"
        if result == "wrong":
            said = named.card if named is not None else "face down"
            report.wrong.append(f"{' '.join(keys)}: {laid.label} read as {said} on {shot.ground}")
        no_card = [] if len(laid.label) == 2 else [f"shown {laid.label}"]
        report.add([*keys, *no_card, f"ground {shot.ground}"], result)
    _strays(shot, scan, report, keys)


def judge_foreign(shot: Shot, scan: Scan, report: Report, key: str, enrolled: str) -> None:
    """Count what was said of cards of other decks and of things that are no cards; the right name of another deck's card is
    counted as read."""
    for laid in shot.laid:
        here = [each for each in scan.sightings if near(laid, each.x_mm, each.y_mm)]
        said = next((str(each.card) for each in here if each.card is not None), None)
        if said is None and any(each.face == "down" for each in here):
            said = "back"
        result = "unread" if said is None else "wrong" if said != laid.label else "down" if said == "back" else "read"
        kind = "face" if len(laid.label) == 2 else laid.label
        report.add(["foreign", f"foreign {key}", f"foreign {key}: {kind}"], result)
        if result == "wrong":
            report.wrong.append(f"{key}: {laid.label} read as {said} with {enrolled} enrolled ({shot.stress}, {shot.ground})")
    _strays(shot, scan, report, ["foreign", f"foreign {key}"])


def _strays(shot: Shot, scan: Scan, report: Report, keys: Sequence[str]) -> None:
    for each in scan.sightings:
        if each.card is not None and not any(near(laid, each.x_mm, each.y_mm) for laid in shot.laid):
            report.wrong.append(f"{' '.join(keys)}: {each.card} where no card lies")
            report.add(keys, "wrong")


class StateError(ValueError):
    """A state file that belongs to another run."""


@dataclass
class Kept:
    """A run's counts on disk, a line each few frames: a run that was stopped goes on where it was.

    The first line says what run it is; a file of another one is refused.
    """

    path: Path | None
    what: Mapping[str, object]

    def load(self, report: Report) -> int:
        """Take what is there into the report; the number of the next frame."""
        if self.path is None:
            return 0
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(dict(self.what)) + "\n")
            return 0
        first, *lines = [line for line in self.path.read_text().split("\n") if line]
        if json.loads(first) != json.loads(json.dumps(dict(self.what))):
            raise StateError(f"{self.path} belongs to another run (other seed, decks or readings): name another file")
        following, whole = 0, [first]
        for line in lines:
            try:
                part = json.loads(line)
            except ValueError:
                break  # the last line, cut off as the run was ended
            report.take(part["counts"], part["wrong"])
            following = part["next"]
            whole.append(line)
        if len(whole) <= len(lines):
            self.path.write_text("\n".join(whole) + "\n")
        return following

    def save(self, following: int, part: Report) -> None:
        """Append one stretch of frames."""
        if self.path is not None:
            counts = {key: dict(count) for key, count in part.counts.items()}
            with self.path.open("a") as file:
                file.write(json.dumps({"next": following, "counts": counts, "wrong": part.wrong}) + "\n")
