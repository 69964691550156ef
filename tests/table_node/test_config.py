"""The configuration says what is wrong, where, and what to do; every key is documented."""

from __future__ import annotations

import re

import pytest

from link.config_file import ConfigError
from table_node import config
from table_node.config import load, reference

GOOD = """
[node]
table = "Table 1"
journal = "journal.sqlite"
keys = "node.keys"
[hub]
address = "tcp://127.0.0.1:7700"
public_key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
[[deck]]
name = "red"
pack = "red.pack"
[[rfid]]
port = "/dev/serial/by-id/usb-FEIG"
"""


def test_the_shortest_good_file():
    loaded = load(GOOD)
    assert loaded.node.table == "Table 1"
    assert len(loaded.rfid[0].antennas) == 13
    assert loaded.shuffler is None
    assert loaded.console.port == 8320


def test_the_reference_is_a_good_file_and_documents_every_key():
    text = reference()
    loaded = load(text)
    assert loaded.rfid[0].parity == "E"
    assert None not in (loaded.camera, loaded.shuffler, loaded.gpio)
    assert load(re.sub(r"^# (\w+ = )", r"\1", text, flags=re.M)) == loaded
    sections = [kind for kind in vars(config).values() if isinstance(kind, type) and kind.__name__.endswith("Section")]
    for section in sections:
        assert section.__doc__
        for field in section.__struct_fields__:
            assert re.search(rf"^# \w.+\n(# )?{field} = ", text, re.M), f"{section.__name__}.{field} says nothing"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("[node]", "[nod]"), ["the file has no section 'nod'", "did you mean 'node'"]),
        (('table = "Table 1"\n', ""), ["[node] lacks the key 'table'", "the table's name"]),
        (("[hub]", "[hub]\nadress = 1"), ["[hub] has no key 'adress'", "did you mean 'address'"]),
        (('name = "red"', "name = 3"), ["[[deck]] number 1 name", "expected `str`", "by the colour of its backs"]),
        (("[[deck]]", "[deck]"), ["write the section deck as [[deck]]"]),
        (("tcp://127.0.0.1:7700", "127.0.0.1:7700"), ["[hub] address"]),
        (("rq:rM>}U", "rq:rM"), ["[hub] public_key", "that is no public key"]),
        (
            ('"/dev/serial/by-id/usb-FEIG"', '"x"\nantennas = ["seat 11"]'),
            ["unknown antenna 'seat 11'", "did you mean 'seat 1'"],
        ),
        (('"/dev/serial/by-id/usb-FEIG"', '"x"\nantennas = ["board", "board"]'), ["'board' is named twice", "remove one"]),
        (("[[rfid]]", '[[deck]]\nname = "red"\npack = "x"\n[[rfid]]'), ["two [[deck]] sections are named 'red'"]),
        (("[[rfid]]", "[gpio]\nbuttons = {undoo = 4}\n[[rfid]]"), ["[gpio] buttons has no 'undoo'", "did you mean 'undo'"]),
        (("[[rfid]]", "[gpio]\nlamps = {red = 40}\n[[rfid]]"), ["red = 40 is no free GPIO number", "from 2 to 27"]),
        (
            ("[[rfid]]", "[gpio]\nbuttons = {undo = 4}\nlamps = {red = 4}\n[[rfid]]"),
            ["GPIO 4 is given to undo and to red", "use another one"],
        ),
        (("[[rfid]]", '[camera]\nsource = "tcp:127.0.0.1:1"\n[[rfid]]'), ["[[deck]] 'red' lacks the key 'faces'", "enroll"]),
        (("[[rfid]]", '[camera]\nsource = "/dev/video0"\n[[rfid]]'), ["[camera] source"]),
        (("[[rfid]]", "[console]\nport = 99999\n[[rfid]]"), ["[console] port"]),
        (
            ("[[rfid]]", '[console]\nhost = "0.0.0.0"\n[[rfid]]'),
            ["[console] host: 0.0.0.0 is no loopback address", "write 127.0.0.1"],
        ),
        (("[[rfid]]", '[console]\nhost = "localhost"\n[[rfid]]'), ["[console] host: localhost is no loopback address"]),
        (("[node]", "[node"), ["this is no TOML", "line 2"]),
        (('[[rfid]]\nport = "/dev/serial/by-id/usb-FEIG"\n', ""), ["the file lacks the section [[rfid]]", "A FEIG reader"]),
        (("[node]\n", "node = 3\n[nodes]\n"), ["no section 'nodes'"]),
        (("[[deck]]\n", "[[deck]]\n[[deck]]\n"), ["[[deck]] number 1 lacks the key 'name'"]),
    ],
)
def test_what_is_wrong_where_and_what_to_do(change, expected):
    with pytest.raises(ConfigError) as raised:
        load(GOOD.replace(*change, 1), "table1.toml")
    message = str(raised.value)
    assert message.startswith("table1.toml: ")
    assert "\n" not in message
    for part in expected:
        assert part in message


@pytest.mark.parametrize(
    ("officials", "said"),
    [
        (["rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"], "names one person"),
        (["rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"] * 2, "names one person"),
        (["rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", "nobody"], "no public key"),
    ],
)
def test_two_officials_or_none(officials, said):
    given = GOOD.replace('keys = "node.keys"', f'keys = "node.keys"\nofficials = {officials}')
    with pytest.raises(ConfigError, match=said):
        load(given)
