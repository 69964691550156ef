"""The port layer on real ptys: what a program sees of a serial device, its plug included."""

from __future__ import annotations

import os
import queue
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from firmware_bridge import ports
from firmware_bridge.errors import PortBusyError, PortMissingError, PortRefusedError
from firmware_bridge.lines import Bytes, PortDown, PortInput, PortUp, Reopen, Write
from firmware_bridge.ports import WRITE_QUEUE, PortSettings, SerialPort, boot_ns, open_serial
from simulators.ptys import PtyLine
from tests.waiting import until


def echo(now_ns: int, data: bytes) -> list[tuple[int, bytes]]:
    return [(now_ns, data)]


class Inbox:
    """A bounded queue of what a port delivered."""

    def __init__(self, size: int = 1_000) -> None:
        self.queue: queue.Queue[tuple[str, int, PortInput]] = queue.Queue(size)
        self.refused: set[type] = set()

    def deliver(self, port: str, now_ns: int, given: PortInput) -> bool:
        try:
            self.queue.put_nowait((port, now_ns, given))
        except queue.Full:
            self.refused.add(type(given))
            return False
        return True

    def next(self, wanted: type, seconds: float = 5.0) -> PortInput:
        """The next input of that type; fails if it does not come."""
        end = time.monotonic() + seconds
        while True:
            _, _, given = self.queue.get(timeout=max(0.001, end - time.monotonic()))
            if isinstance(given, wanted):
                return given

    def text(self, length: int) -> bytes:
        """That many bytes."""
        data = b""
        while len(data) < length:
            given = self.next(Bytes)
            assert isinstance(given, Bytes)
            data += given.data
        return data


@pytest.fixture
def line(tmp_path: Path) -> Iterator[PtyLine]:
    pty = PtyLine(tmp_path / "device", echo, clock=boot_ns)
    yield pty
    pty.close()


@pytest.fixture
def opened(line: PtyLine) -> Iterator[Callable[..., tuple[SerialPort, Inbox]]]:
    made: list[SerialPort] = []

    def open_port(inbox_size: int = 1_000) -> tuple[SerialPort, Inbox]:
        inbox = Inbox(inbox_size)
        port = SerialPort("rfid", PortSettings(str(line.link), parity="N"), inbox.deliver)
        made.append(port)
        port.start()
        return port, inbox

    yield open_port
    for port in made:
        port.close()


Opened = Callable[..., tuple[SerialPort, Inbox]]


def test_bytes_go_both_ways_and_are_stamped(line: PtyLine, opened: Opened) -> None:
    line.plug()
    before_ns = boot_ns()
    port, inbox = opened()
    inbox.next(PortUp)
    port.carry(Write(b"\x00\xff\r\n\x11\x13"))
    assert inbox.text(6) == b"\x00\xff\r\n\x11\x13"  # a raw line: no translation, no flow control
    port.carry(Write(b"x"))
    name, at_ns, _ = inbox.queue.get(timeout=5)
    assert name == "rfid"
    assert before_ns < at_ns <= boot_ns()


def test_a_device_that_is_not_there_is_waited_for(line: PtyLine, opened: Opened) -> None:
    port, inbox = opened()
    down = inbox.next(PortDown)
    assert isinstance(down, PortDown)
    assert "plug the device in" in down.reason
    line.plug()
    inbox.next(PortUp)
    port.carry(Write(b"hello"))
    assert inbox.text(5) == b"hello"


def test_unplugged_and_back_again_and_again(line: PtyLine, opened: Opened) -> None:
    port, inbox = opened()
    for turn in range(3):
        line.plug()
        inbox.next(PortUp)
        port.carry(Write(b"turn %d" % turn))
        assert inbox.text(6) == b"turn %d" % turn
        line.unplug()
        down = inbox.next(PortDown)
        assert isinstance(down, PortDown)
        assert not down.asked


def test_reopen_closes_and_opens_and_says_that_it_was_asked_for(line: PtyLine, opened: Opened) -> None:
    line.plug()
    port, inbox = opened()
    inbox.next(PortUp)
    port.carry(Reopen("nobody answers"))
    assert inbox.next(PortDown) == PortDown("nobody answers", asked=True)
    inbox.next(PortUp)
    port.carry(Write(b"again"))
    assert inbox.text(5) == b"again"


def test_writes_to_a_lost_port_are_dropped_and_counted_not_kept_for_later(line: PtyLine, opened: Opened) -> None:
    port, inbox = opened()
    inbox.next(PortDown)
    for _ in range(WRITE_QUEUE + 20):
        port.carry(Write(b"stale"))
    line.plug()
    inbox.next(PortUp)
    port.carry(Write(b"fresh"))
    assert inbox.text(5) == b"fresh"
    assert port.unsent >= 20


def test_a_full_queue_loses_bytes_but_never_that_the_port_went_down(line: PtyLine, opened: Opened) -> None:
    line.plug()
    port, inbox = opened(2)

    def full() -> bool:
        line.send(b"noise")
        return inbox.queue.qsize() == 2 and port.overruns > 0

    until("the queue is full", full)
    line.unplug()
    until("the port's thread waits for room", lambda: PortDown in inbox.refused)
    assert isinstance(inbox.queue.get(timeout=5)[2], PortUp)
    inbox.next(PortDown)


def test_one_port_one_owner(line: PtyLine, opened: Opened) -> None:
    line.plug()
    _, inbox = opened()
    inbox.next(PortUp)
    with pytest.raises(PortBusyError, match="another program"):
        open_serial(PortSettings(str(line.link), parity="N"))


def test_ports_that_cannot_be_opened_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PortMissingError, match="correct the path"):
        open_serial(PortSettings(str(tmp_path / "nothing")))

    def refuse(*args: object, **options: object) -> None:
        raise serial.SerialException(13, "could not open port")

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(PortRefusedError, match="group dialout"):
        open_serial(PortSettings(str(tmp_path)))


def test_every_port_is_opened_exclusively_with_a_write_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}
    monkeypatch.setattr(serial, "Serial", lambda path, **options: asked.update(options))
    open_serial(PortSettings("/dev/x"))
    assert asked["exclusive"] is True
    assert asked["write_timeout"] is not None
    assert (asked["baudrate"], asked["parity"]) == (38_400, "E")


def test_a_device_that_takes_no_bytes_is_reopened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flow control or hung firmware: the write time-out ends it, and the port is tried anew."""
    monkeypatch.setattr(ports, "WRITE_TIMEOUT_S", 0.1)
    monkeypatch.setattr(ports, "READ_TIMEOUT_S", 0.05)
    master, slave = os.openpty()
    tty.setraw(slave)
    inbox = Inbox()
    port = SerialPort("rfid", PortSettings(os.ttyname(slave), parity="N"), inbox.deliver)
    port.start()
    inbox.next(PortUp)
    for _ in range(20):
        port.carry(Write(b"x" * 16_384))  # nobody reads the master
    down = inbox.next(PortDown)
    assert isinstance(down, PortDown)
    assert "took no bytes" in down.reason
    port.close()
    os.close(slave)
    os.close(master)


def test_close_ends_its_threads_at_once(line: PtyLine, opened: Opened) -> None:
    line.plug()
    port, inbox = opened()
    inbox.next(PortUp)
    began = time.monotonic()
    port.close()
    assert time.monotonic() - began < 1.0
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("rfid ")]
