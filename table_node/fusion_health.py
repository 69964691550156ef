"""Which devices are well and which tags are in doubt: told when it changes, and only then. Pure."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.events import DeviceChanged, DoubtClosed, DoubtOpened
from table_node.fusion_reads import TagUnsure

MS = 1_000_000
# What a bad cable does for seconds, after which the next answer is good again; and from when on none is expected any more.
PASSING_NS = {"silent": 5_000 * MS, "garbage": 20_000 * MS}
LOST = "lost"


class _Failing(NamedTuple):
    """Since when a device does what may pass, and when it will have done so for too long."""

    since_ns: int
    lost_ns: int


class Health:
    """Devices by name; doubts by tag, which never leaves this object."""

    def __init__(self) -> None:
        self._devices: dict[str, str] = {}
        self._failing: dict[str, _Failing] = {}
        self._doubts: dict[str, str] = {}
        self._doubted = 0

    def __repr__(self) -> str:
        return f"<{len(self._devices)} devices, {len(self._doubts)} doubts>"

    def answered(self, device: str, now_ns: int) -> list[DeviceChanged]:
        """The device gave a good answer: if it had failed, it is back."""
        return self.changed(device, "ok", now_ns)

    def changed(self, device: str, state: str, now_ns: int) -> list[DeviceChanged]:
        """The device says that it is in this state."""
        before = self._devices.get(device, "ok")
        if before == state or (before == LOST and state in PASSING_NS):
            return []
        self._devices[device] = state
        if state not in PASSING_NS:
            self._failing.pop(device, None)
        elif state == "silent" or device.startswith("rfid"):  # the shuffler speaks seldom: it is garbage long after a bad line
            since_ns = self._failing[device].since_ns if device in self._failing else now_ns
            self._failing[device] = _Failing(since_ns, since_ns + PASSING_NS[state])
        return [DeviceChanged(device=device, state=state)]

    def lasting(self, now_ns: int) -> list[DeviceChanged]:
        """What might have passed and did not: such devices are lost."""
        lost = [device for device, failing in self._failing.items() if failing.lost_ns <= now_ns]
        return [change for device in lost for change in self.changed(device, LOST, now_ns)]

    @property
    def waiting(self) -> bool:
        """Whether a device has fallen silent of late."""
        return any(self._devices[device] == "silent" for device in self._failing)

    def unsure(self, item: TagUnsure) -> list[DoubtOpened | DoubtClosed]:
        """Two antennas quarrel over a tag, or no more."""
        told: list[DoubtOpened | DoubtClosed] = []
        standing = self._doubts.pop(item.uid, None)
        if standing is not None:
            told.append(DoubtClosed(doubt=standing))
        if item.zones:
            self._doubted += 1
            doubt = self._doubts[item.uid] = f"d{self._doubted}"
            told.append(DoubtOpened(doubt=doubt, what="one card is read at " + " and at ".join(sorted(item.zones))))
        return told
