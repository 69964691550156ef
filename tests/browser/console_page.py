"""What the console's browser tests share: a desk with its page, where the seats are, how taps are awaited."""

from __future__ import annotations

from typing import Any

from tests.console.desks import StillDesk

Opened = tuple[StillDesk, Any]
SHOWDOWN = {"folded": (1, 2, 4, 6, 7, 9), "to_act": 0, "owing": (), "to_call": 0, "bets": {}, "pot": 9_000, "street": "river"}


def seat(page: Any, number: int) -> Any:
    return page.locator(f'.place[data-seat="{number}"] .plate')


def quick(page: Any, number: int) -> Any:
    return page.locator(f'.place[data-seat="{number}"] .quick')


def wait_taps(desk: StillDesk, page: Any, count: int) -> None:
    """Taps arrive through a socket: look until they are there."""
    for _ in range(100):
        if len(desk.tapped) >= count:
            return
        page.wait_for_timeout(10)
    raise AssertionError(f"only {desk.tapped} arrived")


class Touches:
    """Counts what the dealer touches."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.count = 0

    def __call__(self, locator: Any, then: str) -> None:
        """Touch, and look until the prompt says `then`."""
        locator.click()
        self.count += 1
        self._page.locator("#prompt strong", has_text=then).wait_for()
        self._page.wait_for_timeout(200)
