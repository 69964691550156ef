"""What the dealer declares at the console: one tap per action, none for a card."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rulebook.events import Action, Handle
from rulebook.seats import Seat
from rulebook.settings import Settings

Row = Literal["top", "middle", "bottom"]


class Refused(ValueError):
    """A tap that cannot be taken, with what is wrong and what to do, for the dealer to read."""


class TapBase(msgspec.Struct, frozen=True, tag_field="tap", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all taps."""


class Act(TapBase, frozen=True, tag="act"):
    """A declared action of a seat; `amount` is the total of the round."""

    seat: Seat
    action: Action
    amount: int | None = None


class Bulk(TapBase, frozen=True, tag="bulk"):
    """``folds`` or ``checks`` for every seat from the one to act up to, not including, `until` (0: all that owe)."""

    action: Literal["fold", "check"]
    until: Seat = 0


class Say(TapBase, frozen=True, tag="say"):
    """Words of a seat: ``raise``, ``raise`` with an amount, ``call``, ``time``."""

    seat: Seat
    words: str
    amount: int | None = None


class Chips(TapBase, frozen=True, tag="chips"):
    """One forward motion with these chips."""

    seat: Seat
    chips: tuple[int, ...]


class TableCards(TapBase, frozen=True, tag="table_cards"):
    """The seat tables its hand."""

    seat: Seat


class SetRow(TapBase, frozen=True, tag="set_row"):
    """An open card of the seat's hand lies in that row (open-face), where no sensor sees it."""

    seat: Seat
    handle: Handle
    row: Row


class Report(TapBase, frozen=True, tag="report"):
    """See `rulebook.events.Reported`."""

    what: str
    seat: Seat | None = None


class Prepare(TapBase, frozen=True, tag="prepare"):
    """The dealer washed, riffled, shuffled, cut, counted or changed the deck (see `rulebook.events.Preparation`).

    `count`: how many cards he counted."""

    what: str
    count: int | None = None


class Push(TapBase, frozen=True, tag="push"):
    """The pots are pushed; None: as the screen proposes."""

    awards: dict[Seat, int] | None = None


class NextHand(TapBase, frozen=True, tag="next_hand"):
    """The next hand begins."""


class Undo(TapBase, frozen=True, tag="undo"):
    """Take the last declared act back."""


class Done(TapBase, frozen=True, tag="done"):
    """The dealer has carried out the step that no sensor sees (cards back into the stub). `handle`: which of several cards it
    was, where only he knows it (the one that a judge picked)."""

    handle: Handle = ""


class Dealt(TapBase, frozen=True, tag="dealt"):
    """What the screen asks for lies: the deal, the burn, the street. Only while no sensor can see it."""


class Answer(TapBase, frozen=True, tag="answer"):
    """An answer to a question."""

    question: str
    word: str


class CallFloor(TapBase, frozen=True, tag="call_floor"):
    """A judge is asked for."""


class SetTable(TapBase, frozen=True, tag="set_table"):
    """The table is set or edited while the hub is away (see `rulebook.events.TableSet`)."""

    settings: Settings
    stacks: dict[Seat, int] = {}
    button: Seat = 0


Tap = (
    Act | Bulk | Say | Chips | TableCards | SetRow | Report | Prepare | Push | NextHand | Undo | Done | Dealt | Answer
    | CallFloor | SetTable
)  # fmt: skip


def wire(*taps: Tap) -> list[dict[str, Any]]:
    """Taps as the page sends them back."""
    return [msgspec.to_builtins(tap, str_keys=True) for tap in taps]
