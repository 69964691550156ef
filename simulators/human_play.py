"""How people at a table choose: legal actions with the frequencies of ordinary play, and what the dealer taps for them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from rulebook.betting import Betting
from rulebook.seats import Seat


@dataclass
class Mood:
    """`late_rate`: how often the taps that close a round come after the next card (dealers act first, DESIGN 3);
    `slip_rate`: how often a wrong tap is taken back; `word_rate`: how often a player's words are entered for his act.
    `tame`: nobody goes all-in, `keep` players stay.
    """

    late_rate: float = 0.08
    slip_rate: float = 0.01
    word_rate: float = 0.04
    loose: float = 1.0  # above 1: fewer folds
    tame: bool = False
    keep: int = 2


class Choice(NamedTuple):
    """An action; `amount` is the total of the round."""

    action: str
    amount: int | None = None


def choose(betting: Betting, seat: Seat, random: Random, mood: Mood) -> Choice:
    """A legal action of the seat to act."""
    owed = betting.owed(seat)
    low, high = betting.raise_range(seat)
    if betting.bring_in_due:
        return Choice("raise", low) if low and random.random() < 0.1 else Choice("bring_in")
    raises_so_far = len(betting.history)
    first_round = betting.street == betting.game.streets[0].name
    may_fold = not mood.tame or len(betting.live) > mood.keep
    if owed:
        fold = (0.58 if first_round else 0.42) / mood.loose + 0.06 * raises_so_far
        raise_ = (0.16 if first_round else 0.14) / (1 + raises_so_far)
    else:
        fold, raise_ = 0.0, 0.35 if not first_round else 0.2
    draw = random.random()
    if owed and draw < fold:
        return Choice("fold") if may_fold else Choice("call")
    if low and draw > 1 - raise_:
        sized = _size(betting, seat, low, high, random)
        all_in = betting.bets[seat] + betting.stacks[seat]
        if mood.tame:
            affordable = 3 * sized < min(betting.bets[other] + betting.stacks[other] for other in betting.live)
            sized = low
            if not affordable or raises_so_far > 1:
                return Choice("call" if owed else "check")
        if sized == all_in:
            return Choice("allin")
        return Choice("raise" if betting.top else "bet", sized)
    if low and not mood.tame and betting.limit == "no" and random.random() < 0.015:
        return Choice("allin")
    return Choice("call" if owed else "check")


def _size(betting: Betting, seat: Seat, low: int, high: int, random: Random) -> int:
    """A bet or raise as people size it: multiples of the last bet, parts of the pot, the minimum, sometimes everything."""
    if betting.limit == "fixed":
        return random.choice((low, high))
    chip = betting.settings.smallest_chip
    top = betting.top
    if top and betting.street == betting.game.streets[0].name:
        wanted = top * random.choice((2.0, 2.2, 2.5, 2.5, 3.0, 3.0, 4.0))
    else:
        wanted = top + (betting.pot + top) * random.choice((0.33, 0.5, 0.5, 0.66, 0.75, 1.0))
    if random.random() < 0.1:
        wanted = low
    rounded = round(wanted / chip) * chip
    sized = min(max(rounded, low), high)
    all_in = betting.bets[seat] + betting.stacks[seat]
    return all_in if sized > 0.7 * all_in and all_in <= high else sized


def spoken(choice: Choice, betting: Betting, random: Random, mood: Mood) -> str:
    """The line of an action, before it is done; now and then it is what the player said that is entered."""
    words = random.random() < mood.word_rate
    match choice.action:
        case "check":
            return "checks"
        case "fold":
            return "folds"
        case "call":
            return "says call" if words else "calls"
        case "allin":
            return "allin"
        case "bring_in":
            return "brings in"
        case _:
            verb = "raise" if betting.top or betting.bring_in_due else "bet"
            return f"says {verb} {choice.amount}" if words else f"{verb}s {choice.amount}"
