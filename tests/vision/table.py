"""Scenes for the vision tests: cards laid on the simulated felt, seen by the simulated camera."""

from __future__ import annotations

from typing import Literal

from rulebook.cards import Card
from simulators.scene import Scene, SceneCard
from vision.eye import Eye, Frame
from vision.sightings import CameraState, Look, View

SECOND = 1_000_000_000
TENTH = SECOND // 10


def laid(number: int, card: str, zone: str, slot: int, face: Literal["up", "down"] = "up", back: str = "red") -> SceneCard:
    """A card that lies; ``??`` is one whose face nobody can read."""
    return SceneCard(number, Card(card), zone, slot, face, back=back, printed=card != "??")


def scene(*cards: SceneCard, covered: tuple[str, ...] = ()) -> Scene:
    return Scene(cards, covered)


def settle(eye: Eye, image: object, view: View = "window", at_ns: int = 0, seat: int = 0) -> Look:
    """Show one picture twice, a tenth of a second apart, and return the look that the second one gives."""
    found: list[Look | CameraState] = []
    for moment in (at_ns, at_ns + TENTH):
        found += eye.step(moment, Frame(moment, view, image, seat))  # type: ignore[arg-type]
    looks = [each for each in found if isinstance(each, Look)]
    assert len(looks) == 1, found
    return looks[0]
