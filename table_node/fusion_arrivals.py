"""Tags that were confirmed in a zone: which of them is to be told of next, and when enough is known to do it. Pure.

Of all orders that the intervals allow the lawful one is told; a card waits while another may have come before it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebook.events import Face
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, Seat, seat_zone, zone_seat
from table_node.fusion_board import Arrival
from table_node.fusion_felt import Expectation, Felt, Track, newcomers, washing
from table_node.fusion_held import dealt_since, face_of_tag, taken_up
from table_node.fusion_loose import expected_zone, lawful
from table_node.fusion_seats import SeatSense
from table_node.fusion_turns import at_seats, came_clearly, came_first, dealt, since_ns, turn_in_doubt
from table_node.fusion_views import Passage

MS = 1_000_000
CLAIM_NS = 1_600 * MS  # a card that left the mouth and that no antenna claims by then has no tag
PATIENCE_NS = 2_500 * MS  # an arrival waits no longer for others that may have come before it
GRACE_NS = 1_200 * MS  # by then the tag of a card that lies there has answered twice
STRAY_NS = 1_800 * MS  # longer than a neighbour's tag is misread
HELD_NS = 9_000 * MS  # and so long, if he holds others of his as well
LIFT_NS = 6_500 * MS  # so long a player may look at the card that he picked up as it came, while nobody saw it leave the stub


@dataclass
class Ripe:
    """This arrival is to be told of now; its card lies like that."""

    arrival: Arrival
    face: Face


@dataclass
class Late:
    """The tag of a card that has been told of already was read at last."""

    track: Track


@dataclass
class Lifted:
    """A card left the mouth before one that came to a later seat: the seat that was due has it in its player's hand."""

    passage: Passage
    zone: str


def _thrown(came: Arrival, went: Arrival) -> bool:
    """Whether a card that came to a seat went to the muck from there."""
    return came.uid == went.uid and zone_seat(came.zone) is not None and went.zone == MUCK


