"""The floor page's server: calls as they are found, judge's acts strictly read, nothing about hidden cards."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hub.judges import JudgesEvent
from hub.view import DirectiveStatus, HubProblem, RefusedKey
from hub.web.acts import ACTS, CLAUSES, likely_acts
from hub.web.app import create_app
from link.channel import ChannelTimes
from link.pages import load_texts
from rulebook.events import AnyEvent, FloorAcknowledged, FloorAwarded, FloorPenalised, FloorRuled, TableSet
from rulebook.findings import PlanStep, StepKind
from rulebook.settings import Settings
from tests.hub_web.hubs import WALL_MS, FakeHub, alert, table

CHANNEL = "ws://127.0.0.1/channel"
SET = {"event": "table_set", "settings": {"blinds": [50, 100]}, "stacks": {"1": 5_000, "2": 5_000}, "button": 1}


def client(hub: FakeHub, **times: float) -> TestClient:
    return TestClient(create_app(hub, times=ChannelTimes(**times)), base_url="http://127.0.0.1")


def test_snapshot_has_every_list() -> None:
    hub = FakeHub(
        alert(), table(), RefusedKey("KEY", 3, "10.0.0.7", WALL_MS), HubProblem("log", "The disk is full."),
        DirectiveStatus("d1", "Table 7", "floor_ruled", "27/x", "pending", WALL_MS),
    )  # fmt: skip
    with client(hub).websocket_connect(CHANNEL) as channel:
        shown = channel.receive_json()
    assert (shown["n"], shown["kind"]) == (0, "snapshot")
    data = shown["data"]
    assert data["alerts"][0]["title"] == "Four cards on the flop"
    assert data["alerts"][0]["rule"] == "BFSP 6.6.3"
    assert [step["text"] for step in data["alerts"][0]["steps"]][1] == "A judge picks one card, unseen"
    assert data["tables"][0]["next"] == "Waits for a judge"
    assert data["refused"][0]["text"] == "A node with key KEY was refused 3 times (last from 10.0.0.7)"
    assert data["directives"][0]["text"] == "Ruling"
    assert data["problems"][0]["text"] == "The disk is full."


def test_changes_follow_numbered_and_none_of_the_snapshot_comes_again() -> None:
    hub = FakeHub(alert())
    with client(hub).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        hub.tell(alert(acknowledged=True))
        hub.tell(alert(id="7/2", number=2, withdrawn=True))
        first, second = channel.receive_json(), channel.receive_json()
    assert (first["n"], first["list"], first["item"]["acknowledged"]) == (1, "alerts", True)
    assert (second["n"], second["item"]["id"], second["item"]["withdrawn"]) == (2, "7/2", True)


def test_change_that_the_snapshot_holds_already_is_not_told_twice() -> None:
    """A change between subscribing and the snapshot is in the snapshot; its own message is left out."""

    class Hasty(FakeHub):
        def snapshot(self) -> Any:
            self.tell(alert(id="7/2", number=2))
            return super().snapshot()

    hub = Hasty(alert())
    with client(hub).websocket_connect(CHANNEL) as channel:
        assert len(channel.receive_json()["data"]["alerts"]) == 2
        hub.tell(alert(id="7/3", number=3))
        assert channel.receive_json()["item"]["id"] == "7/3"


def test_page_that_lags_is_dropped_and_forgotten() -> None:
    class Behind(FakeHub):
        def subscribe(self) -> Any:
            subscription = super().subscribe()
            subscription.lose()
            return subscription

    hub = Behind(alert())
    with client(hub).websocket_connect(CHANNEL) as channel:
        assert channel.receive_json()["kind"] == "snapshot"
        with pytest.raises(WebSocketDisconnect) as dropped:
            channel.receive_json()
    assert dropped.value.code == 4008
    assert hub.subscribers == set()


@pytest.mark.parametrize(
    "event",
    [
        FloorRuled("misdeal", 212), FloorRuled("fair"), FloorAcknowledged("27/four_card_flop/212"), FloorAwarded(3, 500),
        FloorPenalised(3, "7.1.5"), TableSet(Settings(blinds=(50, 100)), {1: 5_000, 2: 5_000}, 1),
    ],
)  # fmt: skip
def test_judges_acts_reach_the_hub(event: AnyEvent) -> None:
    hub = FakeHub(table())
    with client(hub).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        channel.send_json({"kind": "act", "id": 5, "table": "Table 7", "event": msgspec.to_builtins(event, str_keys=True)})
        assert channel.receive_json() == {"n": 1, "kind": "answer", "id": 5, "error": "", "directive": "d1"}
    assert hub.acts == [("Table 7", event)]


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"kind": "tap", "table": "Table 7", "event": {"event": "floor_picked"}}, "not 'tap'"),
        ({"kind": "act", "table": "Table 99", "event": {"event": "floor_picked"}}, "no table 'Table 99'"),
        ({"kind": "act", "event": {"event": "floor_picked"}}, "not understood"),
        ({"kind": "act", "table": "Table 7", "event": {"event": "pushed", "awards": {"3": 500}}}, "not understood"),
        ({"kind": "act", "table": "Table 7", "event": {"event": "card_named", "handle": "k1", "card": "As"}}, "not understood"),
        ({"kind": "act", "table": "Table 7", "event": {"event": "floor_ruled", "word": "whatever"}}, "not understood"),
        ({"kind": "act", "table": "Table 7", "event": {"event": "floor_restored", "seat": 11}}, "no seat 11"),
        ({"kind": "act", "table": "Table 7", "event": {"event": "floor_returned", "seat": 3, "amount": -200}}, "no amount"),
        ({"kind": "act", "table": "Table 7", "event": {"event": "floor_picked", "directive": "d7"}}, "must be empty"),
        ({"kind": "act", "table": "Table 7", "event": {"event": "floor_penalised", "seat": 3, "clause": "7" * 121}}, "longer"),
        ({"kind": "act", "table": "Table 7", "event": {**SET, "stacks": {"1": 0}}}, "at least one seat"),
        ({"kind": "act", "table": "Table 7", "event": {**SET, "stacks": {"12": 100}}}, "no seat 12"),
        ({"kind": "act", "table": "Table 7", "event": {**SET, "button": 0}}, "no seat 0"),
        ({"kind": "act", "table": "Table 7", "event": {**SET, "stacks": {"2": -1}}}, "no amount"),
        ({"kind": "act", "table": "Table 7", "event": {**SET, "settings": {"smallest_chip": 0}}}, "smallest chip"),
        ({"kind": "act", "table": "Table 7", "event": {**SET, "settings": {"limit": "none"}}}, "not understood"),
    ],
)
def test_bad_acts_are_answered_with_one_sentence_and_never_reach_the_hub(message: dict[str, Any], says: str) -> None:
    hub = FakeHub(table())
    with client(hub).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        channel.send_json({**message, "id": 1})
        answer = channel.receive_json()
    assert says in answer["error"]
    assert "\n" not in answer["error"]
    assert hub.acts == []


def test_tables_say_the_board_and_no_seat_a_card() -> None:
    with client(FakeHub(table())).websocket_connect(CHANNEL) as channel:
        shown = channel.receive_json()["data"]["tables"][0]
    assert shown["board"] == ["Ah", "Kd", "2c", "??"]
    assert "cards" not in json.dumps(shown)


def test_every_act_of_a_judge_can_be_made_on_the_page() -> None:
    """Each floor event of the vocabulary has its words and stands among what the page reads."""
    names = {kind.__struct_config__.tag for kind in get_args(JudgesEvent)}
    floor = {tag for kind in get_args(AnyEvent) if (tag := str(kind.__struct_config__.tag)).startswith("floor_")}
    assert names == floor | {"table_set"}
    texts = load_texts("hub.web").ids()
    assert {f"sent.{name}" for name in names} <= texts
    assert {f"act.{act}" for act in ACTS} <= texts
    assert {f"act_hint.{act}" for act in ACTS} <= texts
    assert {f"clause.{clause.replace('.', '_')}" for clause in CLAUSES} <= texts


def test_penalty_clauses_are_those_that_the_rules_know() -> None:
    from rulebook.book import standard_books
    from rulebook.discipline import penalty_for

    for clause in CLAUSES:
        assert penalty_for(clause, 3, [], 9, standard_books()["bfsp"], 27, 1).rule == f"BFSP {clause}"


@pytest.mark.parametrize(
    ("kind", "call", "steps", "first"),
    [
        ("four_card_flop", "floor", ("turn_down", "pick", "take"), "picked"),
        ("extra_board_card", "floor", ("judge",), "play"),
        ("winner_mucked", "floor", ("judge",), "restore"),
        ("flop_short", "floor", ("judge",), "play"),
    ],
)
def test_likely_acts_come_first(kind: str, call: str, steps: tuple[StepKind, ...], first: str) -> None:
    likely = likely_acts(kind, call, [PlanStep(step) for step in steps])
    assert likely[0] == first
    assert set(likely) <= set(ACTS)


@pytest.mark.parametrize(("street", "first"), [("draw 1", "kill"), ("preflop", "play")])
def test_bfsp_6_3_7_a_wrong_count_in_a_draw_is_a_dead_hand_before_anything_else(street: str, first: str) -> None:
    assert likely_acts("wrong_card_count", "floor", [PlanStep("judge")], street)[0] == first


def test_once_the_card_is_picked_the_page_does_not_offer_it_again() -> None:
    assert "picked" not in likely_acts("four_card_flop", "floor", [PlanStep("pick", done=True), PlanStep("take")])


def test_page_asks_nobody_else_for_anything() -> None:
    page = client(FakeHub()).get("/")
    assert page.status_code == 200
    assert "http" not in page.text.replace("http-equiv", "")
    assert "connect-src 'self'" in page.headers["content-security-policy"]


def test_act_that_the_log_has_not_is_not_called_sent() -> None:
    hub = FakeHub(alert())
    hub.keeps = False
    with client(hub).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        event = {"event": "floor_ruled", "word": "play"}
        channel.send_json({"kind": "act", "id": 1, "table": "Table 7", "event": event})
        assert "could not write this act down yet" in channel.receive_json()["error"]
