"""Where the tags are, out of antennas that flicker and read their neighbours' tags (HARDWARE, what RFID does wrong). Pure.

A tag is where it was last confirmed until it is confirmed elsewhere. Confirmed: read at least twice there (an unregistered tag,
or one that goes from seat to seat, for longer than misreads last), every antenna swept since the first of these reads, and
every other place silent for longer than tags drop out. A tag that two antennas go on reading belongs to the one that reads it
more often; if both read it nearly always, it is in two places.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from firmware_bridge.feig_poller import Reread
from firmware_bridge.readings import Inventory
from rulebook.seats import MUCK
from table_node.fusion_reads import MEMORY, Sensed, TagArrived, TagReads, TagTwice, TagUnsure

MS = 1_000_000
HOLD_NS = 1_500 * MS  # silence that counts as absence: gaps of 0.8 s occur with cards that lie still
SWEEP_CAP_NS = 1_200 * MS  # an antenna that did not answer for so long is not waited for
DECIDE_NS = 2_000 * MS  # how long two antennas may quarrel before anything is said
STRANGE_NS = 1_800 * MS  # a neighbour's tag with shifted bytes does not answer for so long
CANDIDATE_NS = 2_500 * MS  # an arrival that was not confirmed by then was a misread
DISPUTE_NS = 4_500 * MS  # a new tag that two antennas read is waited for so long
QUARREL_NS = 9_000 * MS  # and so long before two places are believed
STEADY_LOOKS = 3
SETTLED_HITS = 4  # so often a card that lies at a seat is read there
TWICE_LOOKS = 14  # both antennas must have read it nearly always in so many
TWICE = 0.9
OFTEN = 0.75
SELDOM = 0.5

USUAL_WAYS = {("seat", "muck"), ("seat", "burns"), ("board", "muck"), ("burns", "muck")}  # by hand, besides out of the stub


def _kind(zone: str) -> str:
    return zone.partition(" ")[0]


class TagSense:
    """Keeps every tag's place. `registered` tells a tag of the deck in play; `ignored` tags (the cut card) are no cards."""

    def __init__(self, registered: Callable[[str], bool], ignored: frozenset[str] = frozenset()) -> None:
        self._registered = registered
        self._ignored = ignored
        self._reads: dict[str, dict[str, TagReads]] = {}
        self._present: dict[str, frozenset[str]] = {}
        self._swept: dict[str, int] = {}
        self._began: dict[str, int] = {}
        self._hand_ns = 0
        self._home: dict[str, str] = {}
        self._open: set[str] = set()  # tags read somewhere else than at home, to be decided
        self._told: set[tuple[str, str]] = set()
        self._unsure: set[str] = set()
        self.due = ""  # where the procedure expects the next card
        self.wanted: tuple[str, ...] = ()  # where a correction sends cards: going there is usual now

    # -- what others ask

    def home(self, uid: str) -> str | None:
        """Where the tag was last confirmed."""
        return self._home.get(uid)

    def at(self, zone: str) -> frozenset[str]:
        """The tags of the last look through this zone's antenna."""
        return self._present.get(zone, frozenset())

    def undecided_at(self, zone: str, now_ns: int) -> frozenset[str]:
        """The tags that are read in this zone and not taken as lying anywhere yet."""
        return frozenset(
            uid
            for uid in self._open
            if zone in self._reads[uid] and self._is_candidate(uid, zone, self._reads[uid][zone], now_ns)
        )

    def undecided(self, uid: str) -> bool:
        """Whether another antenna reads the tag than the one where it was confirmed last, and nothing is decided yet."""
        return uid in self._open

    def heard(self, uid: str) -> bool:
        """Whether any antenna read the tag in its last look."""
        return any(uid in tags for tags in self._present.values())

    def has_antenna(self, zone: str) -> bool:
        """Whether this zone's antenna has answered of late."""
        return zone in self._swept

    def silent(self, uid: str, zone: str, now_ns: int) -> bool:
        """Whether the tag has not answered at this antenna for the hold time, while the antenna did."""
        reads = self._reads.get(uid, {}).get(zone)
        if zone not in self._swept:
            return False
        if reads is None:
            return True
        return now_ns - reads.last_ns >= HOLD_NS and self._swept[zone] > reads.last_ns

    def read_since(self, uid: str, zone: str, since_ns: int) -> bool:
        """Whether the tag answered at this antenna after that moment."""
        reads = self._reads.get(uid, {}).get(zone)
        return reads is not None and reads.last_ns >= since_ns

    def last_ns(self, uid: str | None, zone: str) -> int:
        """When the tag answered at this antenna last; 0: never."""
        reads = self._reads.get(uid or "", {}).get(zone)
        return reads.last_ns if reads is not None else 0

    def steady(self, uid: str, zone: str, since_ns: int) -> bool:
        """Whether the tag has answered in every look through this antenna since that moment, and in some."""
        reads = self._reads.get(uid, {}).get(zone)
        return reads is not None and reads.count(since_ns) >= STEADY_LOOKS and reads.rate(since_ns) == 1.0

    def only_passed(self, uid: str, zone: str) -> bool:
        """Whether the tag falls silent at this antenna, while another answers for it look by look: it was heard in passing."""
        reads = self._reads.get(uid, {}).get(zone)
        return reads is not None and any(
            other != zone and its.count(reads.last_ns) >= STEADY_LOOKS and its.rate(reads.last_ns) == 1.0
            for other, its in self._reads[uid].items()
        )

    def all_swept(self, since_ns: int, now_ns: int) -> bool:
        """Whether every antenna that is alive has begun and finished a look after that moment."""
        return all(began >= since_ns for began in self._living(now_ns))

    def unconfirmed(self, before_ns: int, now_ns: int) -> bool:
        """Whether some tag may have arrived before that moment and is not decided yet.

        A quarrel over a card that lies somewhere is waited for by nobody; over a new one, only where it came to is in doubt.
        """
        for uid in self._open:
            for zone, reads in self._reads[uid].items():
                young = now_ns - reads.first_ns < CANDIDATE_NS and not (uid in self._home and self._quarrel(uid, zone))
                if young and reads.not_before_ns < before_ns and self._is_candidate(uid, zone, reads, now_ns):
                    return True
        return False

    def unconfirmed_at(self, zone: str, now_ns: int) -> bool:
        """Whether some tag is about to be confirmed in this zone."""
        return any(
            zone in self._reads[uid]
            and self._is_candidate(uid, zone, self._reads[uid][zone], now_ns)
            and now_ns - self._reads[uid][zone].first_ns < CANDIDATE_NS
            and not self._quarrel(uid, zone)
            for uid in self._open
        )

    def disputed_at(self, zone: str, before_ns: int, now_ns: int) -> bool:
        """Whether a new tag arrived there before that moment, or at another antenna that hears it as well."""
        return any(
            uid not in self._home
            and reads.not_before_ns < before_ns
            and self._is_candidate(uid, zone, reads, now_ns)
            and self._quarrel(uid, zone)
            for uid in self._open
            if (reads := self._reads[uid].get(zone)) is not None
        )

    def coming_to(self, zone: str, now_ns: int) -> list[tuple[str, int]]:
        """The tags that may be about to be confirmed in this zone, new ones that two antennas quarrel over included, and when
        each was last known not to be there."""
        return [
            (uid, reads.not_before_ns)
            for uid in sorted(self._open)
            if (reads := self._reads[uid].get(zone)) is not None
            and self._is_candidate(uid, zone, reads, now_ns)
            and not (uid in self._home and self._quarrel(uid, zone))
            and now_ns - reads.first_ns < (DISPUTE_NS if self._quarrel(uid, zone) else CANDIDATE_NS)
        ]

    def waiting(self, now_ns: int) -> bool:
        """Whether any tag is still to be decided; an old quarrel is no reason to wait."""
        for uid in self._open:
            for zone, reads in self._reads[uid].items():
                patience = QUARREL_NS if reads.rate() >= OFTEN and (uid, zone) not in self._told else CANDIDATE_NS
                if now_ns - reads.first_ns < patience and self._is_candidate(uid, zone, reads, now_ns):
                    return True
        return False

    # -- what it is told

    def begin_hand(self, since_ns: int = 0) -> None:
        """A new hand: what lies somewhere now, or is read in looks that began before `since_ns`, came with the old one: it is
        no arrival until it has been away."""
        self._hand_ns = since_ns
        for reads_of in self._reads.values():
            for reads in reads_of.values():
                reads.stale = True
        self._home.clear()
        self._open.clear()
        self._told.clear()
        self._unsure.clear()

    def settle(self, uid: str, zone: str) -> None:
        """Take the tag as lying there (after a restart, or by another sense)."""
        self._home[uid] = zone
        self._open.discard(uid)

    def disregard(self, uid: str, zone: str) -> None:
        """That it answers there means nothing, until it has been away."""
        reads = self._reads.get(uid, {}).get(zone)
        if reads is not None:
            reads.stale = True
        self._home.pop(uid, None)
        self._open.discard(uid)

    def disregard_new(self, zones: tuple[str, ...]) -> None:
        """So it is with every new tag that is read in these zones and not taken as lying anywhere."""
        for uid in [uid for uid in self._open if uid not in self._home]:
            for zone in zones:
                if zone in self._reads[uid]:
                    self._reads[uid][zone].stale = True

    def forget(self, uid: str) -> None:
        """The card went back into the stub: if the tag answers again it is a new arrival."""
        self._home.pop(uid, None)
        self._reads.pop(uid, None)
        self._open.discard(uid)

    def lost(self, antenna: str) -> None:
        """The antenna is out of order: its silence does not count, and nobody waits for it."""
        self._swept.pop(antenna, None)
        self._began.pop(antenna, None)
        self._present.pop(antenna, None)

    def look(self, inventory: Inventory) -> Iterator[Sensed]:
        """Take one look through one antenna."""
        zone, now = inventory.antenna, inventory.at_ns
        before, self._present[zone] = self._present.get(zone, frozenset()), inventory.tags
        last_look = self._swept.get(zone, 0)
        self._swept[zone], self._began[zone] = now, inventory.began_ns
        for uid in inventory.tags:
            if uid not in self._ignored:
                self._hit(uid, zone, now, last_look, inventory.began_ns < self._hand_ns)
        if before != inventory.tags or self._open:
            for uid in list(self._reads):
                if uid not in inventory.tags and zone in self._reads[uid]:
                    self._miss(uid, zone, now)
        if inventory.tags - before - self._ignored:
            new = [uid for uid in inventory.tags - before if uid in self._open and self._reads[uid][zone].hits < 2]
            if new:
                yield Reread(zone)
        yield from self.decide(now)

    def decide(self, now_ns: int) -> Iterator[Sensed]:
        """Confirm, refuse or doubt what is open."""
        for uid in sorted(self._open):
            yield from self._decide(uid, now_ns)

    # -- inside

    def _living(self, now_ns: int) -> list[int]:
        return [self._began[zone] for zone, at in self._swept.items() if now_ns - at < SWEEP_CAP_NS]

    def _hit(self, uid: str, zone: str, now: int, last_look: int, stale: bool) -> None:
        reads_of = self._reads.setdefault(uid, {})
        reads = reads_of.get(zone)
        if reads is not None and now - reads.last_ns > HOLD_NS and self._home.get(uid) != zone:
            reads = None  # it had been away: this is another visit
        if reads is None:
            reads = reads_of[zone] = TagReads(now, now, last_look, deque([(now, True)], MEMORY))
            reads.stale = stale
        else:
            reads.hits += 1
            reads.last_ns = now
            reads.looks.append((now, True))
        if reads.stale:
            return
        if self._home.get(uid) != zone:
            self._open.add(uid)

    def _miss(self, uid: str, zone: str, now: int) -> None:
        reads = self._reads[uid][zone]
        reads.looks.append((now, False))
        if now - reads.last_ns > HOLD_NS and self._home.get(uid) != zone:
            del self._reads[uid][zone]

    def _is_candidate(self, uid: str, zone: str, reads: TagReads, now: int) -> bool:
        return not reads.stale and self._home.get(uid) != zone and now - reads.last_ns <= HOLD_NS

    def _quarrel(self, uid: str, zone: str) -> bool:
        reads = self._reads[uid][zone]
        return any(other != zone and its.last_ns > reads.first_ns for other, its in self._reads[uid].items())

    def _decide(self, uid: str, now: int) -> Iterator[Sensed]:
        reads_of = self._reads.get(uid, {})
        candidates = [zone for zone, reads in reads_of.items() if self._is_candidate(uid, zone, reads, now)]
        if not candidates:
            self._open.discard(uid)
            yield from self._sure(uid)
            return
        home = self._home.get(uid)
        # The newest place first: a card that wanders on quickly leaves a trail of candidates.
        for zone in sorted(candidates, key=lambda name: reads_of[name].first_ns, reverse=True):
            reads = reads_of[zone]
            rivals = [other for other, its in reads_of.items() if other != zone and its.last_ns > reads.first_ns]
            if rivals:
                verdict = self._compare(uid, zone, rivals, now)
                if isinstance(verdict, str):
                    if verdict == zone and self._believable(uid, zone, home):
                        yield from self._confirm(uid, zone)
                        return
                    continue
                if verdict is not None:
                    yield verdict
                return
            if self._confirmed(uid, zone, home, now):
                yield from self._confirm(uid, zone)
                return

    def _confirmed(self, uid: str, zone: str, home: str | None, now: int) -> bool:
        reads = self._reads[uid][zone]
        others = [its for other, its in self._reads[uid].items() if other != zone]
        if any(now - its.last_ns < HOLD_NS for its in others):
            return False  # another antenna read it a moment ago: a gap there is no departure
        if not self._believable(uid, zone, home):
            return False
        if reads.hits < 2:
            # A pile of discards reads once, if at all: a known card whose old place has fallen silent is taken at one read.
            latched = zone == MUCK and home is not None and home.startswith("seat") and self.silent(uid, home, now)
            # So is a new one where a card is due: its player lifts it as it comes.
            if not latched and not (home is None and zone == self.due and not others):
                return False
        return self.all_swept(reads.first_ns, now)

    def _believable(self, uid: str, zone: str, home: str | None) -> bool:
        """A card that goes where hardly any goes from its place must answer for longer than misreads last; so must an
        unregistered tag, which may be one of ours with its bytes misread."""
        usual = home is None or (_kind(home), _kind(zone)) in USUAL_WAYS or self._heard_in_passing(uid, zone, home)
        if zone in self.wanted:  # it left its place first, as no card does that is only heard beside it
            usual |= all(
                its.last_ns < self._reads[uid][zone].first_ns for name, its in self._reads[uid].items() if name != zone
            )
        if self._registered(uid) and usual:
            return True
        reads = self._reads[uid][zone]
        return reads.hits >= 4 and reads.rate(reads.first_ns) >= OFTEN and reads.last_ns - reads.first_ns >= STRANGE_NS

    def _heard_in_passing(self, uid: str, zone: str, home: str) -> bool:
        """Whether the seat where it was taken to lie heard it a few times, long before this one did: its neighbour's
        player had it in his hand before his own antenna looked."""
        reads = self._reads[uid].get(home)
        if reads is None or not _kind(home) == _kind(zone) == "seat":
            return False
        return reads.hits < SETTLED_HITS and reads.last_ns + HOLD_NS < self._reads[uid][zone].first_ns

    def _confirm(self, uid: str, zone: str) -> Iterator[Sensed]:
        reads = self._reads[uid][zone]
        self._home[uid] = zone
        self._open.discard(uid)
        yield from self._sure(uid)
        heard = tuple(
            name
            for name, its in self._reads[uid].items()
            if name != zone and its.last_ns >= reads.not_before_ns and not its.stale
        )
        yield TagArrived(uid, zone, reads.not_before_ns, reads.first_ns, heard)

    def _sure(self, uid: str) -> Iterator[Sensed]:
        if uid in self._unsure:
            self._unsure.discard(uid)
            yield TagUnsure(uid, ())

    def _compare(self, uid: str, zone: str, rivals: list[str], now: int) -> str | TagTwice | TagUnsure | None:
        """The zone that wins, what is to be told, or None: look on."""
        reads_of = self._reads[uid]
        since = max(reads_of[name].first_ns for name in (zone, *rivals))
        rival = max(rivals, key=lambda name: reads_of[name].rate(since))
        mine, its = reads_of[zone], reads_of[rival]
        if now - since < DECIDE_NS or mine.count(since) < 4 or its.count(since) < 4:
            return None
        here, there = mine.rate(since), its.rate(since)
        if there >= OFTEN and here >= OFTEN:
            if uid not in self._home and now - since < DISPUTE_NS:
                return None
            return self._twice(uid, zone, rival)
        if there < SELDOM <= here:
            return zone
        if here < SELDOM <= there:
            return "elsewhere"
        if uid in self._unsure:
            return None
        self._unsure.add(uid)
        return TagUnsure(uid, (rival, zone))

    def _twice(self, uid: str, zone: str, rival: str) -> str | TagTwice | None:
        if uid not in self._home:
            # New in two zones at once: it is placed where it was read first, and then told of as being in two.
            return zone if self._reads[uid][zone].first_ns < self._reads[uid][rival].first_ns else "elsewhere"
        both = (self._reads[uid][zone], self._reads[uid][rival])
        if (uid, zone) in self._told or any(len(one.looks) < TWICE_LOOKS or one.rate() < TWICE for one in both):
            return None
        self._told.add((uid, zone))
        return TagTwice(uid, (rival, zone))
