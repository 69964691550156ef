"""Serving a page to a browser, and measuring what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette

from link.pages import PageServer

TARGET_PX = 64
_visits: dict[str, list[Any]] = {}


def visited(address: str, context: Any) -> None:
    """Say that a browser context shows a page of this address: `served` closes it before its server goes."""
    _visits.setdefault(urlsplit(address).netloc, []).append(context)


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address under which the app is served.

    Pages are closed first: one that outlives its server joins again at once, and its refused connection is an error on it.
    """
    server = PageServer(app)
    server.start()
    try:
        yield server.address
    finally:
        for context in _visits.pop(urlsplit(server.address).netloc, []):
            context.close()
        server.stop()


def small_targets(page: Any) -> list[str]:
    """Buttons on the screen that are smaller than a finger needs, with their sizes."""
    found: list[str] = page.evaluate(
        """(least) => [...document.querySelectorAll("button")].filter((button) => button.offsetParent).map((button) => {
            const box = button.getBoundingClientRect();
            return [button.textContent, box.width, box.height];
        }).filter(([, width, height]) => width < least || height < least).map(String)""",
        TARGET_PX,
    )
    return found


def outside_targets(page: Any) -> list[str]:
    """Buttons that reach beyond the screen."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button")].filter((button) => button.offsetParent).filter((button) => {
            const box = button.getBoundingClientRect();
            return box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
        }).map((button) => button.textContent)"""
    )
    return found


def covered_targets(page: Any) -> list[str]:
    """Buttons whose middle belongs to something else: a finger would not reach them."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button:enabled")].filter((button) => button.offsetParent).filter((button) => {
            const box = button.getBoundingClientRect();
            const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return !button.contains(hit);
        }).map((button) => button.textContent)"""
    )
    return found


def cut_texts(page: Any) -> list[str]:
    """Buttons whose words do not fit into them."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button")].filter((button) => button.offsetParent)
            .filter((button) => button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1)
            .map((button) => button.textContent)"""
    )
    return found


def spilling_plates(page: Any) -> list[str]:
    """Seats whose stack, bet or cards reach out of their plate."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".plate")].filter((plate) => {
            const box = plate.getBoundingClientRect();
            return [...plate.querySelectorAll("span, svg")].some((part) => {
                const inner = part.getBoundingClientRect();
                return inner.right > box.right + 1 || inner.left < box.left - 1 || inner.bottom > box.bottom + 1;
            });
        }).map((plate) => plate.textContent)"""
    )
    return found
