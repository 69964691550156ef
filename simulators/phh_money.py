"""What the chips of a recorded hand do, as far as its words need it: the format says ``cc`` for a check and for a call."""

from __future__ import annotations

from rulebook.seats import Seat
from rulebook.settings import Settings


class Money:
    """Stacks and bets of the round, by seat; it judges nothing."""

    def __init__(self, stacks: dict[Seat, int], settings: Settings, *, button: Seat) -> None:
        count = len(stacks)
        small, big = (button, button - 1) if count == 2 else (1, 2)
        self._settings = settings
        self._stacks = dict(stacks)
        self._bets = dict.fromkeys(stacks, 0)
        forced = settings.forced or {small: settings.blinds[0], big: settings.blinds[1]}
        for seat in stacks:
            everyone = settings.ante if settings.ante_by == "each" else 0
            self._stacks[seat] -= min(settings.antes.get(seat, everyone), self._stacks[seat])
            self._pay(seat, forced.get(seat, 0))
        if settings.ante_by == "big_blind":
            self._stacks[big] -= min(settings.ante, self._stacks[big])

    def next_round(self) -> None:
        """The chips of the round go to the pot."""
        self._bets = dict.fromkeys(self._bets, 0)

    def bring_in(self, seat: Seat) -> None:
        """The bring-in is paid."""
        self._pay(seat, self._settings.bring_in)

    def call(self, seat: Seat) -> str:
        """The word for ``cc`` of this seat."""
        owed = max(self._bets.values()) - self._bets[seat]
        self._pay(seat, owed)
        return "calls" if owed else "checks"

    def put(self, seat: Seat, total: int) -> str:
        """The words for ``cbr`` of this seat to a total of the round."""
        word = "raises" if max(self._bets.values()) else "bets"
        everything = total == self._bets[seat] + self._stacks[seat]
        self._pay(seat, total - self._bets[seat])
        return "allin" if everything else f"{word} {total}"

    def _pay(self, seat: Seat, chips: int) -> None:
        paid = min(chips, self._stacks[seat])
        self._stacks[seat] -= paid
        self._bets[seat] += paid
