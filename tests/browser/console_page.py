"""What the console's browser tests share: a desk with its page, where the seats are, how taps are awaited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


def enter_hand(page: Any, streets: Sequence[Callable[[], None]], at: Callable[[int], int]) -> None:
    """A nine-handed hand with a raise, two callers and a river bet: one touch for each action that is no fold or check, at most
    two more a street, none for a card. `streets` lay flop, turn and river; `at` gives the seat that many after the button."""
    page.locator("#prompt strong", has_text=f"Seat {at(3)} to act").wait_for()
    touch = Touches(page)
    seat(page, at(4)).click()
    touch.count += 1
    touch(page.locator("#actions .size").first, f"Seat {at(5)} to act")
    touch(quick(page, at(7)), f"Seat {at(8)} to act")
    touch(quick(page, at(1)), f"Seat {at(2)} to act")
    touch(page.locator("#actions .fold"), "Burn one card")
    assert touch.count <= 3 + 2  # raise, call, call

    *checked, river = streets
    for street in checked:
        street()
        page.locator("#prompt strong", has_text=f"Seat {at(1)} to act").wait_for()
        touch.count = 0
        touch(page.locator("#actions .bulk"), "Burn one card")
        assert touch.count <= 2

    river()
    page.locator("#prompt strong", has_text=f"Seat {at(1)} to act").wait_for()
    touch.count = 0
    seat(page, at(4)).click()
    touch.count += 1
    touch(page.locator("#actions .size").nth(1), f"Seat {at(7)} to act")
    touch(quick(page, at(7)), f"Seat {at(1)} to act")
    touch(page.locator("#actions .fold"), f"Seat {at(4)} shows first")
    assert touch.count <= 2 + 2  # bet, call
