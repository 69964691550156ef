"""The hub as a process: real sockets, a real disk, kills in the middle."""

from __future__ import annotations

import json
import queue
import signal
import sqlite3
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from hub.__main__ import main
from hub.config import load
from hub.log import SqliteLog
from hub.process import HubProcess
from link.keys import make_keys
from rulebook.events import Acted, FloorRuled, TableSet
from rulebook.record import decode
from tests.hub.live import PATIENCE_S, TOKEN, LiveHub, LiveNode, wait_for
from tests.hub.world import deal, four_card_flop, opened, table_set

pytestmark = pytest.mark.processes

KEYS = make_keys(bytes(range(64)))
STRANGER = make_keys(bytes(range(64, 128)))


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LiveHub]:
    live = LiveHub(tmp_path, {"7": KEYS})
    yield live
    if live.process is not None and live.process.poll() is None:
        live.kill()


@pytest.fixture
def node(hub: LiveHub) -> Iterator[LiveNode]:
    live = LiveNode("7", KEYS, hub)
    yield live
    live.close()


def bodies(folder: Path) -> list[bytes]:
    log = SqliteLog(folder / "log.sqlite")
    try:
        return [entry.body for entry in log.records("7")]
    finally:
        log.close()


def test_a_hand_goes_up_a_call_comes_to_the_page_and_the_judges_act_goes_down(hub: LiveHub, node: LiveNode) -> None:
    node.append(table_set(), opened(), *deal())
    node.append(Acted(1, "call", 100), Acted(2, "call", 100), Acted(3, "check"), *four_card_flop())
    wait_for(lambda: node.acked == 20, "the hub did not acknowledge 20 records")
    with connect(hub.floor.replace("http", "ws") + "channel") as page:
        [alert] = json.loads(page.recv(PATIENCE_S))["data"]["alerts"]
        assert alert["rule"] == "BFSP 6.6.3"
        event = {"event": "floor_acknowledged", "incident": alert["incident"]}
        page.send(json.dumps({"kind": "act", "id": 1, "table": "7", "event": event}))
        changes: list[dict[str, Any]] = []
        while not any(change.get("item", {}).get("state") == "done" for change in changes):
            changes.append(json.loads(page.recv(PATIENCE_S)))
    states = [change["item"]["state"] for change in changes if change.get("list") == "directives"]
    seen = [change["item"]["acknowledged"] for change in changes if change.get("list") == "alerts"]
    assert states == ["pending", "done"]
    assert seen == [False, True]
    assert node.directives == 1


def test_a_hub_killed_again_and_again_loses_and_doubles_nothing(hub: LiveHub, node: LiveNode, tmp_path: Path) -> None:
    events = [table_set(), opened(), *deal()]
    for round_ in range(4):
        node.append(*[Acted(1 + number % 3, "check") for number in range(150)] if round_ else events)
        wait_for(lambda: node.acked > 0, "the hub acknowledged nothing")
        hub.kill()  # in the middle of it, more often than not
        hub.start()
    wait_for(lambda: node.acked == len(node.journal) == 458, "not everything was acknowledged after the last start")
    hub.kill()
    assert bodies(tmp_path) == node.journal


def test_the_console_of_a_killed_hub_needs_nothing_from_it(hub: LiveHub, node: LiveNode, tmp_path: Path) -> None:
    node.append(table_set())
    wait_for(lambda: node.acked == 1, "the hub acknowledged nothing")
    hub.kill()
    node.append(opened(), *deal())
    wait_for(lambda: len(node.journal) == 8, "the node waited for the hub")
    hub.start()
    wait_for(lambda: node.acked == 8, "what was recorded meanwhile did not go up")
    hub.kill()
    assert bodies(tmp_path) == node.journal


def test_a_wrong_key_is_refused_and_the_floor_page_says_which(hub: LiveHub) -> None:
    stranger = LiveNode("7", STRANGER, hub)
    try:
        stranger.append(table_set())
        wait_for(lambda: bool(hub.snapshot()["refused"]), "the floor page names nobody")
        [refused] = hub.snapshot()["refused"]
        assert STRANGER.curve.public in str(refused)
        wait_for(lambda: any(state.state == "refused" for state in stranger.states), "the node does not say so")
        assert stranger.acked == 0
    finally:
        stranger.close()


def test_the_overlay_opens_with_its_token_alone(hub: LiveHub) -> None:
    with urllib.request.urlopen(f"{hub.floor}overlay/7?token={TOKEN}", timeout=PATIENCE_S) as response:
        assert response.status == 200
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"{hub.floor}overlay/7?token=another-token-than-this", timeout=PATIENCE_S)


