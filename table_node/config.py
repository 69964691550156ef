"""The node's configuration: one TOML file, checked against this schema, every key with its meaning beside it. Pure.

`load` reads a text; `reference` writes the whole schema out as a commented example, which is also the documentation.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from firmware_bridge.buttons import BUTTONS
from firmware_bridge.feig_poller import ANTENNAS
from link import config_file
from link.config_file import ConfigError, Section, check_page_host, nearest, parse_config
from link.keys import KeyFileError, check_public_key

LAMPS = ("red", "amber", "green", "blue", "buzzer")
PINS = range(2, 28)  # the GPIO numbers of a Raspberry Pi's header that are free to use


class NodeSection(Section, frozen=True):
    """Who this node is."""

    table: Annotated[str, Meta(min_length=1, max_length=40, description="the table's name, in every record and on every page")]
    journal: Annotated[str, Meta(min_length=1, description="file of the journal; made at the first start, one per table")]
    keys: Annotated[str, Meta(min_length=1, description="key file of this node: `dealer-table keys make FILE`")]
    officials: Annotated[
        tuple[str, ...],
        Meta(
            max_length=2,
            description="public keys (line `pack`) of the two officials who together may open sealed cards for evidence; "
            "their key files are on no hub and no node. Empty: nobody may",
        ),
    ] = ()
    demo: Annotated[
        bool, Meta(description="a demo without real players: the stream delay may be shorter than 15 minutes (watermarked)")
    ] = False


class HubSection(Section, frozen=True):
    """Where the records go."""

    address: Annotated[
        str, Meta(pattern="^(tcp|ipc)://", description="the hub's address for nodes, such as tcp://10.0.0.2:7700")
    ]
    public_key: Annotated[str, Meta(description="the hub's public key: the line `public` under [curve] of its key file")]


class ConsoleSection(Section, frozen=True):
    """The dealer's screen."""

    host: Annotated[str, Meta(description="address to serve the console on; only loopback until there are accounts")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="its port; 0 takes any free one and prints it")] = 8320
    language: Annotated[str, Meta(description="language of the console's texts")] = "en"


class SerialSection(Section, frozen=True):
    """A serial line."""

    port: Annotated[str, Meta(min_length=1, description="device file, by /dev/serial/by-id/… so that it survives replugging")]
    baud: Annotated[int, Meta(ge=300, description="speed of the line")] = 38_400
    parity: Annotated[Literal["N", "E", "O"], Meta(description="parity of the line; a pty knows none: N")] = "E"


class ReaderSection(SerialSection, frozen=True):
    """A FEIG reader with its multiplexer. A table may have several; together they have every antenna."""

    antennas: Annotated[
        tuple[str, ...],
        Meta(min_length=1, description="what its channels look at, in order: seat 1 … seat 10, board, burns, muck"),
    ] = ANTENNAS


class ShufflerSection(SerialSection, frozen=True):
    """The shuffling machine. Leave the section out where cards are shuffled by hand."""

    baud: Annotated[int, Meta(ge=300, description="speed of the line")] = 115_200
    parity: Annotated[Literal["N", "E", "O"], Meta(description="parity of the line")] = "N"


class CameraSection(Section, frozen=True):
    """The overhead camera. Leave the section out for a table without one: then no board card has an open name."""

    source: Annotated[
        str,
        Meta(
            pattern="^(device:.+|picamera|tcp:.+|unix:.+)$",
            description="device:/dev/v4l/by-id/…, picamera, or frames of another process: tcp:HOST:PORT, unix:PATH",
        ),
    ]
    calibration: Annotated[str, Meta(description="file of `dealer-table camera calibrate`; empty: the standard geometry")] = ""
    sensor: Annotated[tuple[int, int], Meta(description="the sensor's width and height in pixels")] = (4056, 3040)
    window: Annotated[
        tuple[int, int, int, int], Meta(description="left, top, width, height of the window view on the sensor, 16:9")
    ] = (1208, 1700, 1640, 923)
    table: Annotated[
        tuple[int, int, int, int], Meta(description="left, top, width, height of the table view on the sensor, 16:9")
    ] = (0, 379, 4056, 2282)


class DeckSection(Section, frozen=True):
    """A deck of this table. The first one is in play at the start; two may alternate."""

    name: Annotated[str, Meta(min_length=1, description="its name, by the colour of its backs: red, blue")]
    pack: Annotated[
        str, Meta(min_length=1, description="file with its tags, encrypted to this node: `dealer-table deck enroll`")
    ]
    faces: Annotated[str, Meta(description="file with its faces as the camera knows them; needed where there is a camera")] = ""


