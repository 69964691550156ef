"""A dispute at the judge's page: each card's way by node, hub and page, without a name that may not be seen; and how two
officials open what is sealed, which the log and every screen tell."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from hub.live_view import LiveView
from hub.web.app import create_app
from link.keys import make_keys
from link.nested import unnest
from link.pages import load_texts
from link.seal import open_card
from rulebook.events import FloorOpened, FloorRestored, KeyNested
from simulators.actor import Actor
from simulators.node_rig import NodeRig
from simulators.runner import table_set
from simulators.scenario import parse_scenario
from simulators.stage import Stage
from tests.three_handed import DEALT, HEAD

FIRST, SECOND = make_keys(b"a" * 64), make_keys(b"b" * 64)
ALL_IN = DEALT + "3 allin\n1 allin\n2 folds\ndealer takes 3\n"
SHOWDOWN = (
    DEALT
    + "3 folds\n1 calls\n2 checks\nburn 2d\nboard Kh 9c 4s\n1 checks\n2 checks\nburn 3d\nboard Th\n1 checks\n2 checks\n"
    + "burn 6d\nboard Jc\n1 checks\n2 checks\n1 tables As Ah\n2 tables Kd Kc\ndealer takes 2\n"
)


class Sealed(NodeRig):
    officials = (FIRST.pack.public, SECOND.pack.public)


class Disputed:
    """A table after a script, and a judge's browser."""

    def __init__(self, script: str, build: type[NodeRig] = Sealed) -> None:
        scenario = parse_scenario(f'{HEAD}script = """\n{script}"""\n')
        self.rig = build(table_set(scenario), 1)
        actor = Actor(scenario.lines, self.rig, Stage(1))
        for at in range(len(scenario.lines)):
            actor.perform(at)

    @property
    def page(self) -> TestClient:
        view = LiveView(self.rig.hub.core, "a-token-for-the-overlay", lambda act: None, lambda: "d", lambda: 0)
        return TestClient(create_app(view), base_url="http://127.0.0.1")

    def alert(self) -> dict[str, Any]:
        with self.page.websocket_connect("ws://127.0.0.1/channel") as channel:
            alerts: list[dict[str, Any]] = channel.receive_json()["data"]["alerts"]
        return alerts[-1]

    def get(self, what: str) -> Any:
        return self.page.get(f"/{what}/table/{quote(self.alert()['incident'])}")

    def ways(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("ways").json()["ways"]
        return found

    def take_out(self) -> None:
        sealed = tuple(way["handle"] for way in self.ways() if way["sealed"])
        self.rig.judge(FloorOpened(1, sealed, self.alert()["incident"]))
        self.rig.run(500)


def places(ways: Iterable[dict[str, Any]]) -> list[list[str]]:
    return [[stop["place"] for stop in way["stops"]] for way in ways]


def opened(case: dict[str, Any]) -> set[str]:
    key = unnest(unnest(b64decode(case["nested"]), FIRST.pack), SECOND.pack)
    return {open_card(key, case["hand"], one["card"], b64decode(one["sealed"])) for one in case["cards"]}


def test_bfsp_6_6_9_the_ways_of_an_all_in_hand_that_was_taken_by_mistake() -> None:
    table = Disputed(ALL_IN)
    ways = table.ways()
    assert places(ways) == [["seat 3", "the muck"]] * 2
    assert all(stop["by"] for way in ways for stop in way["stops"])
    assert [(way["card"], way["sealed"], way["opened"]) for way in ways] == [(None, True, False)] * 2
    assert not {"7h", "7s", "As", "Ah", "Kd", "Kc"} & set(json.dumps([table.alert(), ways]).replace('"', " ").split())


def test_bfsp_7_4_1_the_ways_of_a_tabled_winner_name_it_for_all_have_seen_it() -> None:
    table = Disputed(SHOWDOWN)
    ways = table.ways()
    assert {way["card"] for way in ways} == {"Kd", "Kc"}
    assert not any(way["sealed"] for way in ways)
    assert all(way["stops"][-1]["place"] == "the muck" for way in ways)


def test_a_call_about_nothing_in_particular_shows_every_card_that_lay_before_a_seat_or_on_the_board() -> None:
    table = Disputed(SHOWDOWN.removesuffix("dealer takes 2\n") + "push 1 200\n")
    assert table.alert()["kind"] == "wrong_award"
    ways = table.ways()
    assert {way["card"] for way in ways} == {"As", "Ah", "Kd", "Kc", "Kh", "9c", "4s", "Th", "Jc"}  # seats 1, 2 and the board


def test_two_officials_open_what_a_judge_took_out_and_the_log_and_every_screen_tell() -> None:
    table = Disputed(ALL_IN)
    refused = table.get("case")
    assert refused.status_code == 409
    assert "No judge has asked" in refused.json()["error"]
    table.take_out()
    assert [record.event.handles for record in table.rig.journal.replay() if isinstance(record.event, FloorOpened)] == [
        ("k3", "k6")
    ]
    assert table.alert()["opened"] is True
    console = load_texts("table_node.console").render(table.rig.core.desk())
    assert [one["text"] for one in console["rulings"]][-1] == "A judge took 2 sealed cards of hand 1 out"
    assert [(way["card"], way["opened"]) for way in table.ways()] == [(None, True)] * 2  # not even now
    case = table.get("case")
    assert case.headers["cache-control"] == "no-store"
    assert opened(case.json()) == {"7h", "7s"}
    assert [one["places"] for one in case.json()["cards"]] == [["seat 3", "muck"]] * 2


def test_a_case_has_the_cards_that_were_asked_for_and_no_other() -> None:
    table = Disputed(ALL_IN)
    table.rig.judge(FloorOpened(1, ("k3",), table.alert()["incident"]))
    table.rig.run(500)
    assert opened(table.get("case").json()) == {"7h"}


def test_bfsp_6_6_9_the_hand_is_given_back_by_what_the_log_tells() -> None:
    table = Disputed(ALL_IN)
    table.rig.judge(FloorRestored(3))
    table.rig.run(500)
    assert table.rig.authority().state().dead == ()


def test_without_officials_nobody_opens_anything() -> None:
    table = Disputed(ALL_IN, NodeRig)
    assert [record for record in table.rig.journal.replay() if isinstance(record.event, KeyNested)] == []
    table.take_out()
    refused = table.get("case")
    assert refused.status_code == 409
    assert "sealed to nobody" in refused.json()["error"]


def test_each_hand_has_its_key_sealed_once_and_at_once() -> None:
    table = Disputed(DEALT + "3 folds\n1 folds\npush\n" + DEALT)
    events = [record.event for record in table.rig.journal.replay()]
    nested = [event for event in events if isinstance(event, KeyNested)]
    assert [event.hand for event in nested] == [1, 2]
    seqs = [record.seq for record in table.rig.journal.replay()]
    assert seqs == sorted(seqs)


@pytest.mark.parametrize("what", ["ways", "case"])
def test_of_an_incident_that_nobody_knows_nothing_is_told(what: str) -> None:
    table = Disputed(ALL_IN)
    assert table.page.get(f"/{what}/table/9:nothing:1").status_code == 404
    assert table.page.get(f"/{what}/elsewhere/1:nothing:1").status_code == 404


def test_the_hand_before_is_kept_and_older_ones_are_not() -> None:
    folded = DEALT + "3 folds\n1 folds\npush\n"
    evidence = Disputed(folded * 3).rig.hub.core.tables["table"].evidence
    assert [bool(evidence.of(hand)) for hand in (1, 2, 3)] == [False, True, True]
