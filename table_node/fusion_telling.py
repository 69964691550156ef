"""Events in the order in which fusion found them, each followed by what the ledger tells of its card. Pure.

The ledger is asked of a card only once the event before has been taken: that may have opened a hand, and with it a new key.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from rulebook.cards import Card
from rulebook.events import CardNamed, CardPlaced, CardTurned, Event, Face, Handle
from rulebook.seats import STUB, Zone, zone_seat
from table_node.fusion_board import Landed
from table_node.fusion_felt import Felt, Track
from table_node.fusion_gone import Gone
from table_node.fusion_views import Passage

MS = 1_000_000
Later = Callable[[], Iterable[Event]]


class Telling:
    """What is to be told of one table's cards, and is not taken yet."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._ledger = felt.ledger
        self._out: deque[Event | Later] = deque()

    def __bool__(self) -> bool:
        return bool(self._out)

    def next(self) -> Event | None:
        """The next event, or None."""
        while self._out:
            item = self._out.popleft()
            if isinstance(item, Event):
                return item
            self._out.extendleft(reversed(list(item())))
        return None

    def add(self, events: Iterable[Event | Later]) -> None:
        """Events as they are."""
        self._out += events

    def later(self, tell: Later) -> None:
        """Ask the ledger when all that is out already has been taken."""
        self._out.append(tell)

    def placed(self, landed: Landed, zone: str, passage: Passage | None, now_ns: int, witnesses: tuple[str, ...] = ()) -> None:
        """One card came to lie somewhere; `witnesses`: who saw it, where the landing itself does not say."""
        self.later(self._put(landed, zone, passage, now_ns, witnesses))

    def placed_together(self, cards: Iterable[tuple[Landed, Passage | None]], zone: str, now_ns: int) -> None:
        """Cards that came together: all are placed before anything is told of one of them, names before faults."""
        facts = [self._put(landed, zone, passage, now_ns, ()) for landed, passage in cards]
        self.later(lambda: sorted((fact for tell in facts for fact in tell()), key=_faults_last))

    def _put(self, landed: Landed, zone: str, passage: Passage | None, now_ns: int, witnesses: tuple[str, ...]) -> Later:
        """Keep the card where it landed and put its event out; return how to ask the ledger of it."""
        uid = landed.arrival.uid if landed.arrival else None
        handle = landed.known or (self._ledger.handle_of(uid) if uid else None) or self._ledger.fresh(uid)
        before = self._felt.tracks.pop(handle, None)
        if before is None:
            self._felt.came(landed.not_before_ns, landed.not_after_ns)
            self._felt.hurried |= passage is None and zone_seat(zone) is not None
        uid_now = uid or (before.uid if before else None)
        if uid_now is not None:
            # Whatever told of it: should its tag answer where it was before, it came back.
            self._felt.tags.settle(uid_now, zone)
        seat = zone_seat(zone) or (before.seat if before else 0)
        track = Track(handle, zone, landed.face, now_ns, uid_now, presumed=landed.presumed, seat=seat)
        track.came = (landed.not_before_ns, landed.not_after_ns)
        self._felt.tracks[handle] = track
        self._felt.changed_ns[zone] = now_ns
        if before is not None:
            self._felt.changed_ns[before.zone] = now_ns
        if landed.outline is not None:
            landed.outline.handle = handle
            track.x_mm, track.y_mm = landed.outline.x_mm, landed.outline.y_mm
        self._out.append(
            CardPlaced(
                handle=handle,
                zone=Zone(zone),
                face=landed.face,
                mouth=passage.face if passage is not None else "unknown",
                not_before_ms=landed.not_before_ns // MS,
                not_after_ms=landed.not_after_ns // MS,
                witnesses=witnesses or landed.witnesses,
            )
        )
        card = landed.outline.card if landed.outline is not None and landed.face == "up" else None
        if card is None and passage is not None and passage.face == "up":
            card = passage.card
        back = passage.back if passage is not None else ""
        return partial(self._ledger.seen, handle, track.uid, None, card, Zone(zone), landed.face, back)

    def into_stub(self, gone: Track, now_ns: int) -> None:
        """The card went back into the stub: it has no handle and no place any more."""
        self._out.append(CardPlaced(gone.handle, STUB, "down", not_after_ms=now_ns // MS, witnesses=("dealer",)))
        self._ledger.gone(gone.handle)
        if gone.uid is not None:
            self._felt.tags.forget(gone.uid)
        del self._felt.tracks[gone.handle]

    def gone(self, gone: Gone | None) -> bool:
        """A card is not where it lay, and nowhere else. Returns whether one is."""
        if gone is not None:
            self.later(partial(self._ledger.vanished, gone.handle, gone.witnesses))
        return gone is not None

    def turned(self, track: Track, face: Face, card: Card | None, *, sure: bool = True) -> None:
        """The card was turned over; `sure`: it is known that it is this one of its seat's cards."""
        track.face = face
        self._out.append(CardTurned(handle=track.handle, face=face))
        # Where nobody knows which of the cards shows its face, no tag may give a name away.
        self.facts(track.handle, track.uid, card, track.zone, face if sure else "unknown")

    def facts(self, handle: Handle, uid: str | None, card: Card | None, zone: str, face: Face) -> None:
        """Have the ledger tell what it knows of a card, after what is out already."""
        self.later(partial(self._ledger.seen, handle, uid, None, card, Zone(zone), face))


def _faults_last(fact: Event) -> bool:
    return not isinstance(fact, CardNamed)
