"""What real tables do to sensors, on the simulated ones, out of a seed (HARDWARE, what RFID does wrong; DESIGN 3).

Players lift their cards to look (tag and back vanish, and come back, perhaps a little beside), hold a hand over them, and toss
them. The dealer's hands pass over the window's zones. Tags flicker; antennas read a neighbour's tag, now and then with bytes
shifted. And the dealer keeps no metronome: in a brisk table he deals on while the sensors are still busy.

None of it is an event of play: whatever an honest table says of it is a false alarm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from firmware_bridge.readings import Inventory
from rulebook.cards import DECK, Card
from rulebook.events import TableSet
from rulebook.seats import (
    ASIDE,
    BOARD,
    BURNS,
    MUCK,
    ROWS,
    SEAT_COUNT,
    STUB,
    Seat,
    Zone,
    row_zone,
    seat_zone,
    zone_row,
    zone_seat,
)
from simulators import decks
from simulators.device_rig import DeviceRig
from simulators.node_rig import LEAST_MS, LOOKS_NS, READ_NS, SETTLED_NS, NodeRig
from simulators.perfect_sensors import look_table, look_window
from simulators.scene import Scene, SceneCard
from simulators.virtual_table import LONGEST_SETTLE_NS, MS, VirtualTable
from table_node.fusion_felt import Track
from table_node.taps import Act, Prepare, Push, TableCards, Tap

TICK_MS = 100
PROPOSED_NS = 10_000 * MS
CALLED_NS = 15_000 * MS
FOLLOWED_NS = 8_000 * MS
DEALT_TO = (BOARD, BURNS, *(seat_zone(seat) for seat in range(1, SEAT_COUNT + 1)))
ROW = 5  # cards side by side before a seat
WINDOW_ZONES = (STUB, BOARD, BURNS, MUCK)
WASHED, WASHED_ID = 14, 10_000  # how many cards of a washed deck lie over antennas
WASH_ZONES = (BOARD, BOARD, BOARD, BURNS, MUCK, ASIDE)
NEIGHBOURS: dict[str, tuple[str, ...]] = {
    **{seat_zone(seat): (seat_zone(seat % SEAT_COUNT + 1),) for seat in range(1, SEAT_COUNT + 1)},
    BOARD: (BURNS, MUCK),
    BURNS: (BOARD,),
    MUCK: (BOARD,),
}


class Rates(msgspec.Struct, frozen=True):
    """How restless a table is: what happens how often, per second, and for how long, in ms.

    `flicker_s` is HARDWARE's poor set-up: 20 times in 10 minutes a tag that lies drops out for 270 to 280 ms; `long_gap` of
    these gaps are those of 700 to 800 ms. `ghost_s`: an antenna reads a tag of its neighbour for a while; `shifted` of these
    reads have their bytes shifted. `lift_s` and `cover_s` are per seat with cards, `hand_s` for the window.
    """

    flicker_s: float = 20 / 600
    flicker_ms: tuple[float, float] = (270.0, 280.0)
    long_gap: float = 0.1
    long_gap_ms: tuple[float, float] = (700.0, 800.0)
    ghost_s: float = 1 / 30
    ghost_ms: tuple[float, float] = (100.0, 1_200.0)
    shifted: float = 0.2
    shifted_ms: tuple[float, float] = (50.0, 600.0)  # one look, seldom two
    lift_s: float = 1 / 12
    lift_ms: tuple[float, float] = (500.0, 4_000.0)
    both: float = 0.8  # of the looks at cards lift both
    toss: float = 0.3  # of the cards come back to another place before the seat
    cover_s: float = 1 / 15
    cover_ms: tuple[float, float] = (400.0, 6_000.0)
    wash_ms: tuple[float, float] = (1_500.0, 5_000.0)
    hand_s: float = 1 / 5
    hand_ms: tuple[float, float] = (200.0, 1_500.0)


HUMAN = Rates()
CALM = Rates(flicker_s=0, ghost_s=0, lift_s=0, cover_s=0, hand_s=0, wash_ms=(0.0, 0.0))


_OVER: dict[str, str] = {row_zone(seat, row): seat_zone(seat) for seat in range(1, SEAT_COUNT + 1) for row in ROWS}


def antenna_of(zone: str) -> str:
    """The antenna over which a card of this zone lies: the rows of an open-face hand lie before their seat."""
    return _OVER.get(zone, zone)


class Unrest:
    """The disturbances of one table. `washed`: tags of the deck in play, which lie spread over the felt while it is washed."""

    def __init__(self, table: Restless, random: Random, rates: Rates) -> None:
        self._table = table
        self.random = self._random = random
        self._rates = rates
        self._truth = Scene()
        self._shown: Scene | None = None
        self._drawn: tuple[object, ...] = ()  # what `_shown` was made of
        self._lifted: dict[int, tuple[str, int]] = {}  # card -> the place it was lifted from, until when
        self._moved: dict[int, tuple[str, int]] = {}  # card -> the place and its new slot there
        self._covered: dict[str, int] = {}  # zone -> until
        self._ghosts: dict[str, tuple[str, str, int]] = {}  # antenna -> whose tag it reads from which place, until when
        self._spread: tuple[SceneCard, ...] = ()
        self.squared_ns = 0  # when they lie there no more
        self._tick()

    def truth(self, scene: Scene) -> None:
        """The felt looks like this in truth."""
        self._truth = scene
        lying = {card.id: card.zone for card in scene.cards}
        self._lifted = {ident: lift for ident, lift in self._lifted.items() if lying.get(ident) == lift[0]}
        self._moved = {ident: move for ident, move in self._moved.items() if lying.get(ident) == move[0]}
        self._end_ghosts(self._table.now_ns)
        self._render()

    def wash(self, tags: Sequence[tuple[str, Card]], back: str) -> None:
        """The deck is washed: for a while some of its cards lie, face down, where antennas and window see them."""
        some = self._random.sample(list(tags), WASHED)
        zones = [self._random.choice(WASH_ZONES) for _ in some]
        spread = tuple(
            SceneCard(WASHED_ID + at, card, zone, at % ROW, "down", tag, back)
            for at, ((tag, card), zone) in enumerate(zip(some, zones, strict=True))
        )
        self._spread, self.squared_ns = spread, self._table.now_ns + self._span(self._rates.wash_ms)
        self._render()

    def _tick(self) -> None:
        now = self._table.now_ns
        self._table.at(now + TICK_MS * MS, self._tick)
        self._end(now)
        by_seat: dict[Seat, list[SceneCard]] = {}
        for card in self._truth.cards:
            seat = zone_seat(Zone(antenna_of(card.zone)))
            if seat is not None:
                by_seat.setdefault(seat, []).append(card)
        for seat, cards in by_seat.items():
            self._player(seat, cards, now)
        if self._happens(self._rates.hand_s):
            self._covered[self._random.choice(WINDOW_ZONES)] = now + self._span(self._rates.hand_ms)
        for card in self._truth.cards:
            antenna = antenna_of(card.zone)
            if card.tag is not None and antenna in NEIGHBOURS and card.id not in self._lifted:
                self._reader(antenna, card.tag, now)
        self._render()

    def _player(self, seat: Seat, cards: list[SceneCard], now: int) -> None:
        """A player looks at his cards, or holds a hand over them. What he has set in a row of open-face he lets lie."""
        zone = str(seat_zone(seat))
        down = [card for card in cards if card.zone == zone and card.face == "down" and card.id not in self._lifted]
        if down and self._happens(self._rates.lift_s):
            some = down if self._random.random() < self._rates.both else down[:1]
            until = now + self._span(self._rates.lift_ms)
            beside = self._random.random() < self._rates.toss and len(cards) <= ROW
            for card in some:
                self._lifted[card.id] = (zone, until)
                if beside:  # into the other row, where no card of his is covered by them
                    row = ROW if self._moved.get(card.id) is None else 0
                    self._moved[card.id] = (zone, card.slot + row)
        if self._happens(self._rates.cover_s):
            self._covered[zone] = now + self._span(self._rates.cover_ms)

    def _reader(self, antenna: str, tag: str, now: int) -> None:
        """A tag drops out, or is read by the antenna beside as well."""
        rates = self._rates
        if self._happens(rates.flicker_s):
            span = rates.long_gap_ms if self._random.random() < rates.long_gap else rates.flicker_ms
            self._table.flicker(antenna, tag, self._span(span))
        if self._happens(rates.ghost_s):
            beside = self._random.choice(NEIGHBOURS[antenna])
            shifted = self._random.random() < rates.shifted
            if beside not in self._ghosts:
                self._ghosts[beside] = tag, antenna, now + self._span(rates.shifted_ms if shifted else rates.ghost_ms)
                self._table.ghost(beside, tag[2:] + tag[:2] if shifted else tag)

    def _end(self, now: int) -> None:
        self._lifted = {ident: lift for ident, lift in self._lifted.items() if lift[1] > now}
        self._covered = {zone: until for zone, until in self._covered.items() if until > now}
        self._end_ghosts(now)

    def _end_ghosts(self, now: int) -> None:
        """A tag that has gone from its place is read beside it no more."""
        lying = {(card.tag, antenna_of(card.zone)) for card in self._truth.cards if card.id not in self._lifted}
        for antenna, (tag, place, until) in list(self._ghosts.items()):
            if until <= now or (tag, place) not in lying:
                del self._ghosts[antenna]
                self._table.ghost(antenna, "")

    def _happens(self, per_second: float) -> bool:
        return self._random.random() < per_second * TICK_MS / 1_000

    def _span(self, between_ms: tuple[float, float]) -> int:
        return round(self._random.uniform(*between_ms) * MS)

    def _render(self) -> None:
        washing = self._table.now_ns < self.squared_ns
        drawn = (id(self._truth), id(self._spread), *self._lifted, *self._moved.items(), *self._covered, washing)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        cards = []
        for card in self._truth.cards:
            if card.id in self._lifted:
                continue
            moved = self._moved.get(card.id)
            cards.append(card if moved is None else msgspec.structs.replace(card, slot=moved[1]))
        if washing:
            cards += self._spread
        scene = Scene(tuple(cards), tuple(sorted(self._covered)))
        if scene != self._shown:
            self._shown = scene
            self._table.disturbed(scene)


class Pace:
    """How long people wait between two things that they do. The sensors may want more; nobody asks them."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.tapped = False
        self.moved: tuple[str, ...] = ()  # the zones where something has just moved

    def wait_ms(self) -> float:
        """How long until the next thing happens."""
        uniform = self._random.uniform
        if self.moved:
            if BOARD in self.moved:
                return uniform(1_500, 3_000)  # the flop is spread, the turn is looked at
            if any(zone_row(Zone(zone)) for zone in self.moved):
                return uniform(500, 2_000)  # cards are set in a row of open-face
            return uniform(200, 500)  # a card out of the stub, then down on the felt
        return uniform(50, 1_500) if self.tapped else uniform(20, 150)

    def think_ms(self) -> float:
        """How long a player looks at what has come before he acts."""
        return self._random.uniform(600, 2_500)

    def heard(self) -> None:
        """That time has passed."""
        self.tapped, self.moved = False, ()