class Arrivals:
    """The confirmed tags that no event tells of yet. Those of the board are joined with its outlines by `BoardSense`."""

    def __init__(self, felt: Felt, seats: SeatSense) -> None:
        self._felt = felt
        self._seats = seats
        self._waiting: list[Arrival] = []

    @property
    def waiting(self) -> bool:
        """Whether any is left."""
        return bool(self._waiting)

    def add(self, arrival: Arrival) -> None:
        """A tag was confirmed; where it was before counts no more, unless its player threw it away from there."""
        self._waiting = [one for one in self._waiting if one.uid != arrival.uid or _thrown(one, arrival)]
        self._waiting.append(arrival)

    def remove(self, arrival: Arrival) -> None:
        """It has been told of."""
        self._waiting = [one for one in self._waiting if one.uid != arrival.uid]

    def _gone_on(self, arrival: Arrival) -> Arrival | None:
        """Where the card went from there before it was told of."""
        return next((one for one in self._waiting if _thrown(arrival, one)), None)

    def clear(self) -> None:
        """The hand is over."""
        self._waiting.clear()

    def in_zone(self, zone: str) -> list[Arrival]:
        """Those of one zone."""
        return [one for one in self._waiting if one.zone == zone]

    def uids(self) -> frozenset[str]:
        """The tags of all of them."""
        return frozenset(one.uid for one in self._waiting)

    def seats(self) -> set[Seat]:
        """The seats at which one waits."""
        return {seat for one in self._waiting if (seat := zone_seat(one.zone)) is not None}

    def next(self, expect: Expectation, now_ns: int) -> Ripe | Late | Lifted | None:
        """The next card at a seat, the burns or the muck; None: wait."""
        self._where_due(expect)
        ripe: list[tuple[Arrival, Face]] = []
        unripe: list[Arrival] = []
        for arrival in list(self._waiting):
            if any(_thrown(one, arrival) for one in self._waiting):
                continue  # it was dealt to its player first
            if self._lies_on_board(arrival):
                self._waiting.remove(arrival)
                self._felt.tags.settle(arrival.uid, BOARD)
                continue
            if self._is_none(arrival, expect):
                self._waiting.remove(arrival)
                if dealt(self._felt, arrival):
                    self._felt.tags.disregard(arrival.uid, arrival.zone)
                continue
            if self._is_washed(arrival, expect):
                self._waiting.remove(arrival)
                self._felt.tags.disregard(arrival.uid, arrival.zone)
                continue
            late = self._read_at_last(arrival, expect)
            if late is not None:
                self._waiting.remove(arrival)
                return Late(late)
            if arrival.zone != BOARD:
                face = self._face(arrival, expect, now_ns)
                if face is None or self._mouth_lags(arrival, now_ns):
                    unripe.append(arrival)
                else:
                    ripe.append((arrival, face))
        ripe = [one for one in ripe if not self._after_the_deal(one[0], expect, now_ns)]
        if not ripe:
            return None
        chosen, face = lawful(ripe, expect)
        first = self._proved_first(chosen, face, expect)
        if first is not None:
            if all(one is not first for one, _ in ripe):
                return None
            chosen, face = next(one for one in ripe if one[0] is first)
        if self._after_a_move(chosen, expect, now_ns):
            moved = [one for one in ripe if self._moved_before(one[0].uid, one[0].not_before_ns, chosen, expect)]
            if not moved:
                return None
            chosen, face = moved[0]
        if self._another_before(chosen, face, unripe, expect, now_ns) or self._strays(chosen, expect, now_ns):
            return None
        if self._turn_in_doubt(chosen, now_ns):
            return None
        due = zone_seat(expected_zone(expect))
        if due is not None and dealt(self._felt, chosen) and not self._fits(chosen, face, expect):
            return self._before_its_turn(chosen, face, due, ripe, unripe, expect, now_ns)
        self._waiting.remove(chosen)
        return Ripe(chosen, face)

    def _where_due(self, expect: Expectation) -> None:
        """A new card that two antennas heard before it was picked up lies where it is due, if that is one of them. Where cards
        are set in rows one of them is thrown away each turn: it has gone on to the muck."""
        due = expected_zone(expect)
        for at, one in enumerate(self._waiting):
            if expect.rows and one.zone == MUCK:
                continue
            if due in one.heard and one.zone != due and dealt(self._felt, one):
                self._waiting[at] = replace(one, zone=due)

    def _another_before(self, chosen: Arrival, face: Face, unripe: list[Arrival], expect: Expectation, now_ns: int) -> bool:
        """Whether another card may have come before one that is not due: its antenna or its face is still to be read."""
        due = expected_zone(expect)
        if self._fits(chosen, face, expect):
            # Of two burns the later one is too many: which that is, an antenna that hears the other too leaves open.
            doubted = chosen.zone == BURNS and self._felt.tags.disputed_at(BURNS, chosen.not_before_ns, now_ns)
            return doubted and now_ns - chosen.not_after_ns < LIFT_NS
        before, waited = chosen.not_after_ns, now_ns - chosen.not_after_ns
        earlier = any(one.not_before_ns < before for one in unripe) or self._felt.tags.unconfirmed(before, now_ns)
        if earlier and waited < PATIENCE_NS:
            return True
        if chosen.zone == BURNS:  # the street before this burn may be hidden by a hand
            earlier = any(one.not_after_ns <= chosen.not_before_ns for one in self.in_zone(BOARD))
        else:
            places = {due, BURNS} - {chosen.zone}  # a street comes after its burn
            earlier = any(self._felt.tags.disputed_at(place, before, now_ns) for place in places)
        return earlier and waited < LIFT_NS

    def _after_a_move(self, chosen: Arrival, expect: Expectation, now_ns: int) -> bool:
        """Whether this card was dealt on once a correction had moved another, of which it is still to be told."""
        if not expect.wanted or not dealt(self._felt, chosen) or now_ns - chosen.not_after_ns >= LIFT_NS:
            return False
        felt = self._felt
        coming = [(one.uid, one.not_before_ns) for one in self._waiting]
        coming += [one for zone in expect.moves for one in felt.tags.coming_to(zone, now_ns)]
        return any(self._moved_before(uid, since_ns, chosen, expect) for uid, since_ns in coming)

    def _moved_before(self, uid: str, since_ns: int, chosen: Arrival, expect: Expectation) -> bool:
        """Whether it is a card that the correction wants moved, and may have been before this one came."""
        return since_ns < chosen.not_before_ns and self._felt.ledger.handle_of(uid) in expect.wanted

    def _proved_first(self, chosen: Arrival, face: Face, expect: Expectation) -> Arrival | None:
        """A card that came to another seat before the one that is due came, as the stub's mouth proves."""
        if not self._fits(chosen, face, expect) or zone_seat(chosen.zone) is None or not dealt(self._felt, chosen):
            return None
        left = [one for one in self._waiting if not any(_thrown(after, one) for after in self._waiting)]
        return came_first(self._felt, chosen, left)

    def since_ns(self, arrival: Arrival) -> int:
        """The earliest moment at which this card may have come, for the record (`fusion_turns.since_ns`)."""
        return since_ns(self._felt, arrival, self._waiting)

    def before_there(self, arrival: Arrival) -> int:
        """How many cards out of the stub came to the same seat before this one, and are still to be told of."""
        there = [one for one in at_seats(self._felt, self._waiting) if one.zone == arrival.zone]
        return sum(one.not_after_ns < arrival.not_before_ns for one in there)

    def _turn_in_doubt(self, chosen: Arrival, now_ns: int) -> bool:
        return now_ns - chosen.not_after_ns < GRACE_NS and turn_in_doubt(self._felt, chosen, self._waiting)

    def _fits(self, arrival: Arrival, face: Face, expect: Expectation) -> bool:
        """Whether it is the card that is due: by its place, and by its face where the seat is to get hidden and open ones."""
        return arrival.zone == expected_zone(expect) and (face != "up" or expect.up or not expect.open_later)

    def _before_its_turn(
        self,
        chosen: Arrival,
        face: Face,
        due: Seat,
        ripe: list[tuple[Arrival, Face]],
        unripe: list[Arrival],
        expect: Expectation,
        now_ns: int,
    ) -> Ripe | Lifted | None:
        """A card out of the stub came elsewhere while this seat is due one, or face up where a hidden one is due first: what is
        told of now; None: wait."""
        if face == "up" and zone_seat(chosen.zone) == due and dealt_since(self._felt, chosen, ripe):
            self._waiting.remove(chosen)
            return Ripe(chosen, face)
        clear = came_clearly(self._felt, chosen)
        at_due = [one for one in ripe if self._fits(*one, expect) and dealt(self._felt, one[0])]
        mine = min(at_due, key=lambda one: (one[1] == "up") is not expect.up, default=None)
        if mine is not None and not clear:
            if self._turn_in_doubt(mine[0], now_ns):
                return None
            chosen, face = mine  # read later, but nobody saw that it was dealt later: he may have held it in his hand
        elif mine is None:
            thrown = next((one for one, _ in ripe if one.zone == MUCK and dealt(self._felt, one)), None)
            at_his = any(one.zone == seat_zone(due) for one in unripe)
            if thrown is not None and (self._has_folded(due) or (expect.rows and not at_his)):
                # He picked it up as it came and threw it away, with his others or as his discard: it was his before.
                return Ripe(replace(thrown, zone=seat_zone(due)), "unknown" if expect.up else "down")
            if not clear and at_his:
                return None
            # A correction brings no card from the mouth: that this one was clearly seen to come from there says nothing.
            clear = clear and bool(expect.deal_to)
            if now_ns - chosen.not_after_ns < (GRACE_NS if clear else self._patience_ns(due, now_ns)):
                return None
            earlier = self._felt.mouth.earlier(chosen.not_before_ns, chosen.not_after_ns)
            if earlier is not None and not self._only(earlier, chosen):
                return Lifted(earlier, seat_zone(due))
        self._waiting.remove(chosen)
        return Ripe(chosen, face)

    def _only(self, passage: Passage, arrival: Arrival) -> bool:
        """Whether this passage must be the arrival's own, whose player picked the card up as it came and put it down later: all
        were seen to leave the stub, and it is the only one; or he took up his others just then."""
        felt = self._felt
        if taken_up(felt, passage, arrival):
            return True
        if felt.unseen(arrival.not_after_ns):
            return False
        others = [one for one in felt.mouth.passages if one is not passage and one.came_ns <= arrival.not_after_ns]
        return not others and not felt.mouth.occupied

    def _patience_ns(self, seat: Seat, now_ns: int) -> int:
        """How long the player who is due a card may hold it, if he picked it up as it came: longer while he holds others, or
        has just put them down."""
        felt = self._felt
        held = [
            track
            for track in felt.in_zone(seat_zone(seat))
            if track.uid is not None and not felt.tags.steady(track.uid, track.zone, now_ns - PATIENCE_NS)
        ]
        return HELD_NS if held else LIFT_NS

    def _has_folded(self, seat: Seat) -> bool:
        """Whether all cards that lay before the seat lie in the muck now, told or not."""
        his = [track for track in self._felt.tracks.values() if track.seat == seat]
        thrown = {self._felt.ledger.handle_of(one.uid) for one in self.in_zone(MUCK)}
        return bool(his) and all(track.zone == MUCK or track.handle in thrown for track in his)

    def _after_the_deal(self, arrival: Arrival, expect: Expectation, now_ns: int) -> bool:
        """Whether a hand that is folded waits for the cards of the deal that were dealt before and are not told of yet. Where
        cards are set in rows nobody folds: a discard ends its player's turn."""
        if expect.rows or zone_seat(expected_zone(expect)) is None or arrival.zone != MUCK or dealt(self._felt, arrival):
            return False
        wanted = self._felt.ledger.handle_of(arrival.uid) in expect.discarded
        return not wanted and now_ns - arrival.not_after_ns < LIFT_NS

    def _strays(self, chosen: Arrival, expect: Expectation, now_ns: int) -> bool:
        """Whether a card at a seat that is not due may yet prove to be read by the wrong antenna."""
        if zone_seat(chosen.zone) is None or chosen.zone == expected_zone(expect):
            return False
        waited = now_ns - chosen.not_after_ns
        answers = self._felt.tags.read_since(chosen.uid, chosen.zone, now_ns - GRACE_NS)
        return waited < STRAY_NS or (waited < LIFT_NS and not answers)

    def _lies_on_board(self, arrival: Arrival) -> bool:
        """Whether the window shows this board card's face since another antenna heard it: it has not gone, or lies aside."""
        felt = self._felt
        track = felt.tracks.get(felt.ledger.handle_of(arrival.uid) or "")
        if track is None or track.zone != BOARD or arrival.zone == BOARD:
            return False
        outline = felt.window.of(track.handle)
        return any(
            one.face == "up"
            and one.card is not None
            and one.last_ns >= arrival.not_after_ns
            and felt.ledger.is_card(track.handle, one.card)
            for one in [*newcomers(felt, ASIDE), *([outline] if outline is not None else [])]
        )

    def _is_none(self, arrival: Arrival, expect: Expectation) -> bool:
        """Whether nothing has come: the card lies there already, it is being gathered, or it is the stub laid onto the muck."""
        handle = self._felt.ledger.handle_of(arrival.uid)
        track = self._felt.tracks.get(handle or "")
        if track is not None:
            return track.zone == arrival.zone or expect.pushed or (expect.over and arrival.zone == MUCK)
        mouth = self._felt.mouth
        stub = handle is None and arrival.zone == MUCK and not mouth.passages and not mouth.occupied
        return stub and not expected_zone(expect)

    def _is_washed(self, arrival: Arrival, expect: Expectation) -> bool:
        felt = self._felt
        if not dealt(self._felt, arrival) or self._mouth_lags(arrival, arrival.not_after_ns):
            return False
        interval = (arrival.not_before_ns, arrival.not_after_ns)
        return washing(felt, arrival.zone, interval, expect, face_of_tag(felt.ledger, arrival.uid))

    def _read_at_last(self, arrival: Arrival, expect: Expectation) -> Track | None:
        """The card without a tag that lies there and that this tag belongs to."""
        felt, ledger = self._felt, self._felt.ledger
        if ledger.handle_of(arrival.uid) in felt.tracks:
            return None
        untagged = felt.unbound(arrival.zone)
        if not untagged:
            return None
        mine = next((one for one in untagged if ledger.same_face(one.handle, arrival.uid)), None)
        if mine is None:
            interval = (arrival.not_before_ns, arrival.not_after_ns)
            if arrival.zone != BOARD and felt.mouth.claimable(*interval, face_of_tag(ledger, arrival.uid)) is not None:
                # Something came out of the stub just now: this card, unless one was only presumed here and none is due.
                mine = next((one for one in untagged if one.presumed), None)
                if mine is None or expected_zone(expect) == arrival.zone:
                    return None
            mine = mine or next((one for one in untagged if not ledger.knows(one.handle)), None)
        if mine is not None:
            mine.guessed = mine.adopted and not ledger.same_face(mine.handle, arrival.uid)
            ledger.bind(mine.handle, arrival.uid)
            mine.uid = arrival.uid
        return mine

    def _face(self, arrival: Arrival, expect: Expectation, now_ns: int) -> Face | None:
        seat = zone_seat(arrival.zone)
        if seat is None:
            return self._pile_face(arrival)
        due: Face = "up" if expect.up and arrival.zone == expected_zone(expect) else "down"
        several = sum(one.zone == arrival.zone and dealt(self._felt, one) for one in self._waiting) > 1
        face = self._seats.face_of(arrival, seat, now_ns, due=due, several=several)
        return "unknown" if face is None and self._gone_on(arrival) else face

    def _pile_face(self, arrival: Arrival) -> Face | None:
        """How a card lies that came to the burns or the muck: down, unless the window reads its face there in two looks."""
        for outline in newcomers(self._felt, arrival.zone):
            if outline.face == "up" and outline.card is not None and self._felt.ledger.matches(arrival.uid, outline.card):
                return "up" if outline.face_steady else None
        return "down"

    def _mouth_lags(self, arrival: Arrival, now_ns: int) -> bool:
        """Whether the window has not been looked at since the card came: its passage through the mouth may be unfinished."""
        felt = self._felt
        late = felt.sees_window(STUB, now_ns) and felt.window.looked_ns < arrival.not_after_ns
        return late and now_ns - arrival.not_after_ns < CLAIM_NS
