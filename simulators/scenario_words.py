"""The words of a script's line, taken one after the other; whatever is missing or wrong says what was expected there."""

from __future__ import annotations

from collections.abc import Collection

from rulebook.cards import Card, CardError, parse_card
from rulebook.seats import SEAT_COUNT, Seat
from simulators.scenario_steps import Dealt, Showing

MOST_CHIPS = 10**15  # far beyond any tournament: what is larger is a slip of the hand
LONGEST_NUMBER = 20  # digits; Python refuses to read thousands of them
SHOWING: tuple[Showing, ...] = ("up", "exposed", "boxed", "down")


class LineError(ValueError):
    """A line that is no step: what is wrong and what was expected in its place."""

    def __init__(self, wrong: str, expected: str) -> None:
        super().__init__(f"{wrong}; expected {expected}")
        self.wrong = wrong
        self.expected = expected


class Words:
    """The words of one line, taken from left to right; every taker says what it expected where it fails."""

    def __init__(self, text: str, players: Collection[Seat]) -> None:
        self._words = text.split()
        self._at = 0
        self._players = players
        self.usage = ""

    def left(self) -> int:
        """How many words are left."""
        return len(self._words) - self._at

    def peek(self) -> str:
        """The next word, empty at the end."""
        return self._words[self._at] if self.left() else ""

    def take(self, expected: str) -> str:
        """The next word."""
        if not self.left():
            raise LineError("the line ends too early", f"{expected} ({self.usage})" if self.usage else expected)
        self._at += 1
        return self._words[self._at - 1]

    def choice(self, *words: str) -> str:
        """The next word, one of these."""
        word = self.take(" or ".join(words) if len(words) < 3 else "one of " + ", ".join(words))
        if word not in words:
            raise LineError(f"{word!r} is not understood", ("one of " if len(words) > 1 else "") + ", ".join(words))
        return word

    def end(self) -> None:
        """Nothing may follow."""
        if self.left():
            raise LineError(f"{self.peek()!r} is one word too many", f"the line to end here ({self.usage})")

    def seat(self) -> Seat:
        """A seat, occupied or not."""
        word = self.take(f"a seat from 1 to {SEAT_COUNT}")
        if not is_number(word) or len(word) > LONGEST_NUMBER or not 1 <= int(word) <= SEAT_COUNT:
            raise LineError(f"{shortened(word)!r} is no seat", f"a seat from 1 to {SEAT_COUNT}")
        return int(word)

    def player(self) -> Seat:
        """A seat where somebody plays."""
        seat = self.seat()
        if seat not in self._players:
            raise LineError(f"seat {seat} is empty", f"a seat named in stacks: {_listed(self._players)}")
        return seat

    def amount(self, least: int = 1) -> int:
        """A whole number of chips, `least` or more."""
        word = self.take("an amount")
        if is_number(word) and (len(word) > LONGEST_NUMBER or int(word) > MOST_CHIPS):
            raise LineError(f"{shortened(word)} is too many chips", f"at most {MOST_CHIPS}")
        if not is_number(word) or int(word) < least:
            raise LineError(f"{word!r} is no amount", f"a whole number of chips{' above 0' if least else ''}")
        return int(word)

    def card(self, *, unknown: bool = True) -> Card:
        """A card without a suffix."""
        word = self.take("a card")
        if ":" in word:
            raise LineError(f"{word!r} has a suffix, which only dealt cards have", "a card such as As or Td")
        return _card(word, unknown=unknown)

    def cards(self, *, unknown: bool = True, until: str = "") -> tuple[Card, ...]:
        """One card or more, up to the end or up to a word."""
        found = [self.card(unknown=unknown)]
        while self.left() and self.peek() != until:
            found.append(self.card(unknown=unknown))
        return tuple(found)

    def dealt(self, allowed: Collection[str]) -> Dealt:
        """A card with its suffixes."""
        name, *suffixes = self.take("a card").split(":")
        showing: Showing = "plain"
        marked = False
        for suffix in suffixes:
            if suffix not in allowed:
                raise LineError(f"{suffix!r} is no suffix here", "one of " + ", ".join(f":{word}" for word in allowed))
            if suffix == "marked":
                marked = True
                continue
            if showing != "plain":
                raise LineError(f":{suffix} contradicts :{showing}", "one of them")
            showing = next(word for word in SHOWING if word == suffix)
        return Dealt(_card(name, unknown=True), showing, marked)


def _card(word: str, *, unknown: bool) -> Card:
    try:
        return parse_card(word, unknown=unknown)
    except CardError as error:
        wrong, _, expected = str(error).partition("; expected ")
        raise LineError(wrong, expected) from None


def shortened(word: str) -> str:
    """A word as a message shows it."""
    return word if len(word) <= 2 * LONGEST_NUMBER else word[:LONGEST_NUMBER] + "..."


def is_number(word: str) -> bool:
    """Whether a word is a whole number as scripts write it."""
    return word.isascii() and word.isdigit()


def _listed(seats: Collection[Seat]) -> str:
    return ", ".join(str(seat) for seat in sorted(seats))
