"""The demo: hub, node and simulated devices as three processes on this machine, with keys made on the spot.

Everything lies in one folder that goes when the demo ends. Prints the addresses of the three pages first.
"""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

import msgspec

from simulators.demo_files import TABLE, write_files
from simulators.demo_table import PLAYED_NOTHING, DemoPlan, hand_files
from simulators.runner import read
from simulators.scenario_steps import ScenarioError

ROOT = Path(__file__).parents[1]  # Python looks for modules where a part is started: not in whatever folder its user is in
START_S = 30.0
STOP_S = 10.0
COMMANDS: Mapping[str, Sequence[str]] = {  # the module that is run for each part, and its arguments before the last
    "hub": ("hub",),
    "node": ("table_node",),
    "table": ("simulators.demo_table",),
}


class DemoError(RuntimeError):
    """The demo cannot start: which part, and what it said."""


class Demo:
    """A whole simulated table in `folder`. Parts can be killed and started again, as the tests do.

    `commands` replaces what is run for a part. What parts print after their addresses is in `said`, their logs are in `folder`.
    """

    def __init__(
        self,
        folder: Path,
        plan: Callable[[DemoPlan], DemoPlan] = lambda plan: plan,
        commands: Mapping[str, Sequence[str]] = COMMANDS,
    ) -> None:
        self.folder = folder
        self.addresses: dict[str, str] = {}
        self.said: dict[str, list[str]] = {}
        self.ports = _free_ports("nodes", "floor", "console", "frames")
        self._commands = {**COMMANDS, **commands}
        self._parts: dict[str, subprocess.Popen[str]] = {}
        write_files(folder, self.ports)
        self.plan = plan(
            DemoPlan(
                folder=str(folder),
                table=TABLE,
                frames=f"tcp:127.0.0.1:{self.ports['frames']}",
                console=f"ws://127.0.0.1:{self.ports['console']}/channel",
                floor=f"ws://127.0.0.1:{self.ports['floor']}/channel",
            )
        )

    # -- processes

    def start(self) -> None:
        """Start all three. Raises `DemoError`."""
        self.start_pages()
        self.start_table()

    def start_pages(self) -> None:
        """Start hub and node at once, and wait until both say where their pages are. Raises `DemoError`."""
        hub, node = self._run("hub", "hub.toml"), self._run("node", "node.toml")
        self._listen("hub", hub, until="overlay ")
        self._listen("node", node, until="console ")

    def start_hub(self) -> None:
        """Start the hub, and wait until it says where its pages are."""
        self._listen("hub", self._run("hub", "hub.toml"), until="overlay ")

    def start_node(self) -> None:
        """Start the node, and wait until it says where its console is."""
        self._listen("node", self._run("node", "node.toml"), until="console ")

    def start_table(self) -> None:
        """Start the devices and the people."""
        path = self.folder / "plan.json"
        path.write_bytes(msgspec.json.encode(self.plan))
        self._run("table", path.name, prints=True)

    def kill(self, name: str) -> None:
        """End a part as a power cut would: SIGKILL."""
        part = self._parts.pop(name)
        part.kill()
        _wait(part)

    def stop(self) -> None:
        """End all parts cleanly, the people first."""
        for name in ("table", "node", "hub"):
            part = self._parts.pop(name, None)
            if part is None:
                continue
            part.terminate()
            try:
                _wait(part)
            except subprocess.TimeoutExpired:
                part.kill()
                _wait(part)

    def ended(self) -> tuple[str, int]:
        """The name and exit status of a part that has ended by itself, or an empty name."""
        for name, part in self._parts.items():
            status = part.poll()
            if status is not None:
                return name, status
        return "", 0

    def _run(self, name: str, argument: str, *, prints: bool = False) -> subprocess.Popen[str]:
        """Start a part; one that `prints` talks to whoever started the demo."""
        module = ("-m", "simulators.with_parent", str(self.folder), *self._commands[name])
        with (self.folder / f"{name}.log").open("a", encoding="utf-8") as log:
            self._parts[name] = subprocess.Popen(
                [sys.executable, *module, str(self.folder / argument)],
                stdin=subprocess.PIPE,  # nothing is ever written: it ends with this process, and the part with it
                stdout=None if prints else subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
                start_new_session=True,  # Ctrl-C is for the demo, which ends its parts in order
            )
        return self._parts[name]

    def _listen(self, name: str, part: subprocess.Popen[str], until: str) -> None:
        """Take the addresses that a part prints; the line that begins with `until` is the last of them."""
        said: list[str] = []
        self.said[name] = said
        ready = threading.Event()

        def listen() -> None:
            assert part.stdout is not None
            with part.stdout as output:
                for line in output:
                    said.append(line.strip())
                    if line.startswith(until):
                        ready.set()
            ready.set()

        threading.Thread(target=listen, daemon=True).start()
        if not ready.wait(START_S) or not any(line.startswith(until) for line in said):
            raise DemoError(f"the {name} did not start: {self.complaint(name)}")
        for line in tuple(said):
            page, _, address = line.partition(" ")
            self.addresses[page] = address
        if name == "hub":
            # The hub tells nobody its token; the demo's user may know it.
            token = (self.folder / "overlay.token").read_text(encoding="ascii").strip()
            self.addresses["overlay"] = self.addresses["overlay"].partition("?")[0] + f"?token={token}"

    def complaint(self, name: str) -> str:
        """The last line that a part wrote to its log."""
        lines = (self.folder / f"{name}.log").read_text(encoding="utf-8").strip().splitlines()
        return lines[-1] if lines else "it said nothing"


