"""A Chromium for the page tests; without one they skip, except in CI, where that is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"]


def _chromium() -> str | None:
    return next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for the whole session."""
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


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Any]:
    """``open_page(address, width, height)``: a page in a fresh browser context; a script error fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(address: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(5_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
