"""The hub's configuration: one TOML file, every key with its meaning beside it (`reference` writes it out). PURE."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from link import config_file
from link.config_file import ConfigError, Section, check_page_host, parse_config
from link.keys import KeyFileError, check_public_key
from rulebook.book import standard_books
from rulebook.events import TableSet
from rulebook.seats import SEAT_COUNT
from rulebook.settings import Settings


class HubSection(Section, frozen=True):
    """The hub itself. Relative paths are relative to this file."""

    listen: Annotated[str, Meta(pattern="^(tcp|ipc)://", description="where nodes connect, such as tcp://0.0.0.0:7700")]
    keys: Annotated[str, Meta(min_length=1, description="key file of the hub: `dealer-table keys make FILE`")]
    log: Annotated[str, Meta(min_length=1, description="file of the log, on a local disk; made at the first start")]
    demo: Annotated[
        bool, Meta(description="a demo without real players: the stream delay may be shorter than 15 minutes (watermarked)")
    ] = False


class PagesSection(Section, frozen=True):
    """The floor page and the overlay."""

    overlay_token: Annotated[
        str, Meta(min_length=1, description="file with the token that opens the overlay: 16 characters or more, mode 0600")
    ]
    host: Annotated[str, Meta(description="address to serve pages on; only loopback until there are accounts")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="its port; 0 takes any free one and prints it")] = 8300
    language: Annotated[str, Meta(description="language of the pages")] = "en"


class FirstSection(Section, frozen=True):
    """How a table is set when its log is still empty. Leave it out where the dealer sets the table."""

    stacks: Annotated[dict[int, int], Meta(min_length=1, description="chips by seat; a seat that is not named is empty")]
    button: Annotated[int, Meta(ge=1, le=SEAT_COUNT, description="seat of the button of the first hand")]
    rulebook: Annotated[str, Meta(description="rulebook: bfsp, club, parimatch, wsop")] = "bfsp"
    game: Annotated[str, Meta(description="game: holdem, omaha, …")] = "holdem"
    limit: Annotated[str, Meta(pattern="^(no|pot|fixed)$", description="limit: no, pot, fixed")] = "no"
    context: Annotated[str, Meta(pattern="^(tournament|cash)$", description="tournament or cash")] = "tournament"
    blinds: Annotated[tuple[int, int], Meta(description="small and big blind")] = (50, 100)
    ante: Annotated[int, Meta(ge=0, description="ante")] = 0
    ante_by: Annotated[str, Meta(pattern="^(each|big_blind)$", description="who posts it: each, or big_blind for all")] = "each"
    smallest_chip: Annotated[int, Meta(ge=1, description="smallest chip in play")] = 1
    level: Annotated[int, Meta(ge=1, description="level")] = 1
    delay_s: Annotated[
        int, Meta(ge=0, le=3600, description="delay of the stream in seconds: 900 to 3600; it may grow later and never shrink")
    ] = 1800


class TableSection(Section, frozen=True):
    """A table. A node is known by its key alone: nobody else comes in."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^/\s][^/]*$", description="its name, on every page")]
    key: Annotated[str, Meta(description="public key of its node: the line `public` under [curve] of the node's key file")]
    stream: Annotated[bool, Meta(description="whether the overlay may show this table")] = True
    first: FirstSection | None = None


class HubConfig(Section, frozen=True):
    """Everything that a hub process must be told."""

    hub: HubSection
    pages: PagesSection
    table: Annotated[tuple[TableSection, ...], Meta(min_length=1)]


def load(text: str, name: str = "hub.toml") -> HubConfig:
    """The configuration in a TOML text. Raises `ConfigError`: one line, what is wrong, where, what to do."""
    config = parse_config(text, HubConfig, name)
    check_page_host(config.pages.host, f"{name}: [pages] host")
    names: set[str] = set()
    keys: dict[str, str] = {}
    for table in config.table:
        where = f"{name}: [[table]] {table.name!r}"
        if table.name in names:
            raise ConfigError(f"{where} is there twice; give each table a name of its own")
        names.add(table.name)
        try:
            check_public_key(table.key)
        except KeyFileError as error:
            raise ConfigError(f"{where} key: {error}") from None
        if table.key in keys:
            raise ConfigError(f"{where} has the key of table {keys[table.key]!r}; make each node a key file of its own")
        keys[table.key] = table.name
        if table.first is not None:
            _check_first(table.first, where, demo=config.hub.demo)
    return config


def _check_first(first: FirstSection, where: str, *, demo: bool) -> None:
    seats = range(1, SEAT_COUNT + 1)
    for seat, chips in first.stacks.items():
        if seat not in seats or chips < 1:
            raise ConfigError(f"{where} first.stacks: {seat} = {chips}; seats are 1 to {SEAT_COUNT}, stacks at least 1")
    if first.rulebook not in standard_books():
        books = config_file.nearest(first.rulebook, sorted(standard_books()))
        raise ConfigError(f"{where} first.rulebook: there is no rulebook {first.rulebook!r}{books}")
    if first.delay_s < 900 and not demo:
        raise ConfigError(f"{where} first.delay_s: {first.delay_s} s is shorter than 900; only a demo may be")


def first_setting(table: TableSection) -> TableSet | None:
    """The event that sets the table for its first hand."""
    first = table.first
    if first is None:
        return None
    given = {name: getattr(first, name) for name in Settings.__struct_fields__ if hasattr(first, name)}
    settings = msgspec.convert({**given, "delay_ms": first.delay_s * 1000}, Settings)
    return TableSet(settings, dict(first.stacks), first.button)


def reference() -> str:
    """The whole schema as a commented example."""
    return config_file.reference(
        HubConfig,
        "A hub's configuration.",
        {
            "hub.listen": "tcp://0.0.0.0:7700",
            "hub.keys": "/etc/dealer-table/hub.keys",
            "hub.log": "/var/lib/dealer-table/log.sqlite",
            "pages.overlay_token": "/etc/dealer-table/overlay.token",
            "table.name": "Table 1",
            "table.key": "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7",
            "table.first.stacks": {1: 10_000, 2: 10_000, 5: 10_000},
            "table.first.button": 5,
        },
    )
