"""Facts about identities that the node's ledger tells without a rank: one fault, one incident (DESIGN 3; BFSP 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.asking import CARD_LIES, WELL
from rulebook.events import DeviceChanged, IntegritySeen
from rulebook.irregularities import INTEGRITY_ORDER
from rulebook.seats import zone_seat

VANISHED = "card_vanished"
ENOUGH = 2  # witnesses, for a card that is missed
PASSING = ("silent", "garbage")  # a bad cable does it for seconds; of what lasts, the node says that it is lost

if TYPE_CHECKING:
    from rulebook.hand import Hand


def integrity_seen(hand: Hand, event: IntegritySeen, seq: int) -> None:
    """The ledger tells a fact about identities, without the rank. A misdeal does not hide that the deck is at fault: the
    stronger call wins."""
    if event.kind == VANISHED and len(event.witnesses) < ENOUGH:
        _ask_whether_it_lies(hand, event, seq)
    else:
        _found(hand, event, seq)


def _ask_whether_it_lies(hand: Hand, event: IntegritySeen, seq: int) -> None:
    """Absence that one witness alone tells is a question (DESIGN 3)."""

    def settle(hand: Hand, word: str) -> None:
        if word == "no":
            _found(hand, event, seq)

    if not hand.over:
        hand.asking.ask(hand, CARD_LIES, seq, settle)


def _found(hand: Hand, event: IntegritySeen, seq: int) -> None:
    misdealt = hand.result is not None and hand.result.outcome == "misdeal"
    if (hand.over and not misdealt) or event.kind not in INTEGRITY_ORDER:
        return
    rank = INTEGRITY_ORDER.index(event.kind)
    for fault in list(hand.faults.items.values()):
        if fault.kind in INTEGRITY_ORDER and set(fault.handles) & set(event.handles):
            if INTEGRITY_ORDER.index(fault.kind) <= rank:
                return
            hand.faults.drop(fault)
    in_hand = hand.begun and event.kind in ("deck_count", "mixed_backs")
    fault = hand.faults.raise_(
        hand, f"{event.kind}.in_hand" if in_hand else event.kind, seq, handles=event.handles, seen=", ".join(event.witnesses)
    )
    if misdealt and fault.row.call == "void":
        for other in hand.faults.open():
            if other is not fault:
                other.settle()
        hand.end("void")


def device_changed(hand: Hand, event: DeviceChanged, seq: int) -> None:
    """A device that sends what it must not is a matter for a judge (HARDWARE, shuffler). One that fails during a hand is the
    table's own affair: play goes on by hand, the incident marks that less was watched, and the log says when it came back."""
    asking = hand.asking
    asking.device_changed(event.device, event.state)
    if event.state == "security":
        hand.faults.raise_(hand, "device_fault.security", seq, seen=f"{event.device} sent what its protocol forbids")
    elif event.state not in (*WELL, *PASSING) and not hand.over and event.device not in asking.told:
        asking.told.add(event.device)  # one that comes and goes is one fault
        seat = zone_seat(event.device.removeprefix("rfid "))
        hand.faults.raise_(
            hand, "device_fault", seq, seats=() if seat is None else (seat,), seen=f"{event.device} fails: {event.state}"
        )
