"""The table at ``--through rules``: perfect observation. Scene differences become events at once; the node's enforcement
and ledger take them, and every record goes to a second fold, the hub's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from link.messages import Directive
from rulebook.book import standard_books
from rulebook.cards import Card
from rulebook.clock import TIME_UP, running
from rulebook.events import (
    AnyEvent,
    CardNamed,
    CardPlaced,
    CardTurned,
    DeckPrepared,
    Face,
    Handle,
    HandOpened,
    Reported,
    TableSet,
)
from rulebook.findings import Finding, Question
from rulebook.record import Record
from rulebook.seats import BOARD, STUB, Seat, Zone
from rulebook.table import Table
from simulators import decks
from simulators.rig import awards_by_hand, dealing_is_over
from simulators.scene import Scene, SceneCard
from table_node.enforcement import Enforcement
from table_node.guidance import expectation
from table_node.ledger import Fact, Ledger
from table_node.taps import Prepare, Refused, Tap

QUIET_MS = 3_000  # steps are far enough apart for every sensor to tell them apart
WALL_MS = 1_700_000_000_000  # the wall clock of a simulated table begins here: evidence only
WITNESSES = ("rfid", "window")
BOOT = "boot"


class RulesRig:
    """A `simulators.rig.Rig` without devices. `given` sets the table; `seed` is that of the decks' tags."""

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        self._node = Enforcement(standard_books(), "table", BOOT)
        self._hub = Table(standard_books())
        self._packs = {colour: decks.pack(colour, seed) for colour in decks.COLOURS}
        self._deck = decks.COLOURS[0]
        red, *others = self._packs.values()
        self._ledger = Ledger(red, others=others, names=tuple(self._packs))
        self._now_ms = 0
        self._directives = 0
        self._found: list[Finding] = []
        self._lying: dict[int, SceneCard] = {}
        self._handles: dict[int, Handle] = {}
        self._truth: dict[Handle, Card] = {}
        self._mouth: dict[int, Face] = {}
        self._backs: dict[int, str] = {}  # of the cards that showed them in the stub's mouth
        self._stale: set[int] = set()  # cards of an earlier hand that nobody has gathered yet
        self._gathered: dict[int, SceneCard] = {}  # how cards lay that were taken in after the hand's end
        self._lost: tuple[int, ...] = ()
        self.judge(given)

    # -- simulators.rig.Rig --------------------------------------------------------------------------------------

    def show(self, scene: Scene) -> None:
        """See every difference at once."""
        lying = {card.id: card for card in scene.cards if card.zone != STUB}
        self._stale &= lying.keys()
        for card in scene.cards:
            if card.zone == STUB:
                self._mouth[card.id] = card.face
                self._backs[card.id] = card.back if card.face == "down" else ""
        before, self._lying, self._lost = self._lying, lying, scene.lost
        self._departures(before)
        changed = sorted(
            (card for card in lying.values() if before.get(card.id) != card), key=lambda card: (card.zone, card.slot)
        )
        changed = [card for card in changed if card.id not in self._stale]
        changed = [card for card in changed if self._gathered.pop(card.id, None) != card]
        for card in changed:
            self._placed(card, before.get(card.id))
        facts = [fact for card in changed for fact in self._facts(card)]
        for fact in sorted(facts, key=lambda fact: not isinstance(fact, CardNamed)):
            self._observe(fact)

    def tap(self, tap: Tap) -> None:
        """The dealer taps; what the console refuses was not tapped."""
        if isinstance(tap, Prepare) and tap.what == "new_deck":
            self._deck = next(colour for colour in decks.COLOURS if colour != self._deck)
            self._ledger.change_deck(self._packs[self._deck])
        try:
            records = self._node.tap(self._now_ms, WALL_MS + self._now_ms, tap)
        except Refused:
            return
        self._deliver(records)

    def press(self, button: str) -> None:
        """A key does what its tap does; there are no keys without devices."""

    def shuffler(self, kind: str, count: int | None = None, verdict: str = "") -> None:
        """The shuffler gives a deck out."""
        if kind == "ejected":
            self._observe(DeckPrepared("shuffled", by="machine", count=count, verdict=verdict))

    def judge(self, event: AnyEvent) -> None:
        """A judge's act comes down and is appended."""
        self._directives += 1
        directive = Directive(f"d{self._directives}", event)
        self._deliver(self._node.directive(self._now_ms, WALL_MS + self._now_ms, directive))

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        """There are no devices here."""

    def settle(self, seconds: float = 0.0) -> None:
        """Nothing is ever unquiet here; time passes."""
        self._now_ms += max(QUIET_MS, round(seconds * 1000))
        self._vanished()
        called = running(self._node.fold.hand, BOOT)
        if called is not None and self._now_ms >= called.up_ms:
            self._observe(Reported(TIME_UP, called.seat))

    def questions(self) -> Sequence[Question]:
        """What the node's fold asks."""
        return self._node.fold.questions

    def authority(self) -> Table:
        """The hub's fold."""
        return self._hub

    def awards_by_hand(self, hands: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> dict[Seat, int] | None:
        """What the dealer has to enter at the push; see `simulators.rig`."""
        return awards_by_hand(self._hub, hands, board)

    def dealing_is_over(self) -> bool:
        """Whether no dealing is under way."""
        return dealing_is_over(self._hub)

    def found(self) -> Sequence[Finding]:
        """What the hub's fold has found since the last call."""
        found, self._found = self._found, []
        return found

    def card_of(self, handle: Handle) -> Card | None:
        """The truth about a handle of the present hand."""
        return self._truth.get(handle)

    # -- from the felt to events ---------------------------------------------------------------------------------

    def _departures(self, before: dict[int, SceneCard]) -> None:
        """Cards that lie nowhere any more went into the stub. After the hand's end they are gathered, which is no event:
        should the push be taken back, they lie again where they lay.
        """
        hand = self._node.fold.hand
        playing = hand is not None and not hand.over
        for ident in sorted(before.keys() - self._lying.keys()):
            if not playing:
                self._gathered[ident] = before[ident]
                continue
            if ident in self._lost:
                continue  # it lies nowhere: its absence is told of where the procedure lets it be one
            handle = self._handles.pop(ident, None)
            self._mouth.pop(ident, None)
            if handle is not None:
                self._ledger.gone(handle)
                self._observe(CardPlaced(handle, STUB, "down", witnesses=WITNESSES))

    def _vanished(self) -> None:
        """Tell of the cards that are gone from the board, while the others lie there and none is to be moved."""
        hand = self._node.fold.hand
        if hand is None or not expectation(self._node.fold).board_lies:
            return
        gone = {handle for ident in self._lost if (handle := self._handles.get(ident)) is not None}
        board = hand.felt.lying(BOARD)
        if gone.issuperset(board):
            return
        for handle in board:
            if handle in gone:
                for fact in self._ledger.vanished(handle, WITNESSES):
                    self._observe(fact)

    def _placed(self, card: SceneCard, before: SceneCard | None) -> None:
        handle = self._handles.get(card.id)
        if handle is not None and before is not None and before.zone == card.zone:
            if before.face != card.face:
                self._observe(CardTurned(handle, card.face))
            return
        mouth: Face = "unknown"
        if handle is None:
            handle = self._handles[card.id] = self._ledger.fresh()
            mouth = self._mouth.pop(card.id, "down")  # cards laid together show their first back alone
        self._truth[handle] = card.card
        self._observe(
            CardPlaced(
                handle,
                Zone(card.zone),
                card.face,
                mouth,
                not_before_ms=self._now_ms,
                not_after_ms=self._now_ms,
                witnesses=WITNESSES,
            )
        )

    def _facts(self, card: SceneCard) -> list[Fact]:
        handle = self._handles[card.id]
        self._truth[handle] = card.card
        read = card.card if card.face == "up" and card.printed else None
        return self._ledger.seen(handle, card.tag, None, read, Zone(card.zone), card.face, self._backs.get(card.id, ""))

    # -- records -------------------------------------------------------------------------------------------------

    def _observe(self, event: AnyEvent) -> None:
        self._deliver(self._node.observe(self._now_ms, WALL_MS + self._now_ms, event))

    def _deliver(self, records: Sequence[Record]) -> None:
        # A first card can open a hand by itself; the ledger has just given it the first handle, which it keeps.
        by_card = any(isinstance(record.event, CardPlaced) for record in records)
        for record in records:
            if isinstance(record.event, HandOpened) and not by_card:
                self._new_hand()
            self._found += self._hub.apply(record)

    def _new_hand(self) -> None:
        self._ledger.new_hand()
        self._handles.clear()
        self._truth.clear()
        self._gathered.clear()
        self._mouth.clear()
        self._stale = set(self._lying)
