"""Small tables for clause tests: a hand in one call, actions as the scenario files write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.betting import Betting, RulingDraft
from rulebook.book import standard_books
from rulebook.cards import Card, parse_cards
from rulebook.settings import Settings

VERBS = {
    "folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise", "allin": "allin",
    "brings": "bring_in", "mucks": "muck",
}  # fmt: skip


def cards(text: str) -> tuple[Card, ...]:
    """Cards written together or apart."""
    return parse_cards(text, unknown=True)


def table(
    book: str = "bfsp",
    *,
    stacks: Mapping[int, int] | int = 4,
    button: int = 3,
    street: str | None = None,
    up: Mapping[int, str] | None = None,
    blind_seats: tuple[int, int] | None = None,
    opened: bool = True,
    **settings: Any,
) -> Betting:
    """A hand with its forced bets posted and the first round open. `stacks` as a number: so many seats with 5,000 each.

    With `street` the rounds before it are called and checked through.
    """
    rules = standard_books()[book]
    behind = dict.fromkeys(range(1, stacks + 1), 5000) if isinstance(stacks, int) else dict(stacks)
    given = Settings(rulebook=book, **settings)
    betting = Betting(given, rules.money, rules.cite, behind, button, blind_seats)
    betting.post()
    if not opened:
        return betting
    shown = {seat: cards(text) for seat, text in (up or {}).items()}
    for each in betting.game.streets:
        betting.open_round(each.name, shown)
        if street is None or each.name == street:
            break
        while betting.to_act:
            betting.act(betting.to_act, "call" if betting.to_call else "check")
    return betting


def play(betting: Betting, script: str) -> list[RulingDraft]:
    """Steps of the scenario language that concern money, one a line or separated by ``;``. Returns all rulings."""
    rulings: list[RulingDraft] = []
    for line in script.replace("\n", ";").split(";"):
        words = line.split()
        if words:
            rulings += step(betting, words)
            check_chips(betting)
    return rulings


def step(betting: Betting, words: list[str]) -> list[RulingDraft]:
    """One step."""
    match words:
        case ["dealer", "asks", seat]:
            betting.asked_by_dealer(int(seat))
        case ["round", street]:
            betting.open_round(street)
        case ["kill", seat]:
            return betting.kill(int(seat))
        case ["restore", seat]:
            betting.restore(int(seat))
        case ["return", seat, amount]:
            return betting.give_back(int(seat), int(amount))
        case [seat, "chips", *chips]:
            new, _, lying = " ".join(chips).partition("with")
            return betting.put(int(seat), tuple(map(int, new.split())), tuple(map(int, lying.split())))
        case [seat, "says", *said]:
            return betting.said(int(seat), " ".join(said))
        case [seat, verb, *amount]:
            total = int(amount[0]) if amount and amount[0].isdecimal() else None
            return betting.act(int(seat), VERBS[verb], total)
    return []


def check_chips(betting: Betting) -> None:
    """Every chip is in a stack or in the pot, and the pot is what the seats put in."""
    betting.check_chips()
    betting.check_books()
    assert all(chips >= 0 for chips in betting.stacks.values())


def ruling(seat: int, action: str, amount: int, change: int, rule: str) -> RulingDraft:
    """What a ruling must be, in the order of a verdict."""
    return RulingDraft(seat, action, amount, change, rule)


def sizes(betting: Betting) -> tuple[int, int, int, int]:
    """(to_act, to_call, raise_min, raise_max)."""
    return betting.to_act, betting.to_call, betting.raise_min, betting.raise_max
