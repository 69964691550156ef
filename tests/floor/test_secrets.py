"""What every socket, file and log says during a hand holds no hole card in the clear, no tag, and no handle tied to a card.

Heard are: the link of node and hub (encrypted, and its frames before that), all three pages, the shuffler's line, keys and
lamps, both databases, both logs, both outputs, the decks' packs (encrypted). Not searched are the RFID reader's own line, the
faces of the decks, and the pictures: hole cards lie face down in them.
"""

from __future__ import annotations

import sqlite3
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulebook.events import CardNamed, CardPlaced
from rulebook.seats import seat_zone
from simulators import decks
from simulators.demo import Demo
from simulators.page_client import PageClient
from simulators.serial_devices import SerialDevices
from table_node.taps import Act
from tests.floor.house import House, events, hub_log, journal
from tests.floor.leaks import Search
from tests.floor.watched_node import LENGTH_BYTES
from tests.floor.wires import Proxy, unix_proxy, websocket_texts

pytestmark = pytest.mark.processes

HOLE = {1: ("7h", "4s"), 2: ("3d", "9c"), 3: ("2c", "Qd")}
BURN = "8d"
SECRET = (*(name for names in HOLE.values() for name in names), BURN)
UIDS = [decks.tag(colour, card) for colour in decks.COLOURS for card in decks.DECK]
SEARCHED = ("*.log", "*.toml", "*.token", "*.keys", "*.pack", "journal.sqlite*", "log.sqlite*")
WATCHED_NODE = ("tests.floor.watched_node",)


class Ears:
    """Proxies on every line between the processes of one house, and the shuffler's bytes."""

    def __init__(self, folder: Path) -> None:
        self.frames = folder / "frames"
        self.proxies: dict[str, Proxy] = {}
        self.shuffler: list[tuple[str, bytes]] = []

    def on_links(self, demo: Demo) -> None:
        """Between node and hub, and between node and keys."""
        path = demo.folder / "node.toml"
        text = path.read_text()
        link = self.proxies["link"] = Proxy("link", ("127.0.0.1", demo.ports["nodes"]))
        self.proxies["gpio"] = unix_proxy("gpio", demo.folder / "gpio", demo.folder / "gpio-heard")
        text = text.replace(f"tcp://127.0.0.1:{demo.ports['nodes']}", f"tcp://127.0.0.1:{link.port}")
        path.write_text(text.replace(f"socket:{demo.folder}/gpio", f"socket:{demo.folder}/gpio-heard"))

    def on_pages(self, demo: Demo) -> tuple[str, str]:
        """Between pages and servers; where the pages connect now."""
        for name in ("console", "floor"):
            self.proxies[name] = Proxy(name, ("127.0.0.1", demo.ports[name]))
        return (
            f"ws://127.0.0.1:{self.proxies['console'].port}/channel",
            f"ws://127.0.0.1:{self.proxies['floor'].port}/channel",
        )

    def on_devices(self, folder: Path) -> SerialDevices:
        """On the shuffler's line, both directions."""

        def wire(due_ns: int, data: bytes) -> list[tuple[int, bytes]]:
            self.shuffler.append(("from the shuffler", data))
            return [(due_ns, data)]

        devices = SerialDevices(folder, shuffler_wire=wire)
        receive = devices.shuffler.receive

        def heard(data: bytes) -> bytes:
            self.shuffler.append(("to the shuffler", data))
            return receive(data)

        devices.shuffler.receive = heard  # type: ignore[method-assign]
        return devices

    def close(self) -> None:
        for proxy in self.proxies.values():
            proxy.close()


@pytest.fixture
def ears(short_folder: Path) -> Iterator[Ears]:
    made = Ears(short_folder)
    yield made
    made.close()


def play(house: House) -> None:
    """A hand up to its flop, with a card of seat 1 read at seat 2 as well: what goes wrong is talked about."""
    house.set_table()
    house.rig.shuffler("ejected", 52, "complete")
    house.until("the machine's report has opened the hand", lambda: house.desk["hand"] == 1)
    for at in (0, 1):
        house.deal(tuple((names[at], seat) for seat, names in HOLE.items()))
    house.tap(Act(3, "call"), Act(1, "call"), Act(2, "check"))
    house.burn(BURN)
    house.board("Jc", "5c", "Kh")
    house.devices.reader.ghost("seat 2", (decks.tag("red", HOLE[1][0]),))
    house.until("the judge is called for a card in two places", lambda: house.floor.view["alerts"])


def truth(bodies: list[bytes]) -> dict[str, str]:
    """Handle -> card, of the cards before the seats, by the order in which they came there."""
    waiting = {seat_zone(seat): list(names) for seat, names in HOLE.items()}
    placed = [record.event for record in events(bodies) if isinstance(record.event, CardPlaced)]
    return {event.handle: waiting[event.zone].pop(0) for event in placed if waiting.get(event.zone)}


