"""Draws of an open-face hand that came out of turn, though they were told of in turn.

A card that comes before its seat's turn is told of after those that are due, for the player who is due may have picked his up
as they came: of one card nobody can say more. Nobody picks up a whole draw like that and lets others get theirs meanwhile: a
draw of which two cards lay before their seat when all of the one ahead of it were still to come was dealt before it.
"""

from __future__ import annotations

from rulebook.ofc_course import Course, Turn

SURE = 2  # so many cards that came too soon are no player's play


def overtakes(course: Course, turn: Turn) -> list[Turn]:
    """The draws that were dealt before one ahead of them, as far as `turn`, which has just got its last card, proves it."""
    found = []
    at = course.turns.index(turn)
    for place, other in enumerate(course.turns):
        if turn.seat == other.seat or not turn.number or not other.number or abs(turn.number - other.number) > 1:
            continue
        ahead, behind = (turn, other) if at < place else (other, turn)
        if not behind.early and _came_before(behind, ahead):
            found.append(behind)
    return found


def _came_before(behind: Turn, ahead: Turn) -> bool:
    """Whether enough cards of `behind` lay there before any of `ahead`, which is dealt whole."""
    if ahead.lacks or len(ahead.came) < ahead.wanted or len(behind.came) < SURE:
        return False
    if len({came.boot for came in (*ahead.came.values(), *behind.came.values())}) > 1:
        return False
    lay_ms = sorted(came.not_after_ms for came in behind.came.values())[SURE - 1]
    return 0 < lay_ms < min(came.not_before_ms for came in ahead.came.values())
