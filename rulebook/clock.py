"""Time called on a player (BFSP 7.1.7 note, CLUB 2.6.1-7): so long he has to act, then his hand is folded.

The fold knows no clock. How long it was is told by the boot times of two records: the call, and the node's word that the time
is up. A node that started anew in between cannot tell how long it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulebook.seats import Seat

if TYPE_CHECKING:
    from rulebook.hand import Hand

TIME_UP = "time_up"  # what the node reports (`rulebook.events.Reported`)


class Called(NamedTuple):
    """Time was called on `seat` at `at_ms` of that boot, after so many actions; it is up at `up_ms`."""

    seat: Seat
    boot: str
    at_ms: int
    up_ms: int
    actions: int


def call_time(hand: Hand, seat: Seat) -> None:
    """Time is called on the seat to act; on another one it means nothing yet. A second call does not begin it anew."""
    betting, record = hand.betting, hand.record
    if record is None or seat != betting.to_act or (hand.called is not None and still_runs(hand)):
        return
    up_ms = record.boot_ms + 1_000 * betting.rules.clock_s
    hand.called = Called(seat, record.boot, record.boot_ms, up_ms, len(betting.acted))


def still_runs(hand: Hand) -> bool:
    """Whether the seat on which time was called has still to act."""
    called, betting = hand.called, hand.betting
    if called is None or hand.over or called.seat != betting.to_act:
        return False
    return called.seat not in betting.acted[called.actions :]


def time_up(hand: Hand, seat: Seat, seq: int) -> None:
    """The node says that the time of `seat` is up: it is, if the boot times say so and he has not acted."""
    called, record = hand.called, hand.record
    if called is None or record is None or called.seat != seat or not still_runs(hand):
        return
    if record.boot == called.boot and record.boot_ms >= called.up_ms:
        hand.called = None
        hand.rule(hand.betting.time_out(seat), seq)


def running(hand: Hand | None, boot: str) -> Called | None:
    """The call that the node of that boot has to watch, None when there is none."""
    called = hand.called if hand is not None else None
    return called if hand is not None and called is not None and called.boot == boot and still_runs(hand) else None
