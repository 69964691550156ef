"""FEIG OBID i-scan: literal frames of the manuals first, then round trips against an encoder of another hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import feig
from firmware_bridge.errors import ForeignTagError, FrameError, RequestError
from simulators import feig_sim

INVENTORY = bytes.fromhex("07 FF B0 01 00 1C 56")
NO_TAG = bytes.fromhex("06 00 B0 01 5C 63")
ONE_TAG = bytes.fromhex("11 00 B0 00 01 03 00 E0 16 80 FF 08 00 50 24 80 75")


def test_inventory_request_is_the_literal_frame_of_hardware_md() -> None:
    assert feig.inventory_request() == INVENTORY


def test_no_tag_reply_literal() -> None:
    (frame,) = feig.reply_buffer().feed(NO_TAG)
    assert feig.parse_reply(frame) == feig.Reply(0x00, feig.HOST_COMMAND, feig.STATUS_NO_TAG, b"")


def test_one_tag_reply_literal() -> None:
    (frame,) = feig.reply_buffer().feed(ONE_TAG)
    reply = feig.parse_reply(frame)
    assert (reply.command, reply.status) == (0xB0, feig.STATUS_OK)
    assert feig.parse_tags(reply.data) == ["E01680FF08005024"]


@pytest.mark.parametrize("frame", [INVENTORY, NO_TAG, ONE_TAG])
def test_checksum_of_literal_frames_holds_and_one_wrong_bit_breaks_it(frame: bytes) -> None:
    assert feig.checksum_holds(frame)
    for bit in range(len(frame) * 8):
        damaged = bytearray(frame)
        damaged[bit // 8] ^= 1 << bit % 8
        assert not feig.checksum_holds(bytes(damaged))


def test_more_request_sets_mode_80() -> None:
    request = feig.inventory_request(more=True)
    assert request[:5] == bytes.fromhex("07 FF B0 01 80")
    assert feig_sim.crc16(request[:-2]) == int.from_bytes(request[-2:], "little")


def test_rf_reset_request() -> None:
    request = feig.rf_reset_request()
    assert request[:3] == bytes.fromhex("05 FF 69")
    assert feig_sim.crc16(request[:-2]) == int.from_bytes(request[-2:], "little")


def test_select_request_is_the_assumption_written_down() -> None:
    """Channel by channel: multiplexer address, output 1 to 8, nothing on the second input."""
    assert feig.select_request(0)[:6] == bytes.fromhex("08 FF DD 00 01 00")
    assert feig.select_request(7)[:6] == bytes.fromhex("08 FF DD 00 08 00")
    assert feig.select_request(12)[:6] == bytes.fromhex("08 FF DD 01 05 00")
    with pytest.raises(RequestError, match="antenna 64"):
        feig.select_request(64)


@given(st.binary(max_size=300))
def test_crc_of_the_driver_is_that_of_the_manuals_own_loop(data: bytes) -> None:
    """The simulator's bitwise CRC and fastcrc's come from two hands."""
    frame = data + feig_sim.crc16(data).to_bytes(2, "little")
    assert feig.checksum_holds(frame)


@given(st.binary(max_size=900), st.sampled_from(sorted(feig.COMMANDS)), st.integers(0, 255))
def test_encoded_frames_come_back_standard_and_advanced(data: bytes, command: int, address: int) -> None:
    frame = feig.encode(address, command, data)
    assert (frame[0] == feig.ADVANCED) == (len(data) > 250)
    assert feig.reply_buffer().feed(frame) == [frame]
    if data:
        reply = feig.parse_reply(frame)
        assert (reply.address, reply.command) == (address, command)
        assert bytes((reply.status,)) + reply.data == data


def test_a_body_that_no_frame_holds_is_refused() -> None:
    with pytest.raises(RequestError, match="2000 bytes"):
        feig.encode(0, feig.HOST_COMMAND, bytes(2000))


def test_parse_tags_faults_by_name() -> None:
    record = bytes.fromhex("03 00 E0 16 80 FF 08 00 50 24")
    assert feig.parse_tags(b"\x00") == []
    assert feig.parse_tags(b"\x02" + record + record) == ["E01680FF08005024"] * 2
    with pytest.raises(FrameError, match="without a count"):
        feig.parse_tags(b"")
    with pytest.raises(FrameError, match="3 tags has 20 bytes"):
        feig.parse_tags(b"\x03" + record + record)
    with pytest.raises(FrameError, match="1 tags has 20 bytes"):
        feig.parse_tags(b"\x01" + record + record)
    with pytest.raises(ForeignTagError, match="type 04"):
        feig.parse_tags(b"\x02" + record + b"\x04" + record[1:])


def test_error_texts_never_quote_tag_bytes() -> None:
    record = bytes.fromhex("03 00 E0 16 80 FF 08 00 50 24")
    for data in (b"\x03" + record, b"\x02" + record + b"\x04" + record[1:], b"\x01" + record[:-1]):
        with pytest.raises(FrameError) as caught:
            feig.parse_tags(data)
        text = str(caught.value).upper()
        assert "E016" not in text
        assert "5024" not in text


def test_a_reply_without_room_for_a_status_is_refused() -> None:
    with pytest.raises(FrameError, match="no status"):
        feig.parse_reply(feig.encode(0, feig.RF_RESET))
