"""What fusion holds to be true of the felt: the cards of the hand, each where it was last confirmed. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec

from rulebook.cards import Card
from rulebook.events import Face, Handle
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, Seat, zone_seat
from table_node.fusion_tags import TagSense
from table_node.fusion_views import IsCard, Mouth, Outline, SeatsView, Window
from table_node.ledger import Ledger

MS = 1_000_000
PILES = (BOARD, BURNS, MUCK)
BLIND_NS = 2_500 * MS  # a camera that sent nothing for so long does not see


class Expectation(msgspec.Struct, frozen=True):
    """What the procedure expects next, out of the enforcement's table: how doubtful things are read charitably.

    `next` and `deal_to` are those of `TableState`; `short`: the seat that still lacks a card, though other things come first;
    `up`: the card that is due there lies face up; `returning`: cards that a correction sends back into the stub; `discarded`:
    those that one sends to the muck; `zones`: where a correction wants the next card; `moves`: where it wants cards that lie
    elsewhere; `open_later`: after the card that is due the seat gets one that lies face up; `preparing`: the deck is washed,
    shuffled, riffled or to be cut; `over`: the hand is over, nothing goes into the muck but by gathering the cards, which is
    no event; `pushed`: the pot was pushed, no card that lies is moved but by gathering; `ignore`: nobody plays here, whatever
    moves; `rows`: cards are set in the rows of open-face hands; `hidden`: by which seats face down;
    `told`: which rows the log has, by the dealer's word too; `board_lies`: nobody has a reason to take up a card of the board;
    `wanted`: the cards that a correction wants moved, wherever to.
    """

    next: str = ""
    deal_to: Seat = 0
    short: Seat = 0
    up: bool = False
    returning: frozenset[Handle] = frozenset()
    discarded: frozenset[Handle] = frozenset()
    zones: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    open_later: bool = False
    preparing: bool = False
    over: bool = False
    pushed: bool = False
    ignore: bool = False
    rows: bool = False
    hidden: frozenset[Seat] = frozenset()
    told: dict[Handle, str] = {}
    board_lies: bool = False
    wanted: frozenset[Handle] = frozenset()


class Crop(msgspec.Struct, frozen=True, tag=True):
    """Look closely at this seat: its cards lie face up."""

    seat: Seat


class Placed(msgspec.Struct, frozen=True):
    """Where the journal says that a card lies, for a node that starts again in the middle of a hand."""

    handle: Handle
    zone: str
    face: Face
    card: Card | None = None  # its open name


@dataclass
class Track:
    """One card of this hand."""

    handle: Handle
    zone: str
    face: Face
    placed_ns: int
    uid: str | None = field(default=None, repr=False)
    x_mm: float | None = None
    y_mm: float | None = None
    presumed: bool = False  # see `Landed`
    came: tuple[int, int] = (0, 0)  # the moments between which it came to lie there
    seat: Seat = 0  # the seat before which it has lain
    row: str = ""  # in which it was set (open-face); its zone is the seat's
    adopted: bool = False  # the journal of an earlier life says that it lies there
    guessed: bool = False  # adopted, and which of the tags at its place is its own is a guess
    missed_ns: int = 0  # since when those who show its neighbours on the board miss it


class Felt:
    """All senses and all cards of one table; the parts of fusion share it."""

    def __init__(self, ledger: Ledger, tags: TagSense) -> None:
        self.ledger = ledger
        self.tags = tags
        self.window = Window()
        self.mouth = Mouth()
        self.seats = SeatsView()
        self.tracks: dict[Handle, Track] = {}
        self.changed_ns: dict[str, int] = {}  # when a card was last told to have come to a zone or left it
        self.camera_ok = True
        self.dealt_ns = 0  # when the card came that was told of last, or the hand began
        self.dealt_from_ns = 0  # the earliest moment at which it may have come
        self.hurried = False  # a card of this hand came to a seat and nobody saw it leave the stub
        self._preparing = False

    def begin_hand(self, keep: Handle | None, now_ns: int) -> None:
        self.dealt_ns = self.dealt_from_ns = now_ns
        self.hurried = False
        kept = self.tracks.get(keep) if keep else None
        self.tracks = {kept.handle: kept} if kept else {}
        self.tags.begin_hand(now_ns if kept is None else 0)
        self.window.begin_hand()
        self.mouth.begin_hand()
        if kept is not None and kept.uid is not None:
            self.tags.settle(kept.uid, kept.zone)

    def came(self, not_before_ns: int, not_after_ns: int) -> None:
        """A card out of the stub is told of that came between these moments."""
        if not_after_ns >= self.dealt_ns:
            self.dealt_from_ns, self.dealt_ns = not_before_ns, not_after_ns

    def unseen(self, until_ns: int | None = None) -> bool:
        """Whether a card may have left the stub that nobody saw, up to that moment (or to now)."""
        return self.hurried or not self.mouth.watched(self.dealt_ns, until_ns)

    def expect(self, expect: Expectation) -> None:
        """Once the deck is ready, what lies about from washing it belongs to no hand."""
        before, self._preparing = self._preparing, expect.preparing
        if before and not self._preparing and self.camera_ok and self.window.looked_ns:
            self.tags.disregard_new(PILES)
            for outline in self.window.outlines:
                outline.stale = outline.stale or outline.handle is None

    def in_zone(self, zone: str) -> list[Track]:
        """The cards held to lie in a zone, in the order in which they came."""
        return [track for track in self.tracks.values() if track.zone == zone]

    def unbound(self, zone: str) -> list[Track]:
        """The cards there whose tags have not been read: they have none, it is dead, or the node started again."""
        return [track for track in self.in_zone(zone) if track.uid is None]

    def seats_with_cards(self) -> list[Seat]:
        """The seats before which cards lie."""
        return sorted({seat for track in self.tracks.values() if (seat := zone_seat(track.zone)) is not None})

    def sees_window(self, zone: str, now_ns: int) -> bool:
        """Whether the window camera would show a card in this zone now."""
        window = self.window
        return self.camera_ok and now_ns - window.looked_ns < BLIND_NS and window.looked_ns > 0 and zone not in window.covered

    def sees_seats(self, now_ns: int) -> bool:
        """Whether the table view is alive."""
        return self.camera_ok and self.seats.looked_ns > 0 and now_ns - self.seats.looked_ns < BLIND_NS

    def misses(self, track: Track, now_ns: int) -> bool:
        """Whether the window shows the card's place, and not the card."""
        outline = self.window.of(track.handle)
        return self.sees_window(track.zone, now_ns) and (outline is None or outline.zone != track.zone)

    def absent(self, track: Track, now_ns: int) -> bool:
        """Whether every witness that could see the card at its place misses it, and at least one could."""
        seat = zone_seat(track.zone)
        witnesses = 0
        if track.uid is not None and self.tags.has_antenna(track.zone):
            if not self.tags.silent(track.uid, track.zone, now_ns):
                return False
            witnesses += 1
        if track.zone in (BOARD, ASIDE) and self.sees_window(track.zone, now_ns):
            if not self.misses(track, now_ns):
                return False
            witnesses += 1
        if seat is not None and track.uid is None and self.sees_seats(now_ns):
            if self.seats.seat(seat).shows != "nothing":
                return False
            witnesses += 1
        if track.zone == BURNS and track.uid is None and self.sees_window(BURNS, now_ns):
            if self.window.in_zone(BURNS):
                return False
            witnesses += 1
        return witnesses > 0


