"""Which tags lie on which antenna, and how a scenario's `fault` lines break the simulated devices. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from simulators.feig_sim import FeigReaderSim
from simulators.scene import Scene
from simulators.shuffler_sim import ShufflerSim
from simulators.stage import StageError

PILES = {"burns": 2, "muck": 2}  # zones where cards lie stacked, and how many of a pile read (HARDWARE.md)

RFID_FAULTS = ("silent", "garbage", "partial", "late", "noise", "detuned")


class DeviceFaultError(StageError):
    """A fault line that no simulated device can play: what is wrong, and what is possible."""


class Devices(Protocol):
    """What faults act upon: the in-memory bus and the devices on ptys alike."""

    reader: FeigReaderSim
    shuffler: ShufflerSim

    def machine(self, data: bytes) -> None:
        """Reports of the shuffler go onto its line."""

    def unplug(self, device: str) -> None:
        """The plug of ``rfid`` or ``shuffler`` is pulled."""

    def plug(self, device: str) -> None:
        """The plug is put in."""


class FeltTags:
    """Tells a reader what changed on the felt: a scene in, `put` of the antennas concerned out."""

    def __init__(self, reader: FeigReaderSim, antennas: Sequence[str], piles: dict[str, int] | None = None) -> None:
        self._reader = reader
        self._piles = PILES if piles is None else piles
        self._lying: dict[str, tuple[str, ...]] = dict.fromkeys(antennas, ())

    def show(self, scene: Scene) -> None:
        """The felt looks like this from now on."""
        found: dict[str, list[tuple[int, str]]] = {antenna: [] for antenna in self._lying}
        for card in scene.cards:
            if card.tag is not None and card.zone in found:
                found[card.zone].append((card.slot, card.tag))
        for antenna, places in found.items():
            places.sort(key=lambda place: place[0])  # uppermost last
            tags = tuple(tag for _, tag in places)
            if tags != self._lying[antenna]:
                self._lying[antenna] = tags
                self._reader.put(antenna, tags, stack=self._piles.get(antenna))


def break_device(devices: Devices, device: str, kind: str, tag: str | None = None) -> None:
    """Play ``fault DEVICE KIND`` (SCENARIOS): ``rfid``, ``rfid PLACE`` or ``shuffler``; `tag` is that of a ghost.

    ``back`` puts the device right again. Raises `DeviceFaultError` for what these devices cannot do.
    """
    if device == "shuffler":
        _break_shuffler(devices, kind)
        return
    name, _, antenna = device.partition(" ")
    if name != "rfid":
        raise DeviceFaultError(f"{device!r} is no serial device", "rfid, rfid PLACE or shuffler")
    place = antenna or "reader"
    if kind == "unplugged":
        devices.unplug("rfid")
    elif kind == "ghost" and antenna and tag is not None:
        devices.reader.ghost(antenna, (tag,))
    elif kind == "back":
        devices.reader.fault(place, "")
        if antenna:
            devices.reader.ghost(antenna, ())
        devices.plug("rfid")
    elif kind in RFID_FAULTS and (kind != "detuned" or antenna):
        devices.reader.fault(place, kind)
    else:
        raise DeviceFaultError(f"a reader has no fault {kind}", f"one of {', '.join(RFID_FAULTS)}, unplugged, ghost CARD, back")


def _break_shuffler(devices: Devices, kind: str) -> None:
    machine = devices.shuffler
    if kind == "jam":
        devices.machine(machine.jam())
    elif kind == "door":
        devices.machine(machine.open_door())
    elif kind == "unplugged":
        devices.unplug("shuffler")
    elif kind in ("silent", "garbage", "lossy"):
        machine.fault = kind
    elif kind == "back":
        machine.fault = ""
        devices.plug("shuffler")
        devices.machine(machine.mend())
    else:
        raise DeviceFaultError(f"a shuffler has no fault {kind}", "one of jam, door, silent, garbage, lossy, unplugged, back")
