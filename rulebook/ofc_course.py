"""The course of an open-face hand (BFSP 8, RULES 6): who is dealt how many cards, who sets them, when a turn is over.

A turn is one dealing to one seat and what the seat does with it: five cards set, then four times three of which two are set and
one is discarded; in fantasy fourteen at once, thirteen set and one discarded. A turn is over once another seat goes on: until
then its cards may be moved about, afterwards a set card never moves.

Not every table can tell rows apart: antennas see that a card lies before a seat. As long as no card of the hand was seen to go
into a row, cards in hand count as set once the seat is dealt its next turn in its time; then nobody knows the rows, and the
people count. Where rows are seen, they may be seen late: the next turn is dealt all the same, and a card that may have been
moved before that was moved in its turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rulebook.events import Handle
from rulebook.seats import ROWS, Seat

LAST_TURN = 4  # the number of the last draw; the first turn is 0


class Came(NamedTuple):
    """When a card came: between which moments of the clock of the node's boot, in ms."""

    boot: str
    not_before_ms: int
    not_after_ms: int


class Turn:
    """One seat's turn. `held`: its cards in hand; `rows`: those that it has set, with their row; `gone`: the discarded;
    `unseen`: those that must have been set, nobody saw in which row; `hidden`: those set face down and not opened yet;
    `came`: when each of them came; `early`: it was dealt before one ahead of it; `asked`: of which cards it was asked whether
    they were boxed; `doubts`: how many of these questions stand; `ended`: by which moment it was over, as the node's boot and
    its clock in ms."""

    __slots__ = (
        "asked", "came", "dealt", "doubts", "early", "ended", "gone", "held", "hidden", "number", "over", "rows", "seat",
        "unseen", "wanted", "wanted_set",
    )  # fmt: skip

    def __init__(self, seat: Seat, number: int, wanted: int, wanted_set: int) -> None:
        self.seat = seat
        self.number = number
        self.wanted = wanted  # cards dealt
        self.wanted_set = wanted_set
        self.dealt = 0
        self.held: list[Handle] = []
        self.rows: dict[Handle, str] = {}
        self.gone: list[Handle] = []
        self.unseen: list[Handle] = []
        self.hidden: set[Handle] = set()
        self.came: dict[Handle, Came] = {}
        self.early = False
        self.asked: set[Handle] = set()
        self.doubts = 0
        self.over = False
        self.ended: tuple[str, int] | None = None

    @property
    def lacks(self) -> int:
        """How many cards are still to be dealt."""
        return max(self.wanted - self.dealt, 0)

    @property
    def placed(self) -> bool:
        """Whether every card was dealt and lies somewhere."""
        return not self.lacks and not self.held

    @property
    def right(self) -> bool:
        """Whether the right number of cards was set and discarded, as far as anybody saw it."""
        if self.unseen:
            return True
        return len(self.rows) == self.wanted_set and len(self.gone) == self.wanted - self.wanted_set


class Placed(NamedTuple):
    """What a card that was dealt amounts to: its turn, whether it is one too many, whether the turn is not yet this seat's."""

    turn: Turn | None
    surplus: bool = False
    early: bool = False


