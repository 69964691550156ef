"""Rows of open-face hands: an antenna tells which cards lie before a seat, a close look in which row each lies (BFSP 8). Pure.

A face that is read names its card. One that is not is known by elimination alone: where every other card of the seat is
accounted for. Backs in rows are a hidden hand of fantasy: how many lie in each row is seen, which ones nobody can know before
they are opened; until then any of the hand's cards stands for each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from rulebook.cards import Card
from rulebook.events import CardPlaced, CardTurned, Event, Face, Handle
from rulebook.seats import ROWS, Seat, Zone, row_zone, seat_zone, zone_seat
from table_node.fusion_felt import Expectation, Felt, Track
from table_node.fusion_seats import SeatSense
from vision.sightings import Look, Sighting

MS = 1_000_000
UNSTEADY_NS = 1_500 * MS  # so long a look that differs from the one before waits for another
Shown = tuple[str, Face, Card | None]  # row, face, what is read
Later = Callable[[], Iterable[Event]]


@dataclass
class Rowed:
    """The card lies in this row (empty: in hand again), this way up; `card`: what is read on it."""

    track: Track
    row: str
    face: Face
    card: Card | None = field(default=None, repr=False)


def opens_in_row(track: Track, face: Face) -> bool:
    """Whether this is a card that was set face down and shows its face: it is told of by the row in which that is read."""
    return bool(track.row) and face == "up" and track.face != "up"


class RowSense:
    """Which card of a seat lies in which row. What two looks in succession show is believed."""

    def __init__(self, felt: Felt, seats: SeatSense) -> None:
        self._felt = felt
        self._seats = seats
        self._looks: dict[Seat, tuple[int, Counter[Shown]]] = {}
        self._before: dict[Seat, Counter[Shown]] = {}
        self._last: dict[Seat, dict[Shown, int]] = {}  # when each was seen last
        self._told: dict[Seat, tuple[object, ...]] = {}  # of these looks and cards everything was told

    def begin_hand(self) -> None:
        """Nothing has been seen of the new hand."""
        self._looks.clear()
        self._before.clear()
        self._last.clear()
        self._told.clear()

    def look(self, look: Look, now_ns: int) -> None:
        """Take a close look at a seat. Where a hand lies over part of it, what shows beside it is seen all the same: nothing
        here follows from what is not there."""
        by_seat: dict[Seat, list[Sighting]] = {}
        for one in look.cards:
            seat = zone_seat(Zone(one.zone))
            if seat is not None:
                by_seat.setdefault(seat, []).append(one)
        for seat, cards in by_seat.items():
            shown = Counter((one.row, one.face, one.card if one.face == "up" else None) for one in cards)
            _, self._before[seat] = self._looks.get(seat, (0, Counter()))
            self._looks[seat] = (look.at_ns, shown)
            self._last.setdefault(seat, {}).update(dict.fromkeys(shown, look.at_ns))
            if shown != self._before[seat]:
                self._seats.want(seat, now_ns)

    def keep_looking(self, now_ns: int) -> None:
        """Cards are set without any antenna's noticing: every seat that has some is looked at again and again."""
        for seat in self._felt.seats_with_cards():
            self._seats.want(seat, now_ns)

    def _take_word(self, told: Mapping[Handle, str], hidden: Collection[Seat]) -> None:
        """What the dealer said of a card's row holds until the camera sees it elsewhere."""
        for handle, row in told.items():
            track = self._felt.tracks.get(handle)
            if track is not None and zone_seat(Zone(track.zone)) is not None and track.row != row:
                track.row = row
                track.face = track.face if zone_seat(Zone(track.zone)) in hidden else "up"

    def waiting(self, now_ns: int) -> bool:
        """Whether a look has changed that no second one has confirmed yet."""
        return any(shown != self._before.get(seat) and now_ns - at < UNSTEADY_NS for seat, (at, shown) in self._looks.items())

    def next(self, hidden: Collection[Seat]) -> Rowed | None:
        """The next card that lies otherwise than it was told. `hidden`: the seats that set their cards face down."""
        for seat, (_, shown) in sorted(self._looks.items()):
            tracks = self._felt.in_zone(seat_zone(seat))
            before = self._before.get(seat, Counter())
            lying = tuple((track.handle, track.row, track.face, self._felt.ledger.knows(track.handle)) for track in tracks)
            known = (shown, before, seat in hidden, lying)
            if self._told.get(seat) == known:
                continue  # asked many times between two looks
            steady = shown & before
            if not tracks or not steady:
                continue
            found = self._read(tracks, steady) or _by_elimination(self._felt, tracks, steady)
            if found is None and seat in hidden:
                found = _hidden(tracks, steady)
            if found is not None:
                return found
            self._told[seat] = known
        return None

    def tell(self, expect: Expectation, busy: Collection[Seat], now_ns: int) -> list[Event | Later]:
        """The events of one such card, which then counts as told of; none at a seat where a card is still coming."""
        self._take_word(expect.told, expect.hidden)
        found = self.next(expect.hidden)
        seat = zone_seat(Zone(found.track.zone)) if found is not None else None
        if found is None or seat is None or seat in busy:
            return []
        track, at_ms = found.track, now_ns // MS
        zone = row_zone(seat, found.row) if found.row else seat_zone(seat)
        event: Event = CardTurned(track.handle, found.face)
        if found.row != track.row:
            witnesses = ("rfid", "table") if track.uid is not None else ("table",)
            since_ms = self._since(seat, found, now_ns) // MS
            event = CardPlaced(track.handle, zone, found.face, "unknown", since_ms, at_ms, witnesses)
        track.row, track.face = found.row, found.face
        facts = partial(self._felt.ledger.seen, track.handle, track.uid, None, found.card, zone, found.face)
        return [event, facts]

    def _since(self, seat: Seat, found: Rowed, now_ns: int) -> int:
        """Since when a card that is read may lie in another row than before: a hand may have lain over the seat. For any other,
        now."""
        track = found.track
        if not track.row or found.card is None:
            return now_ns
        return self._last.get(seat, {}).get((track.row, "up", found.card), track.placed_ns)

    def _read(self, tracks: Sequence[Track], steady: Counter[Shown]) -> Rowed | None:
        """A card whose face was read elsewhere than where it was told of."""
        ledger = self._felt.ledger
        for row, face, card in sorted(steady, key=str):
            if face != "up" or card is None:
                continue
            mine = [track for track in tracks if ledger.is_card(track.handle, card)]
            if len(mine) > 1:
                continue  # two of one face: the ledger has told of that
            if not mine:
                mine = [track for track in tracks if not ledger.knows(track.handle) and not track.row]
            if mine and (mine[0].row != row or (row and mine[0].face != "up")):
                return Rowed(mine[0], row, "up", card)
        return None


