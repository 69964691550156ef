"""What the dealer is to do next, in a few words, and a line beneath it. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from link.texts import Message, say
from link.wording import incident_view
from rulebook.findings import Incident, TableState, Warned
from rulebook.seats import Seat, seat_zone
from rulebook.settings import Settings
from table_node.by_hand import comes_up, next_seat_dealt
from table_node.console.choices import opening_due, seat_ranges
from table_node.console.light import current_incident
from table_node.console.open_face import open_face_prompt

FLOP = 3


def prompt(
    state: TableState, settings: Settings, incidents: Sequence[Incident], warnings: Sequence[Warned], *, reaching: bool
) -> dict[str, Any]:
    """The prompt's words: ``text``, ``detail`` and whether it is ``urgent``."""
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
    if state.next == "act" and _has_no_cards(state, state.to_act):
        return {"text": say("prompt.folded", seat=state.to_act), "detail": say("hint.folded"), "urgent": False}
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
        detail = _no_more_cards(say("hint.show"), settings)
        return {"text": say("prompt.show", seat=state.to_act), "detail": detail, "urgent": False}
    if state.next == "push":
        return {"text": say("prompt.push"), "detail": _no_more_cards(_due_words(state), settings), "urgent": False}
    if state.next == "flop" and 0 < len(state.board) < FLOP:
        text = say("prompt.flop_rest", count=FLOP - len(state.board))
        return {"text": text, "detail": say("hint.flop_rest"), "urgent": False}
    if state.next == "shuffle" and settings.shuffling != "either":
        by = settings.shuffling
        return {"text": say(f"prompt.shuffle_{by}"), "detail": say(f"hint.shuffle_{by}"), "urgent": False}
    if state.next in ("riffle", "cut") and settings.shuffling not in ("either", state.shuffled_by):
        return {"text": say(f"prompt.{state.next}"), "detail": say(f"hint.not_by_{settings.shuffling}"), "urgent": False}
    if state.uncounted and state.next in ("riffle", "cut"):
        return {"text": say(f"prompt.{state.next}"), "detail": say("hint.uncounted"), "urgent": False}
    known = state.next or "hand"
    detail = say(f"kind.{current.kind}") if current else say(f"hint.{known}")
    return {"text": say(f"prompt.{known}"), "detail": detail, "urgent": False}


def _wanted_down(incidents: Sequence[Incident], seat: Seat) -> bool:
    """Whether a correction wants the seat's next card face down, whatever the game says."""
    steps = [step for incident in incidents if incident.open for step in incident.steps]
    return any(step.kind == "deal_down" and not step.done and step.to == seat_zone(seat) for step in steps)


def _has_no_cards(state: TableState, seat: Seat) -> bool:
    """Whether the seat's cards were seen to leave it without a tap, while others have theirs: it may have folded (DESIGN 3)."""
    return not state.cards.get(seat) and any(state.cards.get(other) for other in state.live)


def _act_words(state: TableState) -> Message | str:
    if not state.to_act:
        return ""
    return say("hint.to_call", amount=state.to_call) if state.to_call else say("hint.may_check")


def _due_words(state: TableState) -> Message:
    due = [say("hint.due", amount=amount, seat=seat) for seat, amount in sorted(state.due.items()) if amount]
    return say("hint.list", items=due) if due else say("hint.push")


def _no_more_cards(words: Message, settings: Settings) -> Message:
    """After the last betting, and once one player is left, the stub goes onto the muck (BFSP 5.6.7)."""
    return words if settings.game == "ofc" else say("hint.stub_to_muck", then=words)
