"""Facts about identities that the node's ledger tells without a rank: one fault, one incident (DESIGN 3; BFSP 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.events import DeviceChanged, IntegritySeen
from rulebook.irregularities import INTEGRITY_ORDER

if TYPE_CHECKING:
    from rulebook.hand import Hand


def integrity_seen(hand: Hand, event: IntegritySeen, seq: int) -> None:
    """The ledger tells a fact about identities, without the rank."""
    if hand.over or event.kind not in INTEGRITY_ORDER:
        return
    rank = INTEGRITY_ORDER.index(event.kind)
    for fault in list(hand.faults.items.values()):
        if fault.kind in INTEGRITY_ORDER and set(fault.handles) & set(event.handles):
            if INTEGRITY_ORDER.index(fault.kind) <= rank:
                return
            hand.faults.drop(fault)
    in_hand = hand.begun and event.kind in ("deck_count", "mixed_backs")
    hand.faults.raise_(
        hand, f"{event.kind}.in_hand" if in_hand else event.kind, seq, handles=event.handles, seen=", ".join(event.witnesses)
    )


def device_changed(hand: Hand, event: DeviceChanged, seq: int) -> None:
    """A device that sends what it must not is a matter for a judge (HARDWARE, shuffler). That one fails is the table's own
    affair: the screen shows it, play goes on by hand, and the log says when it came back."""
    hand.asking.device_changed(event.device, event.state)
    if event.state == "security":
        hand.faults.raise_(hand, "device_fault.security", seq, seen=f"{event.device} sent what its protocol forbids")
