"""What the camera has shown for long enough to be believed: outlines in the window, the stub's mouth, the seats. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rulebook.cards import Card
from rulebook.events import Face, Handle
from rulebook.seats import STUB, Seat
from vision.sightings import Look, Sighting

MS = 1_000_000
SAME_MM = 40.0  # sightings nearer than this in two looks are one card that lies still (a card is 63 mm wide)
IsCard = Callable[[Card], bool]
BLIND_KEPT = 256  # looks at a covered mouth that are remembered
BACKS_KEPT = 4  # looks at one card in the mouth that are remembered for their backs
SEEN_NS = 700 * MS  # between two looks no card passes the mouth unseen at the pace of a dealer who watches the screen
CLOSE_NS = (
    520 * MS
)  # nor, at the pace of people, one that leaves and another: each shows for 200 ms, and as long passes between
SINGLE_NS = 450 * MS  # a back that shows for no longer is one card, not one and then the next
FLIGHT_NS = 900 * MS  # from the mouth to a seat, with the slack of two looks


@dataclass
class Outline:
    """One card-shaped thing in the window that stays where it is."""

    zone: str
    x_mm: float
    y_mm: float
    face: Face
    card: Card | None = field(repr=False)
    first_ns: int
    not_before_ns: int
    last_ns: int
    looks: int = 1
    face_ns: int = 0  # since when it shows this face
    face_looks: int = 1
    missed: int = 0
    stale: bool = False  # it lay there before the hand began
    handle: Handle | None = None  # the card that it was taken for

    @property
    def steady(self) -> bool:
        """Seen in two looks."""
        return self.looks >= 2

    @property
    def face_steady(self) -> bool:
        return self.face_looks >= 2


class Window:
    """The outlines of the window view."""

    def __init__(self) -> None:
        self.outlines: list[Outline] = []
        self.looked_ns = 0
        self.covered: tuple[str, ...] = ()

    def begin_hand(self) -> None:
        for outline in self.outlines:
            outline.stale = True
            outline.handle = None

    def look(self, look: Look) -> bool:
        """Take one frame of the window; whether anything changed."""
        before = self.looked_ns
        self.looked_ns, self.covered = look.at_ns, look.covered
        free = list(self.outlines)
        changed = False
        fresh: list[Sighting] = []
        for sighting in look.cards:
            if sighting.zone == STUB or not sighting.zone:
                continue
            outline = _nearest(free, sighting)
            if outline is None:
                fresh.append(sighting)
                continue
            free.remove(outline)
            changed |= _again(outline, sighting, look.at_ns)
        for outline in free:
            if outline.zone in look.covered:
                continue
            outline.missed += 1
            if outline.missed >= 2:
                self.outlines.remove(outline)
                changed = True
        for sighting in fresh:
            self.outlines.append(_outline(sighting, look.at_ns, before))
            changed = True
        return changed

    def in_zone(self, zone: str) -> list[Outline]:
        """The outlines that lie in a zone and belong to this hand."""
        return [outline for outline in self.outlines if outline.zone == zone and not outline.stale]

    def of(self, handle: Handle) -> Outline | None:
        """The outline that was taken for that card and is still there."""
        return next((outline for outline in self.outlines if outline.handle == handle and not outline.missed), None)


def _nearest(free: list[Outline], sighting: Sighting) -> Outline | None:
    near = [
        (distance, index)
        for index, outline in enumerate(free)
        if outline.zone == sighting.zone
        and (distance := max(abs(outline.x_mm - sighting.x_mm), abs(outline.y_mm - sighting.y_mm))) < SAME_MM
        # Two different read faces are two cards, however near.
        and (outline.card is None or sighting.card is None or outline.card == sighting.card)
    ]
    return free[min(near)[1]] if near else None


def _outline(sighting: Sighting, at_ns: int, before_ns: int) -> Outline:
    return Outline(
        sighting.zone, sighting.x_mm, sighting.y_mm, sighting.face, sighting.card, at_ns, before_ns, at_ns, face_ns=at_ns
    )


def _again(outline: Outline, sighting: Sighting, at_ns: int) -> bool:
    outline.x_mm, outline.y_mm = sighting.x_mm, sighting.y_mm
    outline.last_ns, outline.missed = at_ns, 0
    outline.looks += 1
    if sighting.face == outline.face or sighting.face == "unknown":
        outline.face_looks += 1
        newly_read = outline.card is None and sighting.card is not None
        outline.card = outline.card or sighting.card
        return newly_read or outline.looks == 2 or outline.face_looks == 2
    outline.face, outline.card = sighting.face, sighting.card
    outline.face_ns, outline.face_looks = at_ns, 1
    return True


@dataclass
class Passage:
    """A card that showed in the stub's mouth and left it: it must come to lie somewhere."""

    came_ns: int
    last_ns: int
    left_ns: int = 0  # the first look without it; 0: it still shows
    ups: int = 0
    downs: int = 0
    card: Card | None = field(default=None, repr=False)
    gone_looks: int = 0
    gap_ns: int = 0  # the longest time between two looks at it
    taken_ns: int = 0  # a card that came from among these backs arrived then
    backs: list[str] = field(default_factory=list, repr=False)  # whose backs it showed, look by look

    @property
    def face(self) -> Face:
        """Up: seen up in two frames. Down: seen down and never up. Otherwise nobody can say."""
        if self.ups >= 2:
            return "up"
        return "down" if self.downs and not self.ups else "unknown"

    @property
    def back(self) -> str:
        """The deck whose back it showed in two looks, and in none another's; empty: nobody can say."""
        return self.backs[0] if len(self.backs) >= 2 and len(set(self.backs)) == 1 else ""


