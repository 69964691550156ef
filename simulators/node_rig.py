"""The table at ``--through node``: a whole node with perfect sensors, which reports by its own protocol to a hub core."""

from __future__ import annotations

import msgspec

from firmware_bridge.readings import ButtonPressed, ShufflerReport
from rulebook.cards import Card
from rulebook.events import TableSet
from rulebook.seats import STUB
from simulators.perfect_sensors import ANTENNAS, look_seat, look_table, look_window, read_antenna
from simulators.scene import Scene, SceneCard
from simulators.virtual_table import MS, VirtualTable

SWEEP_NS = 450 * MS  # thirteen antennas in turn, two to seven cards each (HARDWARE)
READ_NS = 30 * MS
SETTLED_NS = 200 * MS  # a scene is still for so long before the camera believes it
LOOKS_NS = 300 * MS  # as often as the camera repeats a still scene (`vision.eye.EyeSettings`)
LEAST_MS = 1_300  # a full sweep, a second read and two looks after the last change


class NodeRig(VirtualTable):
    """A `simulators.rig.Rig` whose sensors see everything in their reach and nothing else."""

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        self._stirred = False  # something moved at the stub's mouth since the last look
        super().__init__(given, seed)
        self._reports = 0
        for index, antenna in enumerate(ANTENNAS):
            self.at(self.now_ns + index * SWEEP_NS // len(ANTENNAS), lambda antenna=antenna: self._sweep(antenna))  # type: ignore[misc]
        self.at(self.now_ns, self._look)
        self.run(600)

    # -- simulators.rig.Rig

    def show(self, scene: Scene) -> None:
        """The felt looks like this now."""
        self._stirred |= _at_mouth(scene) != _at_mouth(self.scene)
        self.scene = scene
        self.changed_ns = self.now_ns

    def press(self, button: str) -> None:
        """A key is pressed."""
        self.give(ButtonPressed(self.now_ns, button))
        self.run(10)

    def shuffler(self, kind: str, count: int | None = None, verdict: str = "") -> None:
        """The shuffler reports."""
        self._reports += 1
        self.give(ShufflerReport(self.now_ns, self._reports, kind, count=count, verdict=verdict))  # type: ignore[arg-type]
        self.run(10)

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        """Perfect sensors have no faults."""

    def settle(self, seconds: float = 0.0) -> None:
        """Let the sensors come to rest."""
        self.settle_for(seconds, LEAST_MS)

    # -- sensors

    def reread(self, antenna: str) -> None:
        self.at(self.now_ns + READ_NS, lambda: self._read(antenna))

    def crop(self, seat: int) -> None:
        self.at(self.now_ns + SETTLED_NS, lambda: self.give(look_seat(self.scene, seat, self.now_ns)))

    def look_window(self) -> None:
        """The window as it is, and whether something moved at the stub's mouth since it was looked at."""
        stirred, self._stirred = (STUB,) if self._stirred else (), False
        self.give(msgspec.structs.replace(look_window(self.scene, self.now_ns), stirred=stirred))

    def _sweep(self, antenna: str) -> None:
        self.at(self.now_ns + SWEEP_NS, lambda: self._sweep(antenna))
        self._read(antenna)

    def _read(self, antenna: str) -> None:
        self.give(read_antenna(self.scene, antenna, self.now_ns - READ_NS, self.now_ns))

    def _look(self) -> None:
        self.at(self.now_ns + LOOKS_NS, self._look)
        if self.now_ns - self.changed_ns >= SETTLED_NS:
            self.look_window()
            self.give(look_table(self.scene, self.now_ns))


def _at_mouth(scene: Scene) -> tuple[list[SceneCard], bool]:
    """What shows at the stub's mouth, and whether a hand lies over it."""
    return [card for card in scene.cards if card.zone == STUB], STUB in scene.covered
