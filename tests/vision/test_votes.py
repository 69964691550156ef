"""Votes over frames that differ, and arrivals on piles."""

from __future__ import annotations

from rulebook.cards import Card
from simulators.frames import FrameRenderer, enrolled_sim_deck
from tests.vision.table import SECOND, laid, scene, settle
from vision.calibration import default_calibration
from vision.eye import Eye, EyeSettings
from vision.sightings import Sighting
from vision.votes import Votes


def seen(card: str | None, x: float = 100.0, face: str = "up") -> Sighting:
    return Sighting("board", face, None if card is None else Card(card), 0.9 if card else 0.0, x, 50.0)  # type: ignore[arg-type]


def names(votes: Votes, *frames: list[Sighting]) -> list[list[str | None]]:
    return [[each.card for each in votes.count(frame)] for frame in frames]


def test_a_card_read_at_first_sight_stays_read_while_nothing_moves() -> None:
    assert names(Votes(), [seen("As")], [seen(None)], [seen("As")]) == [["As"], ["As"], ["As"]]


def test_a_card_unread_at_first_needs_two_frames_that_agree() -> None:
    assert names(Votes(), [seen(None)], [seen("As")], [seen("As")]) == [[None], [None], ["As"]]


def test_frames_that_differ_make_it_unknown_until_something_moves() -> None:
    votes = Votes()
    assert names(votes, [seen("As")], [seen("Ac")], [seen("As")]) == [["As"], [None], [None]]
    assert votes.count([seen("Ac")])[0].face == "unknown"
    votes.moved()
    assert names(votes, [seen("Ac")]) == [["Ac"]]


def test_cards_side_by_side_have_ballots_of_their_own() -> None:
    assert names(Votes(), [seen("As"), seen(None, 170)], [seen("As", 101), seen("Kd", 171)]) == [["As", None], ["As", None]]


def test_a_card_partly_covered_has_no_vote() -> None:
    votes = Votes()
    part = Sighting("muck", "unknown", None, 0.0, 10.0, 10.0, whole=False)
    assert votes.count([part]) == (part,)
    assert not votes.undecided([part])
    assert votes.undecided([seen(None)])
    assert not votes.undecided([seen(None, face="down")])


def test_a_new_burn_and_a_new_discard_are_told_once_as_they_arrive() -> None:
    eye = Eye(enrolled_sim_deck("red"), default_calibration(), EyeSettings(frozen_after_ms=None))
    renderer = FrameRenderer(default_calibration(), 1)
    cards = [laid(1, "2c", "burns", 0, "down")]
    told = []
    for at, more in enumerate(
        (None, laid(2, "3c", "burns", 1, "down"), laid(3, "As", "board", 0), laid(4, "9d", "muck", 0, "down"))
    ):
        cards += [more] if more else []
        told.append(settle(eye, renderer.render(scene(*cards)), at_ns=at * SECOND).arrived)
    assert told == [("burns",), ("burns",), (), ("muck",)]
    again = settle(eye, renderer.render(scene(*cards)), at_ns=8 * SECOND)
    assert again.arrived == ()
