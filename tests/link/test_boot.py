"""A clock that nobody can set, and a name for the boot that it counts from."""

from __future__ import annotations

from pathlib import Path

from link.boot import boot_id, boot_ns


def test_the_clock_goes_on() -> None:
    assert 0 < boot_ns() <= boot_ns()


def test_the_name_stays_the_same_within_a_boot(tmp_path: Path) -> None:
    name = tmp_path / "boot_id"
    name.write_text("3f1c-77\n")
    assert boot_id(name) == boot_id(name) == "3f1c-77"


def test_without_a_name_every_start_is_a_boot_of_its_own(tmp_path: Path) -> None:
    assert boot_id(tmp_path / "none") != boot_id(tmp_path / "none")
