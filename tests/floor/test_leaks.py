"""The search for leaks finds what is planted, however it is wrapped, and nothing where there is nothing."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable

import msgspec
import pytest

from link.seal import seal_card
from rulebook.cards import Card
from tests.floor.leaks import Search

UID = "E004012345ABCDEF"
NAMES = ("7h", "Qd", "9c", "4s", "Ts")
TRUTH = {f"k{number}": name for number, name in enumerate(NAMES, 1)}


def encoded(value: object) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


PLANTED: list[tuple[str, Callable[[Search], None]]] = [
    ("a word of a log line", lambda search: search.lines("log", b"level=info event=named card=7h seat=2")),
    ("a quoted word", lambda search: search.lines("log", b"trouble: CardNamed('k3', 'Qd')")),
    ("JSON in a log line", lambda search: search.lines("log", b'{"seats":[{"cards":["9c",null]}]}')),
    ("a JSON value", lambda search: search.data("page", b'{"seats":[{"seat":1,"cards":["7h"]}]}')),
    ("base64 in JSON", lambda search: search.data("page", json.dumps({"body": encoded({"card": "4s"})}).encode())),
    ("base64 of a padded name", lambda search: search.value("", {"sealed": base64.b64encode(b"Ts".ljust(42, b"\0")).decode()})),
    ("msgpack with a body", lambda search: search.data("frame", msgspec.msgpack.encode({"body": b'{"card":"Qd"}', "seq": 1}))),
    ("hex of a text", lambda search: search.text("page", b"card: 9c".hex())),
    ("a tag as text", lambda search: search.text("page", f"unknown tag {UID}")),
    ("a tag in small letters", lambda search: search.noise("file", b"\x01\x02" + UID.lower().encode())),
    ("a tag as bytes", lambda search: search.noise("file", b"\x00" + bytes.fromhex(UID) + b"\xff")),
    ("a tag backwards", lambda search: search.noise("file", bytes.fromhex(UID)[::-1])),
    ("a name in pages of a file", lambda search: search.noise("file", b'\x90{"event":"card_named","card":"7h"}\x00')),
]


@pytest.mark.parametrize(("kind", "plant"), PLANTED, ids=[kind for kind, _ in PLANTED])
def test_a_planted_leak_is_found(kind: str, plant: Callable[[Search], None]) -> None:
    search = Search(NAMES, [UID], TRUTH)
    plant(search)
    assert search.found != []


def test_names_at_one_place_among_noise_are_found() -> None:
    """A seal that leaves the name where it was: every payload is noise but for two bytes."""
    search = Search(NAMES, [UID], TRUTH)
    for handle, name in TRUTH.items():
        search.value("", {"handle": handle, "sealed": secrets.token_bytes(20) + name.encode() + secrets.token_bytes(20)})
    assert search.found == []
    search.alike()
    assert search.found == ["byte 20 of every sealed payload: the card's name"]


def test_sealed_names_open_names_and_plain_talk_are_no_leaks() -> None:
    search = Search(NAMES, [UID], TRUTH)
    key = secrets.token_bytes(32)
    for handle, name in TRUTH.items():
        body = {"handle": handle, "sealed": base64.b64encode(seal_card(key, 1, handle, Card(name))).decode()}
        search.data("frame", msgspec.msgpack.encode({"type": "data", "seq": 1, "body": json.dumps(body).encode()}))
    search.data("page", b'{"board":["Jc","5c","Kh"],"text":"At 4 seats, as shown"}')
    search.lines("log", b"timestamp=2026-11-30T14:09:02Z level=info hand=7 hub=7700")
    search.alike()
    assert search.found == []
    assert search.looked_at > 10
