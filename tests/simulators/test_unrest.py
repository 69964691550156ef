"""What is done to the sensors of a proof happens as often, and for as long, as HARDWARE and its rates say."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec

from rulebook.cards import DECK
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, row_zone, seat_zone
from simulators.scene import Scene, SceneCard
from simulators.unrest import CALM, HUMAN, NEIGHBOURS, WINDOW_ZONES, Rates, Unrest
from simulators.wires import lossy

MS = 1_000_000
LONG_S = 1_500
SEATS = range(1, 7)
READERS_ALONE = msgspec.structs.replace(HUMAN, lift_s=0, cover_s=0, hand_s=0, across_s=0, laid=0)


class Table:
    """Writes down what is done to it."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.scenes: list[tuple[int, Scene]] = []
        self.gaps_ms: list[float] = []
        self.ghosts: list[tuple[int, str, str]] = []
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0

    def at(self, due_ns: int, action: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._heap, (due_ns, self._count, action))

    def run(self, seconds: float) -> None:
        until = self.now_ns + round(seconds * 1_000) * MS
        while self._heap and self._heap[0][0] <= until:
            self.now_ns, _, action = heapq.heappop(self._heap)
            action()
        self.now_ns = until

    def disturbed(self, scene: Scene) -> None:
        self.scenes.append((self.now_ns, scene))

    def flicker(self, antenna: str, tag: str, for_ns: int) -> None:
        self.gaps_ms.append(for_ns / MS)

    def ghost(self, antenna: str, tag: str) -> None:
        self.ghosts.append((self.now_ns, antenna, tag))


def lying(zones: list[str]) -> Scene:
    """One card face down in each zone."""
    cards = [
        SceneCard(at, card, zone, 0, "down", f"E0{at:014X}") for at, (zone, card) in enumerate(zip(zones, DECK, strict=False))
    ]
    return Scene(tuple(cards))


def long_time(rates: Rates, zones: list[str]) -> Table:
    """A long time of a table on which these cards lie."""
    table = Table()
    unrest = Unrest(table, Random("unrest"), Random("hands"), rates)
    unrest.truth(lying(zones))
    table.run(LONG_S)
    return table


def test_hardware_1_a_tag_flickers_twenty_times_in_ten_minutes_for_its_quoted_gaps() -> None:
    zones = [*(str(seat_zone(seat)) for seat in SEATS), str(row_zone(7, "top"))]
    gaps = long_time(READERS_ALONE, zones).gaps_ms
    in_ten_minutes = len(gaps) / len(zones) * 600 / LONG_S
    assert 17 <= in_ten_minutes <= 23
    short, long = [gap for gap in gaps if gap < 300], [gap for gap in gaps if gap >= 300]
    assert min(short) >= 270
    assert max(short) <= 280
    assert min(long) >= 700
    assert max(long) <= 800
    assert 0.07 <= len(long) / len(gaps) <= 0.13


def test_hardware_3_a_neighbour_reads_a_tag_twice_a_minute_sometimes_with_shifted_bytes() -> None:
    zones = ["seat 1", "seat 4", "seat 7"]
    table = long_time(READERS_ALONE, zones)
    own = {f"E0{at:014X}": zone for at, zone in enumerate(zones)}
    begun = [(antenna, tag) for _, antenna, tag in table.ghosts if tag]
    plain = [(antenna, tag) for antenna, tag in begun if tag in own]
    assert 1.6 <= len(begun) / len(zones) * 60 / LONG_S <= 2.4
    assert all(antenna in NEIGHBOURS[own[tag]] for antenna, tag in plain)
    shifted = [tag for _, tag in begun if tag not in own]
    assert {tag[-2:] + tag[:-2] for tag in shifted} <= own.keys()
    assert 0.12 <= len(shifted) / len(begun) <= 0.28


def test_hardware_5_about_one_reply_a_minute_is_corrupt() -> None:
    reply = bytes.fromhex("110000B0000103 00E01680FF08005024 8075")
    wire = lossy(1, rate=HUMAN.bad_byte)
    minutes, replies_a_minute = 10, 40 * 60
    bad = sum(wire(0, reply) != [(0, reply)] for _ in range(minutes * replies_a_minute))
    assert 4 <= bad <= 16


def test_hands_pass_over_every_zone_of_the_window_and_over_seats_at_the_rates_of_people() -> None:
    table = long_time(HUMAN, ["seat 1", "board"])
    covers = Counter[str]()
    before: frozenset[str] = frozenset()
    for _, scene in table.scenes:
        covers.update(frozenset(scene.covered) - before)
        before = frozenset(scene.covered)
    for zone in WINDOW_ZONES:
        assert covers[zone] >= HUMAN.hand_s / len(WINDOW_ZONES) * LONG_S * 0.7
    assert HUMAN.cover_s * LONG_S * 0.6 <= covers["seat 1"] <= HUMAN.cover_s * LONG_S * 1.2
    across = [scene for _, scene in table.scenes if {STUB, BOARD, BURNS, MUCK, ASIDE} <= set(scene.covered)]
    assert len(across) >= HUMAN.across_s * LONG_S * 0.7


def test_the_hand_that_lays_a_card_lies_over_it_for_a_moment_and_its_arm_over_what_is_before_it() -> None:
    table = Table()
    unrest = Unrest(table, Random(1), Random(1), msgspec.structs.replace(READERS_ALONE, laid=1.0))
    unrest.truth(lying(["board"]))
    assert set(table.scenes[-1][1].covered) == {BOARD, ASIDE}
    table.run(1.0)
    assert table.scenes[-1][1].covered == ()
    unrest.truth(lying(["board", "seat 3"]))
    assert table.scenes[-1][1].covered == ()
    unrest.truth(lying(["board", "seat 3", "burns"]))
    assert set(table.scenes[-1][1].covered) == {BURNS, STUB}


def test_what_a_player_has_set_in_a_row_he_lets_lie() -> None:
    table = long_time(msgspec.structs.replace(HUMAN, lift_s=1.0), [str(row_zone(2, "bottom")), "seat 5"])
    assert all(any(card.zone == "seat 2 bottom" for card in scene.cards) for _, scene in table.scenes[1:])
    assert any(not any(card.zone == "seat 5" for card in scene.cards) for _, scene in table.scenes)


def test_nobody_holds_his_hand_over_rows_that_are_counted() -> None:
    table = Table()
    unrest = Unrest(table, Random(1), Random(1), msgspec.structs.replace(CALM, cover_s=5.0, cover_ms=(4_000.0, 4_000.0)))
    unrest.truth(lying([str(row_zone(2, "bottom")), "seat 5"]))
    table.run(2.0)
    assert set(table.scenes[-1][1].covered) == {"seat 2", "seat 5"}
    unrest.count()
    assert table.scenes[-1][1].covered == ()
    seen = len(table.scenes)
    table.run(5.0)
    assert all(scene.covered == () for _, scene in table.scenes[seen:])
    unrest.count(ends=True)
    table.run(2.0)
    assert set(table.scenes[-1][1].covered) == {"seat 2", "seat 5"}
