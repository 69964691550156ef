"""The dealer's desk: what his screen shows, as one plain value, and the port through which the page reaches the node.

`desk_view` is pure. It holds no card that is not open on the table: cards before seats are counted, burns are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from link.texts import Message, say
from link.wording import device_words, incident_view, question_view
from rulebook.events import FloorOpened, Settings
from rulebook.findings import Incident, Question, Ruling, TableState, Warned
from rulebook.seats import STUB, Seat, seat_zone
from rulebook.steps import ORDINARY
from table_node.by_hand import BY_WORD, COUNTED, comes_up, next_seat_dealt
from table_node.console.choices import award_view, chips_offered, choices_view, opening_due, preparation_view, seat_ranges
from table_node.console.open_face import open_face_prompt, rows_view
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
FLOP = 3
JUDGES = ("floor", "critical")


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
        "prompt": _prompt(state, settings, shown, warnings, reaching=reaching),
        "seats": _seats(state, settings),
        "board": [state.names.get(handle) for handle in state.board],
        "board_size": 0 if settings.game in NO_BOARD else 5,
        "burns": len(state.burns),
        "aside": len(state.aside),
        "pot": state.pot,
        "next": state.next,
        "to_act": state.to_act,
        "choices": choices_view(state, settings),
        "chips": chips_offered(state, settings),
        "preparation": preparation_view(state),
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


def current_incident(incidents: Sequence[Incident]) -> Incident | None:
    """The open incident whose correction the dealer is led through: the gravest, then one that waits for him rather than for
    the course of the hand (which another correction may hold up), then the oldest."""
    grave = ("note", "dealer", "floor", "critical")
    standing = [incident for incident in incidents if incident.open]
    return max(standing, key=lambda one: (grave.index(one.severity), _wants_dealer(one)), default=None)


def _wants_dealer(incident: Incident) -> bool:
    return next((step.kind not in ORDINARY for step in incident.steps if not step.done), False)


def standing_light(
    state: TableState,
    incidents: Sequence[Incident],
    questions: Sequence[Question] = (),
    warnings: Sequence[Warned] = (),
    *,
    reaching: bool = False,
) -> dict[str, Any]:
    """The big light, for screen and stack light alike: ``state``, ``colour`` (IEC 60073), a word and an icon.

    Red: stop, a judge comes. Amber: check. Green: go on. Blue: the players act, the dealer taps. Depends on no hidden card.
    """
    name, colour = _BASE_LIGHT["show"] if opening_due(state) else _BASE_LIGHT.get(state.next, ("deal", "green"))
    calling = [incident for incident in incidents if incident.open and incident.severity in JUDGES]
    hint = ""
    if state.next == "judge" or any(not incident.acknowledged for incident in calling):
        name, colour = "judge", "red"
        hint = _judge_hint(calling)
        current = current_incident(incidents)
        if state.next != "judge" and current is not None and current.call in ("misdeal", "void"):
            name = current.call
    elif state.next == "correct":
        name, colour = "correct", "amber"
    elif warnings or questions or reaching:
        colour, hint = "amber", "question" if questions and not reaching else ""
    return {"state": name, "colour": colour, "word": say(f"light.{name}"), "hint": say(f"light_hint.{hint or name}")}


def _judge_hint(calling: Sequence[Incident]) -> str:
    """Whether the judge is only called, on his way, or at the table: the dealer must know whom to wait for."""
    if not calling or any(not incident.acknowledged for incident in calling):
        return "judge"
    return "judge_here" if all(incident.attended for incident in calling) else "judge_coming"


_BASE_LIGHT = {
    "act": ("betting", "blue"),
    "show": ("show", "blue"),
    "push": ("push", "blue"),
    "hand": ("hand", "green"),
    "shuffle": ("prepare", "green"),
    "riffle": ("prepare", "green"),
    "cut": ("prepare", "green"),
}


def _prompt(
    state: TableState, settings: Settings, incidents: Sequence[Incident], warnings: Sequence[Warned], *, reaching: bool
) -> dict[str, Any]:
    """The next thing to do, in a few words, and a line beneath it."""
    current = current_incident(incidents)
    if warnings and state.next not in ("judge", "correct"):
        return {"text": say(f"warning.{warnings[-1].kind}"), "detail": _act_words(state) or "", "urgent": True}
    if reaching and state.to_act:
        return {"text": say("prompt.reaching"), "detail": say("prompt.act", seat=state.to_act), "urgent": True}
    if state.next == "judge":
        return {"text": say("prompt.judge"), "detail": say(f"kind.{current.kind}") if current else "", "urgent": True}
    if state.next == "correct" and current is not None:
        step = next((entry for entry in incident_view(current, state)["steps"] if entry["current"]), None)
        detail = say(f"kind.{current.kind}")
        return {"text": step["text"] if step else detail, "detail": detail, "urgent": True}
    if state.next == "act" and not state.to_act:
        return {"text": say("prompt.who_begins"), "detail": say("hint.who_begins"), "urgent": False}
    if state.next == "act" and settings.game == "ofc":
        text, detail = open_face_prompt(state)
        return {"text": text, "detail": detail, "urgent": False}
    if state.next == "act":
        return {"text": say("prompt.act", seat=state.to_act), "detail": _act_words(state), "urgent": False}
    if opening_due(state):
        text = say("prompt.open_hands", count=len(state.to_open), seats=seat_ranges(sorted(state.to_open)))
        return {"text": text, "detail": say("hint.open_hands"), "urgent": False}
    if state.next in ("deal", "street") and (seat := next_seat_dealt(state)):
        up = comes_up(state, settings, seat) and not _wanted_down(incidents, seat)
        detail = say("hint.deal_away" if seat in state.away else "hint.deal_up" if up else "hint.deal_down")
        return {"text": say("prompt.deal_to", seat=seat), "detail": detail, "urgent": False}
    if state.next == "show":
        return {"text": say("prompt.show", seat=state.to_act), "detail": say("hint.show"), "urgent": False}
    if state.next == "push":
        return {"text": say("prompt.push"), "detail": _due_words(state), "urgent": False}
    if state.next == "flop" and 0 < len(state.board) < FLOP:
        text = say("prompt.flop_rest", count=FLOP - len(state.board))
        return {"text": text, "detail": say("hint.flop_rest"), "urgent": False}
    if state.uncounted and state.next in ("riffle", "cut"):
        return {"text": say(f"prompt.{state.next}"), "detail": say("hint.uncounted"), "urgent": False}
    known = state.next or "hand"
    detail = say(f"kind.{current.kind}") if current else say(f"hint.{known}")
    return {"text": say(f"prompt.{known}"), "detail": detail, "urgent": False}


def _wanted_down(incidents: Sequence[Incident], seat: Seat) -> bool:
    """Whether a correction wants the seat's next card face down, whatever the game says."""
    steps = [step for incident in incidents if incident.open for step in incident.steps]
    return any(step.kind == "deal_down" and not step.done and step.to == seat_zone(seat) for step in steps)


def _act_words(state: TableState) -> Message | str:
    if not state.to_act:
        return ""
    return say("hint.to_call", amount=state.to_call) if state.to_call else say("hint.may_check")


def _due_words(state: TableState) -> Message:
    due = [say("hint.due", amount=amount, seat=seat) for seat, amount in sorted(state.due.items()) if amount]
    return say("hint.list", items=due) if due else say("hint.push")


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
        return {"text": step["text"], "taps": wire(Done())}
    if step["kind"] in _PREPARED:
        return {"text": step["text"], "taps": wire(Prepare(_PREPARED[step["kind"]]))}
    return None


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


__all__ = ["Desk", "Fault", "Listener", "View", "current_incident", "desk_view", "standing_light"]
