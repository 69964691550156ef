"""Any bytes in: no exception, a bounded buffer, and the next good frame found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import feig
from firmware_bridge.framing import LineBuffer

GOOD = bytes.fromhex("11 00 B0 00 01 03 00 E0 16 80 FF 08 00 50 24 80 75")
NO_TAG = bytes.fromhex("06 00 B0 01 5C 63")
# Noise that looks like our frames: their first bytes, their commands, and what comes between.
noise = st.lists(
    st.one_of(
        st.sampled_from([b"\x06\x00\xb0", b"\x11\x00\xb0", b"\x02\x04\x00", b"\xff\x00\x69", b"\x02"]), st.binary(max_size=9)
    )
).map(b"".join)
splits = st.lists(st.integers(1, 40), max_size=60)


def pieces(data: bytes, sizes: list[int]) -> list[bytes]:
    out, at = [], 0
    for size in sizes:
        out.append(data[at : at + size])
        at += size
    return [*out, data[at:]]


@given(noise, splits)
def test_any_bytes_leave_a_bounded_buffer_and_no_exception(data: bytes, sizes: list[int]) -> None:
    buffer = feig.reply_buffer()
    for piece in pieces(data, sizes):
        for frame in buffer.feed(piece):
            assert feig.checksum_holds(frame)
        assert buffer.held_bytes < feig.ADVANCED_MAX


@given(noise)
def test_after_noise_and_a_pause_the_next_good_frame_is_decoded_at_once(data: bytes) -> None:
    buffer = feig.reply_buffer()
    buffer.feed(data)
    buffer.flush()
    assert buffer.held_bytes == 0
    assert buffer.feed(GOOD) == [GOOD]


@given(noise)
def test_a_good_frame_behind_noise_is_found_when_the_line_falls_quiet(data: bytes) -> None:
    buffer = feig.reply_buffer()
    found = buffer.feed(data + GOOD)
    found += buffer.flush()
    assert GOOD in found


@given(noise)
def test_without_any_pause_a_stream_of_good_frames_is_caught_up_with(data: bytes) -> None:
    """A false start can claim at most one frame's limit; good frames swallowed meanwhile are given out too."""
    buffer = feig.reply_buffer()
    sent = 2 * feig.ADVANCED_MAX // len(GOOD)
    found = buffer.feed(data)
    for _ in range(sent):
        found += buffer.feed(GOOD)
    assert found.count(GOOD) >= sent - feig.ADVANCED_MAX // len(GOOD) - 1


@given(st.lists(st.sampled_from([GOOD, NO_TAG]), max_size=12), splits)
def test_frames_survive_any_split(frames: list[bytes], sizes: list[int]) -> None:
    buffer = feig.reply_buffer()
    found = [frame for piece in pieces(b"".join(frames), sizes) for frame in buffer.feed(piece)]
    assert found == frames
    assert buffer.dropped_bytes == 0


def test_dropped_bytes_are_counted_one_by_one() -> None:
    buffer = feig.reply_buffer()
    assert buffer.feed(b"\x00\x01\x00" + NO_TAG + b"\x00" + GOOD) == [NO_TAG, GOOD]
    assert buffer.dropped_bytes == 4


def test_a_damaged_frame_costs_itself_alone() -> None:
    damaged = GOOD[:-1] + bytes((GOOD[-1] ^ 1,))
    buffer = feig.reply_buffer()
    found = buffer.feed(damaged + NO_TAG + GOOD)
    assert found + buffer.flush() == [NO_TAG, GOOD]


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_lines_are_split_at_lf_and_bounded(parts: list[bytes]) -> None:
    buffer = LineBuffer(30)
    found = [line for part in parts for line in buffer.feed(part)]
    whole = b"".join(parts).split(b"\n")[:-1]
    assert found == [line.removesuffix(b"\r") for line in whole if len(line) <= 30]
    assert buffer.held_bytes <= 30


def test_a_line_that_never_ends_is_dropped_whole() -> None:
    buffer = LineBuffer(10)
    for _ in range(1000):
        assert buffer.feed(b"xxxxxxx") == []
        assert buffer.held_bytes <= 10
    assert buffer.feed(b"end of it\nnext\n") == [b"next"]
    assert buffer.dropped_lines == 1
