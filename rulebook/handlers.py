"""What each kind of event does to a hand: one table, event -> handler."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_args

from rulebook import acting
from rulebook.conduct import reported
from rulebook.events import (
    Acted,
    Answered,
    AnyEvent,
    CardNamed,
    CardPlaced,
    CardTurned,
    ChipsPut,
    DeckPrepared,
    DeviceChanged,
    FloorAcknowledged,
    FloorAwarded,
    FloorKilled,
    FloorPenalised,
    FloorPicked,
    FloorRestored,
    FloorReturned,
    FloorRuled,
    IntegritySeen,
    Pushed,
    Reported,
    Said,
    Tabled,
)
from rulebook.floor import awarded, killed, penalised, picked, restored, returned, ruled
from rulebook.integrity import device_changed, integrity_seen
from rulebook.placing import card_placed, card_turned
from rulebook.preparation import prepared
from rulebook.showing import named_late, pushed, tabled

if TYPE_CHECKING:
    from rulebook.hand import Hand


def _named(hand: Hand, event: CardNamed, seq: int) -> None:
    hand.felt.name(event)
    if hand.showing.unchecked:
        named_late(hand, seq)


def _acknowledged(hand: Hand, event: FloorAcknowledged, seq: int) -> None:
    fault = hand.faults.items.get(event.incident)
    if fault is not None:
        fault.acknowledged = True


def _nothing(hand: Hand, event: AnyEvent, seq: int) -> None:
    """What a hand has nothing to say about."""


HANDLERS: dict[type, Callable[[Hand, Any, int], None]] = dict.fromkeys(get_args(AnyEvent), _nothing) | {
    DeckPrepared: prepared,
    CardPlaced: card_placed,
    CardTurned: card_turned,
    CardNamed: _named,
    Said: acting.said,
    ChipsPut: acting.chips_put,
    Acted: acting.acted,
    Tabled: tabled,
    Reported: reported,
    Answered: acting.answered,
    Pushed: pushed,
    IntegritySeen: integrity_seen,
    DeviceChanged: device_changed,
    FloorRuled: ruled,
    FloorPicked: picked,
    FloorRestored: restored,
    FloorKilled: killed,
    FloorReturned: returned,
    FloorAwarded: awarded,
    FloorPenalised: penalised,
    FloorAcknowledged: _acknowledged,
}
