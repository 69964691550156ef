"""Questions that only the dealer can answer, asked rather than alarmed about (DESIGN 3). Never modal: play goes on meanwhile.

A question is put where a finding hangs on what no device can know, or on what too few of them saw: absence needs two
independent witnesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rulebook.events import Answered
from rulebook.findings import Question
from rulebook.seats import Seat

if TYPE_CHECKING:
    from rulebook.hand import Hand

# Who sees, besides its own antenna, that a card lies in a zone or that none does: the whole reader and the camera.
WITNESSES = ("rfid", "camera")
BOXED = "boxed"  # a card of which nobody saw how it left the stub: was it boxed?
DEALT_IN = "dealt_in"  # fewer than two witnesses miss a card at a seat: did it get it?
STREET_LIES = "street_lies"  # the same of the board
CARD_LIES = "card_lies"  # one witness alone misses a card of the board while it shows the others: does it still lie?
HAND_OVER = "hand_over"  # a card of the board was taken away while players are left: is the hand over?
IN_FANTASY = "in_fantasy"  # nobody counted the rows of the hand before: does he play this one in fantasy?
DEALT_ANEW = "dealt_anew"  # the deck is shuffled in the middle of the deal and nothing asks for it: is the hand dealt anew?
DEALT_BEFORE = "dealt_before"  # the times of two cards say that they were not dealt in turn: were they?
LAST_UP = "last_up"  # his last card of stud, of which nobody saw how it came, lies up: was it dealt so?
PLAYS_ON = "plays_on"  # his last card of stud lies up: does he play on, or count as all-in?
WELL = ("ok", "door")  # a shuffler's door is opened for every deck


class Asked(NamedTuple):
    """A question that stands, and what follows from the dealer's word."""

    question: Question
    settle: Callable[[Hand, str], None]


class Asking:
    """The open questions of one hand, in the order in which they came up."""

    def __init__(self, hand_number: int, devices: Mapping[str, str]) -> None:
        self._number = hand_number
        self.open: dict[str, Asked] = {}
        self.devices: dict[str, str] = {}  # the state of those that are not well
        self.told: set[str] = set()  # devices of which it has been told in this hand that they fail
        for device, state in devices.items():
            self.device_changed(device, state)

    def ask(
        self,
        hand: Hand,
        kind: str,
        about: int,
        settle: Callable[[Hand, str], None],
        *,
        seats: tuple[Seat, ...] = (),
        words: tuple[str, ...] = ("yes", "no"),
    ) -> None:
        """Put a question about the record of that seq."""
        ident = f"{self._number}:{kind}:{about}"
        self.open[ident] = Asked(Question(ident, kind, about, seats, words), settle)
        hand.quiet = False

    def withdraw(self, kind: str) -> None:
        """What was asked has been answered by what happened since."""
        for ident, asked in list(self.open.items()):
            if asked.question.kind == kind:
                del self.open[ident]

    def answered_by_act(self, hand: Hand, seat: Seat) -> None:
        """Who acts has said by it that he plays on."""
        for ident, asked in list(self.open.items()):
            if asked.question.kind == PLAYS_ON and seat in asked.question.seats:
                del self.open[ident]
                asked.settle(hand, "yes")

    def questions(self) -> list[Question]:
        """Those without an answer."""
        return [asked.question for asked in self.open.values()]

    def answered(self, hand: Hand, event: Answered) -> None:
        """The dealer's word settles one of them; a word that is no answer to it settles nothing."""
        asked = self.open.get(event.question)
        if asked is not None and event.word in asked.question.words:
            del self.open[event.question]
            asked.settle(hand, event.word)

    def device_changed(self, device: str, state: str) -> None:
        """A device failed or came back."""
        if state in WELL:
            self.devices.pop(device, None)
        else:
            self.devices[device] = state

    @property
    def burns_unsure(self) -> bool:
        """Whether fewer than two witnesses watch the burns now."""
        return self._unsure("rfid burns")

    @property
    def board_unsure(self) -> bool:
        """Whether fewer than two witnesses watch the board now."""
        return self._unsure("rfid board")

    def seats_unsure(self, seats: Iterable[Seat]) -> bool:
        """Whether fewer than two witnesses watch some of these seats now."""
        return bool(self.devices) and self._unsure(*(f"rfid seat {seat}" for seat in seats))

    def _unsure(self, *antennas: str) -> bool:
        return any(device in self.devices for device in (*antennas, *WITNESSES))