def test_it_stops_cleanly_when_told(hub: LiveHub, tmp_path: Path) -> None:
    assert hub.kill(signal.SIGTERM) == 0
    said = (tmp_path / "stderr").read_text()
    assert TOKEN not in said
    assert hub.keys.curve.secret not in said


def test_a_table_without_a_past_is_set_as_the_configuration_says(tmp_path: Path) -> None:
    first = "[table.first]\nstacks = {1 = 5000, 4 = 7000}\nbutton = 4\nblinds = [50, 100]\ndelay_s = 5\n"
    hub = LiveHub(tmp_path, {"7": KEYS}, extra=first)
    node = LiveNode("7", KEYS, hub)
    try:
        wait_for(lambda: node.acked == 1, "no setting came and went back")
        event = decode(node.journal[0]).event
        assert isinstance(event, TableSet)
        assert (event.stacks, event.button, event.directive) == ({1: 5000, 4: 7000}, 4, "first")
        hub.kill()
        hub.start()
        node.append(opened())
        wait_for(lambda: node.acked == 2, "the hub did not come back")
        assert len(node.journal) == 2
    finally:
        node.close()
        hub.kill()


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("no config", "cannot be read"),
        ("open keys", "can be read by others"),
        ("no token", "put a long random word there"),
        ("log in use", "another hub has it open"),
        ("no log", "the file is no log"),
        ("address in use", "stop what uses the address"),
    ],
)
def test_a_hub_that_cannot_start_says_why_in_one_line(
    hub: LiveHub, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str, says: str
) -> None:
    if damage not in ("log in use", "address in use"):
        hub.kill()
    if damage == "no config":
        (tmp_path / "hub.toml").unlink()
    elif damage == "open keys":
        (tmp_path / "hub.keys").chmod(0o644)
    elif damage == "no token":
        (tmp_path / "overlay.token").unlink()
    elif damage == "no log":
        for path in tmp_path.glob("log.sqlite*"):
            path.unlink()
        (tmp_path / "log.sqlite").write_bytes(b"this is a letter to my aunt" * 100)
    elif damage == "address in use":
        text = (tmp_path / "hub.toml").read_text().replace("log.sqlite", "other.sqlite")
        (tmp_path / "hub.toml").write_text(text.replace("tcp://127.0.0.1:*", hub.listen))
    assert main([str(tmp_path / "hub.toml")]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_it_shows_and_checks_a_configuration(hub: LiveHub, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--reference"]) == 0
    assert "[[table]]" in capsys.readouterr().out
    assert main(["--check", str(tmp_path / "hub.toml")]) == 0
    assert "good, for 1 tables" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main([])


def test_the_same_in_one_process(hub: LiveHub, tmp_path: Path) -> None:
    """The loop of `HubProcess` on a thread: a hand comes in, a judge acts, it stops."""
    hub.kill()
    made: queue.Queue[HubProcess] = queue.Queue()

    def live() -> None:
        process = HubProcess(load((tmp_path / "hub.toml").read_text()), tmp_path)
        made.put(process)
        process.run()

    thread = threading.Thread(target=live)
    thread.start()
    process = made.get(timeout=PATIENCE_S)
    hub.listen = process.address
    node = LiveNode("7", KEYS, hub)
    try:
        node.append(table_set(), opened(), *deal())
        wait_for(lambda: node.acked == 8, "the hub acknowledged nothing")
        assert process._view.act("7", FloorRuled("fair"))
        wait_for(lambda: node.acked == 9, "the act did not come back")
    finally:
        process.stop()
        thread.join(PATIENCE_S)
        node.close()
    assert not thread.is_alive()
    assert bodies(tmp_path) == node.journal
    assert process.overlay_url("Table 7") == process.floor_url + "overlay/Table%207"


def test_the_disk_has_what_was_acknowledged(hub: LiveHub, node: LiveNode, tmp_path: Path) -> None:
    """Not through the hub: another reader of a copy of its files."""
    node.append(table_set(), opened())
    wait_for(lambda: node.acked == 2, "the hub acknowledged nothing")
    hub.kill()
    with sqlite3.connect(tmp_path / "log.sqlite") as db:
        rows = db.execute("SELECT seq, body FROM records ORDER BY seq").fetchall()
    db.close()
    assert [body for _, body in rows] == node.journal
