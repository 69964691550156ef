"""What the dealer may tap now: actions of each seat that owes one, likely sizes, bulk taps, preparation, awards. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from link.texts import Message, say
from rulebook.events import Action
from rulebook.findings import TableState
from rulebook.games import game_of
from rulebook.seats import Seat
from rulebook.settings import Settings
from table_node.console.open_face import open_face_choices
from table_node.taps import Act, Bulk, Prepare, Push, TableCards, Tap, wire

CHIP_SIZES = (1, 5, 25, 100, 500, 1_000, 5_000, 10_000, 25_000, 100_000, 500_000, 1_000_000)
CHIPS_SHOWN = 8
BEFORE_CARDS = ("burn", "flop", "turn", "river", "street")  # what comes next once nobody can bet any more
SIZES_SHOWN = 4  # besides all-in and the keypad


def choices_view(state: TableState, settings: Settings) -> dict[str, Any]:
    """Per seat that may do something now, the buttons of its bar; the first is the one also drawn at the seat.

    A tap for a seat further round implies that those before it folded (or checked, where nothing is owed): one tap then sends
    both, and the button says so.
    """
    if settings.game == "ofc":
        return open_face_choices(state)
    if state.next == "show":
        shows = [seat for seat in live_seats(state) if seat == state.to_act or _hidden(state, seat)]
        return {"seats": {str(seat): _show_choices(seat) for seat in shows}, "bulk": []}
    if opening_due(state):
        return {"seats": {str(seat): _open_choices(seat) for seat in state.to_open}, "bulk": []}
    if state.next == "act" and not state.to_act:
        return {"seats": {str(seat): _begin_choices(state, settings, seat) for seat in state.live}, "bulk": []}
    if state.next != "act":
        return {"seats": {}, "bulk": []}
    order = [seat for seat in state.owing if seat != state.to_act]
    seats = {str(state.to_act): _act_choices(state, settings, state.to_act, ())}
    skipped = [state.to_act]
    for seat in order:
        seats[str(seat)] = _act_choices(state, settings, seat, tuple(skipped))
        skipped.append(seat)
    return {"seats": seats, "bulk": _bulk(state, order)}


def opening_due(state: TableState) -> bool:
    """Whether all-in hands are to be opened now, before the next card (CLUB 2.10.3; under BFSP a table setting)."""
    return bool(state.to_open) and state.next in BEFORE_CARDS


def _open_choices(seat: Seat) -> dict[str, Any]:
    """Nobody gives his hand up while cards are to come: it can only be opened."""
    return {"note": "", "buttons": [_button("table", say("tap.tabled"), TableCards(seat))], "sizes": []}


def _show_choices(seat: Seat) -> dict[str, Any]:
    return {
        "note": "",
        "buttons": [
            _button("table", say("tap.tabled"), TableCards(seat)),
            _button("muck", say("tap.mucked"), Act(seat, "muck")),
        ],
        "sizes": [],
    }


def _begin_choices(state: TableState, settings: Settings, seat: Seat) -> dict[str, Any]:
    """In stud, where an up card cannot be read, nobody but the table knows who begins: the first tap says it."""
    first = state.street == game_of(settings.game).streets[0].name
    action: Action = "bring_in" if first else "check"
    return {"note": "", "buttons": [_button(action, say(f"tap.{action}"), Act(seat, action))], "sizes": [], "keypad": None}


def seat_ranges(seats: Sequence[Seat]) -> str:
    """Seats in clockwise order, runs drawn together: ``4–9, 1``."""
    runs: list[list[Seat]] = []
    for seat in seats:
        if runs and seat == runs[-1][-1] + 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def live_seats(state: TableState) -> list[Seat]:
    """Seats that still hold a live hand, ascending: by the betting, for their cards may lie where no sensor sees them."""
    return list(state.live)


def _hidden(state: TableState, seat: Seat) -> bool:
    """Whether a card of the seat is not named yet."""
    return any(handle not in state.names for handle in state.cards.get(seat, ()))


def _act_choices(state: TableState, settings: Settings, seat: Seat, skipped: tuple[Seat, ...]) -> dict[str, Any]:
    bet = state.bets.get(seat, 0)
    facing = max(state.bets.values(), default=0)
    owed = max(state.to_call + state.bets.get(state.to_act, 0) - bet, 0)  # the table's to_call is that of the seat to act
    stack = state.stacks.get(seat, 0)
    before: tuple[Tap, ...] = (Bulk(_pass_action(state), seat),) if skipped else ()
    note = say(f"tap.skip_{_pass_action(state)}", count=len(skipped), seats=seat_ranges(skipped)) if skipped else ""
    if _pass_action(state) == "fold" and set(live_seats(state)) <= {seat, *skipped}:
        # All others fold: the hand is over, this seat has nothing to do.
        return {"note": note, "buttons": [], "sizes": [], "keypad": None}
    buttons = []
    if owed == 0:
        buttons.append(_button("check", say("tap.check"), *before, Act(seat, "check")))
    elif owed < stack:
        buttons.append(_button("call", say("tap.call", amount=owed), *before, Act(seat, "call")))
    else:
        buttons.append(_button("call", say("tap.call_allin", amount=stack), *before, Act(seat, "allin")))
    if owed:
        buttons.append(_button("fold", say("tap.fold"), *before, Act(seat, "fold")))
    sizes = _sizes(state, settings, seat, before, facing)
    if stack > owed and state.raise_max:
        buttons.append(_button("allin", say("tap.allin", amount=bet + stack), *before, Act(seat, "allin")))
    return {
        "note": note,
        "buttons": buttons,
        "sizes": sizes,
        "keypad": _keypad(state, seat, before, facing),
    }


def _pass_action(state: TableState) -> Any:
    """What the seats that a tap passes over have done: checked where the seat to act owes nothing, else folded."""
    return "fold" if state.to_call else "check"


def _keypad(state: TableState, seat: Seat, before: tuple[Tap, ...], facing: int) -> dict[str, Any] | None:
    if not state.raise_max or not _can_raise(state, seat):
        return None
    return {
        "before": wire(*before),
        "action": "raise" if facing else "bet",
        "least": state.raise_min,
        "most": _most(state, seat),
    }


def _most(state: TableState, seat: Seat) -> int:
    """raise_max belongs to the seat to act; another seat is offered what its own chips reach, and the fold rules on it."""
    reach = state.bets.get(seat, 0) + state.stacks.get(seat, 0)
    return min(reach, state.raise_max) if seat == state.to_act else reach


def _can_raise(state: TableState, seat: Seat) -> bool:
    return state.bets.get(seat, 0) + state.stacks.get(seat, 0) >= state.raise_min


def _sizes(state: TableState, settings: Settings, seat: Seat, before: tuple[Tap, ...], facing: int) -> list[dict[str, Any]]:
    """Likely totals of the round: the least, multiples of the blind or of the bet faced, parts of the pot."""
    if not state.raise_max or not _can_raise(state, seat):
        return []
    most = _most(state, seat)
    action: Any = "raise" if facing else "bet"
    if settings.limit == "fixed":
        wanted = [("size.least", state.raise_min), ("size.upper", state.raise_max)]
    elif facing:
        after_call = facing + state.pot + (facing - state.bets.get(seat, 0))
        wanted = [
            ("size.least", state.raise_min),
            ("size.x25", facing * 5 // 2),
            ("size.x3", facing * 3),
            ("size.pot", after_call),
        ]
    else:
        wanted = [("size.third", state.pot // 3), ("size.half", state.pot // 2), ("size.pot", state.pot)]
        wanted.insert(0, ("size.least", state.raise_min))
    found: list[dict[str, Any]] = []
    seen: set[int] = set()
    for name, amount in wanted:
        total = _rounded(amount, settings) if amount not in (state.raise_min, state.raise_max) else amount
        if total in seen or total < state.raise_min or total > most:
            continue
        seen.add(total)
        button = _button(action, say(f"tap.{action}", amount=total), *before, Act(seat, action, total))
        found.append({**button, "hint": say(name), "amount": total})
    return found[:SIZES_SHOWN]


def _rounded(amount: int, settings: Settings) -> int:
    """To the chip that people would bet: a tenth of the big blind, never finer than the smallest chip."""
    unit = max(settings.smallest_chip, 1)
    tenth = max(settings.blinds[1], *settings.limits) // 10
    coarse = max(unit, tenth // unit * unit)
    return amount // coarse * coarse


def _bulk(state: TableState, order: list[Seat]) -> list[dict[str, Any]]:
    """``Folds around``, ``Checks around``: for all that owe; where to stop is chosen by tapping the seat that acted."""
    if len(order) == 0:
        return []
    action = _pass_action(state)
    return [_button(f"bulk_{action}", say(f"tap.{action}s_around"), Bulk(action, 0))] + [
        {**_button(f"bulk_{action}", say(f"tap.{action}s_to", seat=seat), Bulk(action, seat)), "until": seat} for seat in order
    ]


def _button(kind: str, text: Message, *taps: Tap) -> dict[str, Any]:
    return {"kind": kind, "text": text, "taps": wire(*taps)}


def chips_offered(state: TableState, settings: Settings) -> list[int]:
    """The chips that are likely on this table, smallest first, for entering a motion of chips."""
    least = max(settings.smallest_chip, 1)
    most = max(state.stacks.values(), default=least) or least
    sizes = [size for size in CHIP_SIZES if least <= size <= most] or [least]
    return sizes[-CHIPS_SHOWN:]


MISCOUNTS = (51, 53)  # what a deck counted by hand may have; 52 is no news


def preparation_view(state: TableState, settings: Settings) -> list[dict[str, Any]]:
    """Taps about the deck; the one that is due comes marked. What the shuffler does it reports itself: there a shuffle by hand
    is for the rare case that it fails."""
    by_machine = settings.shuffling == "machine"
    due = {"shuffle": "shuffled", "riffle": "riffled", "cut": "cut"}.get(state.next, "")
    before_hand = state.next in ("shuffle", "riffle", "cut", "hand")
    whats = (("riffled", "cut") if by_machine else ("washed", "shuffled", "riffled", "cut")) if before_hand else ()
    view = [{**_button(f"prepare_{what}", say(f"tap.{what}"), Prepare(what)), "due": what == due} for what in whats]
    rare = [_button("prepare_cut_exposed", say("tap.cut_exposed"), Prepare("cut_exposed"))] if due == "cut" else []
    if by_machine and before_hand:
        rare += [_button(f"prepare_{what}", say(f"tap.{what}"), Prepare(what)) for what in ("washed", "shuffled")]
    rare.append(_button("prepare_new_deck", say("tap.new_deck"), Prepare("new_deck")))
    rare += [_button("prepare_counted", say("tap.counted", count=count), Prepare("counted", count)) for count in MISCOUNTS]
    return view + [{**button, "due": False, "rare": True} for button in rare]


def award_view(state: TableState) -> dict[str, Any] | None:
    """Who gets what, filled in; None while no pot is to be pushed. With unknown cards the dealer picks the winner."""
    if state.next != "push":
        return None
    due = {seat: amount for seat, amount in state.due.items() if amount}
    return {
        "rows": [{"seat": seat, "amount": amount} for seat, amount in sorted(due.items())],
        "others": [seat for seat in live_seats(state) if seat not in due],
        "total": sum(due.values()) or state.pot,
        "as_shown": wire(Push()),
    }
