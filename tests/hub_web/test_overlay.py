"""The overlay's server: behind its token, only for tables that exist, only what the hub's delayed picture holds."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hub.web.app import create_app
from link.channel import ChannelTimes
from tests.hub_web.hubs import TOKEN, FakeHub, picture, table

PAGE = f"/overlay/Table%207?token={TOKEN}"
CHANNEL = f"ws://127.0.0.1/overlay/Table%207/channel?token={TOKEN}"


def client(hub: FakeHub) -> TestClient:
    return TestClient(create_app(hub, times=ChannelTimes()), base_url="http://127.0.0.1")


def test_right_token_opens_the_page_and_no_address_leaks_it() -> None:
    page = client(FakeHub()).get(PAGE)
    assert page.status_code == 200
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers["cache-control"] == "no-store"
    assert TOKEN not in page.text


@pytest.mark.parametrize("query", ["", "?token=", f"?token={TOKEN[:-1]}", f"?token={TOKEN}x", f"?tok={TOKEN}"])
@pytest.mark.parametrize("name", ["Table%207", "Table%2099"])
def test_wrong_token_opens_nothing_and_tells_nothing_of_the_tables(query: str, name: str) -> None:
    hub = FakeHub()
    page = client(hub).get(f"/overlay/{name}{query}")
    assert page.status_code == 403
    assert "Table" not in page.text
    with pytest.raises(WebSocketDisconnect), client(hub).websocket_connect(f"ws://127.0.0.1/overlay/{name}/channel{query}"):
        pass
    assert hub.overlays == set()


def test_unknown_table_is_named_with_those_that_exist() -> None:
    page = client(FakeHub()).get(f"/overlay/Table%2099?token={TOKEN}")
    assert page.status_code == 404
    assert "Table 7" in page.text


def test_pictures_come_as_the_hub_gives_them_and_none_twice() -> None:
    hub = FakeHub(table())
    with client(hub).websocket_connect(CHANNEL) as channel:
        first = channel.receive_json()
        assert first["data"]["seats"][2]["cards"] == ["As", "Td"]
        assert first["data"]["street"] == "Turn"
        hub.show(picture(2, street="river", board=["Ah", "Kd", "2c", "9s", "3d"]))
        second = channel.receive_json()
        assert (second["n"], second["kind"], second["data"]["number"]) == (1, "change", 2)
        assert second["data"]["board"][-1] == "3d"
    assert hub.overlays == set()


def test_overlay_takes_no_input() -> None:
    with client(FakeHub()).websocket_connect(CHANNEL) as channel:
        channel.receive_json()
        channel.send_json({"kind": "act", "id": 1, "table": "Table 7", "event": {"event": "floor_picked"}})
        assert channel.receive_json()["error"] == "This page takes no input."


def test_floor_channel_never_holds_what_the_overlay_shows() -> None:
    """Hole cards are in the delayed picture alone."""
    hub = FakeHub(table())
    with client(hub).websocket_connect("ws://127.0.0.1/channel") as channel:
        text = channel.receive_text()
    assert '"As"' not in text
    assert '"Td"' not in text
