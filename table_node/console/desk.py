"""The dealer's desk: what his screen shows, as one plain value, and the port through which the page reaches the node.

`desk_view` is pure. It holds no card that is not open on the table: cards before seats are counted, burns are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from link.texts import Message, say
from link.wording import BACK, card_words, device_words, incident_view, question_view
from rulebook.events import FloorOpened
from rulebook.findings import Incident, Question, Ruling, TableState, Warned
from rulebook.seats import STUB, Seat
from rulebook.settings import Settings
from table_node.by_hand import BY_WORD, COUNTED
from table_node.console.choices import award_view, chips_offered, choices_view, preparation_view
from table_node.console.light import current_incident, standing_light
from table_node.console.open_face import rows_view
from table_node.console.prompt import prompt
from table_node.taps import Dealt, Done, Prepare, Tap, wire

View = dict[str, Any]
Listener = Callable[[View], None]


class Desk(Protocol):
    """The node as the console sees it. The page calls it from its own thread; the node only enqueues."""

    def snapshot(self) -> View:
        """The newest `desk_view`."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every new view (from any thread) until the returned function is called."""
        ...

    def touch(self, taps: Sequence[Tap], answer: Callable[[str], None]) -> None:
        """Take the taps of one touch, all or none; one Undo takes them back. `answer` is called once, from any thread: empty
        when taken, else one sentence that says why not."""
        ...