def _wait(part: subprocess.Popen[str]) -> None:
    """Wait for the end of a part, and let go of its pipe. Raises `subprocess.TimeoutExpired`."""
    part.wait(STOP_S)
    assert part.stdin is not None
    part.stdin.close()


def run_demo(hands: Path | None, pause_s: float, rounds: int, seed: int, delay_s: int, errors: bool) -> int:
    """Play the demo until Ctrl-C (or `rounds` times through the hands).

    Exit status: 0 ended well, 1 a part failed, 2 there is nothing that can be played.
    """
    wrong = _nothing_to_play(hands, seed) if hands is not None else ""
    if wrong:
        sys.stderr.write(wrong + "\n")
        return PLAYED_NOTHING
    stopping = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # the last: its terminal was closed
        signal.signal(number, stop)
    chosen = {
        "hands": str(hands.resolve()) if hands is not None else "", "pause_s": pause_s, "rounds": rounds, "seed": seed,
        "delay_ms": delay_s * 1000, "errors": errors,
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="dealer-table-demo-") as name:
        demo = Demo(Path(name), lambda plan: msgspec.structs.replace(plan, **chosen))
        try:
            demo.start_pages()
            _greet(demo.addresses, delay_s)
            demo.start_table()
            while not stopping.wait(0.2):
                part, status = demo.ended()
                if part:
                    return _part_ended(demo, part, status)
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


def _nothing_to_play(hands: Path, seed: int) -> str:
    """Why no hand of a folder can be played; an empty text if at least one can be read."""
    if not hands.is_dir():
        return f"{hands}: no such folder; --hands wants a folder of .phh or scenario files"
    files = hand_files(hands)
    why = ""
    for path in files:
        try:
            read(path, seed)
        except ScenarioError as error:
            why = why or f"{path.name}, line {error.line}: {error.wrong}; expected {error.expected}"
        else:
            return ""
    if not files:
        return f"{hands}: holds no .phh or .toml file, nor does any folder in it"
    return f"{hands}: none of its {len(files)} files can be played; the first is {why}"


def _part_ended(demo: Demo, part: str, status: int) -> int:
    if part == "table" and status in (0, PLAYED_NOTHING):
        return status
    sys.stderr.write(f"the {part} process ended: {demo.complaint(part)}\n")
    return 1


def _free_ports(*names: str) -> dict[str, int]:
    """A free port of the loopback for each; all held until the last is found, so that no two are the same."""
    with contextlib.ExitStack() as held:
        found = {name: held.enter_context(socket.create_server(("127.0.0.1", 0))) for name in names}
        return {name: server.getsockname()[1] for name, server in found.items()}
