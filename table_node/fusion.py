"""Readings and sightings become events: charitable and sticky (DESIGN 3). Pure.

A card is where it was last confirmed until it is confirmed elsewhere; silence is never an event of play. An arrival is an
interval, and of all orders that the intervals allow the one is told that the procedure expects.

`Fusion.step` takes what the devices say; `Fusion.take` then gives the events one by one, so that what the procedure expects
can be asked anew after each (`Expectation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from firmware_bridge.feig_poller import Reread
from firmware_bridge.readings import DeviceState, Inventory
from rulebook.core import Tick
from rulebook.events import Event, Face, Handle
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, Seat, Zone, seat_zone, zone_row, zone_seat
from table_node.fusion_arrivals import CLAIM_NS, LIFT_NS, Arrivals, Late, Lifted, Ripe
from table_node.fusion_board import Arrival, AsideSense, BoardSense, Landed, burned_up, read_late, turned
from table_node.fusion_felt import Crop, Expectation, Felt, Placed, Track, newcomers, stands_for, washing
from table_node.fusion_gone import BoardWatch
from table_node.fusion_health import Health
from table_node.fusion_held import claim_passage, face_of_tag
from table_node.fusion_loose import expected_zone, place_without_tag
from table_node.fusion_reads import Sensed, TagArrived, TagTwice, TagUnsure
from table_node.fusion_returns import Discards, StubReturns, TabledHands
from table_node.fusion_rows import RowSense, opens_in_row
from table_node.fusion_seats import SeatSense
from table_node.fusion_tags import TagSense
from table_node.fusion_telling import Telling
from table_node.fusion_views import IsCard, Passage
from table_node.ledger import Ledger
from vision.sightings import CameraState, Look

MS = 1_000_000
COUNT_NS = 1_000 * MS  # antennas should have claimed it by then: look how many cards lie at the seats
PACE_NS = 150 * MS

Given = Inventory | DeviceState | Look | CameraState
Request = Reread | Crop


class Fusion:
    """One table's fusion. `cut_tags`: the UIDs of the cut cards, which are no cards of the hand."""

    def __init__(self, ledger: Ledger, *, cut_tags: frozenset[str] = frozenset()) -> None:
        self.ledger = ledger
        self.felt = Felt(ledger, TagSense(ledger.registered, cut_tags))
        self._board = BoardSense(self.felt)
        self._aside = AsideSense(self.felt)
        self._seats = SeatSense(self.felt)
        self._arrivals = Arrivals(self.felt, self._seats)
        self._told = Telling(self.felt)
        self._now = 0
        self._returns = StubReturns(self.felt)
        self._discards = Discards(self.felt)
        self._tabled = TabledHands(self.felt, self._seats)
        self._rows = RowSense(self.felt, self._seats)
        self._open_face = False  # cards are set in rows
        self._health = Health()
        self._watch = BoardWatch(self.felt)

    # -- what it is told

    def step(self, now_ns: int, given: Given | Tick) -> Sequence[Request]:
        """Take a reading, a look or the time; return what the devices are to do at once."""
        self._now = now_ns
        self._told.add(self._health.lasting(now_ns))
        match given:
            case Inventory():
                self._told.add(self._health.answered(f"rfid {given.antenna}", now_ns))
                return self._sense(self.felt.tags.look(given))
            case Look():
                self._look(given)
            case DeviceState():
                self._told.add(self._health.changed(given.device, given.state, now_ns))
                if given.state != "ok":
                    self.felt.tags.lost(given.device.removeprefix("rfid "))
            case CameraState():
                self.felt.camera_ok = given.state == "ok"
                self._told.add(self._health.changed("camera", given.state, now_ns))
            case _:
                return [*self._sense(self.felt.tags.decide(now_ns)), *self._seats.wanted()]
        return self._seats.wanted()

    def begin_hand(self, keep: Handle | None = None) -> None:
        """A hand was opened (the ledger has already begun it); what lies on the felt belongs to the one before, but `keep`."""
        self.felt.begin_hand(keep, self._now)
        self._seats.begin_hand()
        self._rows.begin_hand()
        self._arrivals.clear()
        self._tabled.clear()
        self._returns.forget()
        self._watch.begin_hand()

    def done(self, now_ns: int) -> None:
        """The dealer says that cards went back into the stub, or shuffles it: what is gone from its place is there."""
        self._now = now_ns
        self._returns.done(now_ns)

    def tabled(self, seat: Seat, handles: Iterable[Handle], now_ns: int) -> None:
        """The seat tables its hand while no betting is open: its cards may be named."""
        self._now = now_ns
        self._tabled.add(seat, handles, now_ns)

    def adopt(self, placed: Iterable[Placed], given: Iterable[Handle] = ()) -> None:
        """The journal says where the cards of the hand lie; their tags are read anew. `given`: all handles that it has."""
        self.ledger.given(given)
        for one in placed:
            seat, row = zone_row(Zone(one.zone)) or (zone_seat(one.zone) or 0, "")
            zone = seat_zone(seat) if row else one.zone
            self.felt.tracks[one.handle] = Track(one.handle, zone, one.face, self._now, row=row, seat=seat, adopted=True)
            self.ledger.adopt(one.handle, Zone(one.zone), one.face, one.card)

    # -- what it says

    def take(self, expect: Expectation) -> Event | None:
        """The next event, or None. Ask again with a new expectation until there is none."""
        self._open_face = expect.rows
        while True:
            event = self._told.next()
            if event is not None:
                return event
            if not self._advance(expect):
                return None

    def pending(self) -> bool:
        """Whether something was sensed and is not decided yet: time alone will bring an event, or show that there is none."""
        felt, now = self.felt, self._now
        return bool(
            self._told
            or self._arrivals.waiting
            or self._returns.waiting
            or self._discards.waiting
            or self._tabled.waiting
            or felt.tags.waiting(now)
            or felt.mouth.unsettled
            or self._board.waiting(now)
            or self._aside.waiting(now)
            or self._seats.waiting(now)
            or (self._open_face and self._rows.waiting(now))
            or self._health.waiting
            or any(view.looks < 2 for _, view in felt.seats)
        )

    def coming(self) -> bool:
        """Whether a card may have come that is not told of yet."""
        felt, now = self.felt, self._now
        waits = self._arrivals.waiting or felt.tags.waiting(now) or self._board.waiting(now)
        return waits or felt.mouth.unsettled or bool(self._told)

    def tabling(self, seats: frozenset[Seat]) -> None:
        """The dealer has said that these seats table their hands, and it waits for cards: faces there say nothing more."""
        self._seats.tabling = seats

    def unseen(self) -> bool:
        """Whether a card may have left the stub that nobody saw: its player may have picked it up as it came."""
        return self.felt.unseen()

    def deadline(self) -> int | None:
        """When time alone may decide something."""
        return self._now + PACE_NS if self.pending() else None

    @property
    def drawing(self) -> bool:
        """Whether a card shows in the stub's mouth now."""
        return self.felt.mouth.occupied

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
                    self._arrivals.add(Arrival(item.uid, item.zone, item.not_before_ns, item.not_after_ns, item.heard))
                case TagTwice():
                    handle = self.ledger.handle_of(item.uid)
                    if handle is not None:
                        self._told.later(partial(self.ledger.in_two_places, handle))
                case TagUnsure():
                    self._told.add(self._health.unsure(item))
        return [*requests, *self._seats.wanted()]

    def _look(self, look: Look) -> None:
        self._told.add(self._health.answered("camera", self._now))
        if look.view == "window":
            self.felt.mouth.look(look)
            self.felt.window.look(look)
        elif look.view == "table":
            self.felt.seats.look(look)
            if self._open_face:
                self._rows.keep_looking(self._now)
        else:
            self._seats.look(look)
            if self._open_face:
                self._rows.look(look, self._now)

    # -- deciding

    def _advance(self, expect: Expectation) -> bool:
        """Decide one thing; whether anything was decided."""
        self.felt.expect(expect)
        self.felt.tags.due, self.felt.tags.wanted = expected_zone(expect), expect.moves
        if expect.ignore:
            self._arrivals.clear()
            self.felt.mouth.passages.clear()
            self._tabled.clear()
            self._returns.forget()
            return False
        return (
            self._into_stub(expect)
            or self._into_muck(expect)
            or self._arrive(expect)
            or self._land(expect)
            or (expect.rows and self._row(expect))
            or self._turn()
            or self._name()
            or self._table()
            or self._without_tag(expect)
            or self._told.gone(self._watch.next(expect, self._now))
        )

    def _into_stub(self, expect: Expectation) -> bool:
        """Tell of one card that went back into the stub."""
        if expect.pushed:
            self._returns.forget()
            return False
        gone = self._returns.next(expect, self._now)
        if gone is None:
            return False
        self._told.into_stub(gone, self._now)
        return True

    def _into_muck(self, expect: Expectation) -> bool:
        """Tell of one card that went to the muck under others."""
        gone = self._discards.next(expect, self._now)
        if gone is not None:
            went = Landed(None, None, "down", gone.handle, interval=(self._now, self._now))
            self._told.placed(went, MUCK, None, self._now, ("table",))
        return gone is not None

    def _arrive(self, expect: Expectation) -> bool:
        """Tell of one card at a seat, the burns or the muck."""
        came = self._arrivals.next(expect, self._now)
        match came:
            case Late(track):
                self._told.facts(track.handle, track.uid, None, track.zone, track.face)
            case Ripe(arrival, face):
                self._tell(arrival, face, expect)
            case Lifted(passage, zone):
                self.felt.mouth.passages.remove(passage)
                lifted = Landed(None, None, "down", interval=(passage.last_ns, passage.left_ns), presumed=True)
                self._told.placed(lifted, zone, passage, self._now, ("window",))
        return came is not None

    def _tell(self, arrival: Arrival, face: Face, expect: Expectation) -> None:
        lay = self.felt.tracks.get(self.ledger.handle_of(arrival.uid) or "")
        known = None if lay is None else stands_for(self.felt, lay, expect.wanted).handle
        fitting = [
            one for one in newcomers(self.felt, arrival.zone) if one.card is None or self.ledger.matches(arrival.uid, one.card)
        ]
        outline = min(fitting, key=lambda one: one.first_ns < arrival.not_before_ns, default=None)
        lay_there = outline is not None and outline.first_ns < arrival.not_before_ns
        # In open-face the times of whole draws tell whose came first (`rulebook.ofc_order`): there they stay as they were read.
        since_ns = arrival.not_before_ns if expect.rows else self._arrivals.since_ns(arrival)
        due, behind = arrival.zone == expected_zone(expect), self._arrivals.before_there(arrival)
        passage = claim_passage(self.felt, arrival, due=due, behind=behind) if lay is None else None
        kept = replace(arrival, not_before_ns=since_ns)
        landed = Landed(kept, outline if arrival.zone in (BURNS, MUCK) else None, face, known, by_tag=lay_there)
        witnesses = ("rfid",) if zone_seat(arrival.zone) is None else ("rfid", "table")
        self._told.placed(landed, arrival.zone, passage, self._now, witnesses)

    def _face_of_landed(self, landed: Landed) -> IsCard | None:
        """How to know the card's passage again: by what the window reads on it, else by its tag."""
        read = landed.outline.card if landed.outline is not None else None
        if read is not None:
            return lambda card: card == read
        return face_of_tag(self.ledger, landed.arrival.uid) if landed.arrival is not None else None

    def _land(self, expect: Expectation) -> bool:
        """Tell of the cards that came onto the board, or of one that came to lie aside."""
        for find in (self._board.misread, self._board.gone_again):
            for none in find(self._arrivals.in_zone(BOARD), self._now):
                self._arrivals.remove(none)
        landed = self._board.landed(self._arrivals.in_zone(BOARD), self._now)
        landed = self._board.before_burns(landed, self._arrivals.in_zone(BURNS), self._now)
        landed = self._board.after_leaving(landed, self._arrivals.uids(), self._now)
        landed = [one for one in landed if not self._washed(one, expect)]
        for one in landed:
            if one.arrival is not None:
                self._arrivals.remove(one.arrival)
        if landed:
            self._told.placed_together([(one, self._passage_of(one)) for one in landed], BOARD, self._now)
            return True
        aside = self._aside.landed(self._now) if not expect.pushed else None
        if aside is None:
            return False
        passage = None if aside.known else self.felt.mouth.claim(aside.not_before_ns, aside.not_after_ns)
        self._told.placed(aside, ASIDE, passage, self._now)
        return True

    def _washed(self, landed: Landed, expect: Expectation) -> bool:
        """Whether it is no card of the board but one of a deck that is washed there; then it belongs to no hand."""
        interval = (landed.not_before_ns, landed.not_after_ns)
        if landed.known or not washing(self.felt, BOARD, interval, expect, self._face_of_landed(landed)):
            return False
        if landed.outline is not None:
            landed.outline.stale = True
        return True

    def _passage_of(self, landed: Landed) -> Passage | None:
        """How a card of the board came out of the stub; None: it lay elsewhere before."""
        known = landed.known or (self.ledger.handle_of(landed.arrival.uid) if landed.arrival else None)
        if known is not None and known in self.felt.tracks:
            return None
        return self.felt.mouth.claim(landed.not_before_ns, landed.not_after_ns, self._face_of_landed(landed))

    def _turn(self) -> bool:
        """Tell of one card that was turned over where it lies."""
        for zone in (BOARD, ASIDE):
            found = turned(self.felt, zone, self._now)
            if found is not None:
                track, face = found
                outline = self.felt.window.of(track.handle)
                self._told.turned(track, face, outline.card if outline is not None and face == "up" else None)
                return True
        burned = burned_up(self.felt, self._now)
        if burned is not None:
            self._told.turned(burned[0], "up", burned[1])
            return True
        busy = self._arrivals.seats()
        shown = self._seats.turned(self._now, busy)
        shown = [one for one in shown if not opens_in_row(one.track, one.face)]
        for one in shown:
            self._told.turned(one.track, one.face, one.card, sure=one.sure)
        return bool(shown)

    def _row(self, expect: Expectation) -> bool:
        """Tell of one card that was set in a row, taken up again, or opened there."""
        told = self._rows.tell(expect, self._arrivals.seats(), self._now)
        self._told.add(told)
        return bool(told)

    def _name(self) -> bool:
        """Names that the window read after the card was placed."""
        for zone in (BOARD, ASIDE):
            found = read_late(self.felt, zone)
            if found is not None:
                track, card = found
                self._told.facts(track.handle, track.uid, card, zone, "up")
                return True
        return False

    def _table(self) -> bool:
        """Open the name of one tabled card."""
        handle = self._tabled.next(self._now)
        if handle is None:
            return False
        if handle in self.felt.tracks:
            self._told.later(partial(self.ledger.tabled, handle))
        return True

    def _without_tag(self, expect: Expectation) -> bool:
        """A card left the mouth and no antenna has claimed it: say where the camera, or else the procedure, puts it.

        While another shows in the mouth the dealer may still hold it: cards that lie together are laid together.
        """
        if self.felt.mouth.occupied:
            return False
        for passage in self.felt.mouth.passages:
            waited = self._now - passage.left_ns
            if waited > COUNT_NS and self.felt.sees_seats(self._now):
                for seat in self.felt.seats_with_cards():
                    self._seats.want(seat, self._now)  # a second back beside the first is seen from near alone
            if waited < CLAIM_NS or not self.felt.tags.all_swept(passage.left_ns, self._now):
                continue
            if self._arrivals.waiting or newcomers(self.felt, BOARD) or self.felt.tags.waiting(self._now):
                return False  # one of these may be its place
            found = place_without_tag(self.felt, self._seats, passage, expect, self._now)
            if found is not None and found[1].presumed and waited < LIFT_NS:
                continue  # its player may put it down yet
            self.felt.mouth.passages.remove(passage)
            if found is not None:
                zone, landed = found
                witness = "table" if zone_seat(zone) is not None else "window"
                self._told.placed(landed, zone, passage, self._now, (witness,))
            return True
        return False
