"""Who does not belong to the house: a node with a wrong key, and bytes that are no frames, at the hub's real door."""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zmq

from link.keys import DeckPack, Keys, load_keys, make_keys, seal_pack, write_keys
from simulators import decks
from simulators.page_client import PageClient
from table_node.taps import Act, Push
from tests.floor.house import House, hub_log, journal

pytestmark = pytest.mark.processes


@contextmanager
def another_node(house: House, keys: Keys) -> Iterator[tuple[PageClient, Path]]:
    """A second node process for the same table, with keys that the hub does not know; its console and its log."""
    folder = house.folder / "stranger"
    folder.mkdir()
    write_keys(folder / "node.keys", keys)
    text = (house.folder / "node.toml").read_text()
    head, _, rest = text.partition("[[deck]]")
    head = head.replace(f"port = {house.demo.ports['console']}", "port = 0")
    # It looks for devices in a folder of its own, where there are none, and has no camera.
    rest = rest[rest.index("[[rfid]]") : rest.index("[camera]")].replace(str(house.folder), str(folder))
    (folder / "node.toml").write_text(head + rest + '[[deck]]\nname = "red"\npack = "red.pack"\n')
    (folder / "red.pack").write_bytes(pack_for(keys))
    log = folder / "node.log"
    with log.open("w") as said:
        command = [sys.executable, "-m", "table_node", str(folder / "node.toml")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("console "), log.read_text()
    console = PageClient(line.split()[1].replace("http", "ws") + "channel")
    try:
        yield console, log
    finally:
        console.close()
        process.terminate()
        assert process.wait(20) == 0
        process.stdout.close()


def pack_for(keys: Keys) -> bytes:
    """A deck that these keys open."""
    return seal_pack(DeckPack("red", {decks.tag("red", card): card for card in decks.DECK}), keys.pack.public, bytes(32))


def shout(port: int, data: bytes) -> socket.socket:
    """Bytes at the hub's port from somebody who speaks another language."""
    line = socket.create_connection(("127.0.0.1", port), timeout=5)
    line.sendall(data)
    return line


def test_strangers_and_garbage_are_kept_out_named_once_and_disturb_nobody(build: Callable[..., House]) -> None:
    house = build()
    house.set_table(2)
    house.open_hand()
    house.deal((("2c", 2), ("3d", 1)), (("Qd", 2), ("9c", 1)))
    keys = make_keys(secrets.token_bytes(64))
    with another_node(house, keys) as (console, log):
        house.until("the floor page names the key", lambda: house.floor.view["refused"])
        house.until("it is refused again", lambda: "2 times" in house.floor.view["refused"][0]["text"])
        [refused] = house.floor.view["refused"]
        assert keys.curve.public in refused["text"]
        assert "127.0.0.1" in refused["text"]
        house.until("the stranger's own log says why", lambda: "does not know this node's public key" in log.read_text())
        house.until("its console is served all the same", lambda: console.view.get("hub_away") is True)

    port = house.demo.ports["nodes"]
    lines = [
        shout(port, data) for data in (b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 10_000, secrets.token_bytes(4_000), b"\xff\x00")
    ]
    send_garbage(house, b"\xc1 no frame")
    house.until("the hub says it", lambda: dropped(house) == 1)
    send_garbage(house, *[b"\x81 no frame either"] * 20)
    house.until("the hub has counted them", lambda: dropped(house) == 5)  # at 1, 2, 4, 8, 16

    house.tap(Act(2, "call"), Act(1, "check"))
    house.burn("8d")
    house.board("Jc", "5c", "Kh")
    house.tap(Act(1, "bet", 300), Act(2, "fold"), Push())
    house.until("the hand is over at the hub", lambda: dict(house.table["stacks"]) == {1: 5100, 2: 4900})
    for line in lines:
        line.close()
    house.synced()
    house.stop()
    assert hub_log(house.folder) == journal(house.folder)
    said = (house.folder / "hub.log").read_text()
    assert said.count(keys.curve.public) == 1
    assert dropped(house) == 5


def send_garbage(house: House, *messages: bytes) -> None:
    """Under the node's own key, as a node with a bug would."""
    own, hub = load_keys(house.folder / "node.keys"), load_keys(house.folder / "hub.keys")
    with zmq.Context() as context, context.socket(zmq.DEALER) as dealer:
        dealer.setsockopt(zmq.LINGER, 5_000)
        dealer.setsockopt(zmq.CURVE_SERVERKEY, hub.curve.public.encode())
        dealer.setsockopt(zmq.CURVE_PUBLICKEY, own.curve.public.encode())
        dealer.setsockopt(zmq.CURVE_SECRETKEY, own.curve.secret.encode())
        dealer.connect(f"tcp://127.0.0.1:{house.demo.ports['nodes']}")
        for message in messages:
            dealer.send(message)


def dropped(house: House) -> int:
    """How often the hub has said that it dropped something."""
    return (house.folder / "hub.log").read_text().count("dropped what is no frame")
