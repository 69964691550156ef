"""The console's page server: snapshot first, numbers without gaps, strict taps, nobody else's pages, nothing cached."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from link.channel import ChannelTimes
from rulebook.cards import DECK
from table_node.console.app import create_app, give_taps, read_taps
from table_node.taps import Act, Bulk, Chips, Push
from tests.console.desks import StillDesk, on_board, state

HERE = "http://127.0.0.1"
CHANNEL = "ws://127.0.0.1/channel"
FOLD = {"tap": "act", "seat": 4, "action": "fold"}


def client(desk: StillDesk, **times: float) -> TestClient:
    return TestClient(create_app(desk, times=ChannelTimes(**times)), base_url=HERE)


def test_page_names_every_file_from_this_server_alone() -> None:
    page = client(StillDesk()).get("/")
    assert page.status_code == 200
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("file", ["/static/console.js", "/static/console.css", "/shared/channel.js", "/shared/base.css"])
def test_files_are_there_with_the_headers(file: str) -> None:
    answer = client(StillDesk()).get(file)
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", ""])
def test_another_name_for_this_server_is_refused(host: str) -> None:
    assert client(StillDesk()).get("/", headers={"host": host}).status_code == 403


def test_another_sites_page_cannot_open_the_channel() -> None:
    page = client(StillDesk())
    with pytest.raises(WebSocketDisconnect), page.websocket_connect(CHANNEL, headers={"origin": "http://evil.example"}):
        pass


def test_own_page_can_open_the_channel() -> None:
    with client(StillDesk()).websocket_connect(CHANNEL, headers={"origin": HERE}) as channel:
        assert channel.receive_json()["kind"] == "snapshot"


def test_snapshot_comes_first_then_what_changed_numbered_without_gaps() -> None:
    desk = StillDesk()
    with client(desk).websocket_connect(CHANNEL) as channel:
        first = channel.receive_json()
        assert (first["n"], first["kind"]) == (0, "snapshot")
        assert first["data"]["prompt"]["text"] == "Seat 4 to act"
        for number, seat in enumerate((5, 6, 7), start=1):
            desk.show(state(to_act=seat, owing=(seat, 8)))
            change = channel.receive_json()
            assert (change["n"], change["kind"]) == (number, "change")
            assert change["data"]["to_act"] == seat
            assert "board" not in change["data"]


def test_no_message_says_a_hidden_card() -> None:
    """Every card is face down and named nowhere: no message of a whole session holds any card."""
    desk = StillDesk()
    with client(desk).websocket_connect(CHANNEL) as channel:
        texts = [channel.receive_text()]
        for word in ("burn", "act", "show", "push"):
            desk.show(state(next=word, due={5: 250}))
            texts.append(channel.receive_text())
    for text in texts:
        assert [card for card in DECK if f'"{card}"' in text] == []


def test_page_that_leaves_is_forgotten() -> None:
    desk = StillDesk()
    with client(desk).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        assert desk.readers() == 1
    assert desk.readers() == 0


def test_taps_reach_the_desk_in_order_and_are_answered() -> None:
    desk = StillDesk()
    with client(desk).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        channel.send_json({"kind": "tap", "id": 9, "taps": [{"tap": "bulk", "action": "fold", "until": 8}, FOLD]})
        assert channel.receive_json() == {"n": 1, "kind": "answer", "id": 9, "error": ""}
    assert desk.tapped == [Bulk("fold", 8), Act(4, "fold")]


def test_a_touch_is_given_whole_and_its_refusal_said() -> None:
    desk = StillDesk()
    desk.refuse = "Seat 4 is not in this hand."
    with client(desk).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        channel.send_json({"kind": "tap", "id": 1, "taps": [FOLD, FOLD]})
        assert channel.receive_json()["error"] == "Seat 4 is not in this hand."
    assert len(desk.tapped) == 2


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_node_that_does_not_answer_is_named() -> None:
    desk = StillDesk()
    desk.deaf = True
    answer = await give_taps(desk, {"kind": "tap", "taps": [FOLD]}, answer_s=0.01)
    assert answer["error"].startswith("The table did not answer")


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"kind": "tap", "taps": []}, "1 to 4 taps"),
        ({"kind": "tap", "taps": [FOLD] * 5}, "1 to 4 taps"),
        ({"kind": "tap"}, "not understood"),
        ({"kind": "dance", "taps": [FOLD]}, "'dance'"),
        ({"kind": "tap", "taps": [{"tap": "act", "seat": 4, "action": "dance"}]}, "not understood"),
        ({"kind": "tap", "taps": [{"tap": "act", "seat": "4", "action": "fold"}]}, "not understood"),
        ({"kind": "tap", "taps": [{**FOLD, "card": "As"}]}, "not understood"),
        ({"kind": "tap", "taps": [{"tap": "cheat"}]}, "not understood"),
        ({"kind": "tap", "taps": [{**FOLD, "seat": 11}]}, "no seat 11"),
        ({"kind": "tap", "taps": [{**FOLD, "seat": 0}]}, "no seat 0"),
        ({"kind": "tap", "taps": [{**FOLD, "amount": -5}]}, "no amount"),
        ({"kind": "tap", "taps": [{"tap": "chips", "seat": 3, "chips": []}]}, "1 to 100 chips"),
        ({"kind": "tap", "taps": [{"tap": "chips", "seat": 3, "chips": [0]}]}, "no amount"),
        ({"kind": "tap", "taps": [{"tap": "push", "awards": {"12": 100}}]}, "no seat 12"),
        ({"kind": "tap", "taps": [{"tap": "push", "awards": {"2": 10**12}}]}, "no amount"),
        ({"kind": "tap", "taps": [{"tap": "say", "seat": 2, "words": "x" * 65}]}, "longer than 64"),
    ],
)
def test_bad_taps_are_answered_with_one_sentence_and_never_reach_the_desk(sent: dict[str, Any], says: str) -> None:
    desk = StillDesk()
    with client(desk).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        channel.send_json({**sent, "id": 3})
        answer = channel.receive_json()
        assert answer["id"] == 3
        assert says in answer["error"]
        assert "\n" not in answer["error"]
        channel.send_json({"kind": "tap", "id": 4, "taps": [FOLD]})
        assert channel.receive_json()["error"] == ""
    assert desk.tapped == [Act(4, "fold")]


@pytest.mark.parametrize("text", ["", "{", "[1]", "7", '{"kind": 3}', '{"kind": "tap", "id": "x"}', '"' + "x" * 20_000 + '"'])
def test_garbage_is_answered_and_the_channel_goes_on(text: str) -> None:
    with client(StillDesk()).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        channel.send_text(text)
        answer = channel.receive_json()
        assert (answer["kind"], answer["id"]) == ("answer", None)
        assert "was not read" in answer["error"]
        channel.send_json({"kind": "tap", "id": 1, "taps": [FOLD]})
        assert channel.receive_json()["error"] == ""


def test_awards_and_chips_are_read_with_their_types() -> None:
    message = {
        "kind": "tap",
        "taps": [{"tap": "push", "awards": {"2": 5900, "1": 100}}, {"tap": "chips", "seat": 3, "chips": [500]}],
    }
    assert read_taps(message) == [Push({2: 5900, 1: 100}), Chips(3, (500,))]


def test_silence_is_broken_by_beats() -> None:
    with client(StillDesk(), beat_s=0.01).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        assert channel.receive_json() == {"n": 1, "kind": "beat"}
        assert channel.receive_json() == {"n": 2, "kind": "beat"}


def test_browser_that_says_nothing_is_dropped() -> None:
    desk = StillDesk(on_board("AhKd2c"))
    with client(desk, silent_s=0.02, beat_s=5).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        with pytest.raises(WebSocketDisconnect) as dropped:
            channel.receive_json()
    assert dropped.value.code == 4009
    assert desk.readers() == 0
