"""What real tables do to sensors, on the simulated ones, out of a seed (HARDWARE, what RFID does wrong; DESIGN 3).

Players lift their cards to look (tag and back vanish, and come back, perhaps a little beside), hold a hand over them, and toss
them. The dealer's hands pass over the window's zones, with the arms behind them, and stay for a moment over what they lay down;
now and then somebody reaches across the whole window. Tags flicker; antennas read a neighbour's tag, now and then with bytes
shifted; replies come with a byte lost, flipped or doubled.

None of it is an event of play: whatever an honest table says of it is a false alarm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

import msgspec

from rulebook.cards import Card
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
from simulators.scene import Scene, SceneCard
from simulators.virtual_table import MS

TICK_MS = 100
ROW = 5  # cards side by side before a seat
WINDOW_ZONES = (STUB, BOARD, BURNS, MUCK)
# A hand over this zone, and what the arm behind it lies over as well: the dealer sits at the window's lower edge.
REACHES: dict[str, tuple[str, ...]] = {
    STUB: (STUB,),
    BOARD: (BOARD, ASIDE),
    BURNS: (BURNS, STUB),
    MUCK: (MUCK,),
    ASIDE: (ASIDE,),
}
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
    reads have their bytes shifted. `lift_s` and `cover_s` are per seat with cards, `hand_s` for the window, `across_s` for
    somebody's reaching across all of it; `laid`: how often the hand that lays a card still lies over it for a while.
    `bad_byte`: share of the bytes on serial lines that are lost, flipped or doubled; HARDWARE quotes no rate, this is about one
    reply a minute.
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
    across_s: float = 1 / 60
    across_ms: tuple[float, float] = (300.0, 1_500.0)
    laid: float = 0.8
    laid_ms: tuple[float, float] = (150.0, 600.0)
    bad_byte: float = 1 / 50_000


HUMAN = Rates()
CALM = Rates(
    flicker_s=0, ghost_s=0, lift_s=0, cover_s=0, hand_s=0, wash_ms=(0.0, 0.0), across_s=0, laid=0, bad_byte=0
)  # fmt: skip


_OVER: dict[str, str] = {row_zone(seat, row): seat_zone(seat) for seat in range(1, SEAT_COUNT + 1) for row in ROWS}


def antenna_of(zone: str) -> str:
    """The antenna over which a card of this zone lies: the rows of an open-face hand lie before their seat."""
    return _OVER.get(zone, zone)


class Shaken(Protocol):
    """The table that is disturbed."""

    now_ns: int

    def at(self, due_ns: int, action: Callable[[], None]) -> None:
        """Do this then."""

    def disturbed(self, scene: Scene) -> None:
        """The sensors see this, whatever the truth is."""

    def flicker(self, antenna: str, tag: str, for_ns: int) -> None:
        """A tag that lies there is not read for a while."""

    def ghost(self, antenna: str, tag: str) -> None:
        """The antenna reads this tag as well; empty: no more."""


class Unrest:
    """The disturbances of one table. `hands` draws those of the hands that deal, `random` all others."""

    def __init__(self, table: Shaken, random: Random, hands: Random, rates: Rates) -> None:
        self._table = table
        self.random = self._random = random
        self._hands = hands
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
        self._counted = False  # the points of open-face are being counted
        self._tick()

    def truth(self, scene: Scene) -> None:
        """The felt looks like this in truth."""
        self._lay_by_hand(scene)
        self._truth = scene
        lying = {card.id: card.zone for card in scene.cards}
        self._lifted = {ident: lift for ident, lift in self._lifted.items() if lying.get(ident) == lift[0]}
        self._moved = {ident: move for ident, move in self._moved.items() if lying.get(ident) == move[0]}
        self._end_ghosts(self._table.now_ns)
        self._render()

    def count(self, *, ends: bool = False) -> None:
        """The points of open-face are counted, row by row: nobody counts what lies under a hand, and nobody puts his there."""
        self._counted = not ends
        self._covered = {zone: until for zone, until in self._covered.items() if zone_seat(Zone(zone)) is None}
        self._render()

    def _lay_by_hand(self, scene: Scene) -> None:
        """The hand that lays or takes a card still lies over its place. Hole cards are pitched, nobody reaches so far."""
        before = {card.id: card.zone for card in self._truth.cards}
        now = {card.id: card.zone for card in scene.cards}
        changed = {ident for ident in before.keys() | now.keys() if before.get(ident) != now.get(ident)}
        zones = {zone for ident in changed for zone in (before.get(ident), now.get(ident)) if zone is not None}
        for zone in sorted(zones):
            if self._hands.random() < self._rates.laid:
                if zone in REACHES and zone != STUB:
                    self._reach(zone, self._hands.uniform(*self._rates.laid_ms))
                elif zone_row(Zone(zone)) is not None:
                    self._reach(antenna_of(zone), self._hands.uniform(*self._rates.laid_ms))

    def _reach(self, zone: str, for_ms: float) -> None:
        """A hand lies over a zone, and the arm over what is before it."""
        until = self._table.now_ns + round(for_ms * MS)
        for covered in REACHES.get(zone, (zone,)):
            self._covered[covered] = max(until, self._covered.get(covered, 0))

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
            self._reach(self._random.choice(WINDOW_ZONES), self._random.uniform(*self._rates.hand_ms))
        if self._hands.random() < self._rates.across_s * TICK_MS / 1_000:
            for_ms = self._hands.uniform(*self._rates.across_ms)
            for zone in REACHES:
                self._reach(zone, for_ms)
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
            until = now + self._span(self._rates.cover_ms)
            if not self._counted:
                self._covered[zone] = until

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
