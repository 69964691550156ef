"""The seats: tags say which cards, the table view says whether one shows its face (DESIGN 3). Pure.

The table view knows nothing, back or face for a whole seat. Which of several cards shows its face, a close look at the seat
tells (`Crop`); where none can be had, all of them, and then no name is told that nobody read.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.cards import Card
from rulebook.events import Face
from rulebook.seats import Seat, seat_zone, zone_seat
from table_node.fusion_board import Arrival
from table_node.fusion_felt import Crop, Felt, Track
from table_node.fusion_views import SeatView
from vision.sightings import Look, Sighting

MS = 1_000_000
LOOK_NS = 1_500 * MS  # an arrival waits so long for the table view
OPEN_NS = 5_500 * MS  # longer, if it should lie face up: nobody can act before its face is known
SEVERAL_NS = 4_800 * MS  # longer, if one of several shows its face; but no longer than a player's act is held back for them
CROP_NS = 1_200 * MS  # and so long for a close look
NEWCOMER_NS = 1_800 * MS  # a face that is none of the seat's cards is that of one that comes, for so long
FACELESS_NS = 500 * MS  # close looks that count too few backs are believed once none showed a face for so long
ASK_NS = 400 * MS


@dataclass
class Turned:
    """A card before a seat turned over; `card`: what the close look read on it; `sure`: it is known which one."""

    track: Track
    face: Face
    card: Card | None = None
    sure: bool = True


class SeatSense:
    """Faces of the cards before the seats."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._crops: dict[Seat, tuple[int, tuple[Sighting, ...]]] = {}
        self._asked: dict[Seat, int] = {}
        self._first_asked: dict[Seat, int] = {}  # since when a turned card waits for a close look
        self._wondered: dict[tuple[str, Seat], int] = {}  # since when a card that came waits for a close look
        self._wanted: list[Crop] = []
        self.tabling: frozenset[Seat] = frozenset()  # whose hands the dealer has said are tabled, which is not recorded yet
        self._read: dict[Seat, dict[Card, int]] = {}  # the faces that close looks have read there, and when last

    def begin_hand(self) -> None:
        self._crops.clear()
        self._asked.clear()
        self._first_asked.clear()
        self._wondered.clear()
        self._read.clear()

    def look(self, look: Look) -> None:
        """Take a close look at a seat."""
        by_seat: dict[Seat, list[Sighting]] = {}
        for sighting in look.cards:
            seat = zone_seat(sighting.zone) if sighting.zone and sighting.zone not in look.covered else None
            if seat is not None:
                by_seat.setdefault(seat, []).append(sighting)
        for seat, cards in by_seat.items():
            self._crops[seat] = (look.at_ns, tuple(cards))
            self._read.setdefault(seat, {}).update(
                (one.card, look.at_ns) for one in cards if one.face == "up" and one.card is not None
            )

    def wanted(self) -> list[Crop]:
        """The close looks that are asked for; each is handed out once."""
        wanted, self._wanted = self._wanted, []
        return wanted

    def waiting(self, now_ns: int) -> bool:
        """Whether a card that seems turned over still waits for a close look."""
        return any(now_ns - since_ns <= CROP_NS for since_ns in self._first_asked.values())

    def want(self, seat: Seat, now_ns: int) -> None:
        """Ask for a close look, again and again but not too often."""
        if now_ns - self._asked.get(seat, -ASK_NS) >= ASK_NS:
            self._asked[seat] = now_ns
            self._wanted.append(Crop(seat))

    def crop(self, seat: Seat, since_ns: int) -> tuple[Sighting, ...] | None:
        """The close look at a seat that is younger than that moment."""
        at, cards = self._crops.get(seat, (0, ()))
        return cards if at > since_ns else None

    def face_of(self, arrival: Arrival, seat: Seat, now_ns: int, *, due: Face = "down", several: bool = False) -> Face | None:
        """How a card that arrived at a seat lies; None: look on. `due`: how the next card there should lie; `several`: others
        came there together with it.

        A card that came down from the mouth and shows its face in two looks was exposed; next to a card that shows its face
        already only a close look can tell, and until one does nobody knows.
        """
        felt = self._felt
        waited = now_ns - arrival.not_after_ns
        if not felt.sees_seats(now_ns):
            never = not felt.camera_ok or felt.seats.looked_ns == 0  # a table without a camera waits for none
            return "unknown" if never or waited > LOOK_NS else None
        view = felt.seats.seat(seat)
        if view.last_ns < arrival.not_after_ns or view.shows == "nothing":
            return "unknown" if waited > (OPEN_NS if due == "up" else LOOK_NS) else None
        if view.shows == "back":  # one that is turned over before it is told of came face up
            return "up" if due == "up" and self._remembered(arrival.uid, seat, arrival.not_after_ns) else "down"
        if seat in self.tabling and due != "up":
            return "unknown"
        others = felt.in_zone(seat_zone(seat))
        if not others and not several:
            return "up" if view.looks >= 2 else None
        crop = self.crop(seat, arrival.not_after_ns)
        if crop is not None and (due != "up" or len(crop) > len(others) or self._shows(arrival, others, crop)):
            if self._shows(arrival, others, crop):
                return "up"
            if not self._another(others, crop):
                return "unknown" if due != "up" and _doubtful(others, crop) else "down"
            if self._remembered(arrival.uid, seat, max(view.since_ns, arrival.not_before_ns)):
                return "up"
            if self._anothers(arrival.uid, seat, crop, view.since_ns):
                return "down"
            if due == "up" or self._unread_since(view, arrival, crop):
                return "up"
            return "unknown" if any(one.face == "up" and one.card is None for one in crop) else "down"
        self.want(seat, now_ns)
        waited = now_ns - self._wondered.setdefault((arrival.uid, seat), now_ns)  # its tag may have been in doubt until now
        if waited <= (SEVERAL_NS if several else OPEN_NS if due == "up" else LOOK_NS):
            return None
        if several or due == "up":
            return "unknown"
        return "unknown" if any(track.face == "up" for track in others) else "up"

    def _shows(self, arrival: Arrival, others: list[Track], crop: tuple[Sighting, ...]) -> bool:
        """Whether the close look shows the face of this tag's card, and not that of a card that lay there face up before."""
        ledger = self._felt.ledger
        read = [one.card for one in crop if one.face == "up" and one.card is not None]
        if not ledger.registered(arrival.uid):  # no pack tells its face: it is the one that none of the others has
            return any(not any(ledger.is_card(track.handle, card) for track in others) for card in read)
        mine = [card for card in read if ledger.matches(arrival.uid, card)]
        if not mine:
            return False
        before = [track for track in others if track.face == "up" and ledger.is_card(track.handle, mine[0])]
        return len(mine) > len(before)

    def _another(self, others: list[Track], crop: tuple[Sighting, ...]) -> bool:
        """Whether one more face shows than is known of, though it lies half under other cards and cannot be read."""
        return sum(one.face == "up" for one in crop) > sum(track.face == "up" for track in others)

    def _remembered(self, uid: str, seat: Seat, since_ns: int) -> bool:
        """Whether this tag's card was read there face up since then, before others came to lie over it."""
        read = self._read.get(seat, {})
        return any(at_ns >= since_ns and self._felt.ledger.matches(uid, card) for card, at_ns in read.items())

    def _anothers(self, uid: str, seat: Seat, crop: tuple[Sighting, ...], since_ns: int) -> bool:
        """Whether all faces that cannot be read now are those of other cards, told of or not, that were read there since a face
        shows."""
        ledger = self._felt.ledger
        shown = [one.card for one in crop if one.face == "up"]
        others = [
            card
            for card, at_ns in self._read.get(seat, {}).items()
            if at_ns >= since_ns and card not in shown and not ledger.matches(uid, card)
        ]
        return ledger.registered(uid) and shown.count(None) <= len(others)

    def _unread_since(self, view: SeatView, arrival: Arrival, crop: tuple[Sighting, ...]) -> bool:
        """Whether the seat shows a face only since this card came, and no look has read it: it is rather this one's."""
        return view.since_ns >= arrival.not_before_ns and any(one.face == "up" and one.card is None for one in crop)

    def turned(self, now_ns: int, busy: set[Seat]) -> list[Turned]:
        """The cards of one seat that turned over; `busy` seats still await a card."""
        felt = self._felt
        if not felt.sees_seats(now_ns):
            return []
        for seat, view in felt.seats:
            if view.looks < 2 or view.shows == "nothing" or seat in busy or seat in self.tabling:
                continue
            tracks = felt.in_zone(seat_zone(seat))
            ups = [track for track in tracks if track.face == "up"]
            unseen = [track for track in tracks if track.face == "unknown"]
            if not tracks or (not ups and not unseen if view.shows == "back" else len(ups) == len(tracks)):
                continue
            changed_ns = felt.changed_ns.get(seat_zone(seat), 0)
            if view.last_ns < changed_ns or felt.tags.unconfirmed_at(seat_zone(seat), now_ns):
                continue  # a hand lies over it and what showed before says nothing of these, or another card comes
            if view.shows == "back" and not ups:  # a hand lay over them as they came
                crop = self.crop(seat, changed_ns) if len(tracks) > 1 else None
                if not any(one.face == "up" for one in crop or ()):
                    if len(tracks) == 1 or self._turned_down(seat, len(tracks), changed_ns, now_ns):
                        return [Turned(track, "down") for track in unseen]
                    continue  # one that shows its face may lie half under the others
            elif view.shows == "back":
                if self._turned_down(seat, len(tracks), view.since_ns, now_ns):
                    return [Turned(track, "down") for track in ups]
                continue
            since_ns = max(view.since_ns, changed_ns - 1, view.stirred_ns if ups else 0)
            if self._first_asked.get(seat, since_ns) < since_ns:
                del self._first_asked[seat]  # that was about something else
            found = self._shown(seat, tracks, ups, since_ns, now_ns)
            if found:
                return found
        return []

    def _turned_down(self, seat: Seat, count: int, since_ns: int, now_ns: int) -> bool:
        """Whether no card shows its face any more: all of them are seen from near, or no close look can be had.

        A card that shows its face may be hidden under the others, or by a hand.
        """
        crop = self.crop(seat, since_ns)
        if crop is not None and any(one.face == "up" for one in crop):
            self._first_asked.pop(seat, None)
            self.want(seat, now_ns)
            return False
        if crop is not None and len(crop) >= count:
            self._first_asked.pop(seat, None)
            return True
        waits = self._awaits(seat, now_ns)
        if crop is None:
            return not waits  # none can be had
        # It counts too few backs, for they lie over each other: no face showed for long enough.
        return now_ns - self._first_asked[seat] >= FACELESS_NS

    def _shown(self, seat: Seat, tracks: list[Track], ups: list[Track], since_ns: int, now_ns: int) -> list[Turned]:
        downs = [track for track in tracks if track.face != "up"]
        crop = self.crop(seat, since_ns)
        if crop is not None and (len(crop) > len(tracks) or self._untold(seat, crop, now_ns)):
            self.want(seat, now_ns)
            return []  # one of these has come and is not told of yet
        if crop is not None and self._newcomer(tracks, crop) and self._awaits(seat, now_ns, NEWCOMER_NS):
            return []
        if crop is None and (self._awaits(seat, now_ns) or ups):
            return []
        if crop is None or len(tracks) == 1:
            self._first_asked.pop(seat, None)
        if len(tracks) == 1:
            read = [one.card for one in crop or () if one.face == "up"]
            return [Turned(tracks[0], "up", read[0] if len(read) == 1 else None)]
        if crop is None:
            # No close look can be had: the card whose face nobody saw as it came, else the whole hand.
            unseen = [track for track in downs if track.face == "unknown"]
            return [Turned(track, "up", sure=False) for track in unseen or downs]
        shown = [one for one in crop if one.face == "up"]
        found = self._by_identity(tracks, downs, shown)
        unread = len(shown) - len(ups)
        if not found and unread > 0:
            # A face half under the other card shows, and no look has read it: so many cards lie open, which ones is not known.
            if self._awaits(seat, now_ns):
                return []
            since_ns = self._felt.seats.seat(seat).since_ns
            before = {track.handle for track in downs if track.uid and self._remembered(track.uid, seat, since_ns)}
            # Rather one that was read there before it was covered, or one whose face nobody saw as it came.
            downs.sort(key=lambda track: (track.handle not in before, track.face != "unknown"))
            found = [Turned(track, "up", sure=track.handle in before) for track in downs[:unread]]
        self._first_asked.pop(seat, None)
        if not shown:
            self.want(seat, now_ns)
        return found

    def _untold(self, seat: Seat, crop: tuple[Sighting, ...], now_ns: int) -> bool:
        """Whether one of the faces is that of a tag which the seat's antenna hears and which is not decided yet."""
        heard = self._felt.tags.undecided_at(seat_zone(seat), now_ns)
        faces = [one.card for one in crop if one.face == "up" and one.card is not None]
        return any(self._felt.ledger.matches(uid, face) for uid in heard for face in faces)

    def _newcomer(self, tracks: list[Track], crop: tuple[Sighting, ...]) -> bool:
        """Whether a face was read that is none of these cards': it has come, and no antenna has heard it yet."""
        ledger = self._felt.ledger
        if not all(ledger.knows(track.handle) for track in tracks):
            return False
        faces = [one.card for one in crop if one.face == "up" and one.card is not None]
        return any(not any(ledger.is_card(track.handle, face) for track in tracks) for face in faces)

    def _awaits(self, seat: Seat, now_ns: int, patience_ns: int = CROP_NS) -> bool:
        """Ask for a close look; whether one may still come."""
        self.want(seat, now_ns)
        return now_ns - self._first_asked.setdefault(seat, now_ns) < patience_ns

    def _by_identity(self, tracks: list[Track], downs: list[Track], shown: list[Sighting]) -> list[Turned]:
        """Which cards show their faces: those whose identity was read, then those that nobody knows yet."""
        ledger = self._felt.ledger
        turned: list[Turned] = []
        rest = sorted(downs, key=lambda track: track.face != "unknown")  # rather one whose face nobody saw as it came
        for one in shown:
            if one.card is None or any(ledger.is_card(track.handle, one.card) for track in tracks if track not in downs):
                continue
            fitting = next((track for track in rest if ledger.is_card(track.handle, one.card)), None)
            fitting = fitting or next((track for track in rest if not ledger.knows(track.handle)), None)
            if fitting is not None:
                rest.remove(fitting)
                turned.append(Turned(fitting, "up", one.card))
        if len(shown) == len(tracks):
            turned += [Turned(track, "up", sure=True) for track in rest]
        # Of a hand that is shown, cards first that were seen to lie face down: the rest was not dealt face up.
        return sorted(turned, key=lambda one: one.track.face == "unknown")


def _doubtful(others: list[Track], crop: tuple[Sighting, ...]) -> bool:
    """Whether a card that comes to these, half under them, may be one that shows neither a face nor a back for sure, or none at
    all: no back is seen but those of the cards that lay there."""
    known_up = sum(track.face == "up" for track in others)
    seen_down = sum(one.face == "down" for one in crop)
    return len(crop) - seen_down > known_up or seen_down <= len(others) - known_up
