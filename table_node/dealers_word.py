"""What the dealer says with a touch, taken whole or not at all: acts to the fold, and where cards lie or have gone. Pure."""

from __future__ import annotations

from rulebook.events import Tabled
from table_node import taps
from table_node.by_hand import carried_out, dealings, dealt
from table_node.core_messages import TapAnswered, Touched
from table_node.enforcement import Enforcement
from table_node.fusion import Fusion
from table_node.guidance import betting_open
from table_node.ledger import Ledger
from table_node.recorder import Recorder
from table_node.screen import Screen
from table_node.uplink import Uplink

MS = 1_000_000
INTO_STUB = ("shuffled", "riffled", "washed")  # preparations with which the cards that are gone are in the stub


class DealersWord:
    """One table's."""

    def __init__(
        self, enforcement: Enforcement, fusion: Fusion, ledger: Ledger, screen: Screen, recorder: Recorder, uplink: Uplink
    ) -> None:
        self._enforcement = enforcement
        self._fusion = fusion
        self._ledger = ledger
        self._screen = screen
        self._recorder = recorder
        self._uplink = uplink

    def take(self, now_ns: int, given: Touched) -> TapAnswered:
        """Record all of its taps, or none and say why not."""
        before = self._enforcement.undoable
        for at, tap in enumerate(given.taps):
            try:
                self._tap(now_ns, tap, same_touch=at > 0)
            except taps.Refused as refusal:
                if at and self._enforcement.undoable > before:
                    self._tap(now_ns, taps.Undo(), same_touch=False)  # half a touch would be something that nobody said
                return TapAnswered(given.token, str(refusal))
        self._screen.stale = True
        return TapAnswered(given.token)

    def of_button(self, button: str) -> Touched | None:
        """What a physical key says now; None: nothing."""
        hand = self._enforcement.fold.hand
        at_push = hand is not None and not hand.over and self._enforcement.fold.state().next == "push"
        tap: taps.Tap | None = {
            "call_floor": taps.CallFloor(),
            "next_hand": taps.Push() if at_push else taps.NextHand(),
            "undo": taps.Undo(),
            "deck_change": taps.Prepare("new_deck"),
        }.get(button)
        return Touched((tap,)) if tap is not None else None

    def _tap(self, now_ns: int, tap: taps.Tap, *, same_touch: bool) -> None:
        """Raises `taps.Refused`."""
        if isinstance(tap, taps.SetTable) and self._uplink.online:
            raise taps.Refused("The hub is there: ask a judge, who sets the table on the floor page.")
        if isinstance(tap, taps.Dealt):
            self._dealt(now_ns)
            return
        if isinstance(tap, taps.Done) and self._screen.blind:
            self._carried_out(now_ns, tap)
            return
        open_betting = betting_open(self._enforcement.fold.state())
        if isinstance(tap, taps.Done) or (isinstance(tap, taps.Prepare) and tap.what in INTO_STUB):
            self._fusion.done(now_ns)
        for record in self._recorder.tap(tap, same_touch=same_touch):
            if isinstance(record.event, Tabled) and not open_betting:
                self._fusion.tabled(record.event.seat, record.event.handles, now_ns)

    def _dealt(self, now_ns: int) -> None:
        """The dealer says that what the screen asks for lies. Raises `taps.Refused`."""
        if not self._screen.blind:
            raise taps.Refused("The sensors see the felt: nothing has to be said about cards.")
        if not dealings(self._enforcement.fold):
            raise taps.Refused("The screen asks for no card now.")
        self._enforcement.new_touch()
        for event in dealt(self._enforcement.fold, self._ledger.fresh, now_ns // MS):
            self._recorder.observe(event)

    def _carried_out(self, now_ns: int, tap: taps.Done) -> None:
        """The dealer says that a correction's step is done which moves cards. Raises `taps.Refused`."""
        placed = carried_out(self._enforcement.fold, self._ledger.fresh, now_ns // MS, tap.handle)
        if not placed:
            raise taps.Refused("No card has to be moved now.")
        self._enforcement.new_touch()
        for event in placed:
            self._recorder.observe(event)