class Course:
    """The turns of a hand in order: fantasy first, then turn by turn from the button's left (the button last)."""

    def __init__(self, seats: Sequence[Seat], fantasy: Collection[Seat], fantasy_cards: int) -> None:
        self.fantasy = tuple(seat for seat in seats if seat in fantasy)
        ordinary = [seat for seat in seats if seat not in fantasy]
        self.turns = [Turn(seat, 0, fantasy_cards, fantasy_cards - 1) for seat in self.fantasy]
        for number in range(LAST_TURN + 1):
            dealt, kept = (5, 5) if number == 0 else (3, 2)
            self.turns += [Turn(seat, number, dealt, kept) for seat in ordinary]
        self.out: set[Seat] = set()  # seats that take no further turn
        self.rows_seen = False  # a card was seen to go into a row

    # -- where it stands

    @property
    def now(self) -> Turn | None:
        """The first turn that is not complete, None when all are."""
        return next((turn for turn in self.turns if not turn.placed and turn.seat not in self.out), None)

    @property
    def to_deal(self) -> Seat:
        """The seat whose card comes next, 0 while none is due: everybody gets his first cards, then each as his turn comes."""
        now = self.now
        if now is None:
            return 0
        if now.number == 0:
            first = [turn.seat for turn in self.turns if turn.number == 0 and turn.lacks and turn.seat not in self.out]
            return first[0] if first else 0
        return now.seat if now.lacks else 0

    @property
    def lacking(self) -> Seat:
        """The first seat whose turn lacks cards, whether or not those before it have set theirs; 0: none. A dealer goes on when
        they have, and that may be seen late."""
        return next((turn.seat for turn in self.turns if turn.lacks and turn.seat not in self.out), 0)

    def of(self, seat: Seat) -> list[Turn]:
        """The turns of a seat."""
        return [turn for turn in self.turns if turn.seat == seat]

    def row_of(self, handle: Handle) -> tuple[Turn, str] | None:
        """The turn in which a card was set, and its row."""
        for turn in self.turns:
            if handle in turn.rows:
                return turn, turn.rows[handle]
        return None

    def rows(self, seat: Seat) -> dict[str, list[Handle]]:
        """The cards that a seat has set, by row, in order."""
        found: dict[str, list[Handle]] = {row: [] for row in ROWS}
        for turn in self.of(seat):
            for handle, row in turn.rows.items():
                found[row].append(handle)
        return found

    # -- what happens

    def plays_fantasy(self, seat: Seat, cards: int) -> None:
        """It turns out while its first cards are dealt that a seat plays in fantasy."""
        first, *others = self.of(seat)
        first.wanted, first.wanted_set = cards, cards - 1
        self.fantasy = (*self.fantasy, seat)
        ordinary = [turn for turn in self.turns if turn.seat not in self.fantasy]
        self.turns = [turn for one in self.fantasy for turn in self.of(one) if turn not in others] + ordinary

    def deal(self, seat: Seat, handle: Handle) -> Placed:
        """A card came from the stub to a seat that plays."""
        waiting = (turn for turn in self.of(seat) if not turn.placed)
        turn = next(waiting, None)
        while turn is not None and self._has_passed(turn):
            if not self.rows_seen:
                turn.unseen, turn.held = turn.unseen + turn.held, []
            turn = next(waiting, None)
        if turn is None:
            return Placed(None, surplus=True)
        surplus = not turn.lacks
        early = turn.number > 0 and turn.dealt == 0 and self._others_first(turn)
        turn.dealt += 1
        turn.held.append(handle)
        return Placed(turn, surplus, early)

    def _others_first(self, turn: Turn) -> bool:
        """Whether a turn before this one lacks cards. Nobody can ask that its cards are seen to be set before others are dealt
        theirs: a hand may lie over them."""
        earlier = self.turns[: self.turns.index(turn)]
        return any(other.lacks for other in earlier if other.seat not in self.out)

    def _has_passed(self, turn: Turn) -> bool:
        """Whether a further card to the seat is one of its next turn: everybody has the cards of this turn, and the seats
        before it those of the next."""
        if turn.lacks or turn.number == LAST_TURN or turn.seat in (*self.fantasy, *self.out):
            return False
        playing = [other for other in self.turns if other.seat not in self.out]
        order = [other.seat for other in playing if other.number == turn.number and other.seat not in self.fantasy]
        ahead = order[: order.index(turn.seat)]
        due = [other for other in playing if other.number <= turn.number]
        due += [other for other in playing if other.number == turn.number + 1 and other.seat in ahead]
        return not any(other.lacks for other in due)

    def close_before(self, seat: Seat) -> list[Turn]:
        """`seat` goes on: the turns of the others that are complete are over. Returns those that have just ended."""
        ended = [turn for turn in self.turns if turn.seat != seat and turn.placed and turn.dealt and not turn.over]
        for turn in ended:
            turn.over = True
        return ended

    def close_all(self) -> list[Turn]:
        """The hand is settled: every turn is over."""
        return self.close_before(0)

    def set_card(self, seat: Seat, handle: Handle, row: str) -> bool:
        """A card in hand, or one set in a turn that is not over, goes to a row. False: it may not."""
        return self._place(seat, handle, row)

    def hide(self, handle: Handle) -> None:
        """A card that has just been set lies face down."""
        was_set = self.row_of(handle)
        if was_set is not None:
            was_set[0].hidden.add(handle)

    def open_in(self, handle: Handle, row: str) -> bool:
        """A card that was set face down is opened in this row. Which back was which card nobody could know: what lay in the row
        was one of the hand's cards, and this is it. False: it was not hidden."""
        was_set = self.row_of(handle)
        if was_set is None or handle not in was_set[0].hidden:
            return False
        turn = was_set[0]
        turn.hidden.discard(handle)
        turn.rows[handle] = row
        return True

    def discard(self, seat: Seat, handle: Handle) -> bool:
        """A card in hand, or one set in a turn that is not over, is discarded. False: it may not."""
        return self._place(seat, handle, "")

    def take_up(self, seat: Seat, handle: Handle) -> bool:
        """A card goes back into the hand. False: it may not."""
        turn = self._loose(seat, handle)
        if turn is None:
            return False
        turn.held.append(handle)
        return True

    def _place(self, seat: Seat, handle: Handle, row: str) -> bool:
        turn = self._loose(seat, handle, late=bool(row))
        if turn is None:
            return False
        if row:
            turn.rows[handle] = row
            self.rows_seen = True
        else:
            turn.gone.append(handle)
        return True

    def _loose(self, seat: Seat, handle: Handle, *, late: bool = False) -> Turn | None:
        """The turn of `seat` in which the card may still be moved, with the card taken out of it. `late`: or in whose rows it
        is seen at last, though the turn is over."""
        for turn in self.of(seat):
            if turn.over and not (late and handle in turn.unseen):
                continue
            if handle in turn.held:
                turn.held.remove(handle)
            elif handle in turn.rows:
                del turn.rows[handle]
                turn.hidden.discard(handle)
            elif handle in turn.gone:
                turn.gone.remove(handle)
            elif handle in turn.unseen:
                turn.unseen.remove(handle)
            else:
                continue
            return turn
        return None

    def drop(self, handle: Handle) -> None:
        """A card that was dealt is taken away (boxed, or one too many): it does not count."""
        for turn in self.turns:
            for cards in (turn.held, turn.gone):
                if handle in cards:
                    cards.remove(handle)
                    turn.came.pop(handle, None)
                    turn.dealt -= 1
