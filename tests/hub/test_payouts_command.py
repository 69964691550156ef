"""``dealer-table payouts``: what an organiser is told, and what a file that does not say enough is answered with (PM)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hub.payouts_command import REFERENCE, paid, read, show

REPO = Path(__file__).parents[2]
THREE = "[stacks]\nAnna = 5000\nBoris = 3000\nClara = 2000\n"
BEFORE = 'kind = "multi_table"\nbuy_in = 100\nfee = 10\n'


def told(tmp_path: Path, text: str, *, as_json: bool = False) -> tuple[int, str, str]:
    file = tmp_path / "stood.toml"
    file.write_text(text)
    out, err = io.StringIO(), io.StringIO()
    return show(file, as_json=as_json, out=out, err=err), out.getvalue(), err.getvalue()


def test_pm_before_the_money_every_player_and_the_sum(tmp_path: Path) -> None:
    status, out, err = told(tmp_path, BEFORE + "pool = 300\n" + THREE)
    assert (status, err) == (0, "")
    assert out == (
        "Anna        235   with 5,000 chips\n"
        "Boris       205   with 3,000 chips\n"
        "Clara       190   with 2,000 chips\n"
        "total       630\n"
        "More than the 330 that were paid in, as the rule has it: the organiser confirms it.\n"
    )


def test_pm_in_the_money_as_json(tmp_path: Path) -> None:
    status, out, _ = told(tmp_path, BEFORE + "eliminated = 27\nprizes_left = [60, 90, 150]\n" + THREE, as_json=True)
    assert status == 0
    assert json.loads(out) == {
        "amounts": {"Anna": 220, "Boris": 208, "Clara": 202}, "total": 630, "paid_in": 3300, "exceeds": False,
    }  # fmt: skip


@pytest.mark.parametrize(("rebuys_open", "anna"), [("true", 110 + 117 + 175), ("false", 110 + 167 + 250)])
def test_pm_a_guaranteed_prize_is_the_pool_once_re_buys_are_closed(rebuys_open: str, anna: int) -> None:
    stood = read(BEFORE + f"guarantee = 1000\ntakings = 700\nrebuys_open = {rebuys_open}\n" + THREE)
    assert paid(stood).amounts["Anna"] == anna


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("kind = 'lottery'\n" + THREE, "Invalid enum value 'lottery'"),
        (BEFORE + "pool = 300\n", "missing required field `stacks`"),
        (BEFORE + "pool = 300\n[stacks]\n", "length >= 1"),
        (BEFORE + "pool = 300\n[stacks]\nAnna = 0\n", "`int` >= 1"),
        (BEFORE + "pot = 300\n" + THREE, "unknown field `pot`"),
        (BEFORE + THREE, "no pool; before the money expected pool, or guarantee with takings and rebuys_open"),
        (BEFORE + "pool = 1\nguarantee = 2\n" + THREE, "both pool and guarantee"),
        (BEFORE + "guarantee = 2\n" + THREE, "a guarantee alone"),
        (BEFORE + "prizes_left = [60, 90]\n" + THREE, "2 prizes_left for 3 players"),
        (BEFORE + "prizes_left = [150, 90, 60]\n" + THREE, "the next elimination's prize first"),
        ("kind = 'sit_and_go'\nprizes_left = [1, 2, 3]\n" + THREE, "prizes_left in a sit_and_go tournament"),
        ("kind = 'heads_up'\nbuy_in = 5\n" + THREE, "3 stacks; heads-up two play"),
    ],
)
def test_a_file_that_does_not_say_how_the_tournament_stood(tmp_path: Path, text: str, wrong: str) -> None:
    status, out, err = told(tmp_path, text)
    assert (status, out) == (2, "")
    assert wrong in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    err = io.StringIO()
    assert show(tmp_path / "none.toml", as_json=False, out=io.StringIO(), err=err) == 2
    assert "cannot be read" in err.getvalue()


def test_the_reference_is_such_a_file_and_the_command_is_installed() -> None:
    assert sum(paid(read(REFERENCE)).amounts.values()) == 2 * 110 + 1500
    done = subprocess.run(
        [sys.executable, "dealer_table.py", "payouts", "--reference"], cwd=REPO, capture_output=True, text=True, check=True
    )
    assert done.stdout == REFERENCE
