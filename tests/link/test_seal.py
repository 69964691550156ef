"""The seal: one length, opened by its own key alone, and released neither early nor for a shorter delay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from link.seal import (
    KEY_BYTES,
    LONGEST_MS,
    MS,
    SEALED_BYTES,
    SHORTEST_MS,
    DelayKept,
    DelaySet,
    HandBegan,
    HandOver,
    SealClock,
    SealError,
    SealInput,
    open_card,
    seal_card,
)
from rulebook.cards import DECK, Card, CardError
from rulebook.core import TICK
from rulebook.events import KeyReleased

KEY = bytes(range(32))
OTHER_KEY = bytes(range(1, 33))
ACE = Card("As")
MINUTE = 60_000 * MS

keys = st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES)
cards = st.sampled_from(DECK)
handles = st.integers(1, 60).map(lambda number: f"k{number}")
hands = st.integers(1, 10**6)


def test_sealed_bytes_are_these() -> None:
    """Fixed: a log that was written must open for ever."""
    assert seal_card(KEY, 7, "k3", ACE).hex() == (
        "900d1865fb8ef491cf1b1b935e8d06cddf2d2239379e67a88add425411f591fe5bcc9e3115bf2ea020e5"
    )


@given(keys, hands, handles, cards)
def test_every_card_opens_with_its_key_and_has_one_length(key: bytes, hand: int, handle: str, card: Card) -> None:
    sealed = seal_card(key, hand, handle, card)
    assert len(sealed) == SEALED_BYTES
    assert open_card(key, hand, handle, sealed) == card


@given(hands, handles, cards, cards)
def test_two_names_of_one_handle_share_no_nonce(hand: int, handle: str, one: Card, two: Card) -> None:
    """Under one nonce the difference of the two names would be readable."""
    first, second = seal_card(KEY, hand, handle, one), seal_card(KEY, hand, handle, two)
    assert (first[:24] == second[:24]) == (one == two)


@pytest.mark.parametrize(
    ("key", "hand", "handle"),
    [(OTHER_KEY, 7, "k3"), (KEY, 8, "k3"), (KEY, 7, "k4")],
    ids=["another key", "another hand", "another handle"],
)
def test_it_opens_for_nothing_else(key: bytes, hand: int, handle: str) -> None:
    with pytest.raises(SealError, match=f"{handle} in hand {hand}"):
        open_card(key, hand, handle, seal_card(KEY, 7, "k3", ACE))


@given(st.binary(max_size=60))
def test_foreign_bytes_do_not_open(sealed: bytes) -> None:
    with pytest.raises(SealError):
        open_card(KEY, 7, "k3", sealed)


@given(st.integers(0, SEALED_BYTES - 1), st.integers(1, 255))
def test_a_flipped_bit_does_not_open(at: int, flip: int) -> None:
    sealed = bytearray(seal_card(KEY, 7, "k3", ACE))
    sealed[at] ^= flip
    with pytest.raises(SealError):
        open_card(KEY, 7, "k3", bytes(sealed))


def test_an_unknown_card_and_a_short_key_are_not_sealed() -> None:
    with pytest.raises(CardError):
        seal_card(KEY, 7, "k3", Card("??"))
    with pytest.raises(SealError, match="32 bytes, this one has 5"):
        seal_card(b"short", 7, "k3", ACE)


def test_no_text_shows_a_key_or_a_name() -> None:
    clock = SealClock()
    clock.step(0, HandBegan(1, KEY))
    with pytest.raises(SealError) as raised:
        open_card(OTHER_KEY, 7, "k3", seal_card(KEY, 7, "k3", ACE))
    texts = [repr(HandBegan(1, KEY)), repr(clock), repr(clock._held), str(raised.value), repr(raised.value.__context__)]
    for text in texts:
        assert "\\x1f" not in text
        assert "As" not in text
        assert KEY.hex() not in text


def run(clock: SealClock, *steps: tuple[int, SealInput]) -> list[tuple[int, object]]:
    """Step at these minutes, ticking at every deadline between; outputs with the minute at which they came."""
    out: list[tuple[int, object]] = []
    for minute, given_ in steps:
        while (due := clock.deadline()) is not None and due < minute * MINUTE:
            out += [(due // MINUTE, item) for item in clock.step(due, TICK)]
        out += [(minute, item) for item in clock.step(minute * MINUTE, given_)]
    return out


def test_a_key_goes_out_a_delay_after_the_hand_opened() -> None:
    out = run(SealClock(20 * 60_000), (1, HandBegan(1, KEY)), (4, HandOver(1)), (60, TICK))
    assert out == [(21, KeyReleased(1, KEY))]


def test_a_hand_longer_than_the_delay_keeps_its_key_until_it_is_over() -> None:
    out = run(SealClock(20 * 60_000), (1, HandBegan(1, KEY)), (59, TICK), (60, HandOver(1)))
    assert out == [(60, KeyReleased(1, KEY))]


def test_the_delay_grows_for_hands_already_open_and_never_shrinks() -> None:
    out = run(
        SealClock(20 * 60_000),
        (1, HandBegan(1, KEY)),
        (4, HandOver(1)),
        (10, DelaySet(40 * 60_000)),
        (12, DelaySet(15 * 60_000)),
        (90, TICK),
    )
    assert out == [(12, DelayKept(15 * 60_000, 40 * 60_000)), (41, KeyReleased(1, KEY))]


def test_no_setting_is_shorter_than_the_shortest_outside_a_demo() -> None:
    assert SealClock(1_000).delay_ms == SHORTEST_MS
    assert SealClock(1_000, shortest_ms=0).delay_ms == 1_000


def test_a_slip_of_the_pen_cannot_shut_the_stream_for_a_day() -> None:
    """What cannot shrink must not grow beyond reason."""
    clock = SealClock(20 * 60_000)
    assert clock.step(0, DelaySet(LONGEST_MS + 1)) == [DelayKept(LONGEST_MS + 1, 20 * 60_000)]


def test_the_next_hand_ends_the_one_before() -> None:
    out = run(SealClock(15 * 60_000), (1, HandBegan(1, KEY)), (5, HandBegan(2, OTHER_KEY)), (30, TICK))
    assert out == [(16, KeyReleased(1, KEY))]


def test_a_hand_is_sealed_once() -> None:
    clock = SealClock()
    clock.step(0, HandBegan(1, KEY))
    with pytest.raises(SealError, match="hand 1 is already sealed"):
        clock.step(1, HandBegan(1, OTHER_KEY))


def test_a_released_key_is_forgotten() -> None:
    clock = SealClock(15 * 60_000)
    clock.step(0, HandBegan(1, KEY))
    clock.step(0, HandOver(1))
    assert clock.key(1) == KEY
    clock.step(15 * MINUTE, TICK)
    with pytest.raises(KeyError):
        clock.key(1)


moves = st.lists(
    st.tuples(st.integers(0, 20), st.sampled_from(["open", "over", "grow", "shrink", "tick"]), st.integers(15, 60)), max_size=40
)


@given(moves)
def test_no_key_is_ever_early(steps: list[tuple[int, str, int]]) -> None:
    """Whatever is asked: never before the hand is over, never before the longest delay that was in force since it opened."""
    clock = SealClock()
    minute, hand, opened, over, delay = 0, 0, dict[int, int](), dict[int, int](), 15
    for after, move, value in steps:
        minute += after
        given_: SealInput = TICK
        if move == "open":
            over.setdefault(hand, minute)
            hand += 1
            opened[hand] = minute
            given_ = HandBegan(hand, hand.to_bytes(32, "big"))
        elif move == "over" and hand:
            over.setdefault(hand, minute)
            given_ = HandOver(hand)
        elif move in ("grow", "shrink"):
            delay = max(delay, value) if move == "grow" else delay
            given_ = DelaySet((delay if move == "grow" else value - 15) * 60_000)
        for out in clock.step(minute * MINUTE, given_):
            if isinstance(out, KeyReleased):
                assert out.key == out.hand.to_bytes(32, "big")
                assert minute >= max(over[out.hand], opened[out.hand] + delay)