class Fault(Protocol):
    """A device that is not well, as `firmware_bridge.readings.DeviceState` tells it."""

    @property
    def device(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def detail(self) -> str: ...


NO_BOARD = ("stud7", "stud5", "stud8", "razz", "ofc")


def desk_view(
    state: TableState,
    settings: Settings,
    *,
    table: str = "",
    incidents: Sequence[Incident] = (),
    questions: Sequence[Question] = (),
    warnings: Sequence[Warned] = (),
    rulings: Sequence[Ruling] = (),
    devices: Sequence[Fault] = (),
    hub_away: bool = False,
    undoable: int = 0,
    setting: View | None = None,
    blind: bool = False,
    by_hand: bool = False,
    reaching: bool = False,
    opened: FloorOpened | None = None,
) -> View:
    """The dealer's screen as a value.

    `questions`: those still without an answer. `warnings`: those in force now. `rulings`: of this hand, newest last.
    `devices`: those that are not ok. `undoable`: how many touches Undo can take back.
    `blind`: no sensor sees where the next card comes, so the dealer says when it lies; `by_hand`: he has, in this hand.
    `reaching`: a card shows in the stub's mouth while somebody owes an action: before it is out he is told.
    `opened`: a judge took sealed cards out, for two officials to open.
    `setting`: the form by which the dealer sets the table (`link.table_setting`); None: that is the hub's.
    """
    shown = [incident for incident in incidents if incident.open or incident.hand == state.hand]
    current = current_incident(shown)
    reaching = reaching and state.next == "act"
    return {
        "table": table,
        "hand": state.hand,
        "street": say(f"street.{state.street}") if state.street else "",
        "game": _game(settings),
        "level": settings.level,
        "light": standing_light(state, shown, questions, warnings, reaching=reaching),
        "prompt": prompt(state, settings, shown, warnings, reaching=reaching),
        "seats": _seats(state, settings),
        "board": [BACK if handle in state.turned_down else state.names.get(handle) for handle in state.board],
        "board_size": 0 if settings.game in NO_BOARD else 5,
        "burns": len(state.burns),
        "aside": len(state.aside),
        "pot": state.pot,
        "next": state.next,
        "to_act": state.to_act,
        "choices": choices_view(state, settings),
        "chips": chips_offered(state, settings),
        "preparation": preparation_view(state, settings),
        "award": award_view(state),
        "incidents": [incident_view(incident, state) for incident in shown],
        "current": current.id if current else "",
        "done": _done(current, state, blind=blind),
        "questions": [question_view(question) for question in questions],
        "rulings": [*(_ruling(ruling) for ruling in rulings[-2:]), *_opened(opened)],
        "devices": [_device(fault) for fault in devices],
        "hub_away": hub_away,
        "undoable": undoable,
        "setting": setting,
        "dealt": _dealt(state) if blind else None,
        "by_hand": by_hand,
    }


def _seats(state: TableState, settings: Settings) -> list[dict[str, Any]]:
    occupied = sorted(set(state.stacks) | set(state.cards) | set(state.bets))
    view: list[dict[str, Any]] = []
    for seat in occupied:
        handles = state.cards.get(seat, ())
        view.append(
            {
                "seat": seat,
                "stack": state.stacks.get(seat, 0),
                "bet": state.bets.get(seat, 0),
                "cards": [state.names.get(handle) for handle in handles],
                "rows": rows_view(state, seat),
                "state": _seat_state(state, seat),
                "button": seat == state.button,
                "to_act": seat == state.to_act,
                "owes": seat in state.owing,
                "deal": seat == state.deal_to,
            }
        )
    return view


def _seat_state(state: TableState, seat: Seat) -> str:
    if seat in state.dead:
        return "dead"
    if seat in state.folded:
        return "folded"
    if seat not in state.live:
        return "waiting"
    return "in" if state.stacks.get(seat, 0) else "all_in"


def _game(settings: Settings) -> Message:
    small, big = settings.blinds
    stakes = say("stakes.limits", lower=settings.limits[0], upper=settings.limits[1])
    if settings.limit != "fixed":
        stakes = say("stakes.blinds_ante" if settings.ante else "stakes.blinds", small=small, big=big, ante=settings.ante)
    name = say("stakes.name", limit=say(f"limit.{settings.limit}"), game=say(f"game.{settings.game}"))
    return say("stakes.line", name=name, stakes=stakes)


def _done(current: Incident | None, state: TableState, *, blind: bool) -> dict[str, Any] | None:
    """The button that ticks off the current step where no sensor can see it: its words and what it sends."""
    if current is None:
        return None
    step = next((step for step in incident_view(current, state)["steps"] if step["current"]), None)
    if step is None:
        return None
    if (step["kind"] == "move" and step["to"] == STUB) or (blind and step["kind"] in BY_WORD):
        which = _which(current, state) if step["kind"] == "take" else []
        return {"text": step["text"], "taps": wire(Done()), "which": which}
    if step["kind"] in _PREPARED:
        return {"text": step["text"], "taps": wire(Prepare(_PREPARED[step["kind"]])), "which": []}
    return None


def _which(current: Incident, state: TableState) -> list[dict[str, Any]]:
    """One button a card that the judge may have picked: the dealer sees which it was once the others lie open again."""
    step = next(step for step in current.steps if not step.done)
    named = [handle for handle in step.handles if handle in state.names]
    buttons: list[View] = [{"text": card_words(state.names[handle]), "taps": wire(Done(handle))} for handle in named]
    unnamed = next((handle for handle in step.handles if handle not in state.names), None)
    if named and unnamed is not None:
        buttons.append({"text": say("tap.another_card"), "taps": wire(Done(unnamed))})
    return buttons


def _dealt(state: TableState) -> dict[str, Any] | None:
    """The button by which the dealer says that what the prompt asks for lies, where no sensor can."""
    if state.next not in COUNTED:
        return None
    return {"text": say(f"tap.lies_{state.next}"), "taps": wire(Dealt())}


_PREPARED = {"shuffle": "shuffled", "cut": "cut", "new_deck": "new_deck"}  # steps that the dealer reports as a preparation


def _opened(opened: FloorOpened | None) -> list[dict[str, Any]]:
    if opened is None:
        return []
    words = say("ruling.opened", count=len(opened.handles), hand=opened.hand)
    return [{"id": opened.incident or "opened", "seat": 0, "text": words, "rule": ""}]


def _ruling(ruling: Ruling) -> dict[str, Any]:
    form = "ruling.change" if ruling.change else "ruling.plain"
    action = say(f"action.{ruling.action}")
    words = say(form, seat=ruling.seat, action=action, amount=ruling.amount, change=ruling.change)
    return {"id": ruling.id, "seat": ruling.seat, "text": words, "rule": ruling.rule}


def _device(fault: Fault) -> dict[str, Any]:
    title = device_words(fault.device, fault.state)
    return {"device": fault.device, "state": fault.state, "title": title, "text": fault.detail}


__all__ = ["Desk", "Fault", "Listener", "View", "desk_view"]
