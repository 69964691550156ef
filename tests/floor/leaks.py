"""Looks for hole cards in the clear in whatever a table says: texts, JSON, msgpack, base64, hex, packed and raw bytes.

A search that finds nothing proves something only if it would have found it: `tests/floor/test_leaks.py` plants leaks of every
kind, and `test_secrets.py` switches the seal off.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

_WORD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][cdhs])(?![0-9A-Za-z])")
_BASE64 = re.compile(r"^[A-Za-z0-9+/_-]{8,}={0,2}$")
_HEX = re.compile(r"^(?:[0-9A-Fa-f]{2}){4,}$")
_PADDING = b"\0 \xff"
DEPTH = 8
ALIKE = 4  # payloads that must hold their names at one place before that counts as no accident (65,536 to the 4th)


class Search:
    """`names`: the cards that nobody may read. `uids`: tags, 16 hex digits. `truth`: handle -> card, of sealed payloads."""

    def __init__(self, names: Iterable[str], uids: Iterable[str], truth: Mapping[str, str] | None = None) -> None:
        self._names = frozenset(names)
        self._truth = dict(truth or {})
        self._uids = {}
        for uid in uids:
            raw = bytes.fromhex(uid)
            forms = (raw, raw[::-1], uid.upper().encode(), uid.lower().encode(), raw[::-1].hex().encode())
            self._uids.update(dict.fromkeys((*forms, raw[::-1].hex().upper().encode()), uid))
        any_uid = b"|".join(re.escape(form) for form in sorted(self._uids, key=len, reverse=True))
        self._any_uid = re.compile(any_uid) if self._uids else None
        self._payloads: dict[str, set[bytes]] = defaultdict(set)
        self.found: list[str] = []
        self.looked_at = 0

    def text(self, where: str, text: str, depth: int = DEPTH) -> None:
        """A text for people, or one that holds something else."""
        self.looked_at += 1
        self._tags(where, text.encode())
        for match in _WORD.finditer(text):
            if match[1] in self._names:
                self._find(where, f"the card {match[1]}")
        if depth and _BASE64.match(text):
            self._decoded_base64(where, text, depth)
        if depth and _HEX.match(text):
            self.data(f"{where} as hex", bytes.fromhex(text), depth - 1)
        if depth and text[:1] in ("{", "[", '"'):
            self._json(where, text, depth)

    def data(self, where: str, data: bytes, depth: int = DEPTH) -> None:
        """Bytes that may be anything: a text, JSON, msgpack, a payload."""
        self.looked_at += 1
        self._tags(where, data)
        bare = data.strip(_PADDING)
        if len(bare) == 2 and bare.decode("latin-1") in self._names:
            self._find(where, f"a payload that is the card {bare.decode()}")
        try:
            text = bare.decode()
        except UnicodeDecodeError:
            text = "\0"
        if text.isprintable() or "\n" in text:
            self.text(where, text, depth)
        elif depth:
            self._msgpack(where, data, depth)

    def lines(self, where: str, data: bytes) -> None:
        """A text of many lines, in each of which something may be held."""
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            self.text(f"{where} line {number}", line)
            for word in re.split(r"[\s=,;'\"]+", line):
                if len(word) >= 8:
                    self.text(f"{where} line {number} word", word)

    def noise(self, where: str, data: bytes) -> None:
        """Bytes that are encrypted, or pages of a database: only what chance does not write is searched for."""
        self.looked_at += 1
        self._tags(where, data)
        for name in self._names:
            if f'"card":"{name}"'.encode() in data:
                self._find(where, f"the card {name}")

    def _decoded_base64(self, where: str, text: str, depth: int) -> None:
        padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
        try:
            raw = base64.b64decode(padded.replace("-", "+").replace("_", "/"), validate=True)
        except (binascii.Error, ValueError):
            return
        self.data(f"{where} as base64", raw, depth - 1)

    def _json(self, where: str, text: str, depth: int) -> None:
        try:
            value = json.loads(text)
        except ValueError:
            return
        self.value(f"{where} as JSON", value, depth - 1)

    def _msgpack(self, where: str, data: bytes, depth: int) -> None:
        try:
            value = msgspec.msgpack.decode(data)
        except (msgspec.DecodeError, ValueError):
            return
        if isinstance(value, dict | list):
            self.value(f"{where} as msgpack", value, depth - 1)

    def value(self, where: str, value: Any, depth: int = DEPTH) -> None:
        """A decoded value; every text and payload within it."""
        if isinstance(value, str):
            self.text(where, value, depth)
        elif isinstance(value, bytes):
            self.data(where, value, depth)
        elif isinstance(value, dict):
            self._handle(value)
            for key, item in value.items():
                self.value(where, key, depth)
                self.value(f"{where}.{key}", item, depth)
        elif isinstance(value, list | tuple):
            for item in value:
                self.value(where, item, depth)

    def _handle(self, value: dict[Any, Any]) -> None:
        """A payload beside a handle whose card we know: kept, to see whether all of them hold their names at one place."""
        handle, sealed = value.get("handle"), value.get("sealed")
        if handle in self._truth and isinstance(sealed, str | bytes) and sealed:
            raw = base64.b64decode(sealed) if isinstance(sealed, str) else sealed
            self._payloads[handle].add(raw)

    def alike(self) -> None:
        """Whether the payloads of different cards hold their cards' names at the same place."""
        handles = sorted(self._payloads)
        if len(handles) < ALIKE:
            return
        for at in range(min(len(raw) for raws in self._payloads.values() for raw in raws) - 1):
            hits = [handle for handle in handles if any(self._at(raw, at, handle) for raw in self._payloads[handle])]
            if len(hits) == len(handles):
                self._find(f"byte {at} of every sealed payload", "the card's name")

    def _at(self, raw: bytes, at: int, handle: str) -> bool:
        return raw[at : at + 2] == self._truth[handle].encode()

    def _tags(self, where: str, data: bytes) -> None:
        if self._any_uid is not None and (match := self._any_uid.search(data)) is not None:
            self._find(where, f"the tag {self._uids[match[0]]}")

    def _find(self, where: str, what: str) -> None:
        self.found.append(f"{where}: {what}")