def washing(felt: Felt, zone: str, interval: tuple[int, int], expect: Expectation, is_card: IsCard | None) -> bool:
    """Whether a card that came there is one of a deck that is washed or squared: between the hands, or in a deal whose cards
    have all left the seats; and not out of the mouth.

    Without a camera nobody can tell; and nobody washes a deck before the seats.
    """
    if zone_seat(zone) is not None or not felt.camera_ok or felt.window.looked_ns == 0:
        return False
    if not expect.preparing and not (expect.deal_to and _gathered(felt, interval[0])):
        return False
    return felt.mouth.claimable(*interval, is_card) is None


def _gathered(felt: Felt, since_ns: int) -> bool:
    """Whether no card of the deal has answered at its seat since then, though each antenna was asked."""
    lying = [track for track in felt.tracks.values() if zone_seat(track.zone) is not None]
    if len({track.zone for track in lying}) < 2 or not felt.tags.all_swept(since_ns, felt.window.looked_ns):
        return False
    return not any(track.uid is None or felt.tags.read_since(track.uid, track.zone, since_ns) for track in lying)


def stands_for(felt: Felt, track: Track, wanted: Collection[Handle]) -> Track:
    """Of hidden cards whose tags are known by guess since a restart, the one that moves is the one that should move."""
    if not track.guessed or track.handle in wanted:
        return track
    for other in felt.in_zone(track.zone):
        if other.guessed and other.handle in wanted and other.face == track.face:
            track.uid, other.uid = other.uid, track.uid
            felt.ledger.exchange(track.handle, other.handle)
            return other
    return track


