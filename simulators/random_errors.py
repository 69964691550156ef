"""One dealing error a hand, out of a seed: what goes wrong, what must be found, and the steps that carry the correction out.

Every error is a `simulators.twist.Twist`: it does one moment of a legal hand otherwise, writes the correction that
the book asks for (RULES 3.2), and lets the hand go on to its end, or be dealt anew. `CATALOGUE` names them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from simulators import (
    errors_of_board,
    errors_of_count,
    errors_of_deal,
    errors_of_deck,
    errors_of_open_face,
    errors_of_play,
    errors_of_premature,
    errors_of_stud,
)
from simulators.error_twist import ErrorTwist, Found
from simulators.open_face_writer import OpenFaceWriter
from simulators.random_hands import BOOKS, TableDraw, draw_table

CATALOGUE: Mapping[str, type[ErrorTwist]] = {
    **errors_of_deal.ERRORS,
    **errors_of_count.ERRORS,
    **errors_of_board.ERRORS,
    **errors_of_premature.ERRORS,
    **errors_of_deck.ERRORS,
    **errors_of_play.ERRORS,
    **errors_of_stud.ERRORS,
    **errors_of_open_face.ERRORS,
}


@dataclass
class Wrong:
    """A scenario with one error: its text, its name in the catalogue, what must be found (and nothing else)."""

    error: str
    text: str
    found: tuple[Found, ...]


def wrong_scenario(error: str, draw: TableDraw) -> Wrong:
    """The scenario of one error. What the seed leaves open is drawn so that the error is possible."""
    twist_class = CATALOGUE[error]
    random = Random(f"{error} {draw.seed}")
    draw.rulebook = draw.rulebook or random.choice([book for book in BOOKS if book in twist_class.books])
    draw.game = draw.game or random.choice(twist_class.games_of(draw.rulebook))
    draw.players = draw.players or random.choice(twist_class.players)
    draw.by = draw.by or twist_class.by
    draw.limit = draw.limit or twist_class.limit
    draw.crowded = twist_class.crowded
    draw.deep = True
    table = draw_table(draw)
    twist = twist_class(random, table.settings)
    if twist_class.fantasy:
        table.to_fantasy()
    hand = table.hand()
    hand.play(twist)
    table.done(hand)
    if hand.annulled:
        again = table.hand()
        if isinstance(again, OpenFaceWriter):
            again.ends_early = True
        again.play()
        table.done(again)
    assert twist.found, f"{error}: the hand came to its end without the error"
    text = table.text(f"{error}, seed {draw.seed}", _expect(twist.found))
    return Wrong(error, text, tuple(twist.found))


def _expect(found: Sequence[Found]) -> str:
    lines = ["", "[expect]"]
    for one in found:
        lines += ["[[expect.incidents]]", f'kind = "{one.kind}"', f'call = "{one.call}"', f"open = {str(one.open).lower()}"]
        if one.seats:
            lines.append(f"seats = {list(one.seats)}")
    return "\n".join(lines) + "\n"
