"""The table at ``--through devices``: device bytes on in-memory serial lines, key edges and rendered camera frames, through
every codec and the camera's core into the whole node, and by its own protocol up to the hub.

Only the way from a scene to readings differs from the depth above (`simulators.virtual_table`); here every reading has been
bytes or pixels before.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from rulebook.cards import Card
from rulebook.events import TableSet
from simulators import decks
from simulators.feig_sim import FeigReaderSim
from simulators.felt_tags import DeviceFaultError
from simulators.frames import FrameRenderer, enrolled_sim_deck
from simulators.scene import Scene, SceneCard, at_seats
from simulators.serial_bus import SerialBus
from simulators.virtual_table import MS, VirtualTable
from simulators.wires import Wire, perfect
from vision.calibration import default_calibration
from vision.eye import CameraLost, Eye, EyeSettings, Frame
from vision.sightings import View

LEAST_MS = 1_300  # a full sweep, a second read and two looks after the last change
FRAME_NS = 100 * MS
IDLE_FRAME_NS = 300 * MS  # while nothing has moved for long, where no card shows for less
LIVELY_NS = 400 * MS
CROP_NS = 100 * MS
CYCLE_MS = 1_500  # of the shuffler: 22 s and more in life, during the hand before
REPORT_LIMIT_NS = 3_000 * MS  # a lost report is asked for within a second
EYE = EyeSettings(frozen_after_ms=None)  # drawn frames have no noise: the same picture is no stuck camera
CAMERA_FAULTS = ("blind", "silent", "unplugged", "misreads", "back")
PROCESS_FAULTS = ("silent", "unplugged", "killed", "back")
CameraFault = Literal["", "blind", "unplugged"]


class DeviceRig(VirtualTable):
    """A `simulators.rig.Rig` of simulated devices."""

    hasty = False  # the dealer waits for no screen: every frame of the camera counts

    def __init__(
        self,
        given: TableSet,
        seed: int = 0,
        *,
        rfid_wire: Wire = perfect,
        shuffler_wire: Wire = perfect,
        flicker: float = 0.0,
    ) -> None:
        self._camera_fault: CameraFault = ""
        self._misread: dict[Card, Card] = {}
        self._bus_due_ns: int | None = None
        super().__init__(given, seed)
        reader = FeigReaderSim(seed=seed, flicker=flicker)
        self.bus = SerialBus(seed=seed, start_ns=self.now_ns, reader=reader, rfid_wire=rfid_wire, shuffler_wire=shuffler_wire)
        self._seed = seed
        calibration = default_calibration(open_face=given.settings.game == "ofc")
        self._renderer = FrameRenderer(calibration, seed=seed)
        self._eye = Eye([enrolled_sim_deck(colour) for colour in decks.COLOURS], self._renderer.calibration, EYE)
        self._watch_bus()
        self._film()
        self.run(1_000)

    # -- simulators.rig.Rig

    def show(self, scene: Scene) -> None:
        """The felt looks like this now."""
        self.scene = scene
        self.changed_ns = self.now_ns
        self.bus.show(at_seats(scene))

    def press(self, button: str) -> None:
        """A key is pressed, and bounces."""
        self.bus.press(button)
        self._watch_bus()
        self.run(200)

    def shuffler(self, kind: str, count: int | None = None, verdict: str = "") -> None:
        """The machine shuffles what it was given and gives it out."""
        if kind != "ejected":
            raise DeviceFaultError(f"the shuffler does not {kind}", "ejected")
        machine = self.bus.shuffler
        self._machine(machine.begin())
        self.run(CYCLE_MS)
        self._machine(machine.end(count, verdict or "complete"))
        self.run(100)
        self._machine(machine.eject())
        self.run(100)
        limit_ns = self.now_ns + REPORT_LIMIT_NS  # a machine that is broken or cut off is not waited for
        while self.bus.link.heard < machine.seq and self.now_ns < limit_ns:
            self.run(100)

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        """A device fails, or comes back. Raises `DeviceFaultError` for what it cannot do."""
        if device == "camera":
            self._break_camera(kind, card, other)
        elif device in ("uplink", "hub"):
            self._break_link(device, kind)
        elif device == "console":
            if kind not in PROCESS_FAULTS:
                raise DeviceFaultError(f"the console has no fault {kind}", f"one of {', '.join(PROCESS_FAULTS)}")
            # The screen shows what the node knows: it is there again before the next tap, and nothing is lost with it.
        else:
            self.bus.fault(device, kind, self._tag_of(card) if card is not None else None)
            self._watch_bus()
        self.changed_ns = self.now_ns

    def settle(self, seconds: float = 0.0) -> None:
        """Let the sensors come to rest."""
        self.settle_for(seconds, LEAST_MS)

    # -- serial lines

    def reread(self, antenna: str) -> None:
        for reading in self.bus.reread(antenna):
            self.give(reading)
        self._watch_bus()

    def _machine(self, data: bytes) -> None:
        self.bus.machine(data)
        self._watch_bus()

    def _watch_bus(self) -> None:
        """Wake up when something happens on the lines next."""
        due = self.bus.deadline()
        if due is not None and (self._bus_due_ns is None or due < self._bus_due_ns):
            self._bus_due_ns = due
            self.at(due, self._step_bus)

    def _step_bus(self) -> None:
        if self._bus_due_ns is None or self.now_ns < self._bus_due_ns:
            return  # an earlier wake-up has done it
        self._bus_due_ns = None
        for reading in self.bus.advance(self.now_ns):
            self.give(reading)
        self._watch_bus()

    def _tag_of(self, card: Card) -> str:
        lying = next((one.tag for one in self.scene.cards if one.card == card and one.tag is not None), None)
        return lying or decks.tag(self._colour(), card, 0, self._seed)

    def _colour(self) -> str:
        return next((one.back for one in self.scene.cards), decks.COLOURS[0])

    # -- the camera

    def crop(self, seat: int) -> None:
        for turn in (1, 2):  # the eye wants to see it still
            self.at(self.now_ns + turn * CROP_NS, lambda: self._shoot("seat", seat))

    def _film(self) -> None:
        lively = self.hasty or self.now_ns - self.changed_ns < LIVELY_NS
        self.at(self.now_ns + (FRAME_NS if lively else IDLE_FRAME_NS), self._film)
        self._shoot("window")
        self._shoot("table")

    def _shoot(self, view: View, seat: int = 0) -> None:
        if self._camera_fault == "unplugged":
            self._see(CameraLost(self.now_ns, "the simulated camera is unplugged"))
            return
        image = self._renderer.render(self._as_filmed(), view, seat)
        if self._camera_fault == "blind":
            image = np.zeros_like(image)
        self._see(Frame(self.now_ns, view, image, seat))

    def _see(self, given: Frame | CameraLost) -> None:
        for seen in self._eye.step(self.now_ns, given):
            self.give(seen)

    def _as_filmed(self) -> Scene:
        if not self._misread:
            return self.scene
        return msgspec.structs.replace(self.scene, cards=tuple(self._printed(card) for card in self.scene.cards))

    def _printed(self, card: SceneCard) -> SceneCard:
        other = self._misread.get(card.card)
        return card if other is None else msgspec.structs.replace(card, card=other)

    def _break_camera(self, kind: str, card: Card | None, other: Card | None) -> None:
        if kind == "misreads" and card is not None and other is not None:
            self._misread[card] = other
        elif kind == "blind":
            self._camera_fault = "blind"
        elif kind in ("silent", "unplugged"):
            self._camera_fault = "unplugged"
        elif kind == "back":
            self._camera_fault = ""
            self._misread.clear()
        else:
            raise DeviceFaultError(f"a camera has no fault {kind}", f"one of {', '.join(CAMERA_FAULTS)}")

    # -- the line to the hub

    def _break_link(self, device: str, kind: str) -> None:
        if kind not in PROCESS_FAULTS:
            raise DeviceFaultError(f"the {device} has no fault {kind}", f"one of {', '.join(PROCESS_FAULTS)}")
        self.cut = kind != "back"  # a hub that was killed comes back with its log: to the node it was away
