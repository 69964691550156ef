"""The order of a dealing to the seats: one card a round to each seat, clockwise from the button's left (BFSP 5.6.1, 6.3).

Order is judged by counts per seat. A seat that was passed is only a finding once the next round or the end of the deal proves
it; until then the card may still come.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.events import Handle
from rulebook.felt import LyingCard
from rulebook.seats import Seat


class Deal:
    """Who holds how many cards of a dealing. `order`: the seats dealt in, in dealing order; `per_seat` cards each.

    `ups` of them, the last ones, are dealt face up on purpose (stud). A later street of stud is a dealing of its own.
    `strays`: cards that went elsewhere than they should, with their right seat; `righted`: those that have been put right.
    `closed`: the betting has begun, whatever is missing.
    """

    def __init__(self, order: tuple[Seat, ...], per_seat: int, ups: int = 0) -> None:
        self.order = order
        self.per_seat = per_seat
        self.ups = ups
        self.strays: list[tuple[Handle, Seat]] = []
        self.righted: set[Handle] = set()
        self.closed = False
        self.dealt = 0  # how many cards of the deal have come
        self._counts: dict[Seat, int] | None = None  # by seat; while every card comes in its turn nobody counts them
        self._due = order * per_seat  # whose turn each card is
        self._last: Seat = 0
        self._skip_told = False
        self.first_astray = False  # the very first card went to a wrong seat
        self.latest: LyingCard | None = None  # the card that was told of last in its turn

    @property
    def complete(self) -> bool:
        """Whether every seat has its cards."""
        if self._counts is None:
            return self.dealt == len(self._due)
        return all(count >= self.per_seat for count in self._counts.values())

    @property
    def counts(self) -> dict[Seat, int]:
        """How many cards each seat has."""
        if self._counts is None:
            rounds, more = divmod(self.dealt, len(self.order) or 1)
            self._counts = {seat: rounds + (at < more) for at, seat in enumerate(self.order)}
        return self._counts

    @property
    def begun(self) -> bool:
        """Whether any card was dealt."""
        return self.dealt > 0

    @property
    def new_round(self) -> bool:
        """Whether the latest card was the first of a further round."""
        return self.dealt > 1 and self.dealt % len(self.order) == 1

    def expected(self) -> Seat:
        """The seat whose card comes next, 0 when the deal is complete."""
        if self.complete:
            return 0
        if self._counts is None:
            return self._due[self.dealt]
        least = min(self.counts.values())
        return next(seat for seat in self.order if self.counts[seat] == least)

    def faces_up(self, seat: Seat) -> bool:
        """Whether the card that the seat got last belongs face up."""
        return self.counts.get(seat, 0) > self.per_seat - self.ups

    def give(self, seat: Seat, handle: Handle) -> tuple[str, tuple[Seat, ...]] | None:
        """A card came to a seat. Returns the situation and the seats of the fault that it proves, or None."""
        at, due = self.dealt, self._due
        right = due[at] if at < len(due) else 0
        if seat == right and not self.strays:  # the usual case
            self.dealt = at + 1
            self._last = seat
            if self._counts is not None:
                self._counts[seat] += 1
            return None
        had = self.counts.get(seat)
        if had is None:
            return "dealt_to_empty_seat", (seat,)
        was_complete = self.complete
        self.dealt += 1
        previous, self._last = self._last, seat
        least = min(self.counts.values())
        self.counts[seat] += 1
        if had >= self.per_seat:
            return ("surplus_after" if was_complete else "surplus"), (seat,)
        if right and right != seat:
            self.strays.append((handle, right))
            self.first_astray = self.first_astray or not at
        return self._judge(seat, had, least, previous, right)

    def _judge(self, seat: Seat, had: int, least: int, previous: Seat, right: Seat) -> tuple[str, tuple[Seat, ...]] | None:
        """What a card that came out of its turn, or after one that did, proves. The last seat's last card ends the deal, unless
        it begins its round: then the dealer goes round from a wrong seat, and the others are still to come."""
        if seat == previous and right != seat:  # two cards running to one seat: strayed, nobody was passed yet
            return "dealt_out_of_order", (seat,)
        if had > least:
            return self._skipped(tuple(other for other in self.order if self.counts[other] == least))
        at = self.order.index(seat)
        if not self._skip_told and any(self.counts[other] > least for other in self.order[at + 1 :]):
            return "dealt_out_of_order", (seat,)  # it comes after a seat that it should have come before
        if least == self.per_seat - 1 and seat == self.order[-1] and not self.new_round:
            passed = self._passed(least)
            if passed:
                return self._skipped(passed)
        return None

    def _passed(self, least: int) -> tuple[Seat, ...]:
        """Seats without a card of the round after which a later seat got one."""
        behind = [at for at, seat in enumerate(self.order) if self.counts[seat] > least]
        last = behind[-1] if behind else -1
        return tuple(seat for at, seat in enumerate(self.order) if self.counts[seat] == least and at < last)

    def _skipped(self, passed: tuple[Seat, ...]) -> tuple[str, tuple[Seat, ...]] | None:
        if self._skip_told:
            return None
        self._skip_told = True
        return "seat_skipped", tuple(sorted(passed))

    def lacks(self, seat: Seat) -> bool:
        """Whether the seat has fewer cards of this deal than the others should have."""
        return not self.complete and self.counts.get(seat, self.per_seat) < self.per_seat

    def ends(self) -> tuple[Seat, ...]:
        """No card of this deal is to come any more: the seats without theirs, if no card has proved it before."""
        if self._skip_told:
            return ()
        short = tuple(seat for seat, count in self.counts.items() if count < self.per_seat)
        self._skip_told = bool(short)
        return tuple(sorted(short))

    def unseen(self, seats: Iterable[Seat]) -> None:
        """These seats got a card that nobody saw: the cards after it came in their turn."""
        for seat in seats:
            self.counts[seat] += 1
            self.dealt += 1
        self.strays.clear()
        self._skip_told = self.first_astray = False

    def exchanged(self, *strays: tuple[Handle, Seat], first: bool) -> None:
        """These cards, which counted as dealt in turn, went to each other's seats; `first`: one is the first of the deal."""
        self.strays += strays
        self.first_astray = self.first_astray or first

    def in_its_place(self, handle: Handle) -> None:
        """This card came in the place of another: it is no stray."""
        self.strays = [stray for stray in self.strays if stray[0] != handle]

    def left(self, seat: Seat) -> None:
        """A counted card left the seat again (a stray put right, a boxed one, an undone fold)."""
        if self.counts.get(seat):
            self.counts[seat] -= 1
            self.dealt -= 1
            self._last = 0

    def came(self, seat: Seat, handle: Handle) -> None:
        """A card came to the seat from another place of the table."""
        if seat in self.counts:
            self.counts[seat] += 1
            self.dealt += 1
        if (handle, seat) in self.strays:
            self.righted.add(handle)

    @property
    def astray(self) -> list[tuple[Handle, Seat]]:
        """The stray cards that have not been put right."""
        return [(handle, seat) for handle, seat in self.strays if handle not in self.righted]

    def wrong(self) -> tuple[tuple[Seat, int], ...]:
        """Seats with another number of cards than they should have, with that number."""
        if self._counts is None and self.complete:
            return ()
        return tuple((seat, count) for seat, count in self.counts.items() if count != self.per_seat)
