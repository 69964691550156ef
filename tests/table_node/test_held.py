"""Acts that are tapped before the sensors have told of the cards they answer."""

from __future__ import annotations

import pytest

from rulebook.events import Acted, Asked, CardPlaced
from rulebook.seats import seat_zone
from table_node.taps import Act, Answer
from tests.table_node.play import HOLE, Play


def hurried() -> Play:
    """The dealer is too quick for the camera, and the last card is picked up before its antenna has looked."""
    play = Play()
    play.begin()
    for name, seat in HOLE[:-1]:
        play.stage.place(play.stage.draw(name), seat_zone(seat), "down")  # type: ignore[arg-type]
        play.look()
    play.rig.run(1_000)
    return play


def put_down(play: Play) -> None:
    name, seat = HOLE[-1]
    play.stage.place(play.stage.draw(name), seat_zone(seat), "down")  # type: ignore[arg-type]
    play.rig.show(play.stage.scene())


def test_an_act_waits_for_a_card_that_may_have_left_the_stub_unseen():
    play = hurried()
    play.rig.tap(Act(3, "call"))
    play.rig.run(4_000)
    assert play.events(Acted) == []
    put_down(play)
    play.rig.run(4_000)
    assert [type(event) for event in play.events((Acted, CardPlaced))][-2:] == [CardPlaced, Acted]
    assert not play.rig.authority().incidents


def test_an_act_waits_no_longer_than_a_player_looks_at_a_card():
    play = hurried()
    play.rig.tap(Act(3, "call"))
    play.rig.run(6_500)
    assert [event.seat for event in play.events(Acted)] == [3]
    assert [incident.kind for incident in play.rig.authority().incidents] == ["wrong_card_count"]


def test_an_act_waits_for_a_card_that_the_sensors_still_puzzle_over(monkeypatch: pytest.MonkeyPatch):
    play = hurried()
    monkeypatch.setattr(play.rig.core.fusion, "coming", lambda: True)
    play.rig.tap(Act(3, "call"))
    play.rig.run(10_000)
    assert play.events(Acted) == []
    play.rig.run(3_000)
    assert [event.seat for event in play.events(Acted)] == [3]


def test_bfsp_6_4_5_an_act_waits_for_the_flop_that_came_while_a_boxed_burn_is_put_right(monkeypatch: pytest.MonkeyPatch):
    play = Play()
    play.begin()
    play.hole_cards()
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    play.deal("2d", "burns", "up")
    play.rig.tap(Answer(play.events(Asked)[-1].question, "yes"))
    play.rig.run(500)
    assert play.rig.authority().state().next == "correct"
    monkeypatch.setattr(play.rig.core.fusion, "coming", lambda: True)
    play.rig.tap(Act(1, "check"))
    play.rig.run(5_000)
    assert len(play.events(Acted)) == 3
    play.rig.run(8_000)
    assert len(play.events(Acted)) == 4
