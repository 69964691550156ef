"""What ``dealer-table payouts`` does: read how an interrupted tournament stood, and say what each player gets (PM).

The organiser confirms the sums and may change the scheme (PM); this command changes nothing anywhere.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated, TextIO

import msgspec
from cyclopts import Parameter

from rulebook.payouts import Interrupted, Kind, Payout, guaranteed_pool, interrupted

PAID, UNREADABLE = 0, 2

Amount = Annotated[int, msgspec.Meta(ge=0)]
Chips = Annotated[int, msgspec.Meta(gt=0)]

REFERENCE = """kind = "multi_table"       # heads_up, sit_and_go, multi_table or freeroll
buy_in = 100
fee = 10
eliminated = 12            # players who are out
pool = 1500                # or, where a prize was guaranteed: guarantee, takings and rebuys_open
prizes_left = []           # in the money: the prizes of those who still play, the next elimination's first

[stacks]                   # who still plays, with the chips
Anna = 5000
"B. Cole" = 3000
"""


class PayoutsError(ValueError):
    """A file that does not say how the tournament stood: what is wrong, and what was expected."""


class Stood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: amounts in whole units of the currency. `takings`: all buy-ins, re-buys and add-ons, without fees."""

    kind: Kind
    stacks: Annotated[dict[str, Chips], msgspec.Meta(min_length=1)]
    buy_in: Amount = 0
    fee: Amount = 0
    eliminated: Amount = 0
    pool: Amount | None = None
    guarantee: Amount | None = None
    takings: Amount | None = None
    rebuys_open: bool | None = None
    prizes_left: tuple[Amount, ...] = ()

    def paid_in(self) -> int:
        """What the organiser has taken, fees included, as far as the file tells it."""
        entries = len(self.stacks) + self.eliminated
        return (entries * self.buy_in if self.takings is None else self.takings) + entries * self.fee


def read(text: str) -> Stood:
    """How the tournament stood. Raises `PayoutsError`."""
    try:
        stood = msgspec.toml.decode(text.encode(), type=Stood)
    except msgspec.DecodeError as error:
        raise PayoutsError(f"{error} (--reference prints a file as it should be)") from None
    for wrong in (_wrong_players(stood), _wrong_prizes(stood), _wrong_pool(stood)):
        if wrong:
            raise PayoutsError(wrong)
    return stood


def _wrong_players(stood: Stood) -> str:
    if stood.kind == "heads_up" and len(stood.stacks) != 2:
        return f"{len(stood.stacks)} stacks; heads-up two play"
    return ""


def _wrong_prizes(stood: Stood) -> str:
    prizes = stood.prizes_left
    if not prizes:
        return ""
    if stood.kind not in ("multi_table", "freeroll"):
        return f"prizes_left in a {stood.kind} tournament; only multi_table and freeroll have them"
    if len(prizes) != len(stood.stacks):
        return f"{len(prizes)} prizes_left for {len(stood.stacks)} players; expected one for each who still plays"
    if any(later < earlier for earlier, later in pairwise(prizes)):
        return "prizes_left go down; expected the next elimination's prize first, the winner's last"
    return ""


def _wrong_pool(stood: Stood) -> str:
    shared = stood.kind in ("multi_table", "freeroll") and not stood.prizes_left
    if stood.pool is not None and stood.guarantee is not None:
        return "both pool and guarantee; expected one of them"
    if stood.guarantee is not None and (stood.takings is None or stood.rebuys_open is None):
        return "a guarantee alone; expected takings and rebuys_open with it: the pool is the takings while re-buys are open"
    if shared and stood.pool is None and stood.guarantee is None:
        return "no pool; before the money expected pool, or guarantee with takings and rebuys_open"
    return ""


def paid(stood: Stood) -> Payout:
    """What each player gets."""
    pool = stood.pool or 0
    if stood.guarantee is not None and stood.takings is not None:
        pool = guaranteed_pool(stood.guarantee, stood.takings, rebuys_open=bool(stood.rebuys_open))
    return interrupted(
        Interrupted(stood.kind, stood.buy_in, stood.fee, stood.stacks, stood.eliminated, pool, stood.prizes_left)
    )


def payouts(
    file: Path | None = None,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    reference: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Say what each player of an interrupted tournament gets (PM). Exit status: 0 told; 2 the file cannot be read.

    Parameters
    ----------
    file
        How the tournament stood (TOML).
    as_json
        Print one JSON object.
    reference
        Print such a file with comments instead.
    """
    if reference:
        sys.stdout.write(REFERENCE)
        return PAID
    if file is None:
        sys.stderr.write("no file is named; expected dealer-table payouts FILE (--reference prints one)\n")
        return UNREADABLE
    return show(file, as_json=as_json, out=sys.stdout, err=sys.stderr)


def show(file: Path, *, as_json: bool, out: TextIO, err: TextIO) -> int:
    """What `payouts` does with a file. One line that says what is wrong with it goes to `err`."""
    try:
        stood = read(file.read_text(encoding="utf-8"))
    except OSError as error:
        err.write(f"{file}: cannot be read: {error.strerror or type(error).__name__}\n")
        return UNREADABLE
    except (PayoutsError, UnicodeDecodeError) as error:
        err.write(f"{file}: {' '.join(str(error).split())}\n")
        return UNREADABLE
    payout = paid(stood)
    taken = stood.paid_in()
    if as_json:
        told = {"amounts": payout.amounts, "total": payout.total, "paid_in": taken, "exceeds": payout.total > taken}
        out.write(msgspec.json.encode(told).decode() + "\n")
        return PAID
    width = max(len("total"), *map(len, payout.amounts))
    for player, amount in payout.amounts.items():
        out.write(f"{player:<{width}} {amount:>9}   with {stood.stacks[player]:,} chips\n")
    out.write(f"{'total':<{width}} {payout.total:>9}\n")
    if payout.total > taken:
        out.write(f"More than the {taken:,} that were paid in, as the rule has it: the organiser confirms it.\n")
    return PAID