class Mouth:
    """The stub's mouth in the window: which cards passed through it, in order, and how they lay."""

    def __init__(self) -> None:
        self._now: Passage | None = None
        self._looked_ns = 0
        self._blind_ns = 0  # when it was last covered, or not looked at for too long
        self._blind: deque[int] = deque(maxlen=BLIND_KEPT)  # and when before
        self._gaps: deque[tuple[int, int]] = deque(maxlen=BLIND_KEPT)  # between these looks a card may have passed in haste
        self._hidden = False  # it was covered in the last look
        self._showed = False  # a card showed in it
        self.passages: list[Passage] = []

    def begin_hand(self) -> None:
        self._now = None
        self.passages.clear()

    @property
    def occupied(self) -> bool:
        """Whether a card shows there now."""
        return self._now is not None

    @property
    def unsettled(self) -> bool:
        """Whether a card has left that lies nowhere yet, or may have left under a hand."""
        now = self._now
        if now is None:
            return bool(self.passages)
        return now.gone_looks > 0 or (now.last_ns < self._blind_ns and not now.taken_ns)

    def look(self, look: Look) -> bool:
        """Take one frame of the window; whether a card has left."""
        before, self._looked_ns = self._looked_ns, look.at_ns
        hidden, self._hidden = self._hidden, STUB in look.covered
        showed, self._showed = self._showed, any(sighting.zone == STUB for sighting in look.cards)
        apart_ns = look.at_ns - before
        passed = STUB in look.stirred and (showed is self._showed or apart_ns > CLOSE_NS)
        if before and (hidden or self._hidden or passed or apart_ns > SEEN_NS):
            self._gaps.append((before, look.at_ns))
        if STUB in look.covered:
            self._blind_ns = look.at_ns
            self._blind.append(look.at_ns)
            return False
        if before and look.at_ns - before > SEEN_NS:
            self._blind_ns = look.at_ns
            self._blind.append(look.at_ns)
        shown = [sighting for sighting in look.cards if sighting.zone == STUB]
        if not shown:
            return self._empty(look.at_ns)
        card = shown[0]
        now = self._now
        left = False
        if now is not None and (now.gone_looks or _other(now, card)):
            left = self._left(look.at_ns if now.left_ns == 0 else now.left_ns)
            now = None
        if now is None:
            now = self._now = Passage(look.at_ns, look.at_ns)
        elif now.taken_ns and look.at_ns > now.taken_ns:
            now.came_ns, now.taken_ns = look.at_ns, 0  # the next back shows where the one lay that has arrived
        now.gap_ns = max(now.gap_ns, look.at_ns - now.last_ns)
        now.last_ns = look.at_ns
        now.ups += card.face == "up"
        now.downs += card.face == "down"
        if card.back and len(now.backs) < BACKS_KEPT:
            now.backs.append(card.back)
        now.card = now.card or (card.card if card.face == "up" else None)
        return left

    def _empty(self, at_ns: int) -> bool:
        now = self._now
        if now is None:
            return False
        now.gone_looks += 1
        now.left_ns = now.left_ns or at_ns
        # One frame without it may be a hand in the way that nobody noticed.
        return self._left(now.left_ns) if now.gone_looks >= 2 else False

    def _left(self, at_ns: int) -> bool:
        now = self._now
        if now is None:
            return False
        now.left_ns = at_ns
        self._now = None
        if now.taken_ns:
            return False  # a hand lay over the mouth while its card arrived
        self.passages.append(now)
        del self.passages[:-12]
        return True

    def claimable(
        self, not_before_ns: int, not_after_ns: int, is_card: IsCard | None = None, *, behind: int = 0
    ) -> Passage | None:
        """The passage of a card that arrived in that interval: the one whose face was read as its, else the earliest unread,
        but for those of so many others that came to the same place before it (`behind`).

        `is_card` tells whether a read face is that of the card that arrived; None: nobody knows its face. A card that the
        camera has not yet missed twice may already lie at its place: then it is taken as having left.
        """
        now = self._now
        if now is not None and now.gone_looks and now.last_ns <= not_after_ns:
            self._left(now.left_ns)
        fitting = [
            passage
            for passage in self.passages
            if not_before_ns - FLIGHT_NS <= passage.left_ns and passage.came_ns <= not_after_ns
        ]
        read = [one for one in fitting if one.card is not None and (is_card is None or is_card(one.card))]
        unread = [one for one in fitting if one.card is None]
        unread = unread[min(behind, len(unread) - 1) :] if unread else []
        chosen = [*unread, *read] if is_card is None else [*read, *unread]
        return chosen[0] if chosen else None

    def claim(self, not_before_ns: int, not_after_ns: int, is_card: IsCard | None = None, *, behind: int = 0) -> Passage | None:
        """Take that passage: its card has arrived.

        A mouth that shows one back after the other never looks empty: then the card came from among these backs.
        """
        passage = self.claimable(not_before_ns, not_after_ns, is_card, behind=behind)
        if passage is not None:
            self.passages.remove(passage)
            return passage
        now = self._now
        if now is not None and now.card is not None and is_card is not None and is_card(now.card):
            self._now = None  # it has left under a hand
            return now
        if self._among_backs(not_before_ns, not_after_ns):
            assert self._now is not None
            self._now.taken_ns = not_after_ns
            return Passage(self._now.came_ns, self._now.last_ns, self._now.last_ns, downs=self._now.downs)
        return None

    def _among_backs(self, not_before_ns: int, not_after_ns: int) -> bool:
        """Whether the card came from among the backs that show there, or is the one that showed before a hand covered it."""
        now = self._now
        if now is None or not now.downs or now.ups or now.gone_looks:
            return False
        if now.last_ns <= now.taken_ns:
            return False  # that back was another's, and the mouth has not been seen since
        return now.came_ns <= not_before_ns or (now.came_ns <= not_after_ns and now.last_ns <= not_after_ns)

    def earlier(self, not_before_ns: int, not_after_ns: int) -> Passage | None:
        """A back that left the mouth before the card that arrived in that interval, and that nobody has claimed yet."""
        backs = [one for one in self.passages if one.face == "down" and one.came_ns <= not_after_ns]
        own = [one for one in backs if one.left_ns >= not_before_ns - FLIGHT_NS]
        if own and not self._among_backs(not_before_ns, not_after_ns):
            backs.remove(own[-1])
        return backs[0] if backs else None

    def shown_between(self, since_ns: int, until_ns: int) -> int:
        """How many cards that nobody has told of came to show between these moments."""
        return sum(since_ns < one.came_ns <= until_ns for one in self.passages)

    def watched(self, since_ns: int, until_ns: int | None = None) -> bool:
        """Whether nothing can have passed unseen since that moment, up to the other (or to now)."""
        if until_ns is None or self._blind_ns <= since_ns:
            return self._blind_ns <= since_ns
        return not any(since_ns < blind_ns <= until_ns for blind_ns in self._blind)

    def alone(self, passage: Passage, since_ns: int, until_ns: int) -> bool:
        """Whether this card left the stub in that time and no other can have, however brisk the dealer is."""
        now = self._now
        others = [*self.passages, *([now] if now is not None else [])]
        if any(one is not passage and one.came_ns <= until_ns for one in others) or passage.came_ns < since_ns:
            return False
        seen = self._looked_ns >= until_ns and not any(begun < until_ns and ended > since_ns for begun, ended in self._gaps)
        return seen and passage.last_ns - passage.came_ns < SINGLE_NS


