"""What only the dealer's word finishes: cards back into the stub, and hands tabled at the showdown. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.events import Handle
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, Seat, zone_seat
from table_node.fusion_felt import Expectation, Felt, Track, stands_for
from table_node.fusion_gone import long_gone
from table_node.fusion_seats import SeatSense

MS = 1_000_000
DONE_NS = 2_500 * MS  # cards that fall silent so soon after the dealer's Done went into the stub
UNEXPLAINED_NS = 1_800 * MS  # a Done that nothing has explained by then may mean the last burn
TABLED_NS = 3_000 * MS  # without a camera that can tell, a tapped hand counts as tabled after this
SAME_LOOK_NS = 200 * MS  # two tags of one look, and no sweep between
GIVEN_UP_NS = 60_000 * MS


class StubReturns:
    """Holds a departure until the dealer's Done: "back into the stub" is only a card that is gone."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._done_ns: int | None = None
        self._explained = False
        self._went_ns = 0  # when the burn that was due to go was last heard

    @property
    def waiting(self) -> bool:
        """Whether a Done still looks for its cards."""
        return self._done_ns is not None

    def done(self, now_ns: int) -> None:
        """The dealer says so now."""
        self._done_ns = now_ns
        self._explained = False
        self._went_ns = 0

    def forget(self) -> None:
        """The hand is over."""
        self._done_ns = None

    def next(self, expect: Expectation, now_ns: int) -> Track | None:
        """The next card that the Done means."""
        if self._done_ns is None:
            return None
        for track in [one for one in self._felt.tracks.values() if one.guessed and self._felt.absent(one, now_ns)]:
            stands_for(self._felt, track, expect.returning)
        tracks = self._felt.tracks.values()
        gone = next((track for track in tracks if self._meant(track, expect, now_ns, self._done_ns)), None)
        if gone is not None:
            self._explained = True
            if gone.zone == BURNS and gone.handle in expect.returning:
                self._went_ns = self._felt.tags.last_ns(gone.uid, BURNS)
        elif now_ns - self._done_ns > DONE_NS:
            self._done_ns = None
        return gone

    def _meant(self, track: Track, expect: Expectation, now_ns: int, done_ns: int) -> bool:
        """Whether this card is gone and the Done means it.

        Burns lie under the pot's chips and on each other, and fall silent: one is gone only if it was due to go, or if nothing
        else explains the Done, and then it is the one burned last.
        """
        if not self._felt.absent(track, now_ns):
            return False
        if track.handle in expect.returning or (track.zone == BURNS and self._one_of_two(track, expect)):
            return True
        if track.zone in (BOARD, ASIDE):
            return not long_gone(track, done_ns)  # it was missed long before
        if track.zone == BURNS and self._went_ns:  # fell silent in the same look as one that was due to go: taken up with it
            return abs(self._felt.tags.last_ns(track.uid, BURNS) - self._went_ns) < SAME_LOOK_NS
        if track.zone != BURNS or self._explained or now_ns - done_ns < UNEXPLAINED_NS:
            return False
        return track is self._felt.in_zone(BURNS)[-1]

    def _one_of_two(self, burn: Track, expect: Expectation) -> bool:
        """Whether it was burned in one motion with the card that is due to go, of which nobody knows which was first."""
        burns = self._felt.in_zone(BURNS)
        due = [track for track in burns if track.handle in expect.returning]
        return any(0 < burn.came[0] <= one.came[1] and one.came[0] <= burn.came[1] for one in due)


class Discards:
    """A hand that a correction sends to the muck goes there in one, and of a pile two cards answer, three doubtfully: once
    some of it are read there, before the correction or after, the rest is with them if its seat shows nothing any more and
    its tags are silent."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self.waiting = False  # whether some card's silence is still waited for

    def next(self, expect: Expectation, now_ns: int) -> Track | None:
        """The next card that went along."""
        felt = self._felt
        self.waiting = False
        here = [track for handle in expect.discarded if (track := felt.tracks.get(handle)) is not None]
        if not here or not felt.sees_seats(now_ns):
            return None
        thrown = {track.seat for track in felt.tracks.values() if track.zone == MUCK}
        for track in here:
            seat = zone_seat(track.zone)
            if seat not in thrown or seat is None or felt.seats.seat(seat).shows != "nothing":
                continue
            if felt.absent(track, now_ns):
                return track
            self.waiting = True
        return None


class TabledHands:
    """Opens the names of tabled hands once the seat shows faces: a tap on the wrong seat must show no hand."""

    def __init__(self, felt: Felt, seats: SeatSense) -> None:
        self._felt = felt
        self._seats = seats
        self._cards: dict[Handle, tuple[Seat, int]] = {}

    @property
    def waiting(self) -> bool:
        """Whether some tabled card is still to be named."""
        return bool(self._cards)

    def add(self, seat: Seat, handles: Iterable[Handle], now_ns: int) -> None:
        """The dealer tapped that this seat tables these cards."""
        self._cards.update(dict.fromkeys(handles, (seat, now_ns)))
        self._seats.want(seat, now_ns)

    def clear(self) -> None:
        """The hand is over."""
        self._cards.clear()

    def next(self, now_ns: int) -> Handle | None:
        """The next card that may be named: its seat shows faces, or no camera can tell."""
        for handle, (seat, at) in list(self._cards.items()):
            view = self._felt.seats.seat(seat)
            blind = not self._felt.sees_seats(now_ns) or view.shows == "nothing"
            if view.shows == "face" and self._seats.crop(seat, view.since_ns) is None and now_ns - at < TABLED_NS:
                self._seats.want(seat, now_ns)
            elif view.shows == "face" or (blind and now_ns - at > TABLED_NS):
                del self._cards[handle]
                return handle
            elif now_ns - at > GIVEN_UP_NS:
                del self._cards[handle]  # tapped on a seat that shows nothing: no name is told
        return None
