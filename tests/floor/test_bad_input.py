"""Processes that cannot start: exit status 2, nothing on standard output, one line that says what, where and what to do.

More of the hub's: `tests/hub/test_process.py`; every rule of the configurations: `tests/table_node/test_config.py`,
`tests/hub/test_config.py`.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from link.keys import DeckPack, make_keys, seal_pack
from simulators import decks
from simulators.demo import ROOT
from simulators.demo_files import write_files
from table_node.journal import SqliteJournal

pytestmark = pytest.mark.processes

Spoil = Callable[[Path], object]
AT_ONCE = 3


def replace(name: str, old: str, new: str) -> Spoil:
    def spoil(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return spoil


def another_tables_journal(folder: Path) -> None:
    SqliteJournal(folder / "journal.sqlite", "Table 9").close()


def no_database(name: str) -> Spoil:
    return lambda folder: (folder / name).write_bytes(b"a letter to my aunt " * 500)


def other_pack(folder: Path) -> None:

    cards = {decks.tag("red", card): card for card in decks.DECK}
    other = make_keys(b"o" * 64).pack.public
    (folder / "red.pack").write_bytes(seal_pack(DeckPack("red", cards), other, bytes(32)))


def shorten(name: str) -> Spoil:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:-40])


# part, what is wrong, how it is made so, what the line must say
BAD: list[tuple[str, str, Spoil, tuple[str, ...]]] = [
    ("node", "missing key", replace("node.toml", "journal =", "# journal ="), ("[node]", "'journal'")),
    ("node", "typo", replace("node.toml", "demo =", "dmeo ="), ("[node]", "'dmeo'", "did you mean 'demo'")),
    (
        "node", "unknown antenna", replace("node.toml", 'parity = "N"', 'antennas = ["seat 1", "saet 2"]'),
        ("[[rfid]] number 1", "'saet 2'", "did you mean 'seat 2'"),
    ),
    ("node", "broken pack", shorten("red.pack"), ("red.pack", "damaged")),
    ("node", "another node's pack", other_pack, ("red.pack", "not made for the key")),
    ("node", "broken faces", shorten("blue.faces"), ("blue.faces",)),
    ("node", "open key file", lambda folder: (folder / "node.keys").chmod(0o644), ("node.keys", "chmod 600")),
    ("node", "no way to the journal", replace("node.toml", "journal.sqlite", "no/where.sqlite"), ("no/where.sqlite", "path")),
    ("node", "another table's journal", another_tables_journal, ("journal.sqlite", "'Table 9'", "'Table 1'")),
    ("node", "no journal", no_database("journal.sqlite"), ("journal.sqlite", "check")),
    ("node", "taken port", lambda folder: None, ("[console]", "in use")),
    ("hub", "missing key", replace("hub.toml", "overlay_token", "# overlay_token"), ("[pages]", "'overlay_token'")),
    ("hub", "typo", replace("hub.toml", "[pages]", "[pagse]"), ("hub.toml", "'pagse'", "did you mean 'pages'")),
    ("hub", "open token", lambda folder: (folder / "overlay.token").chmod(0o644), ("overlay.token", "chmod 600")),
    ("hub", "no way to the log", replace("hub.toml", "log.sqlite", "no/where.sqlite"), ("no/where.sqlite", "is missing")),
    ("hub", "taken port", lambda folder: None, ("[pages]", "in use")),
]  # fmt: skip
IDS = [f"{part}: {what}" for part, what, _, _ in BAD]


def start(folder: Path, part: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dealer_table", part, str(folder / f"{part}.toml")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the demo would start from."""
    folder = tmp_path_factory.mktemp("good")
    write_files(folder, {"nodes": 1, "floor": 0, "console": 0, "frames": 1})
    return folder


@pytest.fixture(scope="module")
def taken() -> Iterator[int]:
    """A port that somebody else has."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module")
def results(
    good: Path, taken: int, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[subprocess.CompletedProcess[str], bool]]:
    """Each case's end, and whether every file of its folder is as it was."""

    def play(case: tuple[str, Spoil, str]) -> tuple[subprocess.CompletedProcess[str], bool]:
        ident, spoil, part = case
        folder = tmp_path_factory.mktemp("bad")
        for path in good.iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
            (folder / path.name).chmod(path.stat().st_mode)
        for name in ("hub.toml", "node.toml"):
            text = (folder / name).read_text().replace(str(good), str(folder))
            if ident == f"{part}: taken port":
                text = text.replace("port = 0", f"port = {taken}")
            (folder / name).write_text(text)
        spoil(folder)
        before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".sqlite"}
        ended = start(folder, part)
        after = {path.name: path.read_bytes() for path in folder.iterdir() if path.name in before}
        return ended, before == after

    with ThreadPoolExecutor(AT_ONCE) as pool:
        cases = [(ident, spoil, part) for ident, (part, _, spoil, _) in zip(IDS, BAD, strict=True)]
        return dict(zip(IDS, pool.map(play, cases), strict=True))


@pytest.mark.parametrize(("ident", "says"), [(ident, case[3]) for ident, case in zip(IDS, BAD, strict=True)], ids=IDS)
def test_a_process_that_cannot_start_says_why_in_one_line(
    results: dict[str, tuple[subprocess.CompletedProcess[str], bool]], ident: str, says: tuple[str, ...]
) -> None:
    ended, untouched = results[ident]
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert [words for words in says if words not in ended.stderr] == [], ended.stderr
    assert untouched, "a journal or log was changed by a process that did not start"


def test_keys_are_never_quoted(results: dict[str, tuple[subprocess.CompletedProcess[str], bool]], good: Path) -> None:
    secrets = [
        line.split('"')[1]
        for name in ("hub", "node")
        for line in (good / f"{name}.keys").read_text().splitlines()
        if "secret" in line
    ]
    secrets.append((good / "overlay.token").read_text())
    assert len(secrets) == 5
    said = "".join(ended.stderr for ended, _ in results.values())
    assert [secret for secret in secrets if secret in said] == []