def newcomers(felt: Felt, zone: str) -> list[Outline]:
    """Outlines of the window that were taken for no card yet."""
    return [outline for outline in felt.window.in_zone(zone) if outline.handle is None and not outline.missed]


def match_zone(felt: Felt, zone: str) -> None:
    """Say which outline is which card of the zone: by face where it was read, else by nearness."""
    outlines = [outline for outline in felt.window.in_zone(zone) if not outline.missed]
    if not outlines:
        return
    tracks = felt.in_zone(zone)
    handles = {track.handle for track in tracks}
    ledger = felt.ledger
    for outline in outlines:
        if outline.handle not in handles:
            outline.handle = None
    settled: set[Handle] = set()
    for outline in outlines:
        read = outline.card if outline.face == "up" else None
        if outline.handle is not None and read is not None:
            if ledger.is_card(outline.handle, read) or not ledger.knows(outline.handle):
                settled.add(outline.handle)
            else:
                outline.handle = None
    for outline in outlines:
        if outline.face != "up" or outline.card is None or outline.handle in settled:
            continue
        outline.handle = None
        # A card that shows its face where it lay before is not this one, which has the same face: that is a second card.
        mine = [track for track in tracks if track.handle not in settled and ledger.is_card(track.handle, outline.card)]
        owner = mine[0] if mine else None
        if owner is not None:
            for other in outlines:
                if other.handle == owner.handle:
                    other.handle = None
            outline.handle = owner.handle
            settled.add(owner.handle)
    taken = {outline.handle for outline in outlines}
    free = [track for track in tracks if track.handle not in taken]
    for outline in outlines:
        if outline.handle is None and free:
            read = outline.card if outline.face == "up" else None
            fitting = [track for track in free if read is None or not ledger.knows(track.handle)]
            if fitting:
                track = min(fitting, key=lambda track: (_distance(track, outline), track.placed_ns))
                free.remove(track)
                outline.handle = track.handle
    _by_tags(felt, outlines, free)
    for outline in outlines:
        if outline.handle is not None:
            track = felt.tracks[outline.handle]
            track.x_mm, track.y_mm = outline.x_mm, outline.y_mm


def _by_tags(felt: Felt, outlines: list[Outline], free: list[Track]) -> None:
    """A back is any card's: it is rather that of a card whose tag still answers than of one whose tag fell silent."""
    now = felt.window.looked_ns
    answering = [track for track in free if track.uid is not None and not felt.tags.silent(track.uid, track.zone, now)]
    for outline in outlines:
        track = felt.tracks.get(outline.handle or "")
        if not answering or track is None or track.uid is None or outline.face != "down":
            continue
        if felt.tags.silent(track.uid, track.zone, now):
            outline.handle = answering.pop(0).handle


def _distance(track: Track, outline: Outline) -> float:
    if track.x_mm is None or track.y_mm is None:
        return 10_000.0
    return abs(track.x_mm - outline.x_mm) + abs(track.y_mm - outline.y_mm)
