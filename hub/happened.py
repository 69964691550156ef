"""When did it happen? An upper bound, on the hub's own boot clock, of the moment of a node's record. PURE.

The node stamps a record with its boot time, the hub notes when it came. A record never comes before it happened, so
`came - stamped` is never less than the difference of the two clocks; the least such value seen is the tightest bound of it.
Clocks drift: a bound taken at one moment is widened by `DRIFT_PPM` for every moment away from it. The result is never too
early, and as exact as the fastest delivery that was seen.
"""

from __future__ import annotations

import msgspec

DRIFT_PPM = 1_000  # crystals differ by under 200 ppm, clock discipline slews at most 500 ppm


class _Sample(msgspec.Struct, frozen=True):
    difference_ms: int
    at_ms: int


def _widened(difference_ms: int, away_ms: int) -> int:
    return difference_ms + -(-abs(away_ms) * DRIFT_PPM // 1_000_000)


class Happened:
    """Bounds for the records of one table."""

    def __init__(self) -> None:
        self._samples: dict[str, _Sample] = {}  # by the node's boot; one node boots a few times a day

    def came(self, boot: str, boot_ms: int, came_ms: int) -> None:
        """A record that the node stamped `boot_ms` in its boot `boot` came at `came_ms` of the hub's clock."""
        best = self._samples.get(boot)
        difference_ms = came_ms - boot_ms
        if best is None or difference_ms <= _widened(best.difference_ms, came_ms - best.at_ms):
            self._samples[boot] = _Sample(difference_ms, came_ms)

    def at_latest_ms(self, boot: str, boot_ms: int, came_ms: int) -> int:
        """The latest moment, on the hub's clock, at which the record can have happened."""
        best = self._samples.get(boot)
        if best is None:
            return came_ms
        guess_ms = boot_ms + best.difference_ms
        return min(came_ms, boot_ms + _widened(best.difference_ms, guess_ms - best.at_ms))
