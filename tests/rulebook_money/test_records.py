"""Records: they survive their bytes, whatever event they carry, and another process folds them to the same state."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.digest import digest
from rulebook.events import AnyEvent
from rulebook.record import Record, RecordError, decode, encode
from rulebook.table import Table
from simulators.random_errors import CATALOGUE, wrong_scenario
from simulators.random_hands import TableDraw, clean_scenario
from simulators.rules_rig import RulesRig
from simulators.runner import run
from simulators.scenario import parse_scenario
from tests.fuzz import examples

KINDS = list(get_args(AnyEvent))
NUMBERS = st.integers(0, 2**53)
PLAIN: dict[object, st.SearchStrategy[Any]] = {
    int: st.integers(-(2**53), 2**53), str: st.text(max_size=8), bytes: st.binary(max_size=40), bool: st.booleans(),
    type(None): st.none(),
}  # fmt: skip


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that events have."""
    kind = getattr(kind, "__supertype__", kind)  # Card and Zone are texts
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        names = [field.name for field in msgspec.structs.fields(kind)]
        return st.builds(kind, **{name: values(hints[name]) for name in names})
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is dict:
        return st.dictionaries(values(inner[0]), values(inner[1]), max_size=3)
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(values(inner[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, inner))
    return st.one_of(*map(values, inner))


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_every_record_survives_its_bytes(kind: type, data: st.DataObject) -> None:
    record = Record("table", data.draw(NUMBERS), "boot", data.draw(NUMBERS), data.draw(NUMBERS), data.draw(values(kind)))
    assert decode(encode(record)) == record
    assert encode(decode(encode(record))) == encode(record)


@given(st.binary(max_size=200))
@settings(max_examples=examples(100), deadline=None)
def test_bytes_that_are_no_record_are_refused_without_quoting_them(data: bytes) -> None:
    with pytest.raises(RecordError) as refused:
        decode(b"{" + data)
    assert len(data) < 6 or data.decode(errors="replace") not in str(refused.value)


def log_of(text: str, seed: int) -> tuple[list[Record], Table]:
    """The records that a table of the rules depth keeps, and what it made of them as they came."""
    kept: list[RulesRig] = []

    class Keeping(RulesRig):
        def _deliver(self, records: object) -> None:
            self.__dict__.setdefault("log", []).extend(records)  # type: ignore[call-overload]
            super()._deliver(records)  # type: ignore[arg-type]

    def build(given_set: object, seed: int) -> RulesRig:
        kept.append(Keeping(given_set, seed))  # type: ignore[arg-type]
        return kept[-1]

    run(parse_scenario(text), build, seed)
    return kept[0].__dict__["log"], kept[0].authority()


SECOND = """
import sys
from rulebook.book import standard_books
from rulebook.digest import digest
from rulebook.record import decode
from rulebook.table import Table
table = Table(standard_books())
for line in sys.stdin.buffer:
    if line.strip():
        table.apply(decode(line))
    else:  # the end of a log
        print(digest(table).hex(), len(table.findings), sorted(table.state().stacks.items()))
        table = Table(standard_books())
"""


def test_another_process_folds_the_same_records_to_the_same_state() -> None:
    """Clean hands and one error of every kind: folded as they came, and the whole log at once in a process of its own."""
    scripts = [clean_scenario(TableDraw(seed)) for seed in range(4)]
    scripts += [wrong_scenario(error, TableDraw(7)).text for error in CATALOGUE]
    wanted, bodies = [], b""
    for seed, text in enumerate(scripts):
        log, table = log_of(text, seed)
        made = digest(table)
        assert made is not None
        wanted.append(f"{made.hex()} {len(table.findings)} {sorted(table.state().stacks.items())}")
        bodies += b"\n".join(map(encode, log)) + b"\n\n"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", SECOND], input=bodies, capture_output=True, cwd=root, check=True)
    assert done.stdout.decode().splitlines() == wanted
