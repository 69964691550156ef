"""The camera's core: only settled frames are read, looks repeat, faults are found within a second and go by themselves."""

from __future__ import annotations

import numpy as np
import pytest

from rulebook.core import TICK
from simulators.frames import FrameRenderer, enrolled_sim_deck
from tests.vision.table import SECOND, TENTH, laid, scene
from vision import scan
from vision.appearance import Image
from vision.calibration import default_calibration
from vision.eye import CameraLost, Eye, EyeSettings, Frame
from vision.identify import Reading, read_with
from vision.sightings import CameraState, Look

STILL = EyeSettings(frozen_after_ms=None)


def board(*cards: str) -> Image:
    return FrameRenderer(default_calibration(), 1).render(
        scene(*(laid(at, card, "board", at) for at, card in enumerate(cards)))
    )


def eye(settings: EyeSettings = STILL) -> Eye:
    return Eye(enrolled_sim_deck("red"), default_calibration(), settings)


def run(core: Eye, pictures: list[Image], step_ns: int = TENTH, start_ns: int = 0) -> list[Look | CameraState]:
    found = []
    for at, picture in enumerate(pictures):
        moment = start_ns + at * step_ns
        found += core.step(moment, Frame(moment, "window", picture))
    return found


def looks(found: list[Look | CameraState]) -> list[Look]:
    return [each for each in found if isinstance(each, Look)]


def states(found: list[Look | CameraState]) -> list[str]:
    return [each.state for each in found if isinstance(each, CameraState)]


def test_without_a_deck_cards_are_seen_and_have_no_name() -> None:
    found = looks(run(Eye([], default_calibration(), STILL), [board("As", "Kd")] * 3))
    assert [[(each.zone, each.face, each.card) for each in look.cards] for look in found] == [[("board", "unknown", None)] * 2]


def test_a_moving_picture_is_never_read() -> None:
    """Frames that differ from one another give no look, however many; the first still one does."""
    pictures = [board(card) for card in ("As", "Kd", "2c", "7h", "9s")]
    core = eye()
    assert looks(run(core, pictures)) == []
    found = looks(run(core, [pictures[-1]] * 2, start_ns=5 * TENTH))
    assert [[each.card for each in look.cards] for look in found] == [["9s"]]


def test_a_still_scene_is_told_three_times_a_second_without_reading_it_again() -> None:
    core = eye()
    found = looks(run(core, [board("As")] * 32))
    assert [look.at_ns for look in found] == [(1 + 3 * number) * TENTH for number in range(len(found))]
    assert len(found) >= 3 * 3
    assert len({id(look.cards) for look in found}) == 1


def test_a_changed_scene_is_told_as_soon_as_it_has_settled() -> None:
    core = eye()
    run(core, [board("As")] * 3)
    found = looks(run(core, [board("As", "Kd")] * 3, start_ns=3 * TENTH))
    assert [sorted(str(each.card) for each in look.cards) for look in found] == [["As", "Kd"]]


@pytest.mark.parametrize(
    ("picture", "state"),
    [
        (np.zeros((720, 1280, 3), np.uint8), "black"),
        (np.full((720, 1280, 3), 255, np.uint8), "saturated"),
        (np.full((480, 640, 3), 90, np.uint8), "wrong_size"),
    ],
)
def test_a_bad_picture_is_told_at_once_gives_no_look_and_goes_by_itself(picture: Image, state: str) -> None:
    core = eye()
    good = board("As")
    run(core, [good] * 2)
    found = run(core, [picture] * 3, start_ns=2 * TENTH)
    assert states(found) == [state]
    assert looks(found) == []
    back = run(core, [good] * 3, start_ns=5 * TENTH)
    assert states(back) == ["ok"]
    assert [each.card for each in looks(back)[-1].cards] == ["As"]


