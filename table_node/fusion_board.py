"""The board and the aside spot: tags by the antenna, faces by the window, joined by identity (DESIGN 3). Pure.

A flop is dealt as a stack and spread: nothing is said until it lies still. Four tags outrank three outlines (stuck cards), and
an outline without a tag is a card whose tag is dead.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.cards import Card
from rulebook.events import Face, Handle
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, zone_seat
from table_node.fusion_felt import Felt, Track, match_zone, newcomers
from table_node.fusion_views import Outline

MS = 1_000_000
STABLE_NS = 600 * MS  # everything fits: nothing came and nothing turned for so long
YOUNG_NS = 800 * MS  # so long an outline that was seen once may be a card that has just come
UNFIT_NS = 1_800 * MS  # an outline without a tag, or a tag without an outline
LEFT_NS = 4_000 * MS  # a card that left the board is found elsewhere by then: its tag may lie under a pile
STACK_NS = 2_400 * MS  # cards that still lie face down: the flop before it is spread


@dataclass
class Arrival:
    """A tag that was confirmed in a zone and is not told of yet."""

    uid: str = field(repr=False)
    zone: str
    not_before_ns: int
    not_after_ns: int
    heard: tuple[str, ...] = ()  # other antennas that heard it meanwhile


@dataclass
class Landed:
    """One card that came to lie on the board or aside, as far as the senses can say."""

    arrival: Arrival | None
    outline: Outline | None
    face: Face
    known: Handle | None = None  # it is this card, moved
    interval: tuple[int, int] | None = None  # when it came, where neither tag nor outline says it
    presumed: bool = False  # no sensor found it there: it left the stub and is due there
    by_tag: bool = False  # the outline lay there before the antenna heard it, among others: it tells no time

    @property
    def not_before_ns(self) -> int:
        times = [self.arrival.not_before_ns] if self.arrival else []
        times += [self.outline.not_before_ns] if self.outline and not self.by_tag else []
        return min(times) if times else (self.interval or (0, 0))[0]

    @property
    def not_after_ns(self) -> int:
        times = [self.arrival.not_after_ns] if self.arrival else []
        times += [self.outline.first_ns] if self.outline and not self.by_tag else []
        return min(times) if times else (self.interval or (0, 0))[1]

    @property
    def witnesses(self) -> tuple[str, ...]:
        return tuple(name for name, there in (("rfid", self.arrival), ("window", self.outline)) if there is not None)


class BoardSense:
    """Waits for the board to lie still and joins what the antenna and the window say of it."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._signature: object = None
        self._changed_ns = 0

    def landed(self, arrivals: list[Arrival], now_ns: int) -> list[Landed]:
        """The cards that came onto the board, from left to right, once it lies still; nothing before."""
        felt = self._felt
        match_zone(felt, BOARD)
        new = newcomers(felt, BOARD) if felt.sees_window(BOARD, now_ns) else []
        signature = ([(id(one), one.face, one.card, one.face_steady) for one in new], sorted(one.uid for one in arrivals))
        if signature != self._signature:
            self._signature, self._changed_ns = signature, now_ns
        if not new and not arrivals:
            return []
        arrivals = [one for one in arrivals if not self._only_heard(one, new, now_ns)]
        if not new and not arrivals:
            return []
        pairs, lone_tags, lone_outlines = self._pair([*arrivals, *self._quarrelled(arrivals, new, now_ns)], new)
        lone_tags = [one for one in lone_tags if not felt.tags.only_passed(one.uid, BOARD)]
        quarrel = any(outline.card is not None and not self._same(tag.uid, outline.card) for tag, outline in pairs)
        fits = not lone_tags and not lone_outlines and not quarrel  # a card that went again is silent by and by
        if any(not one.face_steady for one in new):
            return []
        wait = STABLE_NS if fits and new else UNFIT_NS
        if any(one.face != "up" for one in new):
            wait = STACK_NS
        if now_ns - self._changed_ns < wait or not felt.tags.all_swept(self._changed_ns, now_ns):
            return []
        landed = [Landed(arrival, outline, outline.face) for arrival, outline in pairs]
        landed += [Landed(arrival, None, "unknown") for arrival in lone_tags]
        for outline in lone_outlines:
            landed.append(Landed(None, outline, outline.face, self._moved(outline, now_ns)))
        return sorted(landed, key=lambda one: (one.outline is None, one.outline.x_mm if one.outline else 0.0))

    def before_burns(self, landed: list[Landed], burns: list[Arrival], now_ns: int) -> list[Landed]:
        """Those of the cards that are told of now, though others wait at the burns: what may have been burned first is first.

        A card that shows its face on the board is no burn, though the burns' antenna may hear its tag.
        """
        if not landed:
            return []
        felt = self._felt
        first_ns = min(one.not_after_ns for one in landed)
        outlines = [one for one in newcomers(felt, BURNS) if now_ns - one.last_ns < YOUNG_NS and one.looks < 2]
        shown = [one.card for one in felt.window.in_zone(BOARD) if one.card is not None]
        coming = [
            since_ns
            for uid, since_ns in felt.tags.coming_to(BURNS, now_ns)
            if not any(felt.ledger.matches(uid, card) for card in shown)
        ]
        since = [*(one.not_before_ns for one in burns), *(one.not_before_ns for one in outlines), *coming]
        if any(burned_ns < first_ns for burned_ns in since):
            return []
        return [one for one in landed if not since or one.not_after_ns <= min(since)]

    def after_leaving(self, landed: list[Landed], waiting: frozenset[str], now_ns: int) -> list[Landed]:
        """Those of the cards that are told of now, though another has left the board before and where it went is not told yet:
        one that comes in its place is no further one. `waiting`: the tags that were confirmed somewhere."""
        felt = self._felt
        if not landed or now_ns - min(one.not_after_ns for one in landed) > LEFT_NS:
            return landed
        for track in felt.in_zone(BOARD):
            uid = track.uid
            if uid is None:
                continue
            silent, missed = felt.tags.silent(uid, BOARD, now_ns), felt.misses(track, now_ns)
            # A pile beside the board is heard there, and of a pile a card answers seldom: the window tells more.
            if (silent and missed) or ((silent or missed) and (uid in waiting or felt.tags.undecided(uid))):
                return []
        return landed

    def misread(self, arrivals: list[Arrival], now_ns: int) -> list[Arrival]:
        """Tags of cards that lie elsewhere, which the board's antenna hears while the window sees no card come there: a pile
        of discards answers beside it for longer than within it.

        Their cards stay where they were.
        """
        felt = self._felt
        if not felt.sees_window(BOARD, now_ns):
            return []
        found = []
        for one in arrivals:
            track = felt.tracks.get(felt.ledger.handle_of(one.uid) or "")
            if track is None or now_ns - one.not_after_ns < UNFIT_NS or newcomers(felt, BOARD):
                continue
            felt.tags.settle(one.uid, track.zone)
            found.append(one)
        return found

    def gone_again(self, arrivals: list[Arrival], now_ns: int) -> list[Arrival]:
        """Tags of cards that came and were taken back before they were told of: silent, and what the window reads of the cards
        that came are others."""
        new = newcomers(self._felt, BOARD)
        if not new or any(one.card is None for one in new):
            return []
        silent = [one for one in arrivals if self._felt.tags.silent(one.uid, BOARD, now_ns)]
        return [one for one in silent if not any(self._same(one.uid, outline.card) for outline in new if outline.card)]

    def waiting(self, now_ns: int) -> bool:
        """Whether anything on the board is still to be told."""
        return any(now_ns - one.first_ns < 4_000 * MS for one in newcomers(self._felt, BOARD))

    def _pair(
        self, arrivals: list[Arrival], new: list[Outline]
    ) -> tuple[list[tuple[Arrival, Outline]], list[Arrival], list[Outline]]:
        """Tags and outlines by identity; what is left over by order, where it cannot be a contradiction or is one."""
        tags, outlines = list(arrivals), list(new)
        pairs: list[tuple[Arrival, Outline]] = []
        for outline in new:
            tag = next((one for one in tags if outline.card is not None and self._same(one.uid, outline.card)), None)
            if tag is not None:
                pairs.append((tag, outline))
                tags.remove(tag)
                outlines.remove(outline)
        for unread in (True, False):
            for outline in [one for one in outlines if (one.card is None) is unread]:
                if tags:
                    pairs.append((tags.pop(0), outline))
                    outlines.remove(outline)
        return pairs, tags, outlines

    def _only_heard(self, arrival: Arrival, new: list[Outline], now_ns: int) -> bool:
        """Whether it is the tag of a card that lies elsewhere, and the window sees no such card come here."""
        felt = self._felt
        if felt.ledger.handle_of(arrival.uid) not in felt.tracks or not felt.sees_window(BOARD, now_ns):
            return False
        return not any(one.card is None or self._same(arrival.uid, one.card) for one in new)

    def _quarrelled(self, arrivals: list[Arrival], new: list[Outline], now_ns: int) -> list[Arrival]:
        """Tags that another antenna reads as well, and that are not decided yet: the window sees their faces here."""
        felt = self._felt
        undecided = felt.tags.undecided_at(BOARD, now_ns) - {one.uid for one in arrivals}
        found = []
        for outline in new:
            if outline.card is None or outline.face != "up":
                continue
            uid = next((uid for uid in sorted(undecided) if self._same(uid, outline.card)), None)
            if uid is not None and self._has_left(uid, now_ns):
                found.append(Arrival(uid, BOARD, outline.not_before_ns, outline.first_ns))
        return found

    def _has_left(self, uid: str, now_ns: int) -> bool:
        """Whether the card lies nowhere else, as far as anybody knows: its tag answers no more where it lay."""
        track = self._felt.tracks.get(self._felt.ledger.handle_of(uid) or "")
        return track is None or self._felt.tags.silent(uid, track.zone, now_ns)

    def _same(self, uid: str, card: Card) -> bool:
        handle = self._felt.ledger.handle_of(uid)
        return self._felt.ledger.matches(uid, card) or (handle is not None and self._felt.ledger.is_card(handle, card))

    def _moved(self, outline: Outline, now_ns: int) -> Handle | None:
        """The card of this face that lay elsewhere and may have come here without its tag being read."""
        if outline.card is None:
            return None
        felt = self._felt
        for track in felt.tracks.values():
            if not felt.ledger.is_card(track.handle, outline.card) or track.zone in (BOARD, MUCK, BURNS):
                continue
            if track.uid is not None and felt.tags.read_since(track.uid, track.zone, outline.first_ns):
                return None  # its own tag still answers where it lay: this one is another card
            if zone_seat(track.zone) is None or felt.absent(track, now_ns):
                return track.handle
        return None


