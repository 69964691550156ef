"""A configuration is right, or refused in one line that says what, where, and what to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from hub.config import HubConfig, first_setting, load, reference
from link.config_file import ConfigError, parse_config, read_text
from link.keys import make_keys

KEY = make_keys(bytes(64)).curve.public
OTHER = make_keys(b"o" * 64).curve.public

GOOD = f"""
[hub]
listen = "tcp://127.0.0.1:7700"
keys = "hub.keys"
log = "log.sqlite"

[pages]
overlay_token = "overlay.token"

[[table]]
name = "7"
key = "{KEY}"

[table.first]
stacks = {{1 = 5000, 4 = 7000}}
button = 4
delay_s = 900
"""


def test_a_good_configuration_sets_the_table() -> None:
    config = load(GOOD)
    assert config.pages.host == "127.0.0.1"
    setting = first_setting(config.table[0])
    assert setting is not None
    assert setting.stacks == {1: 5000, 4: 7000}
    assert setting.settings.delay_ms == 900_000
    assert (setting.settings.rulebook, setting.settings.blinds) == ("bfsp", (50, 100))
    assert first_setting(load(GOOD[: GOOD.index("[table.first]")]).table[0]) is None


BAD = [
    ("[hub]", "[hubb]", "hub.toml: the file has no section 'hubb'; did you mean 'hub'?"),
    ('log = "log.sqlite"\n', "", "hub.toml: [hub] lacks the key 'log': file of the log"),
    ('log = "log.sqlite"', "log = 7", "hub.toml: [hub] log: expected `str`, got `int`"),
    ("tcp://127.0.0.1:7700", "127.0.0.1:7700", "hub.toml: [hub] listen: expected `str` matching regex"),
    ('log = "log.sqlite"', 'log = "log.sqlite"\ndemoo = true', "hub.toml: [hub] has no key 'demoo'; did you mean 'demo'?"),
    ("[[table]]", "[table]", "hub.toml: write the section table as [[table]]"),
    ("[pages]", "[[pages]]", "hub.toml: write the section pages as [pages]"),
    (GOOD[GOOD.index("[[table]]") :], "", "hub.toml: the file lacks the section [[table]]: A table."),
    (GOOD[GOOD.index("[[table]]") :], "table = [3]", "hub.toml: [pages] has no key 'table'"),
    (KEY, "short", "hub.toml: [[table]] '7' key: that is no public key"),
    ("button = 4", "button = 11", "hub.toml: [[table]] number 1 first.button: expected `int` <= 10; it is: seat of the button"),
    ("button = 4\n", "", "hub.toml: [table.first] lacks the key 'button'"),
    ("1 = 5000", "11 = 5000", "hub.toml: [[table]] '7' first.stacks: 11 = 5000; seats are 1 to 10"),
    ("1 = 5000", "1 = 0", "hub.toml: [[table]] '7' first.stacks: 1 = 0"),
    ("button = 4", 'button = 4\nrulebook = "bsfp"', "first.rulebook: there is no rulebook 'bsfp'; did you mean 'bfsp'?"),
    ("delay_s = 900", "delay_s = 899", "first.delay_s: 899 s is shorter than 900; only a demo may be"),
    ('name = "7"', 'name = "a/b"', "hub.toml: [[table]] number 1 name: expected `str` matching regex"),
    ('"overlay.token"', '"overlay.token"\nhost = "0.0.0.0"', "hub.toml: [pages] host: 0.0.0.0 is no loopback address"),
    ("[hub]", "[hub", "hub.toml: this is no TOML"),
]


@pytest.mark.parametrize(("old", "new", "says"), BAD, ids=[row[2] for row in BAD])
def test_a_bad_configuration_is_refused_in_one_line(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(ConfigError) as raised:
        load(GOOD.replace(old, new, 1))
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "key", "says"),
    [("7", OTHER, "[[table]] '7' is there twice"), ("8", KEY, "[[table]] '8' has the key of table '7'")],
)
def test_two_tables_have_two_names_and_two_keys(name: str, key: str, says: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(says)):
        load(GOOD + f'\n[[table]]\nname = "{name}"\nkey = "{key}"\n')


def test_a_demo_may_be_shorter() -> None:
    assert load(GOOD.replace("delay_s = 900", "delay_s = 5").replace("[pages]", "demo = true\n[pages]")).hub.demo


def test_the_reference_is_a_good_configuration_and_has_every_key() -> None:
    config = load(reference())
    assert config.table[0].first is not None
    everything = load(re.sub(r"^# (\w+ = )", r"\1", reference(), flags=re.M))
    assert everything == config
    for section in (HubConfig, type(config.hub), type(config.pages), type(config.table[0]), type(config.table[0].first)):
        for field in section.__struct_fields__:
            assert re.search(rf"^(# )?{field} = |^\[+(table\.)?{field}\]+$", reference(), re.M), field


def test_a_file_that_cannot_be_read_says_what_shows_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read .*`show me` shows what it holds"):
        read_text(tmp_path / "none.toml", "show me")
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="no text in UTF-8"):
        read_text(tmp_path / "latin.toml", "show me")


class Inner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An inner section."""

    depth: Annotated[int, Meta(description="how deep")]


class Outer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An outer one."""

    inner: Inner | None = None


def test_a_section_that_is_a_value_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"x\.toml: \[inner\] is no section; write its keys"):
        parse_config("inner = 3", Outer, "x.toml")
    assert parse_config("", Outer, "x.toml") == Outer()