def search_files(search: Search, house: House) -> None:
    """Files of the processes: as they are, and the databases row by row."""
    paths = sorted({path for pattern in SEARCHED for path in house.folder.glob(pattern)})
    assert {path.name for path in paths} >= {"hub.log", "node.log", "journal.sqlite", "log.sqlite"}
    for path in paths:
        search.noise(path.name, path.read_bytes())
        if path.suffix in (".log", ".toml"):
            search.lines(path.name, path.read_bytes())
    for name in ("journal.sqlite", "log.sqlite"):
        with sqlite3.connect(house.folder / "copies" / name) as db:
            tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in tables:
                for row in db.execute(f"SELECT * FROM {table}"):
                    search.value(f"{name} {table}", list(row))
        db.close()
    for part, said in house.demo.said.items():
        search.lines(f"output of the {part}", "\n".join(said).encode())


def search_frames(search: Search, path: Path) -> int:
    """Frames before they were encrypted. Returns how many there were."""
    data, at, count = path.read_bytes(), 0, 0
    while at < len(data):
        length = int.from_bytes(data[at : at + LENGTH_BYTES], "big")
        at += LENGTH_BYTES
        search.data("frame", data[at : at + length])
        at += length
        count += 1
    return count


def search_pages(search: Search, name: str, proxy: Proxy) -> int:
    """Everything that a page server said and was told. Returns how many messages there were."""
    count = 0
    for up, down in proxy.heard():
        for where, stream in ((f"to the {name}", up), (f"from the {name}", down)):
            messages = list(websocket_texts(stream))
            for message in messages:
                search.data(where, message)
            if not messages:
                search.lines(where, stream)
            search.noise(where, stream)
            count += len(messages)
    return count


def test_nothing_that_is_said_during_a_hand_holds_a_hole_card_in_the_clear(build: Callable[..., House], ears: Ears) -> None:
    house = build(
        commands={"node": (*WATCHED_NODE, str(ears.frames))}, change=ears.on_links, pages=ears.on_pages, devices=ears.on_devices
    )
    token = house.demo.addresses["overlay"].partition("?")[2]
    pages = {name: f"http://127.0.0.1:{ears.proxies[name].port}" for name in ("console", "floor")}
    for address in (f"{pages['console']}/", f"{pages['floor']}/", f"{pages['floor']}/overlay/Table%201?{token}"):
        assert urllib.request.urlopen(address, timeout=10).status == 200
    overlay = PageClient(f"{pages['floor']}/overlay/Table%201/channel?{token}".replace("http", "ws"))
    play(house)
    house.synced()
    assert overlay.view["hand"] == 0
    overlay.close()
    house.stop()

    bodies = journal(house.folder)
    assert hub_log(house.folder) == bodies
    known = truth(bodies)
    assert sorted(known.values()) == sorted(name for names in HOLE.values() for name in names)
    named = [record.event for record in events(bodies) if isinstance(record.event, CardNamed)]
    assert {event.card for event in named if event.card is not None} == {"Jc", "5c", "Kh"}
    assert {event.handle for event in named if event.sealed} >= known.keys()

    search = Search(SECRET, UIDS, known)
    search_files(search, house)
    assert search_frames(search, ears.frames) > len(bodies)
    for name in ("console", "floor"):
        assert search_pages(search, name, ears.proxies[name]) > 20
    for up, down in ears.proxies["link"].heard():
        assert len(up) > sum(map(len, bodies))  # it really went this way, and nobody could read what
        assert b"card_placed" not in up
        search.noise("to the hub", up)
        search.noise("from the hub", down)
    [(up, down)] = ears.proxies["gpio"].heard()
    search.lines("lamps", up)
    search.lines("keys", down)
    assert {where for where, _ in ears.shuffler} == {"to the shuffler", "from the shuffler"}
    for where, data in ears.shuffler:
        search.lines(where, data)
    search.alike()
    assert search.found == []


def test_the_search_finds_hole_cards_where_the_seal_is_off(build: Callable[..., House], ears: Ears) -> None:
    house = build(commands={"node": (*WATCHED_NODE, str(ears.frames), "--unsealed")})
    house.set_table()
    house.open_hand()
    for at in (0, 1):
        house.deal(tuple((names[at], seat) for seat, names in HOLE.items()))
    house.synced()
    house.stop()
    search = Search(SECRET, UIDS, truth(journal(house.folder)))
    assert hub_log(house.folder) == journal(house.folder)
    search_files(search, house)
    search_frames(search, ears.frames)
    search.alike()
    for where in ("journal.sqlite", "log.sqlite", "frame", "byte 0 of every sealed payload"):
        found = " ".join(line for line in search.found if line.startswith(where))
        assert found, f"nothing was found in {where}: this search proves nothing"
        if where != "byte 0 of every sealed payload":
            assert [name for names in HOLE.values() for name in names if name not in found] == []