class AsideSense:
    """Cards set aside: the window sees them alone. A card that left the board or the burns keeps its handle."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt

    def landed(self, now_ns: int) -> Landed | None:
        """The next card that came to lie aside."""
        felt = self._felt
        match_zone(felt, ASIDE)
        if not felt.sees_window(ASIDE, now_ns):
            return None
        for outline in newcomers(felt, ASIDE):
            if not outline.face_steady:
                continue
            known = self._departed(outline, now_ns)
            if known is not None:
                return Landed(None, outline, outline.face, known.handle)
            if outline.face == "up" and outline.card is not None and now_ns - outline.first_ns > UNFIT_NS:
                return Landed(None, outline, outline.face)
        return None

    def waiting(self, now_ns: int) -> bool:
        """Whether a card aside is still to be told."""
        return any(now_ns - one.first_ns < 4_000 * MS for one in newcomers(self._felt, ASIDE))

    def _departed(self, outline: Outline, now_ns: int) -> Track | None:
        felt = self._felt
        elsewhere = [track for track in felt.tracks.values() if track.zone != ASIDE]
        if outline.face == "up" and outline.card is not None:
            same = [track for track in elsewhere if felt.ledger.is_card(track.handle, outline.card)]
            # Its tag falls silent with the move; waiting for the silence keeps a second card of one face apart.
            return next((track for track in same if felt.absent(track, now_ns)), None)
        gone = [track for track in elsewhere if track.zone == BOARD and felt.absent(track, now_ns)]
        if not gone and now_ns - outline.first_ns > STACK_NS:
            # Burns and players' cards fall silent where they lie: they count only once the board has lost none.
            gone = [track for track in elsewhere if track.zone == BURNS and felt.absent(track, now_ns)]
            gone = gone or [one for one in elsewhere if zone_seat(one.zone) is not None and felt.absent(one, now_ns)]
        return max(gone, key=lambda track: track.placed_ns, default=None)


def turned(felt: Felt, zone: str, now_ns: int) -> tuple[Track, Face] | None:
    """The next card of the board or aside that was turned over where it lies, and how it lies now."""
    if not felt.sees_window(zone, now_ns):
        return None
    match_zone(felt, zone)
    for outline in felt.window.in_zone(zone):
        track = felt.tracks.get(outline.handle or "")
        if track is None or outline.missed or not outline.face_steady or outline.face == "unknown":
            continue
        if track.face != outline.face:
            return track, outline.face
    return None


def burned_up(felt: Felt, now_ns: int) -> tuple[Track, Card] | None:
    """The next burn that was told of as lying face down, for nobody saw it, and whose face the window reads there."""
    if not felt.sees_window(BURNS, now_ns):
        return None
    for outline in felt.window.in_zone(BURNS):
        if outline.card is None or outline.face != "up" or outline.missed or not outline.face_steady:
            continue
        for track in felt.in_zone(BURNS):
            if track.face != "up" and felt.ledger.is_card(track.handle, outline.card):
                return track, outline.card
    return None


def read_late(felt: Felt, zone: str) -> tuple[Track, Card] | None:
    """The next card of the board or aside whose face the window read after it was told of, with that face."""
    for outline in felt.window.in_zone(zone):
        track = felt.tracks.get(outline.handle or "")
        if track is None or outline.card is None or outline.face != "up" or not outline.face_steady:
            continue
        if track.face == "up" and not felt.ledger.is_card(track.handle, outline.card):
            return track, outline.card
    return None
