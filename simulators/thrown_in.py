"""Throws a dealing error into a hand that was dealt right, with the correction that the book asks for."""

from __future__ import annotations

import random

import msgspec

from rulebook.cards import DECK
from simulators.scenario import Scenario
from simulators.scenario_script import parse_line
from simulators.scenario_steps import Board, Burn, Line

ERRORS = ("four_card_flop", "none", "burn_missing")


def throw_in(scenario: Scenario, seed: int) -> Scenario:
    """The same hand, in which the dealer errs at the flop, or not; which error, `seed` says. A hand without a flop is kept."""
    flop = next((at for at, line in enumerate(scenario.lines) if isinstance(line.step, Board) and len(line.step.cards) == 3), 0)
    error = ERRORS[seed % len(ERRORS)]
    if not flop or error == "none":
        return scenario
    if error == "burn_missing" and not isinstance(scenario.lines[flop - 1].step, Burn):
        return scenario
    texts = [line.text for line in scenario.lines]
    named = " ".join(texts)
    free = [card for card in DECK if card not in named]
    extra = random.Random(seed).choice(free)
    cards = texts[flop].removeprefix("board ")
    if error == "four_card_flop":
        put = [
            f"board {cards} {extra}", f"mix {cards} {extra}", f"floor picks {extra}", f"move {extra} to burns",
            f"move {cards} to board",
        ]  # fmt: skip
        texts[flop : flop + 1] = put
        later = next((at for at in range(flop + len(put), len(texts)) if texts[at].startswith("burn ")), None)
        if later is not None:
            del texts[later]  # the picked card is the next burn
    else:
        burn = texts[flop - 1]
        texts[flop - 1 : flop + 1] = [f"board {cards}", f"move {cards} to stub", "shuffle hand", "cut", burn, f"board {cards}"]
    players = sorted(scenario.stacks)
    lines = [Line(number, number, text, parse_line(text, players)) for number, text in enumerate(texts, 1)]
    return msgspec.structs.replace(scenario, lines=tuple(lines))
