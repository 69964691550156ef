"""What an interrupted tournament pays (PM, payouts of interrupted tournaments; RULES 8): eliminated players get nothing.

Amounts are whole units of the currency. Taken literally, the fee that goes back and the pool together exceed the takings: it is
kept so, `Payout` shows the total, and the organiser confirms it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

Player = str  # a name: more play than one table seats
Kind = Literal["heads_up", "sit_and_go", "multi_table", "freeroll"]


class Interrupted(NamedTuple):
    """Where the tournament stood. `stacks`: who still plays; `eliminated`: how many do not.

    `pool`: what there is to win; for a guaranteed one see `guaranteed_pool`. `prizes_left`: in the money, the prizes of those
    who still play, the next elimination's first; empty before the money.
    """

    kind: Kind
    buy_in: int
    fee: int
    stacks: Mapping[Player, int]
    eliminated: int = 0
    pool: int = 0
    prizes_left: Sequence[int] = ()


class Payout(NamedTuple):
    """What each player still in gets, and their sum."""

    amounts: dict[Player, int]
    total: int


def guaranteed_pool(guarantee: int, takings: int, *, rebuys_open: bool) -> int:
    """The pool of a guaranteed tournament: the takings while re-buys are open, afterwards the guarantee."""
    return takings if rebuys_open else guarantee


def interrupted(stood: Interrupted) -> Payout:
    """Who gets how much. Raises ValueError where nobody plays any more."""
    if not stood.stacks:
        raise ValueError("an interrupted tournament has players: name their stacks")
    back = 0 if stood.kind == "freeroll" else stood.buy_in + stood.fee
    amounts = dict.fromkeys(sorted(stood.stacks), back)
    if stood.kind == "sit_and_go":
        _add(amounts, equally(stood.eliminated * stood.buy_in, stood.stacks))
    elif stood.kind in ("multi_table", "freeroll"):
        pool = stood.pool
        if stood.prizes_left:
            pool = sum(stood.prizes_left)
            if stood.kind == "multi_table":
                each = stood.prizes_left[0]
                _add(amounts, dict.fromkeys(stood.stacks, each))
                pool -= each * len(stood.stacks)
        half = pool // 2
        _add(amounts, equally(pool - half, stood.stacks))
        _add(amounts, by_chips(half, stood.stacks))
    return Payout(amounts, sum(amounts.values()))


def equally(amount: int, stacks: Mapping[Player, int]) -> dict[Player, int]:
    """Equal shares; what cannot be shared goes one unit each to the larger stacks (ours)."""
    each, rest = divmod(amount, len(stacks))
    return {player: each + (number < rest) for number, player in enumerate(_larger_first(stacks))}


def by_chips(amount: int, stacks: Mapping[Player, int]) -> dict[Player, int]:
    """Shares by the chips held; what is left over goes one unit each to the largest remainders (ours)."""
    chips = sum(stacks.values())
    shares = {player: amount * held // chips for player, held in stacks.items()}
    left = amount - sum(shares.values())
    for player in sorted(_larger_first(stacks), key=lambda player: -(amount * stacks[player] % chips))[:left]:
        shares[player] += 1
    return shares


def _larger_first(stacks: Mapping[Player, int]) -> list[Player]:
    return sorted(stacks, key=lambda player: (-stacks[player], player))


def _add(amounts: dict[Player, int], more: Mapping[Player, int]) -> None:
    for player, amount in more.items():
        amounts[player] += amount