def _other(passage: Passage, sighting: Sighting) -> bool:
    """Whether the mouth shows another card than before: another face read, or up where it had long been down."""
    if passage.card is not None and sighting.card is not None:
        return passage.card != sighting.card
    if passage.back and sighting.back and passage.back != sighting.back:
        return True
    return sighting.face == "up" and passage.downs >= 2 and passage.ups == 0


@dataclass
class SeatView:
    """What the table view shows at one seat, and since when."""

    shows: str = "nothing"  # nothing, back, face
    since_ns: int = 0
    looks: int = 0
    bare_ns: tuple[int, int] = (0, 0)  # from when and to when it last showed nothing and then cards again
    last_ns: int = 0
    faces: int = 0  # how many it makes out
    stirred_ns: int = 0  # when their number changed last: a hint to look closely


class SeatsView:
    """The table view: per seat nothing, back or face."""

    def __init__(self) -> None:
        self._seats: dict[Seat, SeatView] = {}
        self.looked_ns = 0

    def look(self, look: Look) -> bool:
        """Take one frame of the table view; whether anything changed or was confirmed."""
        self.looked_ns = look.at_ns
        changed = False
        for seat, shows in look.seats.items():
            if f"seat {seat}" in look.covered:
                continue
            view = self._seats.setdefault(seat, SeatView())
            if view.shows != shows:
                if view.shows == "nothing":
                    view.bare_ns = (view.since_ns, look.at_ns)
                view.shows, view.since_ns, view.looks = shows, look.at_ns, 0
                changed = True
            faces = look.faces.get(seat, 0)
            if view.faces != faces:
                view.faces, view.stirred_ns = faces, look.at_ns
            view.looks += 1
            view.last_ns = look.at_ns
            changed |= view.looks == 2
        return changed

    def seat(self, seat: Seat) -> SeatView:
        return self._seats.get(seat) or SeatView()

    def __iter__(self) -> Iterator[tuple[Seat, SeatView]]:
        return iter(self._seats.items())
