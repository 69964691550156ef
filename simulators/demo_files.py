"""What the demo's processes read: keys made on the spot, decks enrolled, and one configuration file for each."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path

from link.keys import DeckPack, Keys, make_keys, seal_pack, write_keys
from rulebook.cards import DECK
from simulators import decks
from simulators.frames import enrolled_sim_deck
from vision.deck import save_deck

TABLE = "Table 1"


def write_files(folder: Path, ports: Mapping[str, int]) -> None:
    """Write everything into `folder`. `ports`: where the hub hears ``nodes`` and serves the ``floor``, where the ``console``
    and the camera's ``frames`` are."""
    hub, node = make_keys(secrets.token_bytes(64)), make_keys(secrets.token_bytes(64))
    write_keys(folder / "hub.keys", hub)
    write_keys(folder / "node.keys", node)
    token = folder / "overlay.token"
    token.touch(mode=0o600)
    token.write_text(secrets.token_urlsafe(24), encoding="ascii")
    for colour in decks.COLOURS:
        _write_deck(folder, colour, node)
    (folder / "hub.toml").write_text(hub_config(ports, node), encoding="utf-8")
    (folder / "node.toml").write_text(node_config(folder, ports, hub), encoding="utf-8")


def _write_deck(folder: Path, colour: str, node: Keys) -> None:
    cards = {decks.tag(colour, card): card for card in DECK}
    pack = seal_pack(DeckPack(colour, cards), node.pack.public, secrets.token_bytes(32))
    (folder / f"{colour}.pack").write_bytes(pack)
    (folder / f"{colour}.faces").write_bytes(save_deck(enrolled_sim_deck(colour)))


def hub_config(ports: Mapping[str, int], node: Keys) -> str:
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


def node_config(folder: Path, ports: Mapping[str, int], hub: Keys) -> str:
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
