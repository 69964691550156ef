"""RULES 6, BFSP 8: open-face hands through the whole fold; scenarios of their own folder and what they cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.runner import read, rig_for, run

FOLDER = Path(__file__).parent / "open_face"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_open_face_scenarios(file: Path) -> None:
    outcome = run(read(file), rig_for("rules"))
    assert outcome.expects
    assert outcome.failures == ()
