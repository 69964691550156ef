"""A desk with the real enforcement behind it: taps become records, the fold rules, the view is the node's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from link.messages import Directive
from rulebook.book import standard_books
from rulebook.events import CardPlaced, DeckPrepared, TableSet
from rulebook.seats import BOARD, BURNS, Zone, seat_zone
from rulebook.settings import Settings
from table_node.console.desk import Listener, View, desk_view
from table_node.enforcement import Enforcement
from table_node.taps import Refused, Tap

SETTINGS = Settings(rulebook="bfsp", blinds=(50, 100), smallest_chip=25)


class RulesDesk:
    """Cards are placed by `deal` and `street`, as the sensors would; everything else is tapped."""

    def __init__(self, stacks: dict[int, int], button: int, settings: Settings = SETTINGS) -> None:
        self.node = Enforcement(standard_books(), "Table 7", "boot")
        self.taken: list[Tap] = []
        self._listeners: list[Listener] = []
        self._card = 0
        self._ms = 0
        self.node.directive(0, 0, Directive("set", TableSet(settings, stacks, button)))

    def observe(self, *events: CardPlaced | DeckPrepared) -> None:
        for event in events:
            self._ms += 1_000
            self.node.observe(self._ms, self._ms, event)
        self._tell()

    def card(self, zone: Zone, face: str = "down") -> CardPlaced:
        self._card += 1
        return CardPlaced(f"k{self._card}", zone, face, witnesses=("rfid", "table"))  # type: ignore[arg-type]

    def deal(self, order: list[int], cards: int = 2) -> None:
        """Shuffle, cut, and deal round by round."""
        self.observe(DeckPrepared("washed"), DeckPrepared("shuffled", by="hand"), DeckPrepared("cut"))
        for _ in range(cards):
            self.observe(*(self.card(seat_zone(seat)) for seat in order))

    def street(self, cards: int) -> None:
        """Burn one and lay the street."""
        self.observe(self.card(BURNS), *(self.card(BOARD, "up") for _ in range(cards)))

    def snapshot(self) -> View:
        fold = self.node.fold
        return desk_view(
            fold.state(), fold.settings, table="Table 7", incidents=fold.incidents, questions=fold.questions,
            rulings=fold.rulings, undoable=self.node.undoable,
        )  # fmt: skip

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def touch(self, taps: Sequence[Tap], answer: Callable[[str], None]) -> None:
        self._ms += 1_000
        for at, tap in enumerate(taps):
            try:
                self.node.tap(self._ms, self._ms, tap, same_touch=at > 0)
            except Refused as refused:
                answer(str(refused))
                return
            self.taken.append(tap)
        answer("")
        self._tell()

    def _tell(self) -> None:
        view = self.snapshot()
        for listener in tuple(self._listeners):
            listener(view)