def _by_elimination(felt: Felt, tracks: Sequence[Track], steady: Counter[Shown]) -> Rowed | None:
    """Faces that nobody could read, where just as many cards of the seat are not accounted for."""
    unread = Counter({row: count for (row, face, card), count in steady.items() if face != "down" and card is None})
    read = [card for _, face, card in steady if face == "up" and card is not None]
    backs = sum(count for (_, face, _), count in steady.items() if face == "down")
    left = [track for track in tracks if not any(felt.ledger.is_card(track.handle, card) for card in read)]
    if backs or not unread or unread.total() != len(left):
        return None
    alike = len(unread) == 1 or not any(felt.ledger.knows(track.handle) for track in left)
    placed = Counter(track.row for track in left)
    for row in ROWS:
        if unread[row] > placed[row] and alike:
            stray = next((track for track in left if unread[track.row] < placed[track.row]), None)
            if stray is not None:
                return Rowed(stray, row, "up")
    return None


def _hidden(tracks: Sequence[Track], steady: Counter[Shown]) -> Rowed | None:
    """One more back lies in a row than was told of: a card out of the hand, or out of a row that shows fewer."""
    backs = Counter({row: count for (row, face, _), count in steady.items() if face == "down"})
    told = Counter(track.row for track in tracks if track.face != "up")
    for row in ROWS:
        if backs[row] <= told[row]:
            continue
        for track in tracks:
            if track.face != "up" and (not track.row or backs[track.row] < told[track.row]):
                return Rowed(track, row, "down")
    return None