class GpioSection(Section, frozen=True):
    """Keys and stack light. Leave the section out where there are none."""

    factory: Annotated[
        str,
        Meta(pattern="^(rpi|mock|socket:.+)$", description="rpi: this Raspberry Pi's pins; mock; socket:PATH, a simulator's"),
    ] = "rpi"
    buttons: Annotated[dict[str, int], Meta(description="GPIO number of each key: " + ", ".join(BUTTONS))] = msgspec.field(
        default_factory=lambda: {"call_floor": 5, "next_hand": 6, "undo": 13, "deck_change": 19}
    )
    lamps: Annotated[dict[str, int], Meta(description="GPIO number of each output: " + ", ".join(LAMPS))] = msgspec.field(
        default_factory=lambda: {"red": 17, "amber": 27, "green": 22, "blue": 23, "buzzer": 24}
    )


class NodeConfig(Section, frozen=True):
    """Everything that a node process must be told."""

    node: NodeSection
    hub: HubSection
    deck: Annotated[tuple[DeckSection, ...], Meta(min_length=1, max_length=4)]
    rfid: Annotated[tuple[ReaderSection, ...], Meta(min_length=1)]
    console: ConsoleSection = ConsoleSection()
    shuffler: ShufflerSection | None = None
    camera: CameraSection | None = None
    gpio: GpioSection | None = None


def load(text: str, name: str = "node.toml") -> NodeConfig:
    """The configuration in a TOML text. Raises `ConfigError`: one line, what is wrong, where, what to do."""
    config = parse_config(text, NodeConfig, name)
    _check_values(config, name)
    return config


def reference() -> str:
    """The whole schema as a commented example."""
    return config_file.reference(NodeConfig, "A node's configuration.", _EXAMPLES)


_EXAMPLES: dict[str, Any] = {
    "node.table": "Table 1",
    "node.journal": "/var/lib/dealer-table/journal.sqlite",
    "node.keys": "/etc/dealer-table/node.keys",
    "hub.address": "tcp://10.0.0.2:7700",
    "hub.public_key": "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7",
    "rfid.port": "/dev/serial/by-id/usb-FEIG_reader",
    "shuffler.port": "/dev/serial/by-id/usb-shuffler",
    "camera.source": "device:/dev/v4l/by-id/usb-camera",
    "deck.name": "red",
    "deck.faces": "/etc/dealer-table/red.faces",
    "deck.pack": "/etc/dealer-table/red.pack",
}


def _check_values(config: NodeConfig, name: str) -> None:
    seen: dict[str, int] = {}
    for index, reader in enumerate(config.rfid, 1):
        for antenna in reader.antennas:
            if antenna not in ANTENNAS:
                raise ConfigError(
                    f"{name}: [[rfid]] number {index} names an unknown antenna {antenna!r}{nearest(antenna, ANTENNAS)}"
                )
            if antenna in seen:
                raise ConfigError(
                    f"{name}: the antenna {antenna!r} is named twice, by [[rfid]] {seen[antenna]} and {index}; remove one"
                )
            seen[antenna] = index
    names = [deck.name for deck in config.deck]
    twice = next((deck for deck in names if names.count(deck) > 1), None)
    if twice is not None:
        raise ConfigError(f"{name}: two [[deck]] sections are named {twice!r}; give each deck a name of its own")
    try:
        check_public_key(config.hub.public_key)
    except KeyFileError as error:
        raise ConfigError(f"{name}: [hub] public_key: {error}") from None
    _check_officials(config.node.officials, name)
    check_page_host(config.console.host, f"{name}: [console] host")
    if config.camera is not None:
        blind = next((deck.name for deck in config.deck if not deck.faces), None)
        if blind is not None:
            raise ConfigError(
                f"{name}: [[deck]] {blind!r} lacks the key 'faces', which the camera needs; enroll the deck's faces"
            )
    if config.gpio is not None:
        _check_pins(config.gpio, name)


def _check_officials(officials: tuple[str, ...], name: str) -> None:
    if len(officials) == 1 or (len(officials) == 2 and officials[0] == officials[1]):
        raise ConfigError(f"{name}: [node] officials names one person; two together open a sealed card, or leave it out")
    for official in officials:
        try:
            check_public_key(official)
        except KeyFileError as error:
            raise ConfigError(f"{name}: [node] officials: {error}") from None


def _check_pins(gpio: GpioSection, name: str) -> None:
    taken: dict[int, str] = {}
    for what, pins, known in (("buttons", gpio.buttons, BUTTONS), ("lamps", gpio.lamps, LAMPS)):
        for key, pin in pins.items():
            if key not in known:
                raise ConfigError(f"{name}: [gpio] {what} has no {key!r}{nearest(key, known)}")
            if pin not in PINS:
                raise ConfigError(
                    f"{name}: [gpio] {what} {key} = {pin} is no free GPIO number; use one from {PINS[0]} to {PINS[-1]}"
                )
            if pin in taken:
                raise ConfigError(f"{name}: [gpio] GPIO {pin} is given to {taken[pin]} and to {key}; use another one for {key}")
            taken[pin] = key