class Restless(VirtualTable):
    """What both restless depths share: the truth goes to the unrest, which shows what the sensors see."""

    def _disturb(self, seed: int, rates: Rates, brisk: bool, patient: bool) -> None:
        self._seed = seed
        self._patient = patient
        self._true = Scene()
        self._true_ns = self.now_ns
        self._pace = Pace(Random(f"pace {seed}")) if brisk else None
        self._unrest: Unrest | None = Unrest(self, Random(f"unrest {seed}"), rates)

    def show(self, scene: Scene) -> None:
        """The felt looks like this in truth."""
        if self._pace is not None:
            before = {card.id: card for card in self._true.cards}
            self._pace.moved = tuple(card.zone for card in scene.cards if before.get(card.id) != card) or ("",)
        self._true, self._true_ns = scene, self.now_ns
        if self._unrest is not None:
            self._unrest.truth(scene)

    def disturbed(self, scene: Scene) -> None:
        """The sensors see this, whatever the truth is."""

    def flicker(self, antenna: str, tag: str, for_ns: int) -> None:
        """A tag that lies there is not read for a while."""

    def ghost(self, antenna: str, tag: str) -> None:
        """The antenna reads this tag as well; empty: no more."""

    def tap(self, tap: Tap) -> None:
        """The dealer taps the console."""
        if isinstance(tap, Prepare) and self._unrest is not None:
            self.run_until(max(self.now_ns, self._unrest.squared_ns))
            if tap.what == "washed":
                self._wash(self._unrest)
        if isinstance(tap, Push) and (self._pace is None or tap == Push()):
            self._await_proposal()
        if self._pace is not None:
            self._pace.tapped = True
            if isinstance(tap, Act | TableCards):
                self.run(round(self._pace.think_ms()))
        super().tap(tap)

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
        limit = self.now_ns + CALLED_NS
        while self._cards_are_out() and self.now_ns < limit:
            self.run(100)
        return super().dealing_is_over()

    def _cards_are_out(self) -> bool:
        hand = self.core.enforcement.fold.hand
        if hand is None or hand.over or not any(zone_seat(Zone(antenna_of(card.zone))) for card in self._true.cards):
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
            if track is None or track.zone != zone or (self._patient and card.face == "up" != track.face):
                return True
        return self._rows_untold(known)

    def _rows_untold(self, known: Mapping[str | None, Track]) -> bool:
        """Whether the screen lacks a card in a row of open-face. Of a hidden hand it knows how many lie in each."""
        hidden = Counter(card.zone for card in self._true.cards if zone_row(Zone(card.zone)) and card.face == "down")
        backs = Counter(f"{track.zone} {track.row}" for track in known.values() if track.row and track.face != "up")
        if any(backs[zone] < count for zone, count in hidden.items()):
            return True
        shown = [card for card in self._true.cards if zone_row(Zone(card.zone)) and card.face == "up" and card.tag in known]
        return any(card.zone != f"{known[card.tag].zone} {known[card.tag].row}" for card in shown)


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
        self._disturb(seed, rates, brisk, patient)

    def disturbed(self, scene: Scene) -> None:
        """The sensors see this."""
        before = self.scene
        NodeRig.show(self, scene)
        for view, parts in (("window", _parts(scene, seats=False)), ("table", _parts(scene, seats=True))):
            if parts != _parts(before, seats=view == "table"):
                self._moved_ns[view] = self.now_ns

    def _look(self) -> None:
        """Each view is looked at while it is still itself: a player who moves does not blind the window."""
        self.at(self.now_ns + LOOKS_NS, self._look)
        if self.now_ns - self._moved_ns.get("window", 0) >= SETTLED_NS:
            self.give(look_window(self.scene, self.now_ns))
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
        super().__init__(given, seed)
        self._disturb(seed, rates, brisk, patient)

    def disturbed(self, scene: Scene) -> None:
        """The sensors see this."""
        DeviceRig.show(self, scene)

    def flicker(self, antenna: str, tag: str, for_ns: int) -> None:
        """The tag is not read there for a while."""
        self.bus.reader.flicker(antenna, tag, self.now_ns, for_ns / MS)

    def ghost(self, antenna: str, tag: str) -> None:
        """The antenna reads this tag as well."""
        self.bus.reader.ghost(antenna, (tag,) if tag else ())
