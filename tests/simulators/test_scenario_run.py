"""``dealer-table run``: exit status, what is printed where, verdict form, the same bytes for the same seed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from simulators.run_command import run_files

REPO = Path(__file__).parents[2]
PHH = REPO.parent / "shared" / "phh"

SCRIPT = '''title = "short"
rulebook = "bfsp"
game = "holdem"
limit = "no"
context = "tournament"
blinds = [50, 100]
button = 3
stacks = {1 = 5000, 2 = 5000, 3 = 5000}
script = """
shuffle machine
riffle
cut
deal 1 As
deal 2 Kd:boxed
move Kd to muck
deal 2 Qc
deal 3 7h
deal 1 Ah
deal 2 Kc
deal 3 7s
3 folds
1 folds
push
"""
[expect]
stacks = {2 = 5050}
[[expect.incidents]]
kind = "boxed_card"
'''
TWO_HANDS = SCRIPT.replace(
    "push\n", "push\nshuffle machine\nriffle\ncut\ndeal 2 As\ndeal 3 Kd\ndeal 1 7h\ndeal 2 2c\ndeal 3 3c\ndeal 1 4c\n"
).replace("2 = 5050", "3 = 4900")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "short.toml"
    path.write_text(SCRIPT)
    return path


def call(*files: Path, as_json: bool = False, seed: int = 0) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run_files(files, "rules", as_json=as_json, seed=seed, out=out, err=err)
    return status, out.getvalue(), err.getvalue()


def test_one_file_prints_one_verdict_with_every_field_in_its_order(file: Path) -> None:
    status, out, err = call(file, as_json=True)
    verdict = json.loads(out)
    assert (status, err) == (0, "")
    assert list(verdict) == ["incidents", "warnings", "rulings", "penalties", "state", "hands", "stacks"]
    assert verdict["incidents"] == [
        {
            "kind": "boxed_card", "rule": "BFSP 6.4.5", "hand": 1, "street": "preflop", "seats": [2], "step": 5,
            "severity": "dealer", "call": "play", "open": False,
        }
    ]  # fmt: skip
    assert list(verdict["state"]) == [
        "hand", "street", "to_act", "to_call", "raise_min", "raise_max", "pot", "show_order", "board", "burns", "aside",
        "dead", "next",
    ]  # fmt: skip
    assert verdict["hands"] == [
        {
            "hand": 1, "outcome": "won", "board": [], "show_order": [],
            "pots": [{"amount": 100, "eligible": [2], "won": {"2": 100}}],
        }
    ]  # fmt: skip
    assert verdict["stacks"] == {"1": 4950, "2": 5050, "3": 5000}


def test_several_files_print_one_object_a_line_with_its_file(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(TWO_HANDS)
    status, out, _ = call(file, other, as_json=True)
    objects = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [item["file"] for item in objects] == [str(file), str(other)]
    assert objects[1]["state"]["hand"] == 2
    assert objects[1]["state"]["to_act"] == 1


def test_a_failed_expectation_is_status_1_and_says_expected_and_got(file: Path) -> None:
    file.write_text(SCRIPT.replace("2 = 5050", "2 = 5051"))
    status, out, err = call(file, as_json=True)
    assert status == 1
    assert json.loads(out)["stacks"]["2"] == 5050
    assert err == f"{file}: does not hold: stacks.2: expected 5051, got 5050\n"
    status, out, err = call(file)
    assert (status, err) == (1, "")
    assert "does not hold: stacks.2: expected 5051, got 5050" in out


def test_without_expectations_any_verdict_is_status_0(file: Path) -> None:
    file.write_text(SCRIPT[: SCRIPT.index("[expect]")])
    assert call(file)[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("riffle", "rifle", 11, "'rifle' begins no step"),
        ("deal 1 As", "deal 1 Aspades", 13, "'Aspades' is no card"),
        ("deal 1 As", "deal 11 As", 13, "'11' is no seat"),
        ("3 folds", "3 raises none", 21, "'none' is no amount"),
        ("move Kd to muck", "move Th to muck", 15, "Th does not lie on the table"),
        ("move Kd to muck", "move Kd to stub", 16, "Qc is not on top of the stub"),
        ("3 folds", "3 tables As", 21, "As does not lie before seat 3"),
        ('kind = "boxed_card"', 'knd = "boxed_card"', 28, "incidents[0].knd"),
        ("blinds = [50, 100]", "blinds = [50, 100", 7, "no TOML"),
    ],
)
def test_a_file_that_cannot_be_read_is_status_2_and_one_line(file: Path, old: str, new: str, line: int, says: str) -> None:
    file.write_text(SCRIPT.replace(old, new, 1))
    status, out, err = call(file)
    assert (status, out) == (2, "")
    assert err.startswith(f"{file}:{line}: ")
    assert says in err
    assert "; expected " in err
    assert err.count("\n") == 1


def test_a_missing_file_a_folder_and_bytes_that_are_no_text_are_status_2(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b'title = "a"\n\xff\xfe\n')
    for name, line, says in (("none.toml", 1, "no such file"), (".", 1, "directory"), ("bytes.toml", 2, "UTF-8")):
        status, _, err = call(tmp_path / name)
        assert status == 2
        assert err.startswith(f"{tmp_path / name}:{line}: ")
        assert says in err
    assert call()[0] == 2


def test_an_unreadable_file_does_not_hide_the_others(file: Path, tmp_path: Path) -> None:
    status, out, err = call(tmp_path / "none.toml", file, as_json=True)
    assert status == 2
    assert json.loads(out)["file"] == str(file)
    assert "none.toml:1:" in err


def test_the_same_seed_gives_the_same_bytes(file: Path) -> None:
    assert call(file, as_json=True, seed=3) == call(file, as_json=True, seed=3)


def test_handles_of_two_hands_name_their_own_cards(file: Path) -> None:
    more = "3 calls\n1 calls\n2 checks\nburn 2d\nboard Kh 9c 4s\n1 bets 100\n2 folds\n3 folds\npush\n"
    again = "shuffle machine\nriffle\ncut\ndeal 2 As\ndeal 3 Kd\ndeal 1 7h\ndeal 2 2c\ndeal 3 3c\ndeal 1 4c\n"
    text = SCRIPT.replace("3 folds\n1 folds\npush\n", more + again + "1 calls\n2 calls\n3 checks\nburn 5c\nboard 6c 7c 8c\n")
    file.write_text(text[: text.index("[expect]")])
    verdict = json.loads(call(file, as_json=True)[1])
    assert verdict["hands"][0]["board"] == ["Kh", "9c", "4s"]
    assert verdict["state"]["board"] == ["6c", "7c", "8c"]
    assert verdict["state"]["burns"] == ["5c"]


@pytest.mark.processes
def test_the_installed_command_has_the_same_exit_status(file: Path) -> None:
    command = [sys.executable, str(REPO / "dealer_table.py"), "run", str(file)]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, cwd=REPO, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["stacks"]["2"] == 5050
    file.write_text(SCRIPT.replace("riffle", "rifle"))
    done = subprocess.run(command, capture_output=True, text=True, cwd=REPO, check=False)
    assert done.returncode == 2
    assert done.stdout == ""


@pytest.mark.shared
@pytest.mark.skipif(not PHH.is_dir(), reason="the shared folder of recorded hands is not beside the repository")
def test_a_recorded_hand_ends_with_the_stacks_that_it_had() -> None:
    status, out, _ = call(PHH / "dwan-ivey-2009.phh", as_json=True)
    verdict = json.loads(out)
    assert status == 0
    assert verdict["stacks"] == {"1": 572100, "2": 1997500, "3": 1109500}
    assert verdict["incidents"] == verdict["warnings"] == verdict["rulings"] == []


@pytest.mark.shared
@pytest.mark.skipif(not PHH.is_dir(), reason="the shared folder of recorded hands is not beside the repository")
def test_no_limit_hands_of_the_final_table_end_as_recorded() -> None:
    files = [file for file in sorted((PHH / "wsop").rglob("*.phh")) if "variant = 'NT'" in file.read_text()]
    assert len(files) == 11
    status, out, err = call(*files, as_json=True)
    assert (status, err) == (0, "")
    assert [verdict["incidents"] for verdict in map(json.loads, out.splitlines())] == [[]] * 11
