"""What a table plays, and by which rules."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.seats import Seat


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is played for, and by which rules. Amounts in chips."""

    rulebook: str = "bfsp"
    game: str = "holdem"  # holdem omaha omaha5 omaha8 stud7 stud5 stud8 razz ofc
    limit: Literal["no", "pot", "fixed"] = "no"
    context: Literal["tournament", "cash"] = "tournament"
    blinds: tuple[int, int] = (0, 0)
    ante: int = 0
    ante_by: Literal["each", "big_blind"] = "each"
    bring_in: int = 0
    limits: tuple[int, int] = (0, 0)
    straddle: Seat | None = None
    straddle_amount: int = 0  # five-card stud, where the player chooses it; elsewhere it is two big blinds
    button_rule: Literal["moving", "dead"] = "moving"
    smallest_chip: int = 1
    point: int = 1  # open-face: chips that a point is worth
    level: int = 1
    delay_ms: int = 1_800_000
    open_all_ins: bool | None = None  # hands are opened once nobody can act and cards are to come; None: in tournaments
    shuffling: Literal["either", "machine", "hand"] = "either"  # how decks are shuffled here (BFSP 5.5.1: alike at all tables)
    check_preparation: bool = True  # the procedure of RULES 2 (wash, shuffle, riffle, cut) is watched
    antes: dict[Seat, int] = {}  # recorded hands alone: uneven antes as played; overrides `ante`
    forced: dict[Seat, int] = {}  # recorded hands alone: uneven blinds or straddles as posted; overrides `blinds`
    guest_blinds: dict[Seat, int] = {}  # live blinds of the next hand besides the usual: a guest's, a missed big blind
    dead_blinds: dict[Seat, int] = {}  # dead money of the next hand: missed small blinds
