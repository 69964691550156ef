"""The demo: hub, node and simulated devices as three processes on this machine, with keys made on the spot.

Everything lies in one folder that goes when the demo ends. Prints the addresses of the three pages first.
"""

from __future__ import annotations

import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import IO

import msgspec

from link.keys import DeckPack, Keys, make_keys, seal_pack, write_keys
from rulebook.cards import DECK
from simulators import decks
from simulators.demo_table import DemoPlan
from simulators.frames import enrolled_sim_deck
from vision.deck import save_deck

TABLE = "Table 1"
START_S = 30.0
STOP_S = 10.0


class DemoError(RuntimeError):
    """The demo cannot start: which part, and what it said."""


class Demo:
    """A whole simulated table in `folder`. Parts can be killed and started again, as the tests do."""

    def __init__(self, folder: Path, plan: Callable[[DemoPlan], DemoPlan] = lambda plan: plan) -> None:
        self.folder = folder
        self.addresses: dict[str, str] = {}
        self._parts: dict[str, subprocess.Popen[str]] = {}
        self._ports = {name: _free_port() for name in ("nodes", "floor", "console", "frames")}
        self._write_files()
        self._plan = plan(
            DemoPlan(
                folder=str(folder),
                table=TABLE,
                frames=f"tcp:127.0.0.1:{self._ports['frames']}",
                console=f"ws://127.0.0.1:{self._ports['console']}/channel",
                floor=f"ws://127.0.0.1:{self._ports['floor']}/channel",
            )
        )

    # -- processes

    def start(self) -> None:
        """Start all three. Raises `DemoError`."""
        self.start_hub()
        self.start_node()
        self.start_table()

    def start_hub(self) -> None:
        """Start the hub, and wait until it says where its pages are."""
        for line in self._start("hub", "hub", "hub.toml", until="overlay "):
            name, _, address = line.partition(" ")
            self.addresses[name] = address
        # The hub tells nobody its token; the demo's user may know it.
        token = (self.folder / "overlay.token").read_text(encoding="ascii").strip()
        self.addresses["overlay"] = self.addresses["overlay"].partition("?")[0] + f"?token={token}"

    def start_node(self) -> None:
        """Start the node, and wait until it says where its console is."""
        for line in self._start("node", "table_node", "node.toml", until="console "):
            self.addresses["console"] = line.partition(" ")[2]

    def start_table(self) -> None:
        """Start the devices and the people."""
        path = self.folder / "plan.json"
        path.write_bytes(msgspec.json.encode(self._plan))
        self._start("table", "simulators.demo_table", path.name, until="")

    def kill(self, name: str) -> None:
        """End a part as a power cut would: SIGKILL."""
        part = self._parts.pop(name)
        part.kill()
        part.wait(STOP_S)

    def stop(self) -> None:
        """End all parts cleanly, the people first."""
        for name in ("table", "node", "hub"):
            part = self._parts.pop(name, None)
            if part is None:
                continue
            part.terminate()
            try:
                part.wait(STOP_S)
            except subprocess.TimeoutExpired:
                part.kill()
                part.wait(STOP_S)

    def ended(self) -> str:
        """The name of a part that has ended by itself, or an empty text."""
        return next((name for name, part in self._parts.items() if part.poll() is not None), "")

    def _start(self, name: str, module: str, argument: str, until: str) -> list[str]:
        said = (self.folder / f"{name}.log").open("a", encoding="utf-8")
        part = subprocess.Popen(
            [sys.executable, "-m", module, str(self.folder / argument)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if until else None,
            stderr=said,
            text=True,
            start_new_session=True,  # Ctrl-C is for the demo, which ends its parts in order
        )
        said.close()
        self._parts[name] = part
        if not until:
            return []
        assert part.stdout is not None
        return self._first_lines(name, part.stdout, until)

    def _first_lines(self, name: str, output: IO[str], until: str) -> list[str]:
        lines: list[str] = []
        ready = threading.Event()

        def listen() -> None:
            for line in output:
                if not ready.is_set():
                    lines.append(line.strip())
                    if line.startswith(until):
                        ready.set()
            ready.set()

        threading.Thread(target=listen, daemon=True).start()
        if not ready.wait(START_S) or not any(line.startswith(until) for line in lines):
            raise DemoError(f"the {name} did not start: {self.complaint(name)}")
        return lines

    def complaint(self, name: str) -> str:
        """The last line that a part wrote to its log."""
        lines = (self.folder / f"{name}.log").read_text(encoding="utf-8").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    # -- files

    def _write_files(self) -> None:
        hub, node = make_keys(secrets.token_bytes(64)), make_keys(secrets.token_bytes(64))
        write_keys(self.folder / "hub.keys", hub)
        write_keys(self.folder / "node.keys", node)
        token = self.folder / "overlay.token"
        token.touch(mode=0o600)
        token.write_text(secrets.token_urlsafe(24), encoding="ascii")
        for colour in decks.COLOURS:
            self._write_deck(colour, node)
        (self.folder / "hub.toml").write_text(hub_config(self._ports, node), encoding="utf-8")
        (self.folder / "node.toml").write_text(node_config(self.folder, self._ports, hub), encoding="utf-8")

    def _write_deck(self, colour: str, node: Keys) -> None:
        cards = {decks.tag(colour, card): card for card in DECK}
        pack = seal_pack(DeckPack(colour, cards), node.pack.public, secrets.token_bytes(32))
        (self.folder / f"{colour}.pack").write_bytes(pack)
        (self.folder / f"{colour}.faces").write_bytes(save_deck(enrolled_sim_deck(colour)))


def hub_config(ports: dict[str, int], node: Keys) -> str:
    """The demo hub's configuration."""
    return f"""[hub]
listen = "tcp://127.0.0.1:{ports["nodes"]}"
keys = "hub.keys"
log = "log.sqlite"
demo = true

[pages]
port = {ports["floor"]}
overlay_token = "overlay.token"

[[table]]
name = "{TABLE}"
key = '{node.curve.public}'
"""


def node_config(folder: Path, ports: dict[str, int], hub: Keys) -> str:
    """The demo node's configuration."""
    deck_sections = "".join(
        f'[[deck]]\nname = "{colour}"\npack = "{colour}.pack"\nfaces = "{colour}.faces"\n\n' for colour in decks.COLOURS
    )
    return f"""[node]
table = "{TABLE}"
journal = "journal.sqlite"
keys = "node.keys"
demo = true

[hub]
address = "tcp://127.0.0.1:{ports["nodes"]}"
public_key = '{hub.curve.public}'

[console]
port = {ports["console"]}

{deck_sections}[[rfid]]
port = "{folder}/rfid"
parity = "N"

[shuffler]
port = "{folder}/shuffler"

[camera]
source = "tcp:127.0.0.1:{ports["frames"]}"

[gpio]
factory = "socket:{folder}/gpio"
"""


def run_demo(hands: Path | None, pause_s: float, rounds: int, seed: int, delay_s: int, errors: bool) -> int:
    """Play the demo until Ctrl-C (or `rounds` times through the hands). Exit status: 0 ended well, 1 a part failed."""
    if hands is not None and not hands.is_dir():
        sys.stderr.write(f"{hands}: no such folder; --hands wants a folder of .phh or scenario files\n")
        return 2
    stopping = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    chosen = {
        "hands": str(hands.resolve()) if hands is not None else "", "pause_s": pause_s, "rounds": rounds, "seed": seed,
        "delay_ms": delay_s * 1000, "errors": errors,
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="dealer-table-demo-") as name:
        demo = Demo(Path(name), lambda plan: msgspec.structs.replace(plan, **chosen))
        try:
            demo.start_hub()
            demo.start_node()
            _greet(demo.addresses, delay_s)
            demo.start_table()
            while not stopping.wait(0.2):
                if part := demo.ended():
                    return _part_ended(demo, part)
        except DemoError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        finally:
            demo.stop()
    return 0


def _greet(addresses: dict[str, str], delay_s: int) -> None:
    lines = [
        f"dealer's console  {addresses['console']}",
        f"floor page        {addresses['floor']}",
        f"stream overlay    {addresses['overlay']}   (a demo: only {delay_s} s behind)",
        "Ctrl-C ends it.",
        "",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _part_ended(demo: Demo, part: str) -> int:
    if part == "table" and demo._parts[part].returncode == 0:
        return 0
    sys.stderr.write(f"the {part} process ended: {demo.complaint(part)}\n")
    return 1


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
