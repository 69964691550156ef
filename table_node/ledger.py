"""Who is who: the one place at a table that joins tags, faces and handles (DESIGN 4). Pure.

Identities leave it in three ways only: openly, once a card was seen face up or tabled after the betting; sealed; and as a
fact without a rank (`IntegritySeen`). One fault is one fact: ``duplicate_card > unknown_card > card_in_two_places >
card_vanished > mixed_backs > sources_disagree``, and a card that was reported once causes nothing lesser (DESIGN 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulebook.cards import UNKNOWN, Card
from rulebook.events import CardNamed, Face, Handle, IntegritySeen
from rulebook.seats import STUB, Zone

Sealer = Callable[[Handle, Card], bytes]
"""Closes an identity for the stream: see `link.seal`."""

Fact = CardNamed | IntegritySeen

DUPLICATE, FOREIGN, TWO_PLACES, DISAGREE = "duplicate_card", "unknown_card", "card_in_two_places", "sources_disagree"
OTHER_BACK, VANISHED = "mixed_backs", "card_vanished"


@dataclass
class _Entry:
    """What is known of one physical card of this hand."""

    uid: str | None = None
    by_rfid: Card | None = None
    by_camera: Card | None = None
    back: str = ""  # the deck whose back it shows
    foreign: bool = False
    zone: Zone | None = None
    face: Face = "unknown"
    opened: bool = False
    sealed: bool = False
    reported: str = ""  # the kind of fact that was told about it

    def __repr__(self) -> str:
        # A debugger's print or an exception's text must not become the leak that the seal prevents.
        return f"<card in {self.zone}, face {self.face}>"

    def faces(self) -> set[Card]:
        return {card for card in (self.by_rfid, self.by_camera) if card is not None}

    def lies(self) -> bool:
        return self.zone is not None and self.zone != STUB


class Ledger:
    """The card map of the deck in play and the identities of one hand.

    `pack` maps the UIDs of the deck in play to faces; several UIDs may name one face (a spare tag).
    `others` are the packs of decks that alternate with it; `names`: of all these decks, as the camera tells their backs.
    `seal` closes hidden names; None: hidden names are not told at all.
    """

    def __init__(
        self,
        pack: Mapping[str, Card],
        *,
        others: Sequence[Mapping[str, Card]] = (),
        names: Sequence[str] = (),
        seal: Sealer | None = None,
    ) -> None:
        self._pack = dict(pack)
        self._decks = [self._pack, *(dict(other) for other in others)]
        self._names_of_decks = tuple(names)
        self._seal = seal
        self._entries: dict[Handle, _Entry] = {}
        self._by_uid: dict[str, Handle] = {}
        self._given = 0

    def __repr__(self) -> str:
        return f"<ledger of {len(self._entries)} cards>"

    # -- handles

    def new_hand(self, seal: Sealer | None = None, keep: Handle | None = None) -> None:
        """Forget every card: handles are never linked across hands. `seal` carries the new hand's key.

        `keep`: the card whose arrival opened the hand; it is the new hand's first.
        """
        self._seal = seal
        self._entries = {handle: entry for handle, entry in self._entries.items() if handle == keep}
        self._by_uid = {uid: handle for uid, handle in self._by_uid.items() if handle == keep}
        if keep is None:
            self._given = 0

    def change_deck(self, pack: Mapping[str, Card]) -> None:
        """Another deck is in play."""
        self._pack = dict(pack)

    def next_deck(self) -> None:
        """The next of the alternating decks is in play."""
        at = self._decks.index(self._pack) if self._pack in self._decks else -1
        self._pack = self._decks[(at + 1) % len(self._decks)]

    def first_card(self, uid: str) -> None:
        """A hand's first card tells which of the alternating decks is in play; later ones do not."""
        if not self._entries and uid not in self._pack:
            self._pack = next((deck for deck in self._decks if uid in deck), self._pack)

    def fresh(self, uid: str | None = None) -> Handle:
        """The next handle of this hand, for the card with this tag or for one that only the camera knows."""
        self._given += 1
        handle = f"k{self._given}"
        self._entries[handle] = _Entry()
        if uid is not None:
            self.bind(handle, uid)
        return handle

    def given(self, handles: Iterable[Handle]) -> None:
        """The journal has these handles of this hand: none of them is given again."""
        self._given = max(self._given, *(int(handle[1:]) for handle in handles if handle[1:].isdigit()), 0)

    def adopt(self, handle: Handle, zone: Zone, face: Face, card: Card | None = None) -> None:
        """Take over a handle that the journal knows, after a restart. `card`: its open name."""
        self.given([handle])
        self._entries[handle] = _Entry(by_camera=card, zone=zone, face=face, opened=card is not None, sealed=True)

    def bind(self, handle: Handle, uid: str) -> None:
        """This tag is in that card."""
        entry = self._entries.setdefault(handle, _Entry())
        if entry.uid is not None and entry.uid != uid:
            self._by_uid.pop(entry.uid, None)
        entry.uid = uid
        entry.by_rfid = self._pack.get(uid)
        entry.foreign = uid not in self._pack
        self._by_uid[uid] = handle

    def exchange(self, handle: Handle, other: Handle) -> None:
        """Each of these cards has the tag that the other was thought to have."""
        mine, its = self._entries[handle].uid, self._entries[other].uid
        for one, uid in ((handle, its), (other, mine)):
            self._entries[one].uid = self._entries[one].by_rfid = None
            if uid is not None:
                self.bind(one, uid)

    def handle_of(self, uid: str) -> Handle | None:
        """The handle of the card with this tag, if it has been seen in this hand."""
        return self._by_uid.get(uid)

    def registered(self, uid: str) -> bool:
        """Whether the tag belongs to the deck in play."""
        return uid in self._pack

    # -- questions that give no rank away

    def matches(self, uid: str, card: Card) -> bool:
        """Whether the tag belongs to a card of this face."""
        return self._pack.get(uid) == card

    def is_card(self, handle: Handle, card: Card) -> bool:
        """Whether this card is known to have that face."""
        entry = self._entries.get(handle)
        return entry is not None and card in (entry.by_rfid, entry.by_camera)

    def same_face(self, handle: Handle, uid: str) -> bool:
        """Whether the tag belongs to a card of the face that this card is known to have."""
        card = self._pack.get(uid)
        return card is not None and self.is_card(handle, card)

    def knows(self, handle: Handle) -> bool:
        """Whether anything has told its face, hidden or not."""
        entry = self._entries.get(handle)
        return entry is not None and (entry.by_rfid is not None or entry.by_camera is not None)

    # -- observations

    def seen(
        self,
        handle: Handle,
        uid: str | None,
        card_by_rfid: Card | None,
        card_by_camera: Card | None,
        zone: Zone,
        face: Face,
        back: str = "",
    ) -> list[Fact]:
        """A card was observed; return what may and must be told.

        `uid`: the tag that was read; `card_by_rfid`: its face where the caller knows it without the pack (perfect
        observation); `card_by_camera`: what a camera read on it; `back`: the deck whose back it showed in the stub's mouth.
        Call it again whenever more is known.
        """
        entry = self._entries.setdefault(handle, _Entry())
        if uid is not None and entry.uid != uid:
            self.bind(handle, uid)
        if card_by_rfid is not None and card_by_rfid != UNKNOWN:
            entry.by_rfid, entry.foreign = card_by_rfid, False
        if card_by_camera is not None and card_by_camera != UNKNOWN:
            entry.by_camera = card_by_camera
        entry.zone, entry.face, entry.back = zone, face, back or entry.back
        return [*self._faults(handle, entry), *self._names(handle, entry, showing=face == "up")]

    def foreign(self, handle: Handle, zone: Zone, face: Face, card_by_camera: Card | None = None) -> list[Fact]:
        """A card was observed that is none of the deck in play (its back or its tag tells)."""
        entry = self._entries.setdefault(handle, _Entry())
        entry.foreign = True
        return self.seen(handle, None, None, card_by_camera, zone, face)

    def tabled(self, handle: Handle) -> list[Fact]:
        """The card was tabled while no betting is open: its name may be told."""
        entry = self._entries.get(handle)
        return [] if entry is None else self._names(handle, entry, showing=True)

    def gone(self, handle: Handle) -> None:
        """The card went back into the stub and gives its handle up."""
        entry = self._entries.get(handle)
        if entry is None:
            return
        entry.zone = STUB
        if entry.uid is not None:
            self._by_uid.pop(entry.uid, None)

    def in_two_places(self, handle: Handle) -> list[Fact]:
        """One tag was read at two places, several times at each."""
        entry = self._entries.get(handle)
        if entry is None or entry.reported:
            return []
        entry.reported = TWO_PLACES
        return [IntegritySeen(kind=TWO_PLACES, handles=(handle,), witnesses=("rfid",))]

    def vanished(self, handle: Handle, witnesses: tuple[str, ...]) -> list[Fact]:
        """The card is gone from where it lay, and these witnesses, who show its neighbours there, miss it."""
        entry = self._entries.get(handle)
        if entry is None or entry.reported:
            return []
        entry.reported = VANISHED
        return [IntegritySeen(kind=VANISHED, handles=(handle,), witnesses=witnesses)]

    # -- inside

    def _deck_name(self) -> str:
        """The name of the deck in play; empty where nobody has told it."""
        at = self._decks.index(self._pack) if self._pack in self._decks else len(self._names_of_decks)
        return self._names_of_decks[at] if at < len(self._names_of_decks) else ""

    def _faults(self, handle: Handle, entry: _Entry) -> list[Fact]:
        if entry.reported:
            return []
        twin = self._twin(handle, entry)
        if twin is not None:
            entry.reported = DUPLICATE
            other = self._entries[twin]
            other.reported = other.reported or DUPLICATE
            return [IntegritySeen(kind=DUPLICATE, handles=(twin, handle), witnesses=_witnesses(entry))]
        if entry.foreign:
            entry.reported = FOREIGN
            return [IntegritySeen(kind=FOREIGN, handles=(handle,), witnesses=_witnesses(entry))]
        if entry.back and entry.uid in self._pack and self._deck_name() not in ("", entry.back):
            entry.reported = OTHER_BACK  # its tag is of the deck in play, its back is not
            return [IntegritySeen(kind=OTHER_BACK, handles=(handle,), witnesses=("rfid", "window"))]
        if entry.by_rfid is not None and entry.by_camera is not None and entry.by_rfid != entry.by_camera:
            entry.reported = DISAGREE
            return [IntegritySeen(kind=DISAGREE, handles=(handle,), witnesses=("rfid", "window"))]
        return []

    def _twin(self, handle: Handle, entry: _Entry) -> Handle | None:
        """Another physical card that lies on the table with a face of this one.

        A card whose sources disagree is no evidence against a third card: that would be the same fault told twice.
        """
        faces = entry.faces()
        if not faces or not entry.lies():
            return None
        for other, known in self._entries.items():
            if other != handle and known.lies() and known.reported not in (DISAGREE, TWO_PLACES) and faces & known.faces():
                return other
        return None

    def _names(self, handle: Handle, entry: _Entry, *, showing: bool) -> list[Fact]:
        if entry.opened or entry.reported == DISAGREE:
            return []
        card = entry.by_camera if showing and entry.by_camera is not None else entry.by_rfid
        if card is None:
            return []
        if showing:
            entry.opened = True
            return [CardNamed(handle=handle, card=card)]
        if entry.sealed or self._seal is None:
            return []
        entry.sealed = True
        return [CardNamed(handle=handle, sealed=self._seal(handle, card))]


def _witnesses(entry: _Entry) -> tuple[str, ...]:
    return tuple(
        name
        for name, there in (
            ("rfid", entry.uid is not None or entry.by_rfid is not None),
            ("window", entry.by_camera is not None),
        )
        if there
    )
