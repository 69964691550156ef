"""A Chromium for the page tests; without one they skip, except in CI, where that is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from table_node.console.app import create_app
from tests.browser.console_page import Opened
from tests.browser.pages import served, visited
from tests.console.desks import StillDesk

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"]


def _chromium() -> str | None:
    return next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """One browser for the folder: Playwright holds an event loop while it runs, which other tests must not meet."""
    path = _chromium()
    if path is None:
        message = "no Chromium found (Debian: apt-get install chromium); the page tests need one"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def shared_tab(chromium: Any) -> Iterator[tuple[Any, list[str]]]:
    """One page for a file's tests, and the errors on it."""
    errors: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(5_000)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page, errors
    context.close()


@pytest.fixture
def tab(shared_tab: tuple[Any, list[str]]) -> Iterator[Any]:
    """The file's page; an error on it fails the test."""
    page, errors = shared_tab
    errors.clear()
    yield page
    assert errors == []


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Any]:
    """``open_page(address, width, height)``: a page in a fresh browser context; an error on it fails the test.

    `allow_errors`: the test takes the server away, and Chromium reports that as an error.
    """
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(address: str, width: int = 1280, height: int = 800, allow_errors: bool = False, **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(5_000)
        contexts.append(context)
        visited(address, context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if not allow_errors:
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="module")
def served_desk() -> Iterator[tuple[StillDesk, str]]:
    """One desk that shows what it is told, served for all tests of this file."""
    desk = StillDesk()
    with served(create_app(desk)) as address:
        yield desk, address


@pytest.fixture
def console(served_desk: tuple[StillDesk, str], tab: Any) -> Opened:
    """The desk as new, and its page, loaded anew."""
    desk, address = served_desk
    desk.reset()
    tab.goto(address)
    tab.wait_for_selector(".plate")
    return desk, tab
