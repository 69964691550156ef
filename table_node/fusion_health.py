"""Which devices are well and which tags are in doubt: told when it changes, and only then. Pure."""

from __future__ import annotations

from rulebook.events import DeviceChanged, DoubtClosed, DoubtOpened
from table_node.fusion_tags import TagUnsure


class Health:
    """Devices by name; doubts by tag, which never leaves this object."""

    def __init__(self) -> None:
        self._devices: dict[str, str] = {}
        self._doubts: dict[str, str] = {}
        self._doubted = 0

    def __repr__(self) -> str:
        return f"<{len(self._devices)} devices, {len(self._doubts)} doubts>"

    def answered(self, device: str) -> list[DeviceChanged]:
        """The device gave a good answer: if it had failed, it is back."""
        return self.changed(device, "ok")

    def changed(self, device: str, state: str) -> list[DeviceChanged]:
        """The device says that it is in this state."""
        if self._devices.get(device, "ok") == state:
            return []
        self._devices[device] = state
        return [DeviceChanged(device=device, state=state)]

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
