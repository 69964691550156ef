"""Whole tables whose people are restless and whose readers are poor (`simulators.unrest`), at the depths of node and devices.

The dealer keeps no metronome: one who follows the screen goes on when it shows what he did last; a brisk one deals on while the
sensors are still busy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from firmware_bridge.readings import Inventory
from rulebook.cards import DECK
from rulebook.events import AnyEvent, FloorPicked, FloorRuled, TableSet
from rulebook.seats import BOARD, BURNS, MUCK, SEAT_COUNT, STUB, Zone, seat_zone, zone_row, zone_seat
from simulators import decks
from simulators.device_rig import FRAME_NS, DeviceRig
from simulators.node_rig import LEAST_MS, LOOKS_NS, READ_NS, SETTLED_NS, NodeRig
from simulators.pace import Pace
from simulators.perfect_sensors import look_table
from simulators.scene import Scene, SceneCard
from simulators.unrest import HUMAN, Rates, Unrest, antenna_of
from simulators.virtual_table import LONGEST_SETTLE_NS, MS, VirtualTable
from simulators.wires import lossy, perfect
from table_node.fusion_felt import Track
from table_node.taps import Act, Prepare, Push, TableCards, Tap

PROPOSED_NS = 10_000 * MS
CALLED_NS = 15_000 * MS
FOLLOWED_NS = 8_000 * MS
STOPPED_NS = 12_000 * MS
READING_NS = 1_500 * MS
DEALT_TO = (BOARD, BURNS, *(seat_zone(seat) for seat in range(1, SEAT_COUNT + 1)))


class Restless(VirtualTable):
    """What both restless depths share: the truth goes to the unrest, which shows what the sensors see."""

    def _disturb(self, given: TableSet, seed: int, rates: Rates, brisk: bool, patient: bool) -> None:
        self._seed = seed
        self._open_face = given.settings.game == "ofc"
        self._unset: set[str] = set()  # the seats that have not touched the cards that came to them last
        self._set_in: dict[int, str] = {}  # card -> the row that it was taken from
        self._patient = patient
        self.reads: Callable[[], None] = _nothing
        self._true = Scene()
        self._true_ns = self.now_ns
        self._pace = Pace(Random(f"pace {seed}")) if brisk else None
        self._unrest: Unrest | None = Unrest(self, Random(f"unrest {seed}"), Random(f"hands {seed}"), rates)

    def show(self, scene: Scene) -> None:
        """The felt looks like this in truth."""
        if self._pace is not None:
            before = {card.id: card for card in self._true.cards}
            if self._open_face:
                self._think(scene, before, self._pace)
            if self._patient and not self._pace.tapped and self._corrects(scene, before):
                self._await_incident()
            elif before and not scene.cards:
                self.run(round(self._pace.gather_ms()))
            self._pace.moved = tuple(card.zone for card in scene.cards if before.get(card.id) != card) or ("",)
        self._true, self._true_ns = scene, self.now_ns
        if self._unrest is not None:
            self._unrest.truth(scene)

    def _think(self, scene: Scene, before: Mapping[int, SceneCard], pace: Pace) -> None:
        """Nothing is tapped where cards are set in rows: a player looks at what came to him before he sets the first of it."""
        for card in scene.cards:
            was = before.get(card.id)
            if was is not None and was.zone in self._unset and card.zone != was.zone:
                self._unset.discard(was.zone)
                self.run(round(pace.think_ms()))
            elif (was is None or was.zone == STUB) and zone_seat(Zone(card.zone)) is not None:
                self._unset.add(card.zone)

    def _corrects(self, scene: Scene, before: Mapping[int, SceneCard]) -> bool:
        """Whether cards of a hand are moved as no play moves them; what a tap declared has been asked about before."""
        if any(card.face == "down" and _lies_up(before.get(card.id)) for card in scene.cards if card.zone == BOARD):
            return True  # cards of the board are mixed for a judge's pick
        lay = {ident: card.zone for ident, card in before.items() if card.zone != STUB}
        lies = {card.id: card.zone for card in scene.cards if card.zone != STUB}
        kept = {ident: zone for ident, zone in lay.items() if ident in lies}
        if len(kept) < len(lay):
            return self._in_play()  # they went back into the stub, and are not gathered
        moved = {ident: (zone, lies[ident]) for ident, zone in kept.items() if lies[ident] != zone}
        back = any(self._set_in.get(ident) == to for ident, (_, to) in moved.items())
        self._set_in |= {ident: zone for ident, (zone, _) in moved.items() if zone_row(Zone(zone))}
        apart = ((antenna_of(origin), antenna_of(to)) for origin, to in moved.values())
        return back or any(origin != to and not (self._open_face and to == MUCK) for origin, to in apart)

    def _await_incident(self) -> None:
        """The dealer does not know that he was wrong before the screen stops him: only then he puts it right. If it asks him
        something he stops as well, and answers."""
        self._look_up(STOPPED_NS, lambda: not any(one.open for one in self.core.enforcement.fold.incidents))

    def _look_up(self, longest_ns: int, waits: Callable[[], bool]) -> None:
        """He looks at the screen for as long as that, and answers what it asks."""
        limit, asked_ns = self.now_ns + longest_ns, 0
        while waits() and self.now_ns < limit:
            self.run(100)
            asked_ns = (asked_ns or self.now_ns) if self.questions() else 0
            if asked_ns and self.now_ns - asked_ns >= READING_NS:
                self.reads()

    def linger(self) -> None:
        """Nothing more is done: who looks at no screen looks up at last, and who follows it sees what comes of his last act."""
        if self._pace is not None or self._patient:
            self.run_until(self.now_ns + STOPPED_NS)

    def judge(self, event: AnyEvent) -> None:
        """A judge acts at the hub; in a brisk table he, too, comes when he is called."""
        if self._pace is not None and self._patient and isinstance(event, FloorRuled | FloorPicked):
            self._await_incident()
        super().judge(event)

    def disturbed(self, scene: Scene) -> None:
        """The sensors see this, whatever the truth is."""

    def flicker(self, antenna: str, tag: str, for_ns: int) -> None:
        """A tag that lies there is not read for a while."""

    def ghost(self, antenna: str, tag: str) -> None:
        """The antenna reads this tag as well; empty: no more."""

    def tap(self, tap: Tap) -> None:
        """The dealer taps the console."""
        if isinstance(tap, Prepare) and self._pace is not None:
            self.run(round(self._pace.prepare_ms(tap.what)))
        if isinstance(tap, Prepare) and self._unrest is not None:
            self.run_until(max(self.now_ns, self._unrest.squared_ns))
            if tap.what == "washed":
                self._wash(self._unrest)
        if isinstance(tap, Push) and (self._pace is None or tap == Push()):
            self._await_proposal()
        if self._pace is not None:
            if self._open_face and isinstance(tap, Push):
                self._count_points(self._pace)
            self._pace.tapped = True
            if isinstance(tap, Act | TableCards):
                self.run(round(self._pace.think_ms()))
        super().tap(tap)

    def _count_points(self, pace: Pace) -> None:
        """The points of open-face are counted before they are paid, out of rows over which no hand lies."""
        if self._unrest is not None:
            self._unrest.count()
        self.run(round(pace.count_ms()))
        if self._unrest is not None:
            self._unrest.count(ends=True)

    def _await_proposal(self) -> None:
        """The pots go to whom the screen proposes, and the dealer waits until it does."""
        limit = self.now_ns + PROPOSED_NS
        while not self.core.enforcement.fold.state().due and self.now_ns < limit:
            self.run(100)

    def _wash(self, unrest: Unrest) -> None:
        """The deck is spread and washed; he taps that he has washed it before it is squared, or after."""
        registered = self.core.fusion.ledger.registered
        in_play = next(colour for colour in decks.COLOURS if registered(decks.tag(colour, DECK[0], 0, self._seed)))
        unrest.wash([(decks.tag(in_play, card, 0, self._seed), card) for card in DECK], in_play)
        self.run(unrest.random.choice((500, 5_000)))

    def dealing_is_over(self) -> bool:
        """Nobody gathers the cards of a hand until the screen says that it is over, or what is to be shuffled."""
        self._look_up(CALLED_NS, self._cards_are_out)
        self.run(10)  # until the hub knows what the screen says
        return super().dealing_is_over()

    def _cards_are_out(self) -> bool:
        return self._in_play() and any(zone_seat(Zone(antenna_of(card.zone))) for card in self._true.cards)

    def _in_play(self) -> bool:
        """Whether a hand is played that is not to be dealt anew."""
        hand = self.core.enforcement.fold.hand
        if hand is None or hand.over:
            return False
        return not any(fault.plan.wants("shuffle") or fault.plan.wants("new_deck") for fault in hand.faults.open())

    def settle(self, seconds: float = 0.0) -> None:
        """Let the screen show what the dealer did last; a patient one waits until the sensors have come to rest, too (not from
        the players' fidgeting, which never ends). In a brisk table only as long as people wait."""
        least_ns = self.now_ns + round(seconds * 1_000) * MS
        if self._pace is not None:
            self.run_until(max(least_ns, self.now_ns + round(self._pace.wait_ms() * MS)))
            self._pace.heard()
            return
        self.run_until(max(least_ns, self._true_ns + LEAST_MS * MS, self.now_ns + 50 * MS))
        limit = self.now_ns + LONGEST_SETTLE_NS
        while self._patient and (self.core.pending() or self.busy()) and self.now_ns < limit:
            self.run(100)
        limit = self.now_ns + FOLLOWED_NS
        while self._untold() and self.now_ns < limit:
            self.run(100)
        self.run(50)

    def _untold(self) -> bool:
        """Whether some card lies where the screen does not know of it, for a player holds it or a hand lies over it."""
        hand = self.core.enforcement.fold.hand
        if hand is None or hand.over:
            return False
        known = {track.uid: track for track in self.core.fusion.felt.tracks.values()}
        for card in self._true.cards:
            track = known.get(card.tag)
            zone = antenna_of(card.zone)
            if card.tag is None or zone not in DEALT_TO:
                continue
            if track is None or track.zone != zone or (self._patient and (card.face == "up") is not (track.face == "up")):
                return True
        return self._rows_untold(known)

    def _rows_untold(self, known: Mapping[str | None, Track]) -> bool:
        """Whether the screen lacks a card in a row of open-face. Of a hidden hand it knows how many lie in each."""
        hidden = Counter(card.zone for card in self._true.cards if zone_row(Zone(card.zone)) and card.face == "down")
        backs = Counter(f"{track.zone} {track.row}" for track in known.values() if track.row and track.face != "up")
        if any(backs[zone] < count for zone, count in hidden.items()):
            return True
        shown = [
            card
            for card in self._true.cards
            if card.face == "up" and zone_seat(Zone(antenna_of(card.zone))) and card.tag in known
        ]
        return any(card.zone != f"{known[card.tag].zone} {known[card.tag].row}".strip() for card in shown)


class RestlessNode(Restless, NodeRig):
    """The node depth with restless people and a poor reader."""

    def __init__(
        self, given: TableSet, seed: int = 0, *, rates: Rates = HUMAN, brisk: bool = False, patient: bool = False
    ) -> None:
        self._pace, self._unrest, self._true, self._patient = None, None, Scene(), True
        self._hidden: dict[tuple[str, str], int] = {}
        self._ghosts: dict[str, str] = {}
        self._moved_ns: dict[str, int] = {}
        super().__init__(given, seed)
        self._disturb(given, seed, rates, brisk, patient)

    def disturbed(self, scene: Scene) -> None:
        """The sensors see this."""
        before = self.scene
        NodeRig.show(self, scene)
        for view, parts in (("window", _parts(scene, seats=False)), ("table", _parts(scene, seats=True))):
            if parts != _parts(before, seats=view == "table"):
                self._moved_ns[view] = self.now_ns

    def _look(self) -> None:
        """Each view is looked at while it is still itself: a player who moves does not blind the window. Where nobody waits for
        the screen it is looked at as often as it is filmed."""
        self.at(self.now_ns + (LOOKS_NS if self._pace is None else FRAME_NS), self._look)
        if self.now_ns - self._moved_ns.get("window", 0) >= SETTLED_NS:
            self.look_window()
        if self.now_ns - self._moved_ns.get("table", 0) >= SETTLED_NS:
            self.give(look_table(self.scene, self.now_ns))

    def flicker(self, antenna: str, tag: str, for_ns: int) -> None:
        """The tag is not read there for a while."""
        self._hidden[antenna, tag] = self.now_ns + for_ns

    def ghost(self, antenna: str, tag: str) -> None:
        """The antenna reads this tag as well."""
        self._ghosts[antenna] = tag

    def _read(self, antenna: str) -> None:
        tags = {card.tag for card in self.scene.cards if card.tag is not None and antenna_of(card.zone) == antenna}
        seen = {tag for tag in tags if self._hidden.get((antenna, tag), 0) <= self.now_ns}
        ghost = self._ghosts.get(antenna)
        self.give(Inventory(self.now_ns, self.now_ns - READ_NS, antenna, frozenset(seen | {ghost} if ghost else seen)))


def _lies_up(card: SceneCard | None) -> bool:
    return card is not None and card.zone == BOARD and card.face == "up"


def _nothing() -> None:
    """Who stands at no table reads no screen."""


def _parts(scene: Scene, *, seats: bool) -> tuple[object, ...]:
    """What one view shows of a scene."""
    return (
        *(card for card in scene.cards if card.zone.startswith("seat ") is seats),
        *(zone for zone in scene.covered if zone.startswith("seat ") is seats),
    )


class RestlessDevices(Restless, DeviceRig):
    """The devices depth with restless people and a poor reader."""

    def __init__(
        self, given: TableSet, seed: int = 0, *, rates: Rates = HUMAN, brisk: bool = False, patient: bool = False
    ) -> None:
        self._pace, self._unrest, self._true, self._patient = None, None, Scene(), True
        rfid, shuffler = (lossy(seed + at, rate=rates.bad_byte) if rates.bad_byte else perfect for at in range(2))
        super().__init__(given, seed, rfid_wire=rfid, shuffler_wire=shuffler)
        self._disturb(given, seed, rates, brisk, patient)
        self.hasty = brisk

    def disturbed(self, scene: Scene) -> None:
        """The sensors see this."""
        DeviceRig.show(self, scene)

    def flicker(self, antenna: str, tag: str, for_ns: int) -> None:
        """The tag is not read there for a while."""
        self.bus.reader.flicker(antenna, tag, self.now_ns, for_ns / MS)

    def ghost(self, antenna: str, tag: str) -> None:
        """The antenna reads this tag as well."""
        self.bus.reader.ghost(antenna, (tag,) if tag else ())
