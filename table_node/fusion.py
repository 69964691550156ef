"""Readings and sightings become events: charitable and sticky (DESIGN 3). Pure.

A card is where it was last confirmed until it is confirmed elsewhere; silence is never an event of play. An arrival is an
interval, and of all orders that the intervals allow the one is told that the procedure expects.

`Fusion.step` takes what the devices say; `Fusion.take` then gives the events one by one, so that what the procedure expects
can be asked anew after each (`Expectation`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from firmware_bridge.feig_poller import Reread
from firmware_bridge.readings import DeviceState, Inventory
from rulebook.cards import Card
from rulebook.core import Tick
from rulebook.events import CardNamed, CardPlaced, CardTurned, DeviceChanged, DoubtClosed, DoubtOpened, Event, Face, Handle
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, Seat, Zone, zone_seat
from table_node.fusion_board import Arrival, AsideSense, BoardSense, Landed, turned
from table_node.fusion_felt import Crop, Expectation, Felt, Placed, Track, newcomers
from table_node.fusion_loose import expected_zone, lawful, place_without_tag
from table_node.fusion_seats import SeatSense
from table_node.fusion_tags import HOLD_NS, Sensed, TagArrived, TagSense, TagTwice, TagUnsure
from table_node.fusion_views import IsCard, Passage
from table_node.ledger import Ledger
from vision.sightings import CameraState, Look

MS = 1_000_000
DONE_NS = 2_500 * MS  # cards that fall silent so soon after the dealer's Done went into the stub
UNEXPLAINED_NS = 1_800 * MS
CLAIM_NS = 1_600 * MS  # a card that left the mouth and that no antenna claims by then has no tag
TABLED_NS = 3_000 * MS
PATIENCE_NS = 2_500 * MS  # an arrival waits no longer for others that may have come before it
PACE_NS = 150 * MS

Given = Inventory | DeviceState | Look | CameraState
Request = Reread | Crop
Later = Callable[[], Iterable[Event]]


class Fusion:
    """One table's fusion. `cut_tags`: the UIDs of the cut cards, which are no cards of the hand."""

    def __init__(self, ledger: Ledger, *, cut_tags: frozenset[str] = frozenset()) -> None:
        self.ledger = ledger
        self.felt = Felt(ledger, TagSense(ledger.registered, cut_tags))
        self._board = BoardSense(self.felt)
        self._aside = AsideSense(self.felt)
        self._seats = SeatSense(self.felt)
        self._arrivals: list[Arrival] = []
        self._out: deque[Event | Later] = deque()
        self._now = 0
        self._done_ns: int | None = None
        self._done_explained = False
        self._tabled: dict[Handle, tuple[Seat, int]] = {}
        self._devices: dict[str, str] = {}
        self._doubts: dict[str, str] = {}
        self._doubted = 0

    # -- what it is told

    def step(self, now_ns: int, given: Given | Tick) -> Sequence[Request]:
        """Take a reading, a look or the time; return what the devices are to do at once."""
        self._now = now_ns
        match given:
            case Inventory():
                self._healthy(f"rfid {given.antenna}")
                return self._sense(self.felt.tags.look(given))
            case Look():
                self._look(given)
            case DeviceState():
                self._device(given.device, given.state)
            case CameraState():
                self.felt.camera_ok = given.state == "ok"
                self._device("camera", given.state)
            case _:
                return [*self._sense(self.felt.tags.decide(now_ns)), *self._seats.wanted()]
        return self._seats.wanted()

    def begin_hand(self, keep: Handle | None = None) -> None:
        """A hand was opened (the ledger has already begun it); what lies on the felt belongs to the one before, but `keep`."""
        self.felt.begin_hand(keep)
        self._seats.begin_hand()
        self._arrivals.clear()
        self._tabled.clear()
        self._done_ns = None

    def done(self, now_ns: int) -> None:
        """The dealer says that cards went back into the stub, or shuffles it: what is gone from its place is there."""
        self._now = self._done_ns = now_ns
        self._done_explained = False

    def tabled(self, seat: Seat, handles: Iterable[Handle], now_ns: int) -> None:
        """The seat tables its hand while no betting is open: its cards may be named."""
        self._now = now_ns
        self._tabled.update(dict.fromkeys(handles, (seat, now_ns)))
        self._seats.want(seat, now_ns)

    def adopt(self, placed: Iterable[Placed]) -> None:
        """The journal says where the cards of the hand lie: take them over, their tags are read anew."""
        for one in placed:
            self.felt.tracks[one.handle] = Track(one.handle, one.zone, one.face, self._now)
            self.ledger.adopt(one.handle, Zone(one.zone), one.face, one.card)

    # -- what it says

    def take(self, expect: Expectation) -> Event | None:
        """The next event, or None. Ask again with a new expectation until there is none."""
        while True:
            while self._out:
                item = self._out.popleft()
                if isinstance(item, Event):
                    return item
                self._out.extendleft(reversed(list(item())))
            if not self._advance(expect):
                return None

    def pending(self) -> bool:
        """Whether something was sensed and is not decided yet: time alone will bring an event, or show that there is none."""
        felt, now = self.felt, self._now
        return bool(
            self._out
            or self._arrivals
            or self._done_ns is not None
            or self._tabled
            or felt.tags.waiting(now)
            or felt.mouth.passages
            or self._board.waiting(now)
            or self._aside.waiting(now)
            or any(view.looks < 2 for _, view in felt.seats)
        )

    def deadline(self) -> int | None:
        """When time alone may decide something."""
        return self._now + PACE_NS if self.pending() else None

    def departed(self) -> tuple[Handle, ...]:
        """The cards that have left board or aside and have not come to lie elsewhere: in the stub, if the dealer says so."""
        return tuple(
            track.handle
            for track in self.felt.tracks.values()
            if track.zone in (BOARD, ASIDE) and self.felt.absent(track, self._now)
        )

    # -- taking in

    def _sense(self, sensed: Iterable[Sensed]) -> list[Request]:
        requests: list[Request] = []
        for item in sensed:
            match item:
                case Reread():
                    requests.append(item)
                case TagArrived():
                    self.ledger.first_card(item.uid)
                    self._arrivals = [one for one in self._arrivals if one.uid != item.uid]
                    self._arrivals.append(Arrival(item.uid, item.zone, item.not_before_ns, item.not_after_ns))
                case TagTwice():
                    handle = self.ledger.handle_of(item.uid)
                    if handle is not None:
                        self._out.append(partial(self.ledger.in_two_places, handle))
                case TagUnsure():
                    self._doubt(item)
        return [*requests, *self._seats.wanted()]

    def _doubt(self, item: TagUnsure) -> None:
        standing = self._doubts.pop(item.uid, None)
        if standing is not None:
            self._out.append(DoubtClosed(doubt=standing))
        if item.zones:
            self._doubted += 1
            doubt = f"d{self._doubted}"
            self._doubts[item.uid] = doubt
            self._out.append(DoubtOpened(doubt=doubt, what="one card is read at " + " and at ".join(sorted(item.zones))))

    def _look(self, look: Look) -> None:
        self._healthy("camera")
        if look.view == "window":
            self.felt.mouth.look(look)
            self.felt.window.look(look)
        elif look.view == "table":
            self.felt.seats.look(look)
        else:
            self._seats.look(look)

    def _healthy(self, device: str) -> None:
        if self._devices.get(device, "ok") != "ok":
            self._device(device, "ok")

    def _device(self, device: str, state: str) -> None:
        if self._devices.get(device, "ok") != state:
            self._devices[device] = state
            self._out.append(DeviceChanged(device=device, state=state))
        if state != "ok" and device.startswith("rfid "):
            self.felt.tags.lost(device.removeprefix("rfid "))

    # -- deciding

    def _advance(self, expect: Expectation) -> bool:
        """Decide one thing; whether anything was decided."""
        if expect.ignore:
            self._arrivals.clear()
            self.felt.mouth.passages.clear()
            self._tabled.clear()
            self._done_ns = None
            return False
        return (
            self._into_stub(expect)
            or self._arrive(expect)
            or self._land()
            or self._turn()
            or self._name()
            or self._table()
            or self._without_tag(expect)
        )

    def _into_stub(self, expect: Expectation) -> bool:
        if self._done_ns is None:
            return False
        gone = next((track for track in self.felt.tracks.values() if self._taken_back(track, expect)), None)
        if gone is not None:
            self._done_explained = True
            self._out.append(CardPlaced(gone.handle, STUB, "down", not_after_ms=self._now // MS, witnesses=("dealer",)))
            self.ledger.gone(gone.handle)
            if gone.uid is not None:
                self.felt.tags.forget(gone.uid)
            del self.felt.tracks[gone.handle]
            return True
        if self._now - self._done_ns > DONE_NS:
            self._done_ns = None
        return False

    def _taken_back(self, track: Track, expect: Expectation) -> bool:
        """Whether the dealer's Done means this card.

        Burns lie under the pot's chips and may fall silent: one is gone if it was due to go, if the burns beside it still
        answer, or if nothing else explains the Done.
        """
        if not self.felt.absent(track, self._now):
            return False
        if track.zone in (BOARD, ASIDE) or track.handle in expect.returning:
            return True
        if track.zone != BURNS or self._done_ns is None:
            return False
        beside = [one.uid for one in self.felt.in_zone(BURNS) if one is not track and one.uid is not None]
        answering = any(self.felt.tags.read_since(uid, BURNS, self._now - HOLD_NS) for uid in beside)
        return answering or (not self._done_explained and self._now - self._done_ns > UNEXPLAINED_NS)

    def _arrive(self, expect: Expectation) -> bool:
        """Tell of one card at a seat, the burns or the muck."""
        ripe: list[tuple[Arrival, Face]] = []
        late: list[Arrival] = []
        for arrival in list(self._arrivals):
            if self._silently(arrival):
                self._arrivals.remove(arrival)
                return True
            seat = zone_seat(arrival.zone)
            if arrival.zone == BOARD:
                continue
            face = self._seats.face_of(arrival, seat, self._now) if seat is not None else self._pile_face(arrival)
            if face is None or self._mouth_lags(arrival):
                late.append(arrival)
            else:
                ripe.append((arrival, face))
        if not ripe:
            return False
        chosen, face = lawful(ripe, expect)
        if chosen.zone != expected_zone(expect) and self._now - chosen.not_after_ns < PATIENCE_NS:
            # Another card may have come before this one: its antenna or its face is still to be read.
            before = chosen.not_after_ns
            if any(one.not_before_ns < before for one in late) or self.felt.tags.unconfirmed(before, self._now):
                return False
        self._arrivals.remove(chosen)
        self._tell(chosen, face)
        return True

    def _mouth_lags(self, arrival: Arrival) -> bool:
        """Whether the window has not been looked at since the card came: its passage through the mouth may be unfinished."""
        felt = self.felt
        late = felt.sees_window(STUB, self._now) and felt.window.looked_ns < arrival.not_after_ns
        return late and self._now - arrival.not_after_ns < CLAIM_NS

    def _silently(self, arrival: Arrival) -> bool:
        """Whether the arrival is none: a card that lies there already, or one whose tag is read at last."""
        felt = self.felt
        handle = self.ledger.handle_of(arrival.uid)
        track = felt.tracks.get(handle or "")
        if track is not None:
            return track.zone == arrival.zone
        if handle is None and arrival.zone == MUCK and not felt.mouth.passages and not felt.mouth.occupied:
            return True  # the stub laid onto the muck, or discards of a pile
        mine = [one for one in felt.unbound(arrival.zone) if self.ledger.same_face(one.handle, arrival.uid)]
        if (
            not mine
            and arrival.zone != BOARD
            and felt.mouth.claimable(arrival.not_before_ns, arrival.not_after_ns, self._face_of(arrival.uid))
        ):
            return False
        mine = mine or [one for one in felt.unbound(arrival.zone) if not self.ledger.knows(one.handle)]
        if not mine:
            return False
        late = mine[0]
        self.ledger.bind(late.handle, arrival.uid)
        late.uid = arrival.uid
        self._facts(late.handle, arrival.uid, None, late.zone, late.face)
        return True

    def _pile_face(self, arrival: Arrival) -> Face | None:
        """How a card lies that came to the burns or the muck: down, unless the window reads a face there for long enough."""
        ups = [one for one in newcomers(self.felt, arrival.zone) if one.face == "up"]
        same = [one for one in ups if one.card is not None and self.ledger.matches(arrival.uid, one.card)]
        if not same:
            return "down"
        return "up" if same[0].face_steady else None

    def _tell(self, arrival: Arrival, face: Face) -> None:
        known = self.ledger.handle_of(arrival.uid)
        passage = None
        if known is None or known not in self.felt.tracks:
            passage = self.felt.mouth.claim(arrival.not_before_ns, arrival.not_after_ns, self._face_of(arrival.uid))
        outline = next(
            (
                one
                for one in newcomers(self.felt, arrival.zone)
                if one.card is None or self.ledger.matches(arrival.uid, one.card)
            ),
            None,
        )
        landed = Landed(arrival, outline if arrival.zone in (BURNS, MUCK) else None, face, known)
        self._place(
            landed, arrival.zone, passage, witnesses=("rfid",) if zone_seat(arrival.zone) is None else ("rfid", "table")
        )

    def _face_of(self, uid: str) -> IsCard | None:
        return partial(self.ledger.matches, uid) if self.ledger.registered(uid) else None

    def _face_of_landed(self, landed: Landed) -> IsCard | None:
        """How to know the card's passage again: by what the window reads on it, else by its tag."""
        read = landed.outline.card if landed.outline is not None else None
        if read is not None:
            return lambda card: card == read
        return self._face_of(landed.arrival.uid) if landed.arrival is not None else None

    def _land(self) -> bool:
        """Tell of the cards that came onto the board, or of one that came to lie aside."""
        board = [one for one in self._arrivals if one.zone == BOARD]
        burn_first = any(one.zone == BURNS for one in self._arrivals) or self._burn_pending()
        landed = [] if burn_first else self._board.landed(board, self._now)
        facts = []
        for one in landed:
            if one.arrival is not None:
                self._arrivals.remove(one.arrival)
            known = one.known or (self.ledger.handle_of(one.arrival.uid) if one.arrival else None)
            passage = None
            if known is None or known not in self.felt.tracks:
                passage = self.felt.mouth.claim(one.not_before_ns, one.not_after_ns, self._face_of_landed(one))
            facts.append(self._put(one, BOARD, passage))
        if landed:
            # Cards that came together are all placed before anything is told of one of them, names before faults.
            self._out.append(lambda: sorted((fact for tell in facts for fact in tell()), key=_faults_last))
            return True
        aside = self._aside.landed(self._now)
        if aside is None:
            return False
        passage = None if aside.known else self.felt.mouth.claim(aside.not_before_ns, aside.not_after_ns)
        self._place(aside, ASIDE, passage)
        return True

    def _burn_pending(self) -> bool:
        return any(
            self._now - one.last_ns < 800 * MS and one.looks < 2 for one in newcomers(self.felt, BURNS)
        ) or self.felt.tags.unconfirmed_at(BURNS, self._now)

    def _place(self, landed: Landed, zone: str, passage: Passage | None, witnesses: tuple[str, ...] = ()) -> None:
        """Put the event of an arrival out, and after it whatever the ledger has to tell of the card."""
        self._out.append(self._put(landed, zone, passage, witnesses))

    def _put(self, landed: Landed, zone: str, passage: Passage | None, witnesses: tuple[str, ...] = ()) -> Later:
        """Put the event of an arrival out; return how to ask the ledger of the card.

        The ledger is asked only once the event before has been taken: that may have opened a hand, and with it a new key.
        """
        uid = landed.arrival.uid if landed.arrival else None
        handle = landed.known or (self.ledger.handle_of(uid) if uid else None) or self.ledger.fresh(uid)
        if uid is not None:
            self.felt.tags.settle(uid, zone)
        before = self.felt.tracks.pop(handle, None)
        track = Track(handle, zone, landed.face, self._now, uid or (before.uid if before else None))
        self.felt.tracks[handle] = track
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
        return partial(self.ledger.seen, handle, track.uid, None, card, Zone(zone), landed.face)

    def _facts(self, handle: Handle, uid: str | None, card: Card | None, zone: str, face: Face) -> None:
        """Have the ledger tell what it knows of a card, after what is out already."""
        self._out.append(partial(self.ledger.seen, handle, uid, None, card, Zone(zone), face))

    def _turn(self) -> bool:
        """Tell of one card that was turned over where it lies."""
        for zone in (BOARD, ASIDE):
            found = turned(self.felt, zone, self._now)
            if found is not None:
                track, face = found
                outline = self.felt.window.of(track.handle)
                self._turned(track, face, outline.card if outline is not None and face == "up" else None)
                return True
        busy = {seat for one in self._arrivals if (seat := zone_seat(one.zone)) is not None}
        shown = self._seats.turned(self._now, busy)
        for one in shown:
            self._turned(one.track, one.face, one.card, sure=one.sure)
        return bool(shown)

    def _turned(self, track: Track, face: Face, card: Card | None, *, sure: bool = True) -> None:
        track.face = face
        self._out.append(CardTurned(handle=track.handle, face=face))
        # Where nobody knows which of the cards shows its face, no tag may give a name away.
        self._facts(track.handle, track.uid, card, track.zone, face if sure else "unknown")

    def _name(self) -> bool:
        """Names that the window read after the card was placed."""
        for zone in (BOARD, ASIDE):
            for outline in self.felt.window.in_zone(zone):
                handle = outline.handle
                track = self.felt.tracks.get(handle or "")
                if track is None or outline.card is None or outline.face != "up" or not outline.face_steady:
                    continue
                if track.face != "up" or self.ledger.is_card(track.handle, outline.card):
                    continue
                self._facts(track.handle, track.uid, outline.card, zone, "up")
                return True
        return False

    def _table(self) -> bool:
        """Open the names of tabled hands: once the seat shows faces, or where no camera can tell."""
        for handle, (seat, at) in list(self._tabled.items()):
            view = self.felt.seats.seat(seat)
            blind = not self.felt.sees_seats(self._now) or view.shows == "nothing"
            if view.shows == "face" or (blind and self._now - at > TABLED_NS):
                track = self.felt.tracks.get(handle)
                crop = self._seats.crop(seat, view.since_ns) if view.shows == "face" else None
                if crop is None and self._now - at < TABLED_NS:
                    self._seats.want(seat, self._now)
                    continue
                del self._tabled[handle]
                if track is not None:
                    self._out.append(partial(self.ledger.tabled, handle))
                return True
            if self._now - at > 20 * TABLED_NS:
                del self._tabled[handle]  # it was tapped on a seat that shows nothing: no name is told
        return False

    def _without_tag(self, expect: Expectation) -> bool:
        """A card left the mouth and no antenna has claimed it: say where the camera, or else the procedure, puts it."""
        for passage in self.felt.mouth.passages:
            if self._now - passage.left_ns < CLAIM_NS or not self.felt.tags.all_swept(passage.left_ns, self._now):
                continue
            if self._arrivals or newcomers(self.felt, BOARD) or self.felt.tags.waiting(self._now):
                return False  # one of these may be its place
            self.felt.mouth.passages.remove(passage)
            found = place_without_tag(self.felt, passage, expect, self._now)
            if found is not None:
                zone, landed = found
                witness = "table" if zone_seat(zone) is not None else "window"
                self._place(landed, zone, passage, witnesses=(witness,))
            return True
        return False


def _faults_last(fact: Event) -> bool:
    return not isinstance(fact, CardNamed)
