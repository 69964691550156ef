"""What can go wrong between a program and a device: one line a class, each with an example.

Codecs raise none of these in `step`: bad bytes are data there, and become a `DeviceState`.
"""

from __future__ import annotations


class FirmwareError(Exception):
    """Base of all errors of this package. Catch it where one device must not take the others down."""


class FrameError(FirmwareError):
    """Bytes that are no valid frame of their protocol: a reply says three tags and holds two."""


class ForeignTagError(FrameError):
    """A reply lists a tag of another standard, whose length is unknown: a transit card lies on an antenna."""


class RequestError(FirmwareError):
    """A request that the protocol cannot carry: antenna 70 of a set of multiplexers with 64 channels."""


class LineRefusedError(FirmwareError):
    """A well-formed line that our protocol does not allow: the shuffler reports a field named after a card."""


class VersionError(FirmwareError):
    """A line of another version of our protocol: the shuffler's firmware is newer than this program."""


class PortError(FirmwareError):
    """Base of what a port can do wrong. The port layer turns each into `PortDown` and tries again."""


class PortMissingError(PortError):
    """Nothing is there to open: the reader's USB plug is out, so /dev/serial/by-id/… does not exist."""


class PortBusyError(PortError):
    """Another program holds the port: a second node was started, or a terminal program was left open."""


class PortRefusedError(PortError):
    """The system refuses: the node's user is not in the group dialout."""


class PortLostError(PortError):
    """An open port broke: the plug was pulled in the middle of a reply."""


class PortStuckError(PortError):
    """A write did not finish in time: the device holds the line by flow control, or its firmware hangs."""


class GpioError(FirmwareError):
    """Base of what the pins can do wrong."""


class PinFactoryError(GpioError):
    """The pins cannot be reached: RPi.GPIO is not installed, or this is no Raspberry Pi."""


class PinTakenError(GpioError):
    """Two things want one pin: the button `undo` and the red lamp are both set to GPIO 17."""
