"""Houses for the floor tests: each in a folder with a short name, for a Unix socket's path has 107 bytes at most."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import chromium, open_page
from tests.floor.house import House

__all__ = ["build", "chromium", "open_page", "short_folder"]

Build = Callable[..., House]


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder that goes with the test."""
    with tempfile.TemporaryDirectory(prefix="floor-") as name:
        yield Path(name)


@pytest.fixture
def build(short_folder: Path) -> Iterator[Build]:
    """``build(**options)``: one house in this test's folder, closed after it."""
    built: list[House] = []

    def make(**options: Any) -> House:
        built.append(House(short_folder, **options))
        return built[-1]

    yield make
    for house in built:
        house.close()
