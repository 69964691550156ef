"""What a hand knows from those before it: positions, who is away or sits out a penalty, where the button was put, which devices
are not well, whether the last pot is in doubt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rulebook.events import AnyEvent, DeviceChanged, HandOpened, Reported
from rulebook.findings import Penalty
from rulebook.positions import Positions, by_button, moved_on
from rulebook.seats import Seat
from rulebook.settings import Settings

if TYPE_CHECKING:
    from rulebook.hand import Hand
    from rulebook.preparation import Preparation


NOBODY: frozenset[Seat] = frozenset()


class Beginning(NamedTuple):
    """`left`: who is away. `out`: who sits out a penalty. `blinds`: who owes them where the button does not tell it (a dead
    button). `button_lies`: where the dealer put the button, 0: nobody said so. `award_in_doubt`: the last pot was pushed
    wrongly and nobody has ruled on it. `devices`: the state of those that are not well. `fantasy`: who plays it so
    (open-face); `rows_unseen`: nobody but the people knows it. `uncounted`: the deck came into play since, and nobody has
    counted it. `apart`: seats with a stack that are not dealt in, since their players are away. `owed`: which blinds seats that
    play again have missed so. `prepared`: how far the deck is prepared already, since the misdeal before.
    """

    left: frozenset[Seat] = NOBODY
    out: frozenset[Seat] = NOBODY
    blinds: tuple[Seat, Seat] | None = None
    button_lies: Seat = 0
    award_in_doubt: bool = False
    devices: Mapping[str, str] = {}
    fantasy: tuple[Seat, ...] = ()
    uncounted: bool = False
    apart: frozenset[Seat] = NOBODY
    owed: Mapping[Seat, frozenset[str]] = {}
    rows_unseen: bool = False
    prepared: Preparation | None = None


NOTHING = Beginning()


class Carried:
    """Goes from hand to hand of one table.

    `played`: hand number -> how many hands had been played before it, redeals not counted.
    """

    def __init__(self) -> None:
        self._positions: Positions | None = Positions(0, 0, 0)
        self._dealt_in: tuple[Collection[Seat], Seat] = ((), 0)  # who plays the present hand, and with which button
        self.played: dict[int, int] = {}
        self._hands = 0  # so many hands have begun, redeals not counted
        self._reports: list[Reported] = []
        self._devices: dict[str, str] = {}
        self._missed: dict[Seat, frozenset[str]] = {}  # which blinds a seat that is not dealt in has missed
        self._owed: dict[Seat, frozenset[str]] = {}  # those that are posted in the present hand

    def before_the_first(self, event: AnyEvent) -> None:
        """What is reported before the first hand is about that hand."""
        if isinstance(event, Reported):
            self._reports.append(event)
        elif isinstance(event, DeviceChanged):
            self._devices[event.device] = event.state

    @property
    def positions(self) -> Positions:
        """Of the present hand; where the button tells them they are worked out once somebody asks."""
        if self._positions is None:
            self._positions = by_button(*self._dealt_in)
        return self._positions

    def next_button(self, seated: Collection[Seat], rule: str) -> Seat:
        """Where the button goes for the next hand."""
        return moved_on(seated, self.positions, rule).button

    def begin(
        self,
        event: HandOpened,
        last: Hand | None,
        seated: Collection[Seat],
        rule: str,
        *,
        set_anew: bool,
        in_doubt: bool,
        given: Collection[Penalty],
        absent_dealt_in: bool = True,
    ) -> Beginning:
        """A hand opens. `last`: the one before. `set_anew`: the table was set since. `given`: all penalties so far.
        `absent_dealt_in`: who is away is dealt in."""
        left, button_lies = self._reported(last)
        apart = NOBODY if absent_dealt_in else left.intersection(seated)
        all_seated, seated = seated, [seat for seat in seated if seat not in apart]
        self._move(event, seated, rule, anew=last is None or set_anew)
        self._count(event)
        if (apart or self._missed) and event.redeal_of is None:
            self._miss(event.button, all_seated, seated)
        elif event.redeal_of is None:
            self._owed = {}
        return Beginning(
            left,
            self._sitting_out(event.hand, given) if given else NOBODY,
            self.positions.blinds(seated) if rule == "dead" and len(seated) > 2 else None,
            button_lies,
            in_doubt,
            dict(last.asking.devices) if last is not None else dict(self._devices),
            last.result.fantasy if last is not None and last.result is not None else (),
            last is not None and last.preparation.uncounted,
            apart,
            self._owed,
            last is not None and last.uncounted,
            last.preparation.anew if last is not None and event.redeal_of is not None else None,
        )

    def _miss(self, button: Seat, all_seated: Collection[Seat], seated: Collection[Seat]) -> None:
        """Who plays again posts what he missed, unless a blind is his by the button; whom a blind passes has missed it."""
        due = by_button(seated, button)
        back = [seat for seat in self._missed if seat in seated]
        self._owed = {seat: self._missed.pop(seat) for seat in back}
        self._owed = {seat: owed for seat, owed in self._owed.items() if seat not in (due.small, due.big)}
        passed = by_button(all_seated, button)
        for name, seat in (("small", passed.small), ("big", passed.big)):
            if seat and seat not in seated:
                self._missed[seat] = self._missed.get(seat, frozenset()) | {name}

    def _move(self, event: HandOpened, seated: Collection[Seat], rule: str, *, anew: bool) -> None:
        """A redeal begins with the same button (BFSP 6.3)."""
        if event.redeal_of is not None and not anew:
            return
        moved = None if anew else moved_on(seated, self.positions, rule)
        self._positions = moved if moved is not None and moved.button == event.button else None
        self._dealt_in = seated, event.button

    def _count(self, event: HandOpened) -> None:
        repeated = self.played.get(event.redeal_of) if event.redeal_of is not None else None
        self.played[event.hand] = self._hands if repeated is None else repeated
        self._hands += repeated is None

    def _reported(self, last: Hand | None) -> tuple[frozenset[Seat], Seat]:
        button_lies = last.button_next if last is not None else 0
        left: set[Seat] = last.presence.left if last is not None else set()
        if not left and not self._reports:
            return NOBODY, button_lies
        left = set(left)
        for report in self._reports:
            if report.seat is None:
                continue
            if report.what == "leaves":
                left.add(report.seat)
            elif report.what == "sits":
                left.discard(report.seat)
            elif report.what == "button_at":
                button_lies = report.seat
        self._reports.clear()
        return frozenset(left), button_lies

    def _sitting_out(self, hand: int, given: Iterable[Penalty]) -> frozenset[Seat]:
        """Who sits out a penalty in this hand: an orbit is as many hands as it has, redeals not counted (RULES 7)."""
        since = {one: self.played[hand] - self.played.get(int(one.id.partition(":")[0]), 0) for one in given}
        return frozenset(one.seat for one, hands in since.items() if 0 < hands <= one.hands)


def with_missed(settings: Settings, owed: Mapping[Seat, frozenset[str]]) -> Settings:
    """Who was not dealt in while a blind passed him posts it once he plays again: the big one live, the small one dead."""
    small, big = settings.blinds
    live = {seat: big for seat, missed in owed.items() if "big" in missed}
    dead = {seat: small for seat, missed in owed.items() if "small" in missed}
    return msgspec.structs.replace(
        settings, guest_blinds={**live, **settings.guest_blinds}, dead_blinds={**dead, **settings.dead_blinds}
    )
