"""A card of the board that is gone: missed by those who show its neighbours where they lie. Pure.

Silence alone says nothing (DESIGN 3). Here the antenna that misses the card reads others beside it, and the picture that lacks
it shows them, while nobody has a reason to take one up and no antenna hears it elsewhere. At the seats, the burns and the muck
nothing of this can be told: players lift their cards, chips and piles hide them.
"""

from __future__ import annotations

from typing import NamedTuple

from rulebook.events import Handle
from rulebook.seats import ASIDE, BOARD
from table_node.fusion_felt import BLIND_NS, Expectation, Felt, Track, newcomers

MS = 1_000_000
GONE_NS = 8_000 * MS  # nobody holds a card of the board in his hand for so long


class Gone(NamedTuple):
    """This card is gone, and these devices miss it."""

    handle: Handle
    witnesses: tuple[str, ...]


def long_gone(track: Track, now_ns: int) -> bool:
    """Whether the card had been missed for too long by then to be on its way somewhere."""
    return 0 < track.missed_ns <= now_ns - GONE_NS


class BoardWatch:
    """Tells of each such card once."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._told: set[Handle] = set()

    def begin_hand(self) -> None:
        """Another hand, other cards."""
        self._told.clear()

    def next(self, expect: Expectation, now_ns: int) -> Gone | None:
        """The next card that is gone for good, once."""
        tracks = self._felt.in_zone(BOARD)
        for track in tracks:
            if track.seat:
                continue  # a player's: an antenna heard it there on its way to the muck, where nothing is heard
            if track.x_mm is None and self._camera_lives(now_ns):
                continue  # the antenna alone had it there: a burn or a discard beside the board
            witnesses = self._missed_by(track, tracks, now_ns)
            if witnesses is None:
                continue
            track.missed_ns = (track.missed_ns or now_ns) if witnesses else 0
            if expect.board_lies and long_gone(track, now_ns) and track.handle not in self._told:
                self._told.add(track.handle)
                return Gone(track.handle, witnesses)
        return None

    def _missed_by(self, track: Track, tracks: list[Track], now_ns: int) -> tuple[str, ...] | None:
        """Who misses the card and shows others beside it: nobody, if somebody sees it; None: one who could cannot tell now."""
        felt = self._felt
        others = [other for other in tracks if other is not track]
        found = []
        if track.uid is not None and felt.tags.has_antenna(BOARD):
            if felt.tags.heard(track.uid) or not felt.tags.silent(track.uid, BOARD, now_ns):
                return ()
            here = felt.tags.at(BOARD)
            if not any(other.uid in here for other in others):
                return None
            found.append("rfid")
        if self._camera_lives(now_ns):
            if felt.window.of(track.handle) is not None:
                return ()
            if not felt.sees_window(BOARD, now_ns) or newcomers(felt, BOARD) or newcomers(felt, ASIDE):
                return None
            if not any(felt.window.of(other.handle) for other in others):
                return None
            found.append("window")
        return tuple(found)

    def _camera_lives(self, now_ns: int) -> bool:
        """Whether the window is looked at, though a hand may lie over the board."""
        felt = self._felt
        return felt.camera_ok and felt.window.looked_ns > 0 and now_ns - felt.window.looked_ns < BLIND_NS
