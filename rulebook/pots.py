"""Pots, and who gets how much of them (RULES 5): one side pot per all-in level, equal shares, odd chips one at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rulebook.seats import Seat

PotOf = tuple[int, tuple[Seat, ...]]


def form_pots(paid: Mapping[Seat, int], live: Collection[Seat], dead_chips: int = 0) -> list[PotOf]:
    """The pots as (amount, seats that can win it), main pot first.

    `paid`: what each seat has put in that counts toward its level; `dead_chips` (a big-blind ante, a dead blind) belong to
    the main pot and to nobody's level. Chips of folded seats above the highest live level go to the last pot.
    """
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:  # nobody is all-in for less: everything is one pot
        everything = sum(paid.values()) + dead_chips
        return [(everything, tuple(sorted(live)))] if everything else []
    pots: list[PotOf] = []
    below = 0
    for level in levels:
        amount = sum(min(chips, level) - min(chips, below) for chips in paid.values())
        if amount or not pots:
            pots.append((amount, tuple(sorted(seat for seat in live if paid[seat] >= level))))
        below = level
    surplus = sum(max(chips - below, 0) for chips in paid.values())
    if surplus and pots:
        pots[-1] = (pots[-1][0] + surplus, pots[-1][1])
    if dead_chips and pots:
        pots[0] = (pots[0][0] + dead_chips, pots[0][1])
    return [pot for pot in pots if pot[0]]


def share(amount: int, winners: Sequence[Seat], smallest_chip: int = 1) -> dict[Seat, int]:
    """Equal shares of `amount` in chips of `smallest_chip`; the odd chips one each in the order of `winners`.

    What is smaller than the smallest chip in play goes to the first winner.
    """
    units, rest = divmod(amount, smallest_chip)
    each, odd = divmod(units, len(winners))
    shares = {seat: (each + (number < odd)) * smallest_chip for number, seat in enumerate(winners)}
    shares[winners[0]] += rest
    return shares


def halves(amount: int, smallest_chip: int = 1) -> tuple[int, int]:
    """The high and the low half of a pot: the odd chip goes to high."""
    low = amount // smallest_chip // 2 * smallest_chip
    return amount - low, low


def add_up(parts: Iterable[Mapping[Seat, int]]) -> dict[Seat, int]:
    """The sum of several awards."""
    total: dict[Seat, int] = {}
    for part in parts:
        for seat, amount in part.items():
            total[seat] = total.get(seat, 0) + amount
    return total