def test_frozen_frames_are_found_within_a_second_and_a_bit_of_noise_shows_life() -> None:
    scene_now = scene(laid(1, "As", "board", 0))
    core = eye(EyeSettings())
    lively = FrameRenderer(default_calibration(), 1, lively=True)
    alive = run(core, [lively.render(scene_now) for _ in range(30)])
    assert states(alive) == ["ok"]
    assert len(looks(alive)) >= 3
    stuck = lively.render(scene_now)
    found = run(core, [stuck.copy() for _ in range(14)], start_ns=30 * TENTH)
    assert states(found) == ["frozen"]
    assert states(run(core, [lively.render(scene_now) for _ in range(2)], start_ns=44 * TENTH)) == ["ok"]


def test_a_camera_that_gives_no_frame_is_found_by_the_deadline_alone() -> None:
    core = eye()
    run(core, [board("As")] * 3)
    assert core.deadline() == 2 * TENTH + SECOND
    assert states(core.step(2 * TENTH + SECOND - 1, TICK)) == []
    assert states(core.step(2 * TENTH + SECOND, TICK)) == ["unplugged"]
    assert core.deadline() is None
    assert states(run(core, [board("As")], start_ns=5 * SECOND)) == ["ok"]


def test_a_camera_lost_by_its_shell_is_told_with_the_reason() -> None:
    core = eye()
    assert core.step(0, CameraLost(0, "no such device")) == [CameraState(0, "unplugged", "no such device")]
    assert core.step(SECOND, CameraLost(SECOND, "no such device")) == []


def test_one_view_that_stops_is_trouble_though_the_other_goes_on() -> None:
    core = eye()
    renderer = FrameRenderer(default_calibration(), 1)
    window, table = renderer.render(scene()), renderer.render(scene(), "table")
    core.step(0, Frame(0, "table", table))
    found: list[Look | CameraState] = []
    for at in range(1, 13):
        found += core.step(at * TENTH, Frame(at * TENTH, "window", window))
    assert [(each.state, each.detail) for each in found if isinstance(each, CameraState)] == [("unplugged", "table view")]


def test_a_change_of_light_is_read_again() -> None:
    """A slow dimming never counts as motion between two frames, yet the look must not rest on the old light for ever."""
    picture = board("As")
    core = eye()
    run(core, [picture] * 2)
    dimming = [(picture * (1 - 0.02 * at)).astype(np.uint8) for at in range(1, 16)]
    found = looks(run(core, dimming, start_ns=2 * TENTH))
    assert found
    assert all([each.card for each in look.cards] == ["As"] for look in found)


def test_what_was_found_foreign_is_not_read_again_before_it_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in further frames nor because something moved elsewhere: only new pixels are worth another reading."""
    count = 0

    def counted(*given: object) -> Reading:
        nonlocal count
        count += 1
        return read_with(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(scan, "read_with", counted)
    rng = np.random.default_rng(1)

    def frames(*cards: str) -> list[Image]:
        still = board(*cards).astype(np.float64)
        return [np.clip(still + rng.normal(0, 2, still.shape), 0, 255).astype(np.uint8) for _ in range(7)]

    core = eye()
    found = looks(run(core, frames("As", "??")))
    assert [each.card for each in found[-1].cards] == ["As", None]
    assert count == 2
    found = looks(run(core, frames("As", "??", "7d"), start_ns=SECOND))
    assert [each.card for each in found[-1].cards] == ["As", None, "7d"]
    assert count == 3


@pytest.mark.parametrize("noise", [3.0, 6.0])
def test_a_sensors_noise_in_a_dim_room_is_no_motion_and_a_card_that_comes_is(noise: float) -> None:
    rng = np.random.default_rng(2)

    def frames(*cards: str) -> list[Image]:
        still = board(*cards).astype(np.float64)
        return [np.clip(still + rng.normal(0, noise, still.shape), 0, 255).astype(np.uint8) for _ in range(3)]

    core = eye()
    assert [each.card for each in looks(run(core, frames("As")))[0].cards] == ["As"]
    assert [each.card for each in looks(run(core, frames("As", "Kd"), start_ns=SECOND))[0].cards] == ["As", "Kd"]
