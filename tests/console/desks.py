"""A desk to try the console with: it shows the states that a test gives it and remembers what was tapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from link.pages import load_texts
from rulebook.cards import parse_cards
from rulebook.findings import Incident, PlanStep, Question, Ruling, TableState
from rulebook.seats import BOARD, BURNS, seat_zone
from rulebook.settings import Settings
from table_node.console.desk import Listener, View, desk_view
from table_node.taps import Tap

SETTINGS = Settings(blinds=(50, 100), ante=100, ante_by="big_blind", level=3, smallest_chip=25)
SEATS = range(1, 10)
TEXTS = load_texts("table_node.console")


def state(**changes: Any) -> TableState:
    """Nine players before the flop, button at 1, seat 4 to act; `changes` override fields."""
    base: dict[str, Any] = {
        "hand": 27, "street": "preflop", "to_act": 4, "to_call": 100, "raise_min": 200, "raise_max": 12_500, "pot": 250,
        "show_order": (), "board": (), "burns": (), "aside": (), "dead": (), "next": "act",
        "stacks": {1: 18_200, 2: 9_950, 3: 31_800, 4: 12_500, 5: 7_025, 6: 22_400, 7: 4_150, 8: 15_900, 9: 40_075},
        "button": 1, "owing": (4, 5, 6, 7, 8, 9, 1, 2, 3), "bets": {2: 50, 3: 100}, "folded": (),
        "cards": {seat: (f"k{seat}", f"k{seat + 9}") for seat in SEATS},
    }  # fmt: skip
    made = {**base, **changes}
    gone = (*made["folded"], *made["dead"])
    made.setdefault("live", tuple(seat for seat in sorted(made["cards"]) if made["cards"][seat] and seat not in gone))
    return TableState(**made)


def on_board(cards: str, **changes: Any) -> TableState:
    """A state with these open cards on the board."""
    names = {f"b{at}": card for at, card in enumerate(parse_cards(cards))}
    return state(**{"board": tuple(names), "names": names, "street": "flop", **changes})


FOUR_CARDS = Incident(
    id="27/four_card_flop/212", kind="four_card_flop", rule="BFSP 6.6.3", hand=27, street="flop", seats=(), cause=212,
    severity="floor", call="floor", open=True, seen="four cards on the board (rfid board, window)",
    handles=("b0", "b1", "b2", "b3"),
    steps=(
        PlanStep("turn_down", handles=("b0", "b1", "b2", "b3"), missing=1), PlanStep("pick"),
        PlanStep("take", handles=("b0", "b1", "b2", "b3"), to=BURNS, missing=4),
        PlanStep("show", handles=("b0", "b1", "b2", "b3"), to=BOARD, missing=4), PlanStep("board", to=BOARD, missing=1),
    ),
)  # fmt: skip

EXPOSED = Incident(
    id="27/exposed_hole_card/190", kind="exposed_hole_card", rule="BFSP 6.6.1", hand=27, street="preflop", seats=(5,),
    cause=190, severity="dealer", call="play", open=True, seen="face up before seat 5 (table)",
    steps=(PlanStep("replace", to=seat_zone(5), missing=1), PlanStep("move", handles=("k5",), to=BURNS, missing=1)),
)  # fmt: skip

CLOSED_QUESTION = Question("q1", "betting_closed", 231, (8, 9), ("closed", "early"))
RULING = Ruling("r1", 3, "call", 50, 50, "BFSP 4.12", 40)


class Fault:
    """A device that is not well."""

    def __init__(self, device: str, state: str, detail: str) -> None:
        self.device, self.state, self.detail = device, state, detail


class StillDesk:
    """Shows what it is told to show. `refuse` answers every tap with that sentence."""

    def __init__(self, shown: TableState | None = None, **findings: Any) -> None:
        self.tapped: list[Tap] = []
        self.refuse = ""
        self.deaf = False
        self._listeners: list[Listener] = []
        self._view: View = {}
        self.show(shown or state(), **findings)

    def reset(self) -> None:
        """As new: nothing tapped, nothing refused, the first state."""
        self.tapped.clear()
        self.refuse, self.deaf = "", False
        self.show(state())

    def show(self, shown: TableState, **findings: Any) -> None:
        """Show this state and these findings from now on."""
        settings = findings.pop("settings", SETTINGS)
        self._view = desk_view(shown, settings, **{"table": "Table 7", **findings})
        for listener in tuple(self._listeners):
            listener(self._view)

    def snapshot(self) -> View:
        return self._view

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def touch(self, taps: Sequence[Tap], answer: Callable[[str], None]) -> None:
        self.tapped += taps
        if not self.deaf:
            answer(self.refuse)

    def readers(self) -> int:
        """How many pages listen."""
        return len(self._listeners)


def rendered(view: dict[str, Any]) -> dict[str, Any]:
    """A view as the page gets it: its messages in words."""
    shown: dict[str, Any] = TEXTS.render(view)
    return shown
