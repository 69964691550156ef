"""Where the rows of open-face hands lie, and thirteen cards of each seat read in them (DESIGN 3)."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebook.cards import DECK
from simulators.frames import FrameRenderer, enrolled_sim_deck
from simulators.scene import Scene, SceneCard
from vision.calibration import default_calibration, load_calibration, save_calibration
from vision.scan import Scanner

OPEN_FACE = default_calibration(open_face=True)
ROWS = {"top": 3, "middle": 5, "bottom": 5}


@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("seat", [2, 9])
def test_thirteen_cards_of_a_seat_are_seen_in_their_rows(seat: int, face: str) -> None:
    places = [(row, at) for row, count in ROWS.items() for at in range(count)]
    cards = [
        SceneCard(at, DECK[at * 4], f"seat {seat} {row}", slot, face)  # type: ignore[arg-type]
        for at, (row, slot) in enumerate(places)
    ]
    image = FrameRenderer(OPEN_FACE, seed=1).render(Scene(tuple(cards)), "seat", seat)
    seen = Scanner([enrolled_sim_deck()], OPEN_FACE).scan(image, "seat", seat).sightings
    assert Counter((one.row, one.face) for one in seen if one.zone == f"seat {seat}") == {
        (row, face): count for row, count in ROWS.items()
    }
    if face == "up":
        assert {one.card: one.row for one in seen} == {card.card: card.zone.split()[-1] for card in cards}


def test_no_two_seats_of_an_open_face_table_meet() -> None:
    zones = [zone for zone in OPEN_FACE.table.zones if zone.name.startswith("seat ")]
    for at, one in enumerate(zones):
        for other in zones[at + 1 :]:
            beside = one.x_mm + one.width_mm <= other.x_mm or other.x_mm + other.width_mm <= one.x_mm
            above = one.y_mm + one.height_mm <= other.y_mm or other.y_mm + other.height_mm <= one.y_mm
            assert beside or above, (one.name, other.name)


def test_rows_lie_within_their_seat_and_leave_room_for_the_hand() -> None:
    for row in OPEN_FACE.table.rows:
        seat = OPEN_FACE.table.zone(row.name.rpartition(" ")[0])
        assert seat.holds(*row.centre_mm)
    view = OPEN_FACE.seat_view(4)
    seat = OPEN_FACE.table.zone("seat 4")
    x, lowest = seat.centre_mm[0], seat.y_mm + seat.height_mm - 10
    assert (view.row_at(x, seat.y_mm + 10), view.row_at(x, lowest)) == ("top", "")


def test_a_calibration_without_rows_knows_none() -> None:
    view = default_calibration().seat_view(4)
    assert view.rows == ()
    assert view.row_at(*view.zones[0].centre_mm) == ""
    assert load_calibration(save_calibration(OPEN_FACE)).table.rows == OPEN_FACE.table.rows
